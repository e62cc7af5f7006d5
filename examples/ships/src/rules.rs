//! The rules, and how actions and positions are written.

use super::{ANSWER_FORM, BEGIN_SEAT, PLACE_APART, PLACE_INSIDE, SHOT_INSIDE, SHOT_ONCE};
use super::{TURN_ALTERNATE, protocol::Met};
use stickler::prelude::*;

#[derive(Clone, Copy, Debug)]
pub struct Ships {
    /// Rows and columns of each sea.
    pub sea: i64,
}

/// Row and column of the first cell of the ship of three, and whether it goes down (1) or to the right (0); then the ship of two.
pub type Fleet = [i64; 6];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Action {
    /// This seat shoots first: a choice of the judge.
    Begin(i64),
    Place(Fleet),
    Shoot([i64; 2]),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The secret of each seat, once it has placed its ships.
    pub fleets: [Option<Fleet>; 2],
    /// The cells that each seat has shot at, as bits.
    pub shots: [u64; 2],
    /// The seat that shoots next, once the judge has drawn it.
    pub mover: Option<Seat>,
    pub last: Option<[i64; 2]>,
}

fn bit([row, col]: [i64; 2]) -> u64 {
    1 << ((row - 1) * 8 + col - 1)
}

/// The cells of both ships.
fn ships(&[row, col, down, row2, col2, down2]: &Fleet) -> [Vec<[i64; 2]>; 2] {
    let ship = |row: i64, col: i64, down, length| {
        let cell = |step: i64| {
            [
                row.saturating_add(step * down),
                col.saturating_add(step * (1 - down)),
            ]
        };
        (0..length).map(cell).collect()
    };
    [ship(row, col, down, 3), ship(row2, col2, down2, 2)]
}

fn bits(cells: &[[i64; 2]]) -> u64 {
    cells.iter().map(|cell| bit(*cell)).sum()
}

impl Position {
    /// The seats whose ships are not placed yet.
    pub fn open(&self) -> Seats {
        let is_open = |seat: &Seat| self.fleets[seat.index()].is_none();
        [Seat(0), Seat(1)].into_iter().filter(is_open).collect()
    }

    /// What a shot of this seat at this cell has hit.
    pub fn hit(&self, by: Seat, cell: [i64; 2]) -> Met {
        let fleet = self.fleets[by.other().index()];
        let mut ships = fleet.iter().flat_map(ships).map(|cells| bits(&cells));
        match ships.find(|ship| ship & bit(cell) != 0) {
            None => Met::Water,
            Some(ship) if ship & !self.shots[by.index()] == 0 => Met::Sunk,
            Some(_) => Met::Hit,
        }
    }

    fn has_sunk_all(&self, by: Seat) -> bool {
        let fleet = self.fleets[by.other().index()].as_ref().map(ships);
        let shots = self.shots[by.index()];
        fleet.is_some_and(|fleet| fleet.iter().all(|ship| bits(ship) & !shots == 0))
    }
}

impl Ships {
    fn is_inside(&self, cell: &[i64; 2]) -> bool {
        cell.iter().all(|at| (1..=self.sea).contains(at))
    }

    /// Why these ships cannot be placed.
    fn placed(&self, fleet: &Fleet) -> Result<(), Breach> {
        let [three, two] = ships(fleet);
        let is_inside = three.iter().chain(&two).all(|cell| self.is_inside(cell));
        match () {
            () if !is_inside => Err(Breach::new(PLACE_INSIDE, "a ship leaves the sea")),
            () if three.iter().any(|cell| two.contains(cell)) => {
                Err(Breach::new(PLACE_APART, "the ships share a cell"))
            }
            () => Ok(()),
        }
    }
}

impl Rules for Ships {
    type Position = Position;
    type Action = Action;

    fn start(&self) -> Position {
        Position {
            fleets: [None; 2],
            shots: [0; 2],
            mover: None,
            last: None,
        }
    }

    /// Both seats place their ships at once.
    fn turn(&self, at: &Position) -> Turn {
        let winner = [Seat(0), Seat(1)]
            .into_iter()
            .find(|seat| at.has_sunk_all(*seat));
        match (winner, at.mover) {
            (Some(winner), _) => Turn::Over(Outcome::win(winner)),
            (_, Some(mover)) => Turn::Seats(Seats::only(mover)),
            _ if at.open().is_empty() => Turn::Nature,
            _ => Turn::Seats(at.open()),
        }
    }

    fn actions(&self, at: &Position, by: Actor, into: &mut Vec<Action>) {
        let cells = || (1..=self.sea).flat_map(|row| (1..=self.sea).map(move |col| [row, col]));
        let ship = || cells().flat_map(|[row, col]| [0, 1].map(|down| [row, col, down]));
        let fleets = ship().flat_map(|[a, b, c]| ship().map(move |[d, e, f]| [a, b, c, d, e, f]));
        let all = [0, 1].map(Action::Begin).into_iter();
        let all = all.chain(fleets.map(Action::Place));
        let all = all.chain(cells().map(Action::Shoot));
        into.extend(all.filter(|action| self.check(at, by, action).is_ok()));
    }

