//! The matches under a tested judge, and the verdict that it owes on each.

use super::steered_bot::Side;
use std::fmt;
use stickler::clause::words;
use stickler::game::{Seat, Seats};
use stickler::games::erased::AnyGame;
use stickler::referee::FaultKind;
use stickler_arena::faulty::{MISBEHAVIOURS, Misbehaviour};

/// An odd way of a correct bot, which no judge may hold against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quirk {
    /// It writes an answer in two parts.
    Split,
    /// It takes a while to start.
    SlowStart,
    /// It ends a while after the end of the game.
    LateExit,
    /// It writes much to standard error.
    Loud,
    /// It reads on until its input ends, where a contest system joins it to a validator.
    ReadsOn,
}

words!(Quirk:
    Split "split-writes", SlowStart "slow-start", LateExit "late-exit", Loud "loud-stderr", ReadsOn "reads-on");

/// The purpose of a match under a tested judge.
#[derive(Clone, Copy, Debug)]
pub enum MatchKind {
    /// Reference bots.
    Plain,
    /// Bots that lean to these sides, by their numbers in [`Side::ALL`]: the seat of even number to the first.
    Sides(usize, usize),
    /// The same for a game of one seat.
    Side(usize),
    /// A correct bot with a quirk at this seat.
    Quirk(Quirk, Seat),
    /// A bot with this fault at this seat.
    Fault(&'static Misbehaviour, Seat),
    /// A bot at this seat that gives two legal answers at once, where one is asked for.
    Two(Seat),
    /// A bot at this seat that gives an illegal answer: of the ways to change a legal one that it has then, the one of this number.
    Near(usize, Seat),
}

/// How many illegal answers a bot gives, one a match.
const NEAR: usize = 24;

impl fmt::Display for MatchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchKind::Plain => f.write_str("plain"),
            MatchKind::Sides(one, other) => write!(f, "sides-{one}-{other}"),
            MatchKind::Side(one) => write!(f, "side-{one}"),
            MatchKind::Quirk(quirk, seat) => write!(f, "{quirk}-{seat}"),
            MatchKind::Fault(way, seat) => write!(f, "{}-{seat}", way.name),
            MatchKind::Two(seat) => write!(f, "two-answers-{seat}"),
            MatchKind::Near(which, seat) => write!(f, "near-{which}-{seat}"),
        }
    }
}

/// The verdict that a judge owes on a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// It must find the seat at fault; the class, where the documents decide that too.
    Must(Option<FaultKind>),
    /// It may.
    May(&'static str),
    /// Nobody is at fault.
    Nobody,
    /// The verdict of the rules on the game that was played.
    Told,
}

/// Faults that no document tells a judge how to treat, each with the reason.
const OPEN: &[(&str, &str)] = &[
    ("after-the-end", "the result stands when it comes"),
    (
        "lingers",
        "the result stands, and no document says what a program that does not end gets",
    ),
    (
        "ignores-sigterm",
        "the result stands, and no document says what a program that does not end gets",
    ),
    (
        "exit-code",
        "the result stands, and no document speaks of exit codes then",
    ),
    ("memory", "not every system can limit memory"),
    ("threads", "what it computes may take longer than its time"),
    ("slow", "the game may end before its time is used up"),
    (
        "child",
        "no document speaks of processes that are left behind",
    ),
];

/// Faults whose class depends on the order in which a judge looks.
const CLASS_OPEN: &[&str] = &[
    "closed",
    "endless",
    "flood",
    "no-newline",
    "no-flush",
    "stops-reading",
    "before-the-ask",
];

/// Answers of the right form that the rules of a game may refuse.
const TRICKS: &[Misbehaviour] = &[
    Misbehaviour::saying("greeting", "says NO in place of its first answer", 0, "NO"),
    Misbehaviour::new(
        "again",
        "gives its second answer again instead of the third",
        None,
        |turn| {
            if turn.is_third()
                && let Some(last) = turn.answers.last().cloned()
            {
                turn.on_answer(|_| last);
            }
        },
    ),
    Misbehaviour::new(
        "beyond",
        "adds a hundred to each number of its third answer",
        None,
        |turn| {
            if turn.is_third() {
                turn.on_numbers(|number| (number + 100).to_string());
            }
        },
    ),
    Misbehaviour::new(
        "zero",
        "writes 0 for each number of its third answer",
        None,
        |turn| {
            if turn.is_third() {
                turn.on_numbers(|_| "0".to_string());
            }
        },
    ),
];

impl MatchKind {
    /// All matches of a game with so many seats; of a validator, which a contest system joins to its bot, or of another judge.
    pub fn all(seats: usize, is_joined: bool) -> Vec<MatchKind> {
        let each = || Seats::first(seats).iter();
        let sides = Side::ALL.len();
        let mut all = vec![MatchKind::Plain];
        // Each side meets three others, so that the first seat is not always the same.
        let meetings = (0..sides).flat_map(|one| [1, 4, 7].map(|step| (one, (one + step) % sides)));
        all.extend(
            meetings
                .filter(|_| seats > 1)
                .map(|(one, other)| MatchKind::Sides(one, other)),
        );
        all.extend((0..sides).filter(|_| seats == 1).map(MatchKind::Side));
        let quirks = Quirk::ALL
            .into_iter()
            .filter(|quirk| is_joined || *quirk != Quirk::ReadsOn);
        all.extend(quirks.flat_map(|quirk| each().map(move |seat| MatchKind::Quirk(quirk, seat))));
        all.extend(each().map(MatchKind::Two));
        all.extend(
            (0..NEAR).flat_map(|which| each().map(move |seat| MatchKind::Near(which, seat))),
        );
        all.extend(
            TRICKS
                .iter()
                .chain(MISBEHAVIOURS)
                .flat_map(|way| each().map(move |seat| MatchKind::Fault(way, seat))),
        );
        all
    }

    /// The verdict that the judge owes on it.
    pub fn duty(&self, game: &dyn AnyGame) -> Duty {
        let way = match self {
            MatchKind::Fault(way, _) => way,
            MatchKind::Two(_) | MatchKind::Near(..) | MatchKind::Side(_) => return Duty::Told,
            MatchKind::Plain | MatchKind::Sides(..) | MatchKind::Quirk(..) => return Duty::Nobody,
        };
        if TRICKS.iter().any(|trick| trick.name == way.name) {
            return Duty::Told;
        }
        if let Some((_, ground)) = OPEN.iter().find(|(name, _)| *name == way.name) {
            return Duty::May(ground);
        }
        match way.kind(game) {
            None => Duty::Nobody,
            Some(FaultKind::Habit) => Duty::May("contests forgive it, and may refuse it"),
            Some(FaultKind::Unasked) if way.name == "unasked" => {
                Duty::May("a judge that reads when it asks sees it later")
            }
            Some(kind) => Duty::Must(Some(kind).filter(|_| !CLASS_OPEN.contains(&way.name))),
        }
    }

    /// True where a bot is to do what no right bot does. The game may be over before that.
    pub fn has_fault(&self) -> bool {
        matches!(
            self,
            MatchKind::Fault(..) | MatchKind::Two(_) | MatchKind::Near(..)
        )
    }

    /// The seat with the fault or the quirk.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            MatchKind::Quirk(_, seat)
            | MatchKind::Fault(_, seat)
            | MatchKind::Two(seat)
            | MatchKind::Near(_, seat) => Some(*seat),
            MatchKind::Side(_) => Some(Seat(0)),
            MatchKind::Plain | MatchKind::Sides(..) => None,
        }
    }
}
