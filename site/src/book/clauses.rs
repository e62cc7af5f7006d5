//! A page of rules: its prose, its parameters, and each clause with its cases and its proof.

use super::frame::data;
use super::goals;
use super::proof::{self, Proof, Share, made_of, names};
use super::prose::{Known, prose};
use super::source::{Case, Leaf, Sources, read};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use std::collections::BTreeMap;
use stickler::clause::{Page, Provenance, Statement};
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::picture::{MoveNumbers, Picture};
use stickler::records::{CheckOptions, Text};
use stickler::report::svg;
use stickler::report::viewer::still;

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
    known: &Known,
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
    // Who reads the rules wants them first, and the documents that they are from last.
    let mut source = None;
    let (mut is_headed, mut has_legend) = (false, false);
    for (at, (text, id)) in split(&leaf.text).into_iter().enumerate() {
        if id.is_some() && !is_headed {
            parts.push(html! { h2 { "Clauses" } });
        }
        if id.is_some() && !has_legend {
            parts.push(legend());
            has_legend = true;
        }
        is_headed |= id.is_some() || text.trim_start().starts_with("## ");
        match id.and_then(|id| page.clause(id)) {
            Some(entry) => parts.push(clause(sources, entry, &mut shown, known, code)?),
            None => match game.filter(|_| text.trim_start().starts_with("## Parameters")) {
                Some(game) => parts.push(parameters(page, game)?),
                None => match game.filter(|_| at == 0) {
                    // What the game is stands first; then a board, and what one can do.
                    Some(game) => {
                        let (first, rest) =
                            text.trim_start().split_once("\n\n").unwrap_or((text, ""));
                        let is_source = |part: &&str| part.starts_with("Source: ");
                        source = rest.split("\n\n").find(is_source);
                        let rest = source.map_or(rest.into(), |own| rest.replace(own, ""));
                        let look = first_look(sources, game)?;
                        parts.push(html! {
                            (goals::of(game.name()))
                            p.soft { "The rules of this contest game and the lines of its judge, a sentence at a time." }
                            (prose(first, known)) (look) (prose(&rest, known))
                        });
                    }
                    None => parts.push(html! { (prose(text, known)) }),
                },
            },
        }
    }
    let share = Share::of(sources, page);
    Ok(html! {
        @for part in &parts { (part) }
        @if let Some(game) = game { (assumed(sources, page, game, known)?) (workbench(game)?) }
        (proven(&share))
        @if let Some(source) = source { (prose(source, known)) }
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
        section #proof {
            h2 { "How well is this proven?" }
            p.proven {
                (clauses) " clauses. A case keeps " (kept) " of them. A case breaks " (broken) " of the " (breakable) " that a log can break. "
                "A faulty bot falls by " (fallen) " of the " (binding) " that bind the bot. "
                "Whether a change of the code is noticed by the cases of one clause alone: not checked."
            }
        }
    }
}

/// Records below `fixtures/` whose end is a game's first board; of other games it is the fullest board of their cases, a quarter of which is free.
const FIRST_BOARDS: [(&str, &str); 2] = [
    ("gomoku", "records/alphano/five.json"),
    ("blokus", "records/codingame/whole.json"),
];

/// A board, and beside it where to go from here and what its marks mean.
fn first_look(sources: &Sources, game: &'static dyn AnyGame) -> Result<Markup, String> {
    let picture = first_board(sources, game)?;
    let drawn = picture
        .as_ref()
        .map(|picture| svg::draw(picture, &format!("{}: a position", game.name())));
    let boards = picture.iter().flat_map(|picture| &picture.boards);
    let marks: Vec<&str> = svg::meanings(boards);
    Ok(html! {
        div.look {
            @if let Some(drawn) = drawn { figure.board { (PreEscaped(drawn)) } }
            div {
                p.actions {
                    a.button href={ "bot.html#" (game.name()) } { "Be the bot" } " "
                    a.button href="index.html" { "Was I judged rightly?" }
                }
                p.soft { "Be the bot: you answer the judge by hand, as a program would, and each line is explained. Was I judged rightly: you choose the file of a match, and read who broke a rule." }
                @if !marks.is_empty() {
                    p.soft { "On the board:" }
                    ul.soft { @for mark in &marks { li { (mark) } } }
                }
            }
        }
    })
}

