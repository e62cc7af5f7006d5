//! The formats of all games, and which format a file has.

use super::foreign::is_markup;
use super::{alphano, domjudge, moves};
use crate::encoding;
use crate::finding::CheckedRecord;
use crate::formats::{Format, Opened, ReadError, ReadErrorKind, Record, RecordSource, json};
use crate::games::Registry;
use crate::games::erased::AnyGame;
use crate::referee::FaultKind;
use crate::transcript::{Transcript, interaction};
use crate::wire::Index;
use std::ops::Range;

/// A transcript with every message, as in `spec/log.md`.
pub const LOG: Format = Format::new(
    "log",
    |bytes| Transcript::parse(bytes).is_ok(),
    |source| Ok(Opened::Log(source.bytes.into(), None)),
)
.written(|_, of, _| Ok(of.kept.log.text().into()))
.of_messages();

/// A log without a message.
pub const MOVES: Format = Format::new(
    "moves",
    |bytes| Transcript::parse(bytes).is_ok_and(|transcript| moves::is_one(&transcript)),
    moves::read,
)
.written(|_, of, _| moves(of))
.by_lines();

/// Kattis' `.interaction`.
pub const INTERACTION: Format = Format::new(
    "interaction",
    |bytes| match crate::formats::trimmed(bytes) {
        [b'<' | b'>', rest @ ..] => !is_page(rest),
        _ => false,
    },
    |source| {
        let index = Index::new(source.bytes);
        let log = interaction::read(source.bytes)
            .map_err(|(line, why)| ReadError::new(index.line(line), why))?;
        let lines = (1..=index.count()).map(|number| index.line(number));
        Ok(Opened::Log(
            log.into(),
            Some(
                lines
                    .map(|line| (line.start + 1).min(line.end)..line.end)
                    .collect(),
            ),
        ))
    },
)
.written(|_, of, lost| {
    lost.push("times, events and the header".into());
    let written = interaction::write(of.kept.log.text().as_bytes());
    written.ok_or("interaction holds one seat alone, and this game has more".into())
})
.titled("Kattis")
.by_lines()
.of_messages();

/// True after the `<` with which a page of HTML or a file of XML begins.
fn is_page(rest: &[u8]) -> bool {
    let is_html = |word: &[u8]| word.eq_ignore_ascii_case(b"html");
    matches!(rest, [b'!' | b'?', ..]) || rest.get(..4).is_some_and(is_html)
}

/// DOMjudge's record of an interactive run.
pub const DOMJUDGE: Format = Format::new(
    "domjudge",
    |bytes| {
        let text = crate::formats::trimmed(bytes);
        domjudge::is_one(text.split(|&byte| byte == b'\n').next().unwrap_or_default())
    },
    |source| {
        domjudge::read(source.bytes).map(|(log, places)| Opened::Log(log.into(), Some(places)))
    },
)
.titled("DOMjudge")
.of_messages();

/// A match of ALPHANO, JSON.
pub const ALPHANO: Format = Format::new(
    "alphano",
    |bytes| {
        let text = crate::formats::trimmed(bytes);
        text.starts_with(b"{") && json::has_key(text, &["data", "agent1_reason", "problem_id"])
    },
    alphano::read,
)
.written(alphano::write)
.titled("ALPHANO");

/// Formats of many games. The first is asked first: a format that few files fit stands before one that many do.
const GENERAL: &[Format] = &[ALPHANO, DOMJUDGE, INTERACTION, MOVES, LOG];

fn moves(of: &CheckedRecord) -> Result<Vec<u8>, String> {
    let untold = of
        .kept
        .plies
        .iter()
        .find(|ply| ply.fault == Some(FaultKind::Unlogged));
    match untold {
        Some(ply) => Err(format!(
            "moves cannot hold that seat {} failed where no line says how; log can",
            ply.seat
        )),
        None => Ok(of.kept.moves.text().into()),
    }
}

/// A format, and the game whose own it is.
pub type ListedFormat = (Format, Option<&'static dyn AnyGame>);

/// Every format, in the order in which a file is held against them: those of one game, which are the narrower ones, then the others.
pub fn formats(games: Registry) -> impl Iterator<Item = ListedFormat> {
    let own = games.games().iter().flat_map(|&game| {
        let formats = game.formats().iter();
        formats.map(move |&format| (format, Some(game)))
    });
    own.chain(GENERAL.iter().map(|&format| (format, None)))
}

/// The names of all formats, each once, the most general one first.
pub(crate) fn names(games: Registry) -> String {
    let mut names: Vec<&str> = Vec::new();
    for (format, _) in formats(games) {
        if !names.contains(&format.name) {
            names.push(format.name);
        }
    }
    names.reverse();
    names.join(", ")
}

/// The format that is said, by a name such as `alphano` or else by a file's path; `None`: neither says it. An error lists the names
/// that there are.
pub fn said(
    games: Registry,
    name: Option<&str>,
    path: &str,
) -> Result<Option<&'static str>, String> {
    match name {
        Some(name) => match formats(games).find(|(format, _)| format.name == name) {
            Some((format, _)) => Ok(Some(format.name)),
            None => Err(format!("no such format; there are {}", names(games))),
        },
        None if path.trim_end_matches(".gz").ends_with(".interaction") => {
            Ok(Some(INTERACTION.name))
        }
        None => Ok(None),
    }
}

