//! Files of `examples/`, for programs that write a bot, a game or a job to start from.

macro_rules! files {
    ($($path:literal),+ $(,)?) => {
        /// The paths below `examples/`, and the texts.
        pub const FILES: &[(&str, &str)] = &[$(($path, include_str!(concat!("../examples/", $path)))),+];
    };
}

files![
    "nim/Cargo.toml",
    "nim/bots/nim.py",
    "nim/fixtures/mutants/nim.yaml",
    "nim/fixtures/nim/rules.yaml",
    "nim/fixtures/vectors/nim.jsonl",
    "nim/spec/nim.md",
    "nim/src/bot.rs",
    "nim/src/lib.rs",
    "nim/src/main.rs",
    "nim/src/protocol.rs",
    "nim/src/rules.rs",
    "nim/tests/suite.rs",
    "nim-alphano/Cargo.toml",
    "nim-alphano/bots/nim.py",
    "nim-alphano/fixtures/mutants/nim.yaml",
    "nim-alphano/fixtures/nim/rules.yaml",
    "nim-alphano/fixtures/vectors/nim.jsonl",
    "nim-alphano/spec/nim.md",
    "nim-alphano/src/bot.rs",
    "nim-alphano/src/lib.rs",
    "nim-alphano/src/main.rs",
    "nim-alphano/src/protocol.rs",
    "nim-alphano/src/rules.rs",
    "nim-alphano/tests/suite.rs",
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
