//! A match as one log: the logs of its taps, joined once and checked once, and what that log says.

use super::draws::{Draw, Draws};
use super::illegal::{AIMS, walk as walk_game};
use super::joined_log::{self, Order, joined};
use super::{Duty, MatchRun, charges, is_decided};
use std::collections::BTreeSet;
use stickler::clause::Clause;
use stickler::explain::{Checked, Culprit, Finding, Standing, validate, validate_until, walk};
use stickler::fixture::declared::suffer;
use stickler::game::{Outcome, Seat, Seats};
use stickler::games::erased::{AnyGame, AnyReferee, Variant};
use stickler::params::Settings;
use stickler::referee::{Awaits, Deed, Fact, FaultKind, Slip};
use stickler::transcript::Writer;

/// The log of a match.
pub(crate) struct MatchLog<'a> {
    pub(crate) game: &'a dyn AnyGame,
    /// The parameters that were set.
    pub(crate) settings: &'a Settings,
    pub(crate) went: &'a MatchRun,
    /// The parameters of the match: those that its first message tells, and those that were set.
    told_settings: Settings,
    /// The log, in the order of the stamps.
    pub(crate) text: String,
    /// The findings of its check; `None`: it cannot be checked.
    pub(crate) checked: Option<Checked>,
    /// Clauses that messages of the judge could have broken.
    occasions: BTreeSet<Clause>,
    /// Clauses that a wrong time in them would have broken: they tell something only where time has passed.
    of_times: BTreeSet<Clause>,
    /// Kinds of position that the game came to, as the seats see them, as far as the game names them.
    kinds: BTreeSet<String>,
    /// The messages that show a choice of the judge.
    draws: Vec<Draw>,
    /// The referee at the end of the log.
    end: Option<Box<dyn AnyReferee>>,
}

