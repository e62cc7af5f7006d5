//! The crate of a game of one's own: the Nim of `examples/` under another name, to be changed in place.

use std::path::{Path, PathBuf};

/// The kind of messages that the judge of a new game has.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default)]
pub(super) enum Messages {
    /// Each message asks, and each answer has a time of its own
    #[default]
    Plain,
    /// READY and OK, a bank of time in TURN, the other seat's moves in OPP, FINISH
    Alphano,
}

impl Messages {
    /// The folder of `examples/`.
    fn folder(self) -> &'static str {
        match self {
            Messages::Plain => "nim",
            Messages::Alphano => "nim-alphano",
        }
    }
}

/// The name that the example has, and its name in sentences.
const EXAMPLE: [&str; 2] = ["nim", "Nim"];
/// Letters of the longest name.
const LONGEST: usize = 32;

/// Where the example's Cargo.toml takes stickler from.
const FROM: &str = r#"path = "../.."#;
/// Our packages that the example uses, as folders below that one.
const PACKAGES: [&str; 3] = ["", "/crates/cli", "/crates/check"];

/// Names of crates and modules that the example uses.
const TAKEN: [&str; 8] = [
    "stickler", "test", "core", "std", "alloc", "bot", "rules", "protocol",
];

/// Words that cannot name a crate of Rust.
const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final fn for \
    gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type \
    typeof unsafe unsized use virtual where while yield";

/// The files of a crate for a game of this name, which takes stickler from a clone or from the registry.
pub(super) fn files(
    name: &str,
    messages: Messages,
    clone: Option<&Path>,
) -> Result<Vec<(String, String)>, String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if !name.starts_with(|c: char| c.is_ascii_lowercase())
        || !name.chars().all(is_plain)
        || name.len() > LONGEST
    {
        return Err(format!(
            "--game {name}: a name has small letters and digits, at most {LONGEST}, such as `ataxx`"
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
    // The first line of Cargo.toml is about the example.
    let own = |path: &str, text: &'static str| match (path, text.split_once('\n')) {
        ("Cargo.toml", Some((_, rest))) => rest,
        _ => text,
    };
    let renamed = |text: &str| {
        let text = word_replaced(text, EXAMPLE[0], name);
        word_replaced(&text, EXAMPLE[1], &title)
    };
    let file = |(path, text): (&str, &'static str)| (renamed(path), from(renamed(own(path, text))));
    Ok(stickler::examples::below(messages.folder())
        .map(file)
        .chain([("README.md".to_string(), readme(name, &title, messages))])
        .collect())
}

/// A word replaced wherever it stands alone, not within a longer one.
fn word_replaced(text: &str, word: &str, by: &str) -> String {
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, after) = (&rest[..at], &rest[at + word.len()..]);
        shown += before;
        let is_within = is_part(shown.chars().next_back()) || is_part(after.chars().next());
        shown += if is_within { word } else { by };
        rest = after;
    }
    shown + rest
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

fn readme(name: &str, title: &str, messages: Messages) -> String {
    let (code, next) = match messages {
        Messages::Plain => {
            let parts = "the rules, how an answer is written, the messages, and when they are due";
            let file =
                format!("2. `src/lib.rs`: the ids that your code cites, the numbers, {parts}.\n");
            let bot = format!("3. `bots/{name}.py`: the smallest bot that plays correctly.\n");
            (file + &bot, 4)
        }
        Messages::Alphano => {
            let files = format!(
                "2. `src/lib.rs`: the ids that your code cites, and the numbers.\n\
                 3. `src/rules.rs`: positions, legal actions, who wins; how an action is written.\n\
                 4. `src/protocol.rs`: the messages, and when they are due.\n\
                 5. `src/bot.rs` and `bots/{name}.py`: the smallest bots that play correctly.\n"
            );
            (files, 6)
        }
    };
    let last = next + 1;
    format!(
        "# {title}\n\n\
         This crate is a game with its page of rules, its judge, its cases and its bots. It plays the smallest game that there is, until you \
         change it: two seats take matches in turn. stickler's docs/own-game.md says how.\n\n\
         ```sh\n\
         cargo run -- check {name} -- python3 bots/{name}.py\n\
         cargo test                             # names what does not agree yet\n\
         STICKLER_BLESS=1 cargo test vectors    # after each change of the rules\n\
         ```\n\n\
         Change in this order:\n\n\
         1. `spec/{name}.md`: each rule and each message a sentence with an id; each number a row of the table. The line `judge:` takes over \
         clauses that many judges share.\n\
         {code}\
         {next}. `fixtures/{name}/rules.yaml`: cases under your rules. Say who wins. Write the whole match anew, by hand and from your page: it holds the judge to who hears what. The other cases of the messages follow from their declarations: \
         `cargo test` makes them, and `cargo run -- spec ID` shows those of a clause.\n\
         {last}. `tests/suite.rs` and `fixtures/mutants/{name}.yaml`: a bot for each rule that a bot can break.\n"
    )
}
