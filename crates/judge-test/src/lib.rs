//! A judge under test: its matches, the right verdict on each, and whether the judge gave it.
//!
//! - `kind`: the matches, and what a judge owes on each · `steered_bot`, `aim`: bots that bring rare games about · `illegal`: answers that break one clause alone · `following`: the messages that they hear
//! - `joined`: the logs of a match's taps as one log · `verdict_patterns`: the judge's own words for the verdict · `match_line`: a match as JSON
//! - `join`: a validator and a submission, joined as contest systems do · `outputs`: what a grader of a batch task is given · `in_memory`: a judge of ours in memory, in place of a program
//!
//! A match is evidence only where the documents decide. A row of the catalogue says *must* or *may*. No document says how to
//! judge what a bot does after the result is final, or what only some machines can measure.

mod aim;
mod following;
pub mod illegal;
pub mod in_memory;
pub mod join;
pub mod joined;
mod kind;
pub mod match_line;
pub mod outputs;
pub mod steered_bot;
pub mod verdict_patterns;

pub use aim::Aim;
pub use kind::{Duty, MatchKind, Quirk};

use joined::{Order, joined};
use std::collections::BTreeSet;
use std::time::Duration;
use steered_bot::{GONE_ON, LOST};
use stickler::clause::Clause;
use stickler::explain::{Culprit, Extent, Finding, Standing, validate, validate_until, walk};
use stickler::fixture::declared::{clauses_of_messages, suffer};
use stickler::game::{Outcome, Seat, Seats};
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::referee::{Awaits, Fact, FaultKind, Slip};
use stickler::transcript::Writer;
use verdict_patterns::StatedVerdict;

/// The words that may stand for each other where a contest system joins validator and bot.
pub const JOINED: [&str; 2] = ["WA", "RTE"];

/// How a match went.
#[derive(Clone, Debug, Default)]
pub struct MatchRun {
    /// The log of each seat's tap; `None`: its bot was never started.
    pub taps: Vec<Option<String>>,
    /// The verdict that the judge printed.
    pub said: StatedVerdict,
    /// The seconds after which it was killed, if it did not end.
    pub ended_after: Option<u64>,
    /// How many processes it left running.
    pub left: usize,
    /// How the judge itself failed, if it did: a signal killed it, or a validator ended with neither of its codes.
    pub failed: Option<String>,
    /// The moment at which the judge had ended, by the clock of the stamps.
    pub over: u64,
    /// How long the judge and its bots were kept from a CPU, or stood still, as far as that was seen.
    pub held_up: Duration,
    /// True where the bot with the fault got as far as its fault.
    pub fault_came: bool,
    /// True where it is a validator that a contest system joined to its bot.
    pub is_joined: bool,
}

impl MatchRun {
    fn logs(&self) -> impl Iterator<Item = (Seat, &str)> {
        let logs = self
            .taps
            .iter()
            .map(|tap| tap.as_deref().unwrap_or_default());
        Seats::first(self.taps.len()).iter().zip(logs)
    }

    /// True where a judge may say this word for that one. Where a contest system joins a validator to its bot, the two may end at
    /// once, and the system tells a crash and a wrong answer apart by who was first.
    fn is_word(&self, said: &str, due: &str) -> bool {
        said == due
            || said == verdict_patterns::AT_FAULT
            || self.is_joined && [said, due].iter().all(|word| JOINED.contains(word))
    }

    /// The log of a bot that ended with this code.
    fn ended_with(&self, code: u8) -> Option<(Seat, &str)> {
        let last = format!("! exit {code}");
        self.logs()
            .find(|(_, tap)| tap.lines().any(|line| line.get(1..) == Some(&last)))
    }
}

/// A fault of a judge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgeFault {
    /// The error: what it did, and what it should have done.
    pub what: String,
    /// The log that shows it, with the finding, where it is a message.
    pub shown: Option<(String, Finding)>,
}

