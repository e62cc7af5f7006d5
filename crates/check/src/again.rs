//! The game of a log or record again, with a bot at one of its seats.
//!
//! The bot gets the messages that it got there. The judge makes the choices of the record, and the other seats give their
//! answers of the record: as long as the bot answers as recorded whatever those are, and then as long as they are legal.

use super::opponents::Opponents;
use std::collections::VecDeque;
use stickler::clock::Micros;
use stickler::formats::{Record, StepFact};
use stickler::game::{MAX_SEATS, Seat, Seats};
use stickler::games::erased::AnyReferee;
use stickler::live::BuiltinPlayers;
use stickler::params::Ms;
use stickler::referee::Stream;
use stickler::transcript::{Event, Reason};

/// An answer, and the time that was counted for it, where it is told.
pub type TimedAnswer = (String, Option<Ms>);

/// Where a bot answers otherwise than the record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// The line of its answers, from 1.
    pub number: usize,
    /// The record's; `None`: it has no more.
    pub before: Option<TimedAnswer>,
    /// The bot's.
    pub now: String,
}

/// The other seats of a recorded game, and its judge's choices.
pub struct Again {
    bot: Seat,
    choices: VecDeque<String>,
    answers: [VecDeque<TimedAnswer>; MAX_SEATS],
    /// Seats that failed.
    failed: Seats,
    /// Lines of the record that the bot's seat answered, and lines that the bot has answered.
    recorded: usize,
    answered: usize,
    parting: Option<Parting>,
    rest: Opponents,
}

impl Again {
    /// This game, with the bot at this seat; where the record says nothing legal, `rest` answers.
    pub fn new(record: &Record<'_>, bot: Seat, rest: Opponents) -> Again {
        let (mut choices, mut answers) = (
            VecDeque::new(),
            <[VecDeque<TimedAnswer>; MAX_SEATS]>::default(),
        );
        let mut failed = Seats::NONE;
        for step in &record.steps {
            match &step.what {
                StepFact::Said(seat, text, took) => {
                    answers[seat.index()]
                        .push_back((String::from_utf8_lossy(text).into_owned(), *took));
                }
                StepFact::Chosen(choice) => choices.push_back(choice.clone()),
                StepFact::Failed(seat, Reason::Late | Reason::Fault | Reason::Silent)
                | StepFact::Event(
                    seat,
                    Event::Silent(_) | Event::Flood | Event::Closed | Event::Died(_),
                ) => {
                    failed.insert(*seat);
                }
                StepFact::Event(..) | StepFact::Failed(..) => {}
            }
        }
        let recorded = answers[bot.index()].len();
        Again {
            bot,
            choices,
            answers,
            failed,
            recorded,
            answered: 0,
            parting: None,
            rest,
        }
    }

    /// Where the bot answered otherwise, if it did.
    pub fn parting(&self) -> Option<&Parting> {
        self.parting.as_ref()
    }

    /// Lines that the bot has answered as recorded, and lines that the record has.
    pub fn agreed(&self) -> (usize, usize) {
        (
            self.parting
                .as_ref()
                .map_or(self.answered, |parting| parting.number - 1),
            self.recorded,
        )
    }
}

impl BuiltinPlayers for Again {
    fn seats(&self) -> Seats {
        self.rest.seats()
    }

    fn told(&mut self, seat: Seat, message: &str) {
        self.rest.told(seat, message);
    }

    fn heard(&mut self, answer: &[u8]) {
        for now in String::from_utf8_lossy(answer).split('\n') {
            self.answered += 1;
            let before = self.answers[self.bot.index()].pop_front();
            if before.as_ref().is_none_or(|(text, _)| text != now) {
                self.parting.get_or_insert(Parting {
                    number: self.answered,
                    before,
                    now: now.into(),
                });
            }
        }
        self.rest.heard(answer);
    }

    fn choice(&mut self) -> Option<String> {
        self.choices.pop_front()
    }

    fn answer(
        &mut self,
        referee: &dyn AnyReferee,
        seat: Seat,
        stream: &mut dyn Stream,
    ) -> (Option<String>, Micros) {
        let recorded = self.answers[seat.index()].pop_front();
        let is_apt = |(text, _): &TimedAnswer| {
            self.parting.is_none() || referee.replies(seat).contains(text)
        };
        match recorded.filter(is_apt) {
            Some((text, took)) => (Some(text), Micros::from(took.unwrap_or(Ms(0)))),
            None if self.parting.is_none() && self.failed.contains(seat) => (None, Micros(0)),
            None => self.rest.answer(referee, seat, stream),
        }
    }
}
