//! The search for a smaller failing game: `--shrink`, its limits of time, and what ends it.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{STICKLER, said, stickler};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

tests! {
    the_largest_input_keeps_the_limits_of_time,
    what_ends_the_search_for_a_smaller_game_takes_no_failure_away,
}

/// A case of 100,000 pieces: the search for a smaller one ends in time, and a signal ends it at once.
fn the_largest_input_keeps_the_limits_of_time() {
    let folder = scratch("largest");
    let script = "read n; i=0; while [ $i -lt $n ]; do read l; read c; i=$((i+1)); [ $l -gt 500 ] && echo NO || echo YES; done; cat >/dev/null";
    let check = |shrink: &str| {
        let mut command = Command::new(STICKLER);
        command
            .args([
                "check", "tetris", "--only", "largest", "--enough", "1", "--shrink", shrink,
            ])
            .args(["--", "/bin/sh", "-c", script])
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    };
    let started = Instant::now();
    let told = said(&check("2").output().expect("stickler"));
    assert!(
        told.starts_with("Some(1)") && started.elapsed() < Duration::from_secs(40),
        "{:?}: {told}",
        started.elapsed()
    );
    let running = check("60").spawn().expect("stickler");
    std::thread::sleep(Duration::from_secs(4));
    let signalled = Instant::now();
    let kill = Command::new("kill")
        .args(["-TERM", &running.id().to_string()])
        .status();
    assert!(kill.is_ok_and(|status| status.success()));
    let output = running.wait_with_output().expect("it ends");
    assert!(
        output.status.code() == Some(130) && signalled.elapsed() < Duration::from_secs(10),
        "{:?} after {:?}",
        output.status,
        signalled.elapsed()
    );
}

/// In one line, in JSON lines, or in full: what fails can be played again.
fn what_ends_the_search_for_a_smaller_game_takes_no_failure_away() {
    let folder = scratch("bot-goes-away");
    let bot = folder.join("bot.sh");
    // The games of the plan are two; in the third the bot's file goes away.
    let script = "#!/bin/sh\necho >> games\ntest $(wc -l < games) -lt 3 || rm -f bot.sh\nread line; echo NO; read line\n";
    std::fs::write(&bot, script).expect("written");
    std::fs::set_permissions(&bot, PermissionsExt::from_mode(0o755)).expect("executable");
    let words = [
        "check",
        "gomoku",
        "--only=any",
        "--seat=0",
        "--cases=2",
        "--jobs=1",
        "--junit=report.xml",
        "--write-allow=known",
        "--",
        "./bot.sh",
    ];
    let output = stickler(&folder, &words);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for part in [
        "error[gomoku.ready.answer]",
        "the search for a smaller failing game ended: `./bot.sh` could not be started",
        "again: stickler replay",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for file in [
        "stickler-failures/gomoku-ready-answer-any.yaml",
        "report.xml",
        "known",
    ] {
        assert!(folder.join(file).is_file(), "{file}: {text}");
    }
}