/// The result of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// The faults of the judge.
    pub wrong: Vec<JudgeFault>,
    /// Parts that could not be looked at.
    pub unknown: Vec<String>,
    /// Clauses that no document states and that the judge broke, each with what it did: nobody is accused of that.
    pub warned: Vec<(Clause, String)>,
    /// True if the judge owed a verdict that blames a seat, and gave it.
    pub has_caught: bool,
    /// Clauses on which the match put the judge to the test: those that a bot broke, and those that few games come to.
    pub tried: BTreeSet<Clause>,
    /// Clauses of messages that the judge had occasion to break.
    pub had_occasion: BTreeSet<Clause>,
    /// True where the match has a bot with a fault, and the game was over before the fault came: it tried nothing.
    pub is_untried: bool,
    /// Whether something else than the judge can be to blame for what is wrong.
    pub doubt: Doubt,
}

/// Whether something else than the judge can be to blame for what went wrong in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Doubt {
    /// Nothing else.
    #[default]
    None,
    /// A program may have stood still where nobody saw it. That does not come again and again.
    Unseen,
    /// The machine held the match up, or one of stickler's own bots was slow.
    HeldUp,
}

impl Judgement {
    /// Notes a fault that no log shows.
    fn blame(&mut self, what: impl Into<String>) {
        self.wrong.push(JudgeFault {
            what: what.into(),
            shown: None,
        });
    }

    /// Takes back what rests on a clause that no document states, and warns of it: nobody is accused of that.
    fn spare_assumed(&mut self) {
        for wrong in std::mem::take(&mut self.wrong) {
            let clause = wrong
                .shown
                .as_ref()
                .map(|(_, finding)| finding.breach.clause);
            match clause.filter(|clause| clause.is_assumed()) {
                Some(clause) => self.warned.push((clause, wrong.what)),
                None => self.wrong.push(wrong),
            }
        }
    }

    /// Takes back all that is wrong, where stickler's own bots may have misread a message that breaks a clause of no document.
    fn spare_consequences(&mut self) {
        let Some((clause, _)) = self.warned.first().filter(|_| !self.wrong.is_empty()) else {
            return;
        };
        let why = format!(
            "stickler's own bots may not follow messages that break {clause}, so this proves nothing"
        );
        let wrong = self.wrong.drain(..);
        self.unknown
            .extend(wrong.map(|wrong| format!("{}: {why}", wrong.what)));
    }

    /// Notes the faults of a judge that had to be killed, or that left processes running.
    pub fn ended(&mut self, after: Option<u64>, left: usize) {
        if let Some(seconds) = after {
            self.blame(format!("it had not ended after {seconds} s"));
        }
        if left > 0 {
            self.blame(format!("it left {left} processes running"));
        }
    }
}

