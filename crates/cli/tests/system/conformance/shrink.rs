//! Planted faults that need a particular position: each is found, shrunk to a short game, saved, and replayed.
//!
//! The test program is its own bot: with `--planted NAME` it plays as the reference bot with that fault.

use super::mutants::{RARE, SLIPS};
use crate::support::files::{root, scratch, text};
use crate::support::programs::{self, REFBOT};
use crate::support::tier::by_tier;
use crate::support::trials::{named, of_gate, usual_if};
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stickler::error_policy::ErrorPolicy;
use stickler::fixture::Saved;
use stickler::fixture::mutant_table::Mutants;
use stickler::game::Bot;
use stickler::games::{GAMES, erased::AnyGame};
use stickler::params::Settings;
use stickler::transcript::Transcript;
use stickler_arena::faulty::Misbehaviour;
use stickler_arena::{faulty, stdio};
use stickler_check::bot::{Plan, Played};
use stickler_check::replay::{Replayed, replay, saved};
use stickler_check::shrink::shrink;

type Cell = (i32, i32);
type OfGame = fn(&'static dyn AnyGame) -> Result<(), Failed>;

/// The facts on which a planted fault depends.
struct Seen {
    /// `FIRST` or `SECOND`.
    role: String,
    /// The opponent's stones, in order.
    theirs: Vec<Cell>,
    /// The own moves made.
    made: usize,
    /// The time of the opponent's last move.
    time: i32,
}

/// A fault: its name, when it shows, the answer then, the clause it breaks, and the fewest moves before it.
struct Planted {
    name: &'static str,
    shows: fn(&Seen) -> bool,
    answer: &'static str,
    clause: &'static str,
    fewest: usize,
}

const PLANTED: &[Planted] = &[
    Planted {
        name: "four_in_a_row",
        shows: |seen| line_of(&seen.theirs, 4),
        answer: "MOVE 0 0",
        clause: "gomoku.move.inside",
        fewest: 7,
    },
    Planted {
        name: "three_in_a_column",
        shows: |seen| column_of(&seen.theirs, 3),
        answer: "MOVE 0 0",
        clause: "gomoku.move.inside",
        fewest: 5,
    },
    Planted {
        name: "last_row",
        shows: |seen| seen.theirs.iter().any(|cell| cell.0 == 15),
        answer: "MOVE 16 1",
        clause: "gomoku.move.inside",
        fewest: 1,
    },
    Planted {
        name: "last_column",
        shows: |seen| seen.theirs.iter().any(|cell| cell.1 == 15),
        answer: "MOVE 1 16",
        clause: "gomoku.move.inside",
        fewest: 1,
    },
    Planted {
        name: "second_after_twenty",
        shows: |seen| seen.role == "SECOND" && seen.made >= 20,
        answer: "",
        clause: "wire.process.alive",
        fewest: 41,
    },
    Planted {
        name: "first_after_nine",
        shows: |seen| seen.role == "FIRST" && seen.made >= 9,
        answer: "PASS",
        clause: "gomoku.turn.answer",
        fewest: 18,
    },
    Planted {
        name: "corner",
        shows: |seen| seen.theirs.contains(&(15, 15)),
        answer: "MOVE 15 15",
        clause: "gomoku.move.empty",
        fewest: 1,
    },
    Planted {
        name: "a_slow_opponent",
        shows: |seen| seen.time > 300,
        answer: "MOVE",
        clause: "gomoku.turn.answer",
        fewest: 1,
    },
    Planted {
        name: "two_edges",
        shows: |seen| {
            [1, 15]
                .iter()
                .all(|row| seen.theirs.iter().any(|cell| cell.0 == *row))
        },
        answer: "MOVE 0 0",
        clause: "gomoku.move.inside",
        fewest: 3,
    },
    Planted {
        name: "a_diagonal",
        shows: |seen| diagonal_of(&seen.theirs),
        answer: "move 1 1",
        clause: "gomoku.turn.answer",
        fewest: 5,
    },
];

fn line_of(cells: &[Cell], length: i32) -> bool {
    cells
        .iter()
        .any(|&(row, col)| (0..length).all(|n| cells.contains(&(row, col + n))))
}

fn column_of(cells: &[Cell], length: i32) -> bool {
    cells
        .iter()
        .any(|&(row, col)| (0..length).all(|n| cells.contains(&(row + n, col))))
}

fn diagonal_of(cells: &[Cell]) -> bool {
    cells
        .iter()
        .any(|&(row, col)| (0..3).all(|n| cells.contains(&(row + n, col + n))))
}

pub(crate) fn tests() -> Vec<Trial> {
    let shrunk = |planted: &'static Planted| {
        let trial = named(&format!("shrink::{}", planted.name), || is_shrunk(planted));
        usual_if(USUAL.contains(&planted.name), trial)
    };
    let flaky = named(
        "shrink::a_bot_that_fails_every_second_time",
        flaky_is_shrunk,
    );
    let of_game = |game: &'static dyn AnyGame, rest: &str, hold: OfGame| {
        let name = format!("shrink::{}_{rest}", game.name());
        of_gate(named(&name, move || hold(game)))
    };
    let games = || GAMES.games().iter();
    let whole = games().map(|game| of_game(*game, "without_a_ply_to_spare", have_no_ply_to_spare));
    let shorter = games().map(|game| of_game(*game, "makes_no_game_longer", are_no_longer));
    PLANTED
        .iter()
        .map(shrunk)
        .chain([flaky])
        .chain(whole)
        .chain(shorter)
        .collect()
}

