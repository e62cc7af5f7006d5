//! `check --coverage`: what is said of a bot's own code, in four languages, and that no verdict rests on it.

use crate::support::files::{Scratch, scratch, text};
use crate::support::needs::tests;
use crate::support::programs::{
    example, holds, plan, python, quoted, refbot, said, stickler, words,
};
use crate::support::trials::skipped;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stickler_arena::threads::{locked, unlocked};
use stickler_check::bot::{Plan, Played, RunSummary};
use stickler_check::coverage::Coverage;
use stickler_check::search::{SearchEffort, Searched};

tests! {
    lines_of_python_that_never_ran_are_named [PYTHON],
    lines_of_node_that_never_ran_are_named [NODE],
    branches_of_cpp_lead_the_search [CPP],
    branches_of_rust_lead_the_search [RUSTC],
    any_program_may_note_what_runs,
    where_nothing_comes_the_report_says_what_the_bot_needs,
    a_bot_that_fails_only_while_it_is_watched_conforms,
    a_third_of_the_search_is_played_as_without_coverage,
    another_build_may_be_watched,
    options_that_leave_nothing_to_watch_are_refused,
    a_fault_behind_three_conditions_is_found_by_the_code_that_leads_there [GATE, PYTHON],
    the_same_seed_plays_the_same_games_two_at_a_time [GATE, PYTHON],
}

/// A check of this bot with few games.
fn check(folder: &Path, options: &[&str], bot: &[&str]) -> String {
    let words = [
        &[
            "check",
            "gomoku",
            "--cases",
            "1",
            "--search",
            "3",
            "--coverage",
            "--jobs",
            "1",
        ],
        options,
        &["--"],
        bot,
    ];
    said(&stickler(folder, &words.concat()))
}

/// A bot of the examples with some of its text replaced.
fn changed(folder: &Scratch, name: &str, [old, new]: [&str; 2]) {
    let bot = text(&example(&format!("bots/{name}")));
    assert!(bot.contains(old), "{name}: {old}");
    std::fs::write(folder.join(name), bot.replace(old, new)).expect("written");
}

/// Two lines for a word that no judge sends. The results have them, and the page marks them.
fn lines_of_python_that_never_ran_are_named() {
    let folder = scratch("python");
    let never = "        elif word == \"RESIGN\":\n            board = {}\n            print()\n        elif word == \"FINISH\":";
    changed(
        &folder,
        "gomoku.py",
        ["        elif word == \"FINISH\":", never],
    );
    let python = python().expect("Python").display().to_string();
    let text = check(
        &folder,
        &["--html", "r.html", "--json"],
        &[&python, "gomoku.py"],
    );
    holds(
        &text,
        &[
            "Some(0)",
            "\"code\":{\"gomoku.py\":{\"ran\":[1,3,",
            "\"never_ran\":[44,45]}",
        ],
    );
    let page = crate::support::files::text(&folder.join("r.html"));
    holds(
        &page,
        &[
            " lines 2 never ran in the search: gomoku.py:44-45",
            "never    44 ",
        ],
    );
    let text = check(&folder, &[], &[&python, "gomoku.py"]);
    holds(
        &text,
        &[" lines 2 never ran in the search: gomoku.py:44-45\nconforms"],
    );
    let text = check(&folder, &[], &[&python, "-I", "gomoku.py"]);
    holds(
        &text,
        &["  none of the bot's code was seen to run: start Python without -I, -E and -S"],
    );
}

fn lines_of_node_that_never_ran_are_named() {
    let folder = scratch("node");
    let never = "  if (word === \"RESIGN\") {\n    board.clear();\n    process.exit();\n  }\n  if (word === \"FINISH\")";
    changed(&folder, "gomoku.js", ["  if (word === \"FINISH\")", never]);
    let text = check(&folder, &[], &["node", "gomoku.js"]);
    holds(
        &text,
        &[" lines 2 never ran in the search: gomoku.js:50-51\nconforms"],
    );
}

