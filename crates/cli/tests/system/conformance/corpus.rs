//! A corpus: games that a search keeps show rare faults of other bots, without a search.

use super::mutants::RARE;
use super::rare;
use crate::support::files::{scratch, sorted, text};
use crate::support::trials::{named, of_gate, usual_if};
use libtest_mimic::{Failed, Trial};
use std::path::Path;
use std::time::Duration;
use stickler::fixture::{KeptGame, Saved};
use stickler::games::GAMES;
use stickler_check::bot::{Plan, Played, RunSummary};
use stickler_check::corpus::Corpus;
use stickler_check::replay::{Replayed, replay, saved};
use stickler_check::shrink::shrink;

type Hold = fn() -> Result<(), Failed>;

const LONG: Duration = Duration::from_secs(600);

/// Each game, the games of a search that fills the corpus, and how many of eight to eleven rare faults it has to show at least.
const SHOWN: [(&str, u32, usize); 5] = [
    ("betris", 100, 9),
    ("blackout", 100, 7),
    ("blokus", 40, 6),
    ("gomoku", 150, 4),
    ("tetris", 60, 6),
];

pub(crate) fn tests() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (game, games, least) in SHOWN {
        let name = format!("corpus::{game}_shows_rare_faults");
        let trial = named(&name, move || shows_faults(game, games, least));
        trials.push(of_gate(trial));
    }
    let others: [(&str, Hold); 3] = [
        ("what_it_holds_is_no_news", is_no_news),
        ("other_files_are_passed_over", passes_over),
        ("a_failure_of_it_shrinks_and_replays", shrinks_and_replays),
    ];
    for (name, hold) in others {
        let trial = named(&format!("corpus::{name}"), hold);
        trials.push(usual_if(name == "other_files_are_passed_over", trial));
    }
    trials
}

fn right_bot(game: &str) -> Result<Plan, Failed> {
    Ok(Plan::in_memory(GAMES.find(game)?, |bot| bot))
}

/// Searches after the games of the corpus, keeps what is new, and gives back how many games it kept.
fn search(plan: &Plan, folder: &Path, games: u32) -> Result<usize, Failed> {
    let corpus = Corpus::open(folder, plan)?;
    let (before, trouble) = play(plan, &corpus);
    trouble?;
    plan.prepare_search()?;
    let watch = |played: &Played, _| match played.situations.is_empty() {
        true => Ok(()),
        false => corpus.keep(plan, played),
    };
    let before_search = files(folder);
    let (_, trouble) = plan.search_on(before, rare::effort(games), &|_| false, &watch);
    trouble.map_or(Ok(()), Err)?;
    Ok(files(folder) - before_search)
}

fn files(folder: &Path) -> usize {
    if folder.is_dir() {
        sorted(folder).len()
    } else {
        0
    }
}

fn play(plan: &Plan, corpus: &Corpus) -> (RunSummary, Result<(), Failed>) {
    let before = RunSummary::new(plan.game);
    let (summary, trouble) = corpus.play(plan, before, corpus.cases(), LONG, &|_| Ok(()));
    (summary, trouble.map_or(Ok(()), |error| Err(error.into())))
}

/// The corpus of a right bot, played with each bot that has a rare fault.
fn shows_faults(game: &str, games: u32, least: usize) -> Result<(), Failed> {
    let folder = scratch("corpus");
    search(&right_bot(game)?, &folder, games)?;
    let kept = files(&folder);
    let ways = RARE.iter().filter(|(own, _)| *own == game);
    let ways: Vec<_> = ways.flat_map(|(_, ways)| *ways).collect();
    let mut missed = Vec::new();
    for &way in &ways {
        let plan = rare::plan(GAMES.find(game)?, way, 1);
        let (summary, trouble) = play(&plan, &Corpus::open(&folder, &plan)?);
        trouble?;
        if summary.failing.is_empty() {
            missed.push(way.name);
        }
    }
    let shown = ways.len() - missed.len();
    eprintln!(
        "{game}: {kept} kept games show {shown} of {} rare faults, not {missed:?}",
        ways.len()
    );
    if shown < least {
        return Err(format!("{shown} faults are shown; not {missed:?}").into());
    }
    Ok(())
}