/// Compares a match with the rules and with the judge's own verdict.
pub fn judged(
    game: &dyn AnyGame,
    settings: &Settings,
    played: &MatchKind,
    went: &MatchRun,
) -> Judgement {
    let is_untried = played.has_fault() && !went.fault_came;
    let mut judgement = Judgement {
        is_untried,
        tried: tried(game, settings, went),
        had_occasion: had_occasion(game, settings, went),
        ..Judgement::default()
    };
    let duty = match (played.duty(game), played.seat()) {
        (Duty::Told, Some(seat)) => told(game, settings, went, seat),
        (Duty::Must(_), _) if judgement.is_untried => Duty::Nobody,
        (duty, _) => duty,
    };
    // So much time can have been the reason of what went wrong.
    let is_held_up =
        went.held_up > HELD_UP.max(Duration::from_secs(went.ended_after.unwrap_or(0)) / 4);
    if is_held_up && (went.failed.is_some() || went.ended_after.is_some()) {
        judgement.doubt = Doubt::HeldUp;
    }
    if let Some(how) = &went.failed {
        judgement.blame(format!("it failed itself: {how}"));
    }
    // A child that the bot leaves behind is not the judge's fault.
    let is_child = matches!(played, MatchKind::Fault(way, _) if way.name == "child");
    judgement.ended(went.ended_after, if is_child { 0 } else { went.left });
    if let Some(seat) = went.taps.iter().position(Option::is_none) {
        judgement
            .unknown
            .push(format!("it did not start the bot of seat {seat}"));
        return judgement;
    }
    // A judge that reads a line for each answer takes the second of two lines for the next answer, and cannot know better.
    let is_two = matches!(played, MatchKind::Two(_));
    if let Some((_, tap)) = went.ended_with(GONE_ON).filter(|_| !is_two) {
        let tap = without_stamps(tap);
        let checked = validate(game, settings, tap.as_bytes());
        let findings = || checked.iter().flat_map(|checked| &checked.findings);
        let failed = findings().find_map(|found| match found.culprit {
            Culprit::Seat(seat, _) => Some((seat, found)),
            _ => None,
        });
        let after = failed.map_or(String::new(), |(seat, found)| {
            let (line, breach) = (found.line, found.breach);
            format!(
                ": line {line} of seat {seat} breaks {}: {}",
                breach.clause, breach.why
            )
        });
        match failed.map(|(_, found)| found.breach.clause) {
            Some(clause) if !is_decided(clause) => judgement
                .warned
                .push((clause, format!("it went on after an answer{after}"))),
            _ => {
                let found = findings().find(|found| found.culprit == Culprit::Judge);
                judgement.wrong.push(JudgeFault {
                    what: format!("it went on after an illegal answer{after}"),
                    shown: found.map(|found| (tap.clone(), *found)),
                });
            }
        }
        return judgement;
    }
    let called_late = called_late(game, went, duty, played);
    if let Some(seat) = slow_bot(game, settings, went, called_late, went.held_up) {
        let late = game.word(FaultKind::Late);
        let why = format!(
            "it says {late} of seat {seat}, whose bot, one of stickler's own, was slow or held up: give the judge and stickler \
             (--set) longer times"
        );
        judgement.unknown.push(why);
        judgement.doubt = Doubt::HeldUp;
        return judgement;
    }
    let taps: Vec<(Seat, &str)> = went.logs().collect();
    let gap = Duration::from_millis(joined::longest_gap(&taps, went.over));
    let has_unanswered = || {
        called_late.iter().any(|seat| {
            taps.get(seat.index())
                .is_some_and(|(_, tap)| !is_answered(seat, tap))
        })
    };
    let may_have_stood_still = gap > HELD_UP
        && (has_unanswered() || slow_bot(game, settings, went, called_late, gap).is_some());
    if judgement.doubt == Doubt::None && may_have_stood_still {
        judgement.doubt = Doubt::Unseen;
    }
    let outcome = messages(game, settings, went, duty == Duty::Nobody, &mut judgement);
    judgement.spare_assumed();
    if went.ended_with(LOST).is_some() && judgement.wrong.is_empty() {
        let why = "stickler's own bot could not follow its messages: does it play with other parameters (--set)?";
        judgement.unknown.push(why.into());
        return judgement;
    }
    // After a wrong message, a wrong verdict is only a consequence.
    if went.ended_after.is_none() && judgement.wrong.iter().all(|wrong| wrong.shown.is_none()) {
        verdict(game, played, duty, went, outcome, &mut judgement);
        judgement.spare_consequences();
    }
    judgement
}

/// True where a document says what this clause says: it is not assumed, and must be kept.
fn is_decided(clause: Clause) -> bool {
    clause.is_must() && !clause.is_assumed()
}

fn without_stamps(tap: &str) -> String {
    tap.split_inclusive('\n')
        .filter(|line| !line.starts_with(joined::STAMP))
        .collect()
}

