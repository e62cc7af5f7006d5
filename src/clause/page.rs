//! The reader of the pages of `spec/`.

use super::{Binds, Citation, Clause, Level, Provenance};
use std::fmt;

/// The pages of judges: the name that a game's page gives after `judge:`, and the text.
const JUDGES: [(&str, &str); 2] = [
    ("plain", include_str!("../../spec/judge-plain.md")),
    ("bank", include_str!("../../spec/judge-bank.md")),
];

/// A clause as its page states it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// The dotted id.
    pub id: String,
    /// How it is known.
    pub provenance: Provenance,
    /// How hard it binds.
    pub level: Level,
    /// Who can break it.
    pub binds: Binds,
    /// The part of the document it belongs to.
    pub section: String,
    /// The clause itself.
    pub sentence: String,
    /// Why no transcript or position can show it, where that is so.
    pub unobservable: Option<String>,
    /// Line of the page, from 1.
    pub line: usize,
    /// The clause, where its page is one that [`clauses!`](crate::clauses) declared.
    pub clause: Option<Clause>,
}

/// A row of a page's parameter table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParameterRow {
    /// Name as `--set` takes it.
    pub name: String,
    /// The default with its unit, such as `10000 ms`.
    pub value: String,
    /// How the default is known.
    pub provenance: Provenance,
    /// The meaning.
    pub meaning: String,
}

/// A page of `spec/`, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The first part of its clauses' ids, such as `gomoku`.
    pub name: String,
    /// The heading.
    pub title: String,
    /// The text before the first section of clauses: the game, its words, and a game line by line.
    pub preamble: String,
    /// The parameter table.
    pub parameters: Vec<ParameterRow>,
    /// The clauses in order.
    pub clauses: Vec<Statement>,
    /// The judge whose clauses it takes over.
    pub judge: Option<String>,
}

/// Where and why a page cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageError {
    /// Line of the page, from 1.
    pub line: usize,
    /// The expectation, in words.
    pub expected: String,
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}", self.line, self.expected)
    }
}

impl std::error::Error for PageError {}

impl Page {
    /// True for a parameter of which no document says which value holds, or whose default follows from the document although judges
    /// are known that do otherwise.
    pub fn leaves_open(&self, name: &str) -> bool {
        let open = [Provenance::Assumed, Provenance::Derived];
        let mut rows = self.parameters.iter();
        rows.any(|row| row.name == name && open.contains(&row.provenance))
    }

    /// Reads a page: a title, a parameter table, clauses under `###` headings, and perhaps a line `judge: NAME` for the clauses of one of
    /// the [judges](crate::judges).
    pub fn read(text: &str) -> Result<Page, PageError> {
        let lines: Vec<&str> = text.lines().collect();
        let title = lines
            .first()
            .and_then(|line| line.strip_prefix("# "))
            .ok_or_else(|| error(0, "a title, `# Name`"))?;
        let (name, title) = (String::new(), title.to_string());
        let preamble = text
            .split("\n## Parameters")
            .next()
            .filter(|_| text.contains("\n## Parameters"));
        let preamble = preamble.unwrap_or(lines[0]).trim().to_string();
        let mut page = Page {
            name,
            title,
            preamble,
            parameters: Vec::new(),
            clauses: Vec::new(),
            judge: None,
        };
        for (at, line) in lines.iter().enumerate() {
            if let Some(id) = line.strip_prefix("### ") {
                page.clauses.push(statement(id.trim(), at, &lines)?);
            } else if line.starts_with("| name |") {
                page.parameters = table(at + 2, &lines)?;
            }
        }
        let first = page
            .clauses
            .first()
            .ok_or_else(|| error(lines.len(), "a clause, `### page.topic.detail`"))?;
        page.name = first.id.split('.').next().unwrap_or_default().to_string();
        // The line is a paragraph of its own.
        let is_blank = |at: usize| lines.get(at).is_none_or(|line| line.is_empty());
        for (at, line) in lines.iter().enumerate() {
            if let Some(name) = line.strip_prefix("judge: ")
                && at > 0
                && is_blank(at - 1)
                && is_blank(at + 1)
            {
                page.take_judge(name.trim(), at)?;
            }
        }
        Ok(page)
    }

    /// Adds the clauses of a judge, under the name of this page. A clause that this page states itself stands in its place.
    fn take_judge(&mut self, name: &str, at: usize) -> Result<(), PageError> {
        let mut pages = JUDGES.iter();
        let known = pages.find(|(known, _)| *known == name);
        let Some((_, text)) = known.filter(|_| self.judge.is_none()) else {
            return Err(error(at, "one line `judge: plain` or `judge: bank`"));
        };
        self.judge = Some(name.to_string());
        for clause in Page::read(text)?.clauses {
            let (_, rest) = clause.id.split_once('.').unwrap_or_default();
            let id = format!("{}.{rest}", self.name);
            let line = at + 1;
            if self.clause(&id).is_none() {
                self.clauses.push(Statement { id, line, ..clause });
            }
        }
        Ok(())
    }

