//! Gomoku and the judging of its logs a second time, as plainly as the pages
//! `gomoku.md`, `wire.md` and `log.md` put it. Nothing here is meant to be fast.
//!
//! Not modelled: headers, logs of one seat, `after-fault` (judging stops at the
//! first fault), roundings other than down and exact times other than in-time.

use super::{Finding, holds_a_time};

/// The size of a board and the length of a row are at most this.
const LARGEST: usize = 19;
/// Time in milliseconds to end after FINISH.
const GRACE: u64 = 1000;
/// Peak memory in megabytes that a program may use.
const MEMORY: u64 = 1024;
/// A line with more bytes than this is no answer.
const LINE_CAP: usize = 65536;
/// A cell without a stone.
const EMPTY: char = '.';
/// The stones of seat 0 and of seat 1.
const STONES: [char; 2] = ['B', 'W'];
/// Right, down, and the two diagonals.
const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Parameters of the game that the model obeys.
///
/// Sizes outside 1 to 19 are taken as the nearest size inside.
#[derive(Clone)]
pub struct Naive {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Stones in line that win.
    pub row: usize,
    /// Milliseconds of a seat for all its moves.
    pub bank: u64,
    /// Milliseconds for the answer to READY.
    pub ready: u64,
    /// Whether the other seat still hears the last move before FINISH.
    pub last_opp: bool,
}

impl Default for Naive {
    fn default() -> Self {
        Naive {
            rows: 15,
            cols: 15,
            row: 5,
            bank: 10000,
            ready: 3000,
            last_opp: true,
        }
    }
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A seat is to move.
    Running,
    /// This seat has completed a row.
    Wins(usize),
    /// The board is full without a winning row.
    Draw,
}

impl Naive {
    /// The end reached by these moves (row, column from 1), or the index of the first illegal move.
    pub fn play(&self, moves: &[(usize, usize)]) -> Result<End, usize> {
        self.after(moves).map(|position| position.end)
    }

    /// All legal moves after these legal moves, by row and then column.
    pub fn legal(&self, moves: &[(usize, usize)]) -> Vec<(usize, usize)> {
        match self.after(moves) {
            Ok(position) if position.end == End::Running => position.empty_cells(),
            _ => Vec::new(),
        }
    }

    /// The first finding in the body of a log that holds both seats of a whole game.
    pub fn judge(&self, log: &[&str]) -> Finding {
        let mut table = Table::new(self);
        for (index, line) in log.iter().enumerate() {
            if is_comment_or_blank(line) {
                continue;
            }
            if *line == "..." {
                return Finding::Cut;
            }
            let Some((seat, what)) = read_line(line) else {
                return Finding::Form(index);
            };
            table.told_later = [0, 1].map(|seat| is_told(seat, &log[index + 1..]));
            match table.hear(seat, &what) {
                Observation::Fine => {}
                Observation::Impossible => return Finding::Form(index),
                Observation::JudgeWrong => return Finding::Judge(index),
                Observation::Fault(seat) => return Finding::Bot { line: index, seat },
            }
        }
        if table.finished == [true, true] {
            Finding::Valid
        } else {
            Finding::Cut
        }
    }

    /// The position after these moves, or the index of the first illegal move.
    fn after(&self, moves: &[(usize, usize)]) -> Result<Position, usize> {
        let mut position = Position::new(self);
        for (index, cell) in moves.iter().enumerate() {
            if !position.put(*cell) {
                return Err(index);
            }
        }
        Ok(position)
    }
}

// ---------------------------------------------------------------- the board

/// A board, the seat to move, and how the game stands.
struct Position {
    cells: Vec<Vec<char>>,
    row: usize,
    mover: usize,
    end: End,
}

impl Position {
    /// The empty board with the first player to move.
    fn new(naive: &Naive) -> Self {
        let rows = naive.rows.clamp(1, LARGEST);
        let cols = naive.cols.clamp(1, LARGEST);
        Position {
            cells: vec![vec![EMPTY; cols]; rows],
            row: naive.row.clamp(1, LARGEST),
            mover: 0,
            end: End::Running,
        }
    }

    /// What lies on a cell counted from 0, if there is such a cell.
    fn at(&self, row: usize, col: usize) -> Option<char> {
        self.cells.get(row)?.get(col).copied()
    }

