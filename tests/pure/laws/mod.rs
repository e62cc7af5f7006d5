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
