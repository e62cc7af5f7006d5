//! The judging of Blokus logs a second time, line by line as they come, after the pages
//! `blokus.md`, `wire.md` and `log.md`: the first line that cannot stand where it stands.
//!
//! Not modelled: headers, logs of one seat, what follows after a gap,
//! roundings other than down and exact times other than in-time.

use super::blokus::{Cell, Game, Move, Naive, Shape};
use super::{Finding, holds_a_time};

/// Peak memory in megabytes that a program may use.
const MEMORY: usize = 768;

/// A line of the log.
enum Line<'a> {
    Told(usize, &'a str),
    Answer(usize, &'a str, u64),
    Event(usize, &'a str),
    Gap,
}

/// A judged log.
pub struct Judged {
    /// What was found first.
    pub first: Finding,
    /// What ended the judging: a bot's fault does not, where its seat was asked.
    pub end: Finding,
    /// Those faults.
    pub faults: Vec<Finding>,
    /// The position then, if the shapes were told.
    pub game: Option<Game>,
}

/// A whole log judged.
pub fn judge(rules: &Naive, log: &[&str]) -> Judged {
    let mut reader = Reader {
        rules,
        log,
        at: 0,
        game: None,
        listed: Vec::new(),
        faults: Vec::new(),
    };
    let end = loop {
        match reader.turn() {
            Ok(()) => (),
            Err(finding) => break finding,
        }
    };
    Judged {
        first: reader.faults.first().unwrap_or(&end).clone(),
        end,
        faults: reader.faults,
        game: reader.game,
    }
}

/// The definitions, then players, own number and size, each with its line.
type Head = (Vec<(usize, Shape)>, Vec<(usize, usize)>);

/// A message of the judge, each part with its line.
struct Message<'a> {
    first: usize,
    head: Option<Head>,
    rows: Vec<(usize, &'a str)>,
    others_number: usize,
    others: Vec<(usize, usize, Move)>,
    list_number: usize,
    list: Vec<(usize, Move)>,
}

struct Reader<'a> {
    rules: &'a Naive,
    log: &'a [&'a str],
    at: usize,
    game: Option<Game>,
    /// What the last message listed.
    listed: Vec<Move>,
    /// The faults of seats that were asked.
    faults: Vec<Finding>,
}

impl<'a> Reader<'a> {
    /// The next line that is neither blank nor a comment nor of a seat that has failed, and its index.
    fn next(&mut self) -> Result<Option<(usize, Line<'a>)>, Finding> {
        while let Some(&text) = self.log.get(self.at) {
            self.at += 1;
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let at = self.at - 1;
            let line = line(text, self.rules.players).ok_or(Finding::Form(at))?;
            let failed = |seat: usize| self.game.as_ref().is_some_and(|game| game.failed[seat]);
            match line {
                Line::Answer(seat, ..) | Line::Event(seat, _) if failed(seat) => (),
                line => return Ok(Some((at, line))),
            }
        }
        Ok(None)
    }

    /// Who is asked first: with shapes that are drawn, player 0 can move.
    fn opens(&self) -> Option<usize> {
        self.rules.shapes.as_ref().map_or(Some(0), |shapes| {
            Game::new(self.rules, shapes.clone()).to_move()
        })
    }

    /// One message, one answer; the end of the log, or what cannot be, is an `Err`.
    fn turn(&mut self) -> Result<(), Finding> {
        let player = self
            .game
            .as_ref()
            .map_or_else(|| self.opens(), Game::to_move);
        let (line, seat, text) = match self.next()? {
            None => {
                return Err(if player.is_none() {
                    Finding::Valid
                } else {
                    Finding::Cut
                });
            }
            Some((line, Line::Told(seat, text))) => (line, seat, text),
            Some((line, Line::Answer(seat, ..))) => return Err(Finding::Bot { line, seat }),
            Some((line, Line::Event(seat, event))) => return self.event(line, seat, event, None),
            Some((_, Line::Gap)) => return Err(Finding::Cut),
        };
        if player != Some(seat) {
            return Err(self.undue(line, seat, text));
        }
        let message = self.message(line, seat, text)?;
        self.compare(seat, &message)?;
        self.listed = message.list.iter().map(|(_, mv)| *mv).collect();
        match (self.answer(seat), &mut self.game) {
            (Err(Finding::Bot { line, seat: by }), Some(game)) if by == seat => {
                self.faults.push(Finding::Bot { line, seat });
                game.fail(seat);
                Ok(())
            }
            (answered, _) => answered,
        }
    }