    /// Puts the mover's stone on a cell counted from 1; false where that is illegal.
    fn put(&mut self, cell: (usize, usize)) -> bool {
        let (Some(row), Some(col)) = (cell.0.checked_sub(1), cell.1.checked_sub(1)) else {
            return false;
        };
        if self.end != End::Running || self.at(row, col) != Some(EMPTY) {
            return false;
        }
        self.cells[row][col] = STONES[self.mover];
        if self.has_row(STONES[self.mover]) {
            self.end = End::Wins(self.mover);
        } else if self.empty_cells().is_empty() {
            self.end = End::Draw;
        }
        self.mover = other(self.mover);
        true
    }

    /// The empty cells, counted from 1.
    fn empty_cells(&self) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (row, cells) in self.cells.iter().enumerate() {
            for (col, cell) in cells.iter().enumerate() {
                if *cell == EMPTY {
                    found.push((row + 1, col + 1));
                }
            }
        }
        found
    }

    /// Whether these stones stand in a row of the winning length (or a longer one) anywhere.
    fn has_row(&self, stone: char) -> bool {
        for row in 0..self.cells.len() {
            for col in 0..self.cells[row].len() {
                for direction in DIRECTIONS {
                    if self.row_from(row, col, direction, stone) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether a row of the winning length starts at this cell in this direction.
    fn row_from(&self, row: usize, col: usize, step: (isize, isize), stone: char) -> bool {
        let (mut row, mut col) = (Some(row), Some(col));
        for _ in 0..self.row {
            let (Some(here_row), Some(here_col)) = (row, col) else {
                return false;
            };
            if self.at(here_row, here_col) != Some(stone) {
                return false;
            }
            row = here_row.checked_add_signed(step.0);
            col = here_col.checked_add_signed(step.1);
        }
        true
    }
}

/// The other seat.
fn other(seat: usize) -> usize {
    1 - seat
}

// ---------------------------------------------------------------- the course of a game

/// What a seat is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ask {
    Nothing,
    Ready,
    Turn,
}

/// What one line shows.
enum Observation {
    Fine,
    Impossible,
    JudgeWrong,
    Fault(usize),
}

/// All that the lines so far have told.
struct Table {
    position: Position,
    last_opp: bool,
    ready: u64,
    bank: [u64; 2],
    /// The messages that each seat still has to get, in their order.
    owed: [Vec<String>; 2],
    asked: [Ask; 2],
    said_ok: [bool; 2],
    finished: [bool; 2],
    /// Whether a seat is told anything behind the line at hand.
    told_later: [bool; 2],
    closed: [bool; 2],
    ended: [bool; 2],
}

impl Table {
    /// Before the first line: each seat is owed its READY.
    fn new(naive: &Naive) -> Self {
        Table {
            position: Position::new(naive),
            last_opp: naive.last_opp,
            ready: naive.ready,
            bank: [naive.bank; 2],
            owed: [
                vec!["READY FIRST".to_string()],
                vec!["READY SECOND".to_string()],
            ],
            asked: [Ask::Nothing; 2],
            said_ok: [false; 2],
            finished: [false; 2],
            told_later: [false; 2],
            closed: [false; 2],
            ended: [false; 2],
        }
    }

    fn game_over(&self) -> bool {
        self.position.end != End::Running
    }

    /// Whether the seat has got all that it is owed and has yet to answer.
    fn answer_due(&self, seat: usize) -> bool {
        self.asked[seat] != Ask::Nothing && self.owed[seat].is_empty()
    }

    /// The time that the asked seat has for its answer.
    fn limit(&self, seat: usize) -> u64 {
        match self.asked[seat] {
            Ask::Ready => self.ready,
            _ => self.bank[seat],
        }
    }

    fn hear(&mut self, seat: usize, what: &What) -> Observation {
        match what {
            What::Message(text) => self.hear_message(seat, text),
            What::Answer(text, time) => self.hear_answer(seat, text, *time),
            What::Silent(time) => self.hear_silent(seat, *time),
            What::Ended(normally, time) => self.hear_ended(seat, *normally, *time),
            What::Closed => self.hear_closed(seat),
            What::Flood => Observation::Fault(seat),
            What::Used(memory) => self.hear_used(seat, *memory),
            What::Leftover => Observation::Fine,
        }
    }

    fn hear_message(&mut self, seat: usize, text: &[u8]) -> Observation {
        if text == b"FINISH" && self.shows_failure_of_other(seat) {
            return Observation::Fault(other(seat));
        }
        match self.owed[seat].first() {
            Some(front) if front.as_bytes() == text => {}
            _ => return Observation::JudgeWrong,
        }
        let message = self.owed[seat].remove(0);
        if message.starts_with("READY") {
            self.asked[seat] = Ask::Ready;
        }
        if message == "FINISH" {
            self.finished[seat] = true;
        }
        if message.starts_with("TURN") {
            self.asked[seat] = Ask::Turn;
            if self.bank[seat] == 0 {
                return Observation::Fault(seat);
            }
        }
        Observation::Fine
    }

    /// Whether a FINISH to this seat can only mean that the other has failed.
    fn shows_failure_of_other(&self, seat: usize) -> bool {
        let answered = self.asked[seat] == Ask::Nothing;
        let waits = answered
            && self.owed[seat].is_empty()
            && !self.game_over()
            && self.answer_due(other(seat));
        waits && !self.told_later[other(seat)]
    }

    fn hear_answer(&mut self, seat: usize, text: &[u8], time: u64) -> Observation {
        if self.ended[seat] {
            return Observation::Impossible;
        }
        if !self.answer_due(seat) || time > self.limit(seat) || text.len() > LINE_CAP {
            return Observation::Fault(seat);
        }
        let right = match self.asked[seat] {
            Ask::Ready => self.take_ok(seat, text),
            _ => self.take_move(seat, text, time),
        };
        if right {
            Observation::Fine
        } else {
            Observation::Fault(seat)
        }
    }

    /// Takes the answer to READY; false where it is wrong.
    fn take_ok(&mut self, seat: usize, text: &[u8]) -> bool {
        if words(text) != [b"OK"] {
            return false;
        }
        self.asked[seat] = Ask::Nothing;
        self.said_ok[seat] = true;
        if self.said_ok == [true, true] {
            self.owe_turn(0);
        }
        true
    }

    /// Takes the answer to TURN; false where it is wrong.
    fn take_move(&mut self, seat: usize, text: &[u8], time: u64) -> bool {
        let Some(cell) = read_move(text) else {
            return false;
        };
        if !self.position.put(cell) {
            return false;
        }
        self.asked[seat] = Ask::Nothing;
        self.bank[seat] = self.bank[seat].saturating_sub(time);
        let opp = format!("OPP {} {} {}", cell.0, cell.1, time);
        if !self.game_over() {
            self.owed[other(seat)].push(opp);
            self.owe_turn(other(seat));
            return true;
        }
        if self.last_opp {
            self.owed[other(seat)].push(opp);
        }
        self.owed[other(seat)].push("FINISH".to_string());
        self.owed[seat].push("FINISH".to_string());
        true
    }

    fn owe_turn(&mut self, seat: usize) {
        let turn = format!("TURN {} {}", self.bank[seat], self.bank[other(seat)]);
        self.owed[seat].push(turn);
    }

    /// A silence must have lasted at least as long as the seat was given.
    fn hear_silent(&self, seat: usize, time: u64) -> Observation {
        let given = if self.finished[seat] && !self.ended[seat] {
            GRACE
        } else if self.answer_due(seat) {
            self.limit(seat)
        } else {
            return Observation::Impossible;
        };
        if time >= given {
            Observation::Fault(seat)
        } else {
            Observation::Impossible
        }
    }

    /// A process ends once, when the game is over, normally, and within the grace time.
    fn hear_ended(&mut self, seat: usize, normally: bool, time: Option<u64>) -> Observation {
        if self.ended[seat] {
            return Observation::Impossible;
        }
        let in_time = time.is_none_or(|time| time <= GRACE);
        if !self.game_over() || !normally || !in_time {
            return Observation::Fault(seat);
        }
        self.ended[seat] = true;
        Observation::Fine
    }

    /// A program keeps its output open as long as an answer may be due.
    fn hear_closed(&mut self, seat: usize) -> Observation {
        if self.closed[seat] || self.ended[seat] {
            return Observation::Impossible;
        }
        if !self.game_over() {
            return Observation::Fault(seat);
        }
        self.closed[seat] = true;
        Observation::Fine
    }

    /// What a process used in all may be told anywhere.
    fn hear_used(&self, seat: usize, memory: u64) -> Observation {
        if memory > MEMORY {
            Observation::Fault(seat)
        } else {
            Observation::Fine
        }
    }
}

// ---------------------------------------------------------------- answers

/// The words of an answer. A carriage return at the end is part of the line end;
/// blanks and tabs at the ends, or more than one of them, are forgiven.
fn words(text: &[u8]) -> Vec<&[u8]> {
    text.strip_suffix(b"\r")
        .unwrap_or(text)
        .split(|byte| *byte == b' ' || *byte == b'\t')
        .filter(|word| !word.is_empty())
        .collect()
}

/// The word `MOVE` and two integers.
fn read_move(text: &[u8]) -> Option<(usize, usize)> {
    match words(text)[..] {
        [b"MOVE", row, col] => Some((forgiving_number(row)?, forgiving_number(col)?)),
        _ => None,
    }
}

/// Digits; a plus sign and leading zeros are forgiven. A negative number, or one
/// too large to be read, names no cell of any board and is none.
fn forgiving_number(word: &[u8]) -> Option<usize> {
    let digits = word.strip_prefix(b"+").unwrap_or(word);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(digits).ok()?.parse().ok()
}

// ---------------------------------------------------------------- lines of the log

/// What a line tells of its seat.
enum What {
    /// The seat reads this.
    Message(Vec<u8>),
    /// The seat writes this, counted with this time.
    Answer(Vec<u8>, u64),
    /// No complete answer in this time.
    Silent(u64),
    /// The process ended: with exit code 0 or otherwise, and perhaps when.
    Ended(bool, Option<u64>),
    /// Standard output was closed.
    Closed,
    /// A line grew beyond the cap.
    Flood,
    /// Megabytes used.
    Used(u64),
    /// Bytes that never were an answer.
    Leftover,
}

/// Whether any of these lines tells this seat anything: then it has not failed before them.
fn is_told(seat: usize, log: &[&str]) -> bool {
    log.iter()
        .any(|line| *line == format!("{seat}<") || line.starts_with(&format!("{seat}< ")))
}

fn is_comment_or_blank(line: &str) -> bool {
    line.starts_with('#') || line.trim().is_empty()
}

/// The seat and the fact of a line, or None if it has not the form of one.
fn read_line(line: &str) -> Option<(usize, What)> {
    let printable = line.chars().all(|c| (' '..='~').contains(&c));
    if !printable || line.ends_with(' ') {
        return None;
    }
    let (seat, rest) = if let Some(rest) = line.strip_prefix('0') {
        (0, rest)
    } else {
        (1, line.strip_prefix('1')?)
    };
    let what = if let Some(text) = rest.strip_prefix("< ") {
        What::Message(unescape(text)?)
    } else if let Some(text) = rest.strip_prefix("> ") {
        let (answer, time) = text.rsplit_once(" @")?;
        if holds_a_time(answer) {
            return None;
        }
        What::Answer(unescape(answer)?, milliseconds(time)?)
    } else {
        read_event(rest.strip_prefix("! ")?)?
    };
    Some((seat, what))
}

fn read_event(text: &str) -> Option<What> {
    let leftover = text
        .strip_prefix("unfinished ")
        .or_else(|| text.strip_prefix("unflushed "));
    if let Some(bytes) = leftover {
        unescape(bytes)?;
        return Some(What::Leftover);
    }
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        ["silent", time] => Some(What::Silent(at_time(time)?)),
        ["closed"] => Some(What::Closed),
        ["flood"] => Some(What::Flood),
        ["exit", code] => Some(What::Ended(plain_number(code)? == 0, None)),
        ["exit", code, time] => Some(What::Ended(plain_number(code)? == 0, Some(at_time(time)?))),
        ["signal", number] => {
            plain_number(number)?;
            Some(What::Ended(false, None))
        }
        ["signal", number, time] => {
            plain_number(number)?;
            Some(What::Ended(false, Some(at_time(time)?)))
        }
        ["used", "cpu", cpu, "memory", memory] => {
            milliseconds(cpu)?;
            Some(What::Used(plain_number(memory.strip_suffix("MB")?)?))
        }
        _ => None,
    }
}

/// `@12ms`
fn at_time(word: &str) -> Option<u64> {
    milliseconds(word.strip_prefix('@')?)
}

/// `12ms`
fn milliseconds(word: &str) -> Option<u64> {
    plain_number(word.strip_suffix("ms")?)
}

/// The shortest row of digits. One that is too long to be read is as large as can be.
fn plain_number(word: &str) -> Option<u64> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let shortest = word == "0" || !word.starts_with('0');
    if digits && shortest {
        Some(word.parse().unwrap_or(u64::MAX))
    } else {
        None
    }
}

