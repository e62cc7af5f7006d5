//! A judge under test: its matches, the right verdict on each, and whether the judge gave it.
//!
//! - The matches: `match_kind`: all of them, and what a judge owes on each · `steered_bot`, `aim`: bots that bring rare games about · `illegal`: answers that break one clause alone · `text_change`: answers whose text is wrong in one thing · `thoughts`: how long bots think
//! - How a match is judged: `judged`, below, goes through it in order · `match_log`: the logs of its taps as one log, checked once · `joined_log`: how they are joined · `messages`: what the judge sent · `late`: whether a bot was slow, or the judge is wrong · `charges`: the times that it takes off the banks · `draws`: whether it drew another game the next time · `owed_verdict`: what it said in the end · `failed_clauses`: the clauses of which that tells · `verdict_patterns`: in its own words
//! - The result: `judgement` · `match_line`: as JSON
//! - Other judges: `join`: a validator and a submission, joined as contest systems do · `grader_outputs`: what a grader of a batch task is given · `in_memory`: a judge of ours in memory, in place of a program · `left_out`: judges that omit one message each · `twisted`: judges that are wrong in one thing, by machine
//!
//! A match is evidence only where the documents decide. A row of the catalogue says *must* or *may*. No document says how to
//! judge what a bot does after the result is final, or what only some machines can measure.

mod aim;
mod charges;
mod draws;
mod failed_clauses;
pub mod grader_outputs;
pub mod illegal;
pub mod in_memory;
pub mod join;
pub mod joined_log;
mod judgement;
mod late;
pub mod left_out;
mod match_kind;
pub mod match_line;
mod match_log;
mod messages;
mod owed_verdict;
pub mod steered_bot;
pub mod text_change;
mod thoughts;
pub mod twisted;
pub mod verdict_patterns;

pub use aim::Aim;
pub use draws::{Draw, drew_otherwise};
pub use judgement::{Doubt, JudgeFault, Judgement, Tells};
pub use match_kind::{Duty, MatchKind, Quirk};
pub use messages::is_broken_with;
pub use owed_verdict::JOINED;
pub use thoughts::longest_answer;

use late::HELD_UP;
use match_log::MatchLog;
use std::collections::BTreeSet;
use std::time::Duration;
use steered_bot::{GONE_ON, LOST};
use stickler::clause::Clause;
use stickler::fixture::declared::clauses_of_messages;
use stickler::game::{Seat, Seats};
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::referee::FaultKind;
use stickler::wire::{ASKED, JUDGE_PLAIN};
use verdict_patterns::StatedVerdict;

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
    /// The seconds after which the joined program's time was over, if it was: that verdict is the joiner's, not the validator's.
    pub out_of_time: Option<u64>,
}

impl MatchRun {
    fn logs(&self) -> impl Iterator<Item = (Seat, &str)> {
        let logs = self
            .taps
            .iter()
            .map(|tap| tap.as_deref().unwrap_or_default());
        Seats::first(self.taps.len()).iter().zip(logs)
    }

    /// The log of a bot that ended with this code.
    fn ended_with(&self, code: u8) -> Option<&str> {
        let last = format!("! exit {code}");
        let mut taps = self.logs().map(|(_, tap)| tap);
        taps.find(|tap| tap.lines().any(|line| line.get(1..) == Some(&last)))
    }

    /// True where the machine took so much of this time that it may be the reason.
    fn is_held_up(&self, seconds: u64) -> bool {
        self.held_up > HELD_UP.max(Duration::from_secs(seconds) / 4)
    }

    /// True where a validator failed by an exit code.
    fn is_ended_by_itself(&self) -> bool {
        let how = self.failed.as_deref().unwrap_or_default();
        how.starts_with("validator: exit ")
    }

    /// True where the judge says that this seat was late.
    fn is_called_late(&self, game: &dyn AnyGame, seat: Seat) -> bool {
        let word = self.said.words.get(&seat.0);
        word.is_some_and(|word| word == game.word(FaultKind::Late))
    }
}

/// Compares a match with the rules and with the judge's own verdict.
pub fn judged(
    game: &dyn AnyGame,
    settings: &Settings,
    played: &MatchKind,
    went: &MatchRun,
) -> Judgement {
    let without_returns = without_returns(went);
    let went = without_returns.as_ref().unwrap_or(went);
    let log = MatchLog::of(game, settings, went);
    let mut judgement = compared(&log, played);
    judgement.failed = failed_clauses::failed_clauses(&log, &judgement);
    if without_returns.is_some() {
        let what = "its lines end with a carriage return and a newline";
        judgement.warned.push((JUDGE_PLAIN, what.into()));
    }
    // The joiner counts the time of the clock on the wall, and a busy machine makes any program late so.
    if let Some(seconds) = went.out_of_time
        && judgement.doubt == Doubt::None
        && !judgement.wrong.is_empty()
    {
        judgement.doubt = match went.is_held_up(seconds) {
            true => Doubt::HeldUp,
            false => Doubt::Unseen,
        };
        for wrong in &mut judgement.wrong {
            wrong.what += &format!(" (its time, {seconds} s, was over; --limit gives more)");
        }
    }
    judgement
}

/// A match as if the judge had ended its lines with newlines alone, where it did not: no document forbids that, bots read
/// both, and the rest of the match is judged.
fn without_returns(went: &MatchRun) -> Option<MatchRun> {
    let is_told = |line: &str| line.get(1..3) == Some("< ");
    let plain = |line: &str| match line.strip_suffix("\\r\n") {
        Some(plain) if is_told(line) => format!("{plain}\n"),
        _ => line.to_string(),
    };
    let of_tap = |tap: &Option<String>| {
        let tap = tap.as_ref()?;
        Some(tap.split_inclusive('\n').map(plain).collect::<String>())
    };
    let has_return = |tap: &String| {
        let mut lines = tap.lines();
        lines.any(|line| is_told(line) && line.ends_with("\\r"))
    };
    went.taps
        .iter()
        .flatten()
        .any(has_return)
        .then(|| MatchRun {
            taps: went.taps.iter().map(of_tap).collect(),
            ..went.clone()
        })
}

