//! The report of a log or a record that was checked, for people.

use super::diagnostic::{Diagnosis, Severity, Source, parameters_of};
use super::journal::{Around, Journal};
use super::place;
use super::visible::visible;
use crate::clause::Clause;
use crate::explain::{CheckError, Checked, Conclusion, Culprit, Extent, Finding, Judged, cut};
use crate::game::{Outcome, Seat};
use crate::games::erased::AnyGame;
use crate::records::headline::Headline;
use crate::records::json_line::Summary;
use crate::records::{
    self, CheckOptions, CheckedFile, Depends, Format, OpenError, ReadError, Text,
};
use crate::referee::FaultKind;
use crate::wire::Index;
use std::collections::BTreeMap;
use std::fmt;

/// Stands for a board that was shown for the finding before.
const SAME_BOARD: &str = "\nthe board before it: the one above\n\n";
/// How many findings are shown that differ in their place alone, and of how many others the lines are named.
const ALIKE: usize = 3;
const MORE: usize = 20;

/// The report of a file that was checked, as a value; its [text](fmt::Display) is what a terminal shows.
pub struct FileReport {
    /// The diagnoses, and lines about findings that are like others.
    pub findings: Vec<ShownFinding>,
    /// Words about seats, notes of the check, and values on which the winner depends, each one line.
    pub notes: Vec<String>,
    /// The last line.
    pub closing: Closing,
    /// Other values that no document excludes, and under which somebody else wins.
    pub depends: Vec<Depends>,
    /// The assumed clauses on which the result rests, without those that decide nothing, as their other values show.
    pub rests_on: Vec<Clause>,
}

/// A diagnosis, or a line about findings that are like others.
pub struct ShownFinding {
    /// The clause and the title of an error; `None`: it is none, or a line about others.
    pub error: Option<(Clause, String)>,
    /// The lines of a terminal.
    pub text: String,
}

impl ShownFinding {
    fn line(text: String) -> ShownFinding {
        ShownFinding { error: None, text }
    }

    fn of(diagnosis: &Diagnosis, text: String) -> ShownFinding {
        let clause = diagnosis.finding.breach.clause;
        let is_error = diagnosis.severity == Severity::Error;
        ShownFinding {
            error: is_error.then(|| (clause, diagnosis.title())),
            text,
        }
    }
}

impl fmt::Display for FileReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            f.write_str(&finding.text)?;
        }
        for note in &self.notes {
            writeln!(f, "note: {note}")?;
        }
        writeln!(f, "{}", self.closing)
    }
}

/// The result of a check in a line: the conclusion, what the judge did, what was read and how far, how the game ended, and the assumed
/// clauses on which that rests.
pub struct Closing {
    /// The file.
    pub name: String,
    /// The result.
    pub conclusion: Conclusion,
    /// The result as a headline.
    pub headline: Headline,
    /// The standing of the judge.
    pub judged: Judged,
    /// The words, to be read after the conclusion: `; the judge was right`; empty: nothing is said of it.
    pub judge: &'static str,
    /// Why the file could not be checked; `None`: it was.
    pub trouble: Option<String>,
    /// The parts of what stands in brackets.
    pub facts: Vec<Fact>,
}

/// A part of what a report says in its last line.
pub enum Fact {
    /// The lines or answers that were read: `12 lines of seat 1`, or `gomoku, alphano: 30 answers`.
    Read(String),
    /// How far the check went.
    HowFar(String),
    /// How the game ended. A log claims no winner, so the rules say it.
    Ended {
        /// The winner or the points.
        outcome: Outcome,
        /// Nothing in the file says it.
        by_these_rules: bool,
    },
    /// The assumed clauses that decide something.
    DependsOn(Vec<Clause>),
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Read(words) | Fact::HowFar(words) => f.write_str(words),
            Fact::Ended {
                outcome,
                by_these_rules: false,
            } => write!(f, "{outcome}"),
            Fact::Ended { outcome, .. } => write!(f, "by these rules {outcome}"),
            Fact::DependsOn(clauses) => {
                let clauses = clauses.iter().map(|clause| clause.id());
                let clauses: Vec<&str> = clauses.collect();
                let clauses = clauses.join(", ");
                write!(f, "depends on {clauses}, which no document states")
            }
        }
    }
}