fn first_board(sources: &Sources, game: &'static dyn AnyGame) -> Result<Option<Picture>, String> {
    let of_game = FIRST_BOARDS.iter().find(|(name, _)| *name == game.name());
    let path = of_game.map(|(_, file)| sources.root.join("fixtures").join(file));
    if let Some(path) = path.filter(|path| path.exists()) {
        let (text, none) = (read(&path)?, Settings::default());
        let ask = CheckOptions {
            game: Some(game),
            ..CheckOptions::new(sources.games, &none)
        };
        let log = ask.shown(Text::new("a record", text.as_bytes()))?.bytes;
        return still(game, &none, &log, None, None).map(Some);
    }
    let mut fullest: Option<(usize, Picture)> = None;
    for case in &sources.cases {
        let is_own = case.game.is_some_and(|own| own.name() == game.name());
        if !is_own || case.fixture.breaks.is_some() || case.fixture.set.contains_key("board") {
            continue;
        }
        let Some(picture) = last_picture(game, case)? else {
            continue;
        };
        let tiles: Vec<_> = picture
            .boards
            .iter()
            .flat_map(|board| board.rows.iter().flatten())
            .collect();
        let taken = tiles.iter().filter(|tile| tile.owner.is_some()).count();
        // A board that is filled shows nothing of its game.
        if taken * 4 <= tiles.len() * 3 && taken > fullest.as_ref().map_or(0, |(most, _)| *most) {
            fullest = Some((taken, picture));
        }
    }
    Ok(fullest.map(|(_, picture)| picture))
}

