//! The length that a line may have.

use stickler::explain::validate;
use stickler::games::GAMES;
use stickler::params::Settings;

/// In answers of one line and of several.
#[test]
fn a_line_may_have_so_many_bytes() {
    for (bytes, clause) in [
        (1 << 16, "tetris.answer.word"),
        ((1 << 16) + 1, "wire.line.length"),
    ] {
        for cases in [1, 2] {
            let batch = "0< 3\n0< LIT\n".repeat(cases);
            let log = format!(
                "0< {cases}\n{batch}0> {}\n{}",
                "N".repeat(bytes),
                "0> NO\n".repeat(cases - 1)
            );
            let game = GAMES.find("tetris").expect("the game");
            let findings = validate(game, &Settings::default(), log.as_bytes())
                .expect("a log")
                .findings;
            let found: Vec<&str> = findings
                .iter()
                .map(|finding| finding.breach.clause.id())
                .collect();
            assert_eq!(
                found.first(),
                Some(&clause),
                "{bytes} bytes, {cases} cases: {found:?}"
            );
        }
    }
}