impl Closing {
    fn of_trouble(text: Text<'_>, why: String) -> Closing {
        Closing {
            name: text.name(),
            conclusion: Conclusion::Unknown,
            headline: Headline::unread(),
            judged: Judged::Unknown,
            judge: "",
            trouble: Some(why),
            facts: Vec::new(),
        }
    }
}

impl fmt::Display for Closing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}{}", self.name, self.conclusion, self.judge)?;
        match &self.trouble {
            Some(why) => write!(f, ": {why}"),
            None => {
                let facts = self.facts.iter().map(Fact::to_string);
                write!(f, " ({})", facts.collect::<Vec<_>>().join("; "))
            }
        }
    }
}

/// Opens and checks a log or a record of many.
pub fn report(ask: CheckOptions<'_>, text: Text<'_>) -> FileReport {
    report_of(ask, text, false)
}

/// Opens and checks a log or a record alone: other values that no document excludes are tried, and those named under which somebody
/// else wins.
pub fn report_alone(ask: CheckOptions<'_>, text: Text<'_>) -> FileReport {
    report_of(ask, text, true)
}

fn report_of(ask: CheckOptions<'_>, text: Text<'_>, is_alone: bool) -> FileReport {
    let text = text.unmarked();
    match ask.look(text, true) {
        Ok(looked) => {
            let depends = is_alone.then(|| ask.depends(text, &looked));
            FileReport::of(ask.strict, text, &looked, depends)
        }
        Err(OpenError::Unread(format, why)) => FileReport::unread(text, format, &why),
        Err(OpenError::Refused(_, log, refused)) => {
            let (findings, why) = refusal(*refused, &Source::new(text.path, &log));
            FileReport::of_trouble(findings, Closing::of_trouble(text, why))
        }
    }
}

impl FileReport {
    /// This report of a game whose judge was stickler itself: nothing is said of a judge that cannot be wrong.
    #[must_use]
    pub fn of_own_judge(mut self) -> FileReport {
        if self.closing.judged == Judged::Right {
            self.closing.judge = "";
        }
        for fact in &mut self.closing.facts {
            if let Fact::Ended { by_these_rules, .. } = fact {
                *by_these_rules = false;
            }
        }
        self
    }

    /// A file that cannot be read as a record.
    pub fn unread(
        text: Text<'_>,
        format: Option<Format>,
        ReadError { at, why, .. }: &ReadError,
    ) -> FileReport {
        if at.is_empty() {
            return FileReport::of_trouble(String::new(), Closing::of_trouble(text, why.clone()));
        }
        let path =
            records::path_in(text.bytes, at.start).map(|path| ("in the record", numbered(path)));
        let shown = place::trouble(text, at.clone(), why, &path.into_iter().collect::<Vec<_>>());
        let format = format.map_or(String::new(), |format| format!(" as {}", format.name));
        let why = format!("it cannot be read{format}");
        FileReport::of_trouble(shown, Closing::of_trouble(text, why))
    }

    fn of_trouble(shown: String, closing: Closing) -> FileReport {
        FileReport {
            findings: vec![ShownFinding::line(shown)],
            notes: Vec::new(),
            closing,
            depends: Vec::new(),
            rests_on: Vec::new(),
        }
    }

    /// A file that was checked; `depends`: values on which the winner depends, where they were looked for.
    fn of(
        strict: bool,
        text: Text<'_>,
        looked: &CheckedFile<'_>,
        depends: Option<Vec<Depends>>,
    ) -> FileReport {
        let conclusion = looked.checked.conclusion(strict);
        let is_measured = depends.is_some();
        let depends = depends.unwrap_or_default();
        FileReport {
            findings: findings(strict, text, looked, conclusion),
            notes: notes(strict, looked, &depends),
            closing: closing(strict, text.name(), looked, is_measured),
            rests_on: decisive(looked, is_measured).collect(),
            depends,
        }
    }
}

/// A path in JSON, which counts from 0, with the number that people give the last item of a list.
fn numbered(path: String) -> String {
    let item = path
        .rsplit_once('[')
        .and_then(|(_, rest)| rest.split_once(']')?.0.parse::<usize>().ok());
    item.map_or(path.clone(), |item| {
        format!("{path}, number {} of its list", item + 1)
    })
}

