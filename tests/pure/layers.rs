//! The list of modules in ARCHITECTURE.md is true: every file of `src/` stands in it, and imports only what stands above or beside it.

use crate::support::files::{below, root, text};
use std::path::Path;
use stickler::games::GAMES;

/// The modules by rows, from the bottom: `src/clause.rs` and `src/games/` are the modules `clause` and `games`.
fn rows() -> Vec<Vec<String>> {
    let page = text(&root().join("ARCHITECTURE.md"));
    let (_, list) = page
        .split_once("## Modules of `src/`")
        .expect("the list of modules");
    let rows = list
        .lines()
        .filter_map(|line| line.strip_prefix("| `src/")?.split_once("` | "));
    let modules = |cell: &str| {
        cell.split("`, `")
            .map(|name| module(name.trim_start_matches("src/")))
            .collect()
    };
    rows.map(|(cell, _)| modules(cell)).collect()
}

/// The module of a path below `src/`.
fn module(path: &str) -> String {
    path.split('/')
        .next()
        .unwrap_or(path)
        .trim_end_matches(".rs")
        .to_string()
}

#[test]
fn imports_point_up_the_list_of_modules() {
    let rows = rows();
    assert!(rows.len() > 9, "{rows:?}");
    let row_of = |module: &str| {
        rows.iter()
            .position(|row| row.iter().any(|name| name == module))
    };
    let source = root().join("src");
    let mut wrong = Vec::new();
    for file in below(&source, "rs")
        .into_iter()
        .filter(|file| !file.ends_with("lib.rs"))
    {
        let path = file
            .strip_prefix(&source)
            .expect("below src")
            .to_string_lossy()
            .into_owned();
        let Some(own) = row_of(&module(&path)) else {
            wrong.push(format!("src/{path} stands in no row"));
            continue;
        };
        let is_below = |name: &String| row_of(name).is_some_and(|row| row > own);
        wrong.extend(
            imported(&file)
                .into_iter()
                .filter(is_below)
                .map(|name| format!("src/{path} imports {name}")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The modules that the code of a file names by `crate::`.
fn imported(file: &Path) -> Vec<String> {
    let code = text(file);
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let names = lines.flat_map(|line| line.split("crate::").skip(1));
    let word = |rest: &str| {
        rest.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    names
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(list) => list
                .split('}')
                .next()
                .unwrap_or(list)
                .split(',')
                .map(|name| word(name.trim()))
                .collect::<Vec<String>>(),
            None => vec![word(rest)],
        })
        .collect()
}

/// A word of one game lives with that game. Examples in comments may name one.
#[test]
fn shared_modules_name_no_game() {
    let own = ["games", "examples", "lib"];
    let shared = below(&root().join("src"), "rs").into_iter().filter(|file| {
        let path = file
            .strip_prefix(root().join("src"))
            .expect("below src")
            .to_string_lossy()
            .into_owned();
        // A test beside the code has a game to try it with.
        !own.contains(&module(&path).as_str()) && !path.ends_with("/tests.rs")
    });
    let names: Vec<&str> = GAMES
        .games()
        .iter()
        .map(|game| game.name())
        .chain(["jury"])
        .collect();
    let mut wrong = Vec::new();
    for file in shared {
        for (at, line) in text(&file)
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
        {
            let code = line.to_lowercase();
            wrong.extend(
                names
                    .iter()
                    .filter(|name| code.contains(**name))
                    .map(|name| {
                        format!(
                            "{}:{} names {name}: {}",
                            file.display(),
                            at + 1,
                            line.trim()
                        )
                    }),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `cargo test` runs no test beside the code of a library that says `test = false`.
#[test]
fn no_test_stands_where_nothing_runs_it() {
    let crates = std::fs::read_dir(root().join("crates")).expect("the crates");
    let crates = crates.map(|folder| folder.expect("a folder").path());
    let mut without = 0;
    for folder in crates.chain([root().to_path_buf()]) {
        let manifest = text(&folder.join("Cargo.toml"));
        let library = manifest.split("\n[lib]\n").nth(1).unwrap_or_default();
        let library = library.split("\n[").next().unwrap_or_default();
        if !library.contains("test = false") {
            continue;
        }
        without += 1;
        for file in below(&folder.join("src"), "rs") {
            let is_test = |line: &str| ["#[test]", "#[cfg(test)]"].contains(&line.trim());
            let line = text(&file).lines().position(is_test);
            assert_eq!(line, None, "{}: nothing runs this test", file.display());
        }
    }
    assert!(without > 0, "every library has tests beside its code");
}
