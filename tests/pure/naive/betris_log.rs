//! The judging of Betris logs a second time, line by line as they come, after the pages
//! `betris.md`, `wire.md` and `log.md`: the first line that cannot stand where it stands.
//!
//! Not modelled: headers, logs of one seat, answers without times, what follows after a gap or a fault,
//! roundings other than down and exact times other than in-time.

use super::betris::{Bet, Board, Cell, kind, resolve};
use super::{Finding, holds_a_time};

/// Time in milliseconds to end after FINISH.
const GRACE: u64 = 1000;
/// Peak memory in megabytes that a program may use.
const MEMORY: u64 = 1024;
/// A line with more bytes than this is no answer.
const LINE_CAP: usize = 65536;
/// No time and no size of a log is larger.
const LARGEST: u64 = 999_999_999_999;

/// Parameters of the game that the model obeys.
#[derive(Clone)]
pub struct Naive {
    /// Rows of each board.
    pub rows: usize,
    /// Columns of each board.
    pub cols: usize,
    /// Chips of a seat at the start.
    pub chips: usize,
    /// Rounds of a game.
    pub rounds: usize,
    /// Chips that a bet may have at most.
    pub max_bet: usize,
    /// Names of the kinds that are drawn.
    pub blocks: &'static [&'static str],
    /// Milliseconds of a seat for all its bets and placements.
    pub bank: u64,
    /// Milliseconds for the answer to READY.
    pub ready: u64,
}

impl Naive {
    /// The first finding in the body of a log that holds both seats of a whole game.
    pub fn judge(&self, log: &[&str]) -> Finding {
        let seats = [Seat::new(self), Seat::new(self)];
        let mut table = Table {
            rules: self,
            rounds: Vec::new(),
            seats,
            told_later: [false; 2],
        };
        for (at, text) in log.iter().enumerate() {
            if text.trim_matches([' ', '\t']).is_empty() || text.starts_with('#') {
                continue;
            }
            if *text == "..." {
                return Finding::Cut;
            }
            table.told_later =
                ["0<", "1<"].map(|to| log[at + 1..].iter().any(|line| line.starts_with(to)));
            match line(text)
                .ok_or(Wrong::Log)
                .and_then(|(seat, what)| table.hear(seat, what))
            {
                Ok(()) => (),
                Err(Wrong::Log) => return Finding::Form(at),
                Err(Wrong::Judge) => return Finding::Judge(at),
                Err(Wrong::Bot(seat)) => return Finding::Bot { line: at, seat },
            }
        }
        if table.seats.iter().all(|seat| seat.next == Next::Nothing) {
            Finding::Valid
        } else {
            Finding::Cut
        }
    }
}

/// Who is at fault at a line.
enum Wrong {
    Log,
    Judge,
    Bot(usize),
}

/// The message that a seat gets next, or the answer that it owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Ready,
    Ok,
    Phase1,
    Bet,
    Phase2,
    Place,
    Opp,
    Finish,
    Nothing,
}

/// What the lines so far have told of a seat.
struct Seat {
    next: Next,
    /// The round that it is in, from 0.
    round: usize,
    board: Board,
    closed: bool,
    ended: bool,
}

impl Seat {
    fn new(rules: &Naive) -> Seat {
        let board = Board::empty(rules.rows, rules.cols);
        Seat {
            next: Next::Ready,
            round: 0,
            board,
            closed: false,
            ended: false,
        }
    }
}

/// What the lines so far have told of a round; an answer stands with its time.
#[derive(Default)]
struct Round {
    pair: Option<[String; 2]>,
    bets: [Option<(Bet, u64)>; 2],
    /// Which block of the pair each seat gets and what it pays, once it is told.
    got: Option<[(usize, usize); 2]>,
    places: [Option<(Vec<Cell>, u64)>; 2],
}

struct Table<'a> {
    rules: &'a Naive,
    rounds: Vec<Round>,
    seats: [Seat; 2],
    /// Whether a seat is told anything behind the line at hand: then it has not failed.
    told_later: [bool; 2],
}

