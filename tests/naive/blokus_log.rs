//! The judging of Blokus logs a second time, line by line as they come, after the pages
//! `blokus.md`, `wire.md` and `log.md`: the first line that cannot stand where it stands.
//!
//! Not modelled: headers, logs of one seat, what follows after a gap,
//! roundings other than down and exact times other than in-time.

use super::blokus::{Cell, Game, Move, Naive, Shape};

/// Peak memory in megabytes that a program may use.
const MEMORY: usize = 768;

/// What judging a log has found first; lines are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The log is whole and no clause is broken.
    Valid,
    /// This line is no line of the format, or tells what cannot have happened.
    Form(usize),
    /// The judge's line cannot stand here.
    Judge(usize),
    /// At this line it shows that the bot of a seat has broken a clause.
    Bot { line: usize, seat: usize },
    /// Possible so far, but the game is not over (or a gap hides how it went on).
    Cut,
}

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
    let mut reader = Reader { rules, log, at: 0, game: None, listed: Vec::new(), faults: Vec::new() };
    let end = loop {
        match reader.turn() {
            Ok(()) => (),
            Err(finding) => break finding,
        }
    };
    Judged { first: reader.faults.first().unwrap_or(&end).clone(), end, faults: reader.faults, game: reader.game }
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
        self.rules.shapes.as_ref().map_or(Some(0), |shapes| Game::new(self.rules, shapes.clone()).to_move())
    }

    /// One message, one answer; the end of the log, or a fault, is an `Err`.
    fn turn(&mut self) -> Result<(), Finding> {
        let player = self.game.as_ref().map_or_else(|| self.opens(), Game::to_move);
        let (line, seat, text) = match self.next()? {
            None => return Err(if player.is_none() { Finding::Valid } else { Finding::Cut }),
            Some((line, Line::Told(seat, text))) => (line, seat, text),
            Some((line, Line::Answer(seat, ..))) => return Err(Finding::Bot { line, seat }),
            Some((line, Line::Event(seat, event))) => return self.event(line, seat, event, None),
            Some((_, Line::Gap)) => return Err(Finding::Cut),
        };
        if player != Some(seat) {
            return Err(Finding::Judge(line));
        }
        self.message(line, seat, text)?;
        match (self.answer(seat), &mut self.game) {
            (Err(Finding::Bot { line, seat: by }), Some(game)) if by == seat => {
                self.faults.push(Finding::Bot { line, seat });
                game.fail(seat);
                Ok(())
            }
            (answered, _) => answered,
        }
    }

    /// The next line of a message that is not complete yet.
    fn more(&mut self, seat: usize) -> Result<(usize, &'a str), Finding> {
        let before = self.at - 1;
        match self.next()? {
            Some((line, Line::Told(to, text))) if to == seat => Ok((line, text)),
            Some((line, Line::Told(..))) => Err(Finding::Judge(line)),
            Some((line, Line::Answer(seat, ..))) => Err(Finding::Bot { line, seat }),
            Some((line, Line::Event(seat, event))) => {
                self.event(line, seat, event, None)?;
                self.more(seat)
            }
            Some((_, Line::Gap)) => Err(Finding::Cut),
            None => Err(Finding::Judge(before)),
        }
    }

    /// A whole message to the seat whose turn it is.
    fn message(&mut self, line: usize, seat: usize, text: &'a str) -> Result<(), Finding> {
        let first = self.game.as_ref().is_none_or(|game| game.moves.iter().all(|(by, _)| *by != seat));
        let (mut line, mut text) = (line, text);
        if first {
            self.shapes(line, seat, text)?;
            (line, text) = self.more(seat)?;
        }
        let game = self.game.clone().ok_or(Finding::Judge(line))?;
        for (row, expected) in game.rows(seat).iter().enumerate() {
            if row > 0 {
                (line, text) = self.more(seat)?;
            }
            require(text == expected, line)?;
        }
        self.others(&game, seat)?;
        self.list(&game, seat)
    }

    /// The part that only a first message has.
    fn shapes(&mut self, line: usize, seat: usize, text: &str) -> Result<(), Finding> {
        let count = count(text).ok_or(Finding::Judge(line))?;
        let known = self.game.as_ref().map(|game| &game.shapes).or(self.rules.shapes.as_ref());
        require(count > 0 && known.is_none_or(|known| known.len() == count), line)?;
        let set = self.rules.shapes.as_ref();
        let set: Option<Vec<_>> = set.map(|set| set.iter().map(Shape::forms).collect());
        let mut shapes: Vec<Shape> = Vec::new();
        for _ in 0..count {
            let (line, text) = self.more(seat)?;
            let shape = definition(text).ok_or(Finding::Judge(line))?;
            let twice = |s: &Shape| s.letter == shape.letter || s.forms() == shape.forms();
            require(!shapes.iter().any(twice), line)?;
            require(set.as_ref().is_none_or(|set| set.contains(&shape.forms())), line)?;
            require(self.game.as_ref().is_none_or(|game| game.shapes.contains(&shape)), line)?;
            shapes.push(shape);
        }
        for expected in [self.rules.players as i64, seat as i64, self.rules.size] {
            let (line, text) = self.more(seat)?;
            require(text == expected.to_string(), line)?;
        }
        let (line, text) = self.more(seat)?;
        let mut letters: Vec<char> = text.chars().collect();
        let mut defined: Vec<char> = shapes.iter().map(|shape| shape.letter).collect();
        letters.sort();
        defined.sort();
        require(letters == defined, line)?;
        self.game.get_or_insert_with(|| Game::new(self.rules, shapes));
        Ok(())
    }

    /// The moves of the others. A number too high shows where the move is missing.
    fn others(&mut self, game: &Game, seat: usize) -> Result<(), Finding> {
        let (number, text) = self.more(seat)?;
        let count = count(text).ok_or(Finding::Judge(number))?;
        let expected = game.others(seat);
        for told in 0..count {
            let (line, text) = self.more(seat)?;
            let (player, mv) = text.split_once(' ').ok_or(Finding::Judge(line))?;
            let mv = plain_move(mv).ok_or(Finding::Judge(line))?;
            let right = |(by, made): &(usize, Move)| player == by.to_string() && game.same_move(*made, mv);
            require(expected.get(told).is_some_and(right), line)?;
        }
        require(count == expected.len(), number)
    }

    /// The valid moves. Each listed one is looked at first, then whether there are enough.
    fn list(&mut self, game: &Game, seat: usize) -> Result<(), Finding> {
        let (number, text) = self.more(seat)?;
        let count = count(text).ok_or(Finding::Judge(number))?;
        let mut seen: Vec<Vec<Cell>> = Vec::new();
        self.listed.clear();
        for _ in 0..count {
            let (line, text) = self.more(seat)?;
            let mv = plain_move(text).ok_or(Finding::Judge(line))?;
            require(game.broken(seat, mv).is_empty(), line)?;
            let cells = game.shape(mv.letter).and_then(|shape| shape.cells(mv)).unwrap_or_default();
            require(!seen.contains(&cells), line)?;
            seen.push(cells);
            self.listed.push(mv);
        }
        require(seen.len() == game.valid(seat).len(), number)
    }

    /// What the asked seat does.
    fn answer(&mut self, seat: usize) -> Result<(), Finding> {
        let game = self.game.as_mut().ok_or(Finding::Cut)?;
        let first = game.moves.iter().all(|(by, _)| *by != seat);
        let limit = if first { self.rules.first_time } else { self.rules.turn_time };
        match self.next()? {
            None | Some((_, Line::Gap)) => Err(Finding::Cut),
            Some((line, Line::Answer(by, ..))) if by != seat => Err(Finding::Bot { line, seat: by }),
            Some((line, Line::Answer(_, text, time))) => {
                let fault = Finding::Bot { line, seat };
                let mv = Move::read(text).filter(|_| time <= limit).ok_or(fault.clone())?;
                let game = self.game.as_mut().ok_or(Finding::Cut)?;
                let counts = first || self.rules.unlisted || self.listed.contains(&mv);
                if !counts || !game.broken(seat, mv).is_empty() {
                    return Err(fault);
                }
                game.place(seat, mv);
                Ok(())
            }
            // More of the message than there is to it.
            Some((line, Line::Told(to, _))) if to == seat => Err(Finding::Judge(line)),
            // The log leaves out the answer that this message supposes.
            Some((line, Line::Told(..))) => Err(Finding::Form(line)),
            Some((line, Line::Event(by, event))) => {
                self.event(line, by, event, Some(limit).filter(|_| by == seat))?;
                self.answer(seat)
            }
        }
    }

    /// An event; `due` is the time of the seat where its answer is due.
    fn event(&self, line: usize, seat: usize, event: &str, due: Option<u64>) -> Result<(), Finding> {
        let over = self.game.as_ref().is_some_and(|game| game.to_move().is_none());
        let form = Err(Finding::Form(line));
        let allowed = match event.split(' ').collect::<Vec<&str>>()[..] {
            ["silent", time] => match (milliseconds(time), due) {
                (Some(time), Some(limit)) if time >= limit => false,
                _ => return form,
            },
            ["exit" | "signal", number] if count(number).is_some() => over,
            ["closed"] => due.is_none(),
            ["flood"] => false,
            ["used", "cpu", _, "memory", memory] => match memory.strip_suffix("MB").and_then(count) {
                Some(memory) => memory <= MEMORY,
                None => return form,
            },
            ["unfinished" | "unflushed", ..] => true,
            _ => return form,
        };
        if allowed { Ok(()) } else { Err(Finding::Bot { line, seat }) }
    }
}

