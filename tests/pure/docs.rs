//! README and docs are true where no command shows it: the files that they show, links, tables, and the games packed for `new`.

use crate::support::files::{below, keep, root, text};
use std::collections::BTreeSet;
use std::path::PathBuf;
use stickler::examples;
use stickler::fixture::Fixture;
use stickler::games::GAMES;
use stickler::referee::FaultKind;

fn pages() -> Vec<PathBuf> {
    let readme = ["README.md", "CONTRIBUTING.md"].map(|name| root().join(name));
    below(&root().join("docs"), "md")
        .into_iter()
        .chain(readme)
        .collect()
}

#[test]
fn the_readme_is_short() {
    let lines = text(&root().join("README.md")).lines().count();
    assert!(lines <= 160, "{lines} lines; docs/ has room for more");
}

/// A block begins with ```` ```rust examples/own-game/src/main.rs ````: the language, and the file that it is a part of.
#[test]
fn blocks_stand_in_the_files_that_they_name() {
    let mut seen = 0;
    for page in pages() {
        let shown = text(&page);
        for block in shown.split("```").skip(1).step_by(2) {
            let (info, block) = block.split_once('\n').expect("a block has lines");
            let Some((_, file)) = info
                .split_once(' ')
                .filter(|(language, _)| *language != "sh")
            else {
                continue;
            };
            let file = text(&root().join(file));
            assert!(
                file.contains(block),
                "{} shows of {info} what is not there:\n{block}",
                page.display()
            );
            seen += 1;
        }
    }
    assert!(seen > 5, "{seen} blocks");
}

/// The page's manifest of a bot's own repository is that of the example, but for the place of stickler.
#[test]
fn the_manifest_of_a_bots_own_repository_is_that_of_the_example() {
    let page = text(&root().join("docs/check-a-bot.md"));
    let (_, rest) = page.split_once("```toml\n").expect("a manifest");
    let (shown, _) = rest.split_once("```").expect("its end");
    let is_place = |line: &&str| line.starts_with("stickler-check = ");
    let kept = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !is_place(line));
        lines.map(String::from).collect()
    };
    let example = text(&root().join("examples/own-repository/Cargo.toml"));
    assert_eq!(
        kept(shown),
        kept(example.trim_end().trim_end_matches("\n[workspace]"))
    );
    assert_eq!(shown.lines().filter(is_place).count(), 1);
    assert!(page.contains("path = \"../stickler/crates/check\""));
}

/// The games that `new --game` writes are those of `examples/`. `STICKLER_BLESS=1` packs them anew.
#[test]
fn the_packed_games_are_those_of_the_examples() {
    let examples = root().join("examples");
    let is_kept = |path: &PathBuf| {
        let made = ["target", "__pycache__", "Cargo.lock", "stickler-failures"];
        !path
            .iter()
            .any(|part| made.iter().any(|name| part == *name))
    };
    let files: Vec<(String, String)> = examples::GAMES
        .iter()
        .flat_map(|game| {
            let folder = examples.join(game);
            let all =
                ["toml", "py", "yaml", "jsonl", "md", "rs"].map(|ending| below(&folder, ending));
            let mut files: Vec<PathBuf> = all.into_iter().flatten().collect();
            files.sort();
            files
        })
        .map(|path| {
            (
                path.strip_prefix(&examples)
                    .expect("an example")
                    .to_path_buf(),
                path,
            )
        })
        .filter(|(path, _)| is_kept(path))
        .map(|(name, path)| (name.display().to_string(), text(&path)))
        .collect();
    let pairs = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()));
    keep(
        &root().join("src/examples/games.txt"),
        &examples::packed(pairs),
    );
    for (path, own) in &files {
        assert_eq!(examples::text(path), Some(own.as_str()), "{path}");
    }
    assert_eq!(
        examples::below("nim").count() + examples::below("nim-alphano").count(),
        files.len()
    );
}

