//! The pages to work with: was I judged rightly, be the bot, and the oracle's console.

use super::clauses::words;
use super::frame::data;
use super::proof::{brief, made_of};
use super::prose::Known;
use super::source::{Case, Sources, read};
use super::words::Language;
use crate::answer::GameCard;
use crate::case::{Brief, of_log};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use std::collections::BTreeMap;
use stickler::clause::Provenance;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::polyomino::Shapes;
use stickler::records::{self, CheckOptions, Format, Text};
use stickler::report::svg;
use stickler::report::viewer::still;

/// Records that are worth a look, below `fixtures/`, and how a page names them.
const RECORDS: [(&str, &str, &str); 2] = [
    (
        "gomoku",
        "records/alphano/taken.json",
        "a match on ALPHANO in which a bot chose a taken cell",
    ),
    (
        "gomoku",
        "records/alphano/late.json",
        "a match on ALPHANO that a bot lost by its time",
    ),
];

/// How a page names the cases that it shows as examples.
const TITLES: [(&str, &str); 5] = [
    ("on_the_own_blocks", "a block on cells that are filled"),
    ("a_third_round", "a judge that goes on after the last round"),
    (
        "the_jury_s_last_move_is_not_sent",
        "a move that gives the win away",
    ),
    (
        "the_others_play_on",
        "a shape that its player has used before",
    ),
    (
        "a_wrong_answer_and_then_a_crash",
        "a wrong answer, then a crash",
    ),
];

/// An example that is one click away.
#[derive(Serialize)]
struct Example {
    name: String,
    /// Its name on the page.
    #[serde(skip)]
    title: String,
    game: &'static str,
    set: String,
    text: String,
    /// The result that one sees in it.
    #[serde(skip)]
    shows: Brief,
}

