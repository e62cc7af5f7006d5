//! A bot's command that is written wrong: the answer is the command that was meant. Other commands are screens.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::fed;

tests! {
    a_bot_that_is_no_program_is_answered_with_the_command_that_was_meant,
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
            "is not executable. To fix it, type `chmod +x ./bot.py`, or name what runs it: `python3 ./bot.py -x`",
        ),
        (
            &["./bot"],
            "`./bot` could not be started: it is not executable. To fix it, type `chmod +x ./bot`",
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
