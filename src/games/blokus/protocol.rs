//! How the judge of Blokus talks: `spec/blokus.md`, sections Messages to Faults.

use super::compare::head_differs;
use super::notation::{Move, read_answer};
use super::rules::{Action, Blokus, Position};
use super::state::{Play, Step};
use super::turn_message::{Head, Say, read_say};
use super::*;
use crate::clause::Span;
use crate::dialogue::Phase;
use crate::referee::Lines;
use crate::wire::{Words, word_at};

/// A message of many lines. [`Protocol::compare`] compares two, since different codes can stand for the same cells.
impl Message for Say {
    type With = Grid;

    fn read(grid: &Grid, lines: Lines<'_, '_>) -> Result<Say, Breach> {
        read_say(*grid, lines)
    }

    fn difference(&self, _: &Say) -> Option<Difference> {
        Some(Difference::Kind)
    }
}

/// The dialogue of one game.
#[derive(Clone, Debug)]
pub struct Dialogue {
    params: Params,
    rules: Blokus,
}

impl Protocol for Dialogue {
    type Params = Params;
    type State = Play;
    type Say = Say;

    fn new(params: &Params) -> Dialogue {
        Dialogue {
            params: params.clone(),
            rules: Blokus::new(params),
        }
    }

    fn policy(&self) -> Policy {
        let Params {
            rounding,
            exact,
            memory,
            ..
        } = self.params;
        let faults = Faults {
            then: OnFault::GoesOn,
            end: (FAULT_STAY, "this seat has failed and is asked nothing more"),
            ..Faults::ending(FAULT_OUT)
        };
        let policy = Policy::new(
            self.params.players.0 as usize,
            faults,
            (memory, LIMIT_MEMORY),
        );
        let timing = Timing {
            rounding: (rounding, Some(CLOCK_ROUNDING)),
            exact: (exact, Some(CLOCK_EXACT)),
        };
        Policy {
            clock: Clock {
                timing,
                ..policy.clock
            },
            ..policy
        }
    }

    fn rules(&self) -> Blokus {
        self.rules.clone()
    }

    fn ask(&self, on: &DialogueState<Self>, to: Seat) -> Option<Say> {
        let Play {
            rules, position, ..
        } = &on.at;
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
        let board = grid
            .cells()
            .map(|cell| match position.owner(cell) {
                Some(owner) => b'0' + owner.0,
                None if is_marked && anchors.contains(cell) => b'x',
                None => b'.',
            })
            .collect();
        Some(Say {
            head,
            cols: grid.cols.into(),
            board,
            others: self.others(on, to),
            moves: rules.listed(position, to),
        })
    }

    fn due(&self, at: &Play, seat: Seat) -> AnswerRules {
        let Params {
            first_time,
            turn_time,
            ..
        } = self.params;
        let kept = &[
            ANSWER_FORM,
            ANSWER_TIME,
            MOVE_LETTER,
            MOVE_SQUARE,
            MOVE_INSIDE,
            MOVE_FREE,
            MOVE_START,
            MOVE_ANCHOR,
        ];
        AnswerRules {
            limit: if at.is_first(seat) {
                first_time
            } else {
                turn_time
            },
            ..AnswerRules::new(ANSWER_TIME, kept)
        }
    }

    fn answer(
        &self,
        on: &DialogueState<Self>,
        by: Seat,
        words: &mut Words<'_>,
        rests: &mut Verdict,
    ) -> Result<Step, Refusal> {
        let Play {
            rules, position, ..
        } = &on.at;
        let ((col, row), code) = read_answer(words).map_err(Refusal::Format)?;
        let place = rules
            .placed(position.stock, (col, row), code)
            .map_err(Refusal::Illegal)?;
        let point =
            |breach: Breach| Refusal::Illegal(breach.span(point(words.line(), breach.clause)));
        rules
            .check(position, Actor::Seat(by), &Action::Place(place))
            .map_err(point)?;
        // A cell of the board has a column and a row below 20.
        let step = Move {
            col: col as u8,
            row: row as u8,
            code,
        };
        let is_listed = match &on.at.list {
            Some(shown) => shown.contains(&step),
            None => rules.listed(position, by).binary_search(&step).is_ok(),
        };
        if !is_listed {
            self.check_unlisted(position, by, rests).map_err(point)?;
        }
        Ok(Step::Place(step, place))
    }