/// Was I judged rightly?
pub(super) fn judge(sources: &Sources, language: Language) -> Result<Markup, String> {
    let examples = examples(sources)?;
    let say = |english| language.say(english);
    let has_records = RECORDS
        .iter()
        .any(|(_, file, _)| sources.root.join("fixtures").join(file).exists());
    Ok(html! {
        div.begin {
        div {
        p.lead { (say("Bots, which are programs, play a contest game, and a judge says who wins. Drop the record of a match here, and read at once whether the bots and the judge kept to the rules. The file never leaves your browser.")) }
        p.narrow { a href="#examples-shown" { (say("No record at hand? Try an example below.")) } }
        details #drop open {
            summary #of { (say("A log or record of a match")) }
            div.fields {
                div {
                    label for="file" { (say("Choose files or drop them here. A folder, .zip or .gz works too.")) } " " input #file type="file" multiple;
                    @if has_records { p.soft { (say("It may be a match of ALPHANO (a Korean site where programs play contest games), CodinGame, DOMjudge, Kattis or another site, or a log of stickler; its game is Betris, Black Out, Blokus, Gomoku or Tetris.")) }
                        p.soft { (say("On ALPHANO the file is the JSON of your match: it has match_id, result and data. On CodinGame it is the JSON of the replay: it has gameId and frames.")) }
                    }
                }
                div.pasted {
                    label for="text" { (say("or paste its text")) }
                    textarea #text rows="4" spellcheck="false" autocomplete="off" {}
                    button.primary type="button" #judge-text { (say("Judge this text")) }
                }
                details {
                    summary { (say("If the file does not say its game or its parameters")) }
                    p { label for="game" { (say("Game")) } " " select #game autocomplete="off" { option value="" { (say("as the file says")) } @for game in sources.games.games() { option value=(game.name()) { (say(title(sources.games, game.name()))) } } } }
                    p { label for="set" { (say("Parameters, such as")) " " code { "board=9x9 bank=2000" } } " " input #set autocomplete="off"; }
                    p { label { input #strict type="checkbox" autocomplete="off"; " " (say("count warnings as errors")) } }
                    p { button type="button" #again { (say("Judge again")) } }
                }
            }
        }
        }
        @if let Some(board) = sample(sources)? {
            aside #sample aria-label=(say("A verdict, as an example")) {
                p.sampled { span.sign aria-hidden="true" { "✓" } " " (say("The judge was right: birch wins.")) }
                p { (say("Move 5: alder gave an answer that the rules forbid: (7,9) holds a stone of birch.")) }
                (board)
                p { button type="button" #see-sample { (say("Step through this match")) } }
            }
        }
        }
        p #heard.unseen role="status" {}
        p.working { button type="button" #stop hidden { (say("Stop")) } " " span #progress role="status" {} }
        section #result hidden aria-label=(say("Result")) {
            p #of-table .controls hidden {
                button type="button" #to-table {}
                button type="button" #next-wrong { (say("Next with an error")) " ✗ " kbd { "n" } }
            }
            div #verdict .verdict tabindex="-1" {}
            div #game-shown {}
            div #more hidden {
                div.controls {
                    button type="button" #link { (say("Copy a link to this verdict")) }
                    button type="button" #link-step hidden { (say("Copy a link to this position")) }
                    button type="button" #as-text { (say("Copy as text")) }
                    button type="button" #frame { (say("Copy a frame for a web page")) }
                    button type="button" #as-picture hidden { (say("Save the board as a picture")) }
                    button type="button" #values data-solved=(solved(sources.games)) { (say("Tell the value of each move")) }
                }
                p #linked role="status" {}
                details.raw {
                    summary { (say("As the program prints it")) }
                    pre #diagnosis tabindex="0" role="region" aria-label=(say("Diagnosis")) {}
                    p { button type="button" #as-json { (say("As JSON")) } }
                    pre #json hidden tabindex="0" role="region" aria-label="JSON" {}
                }
            }
        }
        p.within { a #whole href="index.html" target="_blank" rel="noopener" { (say("Open this verdict on its own page")) } }
        section #examples-shown {
            h2 #examples-title { (say("No record at hand? Try an example")) }
            ul #example-list { @for (at, example) in examples.iter().enumerate() {
                li { button type="button" data-example=(at) {
                    b { (say(title(sources.games, example.game))) } " " span { (say(&example.title)) }
                    @let broken = example.shows.broken.as_ref();
                    " " span.soft data-by=[broken.map(|broken| &broken.by)] data-line=[broken.map(|broken| broken.line)] data-why=[broken.map(|broken| &broken.why)] { (example.shows.text) }
                } }
            } }
        }
        noscript { p { (say("This page needs JavaScript: it judges in your browser.")) } }
        (data("examples", &examples))
        (data("assumed", &assumed(sources.games)))
        (data("formats", &formats(sources.games)))
        (clauses(sources.games))
    })
}

/// The board of the first record at its end, where the site has it.
fn sample(sources: &Sources) -> Result<Option<Markup>, String> {
    let (name, file, title) = RECORDS[0];
    let path = sources.root.join("fixtures").join(file);
    let Some(game) = sources.games.find(name).ok().filter(|_| path.exists()) else {
        return Ok(None);
    };
    let (text, none) = (read(&path)?, Settings::default());
    let ask = CheckOptions {
        game: Some(game),
        ..CheckOptions::new(sources.games, &none)
    };
    let log = ask.shown(Text::new(file, text.as_bytes()))?;
    let checked = log.checked.unwrap_or_default();
    let refused = checked.findings.first().map(|first| first.line);
    let mut picture = still(game, &none, &log.bytes, None, refused)?;
    // The page says in words what there is to say.
    picture.notes.clear();
    Ok(Some(PreEscaped(svg::draw(&picture, title))))
}

/// The games that are solved, with blanks between them.
fn solved(games: Registry) -> String {
    let is_solved = |game: &&&'static dyn AnyGame| {
        let rules = game.with(&Settings::default()).map(|own| own.rules());
        rules.is_ok_and(|rules| rules.value().is_some())
    };
    let solved = games.games().iter().filter(is_solved);
    let names: Vec<&str> = solved.map(|game| game.name()).collect();
    names.join(" ")
}

/// The name of a game as its page has it.
fn title(games: Registry, name: &str) -> &'static str {
    let page = games.find(name).map(|game| game.page());
    page.map_or("", |page| {
        page.title.split([':', ',']).next().unwrap_or_default()
    })
}

/// Some records of a site, and for each other game a case that does not keep to the rules; for the first also one whose judge does not.
fn examples(sources: &Sources) -> Result<Vec<Example>, String> {
    let mut examples = Vec::new();
    for (name, file, title) in RECORDS {
        let path = sources.root.join("fixtures").join(file);
        let Some(game) = sources.games.find(name).ok().filter(|_| path.exists()) else {
            continue;
        };
        let text = read(&path)?;
        let told = of_log(sources.games, None, &Settings::default(), text.as_bytes());
        examples.push(Example {
            name: file.rsplit('/').next().unwrap_or(file).to_string(),
            title: title.to_string(),
            game: game.name(),
            set: String::new(),
            shows: told,
            text,
        });
    }
    let has_record = |name: &str| examples.iter().any(|own: &Example| own.game == name);
    let games = sources.games.games().iter();
    let others: Vec<_> = games.filter(|game| !has_record(game.name())).collect();
    for (at, game) in others.into_iter().enumerate() {
        let seat = example(sources, *game, "seat")?;
        let judge = if at == 0 {
            example(sources, *game, "judge")?
        } else {
            None
        };
        examples.extend(seat.into_iter().chain(judge));
    }
    Ok(examples)
}

