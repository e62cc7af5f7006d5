//! Matches of our referee, with faults of every kind: what happened, line by line, and who is to blame.

use stickler::clock::Micros;
use stickler::game::{Seat, Seats};
use stickler::games::erased::{AnyGame, AnyReferee};
use stickler::params::{Ms, Settings};
use stickler::referee::{Ask, Awaits, Death, Fact, FaultKind, Observation, Verdict};
use stickler::stream::{Recorded, SplitMix64};
use stickler::transcript::{Event, Writer};

/// Numbers that decide everything; after the last come zeros, the plainest of every choice.
pub(crate) struct Dice<'a>(std::slice::Iter<'a, u32>);

impl Dice<'_> {
    pub(crate) fn new(numbers: &[u32]) -> Dice<'_> {
        Dice(numbers.iter())
    }

    fn next(&mut self) -> u32 {
        self.0.next().copied().unwrap_or(0)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.next() as usize % count.max(1)
    }

    /// True in one of so many cases, and never once the numbers are used up.
    pub(crate) fn once_in(&mut self, many: usize) -> bool {
        self.below(many) == many - 1
    }
}

/// Which way a line goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Told,
    Said,
    Event,
}

/// The lines of one message, one answer or one event.
#[derive(Clone, Debug)]
pub(crate) struct Happened {
    pub(crate) seat: Seat,
    pub(crate) way: Way,
    pub(crate) text: String,
    /// Of a message the fact that made it due; of a fact that follows a fault the fault: neither stands before it.
    pub(crate) cause: Option<usize>,
    /// It is how a program ended.
    pub(crate) is_end: bool,
}

/// A match, and the truth about it.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) game: &'static str,
    pub(crate) settings: Settings,
    /// Those of the parameters that no document gives.
    pub(crate) assumed: Vec<&'static str>,
    pub(crate) seats: usize,
    /// How many of the lines belong to the handshake.
    pub(crate) greeting: usize,
    pub(crate) all: Vec<Happened>,
    pub(crate) verdict: Verdict,
    /// How many lines come before the first fault.
    pub(crate) honest: usize,
    /// Seats whose programs ended when nothing was asked of them.
    pub(crate) unasked: Seats,
    /// Seats that wrote what is no answer, which crossed the end and counted for nothing.
    pub(crate) crossed: Seats,
}

/// Plays a match as the numbers say: honest judge, programs of every kind.
pub(crate) fn play(game: &'static dyn AnyGame, settings: &Settings, numbers: &[u32]) -> Match {
    let variant = game.with(settings).expect("parameters");
    let mut stream = SplitMix64(u64::from(numbers.first().copied().unwrap_or(0)));
    let draws = (0..64).map(|_| stream.next_u64() as u32).collect();
    let mut table = Table {
        referee: variant.referee(),
        dice: Dice::new(numbers),
        draws: Recorded::new(draws),
        all: Vec::new(),
        fault: None,
        honest: 0,
        ends_at_once: false,
        unasked: Seats::NONE,
        crossed: Seats::NONE,
        dead: Seats::NONE,
        asked: Seats::NONE,
        seats: variant.seats(),
    };
    let greets = |table: &Table<'_>| matches!(table.referee.awaits(), Awaits::Replies(asks) if table.referee.replies(asks[0].seat) == ["OK"]);
    let mut greeting = usize::from(game.name() == "blackout");
    for _ in 0..400 {
        let is_greeting = greets(&table);
        if !table.step() {
            break;
        }
        // A head that is left out hides no fault.
        if is_greeting && table.fault.is_none() {
            greeting = table.all.len();
        }
    }
    table.accounts();
    let Table {
        all,
        referee,
        seats,
        honest,
        unasked,
        crossed,
        ..
    } = table;
    Match {
        honest,
        unasked,
        crossed,
        game: game.name(),
        settings: settings.clone(),
        assumed: Vec::new(),
        seats,
        greeting,
        all,
        verdict: referee.verdict().clone(),
    }
}

struct Table<'a> {
    referee: Box<dyn AnyReferee>,
    dice: Dice<'a>,
    draws: Recorded,
    all: Vec<Happened>,
    fault: Option<usize>,
    honest: usize,
    ends_at_once: bool,
    unasked: Seats,
    crossed: Seats,
    dead: Seats,
    asked: Seats,
    seats: usize,
}

