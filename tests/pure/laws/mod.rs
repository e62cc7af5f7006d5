//! Laws over generated games, bytes and positions.

mod betris;
mod betris_logs;
mod blackout;
mod blokus;
mod blokus_logs;
mod blokus_second;
mod every_game;
mod gomoku;
mod tetris;

use libtest_mimic::Trial;

pub(crate) fn tests() -> Vec<Trial> {
    let tests = [
        betris::tests,
        betris_logs::tests,
        blackout::tests,
        blokus::tests,
        blokus_logs::tests,
        blokus_second::tests,
        every_game::tests,
        gomoku::tests,
        tetris::tests,
    ];
    tests.into_iter().flat_map(|tests| tests()).collect()
}
