//! `new --game` writes the smallest game under any name: nothing of the old name is left, and rustfmt finds nothing to change.

use crate::support::files::{below, scratch, text};
use crate::support::needs::{not_working, tests};
use crate::support::programs::stickler;
use crate::support::trials::skipped;
use std::path::Path;
use std::process::Command;

tests! {
    a_new_game_is_clean_whatever_its_name,
}

const NAMES: [&str; 4] = ["a", "ataxx", "zzz", "agameofwhichthenameisverylong123"];

fn a_new_game_is_clean_whatever_its_name() {
    let missing = not_working("rustfmt", &["--version"]);
    if let Some(why) = &missing {
        skipped(&format!("the form of a new game: {why}"));
    }
    let has_rustfmt = missing.is_none();
    for messages in ["plain", "alphano"] {
        for name in NAMES {
            let folder = scratch("new-game");
            let words = ["new", "--game", name, "--messages", messages];
            let output = stickler(&folder, &words);
            assert!(
                output.status.success(),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            let folder = folder.join(name);
            for file in ["toml", "md", "rs", "py", "yaml", "jsonl"]
                .iter()
                .flat_map(|end| below(&folder, end))
            {
                let shown = file.strip_prefix(&folder).expect("below it");
                let words = format!("{} {}", shown.display(), text(&file)).to_lowercase();
                let mut words = words.split(|c: char| !c.is_alphanumeric());
                assert!(!words.any(|word| word == "nim"), "{}", file.display());
            }
            for file in ["src/lib.rs", "src/main.rs", "tests/suite.rs"]
                .iter()
                .filter(|_| has_rustfmt)
            {
                is_formatted(&folder.join(file));
            }
        }
    }
    let output = stickler(&scratch("new-game"), &["new", "--game", &"a".repeat(33)]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(2) && said.contains("at most 32"),
        "{said}"
    );
}

fn is_formatted(file: &Path) {
    let output = Command::new("rustfmt")
        .args(["--check", "--edition", "2024"])
        .arg(file)
        .output()
        .expect("rustfmt");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}