/// A case of a game in which this one breaks a rule: one that has a title, or else the last.
fn example(
    sources: &Sources,
    game: &'static dyn AnyGame,
    who: &str,
) -> Result<Option<Example>, String> {
    let fits = |case: &&Case| {
        let fixture = &case.fixture;
        case.game.is_some_and(|own| own.name() == game.name())
            && fixture.transcript.is_some()
            && fixture.by.as_deref().is_some_and(|by| by.starts_with(who))
    };
    let title = |case: &&Case| {
        let named = TITLES.iter().find(|(name, _)| *name == case.fixture.name);
        named.map(|(_, title)| title.to_string())
    };
    let mut all = sources.cases.iter().filter(fits);
    let titled = all.clone().find(|case| title(case).is_some());
    let Some(case) = titled.or_else(|| all.next_back()) else {
        return Ok(None);
    };
    let set: Vec<String> = case
        .fixture
        .set
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let told = brief(sources.games, case, &Settings::default())?;
    // An example says what it says: a case that no longer does is no example.
    Ok((told.state != "unknown").then_some(Example {
        name: words(&case.fixture.name),
        title: title(&case).unwrap_or_else(|| words(&case.fixture.name)),
        game: game.name(),
        set: set.join(" "),
        text: made_of(case)?.1,
        shows: told,
    }))
}

/// A form of a line that a clause shows: its first word, the form, and the clause.
#[derive(Serialize)]
struct LineForm {
    word: String,
    form: String,
    id: String,
    sentence: String,
}

/// The forms of the lines of a game, from the sentences of its clauses: those in backquotes whose first word is in capitals.
fn forms(game: &'static dyn AnyGame) -> Vec<LineForm> {
    let mut forms = Vec::new();
    for entry in &game.page().clauses {
        for form in entry.sentence.split('`').skip(1).step_by(2) {
            let word = form.split(' ').next().unwrap_or_default();
            let is_word = word.len() > 1
                && word
                    .chars()
                    .all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit());
            if is_word {
                forms.push(LineForm {
                    word: word.to_string(),
                    form: form.to_string(),
                    id: entry.id.clone(),
                    sentence: entry.sentence.clone(),
                });
            }
        }
    }
    forms
}

/// Be the bot.
pub(super) fn bot(games: Registry, cards: &[GameCard]) -> Markup {
    let forms: BTreeMap<&str, Vec<LineForm>> = games
        .games()
        .iter()
        .map(|game| (game.name(), forms(*game)))
        .collect();
    let shapes: BTreeMap<&str, &str> = Shapes::ALL
        .iter()
        .map(|shape| (shape.name(), shape.picture()))
        .collect();
    html! {
        p.lead { "Before you write a bot, be one. The judge of a contest game writes a line, and you answer as your program would. Each line is explained, and each answer is judged as in the contest." }
        details #setup-fold open {
            summary #setup-of { "The match" }
            form #setup {
                p { label for="game" { "Game" } " " select #game autocomplete="off" { @for card in cards { option id=(card.name) value=(card.name) { (title(games, card.name)) } } } }
                p #about .hint {}
                div.controls {
                    p { label for="seat" { "Your seat (seat 0 is the first player)" } " " select #seat autocomplete="off" {} }
                    p { label for="opponent" { "Opponent" } " " select #opponent autocomplete="off" {
                        option value="reference" { "the reference bot" } option value="any" { "any legal answer" } option value="scripted" { "answers that I write" }
                    } }
                    p { label for="preset" { "Variant" } " " select #preset autocomplete="off" {} }
                }
                p #script-field hidden { label for="script" { "Its answers, one a line; where one is not legal it gives any legal answer" } textarea #script rows="3" spellcheck="false" autocomplete="off" {} }
                details {
                    summary { "Parameters, seed, clocks" }
                    p { label for="set" { "Parameters, such as " code { "board=9x9" } } " " input #set autocomplete="off"; }
                    p { label for="seed" { "Seed" } " " input #seed type="number" min="0" max="4294967295" value="1" autocomplete="off"; }
                    p { label { input #clocks type="checkbox" autocomplete="off"; " the clocks run" } }
                }
                p { button.primary type="submit" { "Start" } }
            }
        }
        section #play hidden aria-label="The match" {
            p #awaits role="status" tabindex="-1" {}
            div.sides {
                div {
                    div #board {}
                    p #hint .hint {}
                }
                div {
                    div #lines tabindex="0" role="log" aria-live="polite" aria-label="The lines of your seat" {}
                    div #explained {}
                    p #left {}
                    form #answering {
                        label for="answer" { "Your answer" span.typing { "; Enter sends it, Shift+Enter begins another line" } }
                        textarea #answer rows="1" spellcheck="false" autocomplete="off" autocapitalize="off" {}
                        div.controls {
                            button.primary type="submit" { "Answer" }
                            button type="button" #back { "Take back" }
                            button type="button" #ask-replies { "What is legal?" }
                        }
                        details #ends {
                            summary { "Say nothing, or end the program" }
                            div.controls {
                                button type="button" #silent { "Say nothing until it is late" }
                                button type="button" #exit { "End the program" }
                            }
                        }
                        div #replies {}
                    }
                    div #over-controls .controls hidden {
                        button.primary type="button" #back-over { "Take back" }
                        button type="button" #same { "Begin again" }
                    }
                    p.controls { button.copy type="button" #link-here { "Copy a link to this match" } span #linked .soft role="status" {} }
                }
            }
            div #end hidden {
                h2 { "The match as a log" }
                label for="transcript" { "Transcript" }
                textarea #transcript rows="12" readonly spellcheck="false" {}
                div.controls {
                    button type="button" #check { "Check it" }
                    button type="button" #copy { "Copy" }
                    button type="button" #save { "Save" }
                    button type="button" #link-match { "Copy a link to its verdict" }
                    button type="button" #fixture { "As a case of the fixtures" }
                }
                p #said role="status" {}
                pre #checked tabindex="0" role="region" aria-label="The check" {}
            }
        }
        noscript { p { "This page needs JavaScript: it judges in your browser." } }
        (data("games", &cards))
        (data("forms", &forms))
        (data("shapes", &shapes))
        (clauses(games))
    }
}

