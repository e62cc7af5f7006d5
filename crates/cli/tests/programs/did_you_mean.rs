//! Commands that are written wrong: the answer is the command that was meant.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{fed, holds, said, stickler};

tests! {
    a_command_that_is_written_wrong_is_mended,
    a_bot_that_is_no_program_is_answered_with_the_command_that_was_meant,
    advice_names_the_option_of_its_own_command,
}

fn a_command_that_is_written_wrong_is_mended() {
    let folder = scratch("cli");
    std::fs::write(folder.join("a_bot.py"), "").expect("written");
    let said = |words: &[&str]| {
        let output = fed(&folder, words, b"");
        (
            output.status.code().unwrap_or(-1),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (code, text) = said(&["check", "gomoku", "--", "python3 bot.py"]);
    assert!(
        code == 2 && text.contains("take the quotes away: `-- python3 bot.py`"),
        "{text}"
    );
    let (code, text) = said(&["check", "gomoku", "--seed", "3", "python3", "bot.py"]);
    assert!(
        code == 2
            && text
                .contains("stands behind `--`: stickler check gomoku --seed 3 -- python3 bot.py"),
        "{text}"
    );
    let (code, text) = said(&["check", "a_bot.py"]);
    let meant =
        "`a_bot.py` is a file: name the game first, as in `stickler check gomoku -- COMMAND`";
    assert!(code == 2 && text.contains(meant), "{text}");
    let (code, text) = said(&["check", "gomoku", "--sed", "3"]);
    assert!(code == 2 && !text.contains("stands behind"), "{text}");
    let (code, text) = said(&["check", "gomoku", "--bot", "python3 bot.py", "--seed", "3"]);
    assert!(
        code == 2
            && text
                .contains("stands behind `--`: stickler check gomoku --seed 3 -- python3 bot.py"),
        "{text}"
    );
    let (code, text) = said(&["play", "gomoku", "--bot", "./a", "--", "python3", "bot.py"]);
    let meant = "takes each bot's whole command line in quotes, behind --bot: stickler play gomoku --bot ./a --bot 'python3 bot.py'";
    assert!(code == 2 && text.contains(meant), "{text}");
}

/// A file that is missing, or needs its interpreter, is no fault of a bot.
fn a_bot_that_is_no_program_is_answered_with_the_command_that_was_meant() {
    let folder = scratch("meant");
    std::fs::write(folder.join("bot.py"), "print('OK')\n").expect("written");
    std::fs::write(folder.join("bot"), "#!/bin/sh\n").expect("written");
    for (command, meant) in [
        (
            &["bot.py"][..],
            "no program is called `bot.py`, but a file is; this was meant: `python3 bot.py`",
        ),
        (
            &["./bot.py", "-x"],
            "is not executable. To mend it, type `chmod +x ./bot.py`, or name what runs it: `python3 ./bot.py -x`",
        ),
        (
            &["./bot"],
            "`./bot` could not be started: it is not executable. To mend it, type `chmod +x ./bot`",
        ),
        (
            &["bot"],
            "no program is called `bot`, but a file is; this was meant: `./bot`",
        ),
        (&["/"], "`/` could not be started: it is a folder"),
        (
            &["python3", "-u", "nope.py"],
            "`nope.py` is not there: `python3` would end at once",
        ),
        (
            &["python3", "nope.py"],
            "`nope.py` is not there: `python3` would end at once",
        ),
        (
            &["sh", "nope.sh"],
            "`nope.sh` is not there: `sh` would end at once",
        ),
        (
            &["no-such-program"],
            "`no-such-program` could not be started: ",
        ),
    ] {
        let words = command.join(" ");
        for line in [
            [&["check", "gomoku", "--"], command].concat(),
            [&["tap", "--log", "tap.log", "--"], command].concat(),
            vec!["play", "gomoku", "--bot", &words, "--bot", &words],
        ] {
            let output = fed(&folder, &line, b"");
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.code() == Some(2) && text.contains(meant),
                "{line:?}: {text}"
            );
        }
    }
    // An option's value may be any word, and what another sandbox starts is not here.
    for line in [
        &[
            "check", "gomoku", "--cases", "1", "--only", "any", "--", "sh", "-c", "exit 0",
            "nope.sh",
        ][..],
        &[
            "check",
            "gomoku",
            "--cases",
            "1",
            "--only",
            "any",
            "--wrap",
            "sh -c 'exit 0' x",
            "--",
            "python3",
            "nope.py",
        ],
    ] {
        let output = fed(&folder, line, b"");
        assert!(
            !String::from_utf8_lossy(&output.stderr).contains("is not there"),
            "{line:?}"
        );
    }
}

fn advice_names_the_option_of_its_own_command() {
    let folder = scratch("advice");
    std::fs::write(folder.join("game.log"), "0< READY FIRST\n0> OK\n").expect("a file");
    let show = said(&stickler(&folder, &["show", "game.log"]));
    holds(&show, &["name it, as in `stickler show --game GAME FILE`"]);
    assert!(
        said(&stickler(
            &folder,
            &["show", "--game", "gomoku", "game.log"]
        ))
        .starts_with("Some(0)")
    );
    holds(
        &said(&stickler(&folder, &["validate", "game.log"])),
        &["name it, as in `stickler validate GAME FILE`"],
    );
}