/// The bytes that a text of the log stands for, or None where an escape is unknown.
fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        if char != '\\' {
            bytes.push(u8::try_from(char).ok()?);
            continue;
        }
        match chars.next()? {
            '\\' => bytes.push(b'\\'),
            'r' => bytes.push(b'\r'),
            't' => bytes.push(b'\t'),
            'x' => {
                let high = chars.next()?.to_digit(16)?;
                let low = chars.next()?.to_digit(16)?;
                bytes.push(u8::try_from(high * 16 + low).ok()?);
            }
            _ => return None,
        }
    }
    Some(bytes)
}

pub(crate) mod tests {
    use super::*;

    /// Three in a row on a board of three by three.
    fn small() -> Naive {
        Naive {
            rows: 3,
            cols: 3,
            row: 3,
            bank: 100,
            ready: 30,
            last_opp: true,
        }
    }

    /// A whole game that seat 0 wins in the top row.
    const WON: [&str; 25] = [
        "1< READY SECOND",
        "0< READY FIRST",
        "0> OK @30ms",
        "1> OK @0ms",
        "0< TURN 100 100",
        "0> MOVE 1 1 @10ms",
        "1< OPP 1 1 10",
        "1< TURN 100 90",
        "1> MOVE 2 1 @20ms",
        "0< OPP 2 1 20",
        "0< TURN 90 80",
        "0> MOVE 1 2 @0ms",
        "1< OPP 1 2 0",
        "1< TURN 80 90",
        "1> MOVE 2 2 @1ms",
        "0< OPP 2 2 1",
        "0< TURN 90 79",
        "0> MOVE 1 3 @90ms",
        "0< FINISH",
        "1< OPP 1 3 90",
        "1< FINISH",
        "1! exit 0",
        "0! exit 0 @1000ms",
        "0! used cpu 12ms memory 1024MB",
        "# the end",
    ];