/// Why a log could not be checked at all: a diagnosis where one line of it is to blame, and a sentence.
pub fn refusal(refused: CheckError, source: &Source<'_>) -> (String, String) {
    match refused {
        CheckError::Header(error) => (
            Diagnosis::new(error.into(), false).render(source, true),
            "its header cannot be read".into(),
        ),
        refused => (String::new(), refused.to_string()),
    }
}

/// The diagnosis of each finding, with the board before it.
fn findings(
    strict: bool,
    file: Text<'_>,
    looked: &CheckedFile<'_>,
    conclusion: Conclusion,
) -> Vec<ShownFinding> {
    let CheckedFile {
        game,
        checked,
        settings,
        ..
    } = looked;
    let (game, source) = (*game, &Source::new(file.path, &looked.log));
    let (mut shown, mut last_board) = (Vec::new(), String::new());
    let lines_of_file = Index::new(file.bytes);
    let around = match (&checked.findings[..], looked.is_log) {
        // Most files are right, and nothing of them is shown.
        ([], _) => Vec::new(),
        (all, true) => Journal::of(game, checked, source).around(all, true),
        (all, false) => Journal::new(game, settings, source).around(all, true),
    };
    let mut alike: BTreeMap<(Clause, String), Vec<usize>> = BTreeMap::new();
    for (number, (finding, around)) in checked.findings.iter().zip(around).enumerate() {
        let group = (
            finding.breach.clause,
            format!("{}: {}", finding.culprit, finding.breach.why.parts().0),
        );
        let lines = alike.entry(group).or_default();
        lines.push(
            finding
                .bytes()
                .map_or(finding.line, |at| file.line_by(&lines_of_file, at.start).0),
        );
        if lines.len() > ALIKE {
            continue;
        }
        // A judge that lets a fault pass, or calls it by another word, is wrong once; the rest follows.
        let before = &checked.findings[..number];
        let follows =
            is_claim(finding, source) && before.iter().any(|before| is_claim(before, source));
        if let Some(seat) = before.iter().find_map(failure).filter(|_| follows) {
            let place = finding.bytes().map_or((0, 0), |at| file.line_of(at.start));
            shown.push(ShownFinding::line(format!(
                "consequence[{}]: of what seat {seat} did: {} ({}:{}:{})\n",
                finding.breach.clause,
                finding.breach.why,
                file.name(),
                place.0,
                place.1
            )));
            continue;
        }
        let mut diagnosis = Diagnosis::new(*finding, strict)
            .excused(checked.excuse_of(finding))
            .or_else(
                checked
                    .either
                    .as_ref()
                    .filter(|_| !checked.is_certain(finding)),
            )
            .called(who(looked, finding));
        let path = finding
            .bytes()
            .and_then(|at| records::path_in(file.bytes, at.start));
        diagnosis
            .facts
            .extend(path.map(|path| ("in the record", numbered(path))));
        let (mut diagnosis, board) = explained(game, diagnosis, around);
        if looked.is_log
            && let Some((line, seat)) = cause(&checked.findings[..number], finding, source)
        {
            diagnosis = diagnosis.fact(
                "consequence",
                format!("of line {line}, where seat {seat} failed"),
            );
        }
        let mut text = match finding.bytes() {
            Some(at) => place::finding(file, at, &diagnosis),
            None => diagnosis.render(source, true),
        };
        let is_shown = !board.is_empty() && board == last_board;
        text += if is_shown { SAME_BOARD } else { &board };
        shown.push(ShownFinding::of(&diagnosis, text));
        if !board.is_empty() {
            last_board = board;
        }
    }
    for ((clause, _), lines) in alike.iter().filter(|(_, lines)| lines.len() > ALIKE) {
        let more: Vec<String> = lines[ALIKE..]
            .iter()
            .take(MORE)
            .map(usize::to_string)
            .collect();
        let rest = if lines.len() > ALIKE + MORE {
            ", …"
        } else {
            ""
        };
        shown.push(ShownFinding::line(format!(
            "{clause}: {} more like it, on lines {}{rest}\n",
            lines.len() - ALIKE,
            more.join(", ")
        )));
    }
    if looked.is_log
        && matches!(checked.extent, Extent::Cut | Extent::Torn)
        && conclusion == Conclusion::Unknown
    {
        let lines = 1..=source.lines();
        let last = lines.rev().find(|&line| !source.line(line).is_empty());
        let last = last.unwrap_or(1);
        let diagnosis = Diagnosis::new(cut(last), false).fact(
            "help",
            "`omits: tail` in a header says that the end is missing on purpose",
        );
        let text = diagnosis.render(source, true);
        shown.push(ShownFinding::of(&diagnosis, text));
    }
    shown
}

