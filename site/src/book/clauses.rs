//! A page of rules: its prose, its parameters, and each clause with its cases and its proof.

use super::frame::data;
use super::proof::{self, Proof, Share, made_of, names};
use super::prose::prose;
use super::source::{Case, Leaf, Sources};
use maud::{Markup, html};
use serde::Serialize;
use std::collections::BTreeMap;
use stickler::clause::{Page, Provenance, Statement};
use stickler::games::erased::AnyGame;
use stickler::params::Settings;

/// Most lines of a case that stand on the page before it is opened.
const SHOWN: usize = 6;

/// A case for the script of a page.
#[derive(Serialize)]
struct ForScript {
    name: String,
    game: Option<&'static str>,
    set: Vec<String>,
    is_plies: bool,
    text: String,
}

/// The cases of a page, each once.
#[derive(Default)]
struct Shown {
    all: Vec<ForScript>,
    at: BTreeMap<(String, String), usize>,
}

impl Shown {
    /// The number of a case.
    fn number(&mut self, case: &Case) -> Result<usize, String> {
        let key = (case.file.clone(), case.fixture.name.clone());
        if let Some(at) = self.at.get(&key) {
            return Ok(*at);
        }
        let (plies, text) = made_of(case)?;
        let set = case
            .fixture
            .set
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let game = case.game.map(|game| game.name());
        self.all.push(ForScript {
            name: words(&case.fixture.name),
            game,
            set,
            is_plies: plies.is_some(),
            text,
        });
        self.at.insert(key, self.all.len() - 1);
        Ok(self.all.len() - 1)
    }
}

/// The content of a page of rules.
pub(super) fn page(
    sources: &Sources,
    leaf: &Leaf,
    page: &'static Page,
    known: &[String],
    code: Option<&str>,
) -> Result<Markup, String> {
    let game = sources
        .games
        .games()
        .iter()
        .copied()
        .find(|game| game.page().name == page.name);
    let mut shown = Shown::default();
    let mut parts = Vec::new();
    let mut is_headed = false;
    for (text, id) in split(&leaf.text) {
        if id.is_some() && !is_headed {
            parts.push(html! { h2 { "Clauses" } });
        }
        is_headed |= id.is_some() || text.trim_start().starts_with("## ");
        match id.and_then(|id| page.clause(id)) {
            Some(entry) => parts.push(clause(sources, entry, &mut shown, code)?),
            None => match game.filter(|_| text.trim_start().starts_with("## Parameters")) {
                Some(game) => parts.push(parameters(page, game)?),
                None => parts.push(html! { (prose(text, known)) }),
            },
        }
    }
    let share = Share::of(sources, page);
    Ok(html! {
        (proven(&share))
        @for part in &parts { (part) }
        @if let Some(game) = game { (assumed(sources, page, game)?) (workbench(game)?) }
        (data("cases", &shown.all))
        (data("page", &serde_json::json!({ "game": game.map(|game| game.name()) })))
    })
}

/// The text in parts: what stands between clauses, and each clause by its id.
fn split(text: &str) -> Vec<(&str, Option<&str>)> {
    let text = text.split_once('\n').map_or("", |(_, rest)| rest);
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let heading = |mark: &str| rest[1..].find(&format!("\n{mark}")).map(|at| at + 2);
        let next = [heading("### "), heading("## ")]
            .into_iter()
            .flatten()
            .min()
            .unwrap_or(rest.len());
        let (part, after) = rest.split_at(next);
        parts.push((
            part,
            part.trim_start()
                .strip_prefix("### ")
                .and_then(|part| part.lines().next())
                .map(str::trim),
        ));
        rest = after;
    }
    parts
}

fn proven(share: &Share) -> Markup {
    let Share {
        clauses,
        kept,
        broken,
        breakable,
        fallen,
        binding,
    } = share;
    html! {
        p.proven {
            (clauses) " clauses. A case keeps " (kept) " of them. A case breaks " (broken) " of the " (breakable) " that a log can break. "
            "A faulty bot falls by " (fallen) " of the " (binding) " that bind the bot. "
            "Whether a change of the code is noticed by the cases of one clause alone: not checked."
        }
    }
}

fn parameters(page: &Page, game: &'static dyn AnyGame) -> Result<Markup, String> {
    let defaults: BTreeMap<_, _> = game
        .with(&Settings::default())?
        .parameters()
        .into_iter()
        .collect();
    let value = |name: &str| defaults.get(name).cloned().unwrap_or_default();
    Ok(html! {
        section #parameters {
            h2 { "Parameters" }
            p { "Change a value: every case on this page is then judged under it." }
            div.scroll tabindex="0" { table {
                thead { tr { th scope="col" { "name" } th scope="col" { "value" } th scope="col" { "provenance" } th scope="col" { "meaning" } } }
                tbody { @for row in &page.parameters { tr {
                    td { label for={ "set-" (row.name) } { (row.name) } }
                    td {
                        @let words = game.values(&row.name);
                        @if words.is_empty() {
                            input id={ "set-" (row.name) } data-set=(row.name) data-default=(value(&row.name)) value=(value(&row.name)) size="10" autocomplete="off";
                        } @else {
                            select id={ "set-" (row.name) } data-set=(row.name) data-default=(value(&row.name)) autocomplete="off" {
                                @for word in words { option selected[**word == value(&row.name)] { (word) } }
                            }
                        }
                    }
                    td { (row.provenance) }
                    td { (row.meaning) }
                } } }
            } }
            p { button type="button" #defaults { "Back to the contest's values" } }
            p #changed role="status" {}
        }
    })
}

