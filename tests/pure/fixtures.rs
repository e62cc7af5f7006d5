//! Every case of `fixtures/`, one test each: `fixtures::gomoku::rules::a_row_of_five_wins`.

use crate::support::files::{case_files, text};
use crate::support::trials::named;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use stickler::fixture;
use stickler::games::GAMES;

pub(crate) fn tests() -> Vec<Trial> {
    let files = case_files();
    assert!(!files.is_empty(), "there are no fixtures");
    files.iter().filter(|file| is_wanted(file)).flat_map(|file| tests_of(file)).collect()
}

/// Where one test is asked for by its exact name, only its file is read.
fn is_wanted(file: &Path) -> bool {
    let arguments = Arguments::from_args();
    let start = format!("fixtures::{}::", names(file).join("::"));
    !arguments.exact || arguments.filter.is_none_or(|name| name.starts_with(&start))
}

/// The game and the topic of a file.
fn names(file: &Path) -> [String; 2] {
    [file.parent().expect("a folder"), file]
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
}

fn tests_of(file: &Path) -> Vec<Trial> {
    let [game, topic] = names(file);
    let text = text(file);
    let shown = file.display().to_string();
    match fixture::read(&text) {
        Err(why) => vec![named(&format!("fixtures::{game}::{topic}"), move || Err(format!("{shown}: {why}").into()))],
        Ok(cases) => cases
            .into_iter()
            .map(|case| {
                let place = format!("{shown}:{}", fixture::line_of(&text, &case.name));
                let game = game.clone();
                named(&format!("fixtures::{game}::{topic}::{}", case.name), move || {
                    case.run(GAMES, &game).map_err(|why| Failed::from(format!("{place}: {}: {why}", case.name)))
                })
            })
            .collect(),
    }
}
