//! Bots behind another sandbox: whose a failure is, and whose accounts count.

use crate::support::files::scratch;
use crate::support::programs::{self, REFBOT, said, which};
use crate::support::trials::skipped;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn play(folder: &Path, wrap: &str, bot: &str) -> (String, String) {
    play_with(folder, wrap, [&format!("{REFBOT} gomoku"), bot])
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

#[test]
fn bots_play_behind_bubblewrap() {
    let folder = scratch("wrap");
    let wrap = "bwrap --dev-bind / / --unshare-pid --die-with-parent --";
    if which("bwrap").is_none() {
        return skipped("bots behind bubblewrap: it is not installed");
    }
    let tried = std::process::Command::new("bwrap")
        .args(["--dev-bind", "/", "/", "--unshare-pid", "true"])
        .output();
    if !tried.is_ok_and(|output| output.status.success()) {
        return skipped("bots behind bubblewrap: it may make no namespaces here");
    }
    let (said, log) = play(&folder, wrap, &format!("{REFBOT} gomoku"));
    assert!(
        said.starts_with("Some(0)") && log.contains("1! exit 0"),
        "{said}"
    );
    assert!(said.contains("isolation: by `bwrap`"), "{said}");
}

/// An image that holds the reference bot, a shell, and what both are linked with.
fn image(folder: &Path) -> bool {
    let inside = folder.join("image");
    let script = format!(
        "mkdir -p bin tmp && cp -L /bin/sh bin/sh && cp -L {REFBOT} refbot && \
         for path in $(ldd /bin/sh {REFBOT} | grep -o '/[^ :]* ' | sort -u); do mkdir -p .$(dirname $path) && cp -L $path .$path; done && \
         tar -c . | docker import - stickler-test"
    );
    std::fs::create_dir(&inside).expect("a folder");
    let made = std::process::Command::new("/bin/sh")
        .args(["-c", &script])
        .current_dir(inside)
        .output();
    made.is_ok_and(|output| output.status.success())
}

#[test]
fn bots_play_behind_docker() {
    let docker = |words: &[&str]| std::process::Command::new("docker").args(words).output();
    if !docker(&["info"]).is_ok_and(|output| output.status.success()) {
        return skipped("bots behind docker: it is not installed, or its daemon does not run");
    }
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
        &format!("{REFBOT} gomoku"),
    );
    assert!(told.starts_with("Some(2)"), "{told}");
    docker(&["image", "rm", "-f", "stickler-test"]).expect("docker");
}

#[test]
fn a_wrapper_that_fails_is_nobody_s_fault() {
    if crate::support::portable::leaves_out("wrap::a_wrapper_that_fails_is_nobody_s_fault") {
        return;
    }
    let folder = scratch("wrap");
    for wrap in [
        "/bin/sh -c 'echo it is broken >&2; exit 3'",
        "/bin/sh -c 'echo started; echo it is broken >&2; exit 0'",
    ] {
        let (said, _) = play(&folder, wrap, &format!("{REFBOT} gomoku"));
        assert!(said.starts_with("Some(2)"), "{said}");
        assert!(
            said.contains("could not be started: /bin/sh could not start it: it is broken"),
            "{said}"
        );
    }
    if which("bwrap").is_some() {
        let (said, _) = play(
            &folder,
            "bwrap --no-such-option",
            &format!("{REFBOT} gomoku"),
        );
        assert!(
            said.starts_with("Some(2)") && said.contains("no-such-option"),
            "{said}"
        );
    }
}

#[test]
fn a_bot_that_fails_behind_a_wrapper_is_at_fault() {
    if crate::support::portable::leaves_out("wrap::a_bot_that_fails_behind_a_wrapper_is_at_fault") {
        return;
    }
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
    path.display().to_string()
}

/// Does what isolate does with its file of accounts.
fn stand_in(folder: &Path, accounts: &str) -> String {
    let text = format!("meta=${{1#--meta=}}\nshift 3\n\"$@\"\nprintf '{accounts}' $? > \"$meta\"");
    format!(
        "{} --meta={}/meta{{box}} --run --",
        script(folder, "isolate", &text),
        folder.display()
    )
}

#[test]
fn accounts_of_isolate_are_the_bots() {
    if crate::support::portable::leaves_out("wrap::accounts_of_isolate_are_the_bots") {
        return;
    }
    let folder = scratch("wrap");
    let wrap = stand_in(&folder, "time:0.250\\ncg-mem:51200\\nexitcode:%s\\n");
    let (said, log) = play(&folder, &wrap, &format!("{REFBOT} gomoku"));
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

#[test]
fn an_error_of_isolate_voids_the_match() {
    if crate::support::portable::leaves_out("wrap::an_error_of_isolate_voids_the_match") {
        return;
    }
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
#[test]
fn accounts_are_where_the_wrapper_was_told_to_write_them() {
    if crate::support::portable::leaves_out(
        "wrap::accounts_are_where_the_wrapper_was_told_to_write_them",
    ) {
        return;
    }
    let folder = scratch("wrap");
    let accounts = "time:0.250\\nmax-rss:20480\\nexitsig:11\\nexitcode:0\\n";
    let text = format!("file=$2\nshift 3\n\"$@\"\nprintf '{accounts}' > \"$file\"");
    let wrapper = script(&folder, "isolate", &text);
    for (option, counts) in [("-M", true), ("--meta", true), ("--metal", false)] {
        let wrap = format!("{wrapper} {option} {}/meta{{box}} --", folder.display());
        let (said, log) = play(&folder, &wrap, &format!("{REFBOT} gomoku"));
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
#[test]
fn a_wrapper_is_asked_to_end_first() {
    if crate::support::portable::leaves_out("wrap::a_wrapper_is_asked_to_end_first") {
        return;
    }
    let folder = scratch("wrap");
    let text = "trap 'kill $!; sleep 0.1; echo asked >asked; exit' TERM\n\"$@\" <&0 &\nwait";
    let wrapper = script(&folder, "sandbox", text);
    let (said, log) = play(
        &folder,
        &wrapper,
        "sh -c 'read line; echo NO; exec sleep 4769'",
    );
    assert!(
        said.starts_with("Some(1)") && log.contains("1> NO"),
        "{said}\n{log}"
    );
    assert_eq!(
        std::fs::read_to_string(folder.join("asked")).expect("it was asked"),
        "asked\n"
    );
    assert_eq!(programs::running("sleep\u{0}4769"), 0);
}

#[test]
fn a_wrapper_that_writes_to_the_bots_output_is_named() {
    if crate::support::portable::leaves_out(
        "wrap::a_wrapper_that_writes_to_the_bots_output_is_named",
    ) {
        return;
    }
    let folder = scratch("wrap");
    let wrapper = script(
        &folder,
        "sandbox",
        "echo 'a box was made, and it has a name that is long enough'; exec \"$@\"",
    );
    let (said, _) = play(&folder, &wrapper, &format!("{REFBOT} gomoku"));
    assert!(
        said.starts_with("Some(2)") && said.contains("sandbox writes to its output"),
        "{said}"
    );
}