impl Table<'_> {
    fn hear(&mut self, seat: usize, what: What) -> Result<(), Wrong> {
        match what {
            What::Told(text) => self.told(seat, &text),
            What::Answer(text, time) => self.answered(seat, &text, time),
            What::Silent(time) => self.silent(seat, time),
            What::Ended(normally) => self.ended(seat, normally),
            What::Closed => self.closed(seat),
            What::Flood if self.seats[seat].ended || self.seats[seat].closed => Err(Wrong::Log),
            What::Flood => Err(Wrong::Bot(seat)),
            What::Used(memory) if memory > MEMORY => Err(Wrong::Bot(seat)),
            What::Used(_) | What::Other => Ok(()),
        }
    }

    /// The rest of a seat's bank when a round begins, or after the bets of that round.
    fn rest(&self, seat: usize, round: usize, after_bets: bool) -> u64 {
        let mut used = 0;
        for (at, played) in self.rounds.iter().enumerate() {
            if at < round || (at == round && after_bets) {
                used += played.bets[seat].as_ref().map_or(0, |bet| bet.1);
            }
            if at < round {
                used += played.places[seat].as_ref().map_or(0, |place| place.1);
            }
        }
        self.rules.bank.saturating_sub(used)
    }

    /// The chips of a seat when a round begins.
    fn chips(&self, seat: usize, round: usize) -> usize {
        let paid: usize = self.rounds[..round]
            .iter()
            .filter_map(|played| played.got)
            .map(|got| got[seat].1)
            .sum();
        self.rules.chips.saturating_sub(paid)
    }

    /// The time that a seat has for the answer that it owes, or None where it owes none.
    fn limit(&self, seat: usize) -> Option<u64> {
        let round = self.seats[seat].round;
        match self.seats[seat].next {
            Next::Ok => Some(self.rules.ready),
            Next::Bet => Some(self.rest(seat, round, false)),
            Next::Place => Some(self.rest(seat, round, true)),
            _ => None,
        }
    }

    /// Whether nothing more will be asked of this seat.
    fn is_through(&self, seat: usize) -> bool {
        let Seat { next, round, .. } = self.seats[seat];
        matches!(next, Next::Finish | Next::Nothing)
            || (next == Next::Opp && round + 1 == self.rules.rounds)
    }

    fn told(&mut self, seat: usize, text: &str) -> Result<(), Wrong> {
        if text == "FINISH" && self.only_the_other_keeps_it_waiting(seat) {
            return Err(Wrong::Bot(1 - seat));
        }
        let next = match self.seats[seat].next {
            Next::Ready => (text == "READY").then_some(Next::Ok),
            Next::Phase1 => self.phase1(seat, text).then_some(Next::Bet),
            Next::Phase2 => self.phase2(seat, text).then_some(Next::Place),
            Next::Opp => self.opp(seat, text).then_some(Next::Phase1),
            Next::Finish => (text == "FINISH").then_some(Next::Nothing),
            Next::Ok | Next::Bet | Next::Place | Next::Nothing => None,
        };
        let next = next.ok_or(Wrong::Judge)?;
        let told = &mut self.seats[seat];
        let opp = told.next == Next::Opp;
        told.next = if opp && told.round + 1 == self.rules.rounds {
            Next::Finish
        } else {
            next
        };
        told.round += usize::from(opp);
        Ok(())
    }

    /// Whether this seat has answered and the other, which was asked the same, has not: then a FINISH to this seat shows that
    /// the other has failed.
    fn only_the_other_keeps_it_waiting(&self, seat: usize) -> bool {
        let next = [seat, 1 - seat].map(|seat| self.seats[seat].next);
        let waits = matches!(
            next,
            [Next::Phase1, Next::Ok] | [Next::Phase2, Next::Bet] | [Next::Opp, Next::Place]
        );
        waits && !self.told_later[1 - seat]
    }

    /// `PHASE1 A B my_time opp_time`, once both are ready; the pair is the one that the other seat was shown.
    fn phase1(&mut self, seat: usize, text: &str) -> bool {
        let round = self.seats[seat].round;
        let is_ready = |seat: &Seat| !matches!(seat.next, Next::Ready | Next::Ok);
        let [word, first, second, own, others] = text.split(' ').collect::<Vec<_>>()[..] else {
            return false;
        };
        let clocks = [seat, 1 - seat].map(|seat| self.rest(seat, round, false).to_string());
        let known = [first, second]
            .iter()
            .all(|name| self.rules.blocks.contains(name));
        if !self.seats.iter().all(is_ready)
            || word != "PHASE1"
            || [own, others] != clocks
            || !known
            || first == second
        {
            return false;
        }
        let pair = [first.to_string(), second.to_string()];
        if self.rounds.len() == round {
            self.rounds.push(Round::default());
        }
        *self.rounds[round].pair.get_or_insert_with(|| pair.clone()) == pair
    }

    /// `PHASE2 C my_chip opp_chip my_time opp_time`, once both have bet; in a tie the first that is told shows who succeeds.
    fn phase2(&mut self, seat: usize, text: &str) -> bool {
        let at = self.seats[seat].round;
        let round = &self.rounds[at];
        let (Some(pair), [Some((first, _)), Some((second, _))]) = (&round.pair, &round.bets) else {
            return false;
        };
        let possible = match round.got {
            Some(got) => vec![got],
            None => vec![resolve(*first, *second, 0), resolve(*first, *second, 1)],
        };
        let message = |got: &[(usize, usize); 2]| {
            let [own, others] = [seat, 1 - seat].map(|seat| self.chips(seat, at) - got[seat].1);
            let [time, others_time] = [seat, 1 - seat].map(|seat| self.rest(seat, at, true));
            format!(
                "PHASE2 {} {own} {others} {time} {others_time}",
                pair[got[seat].0]
            )
        };
        let Some(got) = possible.into_iter().find(|got| message(got) == text) else {
            return false;
        };
        self.rounds[at].got = Some(got);
        true
    }

    /// `OPP k x1 y1 ... xk yk`, once both have placed: the cells of the other in any order.
    fn opp(&self, seat: usize, text: &str) -> bool {
        let [Some(first), Some(second)] = &self.rounds[self.seats[seat].round].places else {
            return false;
        };
        let (placed, _) = [second, first][seat];
        let words: Vec<&str> = text.split(' ').collect();
        let numbers: Option<Vec<i64>> = words[1..].iter().map(|word| plain_number(word)).collect();
        words[0] == "OPP" && numbers.and_then(|numbers| cells(&numbers)).as_ref() == Some(placed)
    }

    fn answered(&mut self, seat: usize, text: &str, time: u64) -> Result<(), Wrong> {
        if self.seats[seat].ended || self.seats[seat].closed {
            return Err(Wrong::Log);
        }
        let limit = self.limit(seat).ok_or(Wrong::Bot(seat))?;
        if time > limit || limit == 0 || text.len() > LINE_CAP {
            return Err(Wrong::Bot(seat));
        }
        let words = words(text);
        let next = match self.seats[seat].next {
            Next::Ok => (words == ["OK"]).then_some(Next::Phase1),
            Next::Bet => self.bet(seat, &words, time).map(|()| Next::Phase2),
            _ => self.place(seat, &words, time).map(|()| Next::Opp),
        };
        self.seats[seat].next = next.ok_or(Wrong::Bot(seat))?;
        Ok(())
    }

    /// Takes a bet; None where it is wrong.
    fn bet(&mut self, seat: usize, words: &[&str], time: u64) -> Option<()> {
        let ["BET", name, chips] = words else {
            return None;
        };
        let at = self.seats[seat].round;
        let on = self.rounds[at]
            .pair
            .as_ref()?
            .iter()
            .position(|block| block == name)?;
        let chips = usize::try_from(integer(chips)?).ok()?;
        if chips > self.rules.max_bet || chips > self.chips(seat, at) {
            return None;
        }
        self.rounds[at].bets[seat] = Some((Bet { on, chips }, time));
        Some(())
    }

    /// Takes a placement; None where it is wrong.
    fn place(&mut self, seat: usize, words: &[&str], time: u64) -> Option<()> {
        let ("PLACE", words) = (*words.first()?, &words[1..]) else {
            return None;
        };
        let numbers: Option<Vec<i64>> = words.iter().map(|word| integer(word)).collect();
        let placed = cells(&numbers?)?;
        let round = &mut self.rounds[self.seats[seat].round];
        let block = &round.pair.as_ref()?[round.got?[seat].0];
        let board = &mut self.seats[seat].board;
        if !placed.is_empty() && !board.placements(kind(block)).contains(&placed) {
            return None;
        }
        board.fill(&placed);
        round.places[seat] = Some((placed, time));
        Some(())
    }

    /// A silence must have lasted at least as long as the seat was given.
    fn silent(&self, seat: usize, time: u64) -> Result<(), Wrong> {
        let told = &self.seats[seat];
        let given = if told.next == Next::Nothing {
            Some(GRACE)
        } else {
            self.limit(seat)
        };
        let possible = !told.ended && given.is_some_and(|given| time >= given);
        Err(if possible {
            Wrong::Bot(seat)
        } else {
            Wrong::Log
        })
    }

    /// A process ends once, normally, and not before it has given its last answer.
    fn ended(&mut self, seat: usize, normally: bool) -> Result<(), Wrong> {
        if self.seats[seat].ended {
            return Err(Wrong::Log);
        }
        if !normally || !self.is_through(seat) {
            return Err(Wrong::Bot(seat));
        }
        self.seats[seat].ended = true;
        Ok(())
    }

    /// A program keeps its output open as long as an answer may be due.
    fn closed(&mut self, seat: usize) -> Result<(), Wrong> {
        if self.seats[seat].closed || self.seats[seat].ended {
            return Err(Wrong::Log);
        }
        if !self.is_through(seat) {
            return Err(Wrong::Bot(seat));
        }
        self.seats[seat].closed = true;
        Ok(())
    }
}