const LED: &str = " in the bot's code led the search; gcov or llvm-cov shows which lines ran";

fn branches_of_cpp_lead_the_search() {
    let folder = scratch("cpp");
    let source = example("bots/gomoku.cpp");
    build(
        &folder,
        Command::new("g++")
            .args(["-std=c++17", "--coverage", "-o", "bot"])
            .arg(source),
    );
    holds(&check(&folder, &[], &["./bot"]), &[LED, "conforms"]);
}

fn branches_of_rust_lead_the_search() {
    let folder = scratch("rust");
    let source = example("bots/gomoku.rs");
    let words = ["--edition=2024", "-C", "instrument-coverage", "-o", "bot"];
    let output = Command::new("rustc")
        .args(words)
        .arg(source)
        .current_dir(&*folder)
        .output()
        .expect("a compiler");
    if said(&output).contains("profiler_builtins") {
        return skipped("the bot in Rust: want a rustc with profiler_builtins");
    }
    assert!(output.status.success(), "{}", said(&output));
    holds(&check(&folder, &[], &["./bot"]), &[LED, "conforms"]);
}

fn build(folder: &Path, compiler: &mut Command) {
    let output = compiler.current_dir(folder).output().expect("a compiler");
    assert!(output.status.success(), "{}", said(&output));
}

/// A shell script that says which of its lines have code and that one of them ran, and is a right bot otherwise.
fn any_program_may_note_what_runs() {
    let folder = scratch("noted");
    let script = format!(
        "printf 'all bot.sh:1-3,7\\nbot.sh:2\\nhalf' >> \"$STICKLER_COVERAGE\"; exec {}",
        refbot("gomoku")
    );
    let text = check(&folder, &[], &["/bin/sh", "-c", &script]);
    holds(
        &text,
        &["  of the bot's 4 lines 3 never ran in the search: bot.sh:1, 3-7\nconforms"],
    );
}

fn where_nothing_comes_the_report_says_what_the_bot_needs() {
    let folder = scratch("nothing");
    let script = format!("exec {}", refbot("gomoku"));
    let text = check(&folder, &[], &["/bin/sh", "-c", &script]);
    holds(
        &text,
        &[
            "  none of the bot's code was seen to run: build C and C++ with --coverage, Rust with",
            "conforms",
        ],
    );
    let text = check(&folder, &[], &["/bin/sh", "-c", "read line; echo NO"]);
    holds(
        &text,
        &[
            "the bot's code was not watched, because the run ended before that",
            "violates",
        ],
    );
}

fn a_bot_that_fails_only_while_it_is_watched_conforms() {
    let folder = scratch("disturbed");
    let script = format!(
        "if [ -n \"$STICKLER_COVERAGE\" ]; then read line; echo NO; else exec {}; fi",
        refbot("gomoku")
    );
    let text = check(&folder, &[], &["/bin/sh", "-c", &script]);
    holds(
        &text,
        &[
            "failed only while the bot's code was watched, and went well without\n",
            "conforms",
        ],
    );
    assert!(!folder.join("stickler-failures").exists(), "{text}");
}

/// The first third of a search is not watched: of twelve games four.
fn a_third_of_the_search_is_played_as_without_coverage() {
    let folder = scratch("unwatched");
    let script = format!(
        "echo \"${{STICKLER_COVERAGE:-plain}}\" >> {}; exec {}",
        quoted(folder.join("starts")),
        refbot("gomoku")
    );
    let starts_unwatched = |options: &[&str]| {
        let words = [
            &["check", "gomoku", "--cases", "12", "--jobs", "1"],
            options,
            &["--", "/bin/sh", "-c", &script],
        ];
        let told = said(&stickler(&folder, &words.concat()));
        holds(&told, &["Some(0)"]);
        let starts = text(&folder.join("starts"));
        std::fs::remove_file(folder.join("starts")).expect("removed");
        starts.lines().take_while(|line| *line == "plain").count()
    };
    let scenarios = starts_unwatched(&["--search", "0"]);
    assert_eq!(
        starts_unwatched(&["--search", "24", "--coverage"]),
        scenarios + 4
    );
}

