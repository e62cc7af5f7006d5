//! The matches under a tested judge, and the verdict that it owes on each.

use super::aim::Aim;
use super::illegal::{self, AIMS};
use super::in_memory;
use super::steered_bot::{LastFault, Side, SteeredBot};
use super::text_change::{self, TextChange};
use super::thoughts::{self, millis_of};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;
use stickler::clause::{Clause, words};
use stickler::game::{Seat, Seats};
use stickler::games::erased::{AnyGame, AnyReferee};
use stickler::params::Settings;
use stickler::referee::{Awaits, FaultKind};
use stickler_arena::faulty::{MISBEHAVIOURS, Misbehaviour};

/// An odd way of a correct bot, which no judge may hold against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quirk {
    /// The bot writes an answer in two parts.
    Split,
    /// The bot takes a while to start.
    SlowStart,
    /// The bot ends a while after the end of the game.
    LateExit,
    /// The bot writes much to standard error.
    Loud,
    /// The bot reads on until its input ends, where a contest system joins it to a validator.
    ReadsOn,
    /// The bot thinks once for most of its time, and a little for each later answer.
    LongThought,
}

words!(Quirk:
    Split "split-writes", SlowStart "slow-start", LateExit "late-exit", Loud "loud-stderr", ReadsOn "reads-on",
    LongThought "thinks-long");

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
    /// Bots with this fault at all seats, where they are asked at the same time.
    AllFail(&'static Misbehaviour),
    /// A bot at this seat that gives two legal answers at once, where one is asked for.
    Two(Seat),
    /// Bots that all play with this aim.
    Made(Aim),
    /// Bots that play for long and think for a known time now and then, in turns.
    Thoughts,
    /// A bot at this seat that gives an answer which breaks this clause alone: of those that do, the one of this number. From 1000 on
    /// the number tells before which answer it is right, too.
    Illegal(Clause, usize, Seat),
    /// A bot at this seat that has this fault in place of the answer that ends the game.
    LastAnswer(LastFault, Seat),
    /// A bot at this seat that takes longer for its third answer than it has left for that, and no longer than another answer may take.
    Overdraws(Seat),
    /// A bot at this seat that changes the text of an answer of the kind with this number.
    Text(&'static TextChange, u8, Seat),
}

impl fmt::Display for MatchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchKind::Plain => f.write_str("plain"),
            MatchKind::Sides(one, other) => write!(f, "sides-{one}-{other}"),
            MatchKind::Side(one) => write!(f, "side-{one}"),
            MatchKind::Quirk(quirk, seat) => write!(f, "{quirk}-{seat}"),
            MatchKind::Fault(way, seat) => write!(f, "{}-{seat}", way.name),
            MatchKind::AllFail(way) => write!(f, "all-fail-{}", way.name),
            MatchKind::Two(seat) => write!(f, "two-answers-{seat}"),
            MatchKind::LastAnswer(fault, seat) => write!(f, "{fault}-{seat}"),
            MatchKind::Overdraws(seat) => write!(f, "{OVERDRAWS}{seat}"),
            MatchKind::Made(aim) => aim.fmt(f),
            MatchKind::Thoughts => f.write_str(THOUGHTS),
            MatchKind::Illegal(clause, which, seat) => {
                write!(f, "{ILLEGAL}{clause}-{which}-{seat}")
            }
            MatchKind::Text(change, kind, seat) => write!(f, "{TEXT}{}-{kind}-{seat}", change.name),
        }
    }
}

/// The verdict that a judge owes on a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// The judge must find the seat at fault; the class, where the documents decide that too.
    Must(Option<FaultKind>),
    /// The judge may find a seat at fault, for this reason.
    May(&'static str),
    /// Nobody is at fault.
    Nobody,
    /// The verdict of the rules on the game that was played.
    Told,
}