/// The last position of a case, as it is drawn.
fn last_picture(game: &'static dyn AnyGame, case: &Case) -> Result<Option<Picture>, String> {
    let settings = case.fixture.settings();
    match made_of(case)? {
        (Some(plies), _) => {
            let mut rules = game.with(&settings)?.rules();
            let mut order = MoveNumbers::default();
            for ply in plies {
                if rules.play(ply).is_err() {
                    return Ok(None);
                }
                order.number(&mut rules.picture());
            }
            let mut picture = rules.picture();
            order.number(&mut picture);
            Ok(Some(picture))
        }
        (None, _) if case.fixture.record.is_some() => Ok(None),
        (None, text) => Ok(still(game, &settings, text.as_bytes(), None, None).ok()),
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
            div.scroll tabindex="0" { table.cards {
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
    known: &Known,
    code: Option<&str>,
) -> Result<Markup, String> {
    let proof = Proof::of(sources, &entry.id);
    let kept = proof
        .kept
        .first()
        .map(|case| self::case(sources, "keeps", case, shown))
        .transpose()?;
    // A case may break a clause in its fixture's words alone; one whose text shows it says more.
    let shows = |case: &&&Case| {
        proof::brief(sources.games, case, &Settings::default())
            .is_ok_and(|brief| brief.state != "conforms")
    };
    let broken = proof
        .broken
        .iter()
        .find(shows)
        .map(|case| self::case(sources, "breaks", case, shown))
        .transpose()?;
    let cited = sources.cited.get(&entry.id);
    let legend = known.pages.contains_key("spec");
    let chip = |words: &str, meaning: &str| {
        html! {
            @if legend { a.chip href="spec.html" title=(meaning) { (words) } } @else { span.chip title=(meaning) { (words) } }
        }
    };
    let counted = |count: usize, none: &str, one: &str, many: &str| match count {
        0 => none.to_string(),
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    };
    Ok(html! {
        section.clause id=(entry.id) {
            h3 { a href={ "#" (entry.id) } { (entry.id) } button.copy type="button" data-copy=(entry.id) { "Copy link" } }
            div.sentence { (prose(&entry.sentence, known)) }
            p.meta {
                (chip(entry.provenance.word(), known_by(entry.provenance)))
                (chip(entry.level.word(), "how hard it binds"))
                (chip(&format!("binds {}", entry.binds.word()), "who can break it"))
                " " (entry.section)
            }
            @if let Some(why) = &entry.unobservable { p.meta { "Unobservable: " (known.linked(why)) } }
            @if let Some(kept) = kept { (kept) }
            @if let Some(broken) = broken { (broken) }
            details.proof {
                summary { "How do we know? " span.soft {
                    (counted(proof.kept.len(), "no case keeps it", "case keeps it", "cases keep it")) ", " (counted(proof.broken.len(), "none breaks it", "breaks it", "break it"))
                } }
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

/// The words that stand below the sentence of a clause.
fn legend() -> Markup {
    let provenances = [
        Provenance::Stated,
        Provenance::Example,
        Provenance::Recovered,
        Provenance::Derived,
        Provenance::Assumed,
    ];
    html! {
        details.legend open {
            summary { "The words below each clause" }
            dl {
                @for provenance in provenances { dt { (provenance.word()) } dd { (known_by(provenance)) } }
                dt { "must" } dd { "whoever breaks it is at fault" }
                dt { "should, unsaid" } dd { "whoever breaks it is only warned" }
                dt { "binds the bot, the judge" } dd { "whose duty it is: that of a player's program, or that of the program which runs the match" }
                dt { "binds the rules" } dd { "it says how the game works, so nobody can break it" }
                dt { "seat" } dd { "a player's place; seat 0 is the first player" }
            }
        }
    }
}

/// How we know a clause, in short.
fn known_by(provenance: Provenance) -> &'static str {
    match provenance {
        Provenance::Stated => "the contest's document says it",
        Provenance::Example => "read off an example of the document",
        Provenance::Recovered => "found on a public copy of the document",
        Provenance::Derived => "it follows from the others",
        Provenance::Assumed => "no document says it: our choice",
    }
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
        details.case data-case=(shown.number(case)?) data-verb=(verb) {
            summary { "An example that " b { (verb) } " it, “" (words(&case.fixture.name)) "”: " span.brief.(brief.state) data-more=(brief.more) { (brief.text) } }
            @if from > 0 { p.meta { "… " (from) " more lines before" } }
            pre { (lines[from..].join("\n")) }
        }
    })
}

/// The assumptions, and what would be otherwise without them.
fn assumed(
    sources: &Sources,
    page: &Page,
    game: &'static dyn AnyGame,
    known: &Known,
) -> Result<Markup, String> {
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
            div.scroll tabindex="0" { table.cards {
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
                li { (known.linked(&entry.id)) ": " @match resting {
                    0 => "the verdict of no case rests on it",
                    1 => "the verdict of 1 case rests on it",
                    _ => { "the verdicts of " (resting) " cases rest on it" },
                } }
            } }
        }
    })
}

/// A place to make a position and to ask the rules about it.
fn workbench(game: &'static dyn AnyGame) -> Result<Markup, String> {
    let counts = proof::perft(game)?;
    let start = game.with(&Settings::default())?.rules();
    let can_witness = start.witness("").is_some();
    let can_value = start.value().is_some();
    Ok(html! {
        section #workbench {
            h2 { "Ask about a position" }
            p { "Choose an action on the board, or write actions from the start, one a line, as the cases of the rules have them. The board follows." }
            div.sides {
                div {
                    div #bench-board {}
                    p.soft #bench-hint {}
                }
                div {
                    label for="plies" { "Actions" }
                    textarea #plies rows="8" spellcheck="false" autocomplete="off" {}
                    div.controls {
                        button.primary type="button" #legal { "Legal actions" }
                        button type="button" #back { "Take back" }
                        @if can_value { button type="button" #value { "Who wins from here?" } }
                    }
                    p #bench-said role="status" {}
                    div #bench-legal {}
                    @if can_witness {
                        p { label for="wanted" { "Find actions that place exactly these pieces, in this order" } " " input #wanted autocomplete="off"; " "
                            button type="button" #witness { "Find them" } }
                    }
                }
            }
            h3 { "How many games there are" }
            p { "The number of ways to go on from the start of a game, by the number of actions (perft):" }
            div.scroll tabindex="0" { table {
                thead { tr { th scope="col" { "actions" } th.number scope="col" { "ways" } } }
                tbody { @for (depth, count) in counts.iter().enumerate() { tr { td { (depth + 1) } td.number { (count) } } } }
            } }
        }
    })
}

/// `a_row_of_five` as words.
pub(super) fn words(name: &str) -> String {
    name.replace("_s_", "'s ").replace('_', " ")
}
