//! Batches as files: reading an input line by line, grading an output against it, and writing new ones.

use super::cases::{Cases, draw};
use super::decide::decide;
use super::notation::{Batch, read_answer};
use super::pieces::{MOST_KINDS, Piece};
use super::rules::Tetris;
use super::{
    ANSWER_COUNT, ANSWER_NO, ANSWER_ONLY, ANSWER_YES, INPUT_CASES, INPUT_LENGTH, INPUT_LETTERS,
    INPUT_ONCE, INPUT_PAIR, INPUT_TOTAL, Layout, Params,
};
use crate::clause::{Breach, Span};
use crate::referee::Stream;
use crate::wire::{BLANKS, JUDGE_FORM, LENGTH, LINE_CAP, Words};
use std::io::{self, BufRead, Read};

/// Reads an input line by line and checks every clause on the way. It keeps at most one case.
#[derive(Clone, Debug)]
pub struct Reader {
    params: Params,
    table: [Option<Piece>; 256],
    lines: usize,
    cases: Option<usize>,
    read: usize,
    total: usize,
    length: Option<usize>,
}

impl Reader {
    /// A reader before the first line.
    pub fn new(params: &Params) -> Reader {
        let table = params.alphabet.table();
        Reader {
            params: params.clone(),
            table,
            lines: 0,
            cases: None,
            read: 0,
            total: 0,
            length: None,
        }
    }

    /// Takes a line without its newline. Returns a case if the line completes one. The line of a breach counts from 0.
    pub fn feed(&mut self, line: &[u8]) -> Result<Option<Vec<Piece>>, Breach> {
        let at = self.lines;
        self.lines += 1;
        self.read_line(line)
            .map_err(|breach| Breach { line: at, ..breach })
    }

    /// True once all cases are read.
    pub fn is_whole(&self) -> bool {
        self.cases == Some(self.read)
    }

    /// Ends the input: every case must have come.
    pub fn end(&self) -> Result<(), Breach> {
        let missing = match self.cases {
            Some(cases) if cases == self.read => return Ok(()),
            Some(cases) if self.length.is_none() => {
                Breach::new(INPUT_CASES, "{0} cases are announced and {1} are there")
                    .numbers([cases as i64, self.read as i64])
            }
            Some(_) => Breach::new(INPUT_PAIR, "the sequence of case {0} is missing")
                .numbers([self.read as i64 + 1]),
            None => Breach::new(INPUT_CASES, "the number of cases is missing"),
        };
        Err(Breach {
            line: self.lines,
            ..missing
        })
    }

    fn read_line(&mut self, line: &[u8]) -> Result<Option<Vec<Piece>>, Breach> {
        match self.cases {
            None => {
                let most = i64::from(self.params.cases.0);
                let cases = self.number(line)?;
                if !(1..=most).contains(&cases) {
                    let wrong = Breach::new(INPUT_CASES, "{0} cases: a batch has 1 to {1}");
                    return Err(wrong.word(0).numbers([cases, most]));
                }
                self.cases = Some(cases as usize);
                Ok(None)
            }
            Some(_) if self.is_whole() => {
                Err(Breach::new(INPUT_ONCE, "nothing follows the last case"))
            }
            Some(_) if self.params.layout == Layout::Counted && self.length.is_none() => {
                let length = self.number(line)?;
                self.allowed(length).map_err(|breach| breach.word(0))?;
                self.length = Some(length as usize);
                Ok(None)
            }
            Some(_) => self.pieces(line).map(Some),
        }
    }

    fn number(&self, line: &[u8]) -> Result<i64, Breach> {
        let mut words = Words::new(line);
        let number = words.integer();
        let number =
            number.ok_or_else(|| Breach::new(JUDGE_FORM, "expected a whole number").word(0))?;
        if !words.end() {
            return Err(Breach::new(JUDGE_FORM, "nothing may follow the number").word(1));
        }
        words.strictly().map(|()| number)
    }

