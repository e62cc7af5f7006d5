//! Matches in which the fault of our bot never came.

use super::{copied, here};
use crate::support::programs::{said, stickler};
use crate::support::trials::named;
use libtest_mimic::{Failed, Trial};

pub(crate) fn tests() -> Vec<Trial> {
    vec![named(
        "judges::fault_that_never_came::a_fault_that_never_came_blames_nobody",
        a_fault_that_never_came_blames_nobody,
    )]
}

/// On a small board the game is over before a bot's third answer: the judge is right to blame nobody, and nothing was tried.
fn a_fault_that_never_came_blames_nobody() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    let told = |words: &[&str]| {
        let words: Vec<&str> = words
            .iter()
            .map(|word| {
                if *word == "python" {
                    python.as_str()
                } else {
                    *word
                }
            })
            .collect();
        let output = stickler(&folder, &[&["judge"], &words[..]].concat());
        (output.status.code(), said(&output))
    };
    let times = ["--set", "first-time=1500", "--set", "turn-time=1500"];
    let own = [
        "python",
        "judges/blokus.py",
        "--board",
        "5",
        "--times",
        "1500",
        "1500",
        "{0}",
        "{1}",
    ];
    for only in ["signal", "hang", "panic", "early-exit"] {
        let ours = [
            &[
                "blokus",
                "--set",
                "shapes=all",
                "--set",
                "board=5",
                "--only",
                only,
            ],
            &times[..],
            &["--"],
            &own,
        ]
        .concat();
        let (code, text) = told(&ours);
        assert_eq!(code, Some(2), "{text}");
        assert!(
            text.contains(&format!("not tried: {only}-0, {only}-1\n")),
            "{text}"
        );
        assert!(
            text.contains("could not tell: no match had a fault that the judge had to see"),
            "{text}"
        );
    }
    let (_, json) = told(
        &[
            &[
                "blokus",
                "--json",
                "--set",
                "shapes=all",
                "--set",
                "board=5",
                "--only",
                "crash-0",
            ],
            &times[..],
            &["--"],
            &own,
        ]
        .concat(),
    );
    assert!(json.contains("\"tried\":false"), "{json}");
    std::fs::write(folder.join("case.in"), "1\n")?;
    std::fs::write(folder.join("case.ans"), "")?;
    let one = [
        "blackout",
        "--set",
        "board=1x1",
        "--set",
        "games=1",
        "--kattis",
        "case.in",
        "--limit",
        "2",
        "--join",
        "direct",
    ];
    let (code, text) = told(
        &[
            &one[..],
            &[
                "--only",
                "crash-0",
                "--",
                "python",
                "judges/blackout.py",
                "--board",
                "1x1",
            ],
        ]
        .concat(),
    );
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("not tried: crash-0-direct\n"), "{text}");
    // A validator with testlib's codes is told the codes of Kattis; one that crashes is not.
    for (script, is_told) in [
        ("exit 1", true),
        (
            "echo 'Traceback (most recent call last):' >&2; exit 1",
            false,
        ),
        ("exit 9", false),
    ] {
        let words = [&one[..], &["--only", "plain", "--", "sh", "-c", script]].concat();
        let (code, text) = told(&words);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains("it failed itself: validator: exit"), "{text}");
        assert_eq!(
            text.contains("ends with 42 (accepted) or 43 (wrong)"),
            is_told,
            "{text}"
        );
    }
    Ok(())
}