    fn check(&self, at: &Position, by: Actor, action: &Action) -> Result<(), Breach> {
        let is_due = match action {
            Action::Begin(_) => by == Actor::Nature,
            Action::Place(_) => !at.open().is_empty(),
            Action::Shoot(_) => at.mover.is_some(),
        };
        if !is_due || !self.turn(at).actors().contains(&by) {
            return Err(Breach::new(TURN_ALTERNATE, "it is not this seat's turn"));
        }
        let Actor::Seat(seat) = by else {
            let is_seat = matches!(action, Action::Begin(0 | 1));
            let breach = Breach::new(BEGIN_SEAT, "seat 0 or seat 1 begins");
            return if is_seat { Ok(()) } else { Err(breach) };
        };
        match action {
            Action::Place(fleet) => self.placed(fleet),
            Action::Shoot(cell) if !self.is_inside(cell) => {
                Err(Breach::new(SHOT_INSIDE, "({0},{1}) is not in the sea").numbers(*cell))
            }
            Action::Shoot(cell) if at.shots[seat.index()] & bit(*cell) != 0 => {
                Err(Breach::new(SHOT_ONCE, "({0},{1}) was shot at before").numbers(*cell))
            }
            _ => Ok(()),
        }
    }

    fn apply(&self, at: &mut Position, by: Actor, action: &Action) {
        match (*action, by) {
            (Action::Place(fleet), Actor::Seat(seat)) => at.fleets[seat.index()] = Some(fleet),
            (Action::Shoot(cell), Actor::Seat(seat)) => {
                at.shots[seat.index()] |= bit(cell);
                (at.last, at.mover) = (Some(cell), Some(seat.other()));
            }
            (Action::Begin(seat), _) => at.mover = Some(Seat(seat as u8)),
            _ => {}
        }
    }
}

impl Notation for Ships {
    /// `PLACE` with six numbers or `SHOOT` with two: the form alone.
    fn read(&self, words: &mut Words<'_>) -> Result<Action, Refusal> {
        let word = words.next();
        let mut numbers = [0; 6];
        let count = if word == Some(b"PLACE") { 6 } else { 2 };
        let is_read = numbers[..count]
            .iter_mut()
            .all(|number| words.integer().map(|read| *number = read).is_some());
        let action = match word {
            Some(b"PLACE") => Some(Action::Place(numbers)),
            word => (word == Some(b"SHOOT")).then_some(Action::Shoot([numbers[0], numbers[1]])),
        };
        let wrong = Breach::new(
            ANSWER_FORM,
            "expected `PLACE row col down row col down`, where down is 0 or 1, or `SHOOT row col`",
        );
        let has_ways = [numbers[2], numbers[5]]
            .iter()
            .all(|down| count == 2 || matches!(down, 0 | 1));
        let is_whole = is_read && has_ways && words.end();
        action.filter(|_| is_whole).ok_or(Refusal::Format(wrong))
    }

    /// Both seats place ships at once, so a ply says whose it is: `0 SHOOT 2 3`. A choice of the judge is `BEGIN 1`.
    fn parse(&self, _: &Position, text: &str) -> Result<(Actor, Action), Breach> {
        let (front, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut words = Words::new(rest.as_bytes());
        let seat = match front {
            "0" => Seat(0),
            "1" => Seat(1),
            _ => {
                let drawn = words.integer().filter(|_| front == "BEGIN" && words.end());
                let wrong = Breach::new(ANSWER_FORM, "expected `0 SHOOT 1 1`, or `BEGIN 0`");
                return drawn
                    .map(|seat| (Actor::Nature, Action::Begin(seat)))
                    .ok_or(wrong);
            }
        };
        let action = self.read(&mut words).map_err(Refusal::breach)?;
        Ok((Actor::Seat(seat), action))
    }

    fn print(&self, by: Actor, action: &Action) -> String {
        let answer = self.answer(by, action);
        match by {
            Actor::Seat(seat) => format!("{seat} {answer}"),
            Actor::Nature => answer,
        }
    }

    /// Without the seat in front, as a program writes it.
    fn answer(&self, _: Actor, action: &Action) -> String {
        let joined = |word: &str, numbers: &[i64]| {
            let numbers = numbers.iter().map(|number| format!(" {number}"));
            numbers.fold(word.to_string(), |all, number| all + &number)
        };
        match action {
            Action::Begin(seat) => joined("BEGIN", &[*seat]),
            Action::Place(fleet) => joined("PLACE", fleet),
            Action::Shoot(cell) => joined("SHOOT", cell),
        }
    }

    fn observe(&self, at: &Position) -> Vec<(&'static str, String)> {
        let hits = |by: Seat| {
            let fleet = at.fleets[by.other().index()];
            let cells = fleet.iter().flat_map(ships).flatten();
            let is_hit = |cell: &[i64; 2]| at.shots[by.index()] & bit(*cell) != 0;
            cells.filter(is_hit).count()
        };
        let shots = at.shots.map(u64::count_ones);
        vec![
            ("shots", format!("{} {}", shots[0], shots[1])),
            ("hits", format!("{} {}", hits(Seat(0)), hits(Seat(1)))),
        ]
    }

    fn picture(&self, at: &Position) -> Picture {
        let notes = self.observe(at);
        Picture {
            notes: notes
                .iter()
                .map(|(name, value)| format!("{name}: {value}"))
                .collect(),
            ..Picture::default()
        }
    }
}
