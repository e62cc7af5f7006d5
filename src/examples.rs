//! Files of `examples/`, for programs that write a bot, a game or a job to start from.

use std::sync::OnceLock;

macro_rules! files {
    ($($path:literal),+ $(,)?) => {
        /// The paths of single files below `examples/`, and the texts.
        const FILES: &[(&str, &str)] = &[$(($path, include_str!(concat!("../examples/", $path)))),+];
    };
}

files![
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

/// The folders of `examples/` that are crates of their own.
pub const GAMES: [&str; 2] = ["nim", "nim-alphano"];

/// The files of [`GAMES`], as [`packed`] writes them. Cargo packs no folder that has a manifest, so they are here again.
pub const PACKED: &str = include_str!("examples/games.txt");

/// How the line before a file begins; its path follows.
const MARK: &str = "==== ";

/// Files as one text: before each a line with its path.
pub fn packed<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let files = files.into_iter();
    files
        .map(|(path, text)| format!("{MARK}{path}\n{text}"))
        .collect()
}

/// The files of such a text.
fn unpacked(packed: &'static str) -> Vec<(&'static str, &'static str)> {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(packed.match_indices("\n==== ").map(|(at, _)| at + 1))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([packed.len()]);
    starts
        .iter()
        .zip(ends)
        .filter_map(|(&start, end)| packed[start..end].strip_prefix(MARK)?.split_once('\n'))
        // A checkout on Windows may have other line ends.
        .map(|(path, text)| (path.trim_end(), text))
        .collect()
}

/// All files, with their paths below `examples/`.
fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    static UNPACKED: OnceLock<Vec<(&'static str, &'static str)>> = OnceLock::new();
    let games = UNPACKED.get_or_init(|| unpacked(PACKED));
    FILES.iter().chain(games).copied()
}

/// The text of a file with this path below `examples/`; `None`: it is not here.
pub fn text(path: &str) -> Option<&'static str> {
    files().find(|(own, _)| *own == path).map(|(_, text)| text)
}

/// The files below a folder of `examples/`, with their paths below that folder.
pub fn below(folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let inside = move |path: &'static str| path.strip_prefix(folder)?.strip_prefix('/');
    files().filter_map(move |(path, text)| Some((inside(path)?, text)))
}
