//! The sources of the site: the pages of rules, the cases, and the tables that the tests hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use stickler::clause::{Page, ParameterRow};
use stickler::fixture::mutant_table::Mutants;
use stickler::fixture::{self, Fixture};
use stickler::games::Registry;
use stickler::games::erased::AnyGame;

/// A page to be made: its name as a file, its title, and its Markdown; the clauses, where it has such.
pub(super) struct Leaf {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) text: String,
    pub(super) page: Option<&'static Page>,
}

/// A case and where it stands.
pub(super) struct Case {
    pub(super) fixture: Fixture,
    /// Its file below `fixtures/`.
    pub(super) file: String,
    /// Its game, where it has one.
    pub(super) game: Option<&'static dyn AnyGame>,
}

/// Everything that a folder of rules has.
pub(super) struct Sources {
    /// The folder with `spec/`, `fixtures/` and `src/`.
    pub(super) root: PathBuf,
    pub(super) games: Registry,
    pub(super) leaves: Vec<Leaf>,
    pub(super) cases: Vec<Case>,
    /// By clause: the faulty bots that fall by it.
    pub(super) mutants: BTreeMap<String, Vec<String>>,
    /// By clause: what the contest's document says.
    pub(super) documents: BTreeMap<String, Vec<String>>,
    /// By assumed clause: how many cases have a verdict that rests on it.
    pub(super) resting: BTreeMap<String, usize>,
    /// By clause: the file and line of the code that cites it.
    pub(super) cited: BTreeMap<String, (String, usize)>,
}

impl Sources {
    /// Reads a folder that has `spec/`, `fixtures/` and `src/`, as a game's crate does.
    pub(super) fn read(root: &Path, games: Registry) -> Result<Sources, String> {
        let mut sources = Sources {
            root: root.to_path_buf(),
            games,
            leaves: leaves(root, games)?,
            cases: cases(root, games)?,
            mutants: mutants(root)?,
            documents: BTreeMap::new(),
            resting: BTreeMap::new(),
            cited: cited(root)?,
        };
        let documents = sources.leaves.iter().find(|leaf| leaf.name == "documents");
        sources.documents = documents
            .map(|leaf| documents_of(&leaf.text))
            .unwrap_or_default();
        for case in &sources.cases {
            let on = case
                .game
                .and_then(|game| case.fixture.rests_on(game).ok())
                .unwrap_or_default();
            on.into_iter()
                .for_each(|clause| *sources.resting.entry(clause).or_default() += 1);
        }
        sources.no_orphans()?;
        Ok(sources)
    }

    /// Whether a page has a clause of this id.
    pub(super) fn has(&self, id: &str) -> bool {
        self.games.pages().any(|page| page.clause(id).is_some())
    }

    /// An id that no page has is a mistake.
    fn no_orphans(&self) -> Result<(), String> {
        let mut orphans = BTreeSet::new();
        for case in &self.cases {
            let unknown = case
                .fixture
                .clauses
                .iter()
                .chain(case.fixture.broken())
                .filter(|id| !self.has(id));
            orphans.extend(unknown.map(|id| format!("{}: no page has the clause {id}", case.file)));
        }
        let tables = [
            ("fixtures/mutants/", self.mutants.keys()),
            ("spec/documents.md", self.documents.keys()),
        ];
        let known = |(table, ids): (&'static str, _)| {
            let ids: std::collections::btree_map::Keys<'_, String, Vec<String>> = ids;
            ids.filter(|id| !self.has(id))
                .map(move |id| format!("{table}: no page has the clause {id}"))
        };
        orphans.extend(tables.into_iter().flat_map(known));
        if orphans.is_empty() {
            Ok(())
        } else {
            Err(orphans.into_iter().collect::<Vec<_>>().join("\n"))
        }
    }
}

/// The Markdown of every page of `spec/`, and of the pages of clauses that lie in another crate.
fn leaves(root: &Path, games: Registry) -> Result<Vec<Leaf>, String> {
    let mut leaves = Vec::new();
    for path in below(&root.join("spec"), "md")? {
        let (text, name) = (read(&path)?, stem(&path));
        // Each clause shows its own cases.
        if name == "coverage" {
            continue;
        }
        let first = text
            .lines()
            .find_map(|line| line.strip_prefix("### "))
            .filter(|id| id.contains('.'));
        let page = games
            .pages()
            .find(|page| first.is_some_and(|first| page.clause(first.trim()).is_some()));
        let title = text
            .lines()
            .next()
            .unwrap_or_default()
            .trim_start_matches("# ")
            .to_string();
        let name = page.map_or(name, |page| page.name.clone());
        leaves.push(Leaf {
            name,
            title,
            text,
            page,
        });
    }
    for page in games.pages() {
        if !leaves.iter().any(|leaf| leaf.name == page.name) {
            leaves.push(Leaf {
                name: page.name.clone(),
                title: page.title.clone(),
                text: written(page),
                page: Some(page),
            });
        }
    }
    Ok(leaves)
}