/// The whole log of a match, from the logs of all taps.
fn whole(game: &dyn AnyGame, settings: &Settings, went: &MatchRun, order: Order) -> String {
    let settings = &told_settings(game, settings, went);
    let header = Writer::new(game.name(), settings, &[("clock", "own".to_string())]);
    let taps: Vec<(Seat, &str)> = went.logs().collect();
    joined(header.text(), &taps, order)
}

/// The verdict of the rules on a seat's answers in the game that was played.
fn told(game: &dyn AnyGame, settings: &Settings, went: &MatchRun, seat: Seat) -> Duty {
    let log = whole(game, settings, went, Order::Stamps);
    let checked = validate(game, settings, log.as_bytes());
    let of_seat = |finding: &Finding| match finding.culprit {
        Culprit::Seat(by, kind) if by == seat && kind != FaultKind::Habit => Some(kind),
        _ => None,
    };
    match checked.as_ref().map(|checked| checked.findings.first()) {
        Ok(Some(first)) if is_decided(first.breach.clause) => match of_seat(first) {
            None => Duty::May("the judge went wrong before"),
            Some(FaultKind::Unasked) => {
                Duty::May("a judge that reads a line for each answer sees no second one")
            }
            Some(kind) => Duty::Must(Some(kind)),
        },
        Ok(None) => Duty::Nobody,
        _ => Duty::May("no document says what becomes of it"),
    }
}

/// The clauses that a bot broke in the game that was played, and those that few games come to and this one did.
fn tried(game: &dyn AnyGame, settings: &Settings, went: &MatchRun) -> BTreeSet<Clause> {
    let log = whole(game, settings, went, Order::Stamps);
    let Ok((checked, referee)) = validate_until(game, settings, log.as_bytes(), usize::MAX) else {
        return BTreeSet::new();
    };
    let broken = checked.findings.iter().filter(|found| found.is_of_a_seat());
    let broken = broken
        .map(|found| found.breach.clause)
        .filter(|clause| is_decided(*clause));
    let rare = referee.rules().map_or_else(Vec::new, |rules| rules.rare());
    let met = rare
        .into_iter()
        .filter(|(_, is_met)| *is_met)
        .map(|(clause, _)| clause);
    broken.chain(met).collect()
}

/// The clauses that messages of the judge could have broken in the game that was played.
fn had_occasion(game: &dyn AnyGame, settings: &Settings, went: &MatchRun) -> BTreeSet<Clause> {
    let log = whole(game, settings, went, Order::Stamps);
    // A message of many lines, such as a list, is looked at once.
    let way = |line: &str| line.get(..2).map(str::to_string);
    let mut before = None;
    let starts = log.lines().enumerate().filter_map(|(at, line)| {
        let is_start = before != way(line);
        before = way(line);
        is_start.then_some(at + 1)
    });
    let mut starts: Vec<usize> = starts.collect();
    starts.push(log.lines().count() + 1);
    let mut found = BTreeSet::new();
    let mut see = |_: usize, standing: Standing<'_>| {
        let mut referee = standing.referee.fork();
        // The next message tells the time of the answer: here it is enough that there is one.
        while let Awaits::Clock(seats) = referee.awaits()
            && let Some(seat) = seats.iter().next()
            && referee.take(Fact::Clock { seat, took: None }, 0).is_ok()
        {}
        let slips = referee.slips();
        let of_judge = slips.iter().filter(|slip| slip.kind.is_none());
        found.extend(of_judge.map(|slip| slip.clause));
    };
    let _ = walk(game, settings, log.as_bytes(), &starts, &mut see);
    found.extend(after_a_late_answer(game, settings, went));
    found.retain(|clause| is_decided(*clause));
    found
}