    /// The next line of a message that is not complete yet; where another comes the message stops before its end.
    fn more(&mut self, seat: usize, before: usize) -> Result<(usize, &'a str), Finding> {
        match self.next()? {
            Some((line, Line::Told(to, text))) if to == seat => Ok((line, text)),
            _ => Err(Finding::Judge(before)),
        }
    }

    /// A message by itself: its form, and that what it says of shapes and letters goes together.
    fn message(
        &mut self,
        first: usize,
        seat: usize,
        text: &'a str,
    ) -> Result<Message<'a>, Finding> {
        let size = self.rules.size;
        let (mut line, mut text) = (first, text);
        let mut head = None;
        if text.len() as i64 != size {
            let number = count(text)
                .filter(|number| (1..=21).contains(number))
                .ok_or(Finding::Judge(line))?;
            let mut shapes: Vec<(usize, Shape)> = Vec::new();
            for _ in 0..number {
                (line, text) = self.more(seat, line)?;
                let shape = definition(text).ok_or(Finding::Judge(line))?;
                let twice = |s: &Shape| s.letter == shape.letter || s.forms() == shape.forms();
                require(!shapes.iter().any(|(_, other)| twice(other)), line)?;
                shapes.push((line, shape));
            }
            let mut numbers = Vec::new();
            for _ in 0..3 {
                (line, text) = self.more(seat, line)?;
                numbers.push((line, count(text).ok_or(Finding::Judge(line))?));
            }
            (line, text) = self.more(seat, line)?;
            let mut letters: Vec<char> = text.chars().collect();
            let mut defined: Vec<char> = shapes.iter().map(|(_, shape)| shape.letter).collect();
            letters.sort();
            defined.sort();
            require(letters == defined, line)?;
            head = Some((shapes, numbers));
            (line, text) = self.more(seat, line)?;
        }
        let mut rows = Vec::new();
        for row in 0..size {
            if row > 0 {
                (line, text) = self.more(seat, line)?;
            }
            require(
                text.len() as i64 == size && text.chars().all(|c| "0123.x".contains(c)),
                line,
            )?;
            rows.push((line, text));
        }
        let board = |mv: &Move| (0..size).contains(&mv.at.0) && (0..size).contains(&mv.at.1);
        let plain = |text: &str| {
            Move::read(text)
                .filter(|mv| mv.to_string() == text)
                .filter(board)
        };
        (line, text) = self.more(seat, line)?;
        let others_number = line;
        let mut others = Vec::new();
        for _ in 0..count(text).ok_or(Finding::Judge(line))? {
            (line, text) = self.more(seat, line)?;
            let (player, mv) = text.split_once(' ').ok_or(Finding::Judge(line))?;
            let player = count(player)
                .filter(|player| *player < 4)
                .ok_or(Finding::Judge(line))?;
            others.push((line, player, plain(mv).ok_or(Finding::Judge(line))?));
        }
        (line, text) = self.more(seat, line)?;
        let list_number = line;
        let mut list = Vec::new();
        for _ in 0..count(text).ok_or(Finding::Judge(line))? {
            (line, text) = self.more(seat, line)?;
            list.push((line, plain(text).ok_or(Finding::Judge(line))?));
        }
        Ok(Message {
            first,
            head,
            rows,
            others_number,
            others,
            list_number,
            list,
        })
    }

    /// A message against the game: the first line that is wrong. A number is wrong where something is missing below it; what
    /// is too much stands on a line of its own.
    fn compare(&mut self, seat: usize, message: &Message<'_>) -> Result<(), Finding> {
        let first = self
            .game
            .as_ref()
            .is_none_or(|game| game.made(seat).is_empty());
        require(message.head.is_some() == first, message.first)?;
        if let Some((shapes, numbers)) = &message.head {
            let set = self.rules.shapes.as_ref();
            let known = self.game.as_ref().map(|game| &game.shapes);
            for (line, shape) in shapes {
                require(
                    set.is_some() || (shape.squares.len() <= 3) == (shape.letter < 'E'),
                    *line,
                )?;
                require(
                    set.is_none_or(|set| set.iter().any(|other| other.forms() == shape.forms())),
                    *line,
                )?;
                require(known.is_none_or(|known| known.contains(shape)), *line)?;
            }
            require(
                known
                    .or(set)
                    .is_none_or(|known| known.len() == shapes.len()),
                message.first,
            )?;
            for ((line, number), expected) in
                numbers
                    .iter()
                    .zip([self.rules.players, seat, self.rules.size as usize])
            {
                require(*number == expected, *line)?;
            }
            let shapes = shapes.iter().map(|(_, shape)| shape.clone()).collect();
            self.game
                .get_or_insert_with(|| Game::new(self.rules, shapes));
        }
        let game = self.game.as_ref().ok_or(Finding::Judge(message.first))?;
        for ((line, text), expected) in message.rows.iter().zip(game.rows(seat)) {
            require(*text == expected, *line)?;
        }
        let expected = game.others(seat);
        for (at, (line, player, mv)) in message.others.iter().enumerate() {
            let right = |(by, made): &(usize, Move)| player == by && game.same_move(*made, *mv);
            require(expected.get(at).is_some_and(right), *line)?;
        }
        require(
            message.others.len() == expected.len(),
            message.others_number,
        )?;
        let mut seen: Vec<Vec<Cell>> = Vec::new();
        for (line, mv) in &message.list {
            require(game.broken(seat, *mv).is_empty(), *line)?;
            let cells = game
                .shape(mv.letter)
                .and_then(|shape| shape.cells(*mv))
                .unwrap_or_default();
            require(!seen.contains(&cells), *line)?;
            seen.push(cells);
        }
        require(seen.len() == game.valid(seat).len(), message.list_number)
    }

    /// A message to a seat whose turn it is not: wrong at a move that it tells and nobody made, or else at once.
    fn undue(&mut self, line: usize, seat: usize, text: &'a str) -> Finding {
        let message = match self.message(line, seat, text) {
            Ok(message) => message,
            Err(finding) => return finding,
        };
        let game = self
            .game
            .as_ref()
            .filter(|game| game.to_move().is_some() && game.can_move(seat));
        let made = game.map_or(usize::MAX, |game| game.others(seat).len());
        Finding::Judge(message.others.get(made).map_or(line, |(line, ..)| *line))
    }

    /// What the asked seat does.
    fn answer(&mut self, seat: usize) -> Result<(), Finding> {
        let game = self.game.as_mut().ok_or(Finding::Cut)?;
        let first = game.moves.iter().all(|(by, _)| *by != seat);
        let limit = if first {
            self.rules.first_time
        } else {
            self.rules.turn_time
        };
        match self.next()? {
            None | Some((_, Line::Gap)) => Err(Finding::Cut),
            Some((line, Line::Answer(by, ..))) if by != seat => {
                Err(Finding::Bot { line, seat: by })
            }
            Some((line, Line::Answer(_, text, time))) => {
                let fault = Finding::Bot { line, seat };
                let mv = Move::read(text)
                    .filter(|_| time <= limit)
                    .ok_or(fault.clone())?;
                let game = self.game.as_mut().ok_or(Finding::Cut)?;
                let counts = first || self.rules.unlisted || self.listed.contains(&mv);
                if !counts || !game.broken(seat, mv).is_empty() {
                    return Err(fault);
                }
                game.place(seat, mv);
                Ok(())
            }
            Some((line, Line::Told(to, text))) => Err(self.undue(line, to, text)),
            Some((line, Line::Event(by, event))) => {
                self.event(line, by, event, Some(limit).filter(|_| by == seat))?;
                self.answer(seat)
            }
        }
    }

    /// An event; `due` is the time of the seat where its answer is due.
    fn event(
        &self,
        line: usize,
        seat: usize,
        event: &str,
        due: Option<u64>,
    ) -> Result<(), Finding> {
        let over = self
            .game
            .as_ref()
            .is_some_and(|game| game.to_move().is_none());
        let allowed = match event.split(' ').collect::<Vec<&str>>()[..] {
            ["silent", time] => match (milliseconds(time), due) {
                (Some(time), Some(limit)) if time >= limit => false,
                _ => return Err(Finding::Form(line)),
            },
            ["exit" | "signal", _] => over,
            ["closed"] => due.is_none(),
            ["flood"] => false,
            ["used", .., memory] => memory
                .strip_suffix("MB")
                .and_then(count)
                .is_some_and(|memory| memory <= MEMORY),
            _ => true,
        };
        if allowed {
            Ok(())
        } else {
            Err(Finding::Bot { line, seat })
        }
    }
}