fn another_build_may_be_watched() {
    let folder = scratch("build");
    let other = format!(
        "echo bot.c:7 >> \"$STICKLER_COVERAGE\"; exec {}",
        refbot("gomoku")
    );
    std::fs::write(folder.join("other.sh"), other).expect("written");
    let script = format!(
        "if [ -n \"$STICKLER_COVERAGE\" ]; then echo NO; else exec {}; fi",
        refbot("gomoku")
    );
    let option = format!("--coverage-bot=/bin/sh {}", quoted(folder.join("other.sh")));
    let text = check(&folder, &[&option], &["/bin/sh", "-c", &script]);
    holds(
        &text,
        &["  1 place in the bot's code led the search", "conforms"],
    );
}

fn options_that_leave_nothing_to_watch_are_refused() {
    let folder = scratch("refused");
    let refused = |options: &[&str]| {
        said(&stickler(
            &folder,
            &[&["check", "gomoku", "--coverage"], options].concat(),
        ))
    };
    holds(
        &refused(&["--search", "0"]),
        &[
            "Some(2)",
            "--coverage leads the search, and --search 0 leaves it out",
        ],
    );
    for option in [
        &["--no-clock"][..],
        &["--wrap", "bwrap"],
        &["--only", "any"],
        &["--shard", "1/2"],
        &["--resume", "r.jsonl"],
    ] {
        holds(&refused(option), &["Some(2)", "cannot be used with"]);
    }
}

/// The bot with a misprint in its book of openings, with its code watched.
fn watched() -> Plan {
    let python = python().expect("Python");
    let bot = words([&python, &example("bots/gomoku_book.py")]);
    let coverage = Coverage::new(bot.clone()).expect("a folder");
    Plan {
        coverage: Some(Arc::new(coverage)),
        ..plan("gomoku", &[], bot)
    }
}

/// What a search of so many games finds, and the choices of each of its games.
fn searched(plan: &Plan, games: u32) -> (RunSummary, BTreeMap<u32, Vec<u32>>) {
    let effort = SearchEffort {
        time: Duration::from_secs(600),
        games: Some(games),
        is_thorough: true,
        part: [1, 1],
    };
    let choices: Mutex<BTreeMap<u32, Vec<u32>>> = Mutex::default();
    let watch = |played: &Played, _: Searched| {
        locked(&choices).insert(played.case.index, played.choices.clone());
        Ok(())
    };
    let before = RunSummary::new(plan.game);
    let (summary, trouble) = plan.search_on(before, effort, &|_| false, &watch);
    assert!(trouble.is_none(), "{trouble:?}");
    (summary, unlocked(choices))
}

/// A misprint in a book of openings. As many games without coverage do not come to it.
fn a_fault_behind_three_conditions_is_found_by_the_code_that_leads_there() {
    let watched = watched();
    let (found, _) = searched(&watched, GAMES);
    let broken: Vec<&str> = found.broken.iter().map(|clause| clause.id()).collect();
    assert_eq!(broken, ["gomoku.move.inside"], "{:?}", found.searched);
    let plain = Plan {
        coverage: None,
        ..watched
    };
    let (missed, games) = searched(&plain, found.searched.games);
    assert!(missed.failing.is_empty(), "{} games", games.len());
}

/// The most games of the search that is led by the bot's code.
const GAMES: u32 = 400;

/// What the search learns of a game does not depend on which one of a round ends first.
fn the_same_seed_plays_the_same_games_two_at_a_time() {
    let [one, two] = [1, 2].map(|jobs| searched(&Plan { jobs, ..watched() }, 48).1);
    assert_eq!(one, two);
}
