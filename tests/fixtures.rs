//! Every case of `fixtures/`, one test each: `gomoku::rules::a_row_of_five_wins`.

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use stickler::fixture;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut trials = Vec::new();
    // Faulty bots and broken files have tests of their own.
    let is_cases = |path: &PathBuf| path.is_dir() && !["mutants", "broken"].iter().any(|name| path.ends_with(name));
    for folder in sorted(&root).into_iter().filter(is_cases) {
        for file in sorted(&folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "yaml")) {
            trials.extend(trials_of(&folder, &file));
        }
    }
    assert!(!trials.is_empty(), "there are no fixtures under {}", root.display());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn sorted(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder of fixtures is readable");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn trials_of(folder: &Path, file: &Path) -> Vec<Trial> {
    let stem = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let (game, topic) = (stem(folder), stem(file));
    let text = fs::read_to_string(file).expect("a fixture is text");
    let shown = file.display().to_string();
    match fixture::read(&text) {
        Err(why) => vec![Trial::test(format!("{game}::{topic}"), move || Err(Failed::from(format!("{shown}: {why}"))))],
        Ok(cases) => cases
            .into_iter()
            .map(|case| {
                let place = format!("{shown}:{}", fixture::line_of(&text, &case.name));
                let game = game.clone();
                Trial::test(format!("{game}::{topic}::{}", case.name), move || {
                    case.run(&game).map_err(|why| Failed::from(format!("{place}: {}: {why}", case.name)))
                })
            })
            .collect(),
    }
}
