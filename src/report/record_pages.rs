//! Pages of many records: one for each, and an index that tells of all of them.

use super::file_report::counts;
use super::leaf::{page, slug};
use super::viewer::file_name;
use crate::explain::Conclusion;
use crate::records::headline::{Headline, Mood};
use crate::records::json_line::{Broken, Examined, Summary};
use crate::records::{called, names};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The page that lists the others, in their folder.
pub const INDEX: &str = "index.html";

/// A record as the index has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordRow {
    /// The path of its file, as it was given.
    pub file: String,
    /// The result as a headline.
    pub headline: Headline,
    /// The game; none: it is not known.
    pub game: Option<String>,
    /// The players by seat, where the record names them.
    pub players: Vec<String>,
    /// How the game ended, or why nobody knows.
    pub result: String,
    /// Who broke which clause, each pair once.
    pub blamed: Vec<(String, String)>,
    /// The file of its page; none: the record cannot be shown.
    pub page: Option<String>,
}

impl RecordRow {
    /// The row of a record that was examined. `log` is what its page shows, and `page` the file of that.
    pub fn of(
        conclusion: Conclusion,
        examined: &Examined,
        log: &[u8],
        page: Option<String>,
    ) -> RecordRow {
        let players = names(log);
        let called = |text: &str| called(text, &players);
        let mut blamed = Vec::new();
        let counts = |found: &&Broken| {
            !found.in_doubt && (found.level == "must" || conclusion == Conclusion::Violates)
        };
        for found in examined.findings.iter().filter(counts) {
            let who = match &found.by[..] {
                "judge" => "the judge".into(),
                "log" => "the file".into(),
                seat => called(seat),
            };
            let pair = (who, found.clause.clone());
            if !blamed.contains(&pair) {
                blamed.push(pair);
            }
        }
        let trouble = examined.trouble.as_ref().map(|trouble| trouble.why.clone());
        let result = examined.outcome.as_deref().map(called).or(trouble);
        RecordRow {
            file: examined.file.clone(),
            headline: examined.headline.clone(),
            game: examined.game.clone(),
            result: result.unwrap_or_else(|| "not followed to its end".into()),
            players,
            blamed,
            page,
        }
    }
}

/// Names of pages that no other record has.
#[derive(Debug, Default)]
pub struct PageNames(BTreeSet<String>);

impl PageNames {
    /// The file of the page of a record: `games.json, game 2` as `games-json-game-2.html`.
    pub fn of(&mut self, record: &str) -> String {
        let slug = slug(file_name(record));
        let stem = if slug.is_empty() { "record" } else { &slug };
        let numbered = |number: usize| match number {
            1 => format!("{stem}.html"),
            _ => format!("{stem}-{number}.html"),
        };
        let is_free = |name: &String| name != INDEX && !self.0.contains(name);
        let name = (1..).map(numbered).find(is_free).unwrap_or_default();
        self.0.insert(name.clone());
        name
    }
}

/// The folder that all these files lie in, which tells of the machine alone; it ends in a slash.
fn common_folder(rows: &[RecordRow]) -> &str {
    let mut paths = rows.iter().map(|row| row.file.as_str());
    let first = paths.next().unwrap_or_default();
    let shared = |path: &str| {
        let bytes = first.bytes().zip(path.bytes());
        bytes.take_while(|(one, other)| one == other).count()
    };
    let same = paths.map(shared).min().unwrap_or(first.len());
    // A slash is never a part of a letter, so the text can be cut after it.
    let slash = first
        .bytes()
        .take(same)
        .rposition(|byte| byte == b'/' || byte == b'\\');
    &first[..slash.map_or(0, |at| at + 1)]
}

/// The index of records: a row each, with a link to its page. What went wrong comes first.
pub fn index(rows: &[RecordRow], summary: &Summary) -> String {
    let Summary {
        violate, unknown, ..
    } = summary;
    let of_mood = |mood| rows.iter().filter(|row| row.headline.mood == mood).count();
    let wrong = of_mood(Mood::Wrong);
    let common = common_folder(rows).len();
    let mut sorted: Vec<&RecordRow> = rows.iter().collect();
    sorted.sort_by_key(|row| row.headline.mood);
    let content = html! {
        p.closing.counts.failed[*violate > 0].unknown[*violate == 0 && *unknown > 0] {
            (counts(summary))
            @if wrong > 0 { "; the judge was wrong in " (wrong) }
        }
        div.scroll { table.cards {
            thead { tr { @for column in ["file", "verdict", "game", "players", "result", "to blame"] { th scope="col" { (column) } } } }
            tbody { @for row in sorted { (told(row, common)) } }
        } }
    };
    page("Records", &content)
}

/// The row of a record, whose folder has so many bytes.
fn told(row: &RecordRow, common: usize) -> Markup {
    let file = &row.file[common..];
    let mood = row.headline.mood;
    let (is_failed, is_unknown) = (mood.is_bad(), mood == Mood::Unknown);
    html! {
        tr.failed[is_failed].warned[is_unknown] {
            td { @match &row.page {
                Some(page) => a href=(page) { (file) },
                None => (file),
            } }
            td { (mood.sign()) " " (called(&row.headline.text, &row.players)) }
            td { (row.game.as_deref().unwrap_or("not known")) }
            td { (row.players.join(" – ")) }
            td { (row.result) }
            td { @for (at, (who, clause)) in row.blamed.iter().enumerate() { @if at > 0 { "; " } (who) ": " (clause) } }
        }
    }
}