/// Faults that no document tells a judge how to treat, each with the reason, and whether the bot has played a right game before.
const OPEN: &[(&str, &str, bool)] = &[
    ("after-the-end", "the result stands when it comes", true),
    (
        "lingers",
        "the result stands, and no document says what a program that does not end gets",
        true,
    ),
    (
        "ignores-sigterm",
        "the result stands, and no document says what a program that does not end gets",
        true,
    ),
    (
        "exit-code",
        "the result stands, and no document speaks of exit codes then",
        true,
    ),
    ("memory", "not every system can limit memory", false),
    (
        "threads",
        "what it computes may take longer than its time",
        false,
    ),
    ("slow", "the game may end before its time is used up", false),
    (
        "child",
        "no document speaks of processes that outlive a match",
        true,
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
    HALF_LINE,
];

/// A bot that is gone when it is told the next message.
const LEAVES: &[Misbehaviour] = &[Misbehaviour::new(
    "leaves",
    "exits with code 0 right after its third answer",
    Some(FaultKind::Died),
    |turn| {
        if turn.answers.len() == 2 && !turn.said.is_empty() && !turn.ends {
            turn.end(0);
        }
    },
)];

/// The fault of a bot that ends within an answer.
const HALF_LINE: &str = "half-line";

/// Bots that end where an answer is due: before the first, and within the third.
const ENDS: &[Misbehaviour] = &[
    Misbehaviour::new(
        "first-crash",
        "exits with code 1 instead of its first answer",
        Some(FaultKind::Died),
        |turn| {
            if turn.answers.is_empty() && !turn.said.is_empty() {
                turn.said.clear();
                turn.end(1);
            }
        },
    ),
    Misbehaviour::new(
        HALF_LINE,
        "omits the newline of its third answer and exits with code 0",
        Some(FaultKind::Died),
        |turn| {
            if turn.is_third() {
                turn.on_answer(|said| said.strip_suffix('\n').unwrap_or(said).to_string());
                turn.end(0);
            }
        },
    ),
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

/// Faults that all bots of a match have, and before which answer, from 0, each of them is asked then.
const OF_ALL: [(&str, usize); 2] = [("wrong-word", 0), ("crash", 2)];

fn all_fail() -> impl Iterator<Item = (MatchKind, usize)> {
    let way = |name: &str| MISBEHAVIOURS.iter().find(|way| way.name == name);
    let found = OF_ALL.into_iter();
    found.filter_map(move |(name, at)| Some((MatchKind::AllFail(way(name)?), at)))
}

/// The answers, by their numbers from 0, before which more than one seat is asked.
fn asked_at_once(game: &dyn AnyGame, settings: &Settings) -> BTreeSet<usize> {
    let mut at_once = BTreeSet::new();
    let Ok(variant) = game.with(settings) else {
        return at_once;
    };
    let mut answers: BTreeMap<Seat, usize> = BTreeMap::new();
    let mut look = |referee: &dyn AnyReferee, seat: Seat, _: &[String], _: &[String]| {
        let number = answers.entry(seat).or_default();
        if matches!(referee.awaits(), Awaits::Replies([_, _, ..])) {
            at_once.insert(*number);
        }
        *number += 1;
    };
    illegal::walk(&*variant, AIMS[0], 0, &mut look);
    at_once
}

/// How long a bot waits that answers too late that it is ready: longer than the three seconds that contests give for it.
const GREETING: Duration = Duration::from_secs(4);

/// A bot that says too late that it is ready.
const LATE_GREETING: &[Misbehaviour] = &[Misbehaviour::new(
    "late-greeting",
    "sleeps for four seconds before its first answer",
    Some(FaultKind::Late),
    |turn| {
        if turn.answers.is_empty() && !turn.said.is_empty() {
            turn.comes();
            std::thread::sleep(GREETING);
        }
    },
)];

/// Faults of form, habits, and ends of programs that the first seat alone shows: other matches have such faults for each seat.
const OF_ONE_SEAT: &[&str] = &[
    "late-greeting",
    "first-crash",
    HALF_LINE,
    "greeting",
    "zero",
    "leading-blank",
    "trailing-blank",
    "binary",
    "nul",
    "invalid-utf8",
    "unicode-digits",
];

/// Faults of form at the first answer alone: `text-…` has them for each kind of answer.
const OF_TEXTS: &[&str] = &[
    "lower-case",
    "wrong-word",
    "empty",
    "extra-word",
    "missing-word",
    "fraction",
    "underscore",
    "huge-number",
];

/// The aims of games in which all bots play with one.
fn made(seats: usize) -> Vec<Aim> {
    if seats == 1 {
        return (0..8).map(Aim::Results).collect();
    }
    let (long, last, level) = (
        (0..4).map(Aim::Long),
        (0..4).map(Aim::Last),
        (0..6).map(Aim::Level),
    );
    long.chain(last).chain(level).collect()
}

/// How the names of matches with an illegal answer begin.
const ILLEGAL: &str = "illegal-";

/// The name of the match in which bots think for a known time.
const THOUGHTS: &str = "thoughts";

/// How the name of the match begins in which an answer is late by its own limit, and not by another one.
const OVERDRAWS: &str = "overdraws-";

/// How the names of matches with a changed text begin.
const TEXT: &str = "text-";

/// Changes of the text that each seat makes: a judge may read the answers of its seats by two pieces of code.
const OF_EACH_SEAT: [&str; 3] = ["lower-case", "extra-word", "wraps-32"];

/// Games with each aim that are looked at for illegal answers.
const LOOKED: u64 = 2;
/// The fewest and the most illegal answers that break the same clause.
const FEWEST: usize = 6;
const BREAKS: usize = 12;

/// The latest answer at which an illegal one is first tried where it is not to come late in the game.
const LATEST: usize = 7;
/// From this number on a match has its illegal answer late: the number holds so often the answer from which on it may come.
const LATE: usize = 1000;
/// No game has so many answers.
const NEVER: usize = 1_000_000;
/// How many games of bots that play anywhere are played: the longest one is taken.
const GAMES: u64 = 4;
/// How many answers before the end of that game the illegal one may come.
const BEFORE_THE_END: [usize; 3] = [1, 2, 3];

/// For each clause the last chances of a long game to break it.
fn late_answers(
    game: &'static dyn AnyGame,
    settings: &Settings,
    seats: usize,
    clauses: &[Clause],
) -> Vec<MatchKind> {
    let Some(first) = clauses.first() else {
        return Vec::new();
    };
    let game_of = |number: usize| {
        let which = NEVER * LATE + number * BEFORE_THE_END.len();
        MatchKind::Illegal(*first, which, Seat(0))
    };
    let counts = |number: usize| in_memory::answers(game, settings, &game_of(number));
    let games = (0..GAMES as usize).map(|number| (counts(number), number));
    let longest = games.max_by_key(|(counts, _)| counts.iter().sum::<usize>());
    let Some((counts, longest)) = longest else {
        return Vec::new();
    };
    let most = BEFORE_THE_END.len();
    let last: Vec<usize> = counts
        .iter()
        .map(|count| count.saturating_sub(most))
        .collect();
    let chances = in_memory::chances(game, settings, &game_of(longest), &last);
    let each = BEFORE_THE_END.into_iter().enumerate();
    let kinds = each.flat_map(|(nth, before)| {
        let (counts, chances) = (&counts, &chances);
        clauses.iter().enumerate().filter_map(move |(at, clause)| {
            let seat = Seat(((at + nth) % seats) as u8);
            let from = counts.get(seat.index())?.checked_sub(before)?;
            let comes = chances.get(seat.index())?.borrow();
            let comes = comes
                .range(from..)
                .any(|(_, broken)| broken.contains(clause));
            let which = from * LATE + longest * most + nth;
            (comes && from > LATEST).then_some(MatchKind::Illegal(*clause, which, seat))
        })
    });
    kinds.collect()
}

/// The clauses that an answer of a bot can break by the rules, each with so many matches as there are ways to break it.
fn illegal_answers(
    game: &'static dyn AnyGame,
    settings: &Settings,
    seats: usize,
) -> Vec<MatchKind> {
    let Ok(variant) = game.with(settings) else {
        return Vec::new();
    };
    let elsewhere = illegal::elsewhere(&*variant);
    // By clause: in which ways, and in the games of which aims it can be broken.
    let mut found: BTreeMap<Clause, [BTreeSet<illegal::Way>; AIMS.len()]> = BTreeMap::new();
    for (at, aim) in AIMS.into_iter().enumerate() {
        for seed in 0..LOOKED {
            let mut turn = 0;
            illegal::walk(
                &*variant,
                aim,
                seed,
                &mut |referee, seat, replies, earlier| {
                    turn += 1;
                    if turn > 10 && turn % 7 != 0 {
                        return;
                    }
                    let near = illegal::Near {
                        game,
                        settings,
                        referee,
                        seat,
                        replies,
                        earlier,
                        elsewhere: &elsewhere,
                        log: None,
                    };
                    for ((clause, way), _) in near.found() {
                        found.entry(clause).or_default()[at].insert(way);
                    }
                },
            );
        }
    }
    let matches = |(clause, by_aim): (Clause, [BTreeSet<illegal::Way>; AIMS.len()])| {
        let ways: BTreeSet<illegal::Way> = by_aim.iter().flatten().copied().collect();
        let aims: Vec<usize> = (0..AIMS.len())
            .filter(|&at| !by_aim[at].is_empty())
            .collect();
        let count = (ways.len() + 2).clamp(FEWEST, BREAKS);
        (0..count).map(move |number| {
            let which = number * AIMS.len() + aims[number % aims.len()];
            MatchKind::Illegal(clause, which, Seat((number % seats) as u8))
        })
    };
    let clauses: Vec<Clause> = found.keys().copied().collect();
    let early = found.into_iter().flat_map(matches);
    let late = late_answers(game, settings, seats, &clauses);
    early.chain(late).collect()
}

/// The matches with a changed text: some changes are made at each seat, the others at one seat in turn.
fn texts(game: &dyn AnyGame, settings: &Settings, seats: usize) -> Vec<MatchKind> {
    let Ok(variant) = game.with(settings) else {
        return Vec::new();
    };
    let mut texts = Vec::new();
    for (number, (change, kind)) in text_change::refused(&*variant).into_iter().enumerate() {
        let of_seats = match OF_EACH_SEAT.contains(&change.name) {
            true => seats,
            false => 1,
        };
        let seat = |more: usize| Seat(((number + more) % seats) as u8);
        texts.extend((0..of_seats).map(|more| MatchKind::Text(change, kind, seat(more))));
    }
    texts
}

impl MatchKind {
    /// The match of this name in a game of so many seats.
    pub fn named(game: &dyn AnyGame, name: &str, seats: usize) -> Option<MatchKind> {
        if let Ok(aim) = name.parse::<Aim>()
            && (seats > 1) != matches!(aim, Aim::Results(_))
            && !matches!(aim, Aim::Side(_))
        {
            return Some(MatchKind::Made(aim));
        }
        if let Some(illegal) = name.strip_prefix(ILLEGAL) {
            let (rest, seat) = illegal.rsplit_once('-')?;
            let (clause, which) = rest.rsplit_once('-')?;
            let clause = game.clause(clause)?;
            let seat = Seat(seat.parse().ok()?);
            return Some(MatchKind::Illegal(clause, which.parse().ok()?, seat));
        }
        if let Some(text) = name.strip_prefix(TEXT) {
            let (rest, seat) = text.rsplit_once('-')?;
            let (change, kind) = rest.rsplit_once('-')?;
            let change = TextChange::named(change)?;
            let seat = Seat(seat.parse().ok()?);
            return Some(MatchKind::Text(change, kind.parse().ok()?, seat));
        }
        if name == THOUGHTS {
            return Some(MatchKind::Thoughts);
        }
        if let Some(seat) = name.strip_prefix(OVERDRAWS) {
            let seat = seat
                .parse()
                .ok()
                .filter(|seat| usize::from(*seat) < seats)?;
            return Some(MatchKind::Overdraws(Seat(seat)));
        }
        if let Some(sides) = name.strip_prefix("sides-").filter(|_| seats > 1) {
            let (one, other) = sides.split_once('-')?;
            let number = |text: &str| text.parse().ok().filter(|&at: &usize| at < Side::ALL.len());
            return Some(MatchKind::Sides(number(one)?, number(other)?));
        }
        let others = MatchKind::of_any_game(seats, true).into_iter();
        let mut others = others.chain(all_fail().map(|(kind, _)| kind));
        others.find(|kind| kind.to_string() == name)
    }

    /// The bot of a seat in this match, where it is one that follows the referee.
    pub fn steered(
        &self,
        game: &'static dyn AnyGame,
        settings: &Settings,
        seat: Seat,
    ) -> Option<SteeredBot> {
        let bot = |aim: Aim| SteeredBot::new(game, settings.clone(), aim).sitting_at(seat);
        let leaning = |side: usize| bot(Aim::Side(Side::ALL[side]));
        Some(match *self {
            MatchKind::Sides(one, other) => leaning([one, other][usize::from(seat.0 % 2)]),
            MatchKind::Side(one) => leaning(one),
            MatchKind::Made(aim) => bot(aim),
            MatchKind::Thoughts => thoughts::thinking(bot(Aim::Long(0)), game, settings, seat)?,
            MatchKind::Two(at) if at == seat => leaning(0).saying_two(),
            MatchKind::LastAnswer(fault, at) => {
                let is_alone = || {
                    game.with(settings)
                        .is_ok_and(|variant| variant.seats() == 1)
                };
                let has_bank = millis_of(game, settings, "bank").is_some();
                let its = match (fault, at == seat) {
                    // A long game would use up a bank before.
                    (LastFault::Late, true) if has_bank => leaning(0),
                    (LastFault::Late, false) if has_bank => leaning(Side::ANYWHERE),
                    (LastFault::Late, true) => bot(Aim::Long(0)),
                    // This one is stuck before.
                    (LastFault::Late, false) => leaning(0),
                    // Alone it ends a game with an answer only where it wins.
                    (LastFault::Crash, _) if is_alone() => bot(Aim::Results(u64::MAX)),
                    (LastFault::Crash, _) => bot(Aim::Long(0)),
                };
                match at == seat {
                    true => its.failing_at_the_end(fault),
                    false => its,
                }
            }
            MatchKind::Overdraws(at) if at == seat => {
                thoughts::overdrawing(bot(Aim::Long(0)), game, settings, seat)?
            }
            MatchKind::Overdraws(_) => bot(Aim::Long(0)),
            MatchKind::Illegal(clause, which, at) if which >= LATE => {
                let number = which % LATE;
                let game = (number / BEFORE_THE_END.len()) as u64;
                let bot = bot(Aim::Side(Side::Anywhere(game + GAMES * u64::from(seat.0))));
                match at == seat && which / LATE < NEVER {
                    true => bot.breaking(clause, number, which / LATE),
                    false => bot,
                }
            }
            MatchKind::Illegal(clause, which, at) if at == seat => {
                let number = which / AIMS.len();
                let aim = match AIMS[which % AIMS.len()] {
                    Aim::Side(Side::Anywhere(_)) => Aim::Side(Side::Anywhere(number as u64)),
                    aim => aim,
                };
                bot(aim).breaking(clause, number, number % LATEST)
            }
            MatchKind::Text(change, kind, at) if at == seat => leaning(0).writing(change, kind),
            MatchKind::Two(_) | MatchKind::Illegal(..) | MatchKind::Text(..) => {
                leaning(Side::ANYWHERE)
            }
            MatchKind::Plain
            | MatchKind::Fault(..)
            | MatchKind::AllFail(_)
            | MatchKind::Quirk(..) => return None,
        })
    }

    /// True where the bot of this seat is the reference bot, as it is.
    pub fn is_plain(&self, seat: Seat) -> bool {
        matches!(self, MatchKind::Plain)
            || matches!(self, MatchKind::Fault(..) | MatchKind::Quirk(..))
                && self.seat() != Some(seat)
    }

    /// All matches of a game whose names can begin with `only`; of a validator, which a contest system joins to its bot, or of another judge.
    pub fn all(
        game: &'static dyn AnyGame,
        settings: &Settings,
        seats: usize,
        is_joined: bool,
        only: &str,
    ) -> Vec<MatchKind> {
        let mut all = MatchKind::of_any_game(seats, is_joined);
        // Only a game that asks whether a bot is ready has a time for that.
        let ready = millis_of(game, settings, "ready");
        if ready.is_none_or(|ready| u128::from(ready) >= GREETING.as_millis()) {
            let is_it = |kind: &MatchKind| matches!(kind, MatchKind::Fault(way, _) if way.name == LATE_GREETING[0].name);
            all.retain(|kind| !is_it(kind));
        }
        // The first seat alone whose answer ends the game.
        let mut found = Vec::new();
        all.retain(|kind| {
            let MatchKind::LastAnswer(fault, _) = kind else {
                return true;
            };
            let name = fault.to_string();
            let is_asked = name.starts_with(only) || only.starts_with(&name);
            let is_first =
                is_asked && !found.contains(fault) && in_memory::fault_comes(game, settings, kind);
            found.extend(is_first.then_some(*fault));
            is_first
        });
        if Quirk::long_thought(game, settings).is_none() {
            all.retain(|kind| !matches!(kind, MatchKind::Quirk(Quirk::LongThought, _)));
        }
        let made = made(seats).into_iter().map(MatchKind::Made);
        let is_asked = ILLEGAL.starts_with(only) || only.starts_with(ILLEGAL);
        let illegal = match is_asked {
            true => illegal_answers(game, settings, seats),
            false => Vec::new(),
        };
        let is_asked = TEXT.starts_with(only) || only.starts_with(TEXT);
        let texts = match is_asked {
            true => texts(game, settings, seats),
            false => Vec::new(),
        };
        let timed = [MatchKind::Thoughts, MatchKind::Overdraws(Seat(0))].into_iter();
        let can_be = |kind: &MatchKind| kind.steered(game, settings, Seat(0)).is_some();
        let timed = timed.filter(|kind| seats > 1 && can_be(kind));
        if seats > 1 {
            let at_once = asked_at_once(game, settings);
            let all_fail = all_fail().filter(|(_, at)| at_once.contains(at));
            all.extend(all_fail.map(|(kind, _)| kind));
        }
        all.splice(1..1, made.chain(timed).chain(illegal).chain(texts));
        all
    }

    /// The kinds that a game with so many seats has, whatever its rules.
    fn of_any_game(seats: usize, is_joined: bool) -> Vec<MatchKind> {
        let each = || Seats::first(seats).iter();
        let sides = Side::ALL.len();
        let mut all = vec![MatchKind::Plain];
        let meetings = (0..sides).filter(|_| seats > 1);
        all.extend(meetings.map(|one| MatchKind::Sides(one, Side::other(one))));
        all.extend((0..sides).filter(|_| seats == 1).map(MatchKind::Side));
        let quirks = Quirk::ALL
            .into_iter()
            .filter(|quirk| is_joined || *quirk != Quirk::ReadsOn);
        let has_quirk =
            |quirk: Quirk, seat: Seat| quirk != Quirk::LongThought || seat.index() + 1 == seats;
        all.extend(quirks.flat_map(|quirk| {
            let seats = each().filter(move |seat| has_quirk(quirk, *seat));
            seats.map(move |seat| MatchKind::Quirk(quirk, seat))
        }));
        all.extend(each().map(MatchKind::Two));
        // The time of a bot that plays alone is the contest system's to measure.
        let faults = LastFault::ALL.into_iter();
        let faults = faults.filter(|fault| seats > 1 || *fault != LastFault::Late);
        all.extend(
            faults.flat_map(|fault| each().map(move |seat| MatchKind::LastAnswer(fault, seat))),
        );
        all.extend(
            TRICKS
                .iter()
                .chain(MISBEHAVIOURS)
                .chain(LATE_GREETING)
                .chain(LEAVES)
                .chain(ENDS)
                .filter(|way| !OF_TEXTS.contains(&way.name))
                .flat_map(|way| {
                    let is_once = OF_ONE_SEAT.contains(&way.name);
                    let seats = each().take(if is_once { 1 } else { seats });
                    seats.map(move |seat| MatchKind::Fault(way, seat))
                }),
        );
        all
    }

    /// The verdict that the judge owes on it.
    pub fn duty(&self, game: &dyn AnyGame) -> Duty {
        let way = match self {
            MatchKind::Fault(way, _) | MatchKind::AllFail(way) => way,
            MatchKind::LastAnswer(LastFault::Late, _) | MatchKind::Overdraws(_) => {
                return Duty::Must(Some(FaultKind::Late));
            }
            MatchKind::LastAnswer(LastFault::Crash, _) => {
                return Duty::Must(Some(FaultKind::Died));
            }
            MatchKind::Two(_)
            | MatchKind::Illegal(..)
            | MatchKind::Text(..)
            | MatchKind::Side(_)
            | MatchKind::Made(Aim::Results(_)) => return Duty::Told,
            MatchKind::Plain
            | MatchKind::Sides(..)
            | MatchKind::Made(_)
            | MatchKind::Thoughts
            | MatchKind::Quirk(..) => return Duty::Nobody,
        };
        if TRICKS.iter().any(|trick| trick.name == way.name) {
            return Duty::Told;
        }
        if let Some((_, ground, _)) = OPEN.iter().find(|(name, ..)| *name == way.name) {
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

    /// True where a bot goes on to think until its time is used up, if the game is long enough for that.
    pub fn uses_up_its_time(&self) -> bool {
        matches!(self, MatchKind::Fault(way, _) if way.name == "slow")
    }

    /// True where a bot does what no right bot does only once the game is over, so that the result stands.
    pub fn has_result_that_stands(&self) -> bool {
        let stands = |name: &str| {
            OPEN.iter()
                .any(|(open, _, stands)| *open == name && *stands)
        };
        matches!(self, MatchKind::Fault(way, _) if stands(way.name))
    }

    /// True where a bot ends after an answer that a judge may take. If that ends the game, or the next one of another seat does, nobody
    /// misses it.
    pub fn may_go_unmissed(&self) -> bool {
        self.has_leaver() || matches!(self, MatchKind::Fault(way, _) if way.name == HALF_LINE)
    }

    /// True where a bot leaves after a right answer.
    pub fn has_leaver(&self) -> bool {
        matches!(self, MatchKind::Fault(way, _) if way.name == LEAVES[0].name)
    }

    /// True where the match asks for the rules alone: whether an answer is legal, and how games end.
    pub fn is_of_rules(&self) -> bool {
        matches!(
            self,
            MatchKind::Made(_) | MatchKind::Illegal(..) | MatchKind::Text(..)
        )
    }

    /// True where a bot is to do what no right bot does. The game may be over before that.
    pub fn has_fault(&self) -> bool {
        matches!(
            self,
            MatchKind::Fault(..)
                | MatchKind::AllFail(_)
                | MatchKind::Two(_)
                | MatchKind::LastAnswer(..)
                | MatchKind::Overdraws(_)
                | MatchKind::Illegal(..)
                | MatchKind::Text(..)
        )
    }

    /// True for a match that holds the judge's clocks: its bots wait most of the time.
    pub fn holds_clocks(&self) -> bool {
        match self {
            MatchKind::Thoughts
            | MatchKind::Overdraws(_)
            | MatchKind::LastAnswer(LastFault::Late, _) => true,
            MatchKind::Fault(way, _) => way.name == LATE_GREETING[0].name,
            _ => false,
        }
    }

    /// True where a bot is late only because it sleeps for longer than its time.
    pub fn is_late_by_sleeping(&self) -> bool {
        match self {
            MatchKind::Fault(way, _) => ["late", "slow"].contains(&way.name) || self.holds_clocks(),
            _ => self.holds_clocks(),
        }
    }

    /// True where a judge may wait seconds for a bot that is at fault: for an answer of it, or for its end.
    pub fn is_long(&self, game: &dyn AnyGame) -> bool {
        match self {
            MatchKind::Fault(way, _) => {
                matches!(way.kind(game), Some(FaultKind::Late | FaultKind::Ending))
            }
            MatchKind::LastAnswer(LastFault::Late, _)
            | MatchKind::Overdraws(_)
            | MatchKind::Thoughts => true,
            _ => false,
        }
    }

    /// The seat with the fault or the quirk.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            MatchKind::Quirk(_, seat)
            | MatchKind::Fault(_, seat)
            | MatchKind::Two(seat)
            | MatchKind::LastAnswer(_, seat)
            | MatchKind::Overdraws(seat)
            | MatchKind::Illegal(_, _, seat)
            | MatchKind::Text(_, _, seat) => Some(*seat),
            MatchKind::Side(_) | MatchKind::Made(Aim::Results(_)) => Some(Seat(0)),
            MatchKind::Plain
            | MatchKind::AllFail(_)
            | MatchKind::Sides(..)
            | MatchKind::Made(_)
            | MatchKind::Thoughts => None,
        }
    }
}

#[cfg(test)]
mod tests;
