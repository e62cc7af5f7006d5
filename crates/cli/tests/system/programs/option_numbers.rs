//! Numbers of options that make no sense: they are refused, or do no harm.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{NO_FOR_OK, said, stickler};

tests! {
    senseless_numbers_are_refused_or_do_no_harm,
}

fn senseless_numbers_are_refused_or_do_no_harm() {
    let folder = scratch("numbers");
    let most = u64::MAX.to_string();
    for words in [
        &["check", "gomoku", "--cases", "4294967295"][..],
        &["check", "gomoku", "--jobs", "0"],
        &["check", "gomoku", "--cases", "0"],
        &["check", "gomoku", "--time-box", "0"],
        &["check", "gomoku", "--only", "betris"],
        &["check", "gomoku", "--only", "tetris.bag"],
        &["engine", "gomoku", "--walks", "0", "--", "true"],
        &["engine", "gomoku", "--answer-time", "0", "--", "true"],
    ] {
        let output = stickler(&folder, words);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{words:?}: {}",
            said(&output)
        );
    }
    std::fs::write(folder.join("game.log"), "0< READY FIRST\n").expect("written");
    for (line, code) in [("0", 2), ("1", 0), ("2", 0), ("3", 2), (&most, 2)] {
        let output = stickler(
            &folder,
            &["show", "game.log", "--game", "gomoku", "--line", line],
        );
        assert_eq!(
            output.status.code(),
            Some(code),
            "{line}: {}",
            said(&output)
        );
    }
    let check = [
        "check",
        "gomoku",
        "--only=any",
        "--cases=1",
        "--shrink",
        &most,
        "--time-box",
        &most,
        "--",
    ];
    let output = stickler(&folder, &[&check[..], &NO_FOR_OK].concat());
    assert!(
        output.status.code() == Some(1) && said(&output).contains("smallest failing game found"),
        "{}",
        said(&output)
    );
    let check = [
        "check",
        "gomoku",
        "--only=any",
        "--cases=1",
        "--time-bank",
        &most,
        "--set",
        "ready=99999999999999999",
    ];
    let output = stickler(&folder, &check);
    assert!(
        matches!(output.status.code(), Some(0 | 2)),
        "{}",
        said(&output)
    );
}
