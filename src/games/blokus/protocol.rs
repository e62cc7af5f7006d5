//! How the judge of Blokus talks: `spec/blokus.md`, sections Messages to Faults.

use super::alphabet::{Alphabet, Figure, Letter};
use super::compare::head_differs;
use super::message::{Head, Say, read_say};
use super::notation::{Move, read_answer};
use super::rules::{Action, Blokus, Placement, Position, small};
use super::*;
use crate::cells::Grid;
use crate::clause::{Breach, Span};
use crate::dialogue::{Clock, Faults, Phase, Policy, Protocol, Refusal, Scene, Shown, Then};
use crate::game::{Actor, Notation, Rules, Seat, Turn};
use crate::message::{Difference, Message};
use crate::picture::Picture;
use crate::polyomino::{Shape, Shapes};
use crate::referee::{Known, Lines, Stream, Verdict};
use crate::wire::{Remarks, word_at};

/// A message of many lines; [`Protocol::compare`] holds one against another, since codes can stand for the same cells.
impl Message for Say {
    type With = Grid;

    fn read(grid: &Grid, lines: Lines<'_, '_>) -> Result<Say, Breach> {
        read_say(*grid, lines)
    }

    fn difference(&self, _: &Say) -> Option<Difference> {
        Some(Difference::Kind)
    }
}

/// A game: the rules with the letters that the judge has drawn, and what was played.
#[derive(Clone, Debug)]
pub struct Play {
    pub(super) rules: Blokus,
    /// True where the letters are known.
    is_dealt: bool,
    pub(super) position: Position,
    /// Every move, as its seat wrote it.
    pub(super) history: Vec<(Seat, Move)>,
}

/// What is done: the letters are drawn, or a shape is placed by a move as it was written.
#[derive(Clone, Debug)]
pub enum Step {
    /// The letters in play, and how they are drawn.
    Deal(Box<Alphabet>),
    /// A move, and its cells.
    Place(Move, Placement),
}

/// The protocol of one game.
#[derive(Clone, Debug)]
pub struct Judge {
    params: Params,
    rules: Blokus,
}

impl Protocol for Judge {
    type Params = Params;
    type State = Play;
    type Step = Step;
    type Say = Say;

    fn new(params: &Params) -> Judge {
        Judge { params: params.clone(), rules: Blokus::new(params) }
    }

    fn policy(&self) -> Policy {
        let Params { rounding, exact, memory, .. } = self.params;
        Policy {
            seats: self.params.players.0 as usize,
            handshake: None,
            clock: Clock {
                bank: None,
                rounding: (rounding, Some(CLOCK_ROUNDING)),
                exact: (exact, Some(CLOCK_EXACT)),
                empty: None,
                shown: Shown::Never,
            },
            faults: Faults {
                then: Then::GoesOn,
                are_told: false,
                end: (FAULT_OUT, "this seat has failed and is asked nothing more"),
                all: None,
                phase: None,
                kinds: [FAULT_OUT; 3],
                assumed: &[LIMIT_MEMORY],
            },
            farewell: None,
            memory: (memory, LIMIT_MEMORY),
            cpu: None,
        }
    }

    fn start(&self) -> Play {
        Play { rules: self.rules.clone(), is_dealt: false, position: self.rules.start(), history: Vec::new() }
    }

    fn turn(&self, at: &Play) -> Turn {
        if at.is_dealt { at.rules.turn(&at.position) } else { Turn::Nature }
    }

    fn apply(&self, at: &mut Play, by: Actor, step: Step) {
        match (step, by) {
            (Step::Deal(alphabet), _) => {
                (at.is_dealt, at.rules.alphabet) = (true, *alphabet);
                if at.position.stock.is_empty() {
                    at.rules.apply(&mut at.position, by, &Action::Deal(alphabet.shapes()));
                }
            }
            (Step::Place(step, place), Actor::Seat(seat)) => {
                at.rules.apply(&mut at.position, by, &Action::Place(place));
                at.history.push((seat, step));
            }
            (Step::Place(..), Actor::Nature) => {}
        }
    }