    /// Judges the won game up to a line, with this line there instead, and then the rest.
    fn judge_with(index: usize, line: &str) -> Finding {
        let mut log = WON.to_vec();
        log[index] = line;
        small().judge(&log)
    }

    /// Judges the first lines of the won game and then these.
    fn judge_then(count: usize, lines: &[&str]) -> Finding {
        let mut log = WON[..count].to_vec();
        log.extend(lines);
        small().judge(&log)
    }

    fn bot(line: usize, seat: usize) -> Finding {
        Finding::Bot { line, seat }
    }

    #[test]
    fn short_games() {
        let won = [(1, 1), (2, 1), (1, 2), (2, 2), (1, 3)];
        assert_eq!(small().play(&won), Ok(End::Wins(0)));
        assert_eq!(small().play(&won[..4]), Ok(End::Running));
        assert!(small().legal(&won).is_empty());
        assert_eq!(
            small().legal(&won[..4]),
            [(1, 3), (2, 3), (3, 1), (3, 2), (3, 3)]
        );
        let falling = [(1, 2), (1, 1), (1, 3), (2, 2), (2, 1), (3, 3)];
        assert_eq!(small().play(&falling), Ok(End::Wins(1)));
        let rising = [(1, 3), (1, 1), (2, 2), (1, 2), (3, 1)];
        assert_eq!(small().play(&rising), Ok(End::Wins(0)));
    }

