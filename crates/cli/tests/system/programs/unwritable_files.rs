//! Files that cannot be written: `--html`, `--junit`, `--log`, `--out` and others.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{NO_FOR_OK, refbot, said, stickler};

tests! {
    files_that_cannot_be_written_are_named_before_anything_is_played,
    a_report_that_cannot_be_written_takes_no_other_with_it,
    an_out_that_is_a_file_is_refused_before_the_first_match,
}

fn files_that_cannot_be_written_are_named_before_anything_is_played() {
    let folder = scratch("unwritable");
    let bot = refbot("gomoku");
    let touch = "touch played; read line; echo NO";
    for option in ["--html", "--junit", "--markdown", "--write-allow"] {
        let output = stickler(
            &folder,
            &[
                "check",
                "gomoku",
                option,
                "/no/such/file",
                "--",
                "/bin/sh",
                "-c",
                touch,
            ],
        );
        let text = said(&output);
        assert!(
            output.status.code() == Some(2) && text.contains("/no/such/file: No such file"),
            "{option}: {text}"
        );
        assert!(!folder.join("played").exists(), "{option}");
    }
    let output = stickler(
        &folder,
        &[
            "play",
            "gomoku",
            "--log=x.interaction",
            "--bot",
            "touch played",
            "--bot",
            &bot,
        ],
    );
    assert!(
        output.status.code() == Some(2) && said(&output).contains("an interaction has one program"),
        "{}",
        said(&output)
    );
    assert!(!folder.join("played").exists());
    for words in [
        ["play", "--log", "--bot", "--bot"],
        ["referee", "-l", "-p1", "-p2"],
    ] {
        let [command, log, first, second] = words;
        let output = stickler(
            &folder,
            &[
                command,
                "gomoku",
                log,
                "/no/such/file",
                first,
                &bot,
                second,
                &bot,
            ],
        );
        assert!(
            output.status.code() == Some(2) && output.stdout.is_empty(),
            "{}",
            said(&output)
        );
    }
    // Where the disk is full only in the end, the report is there all the same.
    let output = stickler(
        &folder,
        &[
            &["check", "gomoku", "--shrink=0", "--html=/dev/full", "--"],
            &NO_FOR_OK[..],
        ]
        .concat(),
    );
    let text = said(&output);
    assert!(
        text.contains("violates: ") && text.contains("/dev/full: No space left"),
        "{text}"
    );
    assert!(
        folder.join("stickler-failures").is_dir() && output.status.code() == Some(1),
        "{text}"
    );
}

fn a_report_that_cannot_be_written_takes_no_other_with_it() {
    let folder = scratch("one-unwritable");
    let check = [
        "check",
        "gomoku",
        "--only=any",
        "--cases=1",
        "--shrink=0",
        "--html=/dev/full",
        "--junit=report.xml",
        "--write-allow=known",
        "--",
    ];
    let output = stickler(&folder, &[&check[..], &NO_FOR_OK].concat());
    let text = said(&output);
    assert!(
        output.status.code() == Some(1) && text.contains("/dev/full: No space left"),
        "{text}"
    );
    for file in ["report.xml", "known"] {
        let text = std::fs::read_to_string(folder.join(file)).expect(file);
        assert!(text.contains("gomoku.ready.answer"), "{file}: {text}");
    }
}

fn an_out_that_is_a_file_is_refused_before_the_first_match() {
    let folder = scratch("out-is-a-file");
    std::fs::write(folder.join("taken"), "").expect("written");
    let judge = "touch played; exit 1; {0} {1}";
    for words in [
        &["check", "gomoku"][..],
        &["judge", "gomoku", "--only=plain"],
    ] {
        let output = stickler(
            &folder,
            &[words, &["--out=taken", "--", "/bin/sh", "-c", judge]].concat(),
        );
        let text = said(&output);
        assert!(
            output.status.code() == Some(2) && text.contains("--out names a file"),
            "{text}"
        );
        assert!(!folder.join("played").exists(), "{words:?}");
    }
}