impl Table<'_> {
    /// One fact; false at the end.
    fn step(&mut self) -> bool {
        if self.dice.once_in(40) {
            self.stray();
        }
        self.tell();
        match self.referee.awaits() {
            Awaits::Verdict => return false,
            Awaits::Choice => self
                .referee
                .choose(&mut self.draws, self.all.len())
                .expect("a choice is awaited"),
            Awaits::Clock(_) => panic!("every time is known"),
            Awaits::Replies(asks) => {
                let ask = asks[self.dice.below(asks.len())];
                self.answer(ask);
            }
            Awaits::Exit { seats, grace } => {
                let seat = seats
                    .iter()
                    .nth(self.dice.below(seats.iter().count()))
                    .expect("a seat");
                self.end(seat, grace);
            }
        }
        true
    }

    /// Sends what is due. A judge that ends a game at once leaves out what it has not sent.
    fn tell(&mut self) {
        let mut message = String::new();
        loop {
            let marks: Vec<Option<usize>> = (0..self.seats)
                .map(|seat| self.referee.owes(Seat(seat as u8)))
                .collect();
            let Some(seat) = self.referee.tell(&mut message) else {
                return;
            };
            let is_over = matches!(self.referee.awaits(), Awaits::Exit { .. } | Awaits::Verdict);
            let is_moot = is_over && self.fault.is_some() && message != "FINISH";
            self.ends_at_once |= is_moot && self.dice.once_in(2);
            if self.referee.out().contains(seat) || is_moot && self.ends_at_once {
                continue;
            }
            self.asked.insert(seat);
            let mut writer = Writer::default();
            writer.told(seat, &message);
            let cause = marks[seat.index()].and_then(|mark| mark.checked_sub(1));
            self.add(seat, Way::Told, writer, cause, false);
        }
    }

    fn add(&mut self, seat: Seat, way: Way, writer: Writer, cause: Option<usize>, is_end: bool) {
        self.all.push(Happened {
            seat,
            way,
            text: writer.text().to_string(),
            cause,
            is_end,
        });
    }

    /// Hands in a fact that these lines show.
    fn take(&mut self, fact: Fact<'_>, way: Way, writer: Writer) {
        let before = self.referee.verdict().faults.len();
        let is_end = matches!(
            fact,
            Fact::Observed {
                what: Observation::Died(_),
                ..
            } | Fact::Exit {
                what: Observation::Died(_),
                ..
            } | Fact::Usage { .. }
        );
        let seat = fact.seat();
        if is_end {
            self.dead.insert(seat);
        }
        let cause = self.fault;
        self.add(seat, way, writer, cause, is_end);
        // What makes a message due is counted from 1, as lines are.
        self.referee
            .take(fact, self.all.len())
            .expect("the fact is awaited");
        if self.referee.verdict().faults.len() > before {
            self.fault = Some(self.all.len() - 1);
        }
        if self.fault.is_none() {
            self.honest = self.all.len();
        }
    }

    /// Something of a seat that nothing is asked of.
    fn stray(&mut self) {
        let asks = if let Awaits::Replies(asks) = self.referee.awaits() {
            asks.to_vec()
        } else {
            return;
        };
        let idle = |seat: &Seat| {
            asks.iter().all(|ask| ask.seat != *seat)
                && !self.referee.out().contains(*seat)
                && !self.dead.contains(*seat)
                && self.asked.contains(*seat)
        };
        let idle: Vec<Seat> = (0..self.seats as u8).map(Seat).filter(idle).collect();
        let Some(&seat) = idle.get(self.dice.below(idle.len())) else {
            return;
        };
        let mut writer = Writer::default();
        let what = match self.dice.below(4) {
            0 => {
                writer.said(seat, b"hello", None);
                Observation::Unasked(b"hello")
            }
            1 => {
                writer.event(seat, Event::Flood);
                Observation::TooMuch
            }
            2 => {
                writer.event(seat, Event::Died(Death::Exit(3)));
                Observation::Died(Death::Exit(3))
            }
            _ => {
                writer.event(seat, Event::Died(Death::Signal(11)));
                Observation::Died(Death::Signal(11))
            }
        };
        if let Observation::Died(_) = what {
            self.unasked.insert(seat);
        }
        let way = if matches!(what, Observation::Unasked(_)) {
            Way::Said
        } else {
            Way::Event
        };
        self.take(
            Fact::Observed {
                seat,
                what,
                took: Some(Micros(0)),
            },
            way,
            writer,
        );
    }

    fn answer(&mut self, Ask { seat, budget, .. }: Ask) {
        let replies = self.referee.replies(seat);
        let reply = replies[self.dice.below(replies.len())].clone();
        let mut took = Ms(self.dice.below(40) as u64).min(Ms(budget.0.saturating_sub(1)));
        let mut writer = Writer::default();
        let text = match self.dice.below(48) {
            40 => reply
                .split_once('\n')
                .map_or("MOVE".to_string(), |(_, rest)| format!("MOVE\n{rest}")),
            41 => format!("{reply} 1"),
            42 => reply.replace(|digit: char| digit.is_ascii_digit(), "9"),
            43 => {
                took = Ms(budget.0 + 1 + took.0);
                reply
            }
            44 => {
                return self.instead(
                    seat,
                    Observation::Silent {
                        unfinished: b"",
                        unflushed: b"",
                    },
                    budget,
                );
            }
            45 => return self.instead(seat, Observation::Died(Death::Exit(1)), took),
            46 => return self.instead(seat, Observation::TooMuch, took),
            47 => return self.instead(seat, Observation::Closed, took),
            _ => reply,
        };
        writer.said(seat, text.as_bytes(), Some(took));
        let what = Observation::Lines(text.as_bytes());
        self.take(
            Fact::Observed {
                seat,
                what,
                took: Some(Micros::from(took)),
            },
            Way::Said,
            writer,
        );
    }

    /// What comes in place of an answer.
    fn instead(&mut self, seat: Seat, what: Observation<'_>, took: Ms) {
        let mut writer = Writer::default();
        match what {
            Observation::Silent { .. } => writer.event(seat, Event::Silent(took)),
            Observation::Died(death) => writer.event(seat, Event::Died(death)),
            Observation::TooMuch => writer.event(seat, Event::Flood),
            _ => writer.event(seat, Event::Closed),
        }
        self.take(
            Fact::Observed {
                seat,
                what,
                took: Some(Micros::from(took)),
            },
            Way::Event,
            writer,
        );
    }

    /// How a program ends that was told to.
    fn end(&mut self, seat: Seat, grace: Ms) {
        let mut writer = Writer::default();
        let what = match self.dice.below(if self.ends_at_once { 15 } else { 16 }) {
            12 => Observation::Died(Death::Exit(3)),
            13 => Observation::Died(Death::Signal(9)),
            14 => Observation::Silent {
                unfinished: b"",
                unflushed: b"",
            },
            15 => {
                writer.said(seat, b"bye", None);
                let before = self.referee.verdict().faults.len();
                self.take(
                    Fact::Exit {
                        seat,
                        what: Observation::Lines(b"bye"),
                    },
                    Way::Said,
                    writer,
                );
                if self.referee.verdict().faults.len() == before {
                    self.crossed.insert(seat);
                }
                return;
            }
            _ => Observation::Died(Death::Exit(0)),
        };
        match what {
            Observation::Died(death) => writer.event(seat, Event::Died(death)),
            _ => writer.event(seat, Event::Silent(grace)),
        }
        self.take(Fact::Exit { seat, what }, Way::Event, writer);
    }

    /// Programs that nobody awaits end as they like, and what they used is told.
    fn accounts(&mut self) {
        if !matches!(self.referee.awaits(), Awaits::Verdict) {
            return;
        }
        for seat in (0..self.seats as u8).map(Seat) {
            let mut writer = Writer::default();
            let is_asked = self
                .all
                .iter()
                .rfind(|line| line.seat == seat)
                .is_some_and(|line| line.way == Way::Told);
            if !self.dead.contains(seat) && !is_asked && self.dice.once_in(3) {
                writer.event(seat, Event::Died(Death::Exit(self.dice.below(3) as i32)));
            } else if self.dice.once_in(3) {
                let memory = if self.dice.once_in(4) {
                    self.referee.memory().0 + 1
                } else {
                    4
                };
                writer.event(seat, Event::Used { cpu: Ms(5), memory });
                let fact = Fact::Usage {
                    seat,
                    cpu: Ms(5),
                    peak: memory << 20,
                };
                self.take(fact, Way::Event, writer);
                continue;
            } else {
                continue;
            }
            self.add(seat, Way::Event, writer, self.fault, true);
        }
    }
}

/// The class of a fault, by seat.
pub(crate) fn blame(verdict: &Verdict) -> Vec<(Seat, FaultKind)> {
    verdict
        .faults
        .iter()
        .map(|fault| (fault.seat, fault.kind))
        .collect()
}
