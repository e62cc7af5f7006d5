//! `--stack`, and a bot whose stack was too small.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{STICKLER, holds, named_programs, quoted, said, screen, stdout};
use crate::support::trials::leave_out;
use std::process::Command;

tests! {
    a_wrong_access_of_memory_shows_the_limit_of_the_stack [STACK],
    a_stack_is_as_large_as_it_is_asked_for [STACK],
}

fn a_wrong_access_of_memory_shows_the_limit_of_the_stack() {
    let folder = scratch("stack");
    let check = |bot: &str| {
        let command = format!(
            "ulimit -s 8192; exec {} check gomoku --only any --cases 1 --shrink 0 -- sh -c '{bot}'",
            quoted(STICKLER)
        );
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(&folder)
            .output()
            .expect("sh");
        stdout(&output)
    };
    let text = check("read a; kill -SEGV $$");
    assert!(
        text.contains("signal 11 (SIGSEGV) ended the program before its answer"),
        "{text}"
    );
    assert!(
        text.contains("it has 8 MB here") && text.contains("`--stack 256`"),
        "{text}"
    );
    let text = check("read a; kill -FPE $$");
    assert!(
        text.contains("signal 8 (SIGFPE) ended the program") && !text.contains("ulimit"),
        "{text}"
    );
}

fn a_stack_is_as_large_as_it_is_asked_for() {
    if cfg!(not(target_os = "linux")) {
        leave_out("--stack: its limit is looked at on Linux alone");
    }
    let folder = scratch("stack");
    let shown = "read l; ulimit -s >&2; exit 1";
    let stack = |megabytes: &str| {
        let words = [
            "check", "gomoku", "--enough", "1", "--shrink", "0", "--stack", megabytes, "--",
            "/bin/sh", "-c", shown,
        ];
        screen(&folder, &words)
    };
    holds(&stack("3"), &["= stderr: 3072\n", "'--stack=3' -- /bin/sh"]);
    let words = "ulimit -s 4096; exec \"$STICKLER\" check gomoku --stack 64 -- true";
    let refused = Command::new("sh")
        .args(["-c", words])
        .envs(named_programs())
        .output()
        .expect("a shell");
    holds(
        &said(&refused),
        &["Some(2)\n", "--stack 64: this session allows 4 MB at most"],
    );
}