    fn form(&self, words: &mut Words<'_>) -> Result<(), Refusal> {
        let ((col, row), _) = read_answer(words).map_err(Refusal::Format)?;
        self.rules
            .named_cell(col, row)
            .map(drop)
            .map_err(Refusal::Illegal)
    }

    fn longest(&self) -> Option<(Ms, Clause)> {
        Some((
            self.params.first_time.max(self.params.turn_time),
            ANSWER_TIME,
        ))
    }

    fn kept(&self, on: &DialogueState<Self>, seat: Seat, verdict: &mut Verdict) {
        verdict.rest_on(SCORE_SQUARES);
        let moves = on.at.history.iter().filter(|(by, _)| *by == seat).count();
        if moves > 0 && on.at.rules.small_first.contains(seat) {
            verdict.keep(seat, &[MOVE_OPENING]);
        }
        if moves > 1 {
            verdict.keep(seat, &[MOVE_USED, MOVE_SIDE, MOVE_CORNER, CODE_UNLISTED]);
        }
    }

    /// Reveals the letters, the move of the seat to move, or that it has failed.
    fn reveals(&self, on: &DialogueState<Self>, to: Seat, say: &Say) -> Option<Revealed<Step>> {
        if !on.at.is_dealt {
            let alphabet = say.head.as_ref()?.alphabet;
            return on
                .at
                .check_letters(&alphabet)
                .is_ok()
                .then_some(Revealed::Choice(Step::Deal(Box::new(alphabet))));
        }
        let mover = on.at.position.mover.filter(|&mover| mover != to)?;
        match say.others.get(self.others(on, to).len()) {
            Some(&(seat, step)) if seat == mover => {
                let text = self.as_listed(on, mover, step).unwrap_or(step).to_string();
                Some(Revealed::Reply(mover, text, None))
            }
            _ => on.at.may_lose(mover, to).then_some(Revealed::Failed(mover)),
        }
    }

    fn undue(&self, on: &DialogueState<Self>, to: Seat, say: &Say) -> Option<Breach> {
        let position = &on.at.position;
        Some(match &say.head {
            _ if on.phase == Phase::Over
                && !position.out.is_empty()
                && position.able.contains(to) =>
            {
                Breach::new(FAULT_ALONE, "all others have failed, and the game is over")
            }
            _ if on.phase == Phase::Over && position.able.contains(to) => Breach::new(
                END_EARLY,
                "only this seat can move, it leads, and the game is over",
            ),
            _ if on.phase == Phase::Over => {
                Breach::new(END_STUCK, "nobody can move, and the game is over")
            }
            _ if on.at.is_dealt => self.not_its_turn(on, to, say),
            None => Breach::new(INPUT_ONCE, "the definitions of the shapes come first"),
            Some(head) => {
                let is_legal = || Breach::new(TURN_FIRST, "player 0 begins");
                on.at
                    .letters_differ(&head.alphabet, say)
                    .err()
                    .unwrap_or_else(is_legal)
            }
        })
    }

    /// The first line of a message that is wrong.
    fn compare(
        &self,
        on: &DialogueState<Self>,
        to: Seat,
        due: &Say,
        say: &Say,
    ) -> Result<(), Breach> {
        match (&due.head, &say.head) {
            (None, None) => {}
            (Some(_), None) => {
                return Err(Breach::new(
                    INPUT_ONCE,
                    "a seat's first message begins with the shapes",
                ));
            }
            (None, Some(_)) => {
                return Err(Breach::new(
                    INPUT_ONCE,
                    "the shapes come once, in a seat's first message",
                ));
            }
            (Some(head), Some(shown)) => head_differs(head, shown, say)?,
        }
        on.at.board_differs(to, due, say)?;
        on.at.others_differ(due, say)?;
        on.at.moves_differ(to, due, say)
    }

