//! The pages to work with: was I judged rightly, be the bot, and the oracle's console.

use super::clauses::words;
use super::frame::data;
use super::proof::{brief, made_of};
use super::source::{Case, Sources};
use crate::answer::GameCard;
use maud::{Markup, html};
use serde::Serialize;
use stickler::games::Registry;
use stickler::params::Settings;

/// An example that is one click away.
#[derive(Serialize)]
struct Example {
    name: String,
    game: &'static str,
    set: String,
    text: String,
}

/// Was I judged rightly?
pub(super) fn judge(sources: &Sources) -> Result<Markup, String> {
    let examples = examples(sources)?;
    Ok(html! {
        p { "Drop the log or record of a match here, choose it, or paste it. You read at once whether each answer and the judge kept to the rules. The file never leaves your browser." }
        div #drop {
            p { label for="file" { "A log or record, which may end in .gz" } " " input #file type="file"; }
            p { label for="text" { "or its text" } }
            textarea #text rows="6" spellcheck="false" autocomplete="off" {}
            p { button type="button" #judge-text { "Judge this text" } }
            details {
                summary { "If the file does not say its game or its parameters" }
                p { label for="game" { "Game" } " " select #game autocomplete="off" { option value="" { "as the file says" } @for game in sources.games.games() { option { (game.name()) } } } }
                p { label for="set" { "Parameters, such as " code { "board=9x9 bank=2000" } } " " input #set autocomplete="off"; }
                p { label { input #strict type="checkbox" autocomplete="off"; " count warnings as errors" } }
                p { button type="button" #again { "Judge again" } }
            }
        }
        h2 { "Examples" }
        ul #example-list { @for (at, example) in examples.iter().enumerate() {
            li { button type="button" data-example=(at) { (example.game) ": " (example.name) } }
        } }
        p { button type="button" #stop hidden { "Stop" } " " span #progress role="status" {} }
        section #result hidden aria-label="Result" {
            p #verdict .closing tabindex="-1" role="status" {}
            pre #diagnosis tabindex="0" aria-label="Diagnosis" {}
            div #game-shown {}
            div #more hidden {
                button type="button" #values { "Also tell the value of each move, where the game is solved (this may take seconds)" } " "
                button type="button" #as-json { "As JSON" }
                pre #json hidden tabindex="0" aria-label="JSON" {}
            }
        }
        noscript { p { "This page needs JavaScript: it judges in your browser." } }
        (data("examples", &examples))
        (clauses(sources.games))
    })
}

/// For each game a case that keeps to the rules to its end, and two that do not.
fn examples(sources: &Sources) -> Result<Vec<Example>, String> {
    let mut examples = Vec::new();
    for game in sources.games.games() {
        let own = |case: &&Case| {
            case.game.is_some_and(|own| own.name() == game.name())
                && case.fixture.transcript.is_some()
        };
        let logs: Vec<&Case> = sources.cases.iter().filter(own).collect();
        let by = |who: &str| {
            logs.iter().rfind(|case| {
                case.fixture
                    .by
                    .as_deref()
                    .is_some_and(|by| by.starts_with(who))
            })
        };
        let ends = |case: &&&Case| {
            case.fixture.then.contains_key("outcome") && case.fixture.breaks.is_none()
        };
        let chosen = [logs.iter().rfind(ends), by("seat"), by("judge")];
        for case in chosen.into_iter().flatten() {
            let set: Vec<String> = case
                .fixture
                .set
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            let text = made_of(case)?.1;
            // An example says what it says: a case that no longer does is no example.
            if brief(sources.games, case, &Settings::default())?.state != "unknown" {
                examples.push(Example {
                    name: words(&case.fixture.name),
                    game: game.name(),
                    set: set.join(" "),
                    text,
                });
            }
        }
    }
    Ok(examples)
}

/// Be the bot.
pub(super) fn bot(games: Registry, cards: &[GameCard]) -> Markup {
    html! {
        p { "The judge writes a line, and you answer as a program would. Each answer is judged as the judge of the contest does." }
        form #setup {
            p { label for="game" { "Game" } " " select #game autocomplete="off" { @for card in cards { option value=(card.name) { (card.name) ": " (card.about) } } } }
            p { label for="seat" { "Your seat" } " " select #seat autocomplete="off" {} }
            p { label for="preset" { "Variant" } " " select #preset autocomplete="off" {} }
            p { label for="opponent" { "Opponent" } " " select #opponent autocomplete="off" {
                option value="reference" { "the reference bot" } option value="any" { "any legal answer" } option value="scripted" { "answers that I write" }
            } }
            p #script-field hidden { label for="script" { "Its answers, one a line; where one is not legal it gives any legal answer" } textarea #script rows="3" spellcheck="false" autocomplete="off" {} }
            p { label for="set" { "Parameters, such as " code { "board=9x9" } } " " input #set autocomplete="off"; " "
                label for="seed" { "Seed" } " " input #seed type="number" min="0" max="4294967295" value="1" autocomplete="off"; }
            p { label { input #clocks type="checkbox" autocomplete="off"; " the clocks run" } }
            p { button type="submit" { "Start" } }
        }
        section #play hidden aria-label="The match" {
            div.sides {
                div #board {}
                div {
                    ol #lines tabindex="0" aria-label="The lines of your seat" {}
                    p #awaits role="status" {}
                    p #left {}
                    form #answering {
                        label for="answer" { "Your answer; Enter sends it, Shift+Enter begins another line" }
                        textarea #answer rows="1" spellcheck="false" autocomplete="off" autocapitalize="off" {}
                        div.controls {
                            button type="submit" { "Answer" }
                            button type="button" #ask-replies { "What is legal?" }
                            button type="button" #silent { "Say nothing until it is late" }
                            button type="button" #exit { "End the program" }
                        }
                        div #replies {}
                    }
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
                    button type="button" #fixture { "As a case of the fixtures" }
                }
                p #said role="status" {}
                pre #checked tabindex="0" aria-label="The check" {}
            }
        }
        (data("games", &cards))
        (clauses(games))
    }
}

/// The oracle's console.
pub(super) fn ask(games: Registry, known: &[String]) -> Markup {
    html! {
        p { "Type a line of JSON as your client would send it, and read the line that comes back. It is the answer of " code { "stickler oracle GAME" } ". "
            @if known.iter().any(|name| name == "oracle") { a href="oracle.html" { "The page about the oracle" } " has every question." }
        }
        p { label for="game" { "Game" } " " select #game autocomplete="off" { @for game in games.games() { option { (game.name()) } } } " "
            label for="set" { "Parameters" } " " input #set autocomplete="off"; }
        div.controls #questions role="group" aria-label="Questions to begin with" {}
        label for="line" { "A question" }
        textarea #line rows="3" spellcheck="false" autocomplete="off" {}
        div.controls { button type="button" #send { "Ask" } button type="button" #fresh { "Forget all positions" } }
        ol #answers tabindex="0" aria-label="Questions and answers" {}
    }
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
