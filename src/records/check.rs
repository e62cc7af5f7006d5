//! Checks a record: it is played to the referee, and what it says of the whole is held against the verdict.

use super::readings::{self, Reading};
use super::{CheckedRecord, Claim, Reason, Record, Says, StepFact, claims};
use crate::checker::{Answers, Followed};
use crate::clause::Breach;
use crate::explain::{Explainable, Glance, Shown, World, common, in_worlds};
use crate::finding::{Checked, Cost, Culprit, Extent, Finding, Kept, Note};
use crate::game::{Seat, Seats};
use crate::params::{Ms, Settings};
use crate::referee::FaultKind;
use crate::transcript::record_clauses::END_BEFORE;
use crate::transcript::{Event, Header, Transcript, Writer};
use std::cmp::Ordering;
use std::collections::{BTreeMap, VecDeque};

/// Most ways in which a record is read.
const READINGS: usize = 2048;

/// Most steps of searches under other values of parameters.
const WORK: usize = 600_000;

/// Checks a record; `given` parameters come before its own. `keep`: write the game in its other forms, too.
pub fn check(record: &Record<'_>, given: &Settings, keep: bool) -> Result<CheckedRecord, String> {
    let (CheckedRecord { checked, kept }, is_searched) = by_search(record, given, keep)?;
    let mut open = OpenRecord {
        record,
        given,
        is_searched,
        work: 0,
        is_exhausted: false,
    };
    let set = record.settings.and(given);
    let is_consistent = checked.is_consistent();
    let mut checked = in_worlds(record.game, &set, world(checked), &mut open);
    if checked.excuse.is_some() {
        checked.is_open = false;
    } else if open.is_exhausted && !is_consistent {
        checked.is_open = true;
        checked.certain = Vec::new();
        checked.either = None;
        checked.notes.push(Note::TooManyValues);
    } else if open.is_exhausted {
        checked.notes.push(Note::SomeValuesNotTried);
    }
    Ok(CheckedRecord { checked, kept })
}

/// A record whose values are open.
struct OpenRecord<'r> {
    record: &'r Record<'r>,
    given: &'r Settings,
    /// The search for its meaning tries each value.
    is_searched: bool,
    /// How much of that was tried under all of them.
    work: usize,
    /// Too much to go on.
    is_exhausted: bool,
}

impl Explainable for OpenRecord<'_> {
    fn world(&mut self, way: &Settings) -> Option<World> {
        self.is_exhausted |= self.work > WORK;
        if self.is_exhausted {
            return None;
        }
        let given = self.given.and(way);
        let (CheckedRecord { checked, .. }, _) = by_search(self.record, &given, false).ok()?;
        self.work += checked.work;
        // What cannot be told explains nothing.
        (!checked.is_open).then(|| world(checked))
    }

    fn glance(&mut self, _: &Settings) -> Option<Glance> {
        None
    }

    fn shown(&self) -> Shown {
        let mut shown = Shown::default();
        for step in &self.record.steps {
            shown.lines += 1;
            match step.what {
                StepFact::Said(seat, _, Some(took)) => shown.answered(seat, took),
                StepFact::Event(seat, Event::Silent(took)) => shown.was_silent(seat, took),
                _ => {}
            }
        }
        shown
    }

    fn is_costly(&self) -> bool {
        self.is_searched
    }
}

/// A record that was checked under one set of values, as one of its worlds.
fn world(checked: Checked) -> World {
    let cost = Cost {
        deviations: usize::from(!checked.is_consistent()),
        ..Cost::default()
    };
    let stops = checked.extent != Extent::Whole;
    let blamed = checked.findings.clone();
    World::new(checked, blamed, cost, stops, None)
}

/// True where the record says what the judge made of the game, and how each seat failed that it says failed.
fn shows_all(record: &Record<'_>, checked: &Checked) -> bool {
    let is_untold = record.claims.iter().any(|claim| match claim.says {
        Says::Ended(seat, Reason::Fault) => claims::failed(&checked.verdict, seat).is_none(),
        _ => false,
    });
    record.claims.iter().any(is_end) && !is_untold && checked.unshown.is_empty()
}