/// The format of a file: of this name, or the one that it seems to have; of this game, where one is named.
pub fn guess(
    bytes: &[u8],
    name: Option<&str>,
    game: Option<&'static dyn AnyGame>,
    games: Registry,
) -> Option<ListedFormat> {
    let is_of = |owner: &Option<&'static dyn AnyGame>| {
        let named = game.map(AnyGame::name);
        owner.is_none_or(|owner| named.is_none_or(|name| owner.name() == name))
    };
    let has_name = |listed: &ListedFormat| name.is_none_or(|name| listed.0.name == name);
    let candidates = || formats(games).filter(has_name);
    let seems = |(format, _): &ListedFormat| (format.is_one)(bytes);
    let first = candidates().find(|listed| is_of(&listed.1) && seems(listed));
    let found = first.or_else(|| candidates().find(seems));
    match (found, name) {
        // A file that names no game can have a format that several games share.
        (Some((format, owner)), _) if !is_of(&owner) => candidates()
            .find(|listed| listed.0 == format && is_of(&listed.1))
            .or(found),
        (None, Some(_)) => candidates()
            .find(|listed| is_of(&listed.1))
            .or_else(|| candidates().next()),
        _ => found,
    }
}

/// Reads a file: of this format, or of the one that it seems to have; of this game, where one is named.
pub fn open<'a>(
    bytes: &'a [u8],
    name: Option<&str>,
    game: Option<&'static dyn AnyGame>,
    games: Registry,
) -> Result<Opened<'a>, ReadError> {
    open_as(bytes, guess(bytes, name, game, games), game, games)
}

/// True where one of the first lines is one of a log, or of its header.
fn is_nearly_a_log(bytes: &[u8]) -> bool {
    let is_its = |line: &[u8]| match line {
        [b'0'..=b'9', b'<' | b'>' | b'!', ..] => true,
        _ => ["stickler:", "game:", "set:"]
            .iter()
            .any(|key| line.starts_with(key.as_bytes())),
    };
    bytes.is_empty() || bytes.split(|&byte| byte == b'\n').take(20).any(is_its)
}

/// The format of a file that no reader here reads but a converter of `examples/converters/` does, and the name of that converter.
fn convertible(bytes: &[u8]) -> Option<[&'static str; 2]> {
    let text = crate::formats::trimmed(bytes);
    if text.starts_with(b"Piskvork") {
        return Some(["a file of Piskvork", "psq_to_log.py"]);
    }
    let rest = text.strip_prefix(b"(")?;
    if !rest.trim_ascii_start().starts_with(b";") {
        return None;
    }
    let named = memchr::memmem::find(rest, b"GM[").and_then(|at| rest.get(at + 3));
    Some(match named {
        Some(letter) if letter.is_ascii_alphabetic() => {
            ["SGF of pentobi (blksgf)", "blksgf_to_log.py"]
        }
        _ => ["SGF", "sgf_to_log.py"],
    })
}

/// The error for a file that seems to have no format, at these bytes.
fn unknown(bytes: &[u8], games: Registry, at: Range<usize>) -> ReadError {
    let wrong = |why: String| ReadError::new(at.clone(), why);
    if let Some([what, converter]) = convertible(bytes) {
        return wrong(format!(
            "this is {what}; write it as a log: `python3 examples/converters/{converter} FILE | stickler validate`, in stickler's repository"
        ));
    }
    if crate::formats::trimmed(bytes)
        .strip_prefix(b"[")
        .is_some_and(|rest| rest.trim_ascii() == b"]")
    {
        let why = "this list is empty; a list in JSON has a record for each item, `[{...}, {...}]`";
        return wrong(why.into());
    }
    if bytes.contains(&0) {
        let why = "this is no text: it has bytes of zero; name the file of the match itself";
        return wrong(why.into());
    }
    let known = names(games);
    let is_list = crate::formats::trimmed(bytes).starts_with(b"[");
    let what = if is_list {
        "; a list in JSON has a record for each item, `[{...}, {...}]`"
    } else if is_markup(crate::formats::trimmed(bytes)) {
        "; it looks like HTML or XML: name the file of the match itself, not its page"
    } else {
        ""
    };
    let why = format!(
        "no known format of a record; there are {known}, and --from NAME says which it is{what}"
    );
    wrong(why).of_kind(ReadErrorKind::NoFormat)
}

/// Reads a file of this format.
pub(super) fn open_as<'a>(
    bytes: &'a [u8],
    format: Option<ListedFormat>,
    game: Option<&'static dyn AnyGame>,
    games: Registry,
) -> Result<Opened<'a>, ReadError> {
    let all = 0..bytes.len().min(80);
    if let Some(cure) = encoding::other(bytes) {
        return Err(ReadError::new(0..0, cure));
    }
    if bytes.trim_ascii().is_empty() {
        let why = "it is empty: expected a log or a record";
        return Err(ReadError::new(0..0, why));
    }
    let (format, owner) = match format {
        Some(found) => found,
        None if is_nearly_a_log(bytes) => (LOG, None),
        // Its reader says what other JSON is.
        None if crate::formats::trimmed(bytes).starts_with(b"{") => (ALPHANO, None),
        None => return Err(unknown(bytes, games, all)),
    };
    let opened = (format.read)(RecordSource {
        bytes,
        game: owner.or(game),
        games,
    })?;
    if let (Opened::Record(Record { game: own, .. }), Some(named)) = (&opened, game)
        && own.name() != named.name()
    {
        let why = format!(
            "this is a record of {}, not of {}",
            own.name(),
            named.name()
        );
        return Err(ReadError::new(all, why).of_kind(ReadErrorKind::OtherGame));
    }
    Ok(opened)
}
