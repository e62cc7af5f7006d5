//! Bots behind another sandbox: whose a failure is, and whose accounts count.

use crate::support::files::scratch;
use crate::support::mark::Mark;
use crate::support::needs::tests;
use crate::support::programs::{self, named_programs, quoted, refbot, said, which};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

tests! {
    bots_play_behind_bubblewrap [BUBBLEWRAP],
    bots_play_behind_docker [DOCKER],
    a_wrapper_that_fails_is_nobody_s_fault [LIMITS],
    a_bot_that_fails_behind_a_wrapper_is_at_fault [LIMITS],
    accounts_of_isolate_are_the_bots [LIMITS],
    an_error_of_isolate_voids_the_match [LIMITS],
    accounts_are_where_the_wrapper_was_told_to_write_them [LIMITS],
    a_wrapper_is_asked_to_end_first [LIMITS],
    a_wrapper_that_writes_to_the_bots_output_is_named [LIMITS],
}

fn play(folder: &Path, wrap: &str, bot: &str) -> (String, String) {
    play_with(folder, wrap, [&refbot("gomoku"), bot])
}

fn play_with(folder: &Path, wrap: &str, [good, bot]: [&str; 2]) -> (String, String) {
    let words = [
        "play", "gomoku", "--wrap", wrap, "--log", "kept.log", "--bot", good, "--bot", bot,
    ];
    let output = programs::stickler(folder, &words);
    (
        said(&output),
        std::fs::read_to_string(folder.join("kept.log")).unwrap_or_default(),
    )
}

fn bots_play_behind_bubblewrap() {
    let folder = scratch("wrap");
    let wrap = "bwrap --dev-bind / / --unshare-pid --die-with-parent --";
    let (said, log) = play(&folder, wrap, &refbot("gomoku"));
    assert!(
        said.starts_with("Some(0)") && log.contains("1! exit 0"),
        "{said}"
    );
    assert!(said.contains("isolation: by `bwrap`"), "{said}");
}

/// An image that holds the reference bot, a shell, and what both are linked with.
fn image(folder: &Path) -> bool {
    let inside = folder.join("image");
    let script = "mkdir -p bin tmp && cp -L /bin/sh bin/sh && cp -L \"$REFBOT\" refbot && \
         for path in $(ldd /bin/sh \"$REFBOT\" | grep -o '/[^ :]* ' | sort -u); do mkdir -p .$(dirname $path) && cp -L $path .$path; done && \
         tar -c . | docker import - stickler-test";
    std::fs::create_dir(&inside).expect("a folder");
    let made = std::process::Command::new("/bin/sh")
        .args(["-c", script])
        .envs(named_programs())
        .current_dir(inside)
        .output();
    made.is_ok_and(|output| output.status.success())
}

fn bots_play_behind_docker() {
    let docker = |words: &[&str]| std::process::Command::new("docker").args(words).output();
    let folder = scratch("wrap");
    assert!(image(&folder), "an image");
    // Docker takes a while to start: the time for READY begins after that.
    let wrap = "docker run -i --rm --network none stickler-test";
    for (bot, code, end) in [
        ("/refbot gomoku", "Some(0)", "1! exit 0"),
        ("/bin/sh -c 'exit 3'", "Some(1)", "1! exit 3"),
    ] {
        let (told, log) = play_with(&folder, wrap, ["/refbot gomoku", bot]);
        assert!(told.starts_with(code) && log.contains(end), "{told}\n{log}");
    }
    let (told, _) = play(
        &folder,
        "docker run -i --rm no-such-image-of-stickler",
        &refbot("gomoku"),
    );
    assert!(told.starts_with("Some(2)"), "{told}");
    docker(&["image", "rm", "-f", "stickler-test"]).expect("docker");
}

fn a_wrapper_that_fails_is_nobody_s_fault() {
    let folder = scratch("wrap");
    for wrap in [
        "/bin/sh -c 'echo it is broken >&2; exit 3'",
        "/bin/sh -c 'echo started; echo it is broken >&2; exit 0'",
    ] {
        let (said, _) = play(&folder, wrap, &refbot("gomoku"));
        assert!(said.starts_with("Some(2)"), "{said}");
        assert!(
            said.contains("could not be started: /bin/sh could not start it: it is broken"),
            "{said}"
        );
    }
    if which("bwrap").is_some() {
        let (said, _) = play(&folder, "bwrap --no-such-option", &refbot("gomoku"));
        assert!(
            said.starts_with("Some(2)") && said.contains("no-such-option"),
            "{said}"
        );
    }
}