/// The words of an answer. A carriage return at the end is part of the line end; blanks and tabs at the ends, or more than
/// one of them, are forgiven.
fn words(text: &str) -> Vec<&str> {
    text.strip_suffix('\r')
        .unwrap_or(text)
        .split([' ', '\t'])
        .filter(|word| !word.is_empty())
        .collect()
}

/// An integer of an answer; a plus sign and leading zeros are forgiven, and one too large is as large as can be.
fn integer(word: &str) -> Option<i64> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, word.strip_prefix('+').unwrap_or(word)),
    };
    let all = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| sign * digits.parse().unwrap_or(i64::MAX))
}

/// `k x1 y1 ... xk yk` as cells from 0 in ascending order, or None where the numbers are not as many as k says.
fn cells(numbers: &[i64]) -> Option<Vec<Cell>> {
    let (count, numbers) = numbers.split_first()?;
    if count.checked_mul(2) != i64::try_from(numbers.len()).ok() {
        return None;
    }
    let small = |number: i64| i32::try_from(number.clamp(-1, 1000)).unwrap_or(0) - 1;
    let mut cells: Vec<Cell> = numbers
        .chunks(2)
        .map(|cell| (small(cell[0]), small(cell[1])))
        .collect();
    cells.sort();
    Some(cells)
}

