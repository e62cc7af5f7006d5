//! The site: `book DIR` writes it.

mod clauses;
mod desk;
mod frame;
mod goals;
mod proof;
mod prose;
mod source;
mod words;

use crate::answer::GameCard;
use base64::Engine as _;
use flate2::Compression;
use flate2::write::GzEncoder;
use frame::{Frame, SitePage};
use maud::html;
use prose::Known;
use source::Sources;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stickler::games::Registry;
use stickler_cli::common::CliResult;
use stickler_cli::tool::{AnyTool, Tool};
use words::Language;

/// The command `book`, for `stickler_cli::main_with`.
pub const BOOK: AnyTool = AnyTool::of::<Book>();

/// Write the rules as a site that works from a file: it judges logs, plays the judge, and lets every case be changed
#[derive(clap::Args, Debug)]
pub struct Book {
    /// The folder to write the site to
    dir: PathBuf,
    /// The folder of the module for WebAssembly, as `site/module.sh` writes it
    #[arg(long, value_name = "DIR")]
    module: PathBuf,
    /// The crate with spec/, fixtures/ and src/
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Where the code can be read: a URL to which `src/FILE#LLINE` is added; without it, places in the code are no links
    #[arg(long, value_name = "URL")]
    code: Option<String>,
    /// The URL at which the site will be: those who share a link of it see a picture; without it they see words alone
    #[arg(long, value_name = "URL")]
    address: Option<String>,
}

/// The addresses that a site is told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Addresses<'a> {
    /// The URL of the code, as `--code` has it.
    pub code: Option<&'a str>,
    /// The URL of the site, as `--address` has it.
    pub site: Option<&'a str>,
}

impl Tool for Book {
    const NAME: &'static str = "book";

    fn run(&self, games: Registry) -> CliResult {
        let pages = write(
            games,
            &self.root,
            &self.module,
            Addresses {
                code: self.code.as_deref(),
                site: self.address.as_deref(),
            },
            &self.dir,
        )?;
        println!(
            "{}: {pages} pages; open index.html in a browser",
            self.dir.display()
        );
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the site of these games. `root` is the crate with their pages and cases, `module` the folder of their module. The number
/// of pages; an error names the file, or every id that nothing has.
pub fn write(
    games: Registry,
    root: &Path,
    module: &Path,
    addresses: Addresses<'_>,
    dir: &Path,
) -> Result<usize, String> {
    let sources = Sources::read(root, games)?;
    let frame = frame(&sources, addresses.site);
    let known = known(&sources);
    let cards = cards(games)?;
    let mut pages: Vec<SitePage> = Vec::new();
    for language in [Language::English, Language::Korean] {
        let say = |english: &str| language.say(english).to_string();
        pages.push(SitePage {
            about: say(
                "Drop the log or record of a match: you read at once whether each answer and the judge kept to the rules. Nothing leaves your browser.",
            ),
            script: "judge.js",
            ..SitePage::of("index", language, &say("Was I judged rightly?"), desk::judge(&sources, language)?)
        });
    }
    let english =
        |name: &str, title: &str, content| SitePage::of(name, Language::English, title, content);
    pages.push(SitePage {
        about: "Play a contest game against the judge by typing what your program would write. Each answer is judged at once, with its rule.".into(),
        script: "bot.js",
        ..english("bot", "Be the bot", desk::bot(games, &cards))
    });
    pages.push(SitePage {
        about: "Ask the rules about positions, line by line in JSON, as a program would.".into(),
        script: "ask.js",
        ..english("ask", "Ask the oracle", desk::ask(games, &cards, &known))
    });
    // It speaks of these games; a game of one's own has no such page in English either.
    if known.pages.contains_key("spec") {
        let how = include_str!("web/how-to-read.ko.md");
        pages.push(SitePage {
            about: "규칙 페이지와 판정 결과를 읽는 방법".into(),
            has_contents: true,
            ..SitePage::of(
                "spec",
                Language::Korean,
                "읽는 방법",
                html! { (prose::prose(how, &known)) },
            )
        });
    }
    for leaf in &sources.leaves {
        let is_game = games.find(&leaf.name).is_ok();
        let name = file_of(&leaf.name);
        let body = leaf.text.split_once('\n').map_or("", |(_, rest)| rest);
        let page = match leaf.page {
            Some(page) => SitePage {
                kind: if is_game { "rules" } else { "" },
                script: "spec.js",
                ..english(
                    name,
                    &leaf.title,
                    clauses::page(&sources, leaf, page, &known, addresses.code)?,
                )
            },
            None => english(name, &leaf.title, html! { (prose::prose(body, &known)) }),
        };
        pages.push(SitePage {
            about: first_sentences(&leaf.title, body),
            has_contents: true,
            ..page
        });
    }
    fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    for page in &pages {
        put(dir, &page.file(), frame.page(page))?;
    }
    for (name, text) in frame::shared() {
        put(dir, name, text)?;
    }
    put(dir, frame::PREVIEW, frame::PREVIEW_IMAGE)?;
    put(dir, "search.js", index(&sources)?)?;
    put(dir, "module.js", packed(module)?)?;
    Ok(pages.len())
}

fn put(dir: &Path, name: &str, content: impl AsRef<[u8]>) -> Result<(), String> {
    let path = dir.join(name);
    fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))
}