fn require(holds: bool, line: usize) -> Result<(), Finding> {
    if holds { Ok(()) } else { Err(Finding::Judge(line)) }
}

/// A line after the header, if it has the form of one.
fn line(text: &str, players: usize) -> Option<Line<'_>> {
    if text == "..." {
        return Some(Line::Gap);
    }
    let mark = text.find(['<', '>', '!'])?;
    let seat = count(&text[..mark]).filter(|seat| *seat < players)?;
    let rest = &text[mark + 1..];
    let rest = if rest.is_empty() { rest } else { rest.strip_prefix(' ')? };
    match text.as_bytes()[mark] {
        b'<' => Some(Line::Told(seat, rest)),
        b'!' => Some(Line::Event(seat, rest)),
        _ => {
            let timed =
                rest.rsplit_once('@').and_then(|(answer, time)| Some((answer, milliseconds(&format!("@{time}"))?)));
            let (answer, time) = timed.unwrap_or((rest, 0));
            Some(Line::Answer(seat, answer.strip_suffix(' ').unwrap_or(answer), time))
        }
    }
}

/// `@3ms`.
fn milliseconds(word: &str) -> Option<u64> {
    Some(count(word.strip_prefix('@')?.strip_suffix("ms")?)? as u64)
}

/// A number from 0 up in its shortest form.
fn count(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number: &usize| number.to_string() == text)
}

/// A move exactly as a judge writes it.
fn plain_move(text: &str) -> Option<Move> {
    Move::read(text).filter(|mv| mv.to_string() == text)
}

/// `letter width height definition`.
fn definition(text: &str) -> Option<Shape> {
    let [letter, width, height, drawing] = text.split(' ').collect::<Vec<&str>>()[..] else { return None };
    let letter = letter.chars().next().filter(|l| letter.len() == 1 && ('A'..='U').contains(l))?;
    let (width, height) = (count(width)?, count(height)?);
    let drawn = drawing.chars().all(|c| "#.".contains(c)) && drawing.len() == width.checked_mul(height)?;
    if !drawn || width == 0 {
        return None;
    }
    let rows: Vec<&str> = (0..height).map(|row| &drawing[row * width..(row + 1) * width]).collect();
    let shape = Shape::of(letter, &rows);
    (shape.joined() && (1..=5).contains(&shape.squares.len())).then_some(shape)
}