/// The page of Nim shows its game as a whole, and the two Nims have the same cases of their rules.
#[test]
fn the_page_of_the_smallest_game_shows_all_of_it() {
    let page = text(&root().join("docs/nim.md"));
    let path = "examples/nim/src/lib.rs";
    let shown = format!("```rust {path}\n{}```", text(&root().join(path)));
    assert!(
        page.contains(&shown),
        "docs/nim.md does not show all of {path}"
    );
    let cases = "fixtures/nim/rules.yaml";
    let both = |file: &str| {
        ["nim", "nim-alphano"].map(|game| text(&root().join("examples").join(game).join(file)))
    };
    for file in ["src/main.rs", cases] {
        // The last case is a whole match, with the messages of its judge.
        let [plain, alphano] = both(file).map(|text| match text.split_once("\n# A whole match") {
            Some((rules, _)) => rules.to_string(),
            None => text,
        });
        assert_eq!(plain, alphano, "{file}");
    }
    for own in both(cases) {
        assert!(own.contains("\n- name: a_whole_match\n"), "{own}");
    }
}

/// The first cells of the rows of a page's tables below this heading, and the second ones.
fn rows(page: &str, heading: &str) -> Vec<[String; 2]> {
    let (_, below) = page.split_once(heading).expect("the heading");
    let below = below.split("\n## ").next().unwrap_or(below);
    let cells = |line: &str| {
        let line = line.replace("\\|", "\u{1}");
        let mut cells = line
            .split('|')
            .skip(1)
            .map(|cell| cell.trim().replace('\u{1}', "|"));
        Some([cells.next()?, cells.next()?])
    };
    let rows = below.lines().filter(|line| line.starts_with("| "));
    rows.filter_map(cells)
        .filter(|[key, _]| key != "key")
        .collect()
}

/// The words in backquotes.
fn quoted(cell: &str) -> impl Iterator<Item = String> {
    cell.split('`').skip(1).step_by(2).map(str::to_string)
}

#[test]
fn the_words_that_a_judge_prints_are_those_of_the_game() {
    let page = text(&root().join("docs/check-a-judge.md"));
    let kinds = [
        FaultKind::Habit,
        FaultKind::Late,
        FaultKind::Format,
        FaultKind::Illegal,
        FaultKind::Died,
    ];
    for game in GAMES.games() {
        let words = kinds.map(|kind| format!(" `{}` |", game.word(kind)));
        let row = format!("| {} |{}", game.name(), words.concat());
        assert!(page.lines().any(|line| line == row), "no row is {row}");
    }
}

/// Each key of the schema of cases has a row, and each example of a row stands in a case.
#[test]
fn the_list_of_the_keys_of_cases_is_whole() {
    let page = text(&root().join("docs/fixtures.md"));
    let schema = stickler::json::schema::<Fixture>();
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("a schema");
    let known = schema["properties"]
        .as_object()
        .expect("keys")
        .keys()
        .cloned();
    let known: BTreeSet<String> = known.collect();
    let keys = rows(&page, "\n## Keys\n");
    let shown: BTreeSet<String> = keys.iter().flat_map(|[key, _]| quoted(key)).collect();
    assert_eq!(shown, known);
    let files = ["fixtures", "examples"].map(|folder| below(&root().join(folder), "yaml"));
    let cases: Vec<String> = files.iter().flatten().map(|path| text(path)).collect();
    let is_there = |example: &str| {
        let is_it = |line: &str| line.trim().trim_start_matches("- ") == example;
        cases.iter().any(|case| case.lines().any(is_it))
    };
    let afterwards = rows(&page, "\n## Keys of `then`\n");
    for [key, example] in keys.iter().chain(&afterwards) {
        let example = quoted(example).next().unwrap_or_default();
        assert!(
            is_there(&example),
            "{key}: no case has the line `{example}`"
        );
    }
}