impl<'a> MatchLog<'a> {
    /// Joins and checks the logs of the taps.
    pub(crate) fn of(
        game: &'a dyn AnyGame,
        settings: &'a Settings,
        went: &'a MatchRun,
    ) -> MatchLog<'a> {
        let told = went
            .logs()
            .take(1)
            .flat_map(|(_, tap)| tap.lines())
            .filter_map(|line| line.strip_prefix("0< "));
        let told_settings = game
            .told_settings(&mut told.map(str::as_bytes))
            .and(settings);
        let mut log = MatchLog {
            game,
            settings,
            went,
            told_settings,
            text: String::new(),
            checked: None,
            occasions: BTreeSet::new(),
            of_times: BTreeSet::new(),
            kinds: BTreeSet::new(),
            draws: Vec::new(),
            end: None,
        };
        log.text = log.in_order(Order::Stamps);
        log.check();
        log
    }

    /// Checks the log. On the way it sees before each message which clauses the judge can break.
    fn check(&mut self) {
        // A message of many lines, such as a list, is looked at once.
        let variant = self.game.with(&self.told_settings).ok();
        let has_lines = variant
            .as_ref()
            .is_none_or(|variant| variant.referee().has_lines());
        let way = |line: &str| line.get(..2).map(str::to_string);
        let mut before = None;
        let starts = self.text.lines().enumerate().filter_map(|(at, line)| {
            let is_start = before != way(line) || !has_lines;
            before = way(line);
            is_start.then_some(at + 1)
        });
        let mut starts: Vec<usize> = starts.collect();
        let end = self.text.lines().count() + 1;
        starts.push(end);
        let (occasions, kinds, last) = (&mut self.occasions, &mut self.kinds, &mut self.end);
        let of_times = &mut self.of_times;
        let tells_times = variant.is_some_and(|variant| variant.parameter("bank").is_some());
        let mut draws = Draws::new(&self.text, tells_times);
        let seats = Seats::first(self.went.taps.len());
        let mut see = |line: usize, standing: Standing<'_>| {
            if let Some(rules) = standing.referee.rules().filter(|_| !standing.is_desynced) {
                kinds.extend(rules.kinds_seen(seats));
            }
            if matches!(standing.referee.awaits(), Awaits::Choice) && !standing.is_desynced {
                draws.note(line);
            }
            let is_end = line == end;
            if is_end {
                *last = Some(standing.referee.fork());
            }
            // After the last line nothing was kept, unless everything had been told.
            if !is_end || standing.referee.awaits().is_over() && !is_owing(standing.referee) {
                let slips = breakable(standing.referee);
                occasions.extend(of_judge(&slips, false));
                of_times.extend(of_judge(&slips, true));
            }
        };
        let (game, settings, bytes) = (self.game, self.settings, self.text.as_bytes());
        let checked = walk(game, settings, bytes, &starts, &mut see);
        self.draws = draws.found();
        let is_sure = |checked: &Checked| {
            checked.excuse.is_none() && checked.findings.iter().all(Finding::is_of_a_seat)
        };
        // Other values of assumed parameters may excuse the judge.
        self.checked = match checked {
            Ok(checked) if is_sure(&checked) => Some(checked),
            _ => validate(game, settings, bytes).ok(),
        };
    }

    /// The messages that show a choice of the judge.
    pub(crate) fn draws(&self) -> Vec<Draw> {
        self.draws.clone()
    }

    /// Kinds of position that the game came to.
    pub(crate) fn kinds(&self) -> BTreeSet<String> {
        self.kinds.clone()
    }

    /// Why the game is over by the rules, and what the points are made of; `None`: it is not, or the game has no words for it.
    pub(crate) fn why_over(&self) -> Option<String> {
        let end = self.end.as_ref()?;
        let points = end.rules().and_then(|rules| rules.points());
        match (end.end(), points) {
            (Some(why), Some(points)) => Some(format!("{why}; {points}")),
            (why, points) => why.or(points),
        }
    }

    /// The outcome of the game by the rules alone, whatever its seats did after the end; `None`: it is not over, or the judge may be
    /// wrong, or right under other values of parameters.
    pub(crate) fn outcome_by_rules(&self) -> Option<Outcome> {
        let checked = self.checked.as_ref()?;
        let is_right =
            checked.excuse.is_none() && checked.findings.iter().all(Finding::is_of_a_seat);
        let end = self.end.as_ref().filter(|_| is_right)?;
        end.rules()?.turn().outcome()
    }

    /// The log in this order of lines that passed at nearly the same time.
    pub(crate) fn in_order(&self, order: Order) -> String {
        let clock = [("clock", "own".to_string())];
        let header = Writer::new(self.game.name(), &self.told_settings, &clock);
        let taps: Vec<(Seat, &str)> = self.went.logs().collect();
        joined(header.text(), &taps, order)
    }

    /// The log after a change of each tap's log.
    pub(crate) fn changed(&self, change: &dyn Fn(Seat, &str) -> String) -> String {
        let header = Writer::new(self.game.name(), &self.told_settings, &[]);
        let taps = self.went.logs();
        let taps: Vec<(Seat, String)> = taps.map(|(seat, tap)| (seat, change(seat, tap))).collect();
        let taps: Vec<(Seat, &str)> = taps.iter().map(|(seat, tap)| (*seat, &**tap)).collect();
        joined(header.text(), &taps, Order::Stamps)
    }

    /// The referee at the end of the log, without the times of answers and the ends of bots.
    pub(crate) fn untimed(&self) -> Option<Box<dyn AnyReferee>> {
        let log = self.changed(&joined_log::untimed);
        let read = validate_until(self.game, self.settings, log.as_bytes(), usize::MAX);
        read.ok().map(|(_, referee)| referee)
    }

    /// True where an answer of this seat was late by any judge's clock, as its tap measured it.
    pub(crate) fn is_surely_late(&self, seat: Seat) -> bool {
        let text = self.changed(&|by, tap| match by == seat {
            true => joined_log::shortest(by, tap, charges::LESS),
            false => joined_log::untimed(by, tap),
        });
        let late = Culprit::Seat(seat, FaultKind::Late);
        validate(self.game, self.settings, text.as_bytes()).is_ok_and(|checked| {
            let mut findings = checked.findings.iter();
            findings.any(|found| found.culprit == late && checked.is_certain(found))
        })
    }

    /// True where the answers alone, without the ends of bots, end the game; a last one without its newline counts.
    pub(crate) fn is_over_by_answers(&self) -> bool {
        let log = self.changed(&joined_log::with_half_lines);
        let read = validate_until(self.game, self.settings, log.as_bytes(), usize::MAX);
        read.is_ok_and(|(_, referee)| referee.awaits().is_over())
    }

    /// The verdict of the rules on a seat's answers.
    pub(crate) fn duty_by_the_rules(&self, seat: Seat) -> Duty {
        let Some(checked) = &self.checked else {
            return Duty::May(UNDECIDED);
        };
        let Some(first) = checked.findings.first() else {
            return Duty::Nobody;
        };
        match first.culprit {
            _ if !is_decided(first.breach.clause) => Duty::May(UNDECIDED),
            Culprit::Seat(by, FaultKind::Unasked) if by == seat => {
                Duty::May("a judge that reads a line for each answer sees no second one")
            }
            Culprit::Seat(by, kind) if by == seat && kind != FaultKind::Habit => {
                Duty::Must(Some(kind))
            }
            _ => Duty::May("the judge went wrong before"),
        }
    }

    /// The clause that this seat breaks, if that is the first thing that is wrong in it.
    pub(crate) fn first_fault(&self, seat: Seat) -> Option<Clause> {
        let mut findings = self.checked.iter().flat_map(|checked| &checked.findings);
        let first = findings.next()?;
        match first.culprit {
            Culprit::Seat(by, kind) if by == seat && kind != FaultKind::Habit => {
                Some(first.breach.clause)
            }
            _ => None,
        }
    }

    /// The clause by which a judge has to end the game at this seat's first fault, as far as the game declares it.
    pub(crate) fn judged_by(&self, seat: Seat, kind: FaultKind) -> Option<Clause> {
        let here = self.slip_after_fault(seat, AFTER_A_FAULT);
        // Before the first turn nobody can be asked on: the same fault in another game tells it.
        here.or_else(|| clause_of_fault(&*self.game.with(self.settings).ok()?, kind))
    }

    /// The clause that says what becomes of a game in which a seat has failed.
    pub(crate) fn ended_by(&self, seat: Seat) -> Option<Clause> {
        self.slip_after_fault(seat, "_to_a_seat_that_failed")
    }

    /// The clause of the slip whose name ends so, right after this seat's first fault.
    fn slip_after_fault(&self, seat: Seat, name: &str) -> Option<Clause> {
        let mut findings = self.checked.iter().flat_map(|checked| &checked.findings);
        let is_its = |found: &&Finding| matches!(found.culprit, Culprit::Seat(by, _) if by == seat);
        let until = findings.find(is_its)?.line + 1;
        let bytes = self.text.as_bytes();
        let (_, referee) = validate_until(self.game, self.settings, bytes, until).ok()?;
        let slips = referee.slips();
        let is_named = |slip: &&Slip| slip.name.ends_with(name);
        slips.iter().find(is_named).map(|slip| slip.clause)
    }

    /// The clauses that a bot broke, and those that few games come to and this one did.
    pub(crate) fn tried(&self) -> BTreeSet<Clause> {
        let findings = self.checked.iter().flat_map(|checked| &checked.findings);
        let broken = findings
            .filter(|found| found.is_of_a_seat())
            .map(|found| found.breach.clause)
            .filter(|clause| is_decided(*clause));
        broken.chain(self.met()).collect()
    }

    /// The clauses that few games come to and this one did.
    pub(crate) fn met(&self) -> BTreeSet<Clause> {
        let end = self.end.as_deref();
        end.map_or_else(BTreeSet::new, met)
    }

    /// The message that this seat has not been told yet.
    pub(crate) fn due(&self, seat: Seat) -> Option<String> {
        let mut referee = self.end.as_ref()?.fork();
        referee.forget(Seats::first(self.went.taps.len()).without(Seats::only(seat)));
        let mut text = String::new();
        referee.tell(&mut text).map(|_| text)
    }

    /// The last line that passed, and what was due then.
    pub(crate) fn where_it_stopped(&self) -> Option<String> {
        let is_passed = |line: &&str| matches!(line.get(1..3), Some("< " | "> "));
        let last = self.text.lines().rfind(is_passed);
        let last = last.map_or("no line passed".to_string(), |line| {
            format!("the last line that passed is `{line}`")
        });
        let mut seats = Seats::first(self.went.taps.len()).iter();
        let told = seats.find_map(|seat| Some((seat, self.due(seat)?)));
        if let Some((seat, text)) = told {
            let first = text.lines().next().unwrap_or_default();
            return Some(format!(
                "{last}; then `{first}` is due to seat {seat}, and the bots wait for it"
            ));
        }
        let awaits = self.end.as_ref()?.awaits();
        let mut seats = Seats::first(self.went.taps.len()).iter();
        let asked = seats.find(|seat| awaits.ask(*seat).is_some());
        Some(match asked {
            Some(seat) => format!("{last}; then an answer of seat {seat} is due"),
            None => format!("{last}; nothing is due any more"),
        })
    }

    /// True where the game goes on, and nobody waits for an answer of this seat.
    pub(crate) fn is_unasked(&self, seat: Seat) -> bool {
        let end = self.end.as_ref();
        end.is_some_and(|end| !end.awaits().is_over() && end.awaits().ask(seat).is_none())
    }

    /// The last line of this seat, where its judge has sent it nothing since then.
    pub(crate) fn last_answer(&self, seat: Seat) -> Option<&str> {
        let tap = self.went.taps.get(seat.index())?.as_deref()?;
        let (told, said) = (format!("{seat}< "), format!("{seat}> "));
        let mut lines = tap.lines().rev();
        let last = lines.find(|line| line.starts_with(&told) || line.starts_with(&said))?;
        let text = last.strip_prefix(&said)?;
        let text = text.rsplit_once(" @").map_or(text, |(text, _)| text);
        (text.len() <= QUOTED).then_some(text)
    }

    /// The clause that a judge breaks by omitting the message that is due to this seat, as far as the game declares it.
    pub(crate) fn left_out(&self, seat: Seat) -> Option<Clause> {
        let mut referee = self.end.as_ref()?.fork();
        referee.forget(Seats::first(self.went.taps.len()).without(Seats::only(seat)));
        let due = self.due(seat)?;
        let word = |text: &str| text.split_whitespace().next().map(str::to_string);
        let told = |slip: &Slip| match &slip.deed {
            Deed::Told(text) if slip.kind.is_none() => Some(text.clone()),
            _ => None,
        };
        let of_word = |slip: &Slip, is_same: bool| {
            told(slip).is_some_and(|text| (word(&text) == word(&due)) == is_same)
        };
        let mut after = referee.fork();
        after.tell(&mut String::new());
        let slips = referee.slips();
        // Who is not asked when its turn has come: another seat that is asked breaks the same clause.
        let slip = match after.awaits().ask(seat).is_some() {
            true => { slips.iter() }.find(|slip| slip.seat != seat && of_word(slip, true)),
            false => { slips.iter() }.find(|slip| slip.seat == seat && of_word(slip, false)),
        };
        let again = after.slips();
        let twice = || {
            again
                .iter()
                .find(|slip| told(slip).is_some_and(|text| text == due))
        };
        let slip = slip.or_else(twice).map(|slip| slip.clause);
        slip.or_else(|| {
            // An earlier message in its place breaks the clause too.
            let told = format!("{seat}< ");
            let lines = self.text.lines().rev();
            let mut earlier = lines.filter_map(|line| line.strip_prefix(&told));
            earlier.find_map(|line| {
                let mut lines = std::iter::once(line.as_bytes());
                let told = referee.fork().told(seat, &mut lines, Seats::NONE, 0);
                let clause = told.err().map(|breach| breach.clause);
                clause
                    .filter(|clause| word(line) != word(&due) && !clause.id().starts_with("wire."))
            })
        })
    }

    /// The clauses that messages of the judge could have broken.
    pub(crate) fn had_occasion(&self) -> BTreeSet<Clause> {
        let mut found = self.occasions.clone();
        if charges::is_enough(self) {
            found.extend(&self.of_times);
        }
        // What a seat was not told nobody has kept.
        let seats = Seats::first(self.went.taps.len()).iter();
        for clause in seats.filter_map(|seat| self.left_out(seat)) {
            found.remove(&clause);
        }
        found.extend(self.after_a_late_answer());
        found.retain(|clause| is_decided(*clause));
        found
    }

    /// The clauses that the judge could have broken after the answer that its last ask waited for was late: no tap sees that.
    fn after_a_late_answer(&self) -> BTreeSet<Clause> {
        let is_late = |seat: Seat| self.went.is_called_late(self.game, seat);
        if !self.went.logs().any(|(seat, _)| is_late(seat)) {
            return BTreeSet::new();
        }
        let Some(referee) = self.untimed() else {
            return BTreeSet::new();
        };
        let is_called_late =
            |slip: &&Slip| slip.kind == Some(FaultKind::Late) && is_late(slip.seat);
        let slips = referee.slips();
        slips
            .iter()
            .find(is_called_late)
            .map_or_else(BTreeSet::new, |slip| {
                let mut after = referee.fork();
                suffer(&mut *after, slip);
                of_judge(&after.slips(), false)
            })
    }
}