fn a_bot_that_fails_behind_a_wrapper_is_at_fault() {
    let folder = scratch("wrap");
    let (said, log) = play(&folder, "env", "sh -c 'read line; exit 126'");
    assert!(
        said.starts_with("Some(1)") && log.contains("1! exit 126"),
        "{said}\n{log}"
    );
}

fn script(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("permitted");
    quoted(path)
}

/// Does what isolate does with its file of accounts.
fn stand_in(folder: &Path, accounts: &str) -> String {
    let text = format!("meta=${{1#--meta=}}\nshift 3\n\"$@\"\nprintf '{accounts}' $? > \"$meta\"");
    format!(
        "{} {} --run --",
        script(folder, "isolate", &text),
        quoted(format!("--meta={}/meta{{box}}", folder.display()))
    )
}

fn accounts_of_isolate_are_the_bots() {
    let folder = scratch("wrap");
    let wrap = stand_in(&folder, "time:0.250\\ncg-mem:51200\\nexitcode:%s\\n");
    let (said, log) = play(&folder, &wrap, &refbot("gomoku"));
    assert!(said.starts_with("Some(0)"), "{said}\n{log}");
    for seat in 0..2 {
        assert!(
            log.contains(&format!("{seat}! used cpu 250ms memory 50MB")),
            "{log}"
        );
        assert!(
            folder.join(format!("meta{seat}")).exists(),
            "a number for each"
        );
    }
}

fn an_error_of_isolate_voids_the_match() {
    let folder = scratch("wrap");
    let wrap = stand_in(
        &folder,
        "status:XX\\nmessage:no box is left\\nexitcode:%s\\n",
    );
    let (said, _) = play(&folder, &wrap, "sh -c 'read line; exit 3'");
    assert!(
        said.starts_with("Some(2)") && said.contains("no box is left"),
        "{said}"
    );
}

/// Behind `-M` or `--meta`; what other words say is not read.
fn accounts_are_where_the_wrapper_was_told_to_write_them() {
    let folder = scratch("wrap");
    let accounts = "time:0.250\\nmax-rss:20480\\nexitsig:11\\nexitcode:0\\n";
    let text = format!("file=$2\nshift 3\n\"$@\"\nprintf '{accounts}' > \"$file\"");
    let wrapper = script(&folder, "isolate", &text);
    for (option, counts) in [("-M", true), ("--meta", true), ("--metal", false)] {
        let meta = quoted(folder.join("meta{box}"));
        let wrap = format!("{wrapper} {option} {meta} --");
        let (said, log) = play(&folder, &wrap, &refbot("gomoku"));
        for seat in 0..2 {
            assert_eq!(
                log.contains(&format!("{seat}! signal 11")),
                counts,
                "{option}: {said}\n{log}"
            );
            assert_eq!(
                log.contains(&format!("{seat}! used cpu 250ms memory 20MB")),
                counts,
                "{option}: {said}\n{log}"
            );
        }
    }
}

/// Only it can undo what it has done, so it is given time for that.
fn a_wrapper_is_asked_to_end_first() {
    let folder = scratch("wrap");
    let text = "trap 'kill $!; sleep 0.1; echo asked >asked; exit' TERM\n\"$@\" <&0 &\nwait";
    let wrapper = script(&folder, "sandbox", text);
    let mark = Mark::new();
    let (said, log) = play(
        &folder,
        &wrapper,
        &format!("sh -c 'read line; echo NO; exec sleep {mark}'"),
    );
    assert!(
        said.starts_with("Some(1)") && log.contains("1> NO"),
        "{said}\n{log}"
    );
    assert_eq!(
        std::fs::read_to_string(folder.join("asked")).expect("it was asked"),
        "asked\n"
    );
    assert_eq!(mark.running(), 0);
}

fn a_wrapper_that_writes_to_the_bots_output_is_named() {
    let folder = scratch("wrap");
    let wrapper = script(
        &folder,
        "sandbox",
        "echo 'a box was made, and it has a name that is long enough'; exec \"$@\"",
    );
    let (said, _) = play(&folder, &wrapper, &refbot("gomoku"));
    assert!(
        said.starts_with("Some(2)") && said.contains("sandbox writes to its output"),
        "{said}"
    );
}
