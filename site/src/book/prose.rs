//! The prose of a page: Markdown as HTML, with links between pages.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};

/// The targets of a page's links: the site's pages by name with their titles, and the ids of clauses.
#[derive(Default)]
pub(super) struct Known {
    pub(super) pages: BTreeMap<String, String>,
    pub(super) clauses: BTreeSet<String>,
}

impl Known {
    /// True for text in which the id of a clause stands.
    fn names_a_clause(&self, text: &str) -> bool {
        let mut words = text.split(|letter: char| !is_of_id(letter));
        words.any(|word| self.clauses.contains(word.trim_end_matches('.')))
    }

    /// Text in which each id of a clause is a link.
    pub(super) fn linked(&self, text: &str) -> Markup {
        let parts = text.split_inclusive(|letter: char| !is_of_id(letter));
        html! {
            @for part in parts {
                @let word = part.trim_end_matches(|letter: char| !is_of_id(letter) || letter == '.');
                @if self.clauses.contains(word) { a href=(href(word)) { (word) } (part[word.len()..]) } @else { (part) }
            }
        }
    }
}

fn is_of_id(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-')
}

/// Where a clause stands.
pub(super) fn href(id: &str) -> String {
    format!("{}.html#{id}", id.split('.').next().unwrap_or_default())
}

/// The rows of a shape as Markdown writes them, `.##/##.`; `None`: the words are none.
fn shape_rows(words: &str) -> Option<Vec<&str>> {
    let is_cell = |cell: char| matches!(cell, '.' | '#' | '/');
    let is_shape = words.contains('#') && words.chars().all(is_cell);
    is_shape.then(|| words.split('/').collect())
}

/// A picture of a shape; who cannot see it hears its rows.
fn shape(words: &str, rows: &[&str]) -> Markup {
    const CELL: usize = 10;
    let width = rows.iter().map(|row| row.len()).max().unwrap_or_default();
    let (width, height) = (CELL * width + 2, CELL * rows.len() + 2);
    html! {
        svg.shape role="img" aria-label=(words) viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) {
            title { (words) }
            @for (row, y) in rows.iter().zip((1..).step_by(CELL)) {
                @for (cell, x) in row.chars().zip((1..).step_by(CELL)) {
                    @if cell == '#' { rect x=(x) y=(y) width=(CELL) height=(CELL) {} }
                }
            }
        }
    }
}

/// Markdown as HTML: a shape in a table becomes its picture, a link to a file that is no page becomes its words alone, one whose words are the file's name gets the page's
/// title, and an id of a clause becomes a link.
pub(super) fn prose(text: &str, known: &Known) -> PreEscaped<String> {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
    let mut outside = 0;
    let (mut is_link, mut is_cell) = (false, false);
    let events = parser.filter_map(|event| match event {
        Event::Text(words) if is_link && words.ends_with(".md") => {
            let name = page(&words, known);
            let title = name.and_then(|name| known.pages.get(&name));
            Some(Event::Text(
                title.map_or(words.clone(), |title| title.clone().into()),
            ))
        }
        // A file that is no page of the site.
        Event::Text(words) if outside > 0 && words.ends_with(".md") => {
            let name = words.trim_end_matches(".md");
            Some(Event::Text(
                format!("{name} (a file of the repository)").into(),
            ))
        }
        Event::Text(words) if !is_link && outside == 0 && known.names_a_clause(&words) => {
            Some(Event::Html(known.linked(&words).into_string().into()))
        }
        Event::Start(Tag::TableCell) | Event::End(TagEnd::TableCell) => {
            is_cell = !is_cell;
            Some(event)
        }
        Event::Code(ref code) if is_cell && shape_rows(code).is_some() => {
            let rows = shape_rows(code).unwrap_or_default();
            Some(Event::Html(shape(code, &rows).into_string().into()))
        }
        Event::Code(code) if !is_link && known.clauses.contains(&*code) => {
            let link = html! { a href=(href(&code)) { code { (code) } } };
            Some(Event::Html(link.into_string().into()))
        }
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => match target(&dest_url, known) {
            Some(url) => {
                is_link = true;
                Some(Event::Start(Tag::Link {
                    link_type,
                    dest_url: url.into(),
                    title,
                    id,
                }))
            }
            None => {
                outside += 1;
                None
            }
        },
        Event::End(TagEnd::Link) if outside > 0 => {
            outside -= 1;
            None
        }
        Event::End(TagEnd::Link) => {
            is_link = false;
            Some(event)
        }
        // Pages of rules hold no markup of their own.
        Event::Html(text) | Event::InlineHtml(text) => {
            Some(Event::Text(CowStr::from(text.into_string())))
        }
        event => Some(event),
    });
    let mut written = String::new();
    pulldown_cmark::html::push_html(&mut written, events);
    let scrolled = written
        .replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>");
    PreEscaped(
        scrolled
            .replace("<th></th>", "<td></td>")
            .replace("<pre>", "<pre tabindex=\"0\">"),
    )
}

/// Where a link of a page leads on the site.
fn target(url: &str, known: &Known) -> Option<String> {
    let is_own = url.ends_with(".html") && !url.contains('/');
    if is_own || url.starts_with("https://") || url.starts_with("http://") || url.starts_with('#') {
        return Some(url.to_string());
    }
    let (file, anchor) = url
        .split_once('#')
        .map_or((url, None), |(file, anchor)| (file, Some(anchor)));
    let anchor = anchor.map_or(String::new(), |anchor| format!("#{anchor}"));
    Some(format!("{}.html{anchor}", page(file, known)?))
}

/// The page that a file of Markdown became.
fn page(file: &str, known: &Known) -> Option<String> {
    let name = file.strip_suffix(".md")?.to_lowercase();
    let name = match &*name {
        "records" if !known.pages.contains_key(&name) => "record",
        "readme" => "spec",
        name => name,
    };
    known.pages.contains_key(name).then(|| name.to_string())
}