fn clause(
    sources: &Sources,
    entry: &Statement,
    shown: &mut Shown,
    code: Option<&str>,
) -> Result<Markup, String> {
    let proof = Proof::of(sources, &entry.id);
    let kept = proof
        .kept
        .first()
        .map(|case| self::case(sources, "Kept", case, shown))
        .transpose()?;
    let broken = proof
        .broken
        .first()
        .map(|case| self::case(sources, "Broken", case, shown))
        .transpose()?;
    let cited = sources.cited.get(&entry.id);
    Ok(html! {
        section.clause id=(entry.id) {
            h3 { a href={ "#" (entry.id) } { (entry.id) } }
            p.meta { (entry.provenance) " · " (entry.level) " · binds " (entry.binds) " · " (entry.section) }
            (prose(&entry.sentence, &[]))
            @if let Some(why) = &entry.unobservable { p.meta { "Unobservable: " (why) } }
            @if let Some(kept) = kept { (kept) }
            @if let Some(broken) = broken { (broken) }
            details.proof {
                summary { "How do we know?" }
                dl {
                    @for said in sources.documents.get(&entry.id).into_iter().flatten() { dt { "the document says" } dd { (said) } }
                    dt { "cases that keep it" } dd { (or_none(names(&proof.kept))) }
                    dt { "cases that break it" } dd { (or_none(names(&proof.broken))) }
                    dt { "faulty bots that fall by it" } dd { (or_none(proof.bots.join(", "))) }
                    dt { "a change of the code that only its cases notice" } dd { "not checked" }
                    @if let Some((file, line)) = cited {
                        dt { "cited in the code" }
                        dd { @match code {
                            Some(code) => a href={ (code) (file) "#L" (line) } { (file) ":" (line) },
                            None => { (file) ":" (line) },
                        } }
                    }
                }
            }
        }
    })
}

fn or_none(text: String) -> String {
    if text.is_empty() { "none".into() } else { text }
}

fn case(sources: &Sources, verb: &str, case: &Case, shown: &mut Shown) -> Result<Markup, String> {
    let brief = proof::brief(sources.games, case, &Settings::default())?;
    let (_, text) = made_of(case)?;
    let lines: Vec<&str> = text.lines().collect();
    let from = lines.len().saturating_sub(SHOWN);
    Ok(html! {
        details.case data-case=(shown.number(case)?) {
            summary { (verb) ": " (words(&case.fixture.name)) " " span.brief.(brief.state) { (brief.text) } }
            @if from > 0 { p.meta { "… " (from) " more lines before" } }
            pre { (lines[from..].join("\n")) }
        }
    })
}

/// What is assumed, and what would be otherwise.
fn assumed(sources: &Sources, page: &Page, game: &'static dyn AnyGame) -> Result<Markup, String> {
    let otherwise = proof::otherwise(sources, game)?;
    let clauses: Vec<&Statement> = page
        .clauses
        .iter()
        .filter(|entry| entry.provenance == Provenance::Assumed)
        .collect();
    Ok(html! {
        section #assumed {
            h2 { "What is assumed" }
            p { "No document says these. For each other value: the cases whose verdict it changes." }
            div.scroll tabindex="0" { table {
                thead { tr { th scope="col" { "parameter" } th scope="col" { "we take" } th scope="col" { "another value" } th scope="col" { "cases with another verdict" } } }
                tbody { @for row in &otherwise { @for (value, changed) in &row.others { tr {
                    td { (row.name) ": " (row.meaning) }
                    td { (row.value) }
                    td { (value) }
                    td { @if changed.is_empty() { "none" } @else { details { summary { (changed.len()) } (names(changed)) } } }
                } } } }
            } }
            ul { @for entry in clauses {
                @let resting = sources.resting.get(&entry.id).copied().unwrap_or(0);
                li { a href={ "#" (entry.id) } { (entry.id) } ": the verdict of " (resting) " cases rests on it" }
            } }
        }
    })
}

/// A place to make a position and to ask the rules about it.
fn workbench(game: &'static dyn AnyGame) -> Result<Markup, String> {
    let counts = proof::perft(game)?;
    Ok(html! {
        section #workbench {
            h2 { "Ask about a position" }
            p { label for="plies" { "Actions from the start, one a line, as the cases of the rules have them" } }
            textarea #plies rows="4" spellcheck="false" autocomplete="off" {}
            div.controls {
                button type="button" #look { "Show the board" }
                button type="button" #legal { "Legal actions" }
                button type="button" #value { "Who wins from here?" }
            }
            p { label for="wanted" { "A game that shows this, where the game can tell" } " " input #wanted autocomplete="off"; " "
                button type="button" #witness { "Find it" } }
            p #bench-said role="status" {}
            div #bench-board {}
            h3 { "Perft" }
            p { "How many ways there are to go on from the start of a game, by the number of actions:" }
            div.scroll tabindex="0" { table {
                thead { tr { th scope="col" { "actions" } th.number scope="col" { "ways" } } }
                tbody { @for (depth, count) in counts.iter().enumerate() { tr { td { (depth + 1) } td.number { (count) } } } }
            } }
        }
    })
}

/// `a_row_of_five` as words.
pub(super) fn words(name: &str) -> String {
    name.replace('_', " ")
}
