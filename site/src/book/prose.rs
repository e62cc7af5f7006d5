//! The prose of a page: Markdown as HTML, with links between pages.

use maud::PreEscaped;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// Markdown as HTML. `known` are the names of the site's pages: a link to another file becomes its words alone.
pub(super) fn prose(text: &str, known: &[String]) -> PreEscaped<String> {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
    let mut outside = 0;
    let events = parser.filter_map(|event| match event {
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => match target(&dest_url, known) {
            Some(url) => Some(Event::Start(Tag::Link {
                link_type,
                dest_url: url.into(),
                title,
                id,
            })),
            None => {
                outside += 1;
                None
            }
        },
        Event::End(TagEnd::Link) if outside > 0 => {
            outside -= 1;
            None
        }
        // Pages of rules hold no markup of their own.
        Event::Html(text) | Event::InlineHtml(text) => {
            Some(Event::Text(CowStr::from(text.into_string())))
        }
        event => Some(event),
    });
    let mut written = String::new();
    html::push_html(&mut written, events);
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
fn target(url: &str, known: &[String]) -> Option<String> {
    if url.starts_with("https://") || url.starts_with("http://") || url.starts_with('#') {
        return Some(url.to_string());
    }
    let (file, anchor) = url
        .split_once('#')
        .map_or((url, None), |(file, anchor)| (file, Some(anchor)));
    let name = file.strip_suffix(".md")?.to_lowercase();
    let name = if name == "records" && !known.contains(&name) {
        "record".to_string()
    } else {
        name
    };
    let name = if name == "readme" {
        "spec".to_string()
    } else {
        name
    };
    let anchor = anchor.map_or(String::new(), |anchor| format!("#{anchor}"));
    known
        .contains(&name)
        .then(|| format!("{name}.html{anchor}"))
}