/// A page that was read, as Markdown again.
fn written(page: &Page) -> String {
    let row =
        |ParameterRow {
             name,
             value,
             provenance,
             meaning,
         }: &ParameterRow| { format!("| {name} | {value} | {provenance} | {meaning} |\n") };
    let mut text = format!("{}\n", page.preamble);
    if !page.parameters.is_empty() {
        text += "\n## Parameters\n\n| name | value | provenance | meaning |\n|---|---|---|---|\n";
        text.extend(page.parameters.iter().map(row));
    }
    let mut section = "";
    for clause in &page.clauses {
        if clause.section != section {
            section = &clause.section;
            text += &format!("\n## {section}\n");
        }
        text += &format!("\n### {}\n", clause.id);
    }
    text
}

/// The cases of `fixtures/`: a folder a game, and those of `log/` and `wire/`, which name their games.
fn cases(root: &Path, games: Registry) -> Result<Vec<Case>, String> {
    let folder = root.join("fixtures");
    let mut cases = Vec::new();
    for path in below(&folder, "yaml")? {
        let file = path
            .strip_prefix(&folder)
            .unwrap_or(&path)
            .to_string_lossy()
            .replace('\\', "/");
        let above = file.split('/').next().unwrap_or_default();
        if ["mutants", "vectors", "broken"].contains(&above) {
            continue;
        }
        let read =
            fixture::read(&read(&path)?).map_err(|why| format!("{}: {why}", path.display()))?;
        for fixture in read {
            let game = games.find(fixture.game.as_deref().unwrap_or(above)).ok();
            cases.push(Case {
                game,
                file: file.clone(),
                fixture,
            });
        }
    }
    cases.sort_by_key(|case| fixture::write(std::slice::from_ref(&case.fixture)).len());
    Ok(cases)
}

fn mutants(root: &Path) -> Result<BTreeMap<String, Vec<String>>, String> {
    let mut fallen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in below(&root.join("fixtures/mutants"), "yaml")? {
        let table =
            Mutants::read(&read(&path)?).map_err(|why| format!("{}: {why}", path.display()))?;
        for row in table.mutants {
            if let Some(clause) = row.clause {
                fallen
                    .entry(clause)
                    .or_default()
                    .push(format!("{} ({})", row.mutant, table.game));
            }
        }
    }
    Ok(fallen)
}

/// The rows `| the document says | clauses and parameters |`, by clause.
fn documents_of(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut said: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("| ")) {
        let mut cells = line.split(" | ");
        let (Some(sentence), Some(ids)) = (cells.next(), cells.next()) else {
            continue;
        };
        for id in ids.split([',', ' ']).filter(|id| id.contains('.')) {
            said.entry(id.trim_matches('|').to_string())
                .or_default()
                .push(sentence.to_string());
        }
    }
    said
}

/// Where the code cites each clause: the first line, in any file, that names the constant of it.
fn cited(root: &Path) -> Result<BTreeMap<String, (String, usize)>, String> {
    let source = root.join("src");
    let mut files = Vec::new();
    for path in below(&source, "rs")? {
        let text = read(&path)?;
        files.push((
            path.strip_prefix(root)
                .unwrap_or(&path)
                .to_string_lossy()
                .replace('\\', "/"),
            text,
        ));
    }
    let mut declared: Vec<(String, String, String)> = Vec::new();
    for (file, text) in &files {
        for line in text.lines() {
            let Some((front, rest)) = line.split_once('"') else {
                continue;
            };
            let Some(id) = rest
                .strip_suffix("\",")
                .filter(|id| id.split('.').count() == 3)
            else {
                continue;
            };
            let name = front.trim().rsplit(' ').next().unwrap_or_default();
            if !name.is_empty()
                && name
                    .chars()
                    .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
            {
                declared.push((id.to_string(), name.to_string(), file.clone()));
            }
        }
    }
    let mut cited = BTreeMap::new();
    for (id, name, home) in declared {
        // A constant of one game means something else in another's folder.
        let folder = home.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_near = |file: &str| file.starts_with(folder) || !home.ends_with("mod.rs");
        let near = files.iter().filter(|(file, _)| is_near(file));
        let found = near
            .clone()
            .find_map(|(file, text)| Some((file.clone(), line_of(text, &name)?)));
        if let Some(place) = found {
            cited.insert(id, place);
        }
    }
    Ok(cited)
}

/// The first line that uses a constant, beside its declaration and imports.
fn line_of(text: &str, name: &str) -> Option<usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut in_use = false;
    for (line, number) in text.lines().zip(1..) {
        in_use = in_use || line.starts_with("use ") || line.starts_with("pub use ");
        let skipped =
            in_use || line.trim_start().starts_with("//") || line.contains(&format!("{name} \""));
        if line.ends_with(';') {
            in_use = false;
        }
        if !skipped && line.split(|c| !is_word(c)).any(|word| word == name) {
            return Some(number);
        }
    }
    None
}

pub(super) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .map(|stem| stem.to_string_lossy().to_lowercase())
        .unwrap_or_default()
}

/// The files below a folder that end so, in order; none where there is no folder.
fn below(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry
            .map_err(|error| format!("{}: {error}", folder.display()))?
            .path();
        if path.is_dir() {
            files.extend(below(&path, ending)?);
        } else if path.extension().is_some_and(|own| own == ending) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
