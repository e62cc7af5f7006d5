//! Every explanation of a log, by brute force.

use super::matches::{Line, ObservedLog};
use std::collections::BTreeSet;
use std::rc::Rc;
use stickler::clock::Micros;
use stickler::game::{Seat, Seats};
use stickler::games::erased::{AnyReferee, Variant};
use stickler::params::Ms;
use stickler::referee::{After, Awaits, Death, Fact, FaultKind, Observation};

/// Somebody is blamed for a line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Blame {
    /// Of the log's body, from 1.
    pub(super) line: usize,
    /// The judge, the log, or a seat.
    pub(super) who: String,
}

/// A failure of a seat that the log does not show.
const UNSEEN_FAILURE: usize = 1;
/// A failure of a seat that it shows, where no line shows the failure.
const FAILURE: usize = 2;
/// A message that the log lacks, and a seat has answered.
const LACKING_LINE: usize = 2;
/// A line that nothing explains.
const DEVIATION: usize = 2;

/// One way in which everything until here can have come about.
struct Story {
    referee: Box<dyn AnyReferee>,
    cost: usize,
    /// What of it was for failures: a log that does not show one need not show another.
    failures: usize,
    /// Faults of the referee's verdict that are accounted for.
    faults: usize,
    blamed: BTreeSet<Blame>,
    /// Seats that have failed as no line shows.
    supposed: Seats,
    /// Those of them that owed an answer, and to which nothing came since.
    silent: Seats,
    /// Those of them that owed none, so that their programs must have ended.
    gone: Seats,
    /// Programs that have ended.
    dead: Seats,
    /// Output that nobody asked for, and of which the judge has taken no notice yet: its seat, and its line.
    strays: Vec<(Seat, usize)>,
    /// The position is unknown since a gap, or since a deviation.
    lost: Option<Lost>,
    is_deviant: bool,
    /// The line that comes next.
    at: usize,
    /// The story before the latest steps that nobody sees.
    before: Option<Rc<Story>>,
}

#[derive(Clone)]
struct Lost {
    /// Seats that may have an answer on the way.
    open: Seats,
    /// Seats that were sent the end.
    finished: Seats,
}

impl Clone for Story {
    fn clone(&self) -> Story {
        Story {
            referee: self.referee.fork(),
            blamed: self.blamed.clone(),
            strays: self.strays.clone(),
            lost: self.lost.clone(),
            before: self.before.clone(),
            ..*self
        }
    }
}

/// The least cost, and whom each explanation of this cost blames; `None`: the model does not know all explanations.
pub(super) fn explanations(
    variant: &dyn Variant,
    of: &ObservedLog,
) -> Option<(usize, BTreeSet<BTreeSet<Blame>>)> {
    let seats = Seats::first(variant.seats());
    let mut search = Search {
        of,
        seats,
        unseen: seats.without(of.seats),
        // The log read as it stands: what is odd deviates.
        least: 3 * DEVIATION,
        all: BTreeSet::new(),
        is_open: false,
    };
    let mut referee = variant.referee();
    referee.forget(search.unseen);
    let start = Story {
        referee,
        cost: 0,
        failures: 0,
        faults: 0,
        blamed: BTreeSet::new(),
        supposed: Seats::NONE,
        silent: Seats::NONE,
        gone: Seats::NONE,
        dead: Seats::NONE,
        strays: Vec::new(),
        lost: None,
        is_deviant: false,
        at: 0,
        before: None,
    };
    search.go_on(start, 0);
    (!search.is_open).then_some((search.least, search.all))
}

struct Search<'a> {
    of: &'a ObservedLog,
    seats: Seats,
    unseen: Seats,
    least: usize,
    all: BTreeSet<BTreeSet<Blame>>,
    is_open: bool,
}

