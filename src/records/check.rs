//! Checks a record: it is played to the referee, and what it says of the whole is held against the verdict.

use super::blokus::Letters;
use super::{Claim, Record, Says, What, claims, readings};
use crate::check::assumed::{self, Wrong};
use crate::check::transcript::{Answers, Conclusion, Culprit, Excuse, Extent, Finding, Followed, Judged, Keeper, Ply};
use crate::clause::{Breach, Span};
use crate::game::{Outcome, Seats};
use crate::params::Settings;
use crate::referee::{FaultKind, Verdict};
use crate::transcript::record::END_BEFORE;
use crate::transcript::{PREFIX, Transcript, Writer};
use std::ops::Range;

/// A clause that is broken in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Where, in bytes of the file.
    pub at: Range<usize>,
    /// Who broke it.
    pub culprit: Culprit,
    /// The clause.
    pub breach: Breach,
    /// The step that shows it, from 0, where it is one.
    pub step: Option<usize>,
}

impl Found {
    /// The place of a finding in the log of a record's answers.
    fn of(record: &Record<'_>, &Finding { line, culprit, breach }: &Finding) -> Found {
        let step = line.checked_sub(1);
        let at = match (step.and_then(|step| record.steps.get(step)), culprit) {
            (Some(own), Culprit::Seat(_, kind)) => match &own.what {
                What::Said(_, text, _) if kind == FaultKind::Late => {
                    own.words.get(text.split(|&byte| byte == b' ').count()).unwrap_or(&own.at).clone()
                }
                What::Said(_, text, _) => {
                    let columns = breach.span.columns(&[b"0> ", &text[..]].concat());
                    let own_columns = [columns.start, columns.end].map(|column| column.saturating_sub(PREFIX));
                    own.place(text, Span::Columns(own_columns[0], own_columns[1]))
                }
                _ => own.at.clone(),
            },
            (Some(own), _) => own.at.clone(),
            (None, Culprit::Seat(seat, _)) if line == 0 => {
                let is_exit = |claim: &&Claim| matches!(claim.says, Says::Exit(by, _) if by == seat);
                record.claims.iter().find(is_exit).map_or(0..0, |claim| claim.at.clone())
            }
            (None, _) => 0..0,
        };
        Found { at, culprit, breach, step }
    }

    /// The same with line and columns of the file.
    pub fn finding(&self, bytes: &[u8]) -> Finding {
        let (line, column) = super::line_of(bytes, self.at.start);
        let span = Span::Columns(column, column + self.at.len());
        Finding { line, culprit: self.culprit, breach: Breach { line: 0, span, since: None, ..self.breach } }
    }
}

/// A checked record.
pub struct Checked {
    /// Clauses broken, in the order in which they were found.
    pub findings: Vec<Found>,
    /// How far it went.
    pub extent: Extent,
    /// Our verdict.
    pub verdict: Verdict,
    /// The points as they stand, where the game counts them before its end.
    pub score: Option<Outcome>,
    /// Parameters of the game.
    pub settings: Settings,
    /// What is not told, what was assumed, and what the record's times come to.
    pub notes: Vec<String>,
    /// Answers taken.
    pub answers: usize,
    /// What becomes of the record's own verdict.
    pub judged: Judged,
    /// It can mean too many games to try them all: nobody can tell.
    pub is_open: bool,
    /// What would make the judge and the record right. Their breaches then prove nothing.
    pub excuse: Option<Excuse>,
    /// Where there is an excuse: the breaches that hold even so, all of them of seats.
    pub certain: Vec<Found>,
    /// Options of the first choice that is not told and does not follow; 0: there is none.
    pub open: usize,
    /// The game as a log, as answers alone, and ply by ply, where these were asked for.
    pub kept: Kept,
}

/// The game in other forms.
#[derive(Default)]
pub struct Kept {
    /// With every message.
    pub log: String,
    /// The answers alone.
    pub moves: String,
    /// The answers of the game itself, and who failed.
    pub plies: Vec<Ply>,
    /// The log's line of each step.
    pub lines: Vec<usize>,
}

impl From<Keeper> for Kept {
    fn from(keeper: Keeper) -> Kept {
        let Keeper { log, moves, plies, lines } = keeper;
        Kept { log: log.text().into(), moves: moves.text().into(), plies, lines }
    }
}

impl Checked {
    /// True where it was followed to its end, and neither the judge nor the record is contradicted.
    pub(super) fn is_told(&self) -> bool {
        self.extent == Extent::Whole && self.is_consistent()
    }