/// The notes beside the findings, a line each.
fn notes(strict: bool, looked: &CheckedFile<'_>, depends: &[Depends]) -> Vec<String> {
    let checked = &looked.checked;
    let called = looked.called.iter().enumerate();
    let called: Vec<String> = called
        .filter(|(seat, words)| {
            let is_said = !words.is_empty() && **words != format!("seat {seat}");
            is_said && !checked.findings.is_empty()
        })
        .map(|(seat, words)| format!("seat {seat} is {}", visible(words, false)))
        .collect();
    let called = (!called.is_empty()).then(|| called.join("; "));
    { called.into_iter() }
        .chain(checked.notes.iter().map(|note| note.to_string()))
        .chain(depends.iter().map(|other| other.to_string()))
        .chain(checked.missing(strict).map(|note| note.to_string()))
        .collect()
}

/// The lines or answers that were read: `12 lines of seat 1`, or `gomoku, alphano: 30 answers`.
fn read_of(looked: &CheckedFile<'_>) -> String {
    let checked = &looked.checked;
    if looked.is_log {
        let seats: Vec<String> = checked.seen.iter().map(|seat| seat.to_string()).collect();
        let lines = count(checked.lines, "line");
        match &seats[..] {
            [] => lines,
            [seat] => format!("{lines} of seat {seat}"),
            [first @ .., last] => format!("{lines} of seats {} and {last}", first.join(", ")),
        }
    } else {
        format!(
            "{}, {}: {}",
            looked.game.name(),
            looked.format.name,
            count(checked.lines, "answer")
        )
    }
}

/// How many records there are, and how many of each result.
pub fn counts(summary: &Summary) -> String {
    let Summary {
        records,
        conform,
        violate,
        unknown,
        ..
    } = summary;
    let records = count(*records, "record");
    format!("{records}: {conform} conform, {violate} violate, {unknown} could not be told")
}

/// So many things: `1 line`, `2 lines`.
pub fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The seat at fault, as the file calls it; `None`: it has no word for it.
fn who(looked: &CheckedFile<'_>, finding: &Finding) -> Option<String> {
    let Culprit::Seat(seat, _) = finding.culprit else {
        return None;
    };
    let words = looked.called.get(seat.index())?;
    (!words.is_empty()).then(|| format!("seat {seat} ({})", visible(words, false)))
}

/// The seat that failed by this finding.
fn failure(finding: &Finding) -> Option<Seat> {
    match finding.culprit {
        Culprit::Seat(seat, kind) if kind.is_failure() => Some(seat),
        _ => None,
    }
}

/// True for what a file says of the whole game, which no line of its log shows.
fn is_claim(finding: &Finding, log: &Source<'_>) -> bool {
    finding.culprit == Culprit::Judge && finding.bytes().is_some() && finding.line > log.lines()
}

/// The line of the fault that a judge's breach follows from: nobody has answered anything between the two.
fn cause(before: &[Finding], finding: &Finding, source: &Source<'_>) -> Option<(usize, Seat)> {
    use FaultKind::{Died, Flood, Format, Illegal, Late, Unlogged};
    let puts_out = |found: &&Finding| {
        matches!(
            found.culprit,
            Culprit::Seat(_, Late | Format | Illegal | Flood | Died | Unlogged)
        )
    };
    let fault = before
        .iter()
        .rfind(puts_out)
        .filter(|_| finding.culprit == Culprit::Judge)?;
    let is_answer = |number: usize| source.line(number).get(1) == Some(&b'>');
    let Culprit::Seat(seat, _) = fault.culprit else {
        return None;
    };
    (!(fault.line + 1..finding.line).any(is_answer)).then_some((fault.line, seat))
}