impl Search<'_> {
    /// All ways to go on from here.
    fn go_on(&mut self, mut story: Story, at: usize) {
        // Steps that nobody sees belong to the line after them.
        if story.at != at {
            (story.at, story.before) = (at, None);
        }
        if story.cost > self.least {
            return;
        }
        // A judge that asks a seat reads what the seat has written before.
        let is_read = |(seat, _): &(Seat, usize)| {
            story.referee.awaits().ask(*seat).is_some() && story.referee.owes(*seat).is_none()
        };
        if story.lost.is_none()
            && let Some(read) = story.strays.iter().position(is_read)
        {
            let mut ahead = story;
            let (seat, line) = ahead.strays.remove(read);
            let fact = Fact::Observed {
                seat,
                what: Observation::Unasked(b""),
                took: None,
            };
            ahead.referee.take(fact, 0).expect("asked");
            self.settle(&mut ahead, line);
            return self.go_on(ahead, at);
        }
        if story.lost.is_none() {
            self.hidden_steps(&story, at);
        }
        match self.of.lines.get(at) {
            None => self.end(story),
            Some(Line::Sent(to, text)) if story.lost.is_none() => self.sent(story, *to, text, at),
            Some(line) => self.line(story, line, at),
        }
    }

    /// What can happen before the next line, and no line shows.
    fn hidden_steps(&mut self, story: &Story, at: usize) {
        let is_over = matches!(
            story.referee.awaits(),
            Awaits::Exit { .. } | Awaits::Verdict
        );
        // The judge takes notice of output that it has not asked for.
        if let Some(&(seat, line)) = story.strays.first() {
            let mut ahead = story.clone();
            ahead.strays.remove(0);
            let what = Observation::Unasked(b"");
            let fact = Fact::Observed {
                seat,
                what,
                took: None,
            };
            if !is_over
                && !ahead.referee.out().contains(seat)
                && ahead.referee.take(fact, 0).is_ok()
            {
                self.settle(&mut ahead, line);
                self.go_on(ahead, at);
            }
        }
        let before = story.before.clone();
        let before = before.unwrap_or_else(|| Rc::new(story.clone()));
        for mut ahead in self.free_steps(story) {
            ahead.before = Some(before.clone());
            self.go_on(ahead, at);
        }
        // A seat fails, and nothing shows it.
        let may_fail = self.seats.without(story.referee.out());
        for seat in may_fail.iter().filter(|_| !is_over) {
            let mut ahead = story.clone();
            let fact = Fact::Observed {
                seat,
                what: Observation::Unlogged,
                took: None,
            };
            if ahead.referee.take(fact, 0).is_err() {
                continue;
            }
            ahead.before = None;
            let is_certain = ahead.referee.verdict().faults[ahead.faults..]
                .iter()
                .any(|fault| fault.kind == FaultKind::Late);
            ahead.faults = ahead.referee.verdict().faults.len();
            ahead.referee.forget(self.unseen);
            let wrote = story.strays.iter().any(|(by, _)| *by == seat);
            if is_certain && (wrote || !self.is_undue(story, at) || self.is_undue(&ahead, at)) {
                continue;
            }
            if is_certain {
                // The bank was empty: it is late whatever it does, and the line that follows shows it.
                if self.of.seats.contains(seat) {
                    let who = format!("seat {seat}");
                    ahead.blamed.insert(Blame { line: at + 1, who });
                }
            } else {
                if story.referee.awaits().ask(seat).is_some() {
                    ahead.silent.insert(seat);
                } else {
                    ahead.gone.insert(seat);
                }
                let cost = if self.unseen.contains(seat) {
                    UNSEEN_FAILURE
                } else {
                    FAILURE
                };
                let more = cost.saturating_sub(ahead.failures);
                ahead.failures += more;
                ahead.cost += more;
                ahead.supposed.insert(seat);
            }
            self.go_on(ahead, at);
        }
    }

    /// What nobody sees and costs nothing: a choice of the judge, an answer of a seat that the log does not show, a message that a
    /// judge leaves out because a fault has ended the game.
    fn free_steps(&self, story: &Story) -> Vec<Story> {
        let mut all = Vec::new();
        match story.referee.awaits() {
            Awaits::Choice => {
                for action in story.referee.rules().expect("a board").actions() {
                    let mut ahead = story.clone();
                    if ahead.referee.choose_named(&action, 0).is_ok() {
                        self.settle(&mut ahead, 0);
                        all.push(ahead);
                    }
                }
            }
            Awaits::Replies(asks) => {
                for ask in asks.iter().filter(|ask| self.unseen.contains(ask.seat)) {
                    let times = (0..=ask.budget.0.min(2)).map(Ms);
                    for (reply, took) in story
                        .referee
                        .replies(ask.seat)
                        .iter()
                        .flat_map(|reply| times.clone().map(move |took| (reply, took)))
                    {
                        let mut ahead = story.clone();
                        let fact = Fact::Observed {
                            seat: ask.seat,
                            what: Observation::Lines(reply.as_bytes()),
                            took: Some(Micros::from(took)),
                        };
                        ahead.referee.take(fact, 0).expect("asked");
                        if ahead.referee.verdict().faults.len() == ahead.faults {
                            self.settle(&mut ahead, 0);
                            all.push(ahead);
                        }
                    }
                }
            }
            Awaits::Exit { .. } | Awaits::Verdict if !story.referee.out().is_empty() => {
                let pending = |story: &Story| -> usize {
                    let seats = self.seats.iter();
                    seats.map(|seat| story.referee.pending(seat)).sum()
                };
                let mut ahead = story.clone();
                ahead.referee.forget_moot(self.seats);
                if pending(&ahead) < pending(story) {
                    all.push(ahead);
                }
            }
            _ => {}
        }
        all
    }

    /// True where this message is due, or would be after steps that nobody sees and that cost nothing.
    fn can_be_due(&self, story: &Story, to: Seat, text: &str) -> bool {
        self.is_due(&mut story.clone(), to, text)
            || self
                .free_steps(story)
                .iter()
                .any(|ahead| self.can_be_due(ahead, to, text))
    }

    /// True where the next line is a message that is not due.
    fn is_undue(&self, story: &Story, at: usize) -> bool {
        match self.of.lines.get(at) {
            Some(Line::Sent(to, text)) => !self.is_due(&mut story.clone(), *to, text),
            _ => false,
        }
    }

    /// True where this message is due, word for word; then it counts as sent.
    fn is_due(&self, story: &mut Story, to: Seat, text: &str) -> bool {
        if story.referee.told_plainly(to, text.as_bytes()) {
            return true;
        }
        let (mut ahead, mut due) = (story.referee.fork(), String::new());
        ahead.forget(self.seats.without(Seats::only(to)));
        let mut lines = text.lines().map(str::as_bytes);
        ahead.tell(&mut due) == Some(to)
            && due == text
            && story.referee.told(to, &mut lines, Seats::NONE, 0).is_ok()
    }

    /// Accounts for what a fact of this line led to.
    fn settle(&self, story: &mut Story, line: usize) {
        story.referee.forget(self.unseen);
        let faults = story.referee.verdict().faults[story.faults..].to_vec();
        story.faults += faults.len();
        for fault in faults {
            let who = format!("seat {}", fault.seat);
            story.blamed.insert(Blame { line, who });
        }
    }

    fn line(&mut self, story: Story, line: &Line, at: usize) {
        let number = at + 1;
        if let Some(seat) = line.seat()
            && story.dead.contains(seat)
            && matches!(line, Line::Answered(..) | Line::Ended(..))
        {
            let mut ahead = story;
            ahead.cost += DEVIATION;
            ahead.blamed.insert(Blame {
                line: number,
                who: "log".into(),
            });
            return self.go_on(ahead, at + 1);
        }
        match line {
            Line::Gap => self.gap(story, at),
            _ if story.lost.is_some() => self.lost(story, line, at),
            Line::Sent(..) => unreachable!("sent by itself"),
            Line::Answered(seat, text, took) => self.answered(story, *seat, text, *took, at),
            Line::Silent(seat, time) => {
                let what = Observation::Silent {
                    unfinished: b"",
                    unflushed: b"",
                };
                self.event(story, *seat, what, Some(*time), at);
            }
            Line::Ended(seat, code) => {
                let mut story = story;
                story.dead.insert(*seat);
                self.event(
                    story,
                    *seat,
                    Observation::Died(Death::Exit(*code)),
                    None,
                    at,
                );
            }
        }
    }

    fn gap(&mut self, mut story: Story, at: usize) {
        self.notice_the_rest(&mut story);
        story.lost.get_or_insert(Lost {
            open: self.seats,
            finished: Seats::NONE,
        });
        self.go_on(story, at + 1);
    }

    fn sent(&mut self, story: Story, to: Seat, text: &str, at: usize) {
        let mut ahead = story.clone();
        if self.is_due(&mut ahead, to, text) {
            if text == "FINISH" {
                ahead.silent = Seats::NONE;
            }
            return self.go_on(ahead, at + 1);
        }
        // Nothing explains it, unless a step that nobody sees does.
        if self.can_be_due(story.before.as_deref().unwrap_or(&story), to, text) {
            return;
        }
        let mut ahead = story;
        self.notice_the_rest(&mut ahead);
        ahead.cost += DEVIATION;
        ahead.blamed.insert(Blame {
            line: at + 1,
            who: "judge".into(),
        });
        let awaits = ahead.referee.awaits();
        let asked = |seat: &Seat| awaits.ask(*seat).is_some();
        let mut lost = Lost {
            open: self.seats.iter().filter(asked).collect(),
            finished: Seats::NONE,
        };
        if let Awaits::Exit { seats, .. } = awaits {
            let is_told = |seat: &Seat| ahead.referee.owes(*seat).is_none();
            lost.finished = seats.iter().filter(is_told).collect();
        }
        if text == "FINISH" {
            lost.finished.insert(to);
        } else {
            lost.open.insert(to);
        }
        ahead.lost = Some(lost);
        ahead.is_deviant = true;
        self.go_on(ahead, at + 1);
    }

    fn answered(&mut self, story: Story, seat: Seat, text: &str, took: Option<Ms>, at: usize) {
        let is_told = story.referee.owes(seat).is_none();
        let is_asked = story.referee.awaits().ask(seat).is_some();
        if story.referee.out().contains(seat) {
            // What answers in time has not been late, and what has ended does not answer.
            if story.silent.contains(seat) && took.is_some() || story.gone.contains(seat) {
                return;
            }
            let mut ahead = story;
            // A failure that is supposed undoes no malformed answer.
            if ahead.supposed.contains(seat) && ahead.referee.answer_form(text.as_bytes()).is_err()
            {
                let who = format!("seat {seat}");
                ahead.blamed.insert(Blame { line: at + 1, who });
            }
            return self.go_on(ahead, at + 1);
        }
        // Nobody supposes a message that tells a choice.
        let tells_choice = story
            .before
            .as_ref()
            .is_some_and(|before| matches!(before.referee.awaits(), Awaits::Choice));
        let is_well_formed = story.referee.answer_form(text.as_bytes()).is_ok();
        if is_asked && !is_told && is_well_formed && !tells_choice {
            // The log lacks what it was asked.
            let mut ahead = story.clone();
            ahead.cost += LACKING_LINE * ahead.referee.pending(seat);
            ahead.referee.forget(Seats::only(seat));
            self.taken(ahead, seat, text, took, at);
        }
        if is_asked && is_told {
            return self.taken(story, seat, text, took, at);
        }
        let mut ahead = story;
        match ahead.referee.awaits() {
            Awaits::Exit { .. } | Awaits::Verdict => {
                let what = if is_told {
                    Observation::Lines(text.as_bytes())
                } else {
                    Observation::Unasked(b"")
                };
                if ahead
                    .referee
                    .take(Fact::Exit { seat, what }, at + 1)
                    .is_err()
                {
                    let who = format!("seat {seat}");
                    ahead.blamed.insert(Blame { line: at + 1, who });
                }
                self.settle(&mut ahead, at + 1);
            }
            _ => ahead.strays.push((seat, at + 1)),
        }
        self.go_on(ahead, at + 1);
    }

    /// An answer is taken, at each time that it can have had.
    fn taken(&mut self, story: Story, seat: Seat, text: &str, took: Option<Ms>, at: usize) {
        let budget = story
            .referee
            .awaits()
            .ask(seat)
            .map_or(0, |ask| ask.budget.0);
        let times: Vec<Ms> = match took {
            Some(took) => vec![took],
            None => (0..=budget.min(2)).map(Ms).collect(),
        };
        for took in times {
            let mut ahead = story.clone();
            let what = Observation::Lines(text.as_bytes());
            let fact = Fact::Observed {
                seat,
                what,
                took: Some(Micros::from(took)),
            };
            ahead.referee.take(fact, at + 1).expect("asked");
            self.settle(&mut ahead, at + 1);
            self.go_on(ahead, at + 1);
        }
    }

    fn event(
        &mut self,
        story: Story,
        seat: Seat,
        what: Observation<'_>,
        time: Option<Ms>,
        at: usize,
    ) {
        let mut ahead = story;
        let is_told = ahead.referee.owes(seat).is_none();
        let is_asked = ahead.referee.awaits().ask(seat).is_some();
        if ahead.referee.out().contains(seat) {
            return self.go_on(ahead, at + 1);
        }
        let is_awaited = match ahead.referee.awaits() {
            Awaits::Exit { seats, .. } => seats.contains(seat),
            _ => false,
        };
        if is_asked && is_told {
            let took = time.map(Micros::from);
            ahead
                .referee
                .take(Fact::Observed { seat, what, took }, at + 1)
                .expect("asked");
            self.settle(&mut ahead, at + 1);
            return self.go_on(ahead, at + 1);
        }
        if is_awaited && ahead.referee.is_crossing(seat) && time.is_some() {
            // It was silent to what it was asked before the end.
            self.go_on(ahead.clone(), at + 1);
        }
        if is_awaited && is_told {
            ahead
                .referee
                .take(Fact::Exit { seat, what }, at + 1)
                .expect("awaited");
            self.settle(&mut ahead, at + 1);
            return self.go_on(ahead, at + 1);
        }
        if time.is_some() {
            // Nobody is silent to what he was not asked.
            ahead.cost += DEVIATION;
            ahead.blamed.insert(Blame {
                line: at + 1,
                who: "log".into(),
            });
            return self.over(ahead);
        }
        // An end that nobody awaits is left to the test of whole matches: it can be in order, and it can be a fault.
        self.unknown();
    }

    /// What needs no position is still held.
    fn lost(&mut self, mut story: Story, line: &Line, at: usize) {
        let mut lost = story.lost.clone().expect("lost");
        let number = at + 1;
        match line {
            Line::Sent(to, text) => {
                let told = story
                    .referee
                    .told_desynced(*to, &mut std::iter::once(text.as_bytes()));
                if told.is_err() || lost.finished.contains(*to) {
                    story.cost += DEVIATION;
                    story.is_deviant = true;
                    story.blamed.insert(Blame {
                        line: number,
                        who: "judge".into(),
                    });
                }
                if text == "FINISH" {
                    lost.finished.insert(*to);
                } else {
                    lost.open.insert(*to);
                }
            }
            Line::Answered(seat, text, took) => {
                let (is_open, is_finished) =
                    (lost.open.remove(*seat), lost.finished.contains(*seat));
                let is_out = story.is_deviant && story.referee.out().contains(*seat);
                let is_unasked = story.is_deviant && (is_finished || !is_open);
                if !(is_out || is_unasked || is_finished && is_open) {
                    let after = if is_finished {
                        After::Last
                    } else {
                        After::Anything
                    };
                    for fault in story
                        .referee
                        .said_desynced(*seat, text.as_bytes(), *took, after)
                    {
                        let who = format!("seat {}", fault.seat);
                        story.blamed.insert(Blame { line: number, who });
                    }
                }
            }
            Line::Silent(seat, _) | Line::Ended(seat, _) => {
                let what = match line {
                    Line::Ended(_, code) => Observation::Died(Death::Exit(*code)),
                    _ => Observation::Silent {
                        unfinished: b"",
                        unflushed: b"",
                    },
                };
                if matches!(line, Line::Ended(..)) {
                    story.dead.insert(*seat);
                }
                if !(story.is_deviant && story.referee.out().contains(*seat)) {
                    let is_finished = lost.finished.contains(*seat);
                    for fault in story.referee.ended_desynced(*seat, what, is_finished) {
                        let who = format!("seat {}", fault.seat);
                        story.blamed.insert(Blame { line: number, who });
                    }
                }
            }
            Line::Gap => unreachable!("a gap is no line"),
        }
        story.lost = Some(lost);
        self.go_on(story, at + 1);
    }

    /// Output that nobody asked for is a fault, whatever comes of it.
    fn notice_the_rest(&self, story: &mut Story) {
        for (seat, line) in std::mem::take(&mut story.strays) {
            if story.referee.out().contains(seat) {
                continue;
            }
            let who = format!("seat {seat}");
            story.blamed.insert(Blame { line, who });
        }
    }

    fn end(&mut self, mut story: Story) {
        self.notice_the_rest(&mut story);
        self.over(story);
    }

    fn over(&mut self, story: Story) {
        if story.cost > self.least {
            return;
        }
        if story.cost < self.least {
            self.least = story.cost;
            self.all.clear();
        }
        self.all.insert(story.blamed);
    }

    /// The model says nothing of this log.
    fn unknown(&mut self) {
        self.is_open = true;
    }
}