    fn shown(&self, at: &mut Play, _to: Seat, say: &Say) {
        at.list = Some(say.moves.clone());
    }

    fn with(&self) -> &Grid {
        &self.rules.grid
    }

    fn picture(&self, on: &DialogueState<Self>, verdict: &Verdict) -> Picture {
        let mut picture = on.at.picture();
        picture
            .notes
            .push(match (on.at.position.mover, verdict.outcome) {
                (_, Some(outcome)) => outcome.to_string(),
                (Some(seat), None) => format!("seat {seat} to move"),
                (None, None) => "the shapes are not drawn yet".to_string(),
            });
        picture
    }
}

impl Dialogue {
    /// Codes of a first move are as good as each other by the document's example; of later ones, by assumption.
    fn check_unlisted(
        &self,
        position: &Position,
        seat: Seat,
        rests: &mut Verdict,
    ) -> Result<(), Breach> {
        if position.is_new(seat) {
            return Ok(());
        }
        rests.rest_on(CODE_UNLISTED);
        let breach = Breach::new(
            CODE_UNLISTED,
            "another code stands for these cells in the list",
        );
        if self.params.unlisted == Flag::Yes {
            Ok(())
        } else {
            Err(breach)
        }
    }

    /// Where only listed codes count, and the list that this seat was told is unknown: the code of these cells in the usual list.
    fn as_listed(&self, on: &DialogueState<Self>, mover: Seat, step: Move) -> Option<Move> {
        let Play {
            rules,
            position,
            list,
            ..
        } = &on.at;
        let placed = |step: &Move| {
            rules
                .placed(
                    position.stock,
                    (step.col.into(), step.row.into()),
                    step.code,
                )
                .ok()
        };
        let place = placed(&step).filter(|_| list.is_none() && self.params.unlisted == Flag::No)?;
        rules
            .listed(position, mover)
            .into_iter()
            .find(|listed| placed(listed) == Some(place))
    }

    /// The moves of the others that a seat must be told now: those since it was last told, or all.
    fn others(&self, on: &DialogueState<Self>, seat: Seat) -> Vec<(Seat, Move)> {
        let history = &on.at.history;
        let known = match self.params.others {
            Others::All => 0,
            Others::Since if on.asked(seat) => history.len(),
            // It was told just before its own latest move.
            Others::Since => history.iter().rposition(|(by, _)| *by == seat).unwrap_or(0),
        };
        history[known..]
            .iter()
            .filter(|(other, _)| *other != seat)
            .copied()
            .collect()
    }

    fn not_its_turn(&self, on: &DialogueState<Self>, to: Seat, say: &Say) -> Breach {
        if !on.at.position.able.contains(to) {
            return Breach::new(
                TURN_SKIP,
                "this seat has no move left and is asked nothing more",
            );
        }
        let known = self.others(on, to).len();
        match say.others.get(known) {
            Some(_) => {
                let breach = Breach::new(OTHERS_MOVES, "no such move was made, or it is not legal");
                Breach {
                    line: say.others_line() + 1 + known,
                    ..breach
                }
            }
            None => {
                let is_again = on.at.history.last().is_some_and(|(seat, _)| *seat == to);
                Breach::new(
                    if is_again { TURN_ORDER } else { TURN_FIRST },
                    "this seat's turn has not come",
                )
            }
        }
    }
}

/// The part of an answer that a clause of the rules is about: the named cell, the code, or both.
fn point(line: &[u8], clause: Clause) -> Span {
    if [MOVE_LETTER, MOVE_USED, MOVE_OPENING].contains(&clause) {
        return Span::Word(2);
    }
    let last = if clause == MOVE_ANCHOR { 1 } else { 2 };
    Span::Columns(word_at(line, 0).start, word_at(line, last).end)
}
