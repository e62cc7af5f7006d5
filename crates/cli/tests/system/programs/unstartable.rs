//! Files that the system does not start as a program: the answer names the cause.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{fed, said, stickler};

tests! {
    a_file_that_the_system_does_not_start_is_told_with_its_cause,
    an_interpreter_that_is_missing_is_named,
}

/// Files that the system does not start: the text or the bytes of each, and what is said.
const UNSTARTABLE: &[(&str, &[u8], &str)] = &[
    (
        "plain.py",
        b"import sys\n",
        "it is no program: as a script it needs a first line such as `#!/usr/bin/env python3`",
    ),
    ("empty", b"", "it is no program"),
    ("nameless.py", b"#! \n", "it is no program"),
    ("windows.exe", b"MZ\x90\x00", "Exec format error"),
    (
        "other",
        b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x08\0",
        "Exec format error",
    ),
    (
        "crlf.py",
        b"#!/usr/bin/env python3\r\nprint()\r\n",
        "its first line has a Windows line end",
    ),
    (
        "gone.py",
        b"#!/opt/none/python3\n",
        "the program of its first line, `/opt/none/python3`, is not there",
    ),
];

/// A file that the system does not start is no fault of the bot.
fn a_file_that_the_system_does_not_start_is_told_with_its_cause() {
    let folder = scratch("unstartable");
    let mark = |path: &std::path::Path| {
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(path, executable).expect("marked");
    };
    for (name, bytes, why) in UNSTARTABLE {
        std::fs::write(folder.join(name), bytes).expect("written");
        mark(&folder.join(name));
        let output = fed(
            &folder,
            &["check", "gomoku", "--", &format!("./{name}")],
            b"",
        );
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && text.contains(why),
            "{name}: {text}"
        );
        assert!(text.contains(&format!("`./{name}`")), "{name}: {text}");
    }
    // A script with a first line, also by `env`, and a program of this machine are started.
    std::fs::write(
        folder.join("good"),
        "#!/usr/bin/env -S sh -e\nread line; echo OK; cat > /dev/null\n",
    )
    .expect("written");
    mark(&folder.join("good"));
    std::fs::copy("/bin/true", folder.join("true")).expect("copied");
    for program in ["./good", "./true"] {
        let line = [
            "check",
            "gomoku",
            "--only",
            "any",
            "--cases",
            "1",
            "--set",
            "ready=500",
            "--set",
            "bank=500",
            "--",
            program,
        ];
        let output = fed(&folder, &line, b"");
        assert_eq!(
            output.status.code(),
            Some(1),
            "{program}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

fn an_interpreter_that_is_missing_is_named() {
    let folder = scratch("names");
    std::fs::write(folder.join("bot.py"), "").expect("a script");
    for before in [
        &["check", "gomoku", "--"][..],
        &["engine", "gomoku", "--"],
        &["tap", "--game", "gomoku", "--log", "x.log", "--"],
    ] {
        let words = [before, &["no-such-python3", "bot.py"]].concat();
        let output = stickler(&folder, &words);
        let text = said(&output);
        assert!(
            output.status.code() == Some(2)
                && text.contains(
                    "`no-such-python3` is not on the PATH. Install it, or name it by its path"
                ),
            "{before:?} {text}"
        );
    }
    // What has a path is not looked for.
    let text = said(&stickler(
        &folder,
        &["check", "gomoku", "--", "./none", "bot.py"],
    ));
    assert!(
        !text.contains("PATH") && text.contains("could not be started"),
        "{text}"
    );
}
