//! `stickler spec` and `stickler games`: clauses and parameters to read.

use crate::common::{CliResult, done};
use crate::{common, example};
use stickler::clause::{Page, Statement};
use stickler::error_policy::begins;
use stickler::fixture::COVERAGE;
use stickler::games::Registry;
use stickler::wire;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game, a clause, the first part of ids (`gomoku.move`), or words to search for (`betris tie`); default: all
    #[arg(value_name = "GAME|CLAUSE|WORD")]
    words: Vec<String>,
}

/// Where the clauses stand that every game has.
const COMMON: &str = "Lines and processes have clauses of their own: `stickler spec wire`. Logs have `stickler spec log`.\n";
/// Most clauses that a search shows.
const BEST: usize = 6;

#[derive(clap::Args)]
pub(crate) struct GamesArgs {
    /// One game; without it, all
    game: Option<String>,
    /// Set a parameter of the game; `stickler games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "game")]
    set: Vec<String>,
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let all = || games.pages().flat_map(|page| &page.clauses);
    let text = match &args.words[..] {
        [] => all().map(clause).collect(),
        [name] if games.find(name).is_ok() => {
            let page = games.find(name)?.page();
            let preamble = page
                .preamble
                .lines()
                .filter(|line| !line.starts_with("```"));
            let preamble: String = preamble.map(|line| format!("{line}\n")).collect();
            let numbers: String = page
                .parameters
                .iter()
                .map(|row| parameter(page, &row.name, &row.value))
                .collect();
            let clauses: String = page.clauses.iter().map(clause).collect();
            format!("{preamble}\n\n## Parameters\n\n{numbers}\n## Clauses\n\n{clauses}{COMMON}")
        }
        [id] if all().any(|entry| entry.id == *id) => {
            all()
                .filter(|entry| entry.id == *id)
                .map(clause)
                .collect::<String>()
                + &example::of(id, games)
        }
        [id] if all().any(|entry| begins(&entry.id, id)) => all()
            .filter(|entry| begins(&entry.id, id))
            .map(clause)
            .collect(),
        words => found(words, games)?,
    };
    done(&text)
}

/// True where a search for these words finds something.
pub(crate) fn speaks_of(words: &[String], games: Registry) -> bool {
    found(words, games).is_ok()
}

/// Parameters and clauses that speak of these words, best first: by how many of the words they have, and where.
fn found(words: &[String], games: Registry) -> Result<String, String> {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let (pages, sought): (Vec<&Page>, &[String]) =
        match games.pages().find(|page| page.name == lower[0]) {
            Some(page) if lower.len() > 1 => (vec![page, wire::page()], &lower[1..]),
            _ => (games.pages().collect(), &lower),
        };
    let worth = |entry: &Statement| {
        let (id, sentence) = (entry.id.to_lowercase(), entry.sentence.to_lowercase());
        let cases = cases(&entry.id)
            .map(|cases| cases.concat())
            .unwrap_or_default();
        let places = [
            (id.as_str(), 4),
            (sentence.as_str(), 2),
            (cases.as_str(), 1),
        ];
        let worth_of = |word: &String| -> usize {
            places
                .iter()
                .filter(|(text, _)| text.contains(word.as_str()))
                .map(|(_, worth)| worth)
                .sum()
        };
        let worths: Vec<usize> = sought.iter().map(worth_of).collect();
        (
            worths.iter().filter(|&&worth| worth > 0).count(),
            worths.iter().sum::<usize>(),
        )
    };
    let mut clauses: Vec<(&Statement, (usize, usize))> = pages
        .iter()
        .flat_map(|page| &page.clauses)
        .map(|entry| (entry, worth(entry)))
        .collect();
    let most = clauses
        .iter()
        .map(|(_, (words, _))| *words)
        .max()
        .unwrap_or(0);
    clauses.retain(|(_, (words, _))| *words == most && most > 0);
    clauses.sort_by_key(|(_, worth)| std::cmp::Reverse(*worth));
    let speaks = |text: &str| {
        sought
            .iter()
            .all(|word| text.to_lowercase().contains(word.as_str()))
    };
    let rows = pages
        .iter()
        .flat_map(|page| page.parameters.iter().map(move |row| (page, row)));
    let rows = rows.filter(|(_, row)| speaks(&format!("{} {}", row.name, row.meaning)));
    let mut text: String = rows
        .map(|(page, row)| parameter(page, &row.name, &row.value))
        .collect();
    if text.is_empty() && clauses.is_empty() {
        let words = words.join(" ");
        return Err(format!(
            "no clause, parameter or example speaks of `{words}`; `stickler spec` lists all clauses"
        ));
    }
    text += &clauses
        .iter()
        .take(BEST)
        .map(|(entry, _)| clause(entry))
        .collect::<String>();
    let more: Vec<&str> = clauses
        .iter()
        .skip(BEST)
        .map(|(entry, _)| entry.id.as_str())
        .collect();
    Ok(if more.is_empty() {
        text
    } else {
        format!("{text}also: {}\n", more.join(", "))
    })
}

/// The names of examples that keep a clause, and of those that break it.
fn cases(id: &str) -> Option<[&'static str; 2]> {
    let row = COVERAGE.lines().find_map(|line| {
        line.strip_prefix("| ")?
            .strip_prefix(id)?
            .strip_prefix(" | ")
    })?;
    let (kept, broken) = row.split_once(" | ")?;
    Some([kept, broken.trim_end_matches(" |")]).filter(|[kept, _]| !kept.is_empty())
}

fn clause(entry: &Statement) -> String {
    let unobservable = entry
        .unobservable
        .as_ref()
        .map_or(String::new(), |why| format!("  unobservable: {why}\n"));
    let cases = cases(&entry.id).map_or(String::new(), |[kept, broken]| {
        format!("  examples in fixtures/ that keep it: {kept}\n  that break it: {broken}\n")
    });
    format!(
        "{}\n  {} · {} · binds {}\n  {}\n{unobservable}{cases}\n",
        entry.id, entry.provenance, entry.level, entry.binds, entry.sentence
    )
}

pub(crate) fn games(args: &GamesArgs, games: Registry) -> CliResult {
    let chosen = match &args.game {
        Some(name) => vec![games.find(name)?],
        None => games.games().to_vec(),
    };
    let mut text = String::new();
    for game in chosen {
        let settings = common::settings(game, &args.set)?;
        text += &format!("{}: {}\n", game.name(), game.about());
        for (name, value) in game.with(&settings)?.parameters() {
            text += &parameter(game.page(), name, &value);
        }
        for preset in game.presets() {
            text += &format!("  --set preset={}: {}\n", preset.name, preset.about);
        }
        let scenarios: Vec<&str> = game
            .scenarios()
            .iter()
            .map(|scenario| scenario.name)
            .collect();
        text += &format!("  scenarios: {}\n\n", scenarios.join(", "));
    }
    done(&text)
}

fn parameter(page: &Page, name: &str, value: &str) -> String {
    let row = page.parameters.iter().find(|row| row.name == name);
    let (provenance, meaning) = row.map_or(("", ""), |row| {
        (row.provenance.word(), row.meaning.as_str())
    });
    format!("  {name:<12} {value:<9} {provenance:<10} {meaning}\n")
}