    #[test]
    fn illegal_moves() {
        assert_eq!(small().play(&[(0, 1)]), Err(0));
        assert_eq!(small().play(&[(1, 4)]), Err(0));
        assert_eq!(small().play(&[(2, 2), (usize::MAX, 1)]), Err(1));
        assert_eq!(small().play(&[(2, 2), (2, 2)]), Err(1));
        let after_end = [(1, 1), (2, 1), (1, 2), (2, 2), (1, 3), (3, 3)];
        assert_eq!(small().play(&after_end), Err(5));
    }

    #[test]
    fn overline_wins() {
        let mut moves = Vec::new();
        for (turn, col) in [1, 2, 3, 5, 6].into_iter().enumerate() {
            moves.push((8, col));
            moves.push((1 + 2 * turn, 15));
        }
        assert_eq!(Naive::default().play(&moves), Ok(End::Running));
        moves.push((8, 4));
        assert_eq!(Naive::default().play(&moves), Ok(End::Wins(0)));
    }

    #[test]
    fn draw_and_last_cell() {
        let draw = [
            (1, 1),
            (1, 2),
            (1, 3),
            (2, 2),
            (2, 1),
            (2, 3),
            (3, 2),
            (3, 1),
            (3, 3),
        ];
        assert_eq!(small().play(&draw[..8]), Ok(End::Running));
        assert_eq!(small().play(&draw), Ok(End::Draw));
        let last = [
            (1, 1),
            (2, 1),
            (1, 2),
            (2, 2),
            (2, 3),
            (3, 2),
            (3, 1),
            (3, 3),
            (1, 3),
        ];
        assert_eq!(small().play(&last[..8]), Ok(End::Running));
        assert_eq!(small().play(&last), Ok(End::Wins(0)));
        let line = Naive {
            rows: 1,
            cols: 1,
            row: 1,
            ..Naive::default()
        };
        assert_eq!(line.play(&[(1, 1)]), Ok(End::Wins(0)));
    }