/// True for a claim that names an end of the game.
fn is_end(claim: &Claim) -> bool {
    matches!(claim.says, Says::Winner(_) | Says::Over | Says::Ended(..))
}

/// Where so much is missing from a record that it can mean several games, its game tries them: true then.
fn by_search(
    record: &Record<'_>,
    given: &Settings,
    keep: bool,
) -> Result<(CheckedRecord, bool), String> {
    let settings = record.settings.and(given);
    let check =
        |record: &Record<'_>, keep| read_in_all_ways(record, &record.settings.and(given), keep);
    match record.game.searched(record, &settings, keep, &check) {
        Some(searched) => Ok((searched?, true)),
        None => Ok((read_in_all_ways(record, &settings, keep)?, false)),
    }
}

/// Reads a record in one way after another, until one blames nobody; otherwise those that contradict it least count, and somebody is
/// blamed if each of them blames them.
fn read_in_all_ways(
    record: &Record<'_>,
    settings: &Settings,
    keep: bool,
) -> Result<CheckedRecord, String> {
    let has_points = record
        .claims
        .iter()
        .any(|claim| matches!(claim.says, Says::Score(..)));
    let mut open = VecDeque::from([Reading::as_it_stands(record)]);
    let (mut tried, mut has_others) = (0, false);
    let mut least: Vec<RecordReading<'_>> = Vec::new();
    let mut accused = None;
    while !least.iter().any(RecordReading::blames_nobody) && tried < READINGS {
        let Some(reading) = open.pop_front() else {
            if std::mem::replace(&mut has_others, true) {
                break;
            }
            open =
                readings::others(record, settings, shown_to_fail(&least), is_over(&least)).into();
            continue;
        };
        tried += 1;
        let (one, options) = read_once(reading, settings, false)?;
        // A choice that the moves leave open is taken so that the points come out; while it is open the points tell nothing.
        if has_points && options > 0 {
            let ways = (0..options).rev();
            ways.for_each(|option| open.push_front(one.reading.choosing(option)));
            continue;
        }
        let accused = accused.get_or_insert_with(|| one.accused());
        // A reading may excuse. It never accuses whom the record as it stands does not accuse.
        if one.accused().iter().any(|one| !accused.contains(one)) {
            continue;
        }
        let rank = one.rank();
        match least.first().map(|first| rank.cmp(&first.rank())) {
            Some(Ordering::Greater) => {}
            Some(Ordering::Equal) => least.push(one),
            Some(Ordering::Less) | None => least = vec![one],
        }
    }
    let shown = least
        .iter()
        .position(RecordReading::blames_nobody)
        .unwrap_or(0);
    // As the one that is shown tells them.
    least.swap(0, shown);
    let all = least.iter().map(|of| &of.read.checked.findings[..]);
    let blamed = common(all).unwrap_or_default();
    let RecordReading {
        reading, mut read, ..
    } = least.swap_remove(0);
    if keep {
        read = read_once(reading, settings, true)?.0.read;
    }
    if blamed.len() < read.checked.findings.len() {
        read.checked.certain = blamed.clone();
        read.checked.findings = blamed;
        read.checked.is_open = true;
        read.checked.notes.push(Note::SeveralReadings);
    }
    Ok(read)
}