fn require(holds: bool, line: usize) -> Result<(), Finding> {
    if holds {
        Ok(())
    } else {
        Err(Finding::Judge(line))
    }
}

/// A line after the header, if it has the form of one.
fn line(text: &str, players: usize) -> Option<Line<'_>> {
    if text == "..." {
        return Some(Line::Gap);
    }
    let mark = text.find(['<', '>', '!'])?;
    let seat = count(&text[..mark]).filter(|seat| *seat < players)?;
    let rest = &text[mark + 1..];
    let rest = if rest.is_empty() {
        rest
    } else {
        rest.strip_prefix(' ')?
    };
    match text.as_bytes()[mark] {
        b'<' => Some(Line::Told(seat, rest)),
        b'!' => is_event(rest).then_some(Line::Event(seat, rest)),
        _ => {
            let timed = rest
                .rsplit_once('@')
                .and_then(|(answer, time)| Some((answer, milliseconds(&format!("@{time}"))?)));
            let (answer, time) = timed.unwrap_or((rest, 0));
            if holds_a_time(answer) {
                return None;
            }
            Some(Line::Answer(
                seat,
                answer.strip_suffix(' ').unwrap_or(answer),
                time,
            ))
        }
    }
}

/// An event in one of its forms.
fn is_event(event: &str) -> bool {
    match event.split(' ').collect::<Vec<&str>>()[..] {
        ["silent", time] => milliseconds(time).is_some(),
        ["exit" | "signal", number] => number.parse::<i32>().is_ok(),
        ["closed"] | ["flood"] | ["unfinished" | "unflushed", ..] => true,
        ["used", "cpu", cpu, "memory", memory] => {
            let (cpu, memory) = (cpu.strip_suffix("ms"), memory.strip_suffix("MB"));
            cpu.and_then(count).is_some() && memory.and_then(count).is_some()
        }
        _ => false,
    }
}