    /// True where it was followed to its end, and only the record itself is wrong, in what no game decides.
    pub(super) fn contradicts_itself(&self) -> bool {
        self.extent == Extent::Whole && self.findings.iter().all(|found| found.culprit == Culprit::Log)
    }

    fn is_consistent(&self) -> bool {
        self.findings.iter().all(|found| found.culprit.is_a_seat())
    }

    /// What would make this finding void.
    pub fn excuse_of(&self, found: &Found) -> Option<&Excuse> {
        self.excuse.as_ref().filter(|_| !self.certain.contains(found))
    }

    /// What the check says; under `strict` warnings count as errors.
    pub fn conclusion(&self, strict: bool) -> Conclusion {
        let is_error = |found: &Found| strict || found.breach.clause.is_must();
        let counts = |found: &&Found| self.excuse_of(found).is_none();
        let is_broken = self.findings.iter().filter(counts).any(is_error);
        Conclusion::of(self.extent, is_broken, self.is_open || self.excuse.is_some())
    }
}

/// Most ways in which choices that are not told are tried.
const WAYS: usize = 2048;

/// Checks a record; `given` parameters come before its own. `keep`: write the game in its other forms, too.
pub fn check(record: &Record<'_>, given: &Settings, keep: bool) -> Result<Checked, String> {
    let mut checked = by_letters(record, given, keep)?;
    if checked.is_consistent() || checked.is_open {
        return Ok(checked);
    }
    let wrong = |checked: &Checked| {
        // A judge that let an illegal move pass is wrong, and the finding names the move's seat.
        let is_wrong = checked.judged == Judged::Wrong;
        let by_others = checked.findings.iter().find(|found| !found.culprit.is_a_seat());
        let found = by_others.or(checked.findings.first().filter(|_| is_wrong))?;
        Some(Wrong { at: found.at.start, breach: found.breach })
    };
    let judge = |way: &Settings, _: &Wrong| {
        let other = by_letters(record, &given.and(way), false).ok()?;
        Some((wrong(&other), other))
    };
    let Some(first) = wrong(&checked) else { return Ok(checked) };
    if let Some((set, other)) = assumed::explains(record.game, &record.settings.and(given), first, judge) {
        checked.certain = other.findings;
        checked.excuse = Some(Excuse { untold: None, set });
        checked.judged = Judged::Unknown;
    }
    Ok(checked)
}

/// Where letters can stand for other shapes, the record is taken for a game that they allow.
fn by_letters(record: &Record<'_>, given: &Settings, keep: bool) -> Result<Checked, String> {
    let settings = record.settings.and(given);
    match Letters::open(record, &settings) {
        Some(letters) => letters.check(keep, &|record, keep| by_readings(record, &record.settings.and(given), keep)),
        None => by_readings(record, &settings, keep),
    }
}

/// Where a record can mean more than one game, it is taken for the first that contradicts nothing it says.
fn by_readings(record: &Record<'_>, settings: &Settings, keep: bool) -> Result<Checked, String> {
    let mut best = by_choices(record, settings, keep)?;
    for (reading, more) in readings::others(record) {
        if best.is_told() {
            break;
        }
        let checked = by_choices(&reading, &settings.and(&more), keep)?;
        if checked.is_told() || checked.is_consistent() && !best.is_consistent() {
            best = checked;
        }
    }
    Ok(best)
}

/// A choice that the moves leave open is taken so that the points come out, where the record has them.
fn by_choices(record: &Record<'_>, settings: &Settings, keep: bool) -> Result<Checked, String> {
    let first = attempt(record, settings, keep, &[])?;
    let has_points = record.claims.iter().any(|claim| matches!(claim.says, Says::Score(..)));
    let mut ways: Vec<Vec<usize>> = (0..first.open).rev().map(|option| vec![option]).collect();
    let mut tried = 0;
    while has_points
        && tried < WAYS
        && let Some(way) = ways.pop()
    {
        tried += 1;
        let checked = attempt(record, settings, false, &way)?;
        if checked.open > 0 {
            ways.extend((0..checked.open).rev().map(|option| [&way[..], &[option]].concat()));
        } else if checked.is_told() {
            let mut checked = attempt(record, settings, keep, &way)?;
            checked.notes.push(
                "of equal bets that nobody's cells decide, the winner is taken so that the points come out".into(),
            );
            return Ok(checked);
        }
    }
    Ok(first)
}