    fn ask(&self, on: &Scene<Self>, to: Seat) -> Option<Say> {
        let Play { rules, position, .. } = &on.at;
        let grid = rules.grid;
        let head = on.at.is_first(to).then(|| Head {
            alphabet: rules.alphabet,
            order: rules.alphabet.iter().map(|(letter, _)| letter).collect(),
            players: self.params.players.0.into(),
            id: to.0.into(),
            board: grid.rows.into(),
        });
        let is_marked = !position.is_new(to) || self.params.mark_start == Flag::Yes;
        let anchors = rules.anchors(position, to);
        let glyphs: Vec<u8> = grid
            .cells()
            .map(|cell| match position.owner(cell) {
                Some(owner) => b'0' + owner.0,
                None if is_marked && anchors.contains(cell) => b'x',
                None => b'.',
            })
            .collect();
        let board = glyphs.chunks(grid.cols.into()).map(<[u8]>::to_vec).collect();
        Some(Say { head, board, others: self.others(on, to), moves: rules.listed(position, to) })
    }

    fn limit(&self, at: &Play, seat: Seat) -> Ms {
        if at.is_first(seat) { self.params.first_time } else { self.params.turn_time }
    }

    fn time(&self, _: &Play) -> Clause {
        ANSWER_TIME
    }

    fn answer(&self, on: &Scene<Self>, by: Seat, line: &[u8], rests: &mut Verdict) -> Result<(Step, Remarks), Refusal> {
        let Play { rules, position, .. } = &on.at;
        let ((col, row), code, remarks) = read_answer(line).map_err(Refusal::Format)?;
        let place = rules.placed(position.stock, (col, row), code).map_err(Refusal::Illegal)?;
        let point = |breach: Breach| Refusal::Illegal(breach.span(point(line, breach.clause)));
        rules.check(position, Actor::Seat(by), &Action::Place(place)).map_err(point)?;
        // A cell of the board has a column and a row below 20.
        let step = Move { col: col as u8, row: row as u8, code };
        if rules.listed(position, by).binary_search(&step).is_err() {
            self.check_unlisted(position, by, rests).map_err(point)?;
        }
        Ok((Step::Place(step, place), remarks))
    }

    fn form(&self, line: &[u8]) -> Result<(), Breach> {
        read_answer(line).map(drop)
    }

    fn replies(&self, at: &Play, seat: Seat, into: &mut Vec<String>) {
        into.extend(at.rules.listed(&at.position, seat).iter().map(Move::to_string));
    }

    fn draw(&self, at: &Play, stream: &mut dyn Stream) -> Option<Step> {
        let mut shapes = at.position.stock;
        if shapes.is_empty() {
            let (small, mut others): (Vec<Shape>, Vec<Shape>) =
                Shapes::ALL.iter().partition(|&shape| small().contains(shape));
            let mut draw = |_| others.remove(stream.pick(others.len()));
            let more: Vec<Shape> = (small.len()..at.rules.drawn).map(&mut draw).collect();
            shapes = small.into_iter().chain(more).collect();
        }
        Some(Step::Deal(Box::new(at.rules.alphabet.only(shapes))))
    }

    fn leave(&self, at: &mut Play, seat: Seat, verdict: &mut Verdict) {
        at.rules.leave(&mut at.position, seat);
        let inside = at.rules.seats.iter().filter(|&seat| !at.position.out.contains(seat)).count();
        verdict.rest_on(if inside < 2 { FAULT_ALONE } else { FAULT_STAY });
        verdict.rest_on(FAULT_POINTS);
        if inside == 0 {
            verdict.rest_on(SCORE_SQUARES);
        }
    }

    fn kept(&self, on: &Scene<Self>, seat: Seat, verdict: &mut Verdict) {
        verdict.rest_on(SCORE_SQUARES);
        let moves = on.at.history.iter().filter(|(by, _)| *by == seat).count();
        if moves > 0 {
            let kept =
                [ANSWER_FORM, ANSWER_TIME, MOVE_LETTER, MOVE_SQUARE, MOVE_INSIDE, MOVE_FREE, MOVE_START, MOVE_ANCHOR];
            verdict.hold(seat, &kept);
        }
        if moves > 0 && on.at.rules.small_first.contains(seat) {
            verdict.hold(seat, &[MOVE_OPENING]);
        }
        if moves > 1 {
            verdict.hold(seat, &[MOVE_USED, MOVE_SIDE, MOVE_CORNER, CODE_UNLISTED]);
        }
    }