/// Seats of which a reading shows a fault.
fn shown_to_fail(least: &[RecordReading<'_>]) -> Seats {
    let findings = least
        .iter()
        .take(1)
        .flat_map(|of| &of.read.checked.findings);
    findings
        .filter_map(|found| match found.culprit {
            Culprit::Seat(seat, kind) if kind.is_failure() => Some(seat),
            _ => None,
        })
        .collect()
}

/// True where the answers as they stand lead to the end of the game, and nobody failed before it.
fn is_over(least: &[RecordReading<'_>]) -> bool {
    let Some(Checked {
        extent, verdict, ..
    }) = least.first().map(|of| &of.read.checked)
    else {
        return false;
    };
    let mut faults = verdict.faults.iter();
    *extent == Extent::Whole && !faults.any(|fault| fault.kind.is_failure())
}

/// A record that was read in one way.
struct RecordReading<'a> {
    reading: Reading<'a>,
    read: CheckedRecord,
}

impl RecordReading<'_> {
    /// The judge and the file, as far as it finds them wrong.
    fn accused(&self) -> Vec<Culprit> {
        let findings = self.read.checked.findings.iter();
        let others = findings.filter(|found| !found.is_of_a_seat());
        others.map(|found| found.culprit).collect()
    }

    /// The best has no deviation, then it goes to the end of the game, then the number of deviations counts. One that stops at a
    /// contradiction leaves the rest unheld.
    fn rank(&self) -> (bool, bool, usize) {
        let deviations = self.accused().len();
        let stops = self.read.checked.extent != Extent::Whole;
        (deviations > 0, stops, deviations)
    }

    /// Nothing is wrong in it, up to the end of the game.
    fn blames_nobody(&self) -> bool {
        self.read.checked.is_told() && self.read.checked.findings.is_empty()
    }
}

/// Checks a record that is read so. Back come also the options of the first choice for which the reading has none; 0: there is
/// none.
fn read_once<'a>(
    reading: Reading<'a>,
    settings: &Settings,
    keep: bool,
) -> Result<(RecordReading<'a>, usize), String> {
    let record = &*reading.record;
    let Followed {
        referee,
        gathered,
        findings,
        mut extent,
    } = followed(&reading, settings, keep)?;
    let placed = findings.into_iter().map(|finding| record.placed(finding));
    let mut findings: Vec<Finding> = record.wrong.iter().copied().chain(placed).collect();
    let verdict = referee.verdict().clone();
    let score = referee
        .rules()
        .and_then(|rules| rules.score())
        .or(verdict.outcome);
    let end = record.claims.iter().find(|claim| is_end(claim));
    // After a contradiction nothing can be held against a verdict.
    let is_foul = |findings: &[Finding]| findings.iter().any(|found| found.culprit == Culprit::Log);
    let is_read = matches!(
        extent,
        Extent::Whole | Extent::Gap(_) | Extent::Open | Extent::Cut
    );
    if !is_foul(&findings) && is_read {
        claims::hold(
            record,
            &verdict,
            score,
            extent == Extent::Whole,
            gathered.by_word_alone(),
            &mut findings,
        );
    }
    // A record whose own sums are wrong has lost some of its answers. How a seat ended may not be told: its program may have failed.
    if extent == Extent::Cut
        && let Some(claim) = end
        && !is_foul(&findings)
        && !record.lacks_an_end
    {
        let breach = Breach::new(
            END_BEFORE,
            "the record names an end of the game, and the game is not over",
        );
        findings.push(Finding::in_file(claim.at.clone(), Culprit::Judge, breach));
        extent = Extent::Contradicted;
    }
    let mut notes = [&record.notes[..], &gathered.notes].concat();
    if !reading.choices.is_empty() && gathered.open == 0 {
        notes.push(Note::TieFromPoints);
    }
    if extent == Extent::Cut && end.is_some() {
        notes.push(Note::EndNotTold);
    }
    if matches!(extent, Extent::Gap(1..)) {
        notes.push(Note::ChoiceNotTold);
    }
    let (lines, settings) = (gathered.answers, settings.clone());
    // Of a time that was over the record's total tells.
    let total = |seat: Seat| {
        record.claims.iter().find_map(|claim| match claim.says {
            Says::Time(of, total) if of == seat => Some(total),
            _ => None,
        })
    };
    let is_shown = |seat: Seat, (spent, left): (u64, Ms)| {
        left.0 == 0 || total(seat).is_some_and(|total| total.0 >= spent.saturating_add(left.0))
    };
    for (seat, late) in &gathered.by_word {
        if let (Some((spent, left)), Some(total)) = (late, total(*seat))
            && is_shown(*seat, (*spent, *left))
        {
            notes.push(Note::LateByTotal {
                seat: *seat,
                total,
                had: spent.saturating_add(left.0),
            });
        }
    }
    let unshown = gathered
        .by_word
        .iter()
        .filter(|(seat, late)| !late.is_some_and(|late| is_shown(*seat, late)));
    let unshown: Seats = unshown.map(|(seat, _)| *seat).collect();
    // Nobody is accused by the record's word.
    let is_shown = |found: &Finding| !matches!(found.culprit, Culprit::Seat(seat, FaultKind::Late) if unshown.contains(seat));
    findings.retain(is_shown);
    let mut checked = Checked {
        findings,
        extent,
        verdict,
        lines,
        score,
        settings,
        notes,
        unshown,
        ..Checked::default()
    };
    checked.shows_all = shows_all(record, &checked);
    let kept = gathered.kept.unwrap_or_default();
    let read = CheckedRecord { checked, kept };
    Ok((RecordReading { reading, read }, gathered.open))
}