/// The planted faults that are shrunk by default: a line, a role, and a time.
const USUAL: [&str; 3] = ["three_in_a_column", "first_after_nine", "a_slow_opponent"];

/// Where a faulty bot plays when its games are shrunk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Memory,
    Program,
}

/// Faulty bots that only a program can be: memory has neither signals, exit codes nor pipes, and nobody speaks before it hears.
const PROGRAMS: &[&str] = &[
    "before-the-ask",
    "signal",
    "panic",
    "exit-code",
    "flood",
    "aborts_at_the_end",
];

/// Faulty bots whose games are not shrunk here, with the reasons.
const LEFT_OUT: &[(&str, &[&str])] = &[
    (
        "every game waits for a clock, and check tries no smaller game then",
        &[
            "late",
            "late_bet",
            "late_placement",
            "slow",
            "stops-reading",
            "closed",
            "lingers",
            "ignores-sigterm",
        ],
    ),
    (
        "every game takes seconds, until nobody reads on",
        &["endless"],
    ),
    (
        "it strikes by the machine, not by the game",
        &["memory", "threads", "child"],
    ),
    ("it is no fault", &["stderr"]),
];

/// Of every faulty bot of the table, two failing games, and five in depth: none fails later once it is shrunk, however short the time
/// for it.
fn are_no_longer(game: &'static dyn AnyGame) -> Result<(), Failed> {
    let of_game = |table: &[(&str, &'static [Misbehaviour])]| {
        let own = table.iter().find(|(name, _)| *name == game.name());
        own.map_or(&[][..], |(_, ways)| *ways)
    };
    let ways = faulty::MISBEHAVIOURS
        .iter()
        .chain(of_game(SLIPS))
        .chain(of_game(RARE));
    let time = Duration::from_millis(by_tier(30, 30, 1000));
    let (mut bots, mut games) = (0, 0);
    for way in ways {
        let left_out = LEFT_OUT.iter().find(|(_, names)| names.contains(&way.name));
        if let Some((why, _)) = left_out {
            println!("{}: {} is skipped: {why}", game.name(), way.name);
            continue;
        }
        let place = match PROGRAMS.contains(&way.name) {
            true => Place::Program,
            false => Place::Memory,
        };
        let plan = strictly(game, way, place);
        let failing: Vec<Played> = plan
            .stream()?
            .take(by_tier(20, 20, 400))
            .filter_map(|case| plan.play(case).ok())
            .filter(|played| played.error(&plan.policy).is_some())
            .take(by_tier(2, 2, 5))
            .collect();
        bots += usize::from(!failing.is_empty());
        if failing.is_empty() {
            println!("{}: {} failed in none of its games", game.name(), way.name);
        }
        for found in failing {
            let (fault, before) = found.error(&plan.policy).ok_or("it fails")?;
            let clause = fault.breach.clause;
            let began = Instant::now();
            let shrunk = shrink(&plan, &found, clause, time, &|| {});
            // Of a game of 100,000 choices, too: one game is played to its end, however busy the machine.
            let took = began.elapsed();
            assert!(
                took < time + Duration::from_secs(30),
                "{}: {took:?}",
                way.name
            );
            let Some(shrunk) = shrunk else {
                continue;
            };
            games += 1;
            let (fault, line) = shrunk.played.error(&plan.policy).ok_or("it fails")?;
            assert!(
                fault.breach.clause == clause && line <= before,
                "{}: {clause} found at line {before}, and {} shrunk to {line}",
                way.name,
                fault.breach.clause
            );
        }
    }
    println!(
        "{}: {games} games of {bots} faulty bots are no longer",
        game.name()
    );
    assert!(games > bots, "{games} games of {bots} were shrunk");
    Ok(())
}

/// Games with a faulty bot whose habits count as errors.
fn strictly(game: &'static dyn AnyGame, way: &'static Misbehaviour, place: Place) -> Plan {
    let policy = ErrorPolicy {
        strict: true,
        ..ErrorPolicy::default()
    };
    let usual = match place {
        Place::Memory => in_memory(game, way),
        Place::Program => {
            let words = [REFBOT, game.name(), "--fault", way.name];
            programs::plan(game.name(), &[], words.map(str::to_string).to_vec())
        }
    };
    Plan { policy, ..usual }
}

/// The faulty bots of the table that fail in memory: time passes and processes end only outside.
fn failing_in_memory(
    game: &dyn AnyGame,
    ways: impl Iterator<Item = &'static Misbehaviour>,
) -> Result<Vec<&'static Misbehaviour>, Failed> {
    let table = Mutants::read(&text(
        &root().join(format!("fixtures/mutants/{}.yaml", game.name())),
    ))?;
    let inside = ["format", "illegal"];
    let kinds: BTreeMap<_, _> = table
        .mutants
        .iter()
        .map(|row| (row.mutant.as_str(), row.kind.as_deref()))
        .collect();
    // Memory has no pipe that would stop one who writes without end.
    let kind = |way: &Misbehaviour| {
        let kind = kinds.get(way.name).copied().flatten();
        kind.filter(|_| way.name != "endless")
    };
    Ok(ways
        .filter(|way| kind(way).is_some_and(|kind| inside.contains(&kind)))
        .collect())
}