fn compared(log: &MatchLog<'_>, played: &MatchKind) -> Judgement {
    let (game, went) = (log.game, log.went);
    let mut judgement = Judgement {
        is_untried: played.has_fault() && !went.fault_came,
        tried: log.tried(),
        had_occasion: log.had_occasion(),
        kinds: log.kinds(),
        draws: log.draws(),
        ..Judgement::default()
    };
    let duty = match (played.duty(game), played.seat()) {
        (Duty::Told, Some(seat)) => log.duty_by_the_rules(seat),
        (Duty::Must(_), _) if judgement.is_untried => Duty::Nobody,
        (Duty::Must(_), _) if played.may_go_unmissed() && log.is_over_by_answers() => {
            Duty::May("the game was over before it was missed")
        }
        // A validator counts no time. What joins it to a bot does.
        _ if went.is_joined && went.out_of_time.is_none() && played.is_late_by_sleeping() => {
            judgement.is_untried = true;
            Duty::May("the bot's time with this join was not over")
        }
        (Duty::May(_), Some(seat)) if played.uses_up_its_time() && log.is_surely_late(seat) => {
            Duty::Must(Some(FaultKind::Late))
        }
        (duty, _) => duty,
    };
    let is_blamed = |seat| owed_verdict::blamed(game, went, seat).is_some();
    // What a judge may let pass, and did, says nothing of it.
    if let (Duty::May(_), Some(seat)) = (duty, played.seat())
        && !is_blamed(seat)
        && let Some(clause) = log.first_fault(seat)
    {
        judgement.tried.remove(&clause);
    }
    judgement.let_pass =
        matches!(duty, Duty::Must(_)) && played.seat().is_some_and(|seat| !is_blamed(seat));
    // How it ended. So much time can have been the reason of what went wrong.
    let is_held_up = went.is_held_up(went.ended_after.or(went.out_of_time).unwrap_or(0));
    // A validator that ended with a code of its own has crashed, however busy the machine is; but not where its program was ended.
    let has_crashed = went.is_joined && went.out_of_time.is_none() && went.is_ended_by_itself();
    let may_be_slow = went.failed.is_some() && !has_crashed || went.ended_after.is_some();
    if is_held_up && may_be_slow {
        judgement.doubt = Doubt::HeldUp;
    }
    if let Some(how) = &went.failed {
        judgement.blame(format!("it failed itself: {how}"), Tells::Last);
    }
    // A child process that outlives the bot is not the judge's fault.
    let is_child = matches!(played, MatchKind::Fault(way, _) if way.name == "child");
    judgement.ended(went.ended_after, if is_child { 0 } else { went.left });
    if went.ended_after.is_some() {
        judgement.log = Some(log.text.clone());
        if let Some(wrong) = judgement
            .wrong
            .iter_mut()
            .find(|wrong| wrong.shown.is_none())
        {
            wrong.because = log.where_it_stopped();
        }
    }
    if let Some(seat) = went.taps.iter().position(Option::is_none) {
        judgement.started_no_bot = went.taps.iter().all(Option::is_none);
        judgement
            .unknown
            .push(format!("it did not start the bot of seat {seat}"));
        return judgement;
    }
    // What it sent. A judge that reads a line for each answer takes the second of two lines for the next answer, and cannot know better.
    let is_two = matches!(played, MatchKind::Two(_));
    if let Some(tap) = went.ended_with(GONE_ON).filter(|_| !is_two)
        && messages::went_on(log, tap, &mut judgement)
    {
        return judgement;
    }
    let called_late = late::called_late(game, went, duty, played);
    if late::doubts(log, called_late, played, &mut judgement) {
        return judgement;
    }
    let outcome = messages::checked(log, duty == Duty::Nobody, &mut judgement);
    let shows_times = matches!(duty, Duty::Nobody | Duty::Must(_)) || played.uses_up_its_time();
    if shows_times && judgement.wrong.is_empty() {
        charges::checked(log, &mut judgement);
    }
    judgement.spare_assumed();
    if went.ended_with(LOST).is_some() && judgement.wrong.is_empty() {
        let why = "stickler's own bot could not follow its messages: does it play with other parameters (--set)?";
        judgement.unknown.push(why.into());
        return judgement;
    }
    // What it said in the end. After a wrong message, a wrong verdict is only a consequence.
    if went.ended_after.is_none() && judgement.wrong.iter().all(|wrong| wrong.shown.is_none()) {
        owed_verdict::compared(log, played, duty, outcome, &mut judgement);
        // What a bot does wrong before all else follows from no message.
        let first = played.seat().and_then(|seat| log.first_fault(seat));
        if !first.is_some_and(is_decided) {
            judgement.spare_consequences();
        }
        if let Some(seat) = played.seat().filter(|_| judgement.has_caught) {
            owed_verdict::winner_after_fault(log, seat, &mut judgement);
        }
    }
    if let (true, Some(seat)) = (is_two && went.fault_came, played.seat())
        && messages::takes_second_line(log, seat)
    {
        let what = "it takes a second line for the next answer: the line came with an answer, before it was asked for";
        judgement.warned.push((ASKED, what.into()));
    }
    judgement
}

/// True where a document says what this clause says: it is not assumed, and must be kept.
fn is_decided(clause: Clause) -> bool {
    clause.is_must() && !clause.is_assumed()
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

#[cfg(test)]
mod matches_in_memory;