    /// The page with this text, which has these clauses and is got by this function. `judge`: the judge that the code names, and the
    /// name of the game.
    ///
    /// # Panics
    /// Where the text is no such page: it is part of the program. The message points at the code that cites it.
    #[track_caller]
    pub fn of(
        text: &str,
        cited: &[&str],
        judge: Option<(&str, &str)>,
        page: fn() -> &'static Page,
    ) -> Page {
        let title = text.lines().next().unwrap_or_default();
        let mut read = match Page::read(text) {
            Ok(read) => read,
            Err(why) => panic!("the page `{title}`: {why}"),
        };
        let of_page = read.judge.as_deref().map(|judge| (judge, &*read.name));
        if of_page != judge {
            let named = |judge: Option<(&str, &str)>| {
                judge.map_or("no judge".into(), |(judge, game)| {
                    format!("the judge {judge} of {game}")
                })
            };
            let (page, code) = (named(of_page), named(judge));
            panic!(
                "the page `{title}` names {page}, and the code {code}: write `judge: NAME` on the page and `judge NAME \"GAME\";` in `clauses!`"
            );
        }
        for entry in &mut read.clauses {
            // A page is read once and stays.
            let id: &'static str = Box::leak(entry.id.clone().into_boxed_str());
            entry.clause = Some(Clause::new(Box::leak(Box::new(Citation { id, page }))));
        }
        if let Some(id) = cited.iter().find(|id| read.clause(id).is_none()) {
            panic!("the page `{title}` has no clause {id}, which the code cites");
        }
        read
    }

    /// The clause of this id.
    pub fn clause(&self, id: &str) -> Option<&Statement> {
        self.clauses.iter().find(|entry| entry.id == id)
    }
}

fn error(at: usize, expected: impl Into<String>) -> PageError {
    PageError {
        line: at + 1,
        expected: expected.into(),
    }
}

fn statement(id: &str, at: usize, lines: &[&str]) -> Result<Statement, PageError> {
    let meta = at + 1;
    let parts: Vec<&str> = lines
        .get(meta)
        .copied()
        .unwrap_or("")
        .split(" · ")
        .collect();
    let [provenance, level, binds, section] = parts[..] else {
        return Err(error(meta, "`provenance` · level · binds whom · section"));
    };
    let (sentence, unobservable) = paragraphs(meta + 1, lines);
    if sentence.is_empty() {
        return Err(error(meta + 1, "the sentence of the clause"));
    }
    Ok(Statement {
        id: id.to_string(),
        provenance: provenance_of(provenance.trim_matches('`'), meta)?,
        level: Level::from_word(level).ok_or_else(|| error(meta, "must, should or unsaid"))?,
        binds: binds
            .strip_prefix("binds ")
            .and_then(Binds::from_word)
            .ok_or_else(|| error(meta, "binds the bot, the judge, the rules or the log"))?,
        section: section.to_string(),
        sentence,
        unobservable,
        line: at + 1,
        clause: None,
    })
}

fn provenance_of(word: &str, at: usize) -> Result<Provenance, PageError> {
    Provenance::from_word(word)
        .ok_or_else(|| error(at, "stated, example, recovered, derived or assumed"))
}

/// The sentence and the reason why it is unobservable, up to the next heading.
fn paragraphs(from: usize, lines: &[&str]) -> (String, Option<String>) {
    let body = lines[from.min(lines.len())..]
        .iter()
        .take_while(|line| !line.starts_with('#'));
    let text = body.copied().collect::<Vec<_>>().join("\n");
    let mut sentence = Vec::new();
    let mut unobservable = None;
    for paragraph in text
        .split("\n\n")
        .map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "))
    {
        match paragraph.strip_prefix("Unobservable: ") {
            Some(reason) => unobservable = Some(reason.to_string()),
            None if !paragraph.is_empty() => sentence.push(paragraph),
            None => {}
        }
    }
    (sentence.join(" "), unobservable)
}

fn table(from: usize, lines: &[&str]) -> Result<Vec<ParameterRow>, PageError> {
    let rows = lines[from.min(lines.len())..].iter().enumerate();
    rows.take_while(|(_, line)| line.starts_with('|'))
        .map(|(i, line)| row(line, from + i))
        .collect()
}

fn row(line: &str, at: usize) -> Result<ParameterRow, PageError> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [name, value, provenance, meaning] = cells[..] else {
        return Err(error(at, "| name | value | provenance | meaning |"));
    };
    Ok(ParameterRow {
        name: name.to_string(),
        value: value.to_string(),
        provenance: provenance_of(provenance, at)?,
        meaning: meaning.to_string(),
    })
}