/// The file, without its ending, of a page that is made of Markdown.
fn file_of(name: &str) -> &str {
    if name == "readme" { "spec" } else { name }
}

/// The targets of links.
fn known(sources: &Sources) -> Known {
    let page = |leaf: &source::Leaf| (file_of(&leaf.name).to_string(), leaf.title.clone());
    let ids = sources.games.pages().flat_map(|page| &page.clauses);
    Known {
        pages: sources.leaves.iter().map(page).collect(),
        clauses: ids.map(|entry| entry.id.clone()).collect(),
    }
}

/// The first sentences of a page, as those who share its link see it.
fn first_sentences(title: &str, text: &str) -> String {
    let is_prose =
        |part: &&str| !part.trim().is_empty() && !part.trim_start().starts_with(['#', '|', '`']);
    let Some(paragraph) = text.split("\n\n").find(is_prose) else {
        return format!("{title}: the rules, clause by clause, with cases");
    };
    let words: String = paragraph.chars().filter(|c| !"`*#".contains(*c)).collect();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = words.split(" Source:").next().unwrap_or_default();
    match words.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", words[..end].trim_end()),
        None => words.to_string(),
    }
}

fn frame(sources: &Sources, address: Option<&str>) -> Frame {
    let is_game = |name: &str| sources.games.find(name).is_ok();
    let title = |title: &str| title.split([':', ',']).next().unwrap_or(title).to_string();
    let named = |name: &str, words: &str| (name.to_string(), words.to_string());
    let mut others: Vec<(String, String)> = Vec::new();
    for leaf in sources.leaves.iter().filter(|leaf| !is_game(&leaf.name)) {
        others.push(if leaf.name == "readme" {
            named("spec", "How to read")
        } else {
            (leaf.name.clone(), title(&leaf.title))
        });
    }
    Frame {
        tools: vec![
            named("index", "Was I judged rightly?"),
            named("bot", "Be the bot"),
            named("ask", "Ask the oracle"),
        ],
        games: sources
            .leaves
            .iter()
            .filter(|leaf| is_game(&leaf.name))
            .map(|leaf| (leaf.name.clone(), title(&leaf.title)))
            .collect(),
        others,
        address: address.map(|url| url.trim_end_matches('/').to_string()),
    }
}

fn cards(games: Registry) -> Result<Vec<GameCard>, String> {
    games
        .games()
        .iter()
        .map(|game| GameCard::of(*game))
        .collect()
}

/// The entries that can be searched for: clauses, parameters and pages, each with where it stands.
fn index(sources: &Sources) -> Result<String, String> {
    let mut entries: Vec<[String; 3]> = Vec::new();
    for leaf in &sources.leaves {
        let name = if leaf.name == "readme" {
            "spec"
        } else {
            &leaf.name
        };
        let Some(page) = leaf.page else {
            let text: String = leaf.text.chars().filter(|c| !"`*#|".contains(*c)).collect();
            entries.push([
                format!("{name}.html"),
                leaf.title.clone(),
                text.split_whitespace().collect::<Vec<_>>().join(" "),
            ]);
            continue;
        };
        entries.push([
            format!("{name}.html"),
            leaf.title.clone(),
            page.preamble.lines().skip(1).take(4).collect(),
        ]);
        for row in &page.parameters {
            let meaning = row.meaning.replace('`', "");
            let text = format!("{meaning}, by default {}", row.value);
            // Only a game's parameters can be changed, and so have a place of their own.
            let place = sources
                .games
                .find(name)
                .map_or(String::new(), |_| format!("#set-{}", row.name));
            entries.push([
                format!("{name}.html{place}"),
                format!("{}: {}", leaf.name, row.name),
                text,
            ]);
        }
        for entry in &page.clauses {
            entries.push([
                format!("{name}.html#{}", entry.id),
                entry.id.clone(),
                entry.sentence.replace('`', ""),
            ]);
        }
    }
    let json = serde_json::to_string(&entries).map_err(|error| error.to_string())?;
    Ok(format!("window.sticklerIndex = {json};\n"))
}

/// The module as a script, since a page from a file may fetch nothing: its code packed, and the script of the worker.
fn packed(module: &Path) -> Result<String, String> {
    let read = |name: &str| {
        let path = module.join(name);
        fs::read(&path)
            .map_err(|error| format!("{}: {error}; site/module.sh writes it", path.display()))
    };
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    let wasm = packer
        .write_all(&read("module.wasm")?)
        .and_then(|()| packer.finish())
        .map_err(|error| error.to_string())?;
    let glue =
        String::from_utf8(read("module.js")?).map_err(|error| format!("module.js: {error}"))?;
    let glue = glue + include_str!("web/worker.js");
    let wasm = base64::engine::general_purpose::STANDARD.encode(wasm);
    let glue = serde_json::to_string(&glue).map_err(|error| error.to_string())?;
    Ok(format!(
        "window.sticklerModule = {{ wasm: \"{wasm}\", glue: {glue} }};\n"
    ))
}