/// The clauses that the judge could have broken after the answer that its last ask waited for was late: no tap sees that.
fn after_a_late_answer(game: &dyn AnyGame, settings: &Settings, went: &MatchRun) -> Vec<Clause> {
    let late = game.word(FaultKind::Late);
    let log = untimed(game, settings, went);
    let Ok((_, referee)) = validate_until(game, settings, log.as_bytes(), usize::MAX) else {
        return Vec::new();
    };
    let is_called_late = |slip: &Slip| {
        went.said
            .words
            .get(&slip.seat.0)
            .is_some_and(|word| word == late)
    };
    let slips = referee.slips();
    let mut slips = slips
        .iter()
        .filter(|slip| slip.kind == Some(FaultKind::Late) && is_called_late(slip));
    slips.next().map_or_else(Vec::new, |slip| {
        let mut after = referee.fork();
        suffer(&mut *after, slip);
        let slips = after.slips().into_iter();
        slips
            .filter(|slip| slip.kind.is_none())
            .map(|slip| slip.clause)
            .collect()
    })
}

/// Clauses of messages that documents state and that a judge of this variant can break.
pub fn of_messages(game: &'static dyn AnyGame, settings: &Settings) -> BTreeSet<Clause> {
    let mut clauses = clauses_of_messages(game, settings).unwrap_or_default();
    clauses.retain(|clause| is_decided(*clause));
    clauses
}

/// Clauses that must be kept, that documents state, and that few games of this variant come to.
pub fn rare(game: &dyn AnyGame, settings: &Settings) -> Vec<Clause> {
    let rules = game.with(settings).map(|variant| variant.rules());
    let rare = rules.map_or_else(|_| Vec::new(), |rules| rules.rare());
    rare.into_iter()
        .map(|(clause, _)| clause)
        .filter(|clause| is_decided(*clause))
        .collect()
}

/// Less than this explains nothing.
const HELD_UP: Duration = Duration::from_millis(100);

/// Seats that the judge calls late, though their bots are quick by intention.
fn called_late(game: &dyn AnyGame, went: &MatchRun, duty: Duty, played: &MatchKind) -> Seats {
    let late = game.word(FaultKind::Late);
    // A bot with a quirk may wait for the judge because of it.
    let may_be_slow = match played {
        MatchKind::Quirk(..) => true,
        MatchKind::Fault(..) => matches!(duty, Duty::Must(_) | Duty::May(_)),
        _ => false,
    };
    let is_planned = |seat: Seat| may_be_slow && played.seat() == Some(seat);
    let is_called_late = |seat: &Seat| {
        went.said
            .words
            .get(&seat.0)
            .is_some_and(|word| word == late)
    };
    Seats::first(went.taps.len())
        .iter()
        .filter(|seat| is_called_late(seat) && !is_planned(*seat))
        .collect()
}

/// One of these seats whose bot was late by its tap, or could have been by the judge's clock, if the judge was held up for so long.
fn slow_bot(
    game: &dyn AnyGame,
    settings: &Settings,
    went: &MatchRun,
    of: Seats,
    held_up: Duration,
) -> Option<Seat> {
    let held_up = held_up.as_millis() as u64;
    let was_late = |seat: Seat| {
        // A time of another seat, which the judge did not call late, must not end the game.
        let log = rejoined(game, settings, went, &|by, tap| match by == seat {
            true => joined::timed(by, tap, went.over, held_up),
            false => joined::untimed(by, tap),
        });
        let is_late = |found: &Finding| found.culprit == Culprit::Seat(seat, FaultKind::Late);
        validate(game, settings, log.as_bytes())
            .is_ok_and(|checked| checked.findings.iter().any(is_late))
    };
    // The judge may have written an ask that the tap had no time to read: no log shows it.
    let may_be_unread = |seat: Seat| {
        let log = untimed(game, settings, went);
        validate_until(game, settings, log.as_bytes(), usize::MAX).is_ok_and(|(_, referee)| {
            let ask = referee.awaits().ask(seat).copied();
            ask.is_some_and(|ask| ask.budget.0 <= held_up + joined::MEASURED)
        })
    };
    of.iter()
        .find(|&seat| was_late(seat) || may_be_unread(seat))
}

