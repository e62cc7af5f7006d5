//! The frame of all pages of the site: head, navigation, search, contents, and what a page needs to ask the rules.

use super::words::Language;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use stickler::report::leaf::{SCRIPT, STYLE, slug};

/// Nothing is fetched and nothing is sent, whatever stands in a page: its scripts lie beside it, and the rules run in a worker.
const POLICY: &str = "default-src 'none'; style-src 'self' file: 'unsafe-inline'; script-src 'self' file: \
'wasm-unsafe-eval' blob:; worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'";
const OWN_STYLE: &str = include_str!("../web/site.css");
const WORDS: &str = include_str!("../web/words.js");
const RULES: &str = include_str!("../web/rules.js");
const SEARCH: &str = include_str!("../web/search.js");
const MENUS: &str = include_str!("../web/menus.js");
const LINK: &str = include_str!("../web/link.js");
const FILES: &str = include_str!("../web/files.js");
const VERDICT: &str = include_str!("../web/verdict.js");
const TABLE: &str = include_str!("../web/table.js");
const MOVES: &str = include_str!("../web/moves.js");
const JUDGE: &str = include_str!("../web/judge.js");
const BOT: &str = include_str!("../web/bot.js");
const ASK: &str = include_str!("../web/ask.js");
const SPEC: &str = include_str!("../web/spec.js");
/// A stone, as the icon of every page.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%23a32014'/%3E%3C/svg%3E";

/// The picture that those see who share a link: its file, and its bytes.
pub(super) const PREVIEW: &str = "preview.png";
pub(super) const PREVIEW_IMAGE: &[u8] = include_bytes!("../web/preview.png");

/// The pages that the navigation names: file without its ending, and words.
pub(super) struct Frame {
    pub(super) tools: Vec<(String, String)>,
    pub(super) games: Vec<(String, String)>,
    pub(super) others: Vec<(String, String)>,
    /// The URL of the site, without a slash at its end.
    pub(super) address: Option<String>,
}

/// A page of the site before its frame.
pub(super) struct SitePage {
    /// Its file without the ending and the language.
    pub(super) name: String,
    pub(super) language: Language,
    /// Its heading.
    pub(super) title: String,
    /// The kind of page, in the title of its window.
    pub(super) kind: &'static str,
    /// Its subject, for those who share its link.
    pub(super) about: String,
    pub(super) content: Markup,
    /// The file of its own script; empty: it has none.
    pub(super) script: &'static str,
    /// Whether its headings are listed beside it.
    pub(super) has_contents: bool,
}

impl SitePage {
    /// A page without a script of its own.
    pub(super) fn of(name: &str, language: Language, title: &str, content: Markup) -> SitePage {
        SitePage {
            name: name.to_string(),
            language,
            title: title.to_string(),
            kind: "",
            about: String::new(),
            content,
            script: "",
            has_contents: false,
        }
    }

    /// Its file.
    pub(super) fn file(&self) -> String {
        match self.language {
            Language::English => format!("{}.html", self.name),
            Language::Korean => format!("{}.ko.html", self.name),
        }
    }
}

