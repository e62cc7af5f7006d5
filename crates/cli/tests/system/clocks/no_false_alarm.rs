//! Correct bots on a machine that is busy with other things: nobody is accused. A stall is the machine's, and is said.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, STICKLER, in_sandboxes, plan};
use crate::support::trials::skipped;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use stickler::games::GAMES;
use stickler::live::players::HarnessError;
use stickler_arena::launch::Launch;
use stickler_check::bot::Plan;

tests! {
    correct_bots_are_not_accused_on_a_busy_machine,
    ten_thousand_games_of_correct_bots_give_no_false_alarm [DEEP],
    a_soak_in_sandboxes_accuses_nobody_and_stays_flat [DEEP, BUBBLEWRAP],
    a_harness_that_was_stopped_blames_itself_and_plays_again,
    a_bot_that_sleeps_stays_late_though_the_machine_stalls,
    a_silent_bot_is_given_back_no_more_than_the_machine_took,
}

fn tool(names: &[&str]) -> Option<PathBuf> {
    let found = names.iter().map(PathBuf::from).find(|path| path.is_file());
    if found.is_none() {
        skipped(&format!(
            "the bots that need one of {names:?}, which is not installed"
        ));
    }
    found
}

/// Every bot that there is a tool for: the game and the command.
fn bots(folder: &Path) -> Vec<(&'static str, Vec<String>)> {
    let words = |path: &Path| path.to_string_lossy().into_owned();
    let source = |game: &str, end: &str| {
        let path = root().join(format!("examples/bots/{game}.{end}"));
        path.exists().then_some(path)
    };
    let mut bots = Vec::new();
    let (python, node) = (
        tool(&["/usr/bin/python3", "/usr/local/bin/python3"]),
        tool(&["/usr/bin/node", "/usr/local/bin/node"]),
    );
    let compiler = tool(&["/usr/bin/g++", "/usr/local/bin/g++"]);
    for game in GAMES.games().iter().map(|game| game.name()) {
        bots.push((game, vec![REFBOT.to_string(), game.to_string()]));
        for (tool, end) in [(&python, "py"), (&node, "js")] {
            bots.extend(
                tool.iter()
                    .zip(source(game, end))
                    .map(|(tool, path)| (game, vec![words(tool), words(&path)])),
            );
        }
        for (compiler, path) in compiler.iter().zip(source(game, "cpp")) {
            let program = folder.join(game);
            let built = Command::new(compiler)
                .args(["-std=c++17", "-O1", "-o"])
                .arg(&program)
                .arg(&path)
                .status();
            assert!(
                built.expect("a compiler").success(),
                "{} does not compile",
                path.display()
            );
            bots.push((game, vec![words(&program)]));
        }
    }
    bots
}

/// Plays at least so many games in all, as many of each bot, while every core is busy; the games played, and the stalls.
fn under_load(all: usize, launch: &Launch) -> (usize, usize) {
    let folder = scratch("no-false-alarm");
    let bots = bots(&folder);
    let games = all.div_ceil(bots.len());
    let over = AtomicBool::new(false);
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let counts = std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let counts = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            bots.iter()
                .map(|(game, command)| accusations(game, command, games, launch))
                .fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1))
        }));
        over.store(true, Ordering::Relaxed);
        counts
    });
    counts.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn accusations(game: &str, command: &[String], games: usize, launch: &Launch) -> (usize, usize) {
    let mut plan = Plan {
        seed: 0,
        cases: Some(1),
        launch: launch.clone(),
        ..plan(game, &[], command.to_vec())
    };
    let (mut played, mut stalls) = (0, 0);
    while played < games {
        plan.seed += 1;
        let cases = plan.cases().expect("cases");
        plan.prepare(cases.iter().copied()).expect("tables");
        for case in cases.into_iter().take(games - played) {
            played += 1;
            match plan.play(case) {
                Ok(game) => {
                    stalls += game.stalls;
                    let faults: Vec<_> = game.faults().collect();
                    assert!(
                        faults.is_empty(),
                        "{command:?} is accused: {faults:?}\n{}",
                        game.record.transcript
                    );
                }
                Err(HarnessError::Stalled { .. }) => stalls += 1,
                Err(error) => panic!("{command:?}: {error}"),
            }
        }
    }
    (played, stalls)
}