/// A game of the console, with an action that may be asked about.
#[derive(Serialize)]
struct Asked {
    name: &'static str,
    action: String,
}

/// The oracle's console.
pub(super) fn ask(games: Registry, cards: &[GameCard], known: &Known) -> Markup {
    let action = |game: &&'static dyn AnyGame| {
        let rules = game
            .with(&Settings::default())
            .map(|variant| variant.rules());
        Asked {
            name: game.name(),
            action: rules
                .ok()
                .and_then(|rules| rules.actions().into_iter().next())
                .unwrap_or_default(),
        }
    };
    let asked: Vec<Asked> = games.games().iter().map(action).collect();
    html! {
        p.lead { "The oracle tells programs what the rules say: which actions are legal, whose turn it is, who has won. Choose a question or type a line of JSON, and read the line that comes back, as " code { "stickler oracle GAME" } " prints it. "
            @if known.pages.contains_key("oracle") { a href="oracle.html" { "The page about the oracle" } " has every question." }
        }
        div.controls {
            p { label for="game" { "Game" } " " select #game autocomplete="off" { @for card in cards { option value=(card.name) { (title(games, card.name)) } } } }
            p { label for="set" { "Parameters" } " " input #set autocomplete="off"; }
        }
        div.sides.even {
            div {
                div.controls #questions role="group" aria-label="Questions to begin with" {}
                label for="line" { "A question; Ctrl+Enter sends it" }
                textarea #line rows="4" spellcheck="false" autocomplete="off" {}
                div.controls { button.primary type="button" #send { "Ask" } button type="button" #fresh { "Forget all positions" } }
            }
            div #answers tabindex="0" role="log" aria-live="polite" aria-label="Questions and answers" {}
        }
        noscript { p { "This page needs JavaScript: it judges in your browser." } }
        (data("asked", &asked))
    }
}

/// The sentence of each clause that no document states.
fn assumed(games: Registry) -> BTreeMap<&'static str, &'static str> {
    let clauses = games.pages().flat_map(|page| &page.clauses);
    clauses
        .filter(|entry| entry.provenance == Provenance::Assumed)
        .map(|entry| (entry.id.as_str(), entry.sentence.as_str()))
        .collect()
}

/// A format, as the script shows it.
#[derive(Serialize)]
struct FormatCard {
    title: &'static str,
    holds_messages: bool,
}

/// The formats by their names.
fn formats(games: Registry) -> BTreeMap<&'static str, FormatCard> {
    let card = |format: Format| FormatCard {
        title: format.title,
        holds_messages: format.holds_messages,
    };
    let all = records::formats(games);
    all.map(|(format, _)| (format.name, card(format))).collect()
}

/// The ids of all clauses, for links.
fn clauses(games: Registry) -> Markup {
    let ids: Vec<&str> = games
        .pages()
        .flat_map(|page| &page.clauses)
        .map(|entry| entry.id.as_str())
        .collect();
    data("clauses", &ids)
}