/// The shortest row of digits.
fn plain_number(word: &str) -> Option<i64> {
    word.parse()
        .ok()
        .filter(|number: &i64| number.to_string() == word && *number >= 0)
}

// ---------------------------------------------------------------- lines of the log

/// What a line tells of its seat.
enum What {
    /// The seat reads this.
    Told(String),
    /// The seat writes this, counted with this time.
    Answer(String, u64),
    /// No complete answer in this time.
    Silent(u64),
    /// The process ended: with exit code 0 or otherwise.
    Ended(bool),
    /// Standard output was closed.
    Closed,
    /// A line grew beyond the cap.
    Flood,
    /// Megabytes used.
    Used(u64),
    /// What changes nothing.
    Other,
}

/// The seat and the fact of a line, or None if it has not the form of one.
fn line(text: &str) -> Option<(usize, What)> {
    if !text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) || text.ends_with(' ') {
        return None;
    }
    let seat = ["0", "1"].iter().position(|seat| text.starts_with(seat))?;
    let sign = text[1..].chars().next()?;
    let rest = if text.len() == 2 {
        ""
    } else {
        text[2..].strip_prefix(' ')?
    };
    let what = match sign {
        '<' => What::Told(unescaped(rest)?),
        '>' => {
            let (answer, time) = match rest.rsplit_once('@').filter(|(_, time)| is_time(time)) {
                Some((answer, time)) => (answer, milliseconds(time)?),
                None => (rest, 0),
            };
            if holds_a_time(answer) {
                return None;
            }
            What::Answer(unescaped(answer.strip_suffix(' ').unwrap_or(answer))?, time)
        }
        '!' => event(rest)?,
        _ => return None,
    };
    Some((seat, what))
}

/// An event in one of its forms.
fn event(text: &str) -> Option<What> {
    Some(match text.split(' ').collect::<Vec<_>>()[..] {
        ["silent", time] => What::Silent(milliseconds(time.strip_prefix('@')?)?),
        ["exit", code] => What::Ended(number(code)? == 0),
        ["signal", signal] => number(signal).map(|_| What::Ended(false))?,
        ["closed"] => What::Closed,
        ["flood"] => What::Flood,
        ["left", others] => number(others)
            .filter(|&others| others > 0)
            .map(|_| What::Other)?,
        ["unfinished" | "unflushed", ..] => unescaped(text).map(|_| What::Other)?,
        ["used", "cpu", cpu, "memory", memory] => {
            What::Used(milliseconds(cpu).and(number(memory.strip_suffix("MB")?))?)
        }
        _ => return None,
    })
}

/// Whether a word has the form of a time, however large.
fn is_time(word: &str) -> bool {
    word.strip_suffix("ms").is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// `12ms`.
fn milliseconds(word: &str) -> Option<u64> {
    number(word.strip_suffix("ms")?)
}

/// A row of digits, of a number that is not too large; leading zeros are forgiven.
fn number(word: &str) -> Option<u64> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse()
        .ok()
        .filter(|number: &u64| digits && *number <= LARGEST)
}

/// The characters that a text of the log stands for, or None where an escape is unknown.
fn unescaped(text: &str) -> Option<String> {
    let mut chars = text.chars();
    let mut found = String::new();
    while let Some(char) = chars.next() {
        found.push(match char {
            '\\' => match chars.next()? {
                '\\' => '\\',
                'r' => '\r',
                't' => '\t',
                'x' => {
                    char::from_u32(chars.next()?.to_digit(16)? * 16 + chars.next()?.to_digit(16)?)?
                }
                _ => return None,
            },
            plain => plain,
        });
    }
    Some(found)
}
