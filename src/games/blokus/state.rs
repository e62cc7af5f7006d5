//! Memory of the judge of Blokus: the letters that it has drawn, and moves as they were written.

use super::alphabet::{Alphabet, Figure, Letter};
use super::notation::{Move, read_deal};
use super::rules::{Action, Blokus, Placement, Position, small};
use super::{
    FAULT_ALONE, FAULT_POINTS, FAULT_STAY, MOVE_LETTER, SCORE_SQUARES, SHAPE_COUNT, SHAPE_SIZE,
    TURN_ORDER,
};
use crate::polyomino::{Shape, Shapes};
use crate::prelude::*;

/// A game: the rules with the letters that the judge has drawn, and what was played.
#[derive(Clone, Debug)]
pub struct Play {
    pub(super) rules: Blokus,
    /// The letters as the parameters have them.
    usual: Alphabet,
    /// True where the letters are known.
    pub(super) is_dealt: bool,
    pub(super) position: Position,
    /// Every move, as its seat wrote it.
    pub(super) history: Vec<(Seat, Move)>,
    /// The list of moves that a log shows before the answer to it.
    pub(super) list: Option<Vec<Move>>,
}

/// A step: the letters are drawn, or a shape is placed by a move as it was written.
#[derive(Clone, Debug)]
pub enum Step {
    /// The letters in play, and how they are drawn.
    Deal(Box<Alphabet>),
    /// A move, and its cells.
    Place(Move, Placement),
}

impl DialogueMemory for Play {
    type Rules = Blokus;
    type Step = Step;

    /// Before the letters are drawn.
    fn start(rules: Blokus) -> Play {
        let (position, usual) = (rules.start(), rules.alphabet);
        Play {
            rules,
            usual,
            is_dealt: false,
            position,
            history: Vec::new(),
            list: None,
        }
    }

    fn turn(&self) -> Turn {
        if self.is_dealt {
            self.rules.turn(&self.position)
        } else {
            Turn::Nature
        }
    }

    fn apply(&mut self, by: Actor, step: Step) {
        match (step, by) {
            (Step::Deal(alphabet), _) => {
                (self.is_dealt, self.rules.alphabet) = (true, *alphabet);
                if self.position.stock.is_empty() {
                    self.rules
                        .apply(&mut self.position, by, &Action::Deal(alphabet.shapes()));
                }
            }
            (Step::Place(step, place), Actor::Seat(seat)) => {
                self.rules
                    .apply(&mut self.position, by, &Action::Place(place));
                self.history.push((seat, step));
                self.list = None;
            }
            (Step::Place(..), Actor::Nature) => {}
        }
    }

    fn replies(&self, seat: Seat, into: &mut Vec<String>) {
        into.extend(
            self.rules
                .listed(&self.position, seat)
                .iter()
                .map(Move::to_string),
        );
    }

    fn draw(&self, stream: &mut dyn Stream) -> Option<Step> {
        let mut shapes = self.position.stock;
        if shapes.is_empty() {
            let (small, mut others): (Vec<Shape>, Vec<Shape>) = Shapes::ALL
                .iter()
                .partition(|&shape| small().contains(shape));
            let mut draw = |_| others.remove(stream.pick(others.len()));
            let more: Vec<Shape> = (small.len()..self.rules.drawn).map(&mut draw).collect();
            shapes = small.into_iter().chain(more).collect();
        }
        Some(Step::Deal(Box::new(self.rules.alphabet.only(shapes))))
    }

    fn choice(&self, text: &str) -> Result<Step, Breach> {
        let letters = text.strip_prefix("DEAL ");
        let letters =
            letters.ok_or_else(|| Breach::new(TURN_ORDER, "expected DEAL and letters"))?;
        let alphabet = match letters.contains('=') {
            true => letters.parse().map_err(|_| {
                Breach::new(MOVE_LETTER, "expected definitions such as A=# D=##/#.").word(1)
            })?,
            false => self.rules.alphabet.only(read_deal(&self.rules, letters)?),
        };
        self.check_letters(&alphabet)
            .map(|()| Step::Deal(Box::new(alphabet)))
    }

    /// Letters with drawings other than the table's need the drawings, not only their names.
    fn chosen(&self, step: &Step) -> Option<String> {
        let Step::Deal(alphabet) = step else {
            return None;
        };
        let is_usual = self.usual.only(alphabet.shapes()) == **alphabet;
        Some(if is_usual {
            format!("DEAL {alphabet}")
        } else {
            format!("DEAL {}", alphabet.definitions())
        })
    }

    fn check_choice(&self, step: &Step) -> Result<(), Breach> {
        match step {
            Step::Deal(alphabet) => self.check_letters(alphabet),
            Step::Place(..) => Ok(()),
        }
    }

    fn leave(&mut self, seat: Seat, verdict: &mut Verdict) {
        self.rules.leave(&mut self.position, seat);
        let inside = self.rules.seats.without(self.position.out).len();
        verdict.rest_on(if inside < 2 { FAULT_ALONE } else { FAULT_STAY });
        verdict.rest_on(FAULT_POINTS);
        if inside == 0 {
            verdict.rest_on(SCORE_SQUARES);
        }
    }

    fn situation(&self) -> Situation<Blokus> {
        Situation {
            rules: self.rules.clone(),
            at: self.position.clone(),
        }
    }
}

/// Which moves and letters the play so far allows.
impl Play {
    /// True before a seat's first move.
    pub(super) fn is_first(&self, seat: Seat) -> bool {
        self.history.iter().all(|(by, _)| *by != seat)
    }

    /// True where the game could go on to `to` if this seat had failed.
    pub(super) fn may_lose(&self, seat: Seat, to: Seat) -> bool {
        let mut later = self.position.clone();
        self.rules.leave(&mut later, seat);
        later.mover.is_some() && !later.out.contains(to)
    }

    /// A move as the rules know it, where a seat can play it now.
    pub(super) fn valid(&self, seat: Seat, step: Move) -> Result<Placement, Breach> {
        let place = self.rules.placement(step)?;
        self.rules
            .check(&self.position, Actor::Seat(seat), &Action::Place(place))
            .map(|()| place)
    }

    /// Why the judge may not put these letters in play.
    pub(super) fn check_letters(&self, alphabet: &Alphabet) -> Result<(), Breach> {
        let shapes = alphabet.shapes();
        if !self.position.stock.is_empty() {
            let wrong = Breach::new(
                SHAPE_COUNT,
                "these are not the shapes that the parameters put in play",
            );
            return if shapes == self.position.stock {
                Ok(())
            } else {
                Err(wrong)
            };
        }
        self.rules
            .check(&self.position, Actor::Nature, &Action::Deal(shapes))?;
        let wrong = Breach::new(
            SHAPE_SIZE,
            "A, B, C and D are the four shapes of at most three squares",
        );
        if alphabet
            .iter()
            .all(|(letter, figure)| is_apt(letter, figure))
        {
            Ok(())
        } else {
            Err(wrong)
        }
    }
}

/// The first four letters stand for the small shapes, and no other does.
pub(super) fn is_apt(letter: Letter, figure: &Figure) -> bool {
    small().contains(figure.shape) == (letter < Letter::LARGE)
}