/// The whole log of a match, from what is made of each tap's log.
fn rejoined(
    game: &dyn AnyGame,
    settings: &Settings,
    went: &MatchRun,
    text_of: &dyn Fn(Seat, &str) -> String,
) -> String {
    let header = Writer::new(game.name(), &told_settings(game, settings, went), &[]);
    let taps: Vec<(Seat, String)> = went
        .logs()
        .map(|(seat, tap)| (seat, text_of(seat, tap)))
        .collect();
    let taps: Vec<(Seat, &str)> = taps.iter().map(|(seat, tap)| (*seat, &**tap)).collect();
    joined(header.text(), &taps, Order::Stamps)
}

/// The whole log of a match, without the times of answers and the ends of bots.
fn untimed(game: &dyn AnyGame, settings: &Settings, went: &MatchRun) -> String {
    rejoined(game, settings, went, &joined::untimed)
}

/// True where the last thing between judge and bot is the bot's answer.
fn is_answered(seat: Seat, tap: &str) -> bool {
    let [said, told] = ['>', '<'].map(|way| format!("{seat}{way} "));
    tap.lines()
        .rfind(|line| line.starts_with(&said) || line.starts_with(&told))
        .is_some_and(|line| line.starts_with(&said))
}

/// The parameters of the match: those that its first message tells, and those that were set.
fn told_settings(game: &dyn AnyGame, settings: &Settings, went: &MatchRun) -> Settings {
    let told = went
        .logs()
        .take(1)
        .flat_map(|(_, tap)| tap.lines())
        .filter_map(|line| line.strip_prefix("0< "));
    game.told_settings(&mut told.map(str::as_bytes))
        .and(settings)
}

/// Checks every message. Returns how the match ended, if all kept the rules.
fn messages(
    game: &dyn AnyGame,
    settings: &Settings,
    went: &MatchRun,
    is_whole: bool,
    judgement: &mut Judgement,
) -> Option<Outcome> {
    let is_by_judge =
        |found: &&Finding| found.culprit == Culprit::Judge && found.breach.clause.is_must();
    for (seat, tap) in went.logs() {
        let tap = without_stamps(tap);
        let Ok(checked) = validate(game, settings, tap.as_bytes()) else {
            continue;
        };
        // A seat that failed and the judge may read the failing answer in different ways.
        let failed = checked.findings.iter().find(|found| {
            matches!(found.culprit, Culprit::Seat(_, kind) if !matches!(kind, FaultKind::Habit | FaultKind::Lost))
        });
        let has_failed = |found: &Finding| failed.is_some_and(|failed| failed.line <= found.line);
        let found = checked
            .findings
            .iter()
            .find(is_by_judge)
            .filter(|found| checked.excuse_of(found).is_none());
        // If another seat fails, a judge may end the game sooner or later; how its lines are written has nothing to do with it.
        let last = tap
            .lines()
            .zip(1..)
            .filter(|(line, _)| line.starts_with(&format!("{seat}< ")))
            .last();
        let is_end = !is_whole
            && went.taps.len() > 1
            && found.zip(last).is_some_and(|(found, (_, last))| {
                found.line == last && !found.breach.clause.id().starts_with("wire.")
            });
        if let Some(found) = found.filter(|found| !has_failed(found) && !is_end) {
            let what = format!(
                "seat {seat} was told what {} forbids: {}",
                found.breach.clause, found.breach.why
            );
            judgement.wrong.push(JudgeFault {
                what,
                shown: Some((tap, *found)),
            });
        }
    }
    if !is_whole || !judgement.wrong.is_empty() {
        return None;
    }
    let mut shown = None;
    // A fault must show in every order of the lines that passed at nearly the same time.
    for order in [Order::Stamps, Order::Whole] {
        let log = whole(game, settings, went, order);
        let checked = validate(game, settings, log.as_bytes()).ok()?;
        let found = checked
            .findings
            .iter()
            .find(is_by_judge)
            .filter(|found| checked.excuse_of(found).is_none());
        match found.copied() {
            None => {
                let is_recorded = went
                    .logs()
                    .all(|(_, tap)| tap.lines().any(|line| line.get(1..) == Some("! exit 0")));
                if checked.findings.is_empty()
                    && checked.extent != Extent::Whole
                    && is_recorded
                    && went.ended_after.is_none()
                {
                    judgement.blame("it ended before every seat was told the end of the game");
                }
                return checked
                    .verdict
                    .outcome
                    .filter(|_| checked.findings.is_empty());
            }
            Some(found) => shown = shown.or(Some((log, found))),
        }
    }
    let (log, found) = shown?;
    let what = format!("{} is broken: {}", found.breach.clause, found.breach.why);
    judgement.wrong.push(JudgeFault {
        what,
        shown: Some((log, found)),
    });
    None
}

