//! Files of `examples/`, for programs that write a bot, a game or a job to start from.

macro_rules! files {
    ($($path:literal),+ $(,)?) => {
        /// The paths below `examples/`, and the texts.
        pub const FILES: &[(&str, &str)] = &[$(($path, include_str!(concat!("../examples/", $path)))),+];
    };
}

files![
    "own-game/Cargo.toml",
    "own-game/bots/reversi.py",
    "own-game/fixtures/mutants/reversi.yaml",
    "own-game/fixtures/reversi/dialogue.yaml",
    "own-game/fixtures/reversi/rules.yaml",
    "own-game/spec/reversi.md",
    "own-game/src/bot.rs",
    "own-game/src/lib.rs",
    "own-game/src/main.rs",
    "own-game/src/notation.rs",
    "own-game/src/protocol.rs",
    "own-game/src/rules.rs",
    "own-game/tests/suite.rs",
    "bots/betris.rs",
    "bots/betris.py",
    "bots/betris.cpp",
    "bots/blackout.rs",
    "bots/blackout.py",
    "bots/blackout.cpp",
    "bots/blackout.js",
    "bots/blokus.rs",
    "bots/blokus.py",
    "bots/blokus.cpp",
    "bots/gomoku.rs",
    "bots/gomoku.py",
    "bots/gomoku.cpp",
    "bots/gomoku.js",
    "bots/tetris.rs",
    "bots/tetris.py",
    "bots/tetris.cpp",
    "ci/bot.yml",
];

/// The text of a file of [`FILES`]; `None`: there is no such file.
pub fn text(path: &str) -> Option<&'static str> {
    let (_, text) = FILES.iter().find(|(own, _)| *own == path)?;
    Some(text)
}

/// The files below a folder of [`FILES`], with their paths below that folder.
pub fn below(folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let inside = move |path: &'static str| path.strip_prefix(folder)?.strip_prefix('/');
    FILES
        .iter()
        .filter_map(move |(path, text)| Some((inside(path)?, *text)))
}