    /// The letters, the move of whoever is to move, or that it has failed.
    fn reveals(&self, on: &Scene<Self>, to: Seat, say: &Say) -> Option<Known<Step>> {
        if !on.at.is_dealt {
            let alphabet = say.head.as_ref()?.alphabet;
            return on.at.check_letters(&alphabet).is_ok().then_some(Known::Choice(Step::Deal(Box::new(alphabet))));
        }
        let mover = on.at.position.mover.filter(|&mover| mover != to)?;
        match say.others.get(self.others(on, to).len()) {
            Some(&(seat, step)) if seat == mover => {
                on.at.valid(mover, step).is_ok().then(|| Known::Reply(mover, step.to_string(), None))
            }
            _ => on.at.may_lose(mover, to).then_some(Known::Failed(mover)),
        }
    }

    fn undue(&self, on: &Scene<Self>, to: Seat, say: &Say) -> Option<Breach> {
        let position = &on.at.position;
        Some(match &say.head {
            _ if on.phase == Phase::Over && !position.out.is_empty() && position.able.contains(to) => {
                Breach::new(FAULT_ALONE, "all others have failed, and the game is over")
            }
            _ if on.phase == Phase::Over && position.able.contains(to) => {
                Breach::new(END_EARLY, "only this seat can move, it leads, and the game is over")
            }
            _ if on.phase == Phase::Over => Breach::new(END_STUCK, "nobody can move, and the game is over"),
            _ if on.at.is_dealt => self.not_its_turn(on, to, say),
            None => Breach::new(INPUT_ONCE, "the definitions of the shapes come first"),
            Some(head) => {
                let is_legal = || Breach::new(TURN_ORDER, "this seat's turn has not come");
                on.at.letters_differ(&head.alphabet, say).err().unwrap_or_else(is_legal)
            }
        })
    }

    /// The first line of a message that is wrong.
    fn compare(&self, on: &Scene<Self>, to: Seat, due: &Say, say: &Say) -> Result<(), Breach> {
        match (&due.head, &say.head) {
            (None, None) => {}
            (Some(_), None) => return Err(Breach::new(INPUT_ONCE, "a seat's first message begins with the shapes")),
            (None, Some(_)) => return Err(Breach::new(INPUT_ONCE, "the shapes come once, in a seat's first message")),
            (Some(head), Some(shown)) => head_differs(head, shown, say)?,
        }
        on.at.board_differs(to, due, say)?;
        on.at.others_differ(due, say)?;
        on.at.moves_differ(to, due, say)
    }

    fn blame(&self, _: &Scene<Self>, _: Seat, _: &Say, _: &Say, _: Difference) -> Option<Breach> {
        None
    }

    fn with(&self) -> &Grid {
        &self.rules.grid
    }

    fn picture(&self, on: &Scene<Self>, verdict: &Verdict) -> Picture {
        let mut picture = on.at.rules.picture(&on.at.position);
        picture.notes.push(match (on.at.position.mover, verdict.outcome) {
            (_, Some(outcome)) => outcome.to_string(),
            (Some(seat), None) => format!("seat {seat} to move"),
            (None, None) => "the shapes are not drawn yet".to_string(),
        });
        picture
    }
}

impl Judge {
    /// Codes of a first move are as good as each other by the document's example; of later ones, by assumption.
    fn check_unlisted(&self, position: &Position, seat: Seat, rests: &mut Verdict) -> Result<(), Breach> {
        if position.is_new(seat) {
            return Ok(());
        }
        rests.rest_on(CODE_UNLISTED);
        let breach = Breach::new(CODE_UNLISTED, "another code stands for these cells in the list");
        if self.params.unlisted == Flag::Yes { Ok(()) } else { Err(breach) }
    }