/// A game with a faulty bot in memory.
fn in_memory(game: &'static dyn AnyGame, way: &'static Misbehaviour) -> Plan {
    Plan {
        seed: 5,
        ..Plan::in_memory(game, move |bot| Box::new(faulty::Faulty::new(bot, way)))
    }
}

/// The shrunk game of each faulty bot fails no earlier without any one answer of its opponents.
fn have_no_ply_to_spare(game: &'static dyn AnyGame) -> Result<(), Failed> {
    let own = SLIPS
        .iter()
        .filter(|(name, _)| *name == game.name())
        .flat_map(|(_, ways)| *ways);
    let ways = failing_in_memory(game, own)?;
    let (mut tried, mut found) = (0, 0);
    for way in ways {
        let plan = in_memory(game, way);
        tried += 1;
        let mut cases = plan.stream()?.take(by_tier(40, 40, 400));
        let failing = cases.find_map(|case| {
            plan.play(case)
                .ok()
                .filter(|played| played.error(&plan.policy).is_some())
        });
        let Some(failing) = failing else { continue };
        let clause = failing
            .error(&plan.policy)
            .ok_or("it fails")?
            .0
            .breach
            .clause;
        let time = Duration::from_secs(by_tier(20, 20, 30));
        let Some(shrunk) =
            shrink(&plan, &failing, clause, time, &|| {}).filter(|shrunk| shrunk.is_minimal)
        else {
            continue;
        };
        found += 1;
        let at = |played: &Played| {
            played
                .error(&plan.policy)
                .filter(|(fault, _)| fault.breach.clause == clause)
                .map(|(_, line)| line)
        };
        let line = at(&shrunk.played).ok_or("it fails")?;
        let before = at(&failing).ok_or("it fails")?;
        assert!(
            line <= before,
            "{}: found at line {before}, shrunk to {line}",
            clause.id()
        );
        let transcript = Transcript::parse(shrunk.played.record.transcript.as_bytes())
            .map_err(|_| "its log cannot be read")?;
        let before = transcript.body().take_while(|own| own.number < line);
        let theirs =
            before.filter_map(|own| own.said().filter(|(by, ..)| *by != failing.case.seat));
        let theirs: Vec<String> = theirs
            .map(|(_, text, _)| String::from_utf8_lossy(text).into_owned())
            .collect();
        for left_out in 0..theirs.len() {
            let rest = [&theirs[..left_out], &theirs[left_out + 1..]].concat();
            let shorter = at(&plan.play_script(failing.case, rest)?);
            assert!(
                shorter.is_none_or(|shorter| shorter >= line),
                "{}: it fails at line {shorter:?} without `{}`, and at {line} with it:\n{}",
                way.name,
                theirs[left_out],
                shrunk.played.record.transcript
            );
        }
    }
    println!(
        "{}: {found} of {tried} faulty bots failed and were shrunk in time",
        game.name()
    );
    assert!(
        2 * found > tried,
        "{found} of {tried} faulty bots failed and were shrunk in time"
    );
    Ok(())
}

