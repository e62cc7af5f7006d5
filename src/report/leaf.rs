//! A page that stands alone: its style and its script are in it, and nothing else is loaded.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style of every page.
pub const STYLE: &str = include_str!("page.css");
/// The script of every page: it lets games be stepped through.
pub const SCRIPT: &str = include_str!("page.js");
/// Whatever stands in a page, nothing is fetched and nothing is sent.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Text in which what stands between backquotes is code.
pub fn coded(text: &str) -> Markup {
    if text.matches('`').count() % 2 == 1 {
        return html! { (text) };
    }
    html! {
        @for (number, part) in text.split('`').enumerate() {
            @if number % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Words as an id, which a link can name: `Reference, game 1` as `reference-game-1`.
pub fn slug(words: &str) -> String {
    let words = words.to_lowercase();
    let parts = words.split(|letter: char| !letter.is_alphanumeric());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

/// The whole page with this title and content.
pub fn page(title: &str, content: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main { h1 { (title) } (content) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}
