//! `new`: a folder with a bot, and its job for CI.

use crate::support::files::{scratch, text};
use crate::support::needs::{not_working, tests};
use crate::support::programs::{fed, holds, named_programs, said, screen, screen_of, stickler};
use crate::support::trials::skipped;
use std::path::Path;
use std::process::Command;

tests! {
    a_new_bot_conforms [GATE],
    a_bot_can_be_written_into_a_new_repository,
    a_new_folder_s_job_says_what_to_set,
}

/// Each bot that `new` writes conforms, by the command that it prints; its job holds the same command.
fn a_new_bot_conforms() {
    let bots = [
        ("betris", "--python"),
        ("betris", "--cpp"),
        ("betris", "--rust"),
        ("blackout", "--python"),
        ("blackout", "--cpp"),
        ("blackout", "--rust"),
        ("blackout", "--js"),
        ("blokus", "--python"),
        ("blokus", "--cpp"),
        ("blokus", "--rust"),
        ("gomoku", "--python"),
        ("gomoku", "--cpp"),
        ("gomoku", "--rust"),
        ("gomoku", "--js"),
        ("tetris", "--python"),
        ("tetris", "--cpp"),
        ("tetris", "--rust"),
    ];
    for (game, language) in bots {
        let needed = match language {
            "--python" => "python3",
            "--cpp" => "g++",
            "--rust" => "rustc",
            _ => "node",
        };
        if let Some(why) = not_working(needed, &["--version"]) {
            skipped(&format!("{game} {language}: {why}"));
            continue;
        }
        let folder = scratch("new");
        let output = fed(&folder, &["new", game, "mine", language], b"");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{game} {language}");
        let last = text.lines().last().expect("a line");
        let (build, check) = last
            .strip_prefix("now: cd mine && ")
            .and_then(|line| line.split_once("stickler check "))
            .expect(last);
        let job = std::fs::read_to_string(folder.join("mine/.github/workflows/check.yml"))
            .expect("a job");
        let (_, bot) = check.split_once(" -- ").expect("a command");
        assert!(
            job.contains(&format!(
                "- run: stickler check {game} --markdown summary.md -- {bot}\n"
            )),
            "{job}"
        );
        let line =
            format!("{build}\"$STICKLER\" check {game} --cases 1 --search 0 --jobs 1 -- {bot}");
        let shell = std::process::Command::new("sh")
            .args(["-c", &line])
            .envs(named_programs())
            .current_dir(folder.join("mine"))
            .output();
        let shell = shell.expect("a shell");
        assert_eq!(
            shell.status.code(),
            Some(0),
            "{line}\n{}",
            String::from_utf8_lossy(&shell.stdout)
        );
        if game == "gomoku" {
            its_code_can_be_watched(&folder.join("mine"));
        }
        let again = fed(&folder, &["new", game, "mine"], b"");
        let text = String::from_utf8_lossy(&again.stderr);
        assert!(
            again.status.code() == Some(2) && text.contains("this folder holds something"),
            "{text}"
        );
    }
    for (words, why) in [
        (
            ["new", "tetris", "--js"],
            "no bot for tetris in JavaScript; there are --python, --cpp, --rust",
        ),
        (
            ["new", "--game", "Chess"],
            "a name has small letters and digits",
        ),
        (["new", "--game", "rules"], "this name is taken"),
        (
            ["new", "--game", "match"],
            "Rust keeps this word for itself",
        ),
    ] {
        let output = fed(&scratch("new"), &words, b"");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && text.contains(why),
            "{text}"
        );
    }
}

/// The second block of a bot's README watches which of the bot's code runs.
fn its_code_can_be_watched(folder: &Path) {
    let readme = text(&folder.join("README.md"));
    let block = readme.split("```sh\n").nth(2).expect("a second block");
    let (block, _) = block.split_once("```").expect("its end");
    let few = "\"$STICKLER\" check gomoku --cases 1 --search 2 --jobs 1 ";
    let block = block.replace("stickler check gomoku ", few);
    let shell = Command::new("sh")
        .args(["-e", "-c", &block])
        .envs(named_programs())
        .current_dir(folder)
        .output();
    let shell = shell.expect("a shell");
    let told = said(&shell);
    if told.contains("profiler_builtins") {
        return skipped("the watched bot in Rust: want a rustc with profiler_builtins");
    }
    let is_seen = ["never ran", "of the bot's", "led the search"].map(|words| told.contains(words));
    assert!(
        shell.status.success() && is_seen.contains(&true),
        "{block}\n{told}"
    );
}

/// A folder of a repository that is new holds only what git keeps there.
fn a_bot_can_be_written_into_a_new_repository() {
    let folder = scratch("new-repository");
    std::fs::create_dir(folder.join(".git")).expect("a folder");
    let text = said(&stickler(&folder, &["new", "gomoku", "."]));
    assert!(
        text.starts_with("Some(0)") && folder.join("bot.py").exists(),
        "{text}"
    );
    let text = said(&stickler(&folder, &["new", "gomoku", "."]));
    holds(&text, &["Some(2)", "this folder holds something"]);
    let text = said(&stickler(&folder, &["new", "gomoku", "bots/mine"]));
    let root = folder.canonicalize().expect("a path");
    let part = format!("part of the repository {}: GitHub", root.display());
    holds(
        &text,
        &["Some(0)", &part, "at its root", "working-directory"],
    );
    let help = screen_of("new-help", &["new", "--help"]);
    holds(&help, &["small letters and digits", "no job for CI"]);
}

/// Nothing is published yet: the job says so, and where stickler comes from.
fn a_new_folder_s_job_says_what_to_set() {
    let folder = scratch("new-job");
    let told = screen(&folder, &["new", "gomoku", "mine"]);
    holds(
        &told,
        &[
            "Some(0)\n",
            "wants STICKLER_SOURCE set, or stickler's wheel beside the bot",
        ],
    );
    let job = text(&folder.join("mine/.github/workflows/check.yml"));
    holds(
        &job,
        &[
            "STICKLER_SOURCE: \"\"",
            "cargo install --locked --git \"${STICKLER_SOURCE:?",
        ],
    );
    // On PyPI stickler is somebody else's.
    assert!(
        job.contains("pip install stickler_contest-*.whl")
            && !job.contains("pip install stickler\n"),
        "{job}"
    );
    // What is installed is the crate that has the program.
    let package = job
        .lines()
        .find_map(|line| line.rsplit_once("beside the bot}\" "))
        .map(|(_, package)| package);
    assert_eq!(package, Some(env!("CARGO_PKG_NAME")), "{job}");
    // Where nothing is set, the step says so.
    let step = job
        .lines()
        .find_map(|line| line.trim().strip_prefix("- run: pip install"))
        .expect("the step");
    let step = Command::new("sh")
        .args(["-c", &format!("false{step}")])
        .env("STICKLER_SOURCE", "")
        .current_dir(&folder)
        .output()
        .expect("a shell");
    let told = String::from_utf8_lossy(&step.stderr);
    assert!(
        !step.status.success()
            && told.contains("STICKLER_SOURCE: set it in this file, or put the wheel"),
        "{step:?}"
    );
}
