//! Holds changed rules against the matches of `stickler judge`: `measure GAME CHANGES [NAME=VALUE…]`.
//!
//! CHANGES has a line for each change: number, line, and what it is. A change is *told* if the judge that has it is found wrong in
//! some match. Otherwise it is *not told*: it may be one that no honest match can show.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use stickler::changed;
use stickler::games::GAMES;
use stickler::games::erased::{AnyGame, AnyReferee};
use stickler::live::players::HarnessError;
use stickler::params::Settings;
use stickler_judge_test::steered_bot::LastFault;
use stickler_judge_test::in_memory::{self, PlayedMatch, Recording};
use stickler_judge_test::verdict_patterns::StatedVerdict;
use stickler_judge_test::{MatchKind, MatchRun, grader_outputs, judged};

/// Games of nature that are drawn for each match.
const SEEDS: u64 = 2;

fn find(name: &str) -> &'static dyn AnyGame {
    GAMES
        .find(name)
        .or_else(|_| reversi::GAMES.find(name))
        .expect("a game")
}

/// The matches under the right judge, by name and seed.
type Right = BTreeMap<(String, u64), PlayedMatch>;

/// The rules of one game, and the changes of them.
struct Measure {
    game: &'static dyn AnyGame,
    settings: Settings,
    right: Right,
}

impl Measure {
    /// What tells a judge with this change from the right one in this match.
    fn told(&self, kind: &MatchKind, number: u32, seed: u64) -> Option<String> {
        caught(|| {
            let right = self.right.get(&(kind.to_string(), seed))?;
            match self.repeated(&right.recording, number, seed) {
                // Nobody could tell it from the right judge.
                Some(said) if said == right.went.said => None,
                Some(said) => {
                    let went = right.went.clone();
                    self.wrong(kind, &MatchRun { said, ..went })
                }
                None => match self.played(kind, number, seed)? {
                    Err(why) => Some(format!("fails: {why}")),
                    Ok(played) => self.wrong(kind, &played.went),
                },
            }
        })
    }

    /// A judge with this change, and the switch for it.
    fn judge(&self, number: u32) -> Option<(Box<dyn AnyReferee>, impl Fn(bool) + use<>)> {
        changed::start();
        let turn = move |on: bool| changed::set(if on { number } else { 0 });
        turn(true);
        let judge = self
            .game
            .with(&self.settings)
            .map(|variant| variant.referee());
        turn(false);
        Some((judge.ok()?, turn))
    }

    fn repeated(&self, recording: &Recording, number: u32, seed: u64) -> Option<StatedVerdict> {
        let (judge, turn) = self.judge(number)?;
        recording.repeated(self.game, &self.settings, judge, seed, &turn)
    }

    fn played(
        &self,
        kind: &MatchKind,
        number: u32,
        seed: u64,
    ) -> Option<Result<PlayedMatch, HarnessError>> {
        let (judge, turn) = self.judge(number)?;
        in_memory::played(self.game, &self.settings, kind, judge, seed, &turn)
    }

    fn wrong(&self, kind: &MatchKind, went: &MatchRun) -> Option<String> {
        let judgement = judged(self.game, &self.settings, kind, went);
        if std::env::var_os("SHOW").is_some() {
            eprintln!("{kind}: {:?} {judgement:?}", went.said);
            went.taps
                .iter()
                .flatten()
                .for_each(|tap| eprintln!("{tap}"));
        }
        let wrong = judgement.wrong.first().map(|wrong| {
            let clause = wrong.shown.as_ref();
            let clause = clause.map(|(_, finding)| finding.breach.clause.id());
            format!("{} {}", clause.unwrap_or("-"), wrong.what)
        });
        // Of a clause that no document states the judge is warned.
        let mut warned = judgement.warned.iter();
        wrong.or_else(|| {
            let (clause, what) = warned.next()?;
            Some(format!("{clause} warned: {what}"))
        })
    }
}

/// A judge that panics, or does not end, is told by that.
fn caught(tried: impl FnOnce() -> Option<String>) -> Option<String> {
    let told = catch_unwind(AssertUnwindSafe(tried));
    changed::set(0);
    told.unwrap_or_else(|_| Some("- it panics or does not end".into()))
}

/// Inputs whose outputs a grader is given.
const CASES: u64 = 4;