fn correct_bots_are_not_accused_on_a_busy_machine() {
    let (games, stalls) = under_load(4 * 17, &Launch::default());
    println!("{games} games, {stalls} stalls, no accusation");
}

/// `STICKLER_SOAK` is the number of games in all.
fn ten_thousand_games_of_correct_bots_give_no_false_alarm() {
    let all: usize = std::env::var("STICKLER_SOAK")
        .ok()
        .and_then(|games| games.parse().ok())
        .unwrap_or(10_000);
    let (games, stalls) = under_load(all, &Launch::default());
    println!("{games} games, {stalls} stalls, no accusation");
}

/// The same in sandboxes; what this process holds does not grow.
fn a_soak_in_sandboxes_accuses_nobody_and_stays_flat() {
    let held = || {
        let status = std::fs::read_to_string("/proc/self/status").expect("its status");
        let memory = status.lines().find_map(|line| {
            line.strip_prefix("VmRSS:")?
                .trim()
                .strip_suffix(" kB")?
                .parse::<u64>()
                .ok()
        });
        (
            memory.expect("its memory"),
            std::fs::read_dir("/proc/self/fd")
                .expect("its files")
                .count(),
        )
    };
    let launch = in_sandboxes();
    under_load(4 * 17, &launch);
    let before = held();
    let all: usize = std::env::var("STICKLER_SOAK")
        .ok()
        .and_then(|games| games.parse().ok())
        .unwrap_or(50_000);
    let (games, stalls) = under_load(all, &launch);
    let after = held();
    println!(
        "{games} games, {stalls} stalls, no accusation; KB and files {before:?}, then {after:?}"
    );
    assert_eq!(before.1, after.1, "files");
    assert!(after.0 < before.0 + 20_000, "{before:?}, then {after:?} KB");
}

/// One round of Betris with a bot that takes half a second for each answer, under a harness that is stopped meanwhile.
fn stopped_while(set: &[&str], fault: &str) -> (Option<i32>, String) {
    let folder = scratch("stopped");
    let mut command = Command::new(STICKLER);
    command.args([
        "check",
        "betris",
        "--only",
        "one_round",
        "--cases",
        "1",
        "--shrink",
        "0",
    ]);
    command.args(set.iter().flat_map(|set| ["--set", set]));
    command
        .args(["--", REFBOT, "betris", "--fault", fault])
        .current_dir(&folder)
        .stdout(Stdio::piped());
    let child = command.spawn().expect("stickler");
    let signal = |name: &str| {
        let sent = Command::new("/bin/kill")
            .args([name, &child.id().to_string()])
            .status();
        assert!(sent.is_ok_and(|status| status.success()), "kill {name}");
    };
    std::thread::sleep(Duration::from_millis(250));
    signal("-STOP");
    std::thread::sleep(Duration::from_millis(1500));
    signal("-CONT");
    let output = child.wait_with_output().expect("it ends");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

fn a_harness_that_was_stopped_blames_itself_and_plays_again() {
    let seen = (0..10).any(|_| {
        let (code, text) = stopped_while(&["ready=1200", "bank=20000"], "slow");
        assert_eq!(code, Some(0), "{text}");
        text.contains("the machine held games up once, and they were played again")
    });
    assert!(seen, "no stall was noticed");
}

fn a_bot_that_sleeps_stays_late_though_the_machine_stalls() {
    let (code, text) = stopped_while(&["ready=20000", "bank=700"], "late");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("breaks betris.phase2.time"), "{text}");
}

/// A program that waits for a CPU while others have it is not blamed; the same wait by sleeping is.
fn a_silent_bot_is_given_back_no_more_than_the_machine_took() {
    let started = Instant::now();
    let (code, text) = stopped_while(&["ready=300"], "silent");
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("betris.ready.time") && started.elapsed() < Duration::from_secs(12),
        "{text}"
    );
}