/// The word that a contest has for a class of faults, where it has one of its own.
pub fn in_its_words(game: &dyn AnyGame, kind: FaultKind) -> Option<(&'static str, String)> {
    let word = game.word(kind);
    (word != kind.word()).then(|| ("verdict", format!("{word} in this contest's words")))
}

/// A diagnosis with what stood around its finding, and the board before it.
pub fn explained(
    game: &dyn AnyGame,
    mut diagnosis: Diagnosis,
    around: Around,
) -> (Diagnosis, String) {
    if let Culprit::Seat(_, kind) = diagnosis.finding.culprit {
        diagnosis.facts.extend(in_its_words(game, kind));
    }
    diagnosis
        .facts
        .extend(around.allowed.map(|allowed| ("allowed here", allowed)));
    diagnosis.facts.extend(around.advice);
    diagnosis.evidence = around.evidence;
    (
        diagnosis,
        around.picture.map_or(String::new(), |picture| {
            format!("\nthe board before it:\n{picture}\n")
        }),
    )
}

fn closing(strict: bool, name: String, looked: &CheckedFile<'_>, is_measured: bool) -> Closing {
    let conclusion = looked.checked.conclusion(strict);
    let Checked {
        extent, verdict, ..
    } = &looked.checked;
    let judged = looked.checked.judged();
    let judge = match judged {
        // A log claims no winner.
        Judged::Right if looked.is_log => "; the judge's messages were right",
        Judged::Right => "; the judge was right",
        Judged::Wrong => "; the judge was wrong here",
        Judged::Unknown
            if conclusion == Conclusion::Unknown && !looked.checked.unshown.is_empty() =>
        {
            " whether the judge was right"
        }
        Judged::Unknown => "",
    };
    let how_far = match extent {
        Extent::Whole => "the whole game".to_string(),
        Extent::NoTail => "without its tail, as it says".to_string(),
        Extent::Gap(lines) if looked.is_log => {
            let lines = count(*lines, "line");
            format!("{lines} after a gap or an unknown choice, with only the form checked")
        }
        Extent::Gap(steps) => {
            let steps = count(*steps, "step");
            format!("{steps} after a choice that is not in the record, with only the form checked")
        }
        Extent::Open if !looked.is_log => {
            "up to a choice that is not in the record, which may have ended the game".to_string()
        }
        Extent::Open => {
            "as far as these seats may have heard: nothing tells them the end".to_string()
        }
        Extent::Cut => "it stops before the end".to_string(),
        Extent::Torn => "its last line has no newline: it may be cut, and was ignored".to_string(),
        Extent::Empty => "there is no line of a seat in it".to_string(),
        Extent::Contradicted => "the check stopped at the contradiction".to_string(),
    };
    let mut facts = vec![Fact::Read(read_of(looked)), Fact::HowFar(how_far)];
    let outcome = verdict.outcome.filter(|_| *extent == Extent::Whole);
    facts.extend(outcome.map(|outcome| Fact::Ended {
        outcome,
        by_these_rules: looked.is_log,
    }));
    let clauses: Vec<Clause> = decisive(looked, is_measured).collect();
    if !clauses.is_empty() {
        facts.push(Fact::DependsOn(clauses));
    }
    Closing {
        name,
        conclusion,
        headline: Headline::of(looked, strict),
        judged,
        judge,
        trouble: None,
        facts,
    }
}

/// The assumed clauses on which a result rests. Of a clause with a parameter its other values say whether it decides anything, where
/// they were tried, unless somebody has broken it.
fn decisive(looked: &CheckedFile<'_>, is_measured: bool) -> impl Iterator<Item = Clause> {
    let Checked {
        verdict, findings, ..
    } = &looked.checked;
    let decides = move |clause: &Clause| {
        let mut found = findings.iter();
        !is_measured
            || parameters_of(*clause).next().is_none()
            || found.any(|found| found.breach.clause == *clause)
    };
    verdict.rests_on.iter().copied().filter(decides)
}