impl Frame {
    /// A page of the site.
    pub(super) fn page(&self, page: &SitePage) -> String {
        let (name, language) = (page.name.as_str(), page.language);
        let say = |english: &'static str| language.say(english);
        // These are in Korean, too.
        let is_both = |file: &str| ["index", "spec"].contains(&file);
        let in_language = |file: &str| match language {
            Language::Korean if is_both(file) => format!("{file}.ko.html"),
            _ => format!("{file}.html"),
        };
        // Who chose Korean is told before the click which pages are in English.
        let link = |(file, words): &(String, String)| {
            let is_foreign = language == Language::Korean && !is_both(file);
            html! { li { a href=(in_language(file)) hreflang=[is_foreign.then_some("en")] aria-current=[(file == name).then_some("page")] {
                (language.say(words)) @if is_foreign { " " small title=(say("in English")) { "EN" } }
            } } }
        };
        let menu = |words: &'static str, entries: &[(String, String)]| {
            html! {
                @if !entries.is_empty() {
                    @let is_here = entries.iter().any(|(file, _)| file == name);
                    details.menu {
                        summary aria-current=[is_here.then_some("true")] { (language.say(words)) }
                        ul { @for entry in entries { (link(entry)) } }
                    }
                }
            }
        };
        let (content, contents) = with_ids(&page.content.clone().into_string());
        let contents = if page.has_contents && contents.len() > 2 {
            contents
        } else {
            Vec::new()
        };
        let window = if page.kind.is_empty() {
            format!("{} · stickler", page.title)
        } else {
            format!("{}: {} · stickler", page.title, page.kind)
        };
        let has_both =
            name == "index" || name == "spec" && self.others.iter().any(|(file, _)| file == "spec");
        let other = match (language, has_both) {
            (Language::Korean, true) => format!("{name}.html"),
            (Language::Korean, false) => "index.html".into(),
            (Language::English, true) => format!("{name}.ko.html"),
            (Language::English, false) => "index.ko.html".into(),
        };
        let place = self.games.iter().position(|(file, _)| file == name);
        let beside = |step: isize| self.games.get(place?.checked_add_signed(step)?);
        let markup = html! {
            (DOCTYPE)
            html lang=(language.code()) {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (window) }
                    meta name="description" content=(page.about);
                    meta property="og:title" content=(window);
                    meta property="og:description" content=(page.about);
                    meta property="og:type" content="website";
                    // Who fetches a picture for a link wants its whole URL.
                    @if let Some(address) = &self.address {
                        meta property="og:url" content={ (address) "/" (page.file()) };
                        meta property="og:image" content={ (address) "/" (PREVIEW) };
                        meta name="twitter:card" content="summary_large_image";
                    }
                    link rel="icon" href=(PreEscaped(ICON));
                    link rel="stylesheet" href="site.css";
                }
                body data-page=(name) {
                    a.skip href="#content" { (say("To the content")) }
                    header { div.bar {
                        a.brand href=(in_language("index")) { "stickler" }
                        nav aria-label=(say("Pages")) {
                            details.menu.tools open {
                                summary { (say("Tools")) }
                                ul { @for entry in &self.tools { (link(entry)) } }
                            }
                            (menu("Games", &self.games))
                            (menu("Reference", &self.others))
                        }
                        form #search role="search" {
                            label for="words" { (say("Search")) }
                            input #words type="search" autocomplete="off" placeholder=(say("Search the rules"))
                                role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list";
                            ul #found role="listbox" aria-label=(say("Found")) hidden {}
                            p #count.unseen role="status" {}
                        }
                        a.language href=(other) lang=(language.other().code()) hreflang=(language.other().code()) { (language.other().name()) }
                    } }
                    main #content .with-contents[!contents.is_empty()] {
                        @if !contents.is_empty() {
                            nav.contents aria-label=(say("On this page")) { details.fold open {
                                summary { (say("On this page")) }
                                ol { @for (id, words) in &contents { li { a href={ "#" (id) } { (words) } } } }
                            } }
                        }
                        div.text {
                            h1 { (page.title) }
                            @if !page.script.is_empty() {
                                // The script takes it away: where it stays, a server has forbidden scripts.
                                p #no-script { (say("If this line stays, this page's scripts were not loaded: the server's policy must allow")) " " code { "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:" } }
                            }
                            (PreEscaped(content))
                            @if place.is_some() {
                                nav.beside aria-label="Other games" {
                                    @if let Some((file, words)) = beside(-1) { a rel="prev" href={ (file) ".html" } { "← " (words) } }
                                    @if let Some((file, words)) = beside(1) { a rel="next" href={ (file) ".html" } { (words) " →" } }
                                }
                            }
                        }
                    }
                    p #loading role="status" hidden {}
                    footer {
                        p { (say("Everything on this site runs in your browser. Nothing that you type or choose leaves it.")) }
                        p { label { input #slash type="checkbox" checked autocomplete="off"; " " (say("the key / goes to the search")) } }
                    }
                    @if language == Language::Korean { (data("korean", &super::words::korean())) }
                    script src="site.js" {}
                    @if !page.script.is_empty() { script src=(page.script) {} }
                }
            }
        };
        markup.into_string()
    }
}

/// The text with an id for each heading of the second rank, and all of these with their words. A section's own id serves its heading.
fn with_ids(text: &str) -> (String, Vec<(String, String)>) {
    let mut written = String::with_capacity(text.len() + 1000);
    let (mut all, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.find("<h2>") {
        let (before, after) = rest.split_at(at);
        let Some(end) = after.find("</h2>") else {
            break;
        };
        let words = plain(&after[4..end]);
        written.push_str(before);
        let section = before
            .strip_suffix('>')
            .and_then(|before| before.rsplit_once("<section id=\""))
            .and_then(|(_, id)| id.strip_suffix('"'))
            .filter(|id| !id.contains('"'));
        let id = match section {
            Some(id) => {
                written.push_str("<h2>");
                id.to_string()
            }
            None => {
                let mut id = slug(&words);
                while text.contains(&format!("id=\"{id}\""))
                    || all.iter().any(|(other, _)| *other == id)
                {
                    id.push_str("-2");
                }
                written.push_str(&format!("<h2 id=\"{id}\">"));
                id
            }
        };
        written.push_str(&after[4..end + 5]);
        all.push((id, words));
        rest = &after[end + 5..];
    }
    written.push_str(rest);
    (written, all)
}

/// Markup without its tags.
fn plain(markup: &str) -> String {
    let mut is_tag = false;
    let mut text = String::new();
    for letter in markup.chars() {
        match letter {
            '<' => is_tag = true,
            '>' => is_tag = false,
            _ if !is_tag => text.push(letter),
            _ => {}
        }
    }
    text.replace("&quot;", "\"")
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
}

/// The files that pages load: the style and the script of all of them, and the scripts of single pages.
pub(super) fn shared() -> [(&'static str, String); 6] {
    let text = |parts: &[&str]| parts.concat();
    [
        ("site.css", text(&[STYLE, OWN_STYLE])),
        ("site.js", text(&[WORDS, SCRIPT, RULES, SEARCH, MENUS])),
        (
            "judge.js",
            text(&[LINK, FILES, VERDICT, TABLE, MOVES, JUDGE]),
        ),
        ("bot.js", text(&[LINK, BOT])),
        ("ask.js", text(&[ASK])),
        ("spec.js", text(&[LINK, SPEC])),
    ]
}

/// Data for a script, in the page.
pub(super) fn data(id: &str, value: &impl serde::Serialize) -> Markup {
    let text = serde_json::to_string(value)
        .unwrap_or_default()
        .replace('<', "\\u003c");
    html! { script id=(id) type="application/json" { (PreEscaped(text)) } }
}