/// The same search once more keeps nothing, and what was kept comes up again when the corpus is played.
fn is_no_news() -> Result<(), Failed> {
    let folder = scratch("corpus");
    let plan = right_bot("gomoku")?;
    let first = search(&plan, &folder, 100)?;
    let again = search(&plan, &folder, 100)?;
    if first == 0 || again != 0 {
        return Err(format!("{first} games kept, and {again} of the same once more").into());
    }
    let (summary, trouble) = play(&plan, &Corpus::open(&folder, &plan)?);
    trouble?;
    for path in sorted(&folder) {
        let kept = KeptGame::read(&text(&path))?;
        if let Some(lost) = kept.met.difference(&summary.situations).next() {
            return Err(format!("{}: `{lost}` does not come up again", path.display()).into());
        }
    }
    Ok(())
}

fn passes_over() -> Result<(), Failed> {
    let folder = scratch("corpus");
    let plan = right_bot("gomoku")?;
    search(&plan, &folder, 40)?;
    let own = files(&folder);
    let first = sorted(&folder).swap_remove(0);
    let good = text(&first);
    let broken = [
        (
            "a.yaml",
            good.replace("game: gomoku", "game: betris"),
            "a game of betris",
        ),
        (
            "b.yaml",
            good.replace("stickler: 1\ngame", "stickler: 9\ngame"),
            "version 9",
        ),
        (
            "c.yaml",
            good.replace("seat: ", "seat: 7"),
            "there is no seat 7",
        ),
        (
            "d.yaml",
            good.replace("seat: ", "set:\n  board: 9x9\nseat: "),
            "other parameters",
        ),
        (
            "e.yaml",
            good.replace("seat: ", "set:\n  board: none\nseat: "),
            "board",
        ),
        ("f.yaml", good[..good.len() / 3].to_string(), "f.yaml"),
        ("g.yaml", String::from("not\u{0}a game"), "g.yaml"),
        ("h.yaml", good.replace("choices:", "chioces:"), "chioces"),
    ];
    for (name, text, _) in &broken {
        std::fs::write(folder.join(name), text)?;
    }
    std::fs::write(folder.join("i.yaml"), [0xff, 0xfe, b'a'])?;
    std::fs::write(folder.join("notes.txt"), "no game")?;
    let corpus = Corpus::open(&folder, &plan)?;
    let (told, played) = (corpus.told(), corpus.cases().count());
    if played != own {
        return Err(format!("{played} games of {own}: {told}").into());
    }
    for (name, _, why) in broken.iter().filter(|(name, ..)| *name != "g.yaml") {
        if !told.contains(why) {
            return Err(format!("{name}: `{why}` is not told: {told}").into());
        }
    }
    if told.lines().count() != broken.len() + 1 || files(&folder) != own + broken.len() + 2 {
        return Err(format!("{} files: {told}", files(&folder)).into());
    }
    let one_seat = Plan {
        seat: Some(stickler::game::Seat(1)),
        ..plan
    };
    let corpus = Corpus::open(&folder, &one_seat)?;
    if corpus.cases().any(|case| case.seat.0 != 1) || !corpus.told().contains("another seat") {
        return Err(corpus.told().into());
    }
    Ok(())
}

fn shrinks_and_replays() -> Result<(), Failed> {
    let folder = scratch("corpus");
    search(&right_bot("blokus")?, &folder, 60)?;
    let plan = rare::faulty("blokus", "four_on_25_cells", 1)?;
    let (summary, trouble) = play(&plan, &Corpus::open(&folder, &plan)?);
    trouble?;
    let failing = summary
        .failing
        .first()
        .ok_or("no game of the corpus shows the fault")?;
    let (fault, line) = failing.error(&plan.policy).ok_or("no error")?;
    let smaller = shrink(
        &plan,
        failing,
        fault.breach.clause,
        Duration::from_secs(5),
        &|| (),
    );
    let smaller = smaller.ok_or("it does not fail again")?.played;
    let (smaller_fault, shorter) = smaller.error(&plan.policy).ok_or("no error")?;
    if shorter > line {
        return Err(format!("line {shorter} after line {line}").into());
    }
    let kept = Saved::read(&saved(&plan, &smaller, smaller_fault, shorter).write())?;
    match replay(&plan, &kept, false)? {
        Replayed::Fails { same: true, .. } => Ok(()),
        other => Err(format!("it does not fail as before: {other:?}").into()),
    }
}