    fn allowed(&self, length: i64) -> Result<(), Breach> {
        let most = i64::from(self.params.length.0);
        if !(1..=most).contains(&length) {
            return Err(
                Breach::new(INPUT_LENGTH, "a length of {0}: lengths go from 1 to {1}")
                    .numbers([length, most]),
            );
        }
        let total = self.total as i64 + length;
        let limit = i64::from(self.params.total.0);
        if total > limit {
            return Err(
                Breach::new(INPUT_TOTAL, "{0} pieces so far; all cases may have {1}")
                    .numbers([total, limit]),
            );
        }
        Ok(())
    }

    fn pieces(&mut self, line: &[u8]) -> Result<Vec<Piece>, Breach> {
        let piece = |(at, &byte): (usize, &u8)| {
            self.table[usize::from(byte)].ok_or_else(|| foreign(byte, at))
        };
        let pieces = line
            .iter()
            .enumerate()
            .map(piece)
            .collect::<Result<Vec<Piece>, Breach>>()?;
        match self.length.take() {
            Some(length) if length != pieces.len() => {
                let wrong = Breach::new(INPUT_LENGTH, "{0} pieces where {1} are announced");
                let end = Span::Columns(length.min(line.len()), line.len());
                return Err(wrong
                    .span(end)
                    .numbers([pieces.len() as i64, length as i64]));
            }
            _ => self.allowed(pieces.len() as i64)?,
        }
        self.read += 1;
        self.total += pieces.len();
        Ok(pieces)
    }
}

fn foreign(byte: u8, at: usize) -> Breach {
    let breach = match byte {
        b' ' | b'\t' | b'\r' => Breach::new(JUDGE_FORM, "a blank stands in or after the sequence"),
        _ => Breach::new(INPUT_LETTERS, "this is no letter of the bag"),
    };
    breach.span(Span::Columns(at, at + 1))
}

/// One of the two files that are graded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum File {
    /// The input of the program.
    Input,
    /// The output of the program.
    Output,
}

/// A clause broken in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GradeError {
    /// Which file.
    pub file: File,
    /// Line of it, from 1; one past the last where a line is missing.
    pub line: usize,
    /// The clause and the columns.
    pub breach: Breach,
    /// The line, cut where it is very long.
    pub text: Vec<u8>,
    /// The case that it is about: its number from 1, its sequence.
    pub case: Option<(usize, Vec<Piece>)>,
}

impl GradeError {
    /// True for an answer that can be read, and is the wrong one.
    pub fn is_wrong_answer(&self) -> bool {
        [ANSWER_YES, ANSWER_NO].contains(&self.breach.clause)
    }
}

/// The verdict of grading.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grade {
    /// Cases answered rightly before the first error, or in all.
    pub right: usize,
    /// The first error.
    pub error: Option<GradeError>,
    /// Small faults that a judge may forgive, the first of each clause.
    pub habits: Vec<GradeError>,
}

/// Grades an output against its input, case by case; memory stays that of one case.
pub fn grade(params: &Params, input: impl BufRead, output: impl BufRead) -> io::Result<Grade> {
    let longest = params.length.0 as usize + MOST_KINDS;
    let (input, output) = (
        FileLines::new(File::Input, input, longest),
        FileLines::new(File::Output, output, LINE_CAP),
    );
    let mut grader = Grader {
        params,
        reader: Reader::new(params),
        input,
        output,
        grade: Grade::default(),
    };
    match grader.run() {
        Err(Ungraded::Unread(error)) => return Err(error),
        Err(Ungraded::At(refused)) => grader.grade.error = Some(*refused),
        Ok(()) => {}
    }
    Ok(grader.grade)
}

/// The text of a batch that `params` let the stream draw, with its last newline.
pub fn generate(params: &Params, stream: &mut dyn Stream) -> String {
    format!("{}\n", Batch::new(params, Cases::new(draw(params, stream))))
}

/// Why grading goes no further.
enum Ungraded {
    At(Box<GradeError>),
    Unread(io::Error),
}

impl From<io::Error> for Ungraded {
    fn from(error: io::Error) -> Ungraded {
        Ungraded::Unread(error)
    }
}

struct Grader<'a, I, O> {
    params: &'a Params,
    reader: Reader,
    input: FileLines<I>,
    output: FileLines<O>,
    grade: Grade,
}

