//! `stickler spec` and `stickler games`: clauses and parameters to read.

use crate::check::transcript::Conclusion;
use crate::clause::{Entry, Page};
use crate::cli::common::{self, Done, code, print};
use crate::games::Registry;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A clause, or the beginning of some: `gomoku.move`; without it, all
    clause: Option<String>,
}

#[derive(clap::Args)]
pub(crate) struct GamesArgs {
    /// One game; without it, all
    game: Option<String>,
    /// A parameter that differs from its default
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "game")]
    set: Vec<String>,
}

pub(crate) fn run(args: &Args, games: Registry) -> Done {
    let wanted = args.clause.as_deref().unwrap_or("");
    let starts = |id: &str| {
        id.strip_prefix(wanted).is_some_and(|rest| wanted.is_empty() || rest.is_empty() || rest.starts_with('.'))
    };
    let clauses: Vec<&Entry> = games.pages().flat_map(|page| &page.clauses).filter(|entry| starts(&entry.id)).collect();
    if clauses.is_empty() {
        return Err(format!("no clause is called `{wanted}`; `stickler spec` lists them all").into());
    }
    print(&clauses.iter().map(|entry| clause(entry)).collect::<String>())?;
    Ok(code(Conclusion::Conforms))
}

fn clause(entry: &Entry) -> String {
    let unobservable = entry.unobservable.as_ref().map_or(String::new(), |why| format!("  unobservable: {why}\n"));
    format!(
        "{}\n  {} · {} · binds {}\n  {}\n{unobservable}\n",
        entry.id, entry.provenance, entry.level, entry.binds, entry.sentence
    )
}

pub(crate) fn games(args: &GamesArgs, games: Registry) -> Done {
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
        let scenarios: Vec<&str> = game.scenarios().iter().map(|scenario| scenario.name).collect();
        text += &format!("  scenarios: {}\n\n", scenarios.join(", "));
    }
    print(&text)?;
    Ok(code(Conclusion::Conforms))
}

fn parameter(page: &Page, name: &str, value: &str) -> String {
    let row = page.parameters.iter().find(|row| row.name == name);
    let (provenance, meaning) = row.map_or(("", ""), |row| (row.provenance.word(), row.meaning.as_str()));
    format!("  {name:<12} {value:<9} {provenance:<10} {meaning}\n")
}