    /// The moves of the others that a seat is to be told now: those since it was told last, or all.
    fn others(&self, on: &Scene<Self>, seat: Seat) -> Vec<(Seat, Move)> {
        let history = &on.at.history;
        let known = match self.params.others {
            Others::All => 0,
            Others::Since if on.asked(seat) => history.len(),
            // It was told right before its own latest move.
            Others::Since => history.iter().rposition(|(by, _)| *by == seat).unwrap_or(0),
        };
        history[known..].iter().filter(|(other, _)| *other != seat).copied().collect()
    }

    fn not_its_turn(&self, on: &Scene<Self>, to: Seat, say: &Say) -> Breach {
        if !on.at.position.able.contains(to) {
            return Breach::new(TURN_SKIP, "this seat has no move left and is asked nothing more");
        }
        let known = self.others(on, to).len();
        match say.others.get(known) {
            Some(_) => {
                let breach = Breach::new(OTHERS_MOVES, "no such move was made, or it is not legal");
                Breach { line: say.others_line() + 1 + known, ..breach }
            }
            None => Breach::new(TURN_ORDER, "this seat's turn has not come"),
        }
    }
}

/// What the play so far allows of moves and letters.
impl Play {
    /// True before a seat's first move.
    fn is_first(&self, seat: Seat) -> bool {
        self.history.iter().all(|(by, _)| *by != seat)
    }

    /// True where the game could go on to `to` if this seat had failed.
    fn may_lose(&self, seat: Seat, to: Seat) -> bool {
        let mut later = self.position.clone();
        self.rules.leave(&mut later, seat);
        later.mover.is_some() && !later.out.contains(to)
    }

    /// A move as the rules know it, where a seat can play it now.
    pub(super) fn valid(&self, seat: Seat, step: Move) -> Result<Placement, Breach> {
        let place = self.rules.placement(step)?;
        self.rules.check(&self.position, Actor::Seat(seat), &Action::Place(place)).map(|()| place)
    }

    /// Why the judge may not put these letters in play.
    fn check_letters(&self, alphabet: &Alphabet) -> Result<(), Breach> {
        let shapes = alphabet.shapes();
        if !self.position.stock.is_empty() {
            let wrong = Breach::new(SHAPE_COUNT, "these are not the shapes that the parameters put in play");
            return if shapes == self.position.stock { Ok(()) } else { Err(wrong) };
        }
        self.rules.check(&self.position, Actor::Nature, &Action::Deal(shapes))?;
        let wrong = Breach::new(SHAPE_SMALL, "A, B, C and D are the four shapes of at most three squares");
        if alphabet.iter().all(|(letter, figure)| is_apt(letter, figure)) { Ok(()) } else { Err(wrong) }
    }

    /// Why the judge may not put these letters in play, at the first definition that cannot stand there.
    fn letters_differ(&self, alphabet: &Alphabet, say: &Say) -> Result<(), Breach> {
        let Err(breach) = self.check_letters(alphabet) else { return Ok(()) };
        let stock = self.position.stock;
        let is_small = breach.clause == SHAPE_SMALL;
        let can_stand = |letter: Letter, figure: &Figure| match is_small {
            true => is_apt(letter, figure),
            false => stock.is_empty() || stock.contains(figure.shape),
        };
        let wrong = alphabet.iter().filter(|(letter, figure)| !can_stand(*letter, figure));
        Err(Breach { line: wrong.map(|(letter, _)| say.line_of(letter)).min().unwrap_or(0), ..breach })
    }
}

/// The first four letters stand for the small shapes, and no other does.
fn is_apt(letter: Letter, figure: &Figure) -> bool {
    small().contains(figure.shape) == (letter < Letter::LARGE)
}

/// The part of an answer that a clause of the rules speaks of: the named cell, the code, or both.
fn point(line: &[u8], clause: Clause) -> Span {
    if [MOVE_LETTER, MOVE_USED, MOVE_OPENING].contains(&clause) {
        return Span::Word(2);
    }
    let last = if clause == MOVE_ANCHOR { 1 } else { 2 };
    Span::Columns(word_at(line, 0).start, word_at(line, last).end)
}
