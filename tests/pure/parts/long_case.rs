//! Tetris: a long case is cut where it is shown.

use stickler::explain::validate_until;
use stickler::games::GAMES;
use stickler::params::Settings;

#[test]
fn a_long_case_is_cut_where_it_is_shown() {
    let game = GAMES.find("tetris").expect("the game");
    for (pieces, is_cut) in [(99, false), (100, false), (101, true)] {
        let log = format!("0< 1\n0< {pieces}\n0< {}\n", "L".repeat(pieces));
        let (_, referee) =
            validate_until(game, &Settings::default(), log.as_bytes(), usize::MAX).expect("a log");
        let advice = referee.advice(None);
        let (_, case) = advice
            .iter()
            .find(|(name, _)| *name == "case")
            .expect("a case");
        let shown = format!(
            "1, {pieces} pieces: {}{}",
            "L".repeat(pieces.min(100)),
            if is_cut { "…" } else { "" }
        );
        assert_eq!(*case, shown);
    }
}