/// How a grader that decides by changed rules differs from the right output of an input.
fn graded(
    game: &'static dyn AnyGame,
    settings: &Settings,
    number: u32,
    cases: &[[String; 2]],
) -> Option<(String, String)> {
    let said = caught(|| {
        cases.iter().zip(1..).find_map(|([input, right], seed)| {
            changed::start();
            changed::set(number);
            let mut bot = game.with(settings).ok()?.bot();
            let mut said = String::new();
            for line in input.lines() {
                bot.hear(line, &mut said);
            }
            changed::set(0);
            (said != *right).then(|| format!("right-{seed}: - it refuses the right output"))
        })
    });
    said.map(|said| match said.split_once(": ") {
        Some((case, what)) => (case.to_string(), what.to_string()),
        None => ("right-1".to_string(), said),
    })
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let game = find(&args[0]);
    let settings = Settings::read(
        args[3..]
            .iter()
            .map(String::as_str)
            .filter(|word| !word.starts_with('@')),
    )
    .expect("settings");
    let only = args[3..].iter().find_map(|word| word.strip_prefix('@'));
    let variant = game.with(&settings).expect("a variant");
    variant.prepare();
    let seats = variant.seats();
    std::panic::set_hook(Box::new(|_| {}));
    let kinds: Vec<MatchKind> = MatchKind::all(game, &settings, seats, false, "")
        .into_iter()
        .filter(|kind| {
            kind.is_plain(stickler::game::Seat(0)) && kind.seat().is_none()
                || kind
                    .steered(game, &settings, stickler::game::Seat(0))
                    .is_some()
        })
        // In memory its bot is in time.
        .filter(|kind| !matches!(kind, MatchKind::LastAnswer(LastFault::Late, _)))
        .filter(|kind| only.is_none_or(|only| kind.to_string().starts_with(only)))
        .collect();
    let is_drawn = matches!(game.name(), "betris" | "blackout")
        || settings.0.iter().all(|(name, _)| name != "shapes") && game.name() == "blokus";
    let seeds = if is_drawn { SEEDS } else { 1 };
    eprintln!("{} matches", kinds.len());
    let is_batch = game.name() == "tetris";
    let cases = (1..=CASES)
        .filter(|_| is_batch)
        .map(|seed| grader_outputs::case(game, &settings, seed).expect("a case"));
    let cases: Vec<[String; 2]> = cases.collect();
    let kinds: Vec<MatchKind> = kinds.into_iter().filter(|_| !is_batch).collect();
    let mut measure = Measure {
        game,
        settings,
        right: Right::new(),
    };
    let began = std::time::Instant::now();
    for kind in &kinds {
        let start = std::time::Instant::now();
        for seed in 0..seeds {
            let played = measure.played(kind, 0, seed).expect("no programs");
            let played = played.expect("a match under the right judge");
            if let Some(wrong) = measure.wrong(kind, &played.went) {
                println!("WRONGLY BLAMED {kind} {seed}: {wrong}");
            }
            measure.right.insert((kind.to_string(), seed), played);
        }
        if std::env::var_os("TIMES").is_some() {
            eprintln!("{kind}: {:?}", start.elapsed());
        }
    }
    eprintln!("the right judge: {:?}", began.elapsed());
    let measure = &measure;
    let text = std::fs::read_to_string(&args[1]).expect("changes");
    // Changes that no honest match can show: the function, the beginning of the change, the reason, with a tab between them. A line
    // that begins with `default:` holds where no parameter is set.
    let known = std::fs::read_to_string(&args[2]).unwrap_or_default();
    let is_default = measure.settings.0.is_empty();
    let reason = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        known.lines().find_map(|known| {
            let known = known
                .strip_prefix("default:")
                .filter(|_| is_default)
                .unwrap_or(known);
            let mut known = known.splitn(3, '\t');
            let is_meant = known.next()? == fields[2] && fields[3].starts_with(known.next()?);
            known.next().filter(|_| is_meant)
        })
    };
    let changes: Vec<(u32, &str)> = text
        .lines()
        .filter_map(|line| Some((line.split('\t').next()?.parse().ok()?, line)))
        .collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let by_match: Mutex<BTreeMap<String, usize>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                // The match that told the last change often tells the next.
                let mut order: Vec<MatchKind> = kinds.clone();
                while let Some((number, line)) = changes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if is_batch {
                        let said = graded(game, &measure.settings, *number, &cases);
                        let row = (line.to_string(), said);
                        found.lock().unwrap().insert(*number, row);
                        continue;
                    }
                    let start = std::time::Instant::now();
                    let told = (0..seeds).find_map(|seed| {
                        order
                            .iter()
                            .enumerate()
                            .find_map(|(at, kind)| Some((at, measure.told(kind, *number, seed)?)))
                    });
                    if std::env::var_os("TIMES").is_some() {
                        eprintln!("{number}: {:?} {}", start.elapsed(), told.is_some());
                    }
                    let said = told
                        .as_ref()
                        .map(|(at, what)| (order[*at].to_string(), what.clone()));
                    if let Some((at, _)) = told {
                        let kind = order.remove(at);
                        order.insert(0, kind);
                        *by_match
                            .lock()
                            .unwrap()
                            .entry(kind.to_string())
                            .or_default() += 1;
                    }
                    found
                        .lock()
                        .unwrap()
                        .insert(*number, (line.to_string(), said));
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    let told = found.values().filter(|(_, said)| said.is_some()).count();
    for (line, said) in found.values() {
        match said {
            Some((kind, what)) => println!("told\t{line}\t{kind}: {what}"),
            None => match reason(line) {
                Some(why) => println!("the same\t{line}\t{why}"),
                None => println!("NOT TOLD\t{line}"),
            },
        }
    }
    let same = found
        .values()
        .filter(|(line, said)| said.is_none() && reason(line).is_some())
        .count();
    let mut by_match: Vec<_> = by_match.into_inner().unwrap().into_iter().collect();
    by_match.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    println!("by match: {by_match:?}");
    println!(
        "{}: {} changes, {same} that no match can show, {told} told, {} not told, {:?}",
        args[0],
        found.len(),
        found.len() - told - same,
        began.elapsed()
    );
}