/// `@3ms`.
fn milliseconds(word: &str) -> Option<u64> {
    Some(count(word.strip_prefix('@')?.strip_suffix("ms")?)? as u64)
}

/// A number from 0 up in its shortest form.
fn count(text: &str) -> Option<usize> {
    text.parse()
        .ok()
        .filter(|number: &usize| number.to_string() == text)
}

/// `letter width height definition`.
fn definition(text: &str) -> Option<Shape> {
    let [letter, width, height, drawing] = text.split(' ').collect::<Vec<&str>>()[..] else {
        return None;
    };
    let letter = letter
        .chars()
        .next()
        .filter(|l| letter.len() == 1 && ('A'..='U').contains(l))?;
    let (width, height) = (count(width)?, count(height)?);
    let drawn =
        drawing.chars().all(|c| "#.".contains(c)) && drawing.len() == width.checked_mul(height)?;
    if !drawn || width == 0 {
        return None;
    }
    let rows: Vec<&str> = (0..height)
        .map(|row| &drawing[row * width..(row + 1) * width])
        .collect();
    let shape = Shape::of(letter, &rows);
    let tight = shape.squares.iter().map(|square| square.0 + 1).max() == Some(width as i64)
        && shape.squares.iter().map(|square| square.1 + 1).max() == Some(height as i64)
        && shape.squares.iter().any(|square| square.0 == 0)
        && shape.squares.iter().any(|square| square.1 == 0);
    (tight && shape.joined() && (1..=5).contains(&shape.squares.len())).then_some(shape)
}
