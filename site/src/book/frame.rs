//! What all pages of the site have: head, navigation, search, and what a page needs to ask the rules.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use stickler::report::leaf::{SCRIPT, STYLE};

/// Nothing is fetched and nothing is sent, whatever stands in a page: its scripts lie beside it, and the rules run in a worker.
const POLICY: &str = "default-src 'none'; style-src 'self' file: 'unsafe-inline'; script-src 'self' file: 'unsafe-inline' \
'wasm-unsafe-eval' blob:; worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'";
const OWN_STYLE: &str = include_str!("../web/site.css");
const RULES: &str = include_str!("../web/rules.js");
const SEARCH: &str = include_str!("../web/search.js");

/// The pages that the navigation names: file without its ending, and words.
pub(super) struct Frame {
    pub(super) tools: Vec<(String, String)>,
    pub(super) games: Vec<(String, String)>,
    pub(super) others: Vec<(String, String)>,
}

impl Frame {
    /// A page of the site; `script` is its own.
    pub(super) fn page(&self, name: &str, title: &str, content: &Markup, script: &str) -> String {
        let link = |(file, words): &(String, String)| {
            html! { li { a href={ (file) ".html" } aria-current=[(file == name).then_some("page")] { (words) } } }
        };
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) }
                    link rel="stylesheet" href="site.css";
                }
                body {
                    a.skip href="#content" { "To the content" }
                    header {
                        nav aria-label="Pages" {
                            ul { @for entry in &self.tools { (link(entry)) } }
                            ul { @for entry in &self.games { (link(entry)) } }
                            ul { @for entry in &self.others { (link(entry)) } }
                        }
                        form #search role="search" {
                            label for="words" { "Search" }
                            input #words type="search" autocomplete="off";
                            ol #found aria-live="polite" {}
                        }
                    }
                    main #content { h1 { (title) } (content) }
                    footer { p { "Everything on this site runs in your browser. Nothing that you type or choose leaves it." } }
                    script src="site.js" {}
                    @if !script.is_empty() { script { (PreEscaped(script)) } }
                }
            }
        };
        page.into_string()
    }
}

/// What all pages load: their style and their script.
pub(super) fn shared() -> [(&'static str, String); 2] {
    [
        ("site.css", format!("{STYLE}{OWN_STYLE}")),
        ("site.js", format!("{SCRIPT}{RULES}{SEARCH}")),
    ]
}

/// Data for a script, in the page.
pub(super) fn data(id: &str, value: &impl serde::Serialize) -> Markup {
    let text = serde_json::to_string(value)
        .unwrap_or_default()
        .replace('<', "\\u003c");
    html! { script id=(id) type="application/json" { (PreEscaped(text)) } }
}
