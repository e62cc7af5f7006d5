//! The crate of a game of one's own: the example of docs/own-game.md under another name, to be changed.

use std::path::{Path, PathBuf};

/// The name that the example has.
const EXAMPLE: &str = "reversi";

/// Where the example's Cargo.toml takes stickler from, and what it says of its own folder for the browser.
const FROM: &str = r#"path = "../.."#;
/// Our packages that the example uses, as folders below that one.
const PACKAGES: [&str; 3] = ["", "/crates/cli", "/crates/check"];
const BROWSER: &str = "see site/";
const IN_A_BROWSER: &str = "see stickler's docs/read-the-rules-in-a-browser.md";

/// Names of crates and modules that the example uses.
const TAKEN: [&str; 9] = [
    "stickler", "test", "core", "std", "alloc", "bot", "rules", "protocol", "notation",
];

/// Words that cannot name a crate of Rust.
const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final fn for \
    gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type \
    typeof unsafe unsized use virtual where while yield";

/// The files of a crate for a game of this name, which takes stickler from a clone or from the registry.
pub(super) fn files(name: &str, clone: Option<&Path>) -> Result<Vec<(String, String)>, String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_plain) {
        return Err(format!(
            "--game {name}: a name has small letters and digits, such as `ataxx`"
        ));
    }
    if TAKEN.contains(&name) {
        return Err(format!("--game {name}: this name is taken"));
    }
    if KEYWORDS.split(' ').any(|keyword| keyword == name) {
        return Err(format!(
            "--game {name}: Rust keeps this word for itself, so a crate cannot have it as its name"
        ));
    }
    let title = name[..1].to_ascii_uppercase() + &name[1..];
    let renamed = |text: &str| text.replace(EXAMPLE, name).replace("Reversi", &title);
    let from = |text: String| match clone {
        Some(clone) => {
            let folder = format!("{:?}", clone.to_string_lossy());
            text.replace(FROM, &format!("path = {}", folder.trim_end_matches('"')))
        }
        None => {
            let version = format!("version = {:?}", env!("CARGO_PKG_VERSION"));
            PACKAGES.iter().fold(text, |text, folder| {
                text.replace(&format!("{FROM}{folder}\""), &version)
            })
        }
    };
    let text = |(path, text): (&str, &str)| {
        (
            renamed(path),
            from(renamed(text)).replace(BROWSER, IN_A_BROWSER),
        )
    };
    Ok(stickler::examples::below("own-game")
        .map(text)
        .chain([("README.md".to_string(), readme(name, &title))])
        .collect())
}

/// The clone of stickler in which this program was built.
pub(super) fn clone() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let is_ours = |folder: &&Path| {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml"));
        manifest.is_ok_and(|text| text.lines().any(|line| line == r#"name = "stickler""#))
    };
    program
        .ancestors()
        .skip(1)
        .find(is_ours)
        .map(Path::to_path_buf)
}

fn readme(name: &str, title: &str) -> String {
    format!(
        "# {title}\n\n\
         This crate is a game with its page of rules, its judge, its examples and a bot. It plays Reversi until you change it; \
         stickler's docs/own-game.md explains each file.\n\n\
         ```sh\n\
         cargo run -- check {name} -- python3 bots/{name}.py\n\
         STICKLER_BLESS=1 cargo test vectors    # writes fixtures/vectors for the first time, and after each change of the rules\n\
         cargo test\n\
         ```\n\n\
         Change in this order: `spec/{name}.md` (each rule a sentence with an id), `src/lib.rs` (ids and parameters), `src/rules.rs`, \
         `src/notation.rs`, `src/protocol.rs`, `src/bot.rs` and `bots/{name}.py`, then `fixtures/`. `cargo test` names what does not \
         agree yet.\n"
    )
}