/// Checks a record with these options for the choices that it leaves open.
fn attempt(record: &Record<'_>, settings: &Settings, keep: bool, way: &[usize]) -> Result<Checked, String> {
    let Followed { referee, gathered, findings, mut extent } = followed(record, settings, keep, way)?;
    let placed = findings.iter().map(|finding| Found::of(record, finding));
    let mut findings: Vec<Found> = record.wrong.iter().cloned().chain(placed).collect();
    let verdict = referee.verdict().clone();
    let score = referee.rules().and_then(|rules| rules.score()).or(verdict.outcome);
    let ends = |claim: &&Claim| matches!(claim.says, Says::Winner(_) | Says::Over | Says::Ended(..));
    let end = record.claims.iter().find(ends);
    // After a contradiction nothing can be held against a verdict.
    let is_foul = findings.iter().any(|found| found.culprit == Culprit::Log);
    match (extent, end) {
        _ if is_foul => {}
        (Extent::Whole | Extent::Gap(_), _) => {
            claims::hold(record, &verdict, score, extent == Extent::Whole, &mut findings);
        }
        (Extent::Cut, Some(claim)) => {
            let breach = Breach::new(END_BEFORE, "the record names an end of the game, and the game is not over");
            findings.push(Found { at: claim.at.clone(), culprit: Culprit::Judge, breach, step: None });
            extent = Extent::Contradicted;
        }
        _ => {}
    }
    let is_by =
        |culprit: Culprit| findings.iter().any(|found| found.culprit == culprit && found.breach.clause.is_must());
    let judged = match (extent, end) {
        _ if is_by(Culprit::Judge) => Judged::Wrong,
        (Extent::Whole, Some(_)) if !is_by(Culprit::Log) => Judged::Right,
        _ => Judged::Unknown,
    };
    let mut notes = [&record.notes[..], &gathered.notes].concat();
    if matches!(extent, Extent::Gap(1..)) {
        notes.push("a choice of the judge is not told, and the position after it rests on that".into());
    }
    Ok(Checked {
        findings,
        extent,
        verdict,
        score,
        settings: settings.clone(),
        notes,
        answers: gathered.answers,
        judged,
        is_open: false,
        excuse: None,
        certain: Vec::new(),
        open: gathered.open,
        kept: gathered.kept.map(Kept::from).unwrap_or_default(),
    })
}

/// Plays a record to the referee, as a log of its answers.
fn followed(record: &Record<'_>, settings: &Settings, keep: bool, way: &[usize]) -> Result<Followed, String> {
    let variant = record.game.with(settings)?;
    let text = record.lines();
    let mut transcript = Transcript::of_lines(text.as_bytes());
    transcript.header.seats = Some(Seats::first(variant.seats()));
    transcript.header.omits_tail = record.omits_tail;
    let follows = |line: usize, rules| {
        let rest = record.steps.get(line - 1..).unwrap_or_default();
        record.follows.and_then(|follows| follows(rest, rules))
    };
    let mut answers = Answers::new(record.is_whole, !record.claims.is_empty(), &follows, way);
    answers.late = record.game.word(FaultKind::Late);
    for claim in record.claims.iter().rev() {
        if let Says::Exit(seat, death) = claim.says {
            answers.exits[seat.index()] = Some(death);
        }
    }
    if keep {
        let writer = |header: &[(&str, String)]| Writer::new(record.game.name(), settings, header);
        let (header, holds) = (header(record), vec![("holds", "answers".to_string())]);
        answers.gathered.kept = Some(Keeper {
            log: writer(&header),
            moves: writer(&[holds, header].concat()),
            plies: Vec::new(),
            lines: Vec::new(),
        });
    }
    Ok(answers.follow(&*variant, &transcript, record.notices_late))
}

/// What the header of a log made of a record says beside its parameters.
fn header(record: &Record<'_>) -> Vec<(&'static str, String)> {
    let mut header = Vec::new();
    if record.omits_tail {
        header.push(("omits", "tail".to_string()));
    }
    let is_plain = |name: &str| !name.is_empty() && !name.contains(char::is_control);
    let names = record.names.iter().enumerate().filter(|(_, name)| is_plain(name));
    let mut notes: Vec<String> = names.map(|(seat, name)| format!("{seat}={name}")).collect();
    if record.steps.iter().any(|step| matches!(step.what, What::Said(_, _, None))) {
        notes.push("where a time is not told, messages show 0".into());
    }
    if !notes.is_empty() {
        header.push(("note", notes.join(" ")));
    }
    header
}
