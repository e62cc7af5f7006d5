//! The last answer of a batch, and what stands after it.

use stickler::explain::validate;
use stickler::games::GAMES;
use stickler::params::Settings;

/// Without its newline the last answer counts, and what comes after the last does not.
#[test]
fn what_stands_after_the_last_answer_is_no_answer() {
    let game = GAMES.find("tetris").expect("the game");
    let found = |rest: &str| -> Vec<String> {
        let log = format!("0< 2\n0< 3\n0< LIT\n0< 3\n0< LOL\n{rest}");
        let findings = validate(game, &Settings::default(), log.as_bytes())
            .expect("a log")
            .findings;
        findings
            .iter()
            .map(|finding| format!("{} {}", finding.line, finding.breach.why))
            .collect()
    };
    assert_eq!(found("0> YES\n0> NO\n0! exit 0\n"), [""; 0]);
    assert_eq!(found("0> YES\n0! unfinished NO\n0! exit 0\n"), [""; 0]);
    assert_eq!(
        found("0! unfinished YES\n0! exit 0\n"),
        ["7 the program ended before its answer to case 2 of 2"]
    );
    for rest in ["0! unfinished NO\n0! exit 0\n", "0> NO\n0! exit 0\n"] {
        assert_eq!(
            found(&format!("0> YES\n0> NO\n{rest}")),
            ["8 output after the end"]
        );
    }
}
