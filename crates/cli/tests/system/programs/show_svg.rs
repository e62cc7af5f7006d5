//! `show --svg`: the picture of a position.

use super::records::{record, run};
use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use std::fs;

tests! {
    the_picture_of_the_readme_is_made_by_its_command,
}

/// README shows `docs/taken.svg`; docs/check-a-record.md names the command that writes it.
fn the_picture_of_the_readme_is_made_by_its_command() {
    let folder = scratch("picture");
    fs::create_dir_all(folder.join("fixtures/records/alphano")).expect("a folder");
    fs::copy(
        record("alphano/taken.json"),
        folder.join("fixtures/records/alphano/taken.json"),
    )
    .expect("a copy");
    let (code, printed, _) = run(
        &folder,
        &[
            "show",
            "fixtures/records/alphano/taken.json",
            "--svg",
            "taken.svg",
        ],
    );
    assert_eq!((code, printed.as_str()), (Some(0), ""));
    let made = fs::read_to_string(folder.join("taken.svg")).expect("a picture");
    assert!(
        made.contains("gomoku.move.empty") && made.starts_with("<svg "),
        "{made}"
    );
    let kept = fs::read_to_string(root().join("docs/taken.svg")).expect("docs/taken.svg");
    assert_eq!(
        made, kept,
        "stickler show fixtures/records/alphano/taken.json --svg docs/taken.svg"
    );
    let page = fs::read_to_string(root().join("docs/check-a-record.md")).expect("a page");
    assert!(page.contains("stickler show fixtures/records/alphano/taken.json --svg taken.svg"));
}