/// Compares the judge's verdict with the verdict that it owes.
fn verdict(
    game: &dyn AnyGame,
    played: &MatchKind,
    duty: Duty,
    went: &MatchRun,
    outcome: Option<Outcome>,
    judgement: &mut Judgement,
) {
    let StatedVerdict {
        winner,
        is_draw,
        words,
    } = &went.said;
    if went.said == StatedVerdict::default() {
        judgement.unknown.push("no verdict was read".into());
        return;
    }
    let faults = FaultKind::ALL
        .iter()
        .filter(|kind| !matches!(kind, FaultKind::Habit | FaultKind::Lost));
    let mut faults: Vec<&str> = faults
        .map(|kind| game.word(*kind))
        .filter(|word| *word != game.word(FaultKind::Habit))
        .collect();
    faults.push(verdict_patterns::AT_FAULT);
    let blamed = |seat: Seat| {
        words
            .get(&seat.0)
            .filter(|word| faults.contains(&word.as_str()))
    };
    for seat in Seats::first(went.taps.len()).iter() {
        let is_at_fault = played.seat() == Some(seat);
        match (duty, blamed(seat)) {
            (Duty::Must(kind), None) if is_at_fault => {
                let due = kind.map_or("a fault", |kind| game.word(kind));
                match words.get(&seat.0) {
                    Some(said) => judgement
                        .blame(format!("it says {said} of seat {seat}, where {due} is due")),
                    None => judgement
                        .unknown
                        .push(format!("no word was read for seat {seat}")),
                }
            }
            (Duty::Must(Some(kind)), Some(word))
                if is_at_fault && !went.is_word(word, game.word(kind)) =>
            {
                let due = game.word(kind);
                judgement.blame(format!("it says {word} of seat {seat}, where {due} is due"));
            }
            (Duty::Must(_), Some(_)) if is_at_fault => judgement.has_caught = true,
            (Duty::May(_), _) if is_at_fault => {}
            (_, Some(word)) => judgement.blame(format!(
                "it says {word} of seat {seat}, which did nothing wrong"
            )),
            (_, None) => {}
        }
    }
    // Few documents decide who wins after a fault, and the words of the seats tell it too.
    let Some(outcome) = outcome.filter(|_| duty == Duty::Nobody) else {
        return;
    };
    if went.taps.len() < 2 {
        return;
    }
    let due = outcome
        .winner()
        .map_or("nobody".to_string(), |seat| format!("seat {seat}"));
    let is_right =
        *winner == outcome.winner().map(|seat| seat.0) && *is_draw == outcome.winner().is_none();
    let said = match winner {
        Some(seat) => format!("seat {seat}"),
        None if *is_draw => "nobody".to_string(),
        None => return judgement.unknown.push("no winner was read".into()),
    };
    if !is_right {
        judgement.blame(format!("it says that {said} wins, and {due} does"));
    }
}

#[cfg(test)]
mod tests;