/// A case that asks for what is not there is told what there is, and the page says of each.
#[test]
fn the_list_of_what_a_case_can_say_is_whole() {
    let page = text(&root().join("docs/fixtures.md"));
    let gomoku = GAMES.find("gomoku").expect("a game");
    let rules = gomoku.with(&Default::default()).expect("defaults").rules();
    let observed = rules.observe();
    let own: Vec<&str> = observed.iter().map(|(name, _)| *name).collect();
    let record = text(&root().join("fixtures/records/alphano/five.json"));
    let asks = |plies: Option<&str>, transcript: Option<&str>, record: Option<String>| Fixture {
        name: "asks".into(),
        plies: plies.map(|ply| vec![ply.into()]),
        transcript: transcript.map(str::to_string),
        record,
        then: [("nothing".to_string(), "here".to_string())].into(),
        ..Fixture::default()
    };
    for case in [
        asks(Some("MOVE 1 1"), None, None),
        asks(None, Some("0< READY FIRST\n0> OK @1ms\n"), None),
        asks(None, None, Some(record)),
    ] {
        let why = case.run(GAMES, "gomoku").expect_err("it is not there");
        let (_, names) = why
            .split_once("there are ")
            .unwrap_or_else(|| panic!("{why}"));
        let names = names.split([',', ' ']).filter(|name| name.len() > 3);
        for name in names.filter(|name| !own.contains(name)) {
            assert!(
                page.contains(&format!("`{name}`")),
                "docs/fixtures.md lacks {name}: {why}"
            );
        }
    }
}

/// What rules can do with boards stands on one page.
#[test]
fn the_list_of_what_boards_offer_is_whole() {
    let page = text(&root().join("docs/boards.md"));
    let code = text(&root().join("src/cells.rs"));
    let names = code.split("pub fn ").skip(1);
    let names: Vec<&str> = names
        .filter_map(|rest| rest.split(['(', '<']).next())
        .collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        assert!(
            page.contains(&format!("`{name}`")),
            "docs/boards.md lacks {name}"
        );
    }
}

#[test]
fn links_lead_to_files() {
    let mut seen = 0;
    for page in pages() {
        for link in text(&page)
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next().map(str::to_string))
        {
            let path = link.split('#').next().unwrap_or_default();
            if path.is_empty() || link.contains("://") {
                continue;
            }
            let target = page.parent().expect("a folder").join(path);
            assert!(
                target.exists(),
                "{} links to {link}, which is not there",
                page.display()
            );
            seen += 1;
        }
    }
    assert!(seen > 5, "{seen} links");
}