/// Plays as the bot with this fault; with a file, every second run of it is without.
pub(crate) fn play_as(name: &str, file: Option<&String>) {
    let planted = PLANTED.iter().find(|planted| planted.name == name);
    let mut bot = Faulty::new(planted.filter(|_| file.is_none_or(|file| is_odd_run(file))));
    let _ = stdio::run(&mut bot, std::io::stdin().lock(), std::io::stdout().lock());
}

/// Counts the runs in a file; true for the first, the third, the fifth.
fn is_odd_run(file: &str) -> bool {
    let length = std::fs::read(file).map_or(0, |bytes| bytes.len());
    let _ = std::fs::write(file, vec![b'.'; length + 1]);
    length.is_multiple_of(2)
}

/// A bot that does not fail every time is reported with its rate, and shrunk by repeated runs.
fn flaky_is_shrunk() -> Result<(), Failed> {
    let folder = scratch("flaky");
    let file = folder.join("runs");
    let mut plan = plan("last_column");
    plan.command.push(file.to_string_lossy().into_owned());
    let summary = plan.run(&plan.cases()?, &|_| ())?;
    let first = summary
        .failures(&plan.policy)
        .next()
        .ok_or("the fault was not found")?;
    let clause = first.error(&plan.policy).ok_or("no error")?.0.breach.clause;
    let shrunk = shrink(&plan, first, clause, Duration::from_secs(600), &|| {})
        .ok_or("it did not fail again")?;
    assert!([(2, 5), (3, 5)].contains(&shrunk.rate), "{:?}", shrunk.rate);
    assert!(
        moves(&shrunk.played, &plan) <= 5,
        "{}",
        shrunk.played.record.transcript
    );
    Ok(())
}

/// The reference bot, until the fault shows.
struct Faulty {
    bot: Box<dyn Bot>,
    planted: Option<&'static Planted>,
    seen: Seen,
}

impl Faulty {
    fn new(planted: Option<&'static Planted>) -> Faulty {
        let bot = GAMES
            .find("gomoku")
            .and_then(|game| game.with(&Settings::default()))
            .expect("the game")
            .bot();
        Faulty {
            bot,
            planted,
            seen: Seen {
                role: String::new(),
                theirs: Vec::new(),
                made: 0,
                time: 0,
            },
        }
    }
}