/// The longest answer that is quoted.
const QUOTED: usize = 80;

const UNDECIDED: &str = "no document says what becomes of it";

/// How the names of slips end by which a judge goes on after a fault.
const AFTER_A_FAULT: &str = "_after_a_fault";

/// The clauses that few games come to and that this one has come to.
pub(crate) fn met(referee: &dyn AnyReferee) -> BTreeSet<Clause> {
    let rare = referee.rules().map_or_else(Vec::new, |rules| rules.rare());
    let met = rare.into_iter().filter(|(_, is_met)| *is_met);
    met.map(|(clause, _)| clause).collect()
}

/// The clause by which a judge has to end a game at a fault of this class.
fn clause_of_fault(variant: &dyn Variant, kind: FaultKind) -> Option<Clause> {
    let mut found = None;
    walk_game(variant, AIMS[0], 0, &mut |referee, _, _, _| {
        if found.is_some() {
            return;
        }
        let slips = referee.slips();
        found = { slips.iter() }
            .filter(|slip| slip.kind == Some(kind))
            .find_map(|slip| {
                let mut after = referee.fork();
                suffer(&mut *after, slip);
                let next = after.slips();
                let mut next = next.iter();
                next.find(|next| next.name.ends_with(AFTER_A_FAULT))
                    .map(|next| next.clause)
            });
    });
    found
}

/// True where a seat has not been told yet what is due to it.
fn is_owing(referee: &dyn AnyReferee) -> bool {
    referee.fork().tell(&mut String::new()).is_some()
}

/// The mistakes that the judge can make from here on.
fn breakable(referee: &dyn AnyReferee) -> Vec<Slip> {
    let mut referee = referee.fork();
    // The next message tells the time of the answer: here it is enough that there is one.
    while let Awaits::Clock(seats) = referee.awaits()
        && let Some(seat) = seats.iter().next()
        && referee.take(Fact::Clock { seat, took: None }, 0).is_ok()
    {}
    referee.slips()
}

/// The clauses that the judge breaks by these slips: by those that tell a wrong time, or by the others. The first banks are full, and
/// no time is in them.
fn of_judge(slips: &[Slip], by_time: bool) -> BTreeSet<Clause> {
    let is_of_time = |slip: &Slip| slip.is_time && !slip.name.ends_with("_at_first");
    let of_judge = slips.iter().filter(|slip| slip.kind.is_none());
    let these = of_judge.filter(|slip| is_of_time(slip) == by_time);
    these.map(|slip| slip.clause).collect()
}