/// Every action of the table stands in a test vector of its game.
#[test]
fn the_table_of_actions_is_true() {
    let page = text(&root().join("docs/ask-the-rules.md"));
    let mut seen = 0;
    for row in page
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'))
    {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let game = cells[1].to_lowercase().replace(' ', "");
        let vectors = below(&root().join("fixtures/vectors"), "jsonl");
        let ours = vectors.iter().filter(|path| {
            path.file_stem()
                .is_some_and(|name| name.to_string_lossy().starts_with(&game))
        });
        let known: String = ours.map(|path| text(path)).collect();
        for action in cells[3].split('`').skip(1).step_by(2) {
            assert!(
                known.contains(&format!("\"{action}\"")),
                "{game} has no action `{action}`"
            );
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen} actions");
}

/// A block ```` ```text fixtures/gomoku/example.yaml ```` of a page of rules is a part of that fixture.
#[test]
fn the_game_of_each_page_stands_in_a_fixture() {
    for game in GAMES.games() {
        let page = &game.page().preamble;
        let blocks: Vec<&str> = page.split("```text ").skip(1).collect();
        assert!(!blocks.is_empty(), "{} shows no game", game.name());
        for block in blocks {
            let (file, block) = block.split_once('\n').expect("a block");
            let block = block.split("```").next().unwrap_or_default();
            let fixture: String = text(&root().join(file))
                .lines()
                .map(|line| format!("{}\n", line.trim()))
                .collect();
            assert!(
                block.lines().count() > 8 && fixture.contains(block),
                "{}: {file} has no such lines",
                game.name()
            );
        }
    }
}

/// Words of CONTRIBUTING's table that no page and no message uses.
fn avoided(contributing: &str) -> Vec<String> {
    let table = contributing
        .lines()
        .skip_while(|line| *line != "| not | but |");
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    cells
        .flat_map(|cell| cell.split(", "))
        .map(|words| words.trim().to_string())
        .collect()
}

/// True if the words stand in the text, as words.
fn has_words(text: &str, words: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(words).any(|(at, _)| {
        let after = text[at + words.len()..].chars().next();
        !is_letter(text[..at].chars().next_back()) && !is_letter(after)
    })
}

/// The comment of a line of Rust without the code in it, or the texts between its quotes.
fn words_of(line: &str) -> String {
    let is_comment = line.trim_start().starts_with("//");
    let (sign, skipped) = if is_comment { ('`', 0) } else { ('"', 1) };
    let parts: Vec<&str> = line.split(sign).skip(skipped).step_by(2).collect();
    parts.join("\n")
}

#[test]
fn no_page_no_message_and_no_comment_uses_an_avoided_word() {
    let contributing = text(&root().join("CONTRIBUTING.md"));
    let avoided = avoided(&contributing);
    assert!(avoided.len() > 10, "{avoided:?}");
    let mut found = Vec::new();
    let mut search = |path: &PathBuf, number: usize, text: &str| {
        let text = text.to_lowercase();
        let words = avoided.iter().filter(|words| has_words(&text, words));
        found.extend(words.map(|words| format!("{}:{number}: {words}", path.display())));
    };
    let spec = below(&root().join("spec"), "md");
    let top = ["ARCHITECTURE.md", "CHANGELOG.md"].map(|name| root().join(name));
    for path in pages().into_iter().chain(spec).chain(top) {
        let page = text(&path);
        // What a program prints is held below, where it is written.
        let mut is_prose = true;
        for (number, line) in (1..).zip(page.lines()) {
            is_prose ^= line.trim_start().starts_with("```");
            let is_table = line.starts_with("| ") && path.ends_with("CONTRIBUTING.md");
            // The names of cases are no sentences, and names in code are no words.
            if is_prose && !is_table && !path.ends_with("coverage.md") {
                let prose: String = line.split('`').step_by(2).collect();
                search(&path, number, &prose);
            }
        }
    }
    for folder in [
        "src",
        "crates/arena/src",
        "crates/check/src",
        "crates/cli/src",
        "crates/judge-test/src",
    ] {
        for path in below(&root().join(folder), "rs") {
            for (number, line) in (1..).zip(text(&path).lines()) {
                search(&path, number, &words_of(line));
            }
        }
    }
    assert!(
        found.is_empty(),
        "use the words of CONTRIBUTING's table:\n{}",
        found.join("\n")
    );
}

/// Each type that a parameter can have stands on the page about a game of one's own.
#[test]
fn the_page_names_every_type_of_parameter() {
    let code = std::fs::read_to_string(root().join("src/params.rs")).expect("the code");
    let page = std::fs::read_to_string(root().join("docs/own-game.md")).expect("the page");
    let declared = code.lines().filter(|line| line.starts_with("impl"));
    let declared = declared.filter_map(|line| line.split_once("ParameterValue for "));
    let mut names: Vec<&str> = declared
        .map(|(_, name)| name.split([' ', '<', '{']).next().unwrap_or(name))
        .map(|name| name.rsplit("::").next().unwrap_or(name))
        .collect();
    names.extend(["Flag", "choice_parameter!"]);
    assert!(names.len() > 6, "{names:?}");
    for name in names {
        let is_named = [format!("`{name}`"), format!("`{name}<")];
        assert!(
            is_named.iter().any(|name| page.contains(name)),
            "docs/own-game.md does not name the type `{name}` of a parameter"
        );
    }
}