impl<I: BufRead, O: BufRead> Grader<'_, I, O> {
    fn run(&mut self) -> Result<(), Ungraded> {
        while let Some(pieces) = self.case()? {
            let is_there = self.output.next()?;
            if let Err(breach) = self.answer(&pieces, is_there) {
                let mut refused = self.output.refused(breach);
                // Of a line that was not read to its end no answer is known.
                refused.case = Some((self.grade.right + 1, pieces)).filter(|_| !self.output.is_cut);
                // A broken input needs no answers.
                while !is_there && self.case()?.is_some() {}
                return Err(Ungraded::At(refused));
            }
            self.grade.right += 1;
        }
        while self.output.next()? {
            if !self.output.line.trim_ascii().is_empty() {
                let breach = Breach::new(ANSWER_ONLY, "an answer more than there are cases");
                return Err(Ungraded::At(self.output.refused(breach)));
            }
            self.note_habit(Breach::new(BLANKS, EMPTY_END));
        }
        Ok(())
    }

    /// Notes a habit, the first of its clause.
    fn note_habit(&mut self, breach: Breach) {
        if self
            .grade
            .habits
            .iter()
            .all(|habit| habit.breach.clause != breach.clause)
        {
            self.grade.habits.push(*self.output.refused(breach));
        }
    }

    /// The next case of the input; `None` after the last.
    fn case(&mut self) -> Result<Option<Vec<Piece>>, Ungraded> {
        while self.input.next()? {
            let read = self
                .reader
                .feed(&self.input.line)
                .map_err(|breach| Ungraded::At(self.input.refused(breach)))?;
            if read.is_some() {
                return Ok(read);
            }
        }
        self.reader
            .end()
            .map(|()| None)
            .map_err(|breach| Ungraded::At(self.input.refused(breach)))
    }

    fn answer(&mut self, pieces: &[Piece], is_there: bool) -> Result<(), Breach> {
        let case = self.grade.right as i64 + 1;
        if !is_there {
            return Err(
                Breach::new(ANSWER_COUNT, "the answer to case {0} is missing").numbers([case]),
            );
        }
        if self.output.is_cut {
            return Err(Breach::new(LENGTH, "the line is too long"));
        }
        let mut words = Words::new(&self.output.line);
        let possible = read_answer(self.params.answers, &mut words)?;
        for breach in words.remarks.breaches() {
            self.note_habit(breach);
        }
        judge(&Tetris::new(self.params), pieces, possible)
            .map_err(|breach| breach.numbers([case]).word(0))
    }
}

/// The warning about empty lines after the last answer.
pub(super) const EMPTY_END: &str = "an empty line follows the last answer";

/// Holds an answer against the truth.
pub(super) fn judge(rules: &Tetris, pieces: &[Piece], answer: bool) -> Result<(), Breach> {
    match (decide(rules, pieces), answer) {
        (Ok(()), false) => Err(Breach::new(ANSWER_YES, "case {0} is possible")),
        (Err(_), true) => Err(Breach::new(ANSWER_NO, "case {0} is impossible")),
        _ => Ok(()),
    }
}

/// Lines of a file. One that is longer than any can be is cut short: it is an error, after which nothing is read.
struct FileLines<R> {
    file: File,
    from: R,
    longest: usize,
    number: usize,
    line: Vec<u8>,
    /// The line is longer than that.
    is_cut: bool,
}

impl<R: BufRead> FileLines<R> {
    fn new(file: File, from: R, longest: usize) -> FileLines<R> {
        FileLines {
            file,
            from,
            longest,
            number: 0,
            line: Vec::new(),
            is_cut: false,
        }
    }

    /// Reads the next line; false at the end of the file.
    fn next(&mut self) -> io::Result<bool> {
        self.line.clear();
        self.number += 1;
        let read = self
            .from
            .by_ref()
            .take(self.longest as u64)
            .read_until(b'\n', &mut self.line)?;
        let is_ended = self.line.pop_if(|last| *last == b'\n').is_some();
        self.is_cut = !is_ended && read == self.longest && !self.from.fill_buf()?.is_empty();
        Ok(read > 0)
    }

    fn refused(&self, breach: Breach) -> Box<GradeError> {
        Box::new(GradeError {
            file: self.file,
            line: self.number,
            breach,
            text: self.line.clone(),
            case: None,
        })
    }
}