    #[test]
    fn odd_parameters_do_no_harm() {
        for size in [0, 1, usize::MAX] {
            let odd = Naive {
                rows: size,
                cols: size,
                row: size,
                ..small()
            };
            assert!(!odd.legal(&[]).is_empty());
        }
    }

    #[test]
    fn valid() {
        assert_eq!(small().judge(&WON), Finding::Valid);
        assert_eq!(judge_then(21, &[]), Finding::Valid);
        assert_eq!(judge_then(21, &["0! closed", "", "#"]), Finding::Valid);
        assert_eq!(judge_with(5, r"0>  MOVE\t+1  001 \r @10ms"), Finding::Valid);
        let quiet = Naive {
            last_opp: false,
            ..small()
        };
        let mut log = WON.to_vec();
        assert_eq!(quiet.judge(&log), Finding::Judge(19));
        log.remove(19);
        assert_eq!(quiet.judge(&log), Finding::Valid);
        assert_eq!(small().judge(&log), Finding::Judge(19));
    }

    #[test]
    fn a_drawn_game_ends_with_its_last_cell() {
        let tiny = Naive {
            rows: 1,
            cols: 1,
            row: 2,
            bank: 5,
            ..Naive::default()
        };
        let log = [
            "0< READY FIRST",
            "0> OK @3000ms",
            "1< READY SECOND",
            "1> OK @1ms",
            "0< TURN 5 5",
            "0> MOVE 1 1 @5ms",
            "1< OPP 1 1 5",
            "1< FINISH",
            "0< FINISH",
        ];
        assert_eq!(tiny.judge(&log), Finding::Valid);
    }

    #[test]
    fn cut() {
        assert_eq!(small().judge(&[]), Finding::Cut);
        for count in 0..21 {
            assert_eq!(judge_then(count, &[]), Finding::Cut, "{count}");
        }
        assert_eq!(judge_then(5, &["..."]), Finding::Cut);
    }

    #[test]
    fn form() {
        for line in [
            "2< READY FIRST",
            "0 OK",
            "0<READY FIRST",
            "0> OK",
            "0> OK @3",
            "0> OK @03ms",
            "0> OK @3ms ",
            "0> \u{e9} @3ms",
            r"0> \q @3ms",
            r"0> \x4 @3ms",
            "0! asleep",
            "0! exit",
            "0! exit x",
            "0! silent",
            "0! used cpu 1ms memory 3KB",
            "stickler: 1",
        ] {
            assert_eq!(judge_with(2, line), Finding::Form(2), "{line}");
        }
        assert_eq!(judge_with(2, "0! silent @29ms"), Finding::Form(2));
        assert_eq!(judge_with(6, "0! silent @5000ms"), Finding::Form(6));
        assert_eq!(judge_with(24, "1! exit 0"), Finding::Form(24));
    }