/// Plays a record to the referee, as a log of its answers.
fn followed(reading: &Reading<'_>, settings: &Settings, keep: bool) -> Result<Followed, String> {
    let Reading { record, choices } = reading;
    let variant = record.game.with(settings)?;
    let numbered = || record.steps.iter().enumerate();
    let escaped: BTreeMap<usize, String> = numbered()
        .filter_map(|(number, step)| Some((number, step.what.escaped()?)))
        .collect();
    let steps: Vec<_> = numbered()
        .map(|(number, step)| step.what.entry(escaped.get(&number)))
        .collect();
    let header = Header {
        seats: Some(Seats::first(variant.seats())),
        omits_tail: record.omits_tail,
        own_clock: record.own_clock,
        is_answers: true,
        ..Header::default()
    };
    let transcript = Transcript::of_steps(header, &steps);
    let follows = |line: usize, rules| {
        let rest = record.steps.get(line - 1..).unwrap_or_default();
        record
            .game
            .follows()
            .and_then(|follows| follows(rest, rules))
    };
    let mut answers = Answers::new(
        record.is_whole,
        !record.claims.is_empty(),
        &follows,
        choices,
    );
    answers.late = record.game.word(FaultKind::Late);
    for claim in record.claims.iter().rev() {
        if let Says::Exit(seat, death) = claim.says {
            answers.exits[seat.index()] = Some(death);
        }
    }
    if keep {
        let writer = |header: &[(&str, String)]| Writer::new(record.game.name(), settings, header);
        let (header, holds) = (header_of(record), vec![("holds", "answers".to_string())]);
        let (log, moves) = (writer(&header), writer(&[holds, header].concat()));
        answers.gathered.kept = Some(Kept {
            log,
            moves,
            ..Kept::default()
        });
    }
    Ok(answers.follow(&*variant, &transcript, record.notices_late))
}

/// The header of a log made of a record, beside its parameters.
fn header_of(record: &Record<'_>) -> Vec<(&'static str, String)> {
    let mut header = Vec::new();
    if record.omits_tail {
        header.push(("omits", "tail".to_string()));
    }
    let is_plain = |name: &str| !name.is_empty() && !name.contains(char::is_control);
    let names = record
        .names
        .iter()
        .enumerate()
        .filter(|(_, name)| is_plain(name));
    let mut notes: Vec<String> = names.map(|(seat, name)| format!("{seat}={name}")).collect();
    if record
        .steps
        .iter()
        .any(|step| matches!(step.what, StepFact::Said(_, _, None)))
    {
        notes.push("where a time is not told, messages show 0".into());
    }
    if !notes.is_empty() {
        header.push(("note", notes.join(" ")));
    }
    header
}