impl Bot for Faulty {
    fn hear(&mut self, line: &str, said: &mut String) -> bool {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| words[at].parse::<i32>().unwrap_or(0);
        match words[0] {
            "READY" => self.seen.role = words[1].into(),
            "OPP" => {
                self.seen.theirs.push((number(1), number(2)));
                self.seen.time = number(3);
            }
            _ => {}
        }
        let mut right = String::new();
        let mut goes_on = self.bot.hear(line, &mut right);
        if words[0] == "TURN" {
            if let Some(planted) = self.planted.filter(|planted| (planted.shows)(&self.seen)) {
                goes_on = goes_on && !planted.answer.is_empty();
                right = if goes_on {
                    format!("{}\n", planted.answer)
                } else {
                    String::new()
                };
            }
            self.seen.made += 1;
        }
        *said += &right;
        goes_on
    }
}

/// A plan with this bot in memory.
fn remembered(name: &str) -> Plan {
    let planted = PLANTED.iter().find(|planted| planted.name == name);
    Plan {
        memory: Some(Arc::new(move |_| Ok(Box::new(Faulty::new(planted))))),
        ..plan(name)
    }
}

/// A plan with this bot as a program.
fn plan(bot: &str) -> Plan {
    let program = std::env::current_exe()
        .expect("this program")
        .to_string_lossy()
        .into_owned();
    let command = vec![program, "--planted".into(), bot.into()];
    Plan {
        seed: 3,
        cases: Some(40),
        ..programs::plan("gomoku", &[], command)
    }
}

/// In memory, but for one that is shrunk as a program.
fn is_shrunk(planted: &Planted) -> Result<(), Failed> {
    let plan = if planted.name == "corner" {
        plan(planted.name)
    } else {
        remembered(planted.name)
    };
    let summary = plan.run(&plan.cases()?, &|_| ())?;
    let first = summary
        .failures(&plan.policy)
        .next()
        .ok_or("the fault was not found")?;
    let (fault, _) = first.error(&plan.policy).ok_or("no error")?;
    assert_eq!(fault.breach.clause.id(), planted.clause);
    let started = Instant::now();
    let shrunk = shrink(
        &plan,
        first,
        fault.breach.clause,
        Duration::from_secs(600),
        &|| {},
    )
    .ok_or("it did not fail again")?;
    let took = started.elapsed();
    let moves = moves(&shrunk.played, &plan);
    println!(
        "{}: {} moves (fewest {}), {} games, {took:?}",
        planted.name, moves, planted.fewest, shrunk.runs
    );
    assert!(shrunk.is_minimal, "not minimal after {took:?}");
    assert!(
        moves <= planted.fewest + 4,
        "{moves} moves; {} are enough\n{}",
        planted.fewest,
        shrunk.played.record.transcript
    );
    assert_eq!(shrunk.rate, (5, 5));
    is_replayed(&shrunk.played, &plan, planted.clause)
}

/// Moves made before the fault.
fn moves(played: &Played, plan: &Plan) -> usize {
    let line = played.error(&plan.policy).expect("an error").1;
    played
        .record
        .transcript
        .lines()
        .take(line - 1)
        .filter(|line| line.contains("> MOVE"))
        .count()
}

/// The saved game fails as before, and passes with the repaired bot.
fn is_replayed(played: &Played, broken: &Plan, clause: &str) -> Result<(), Failed> {
    let (fault, line) = played.error(&broken.policy).ok_or("no error")?;
    let saved = Saved::read(&saved(broken, played, fault, line).write())?;
    assert_eq!(saved.clause, clause);
    assert!(matches!(
        replay(broken, &saved, false)?,
        Replayed::Fails { same: true, .. }
    ));
    assert!(matches!(
        replay(&remembered("none"), &saved, false)?,
        Replayed::Passes(_)
    ));
    Ok(())
}