    #[test]
    fn judge() {
        for line in [
            "0< READY SECOND",
            "0< READY FIRST x",
            "0< READY  FIRST",
            r"0< READY FIRST\x20",
            "0< TURN 100 100",
            "0< FINISH",
        ] {
            assert_eq!(judge_with(1, line), Finding::Judge(1), "{line}");
        }
        assert_eq!(judge_with(3, "0< TURN 100 100"), Finding::Judge(3));
        assert_eq!(judge_with(6, "1< OPP 1 2 10"), Finding::Judge(6));
        assert_eq!(judge_with(7, "1< TURN 90 100"), Finding::Judge(7));
        assert_eq!(judge_with(7, "0< FINISH"), Finding::Judge(7));
        assert_eq!(judge_with(24, "1< FINISH"), Finding::Judge(24));
    }

    #[test]
    fn bot_answers() {
        assert_eq!(judge_with(2, "0> OK @31ms"), bot(2, 0));
        assert_eq!(judge_with(2, "0> ok @1ms"), bot(2, 0));
        assert_eq!(judge_with(2, "0>  @1ms"), bot(2, 0));
        assert_eq!(judge_with(4, "0> MOVE 1 1 @1ms"), bot(4, 0));
        assert_eq!(judge_with(6, "0> MOVE 1 2 @1ms"), bot(6, 0));
        for answer in [
            "MOVE 1 1",
            "MOVE 0 1",
            "MOVE -1 1",
            "MOVE 4 1",
            "MOVE 99999999999999999999999 1",
            "MOVE 2",
            "MOVE 2 2 2",
            "MOVE 2.0 2",
            "MOVE ++2 2",
            "move 2 2",
            r"MOVE 2\r 2",
            r"MOVE 2 2\x00",
        ] {
            let line = format!("1> {answer} @20ms");
            assert_eq!(judge_with(8, &line), bot(8, 1), "{answer}");
        }
        assert_eq!(judge_with(17, "0> MOVE 1 3 @91ms"), bot(17, 0));
        assert_eq!(judge_with(24, "0> BYE @1ms"), Finding::Form(24));
        let long = format!("0> OK{} @1ms", r"\x20".repeat(LINE_CAP));
        assert_eq!(judge_with(2, &long), bot(2, 0));
    }

    #[test]
    fn bot_events() {
        assert_eq!(judge_with(2, "0! silent @31ms"), bot(2, 0));
        for event in ["exit 0", "exit 3", "signal 11", "closed", "flood"] {
            let line = format!("0! {event}");
            assert_eq!(judge_with(5, &line), bot(5, 0), "{event}");
            assert_eq!(judge_with(6, &line), bot(6, 0), "{event}");
        }
        let leftover = ["0! unfinished MOVE 8", "0! exit 1"];
        assert_eq!(judge_then(5, &leftover), bot(6, 0));
        for event in ["exit 1", "signal 9", "silent @1001ms", "exit 0 @1001ms"] {
            let line = format!("1! {event}");
            assert_eq!(judge_with(21, &line), bot(21, 1), "{event}");
        }
        assert_eq!(judge_with(23, "0! used cpu 1ms memory 1025MB"), bot(23, 0));
    }

    #[test]
    fn a_finish_shows_that_the_other_failed() {
        assert_eq!(judge_then(8, &["0< FINISH"]), bot(8, 1));
        assert_eq!(judge_then(3, &["0< FINISH"]), bot(3, 1));
        assert_eq!(judge_then(8, &["1< FINISH"]), Finding::Judge(8));
    }

    #[test]
    fn an_empty_bank_is_late_at_once() {
        let lines = ["0> MOVE 1 1 @100ms", "1< OPP 1 1 100", "1< TURN 100 0"];
        assert_eq!(judge_then(5, &lines), Finding::Cut);
        let more = [
            &lines[..],
            &["1> MOVE 2 2 @1ms", "0< OPP 2 2 1", "0< TURN 0 99"],
        ]
        .concat();
        assert_eq!(judge_then(5, &more), bot(10, 0));
    }
}
