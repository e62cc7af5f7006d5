//! Targets of the fuzzer: everything that reads what others wrote. Each target takes any bytes; it may refuse them, and never panics.
//!
//! The test beside this file gives each of them bytes that proptest draws and shrinks. Most bytes are a list of edits of a text that
//! is right ([`edited`]), so that the fuzzer gets past the first line.

use std::io::Write;
use std::path::Path;
use std::sync::LazyLock;
use stickler::clause::Page;
use stickler::error_policy::read_allowed;
use stickler::explain::{CheckError, Checked, validate, validate_until};
use stickler::finding::Finding;
use stickler::fixture::mutant_table::Mutants;
use stickler::fixture::{self, Saved};
use stickler::game::Seat;
use stickler::games::tetris::batch::grade;
use stickler::games::{GAMES, erased::AnyGame};
use stickler::params::Settings;
use stickler::records::{self, Opened};
use stickler::report::diagnostic::{Diagnosis, Source};
use stickler::report::journal::Journal;
use stickler::transcript::{Transcript, interaction};
use stickler::two_streams::{Streams, interleaved};

/// Takes any bytes.
pub(crate) type Target = fn(&[u8]);

/// Every target and its name.
pub(crate) const TARGETS: [(&str, Target); 9] = [
    ("log", log),
    ("streams", streams),
    ("files", files),
    ("records", a_record),
    ("oracle", questions),
    ("batch", batch),
    ("answers", answers),
    ("rules", rules),
    ("parameters", parameters),
];

/// A log of the fixtures, its game and its parameters.
type Log = (&'static dyn AnyGame, Settings, Vec<u8>);

/// Files of this repository below a folder, in the order of their names.
fn below(folder: &str) -> Vec<Vec<u8>> {
    fn collect(folder: &Path, into: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                collect(&path, into)
            } else {
                into.push(path)
            }
        }
    }
    let mut paths = Vec::new();
    collect(&root().join(folder), &mut paths);
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read(path).expect("a file"))
        .collect()
}

fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let has_pages = |folder: &&Path| folder.join("spec").is_dir();
    package.ancestors().find(has_pages).expect("the root")
}

/// The values of the whole board of Black Out take longer than a fuzzer waits.
fn is_quick(game: &dyn AnyGame, settings: &Settings) -> bool {
    game.name() != "blackout"
        || settings
            .0
            .iter()
            .any(|(name, _)| ["board", "jury"].contains(&name.as_str()))
}

static LOGS: LazyLock<Vec<Log>> = LazyLock::new(|| {
    let of = |game: &&'static dyn AnyGame| {
        let game = *game;
        let files = below(&format!("fixtures/{}", game.name()));
        let cases = files
            .into_iter()
            .flat_map(|file| fixture::read(&String::from_utf8_lossy(&file)).unwrap_or_default());
        let logs = cases
            .filter_map(move |case| Some((game, case.settings(), case.transcript?.into_bytes())));
        logs.filter(|(_, settings, log)| log.len() < 4000 && is_quick(game, settings))
            .collect::<Vec<Log>>()
    };
    GAMES.games().iter().flat_map(of).collect()
});

static FILES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let all = below("fixtures")
        .into_iter()
        .chain(below("spec"))
        .filter(|file| file.len() < 20_000);
    all.collect()
});

static RECORDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mut all: Vec<Vec<u8>> = below("fixtures/records")
        .into_iter()
        .filter(|file| file.len() < 20_000)
        .collect();
    let cases: Vec<_> = all
        .iter()
        .flat_map(|file| fixture::read(&String::from_utf8_lossy(file)).unwrap_or_default())
        .collect();
    all.extend(
        cases
            .into_iter()
            .filter_map(|case| case.record.map(String::into_bytes)),
    );
    all
});

/// Pieces that stand where they should not.
const PIECES: [&[u8]; 32] = [
    b"-1",
    b"-0",
    b"99999999999999999999",
    b"18446744073709551615",
    b"+3",
    b"03",
    b" ",
    b"\t",
    b"\r\n",
    b"\n",
    b"\0",
    b"\xff",
    b"\xc3\xa9",
    b"...\n",
    b"0< ",
    b"1> ",
    b"0! exit 0\n",
    b"1! silent @10000ms\n",
    b"0! left 3\n",
    b"1! used cpu 5ms memory 9000MB\n",
    b" @5ms",
    b" @99999999999999999999ms",
    b"\\x00",
    b"\\",
    b": ",
    b"'",
    b"{",
    b"[",
    b"\"",
    b"omits: head\n",
    b"FINISH",
    b"\x1b[2J",
];

/// One byte at a time; none: 0.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> usize {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        usize::from(*first)
    }

    fn below(&mut self, count: usize) -> usize {
        if count == 0 {
            0
        } else {
            (self.next() << 8 | self.next()) % count
        }
    }
}

/// A text after the edits that the bytes ask for, each with its place: lines and words left out, doubled, moved, put in, changed.
fn edited(text: &[u8], edits: &mut Bytes<'_>) -> Vec<u8> {
    let mut bytes = text.to_vec();
    while !edits.0.is_empty() && !bytes.is_empty() {
        let (what, at) = (edits.next(), edits.below(bytes.len()));
        let line = |at: usize| {
            let from = bytes[..at]
                .iter()
                .rposition(|&byte| byte == b'\n')
                .map_or(0, |end| end + 1);
            let to = bytes[at..]
                .iter()
                .position(|&byte| byte == b'\n')
                .map_or(bytes.len(), |end| at + end + 1);
            from..to
        };
        match what % 9 {
            0 => drop(bytes.drain(line(at))),
            1 => {
                let (copied, other) = (line(at), line(edits.below(bytes.len())));
                let copied = bytes[copied].to_vec();
                bytes.splice(other.start..other.start, copied);
            }
            2 => {
                let to = (at + edits.next() % 40).min(bytes.len());
                bytes.drain(at..to);
            }
            3 => drop(bytes.splice(at..at, PIECES[edits.next() % PIECES.len()].iter().copied())),
            4 => {
                let to = (at + edits.next() % 8).min(bytes.len());
                bytes.splice(at..to, PIECES[edits.next() % PIECES.len()].iter().copied());
            }
            5 => bytes[at] = edits.next() as u8,
            6 => {
                let digits = bytes[at..]
                    .iter()
                    .position(u8::is_ascii_digit)
                    .map(|digit| at + digit);
                let digit = b"0123456789"[edits.next() % 10];
                digits.into_iter().for_each(|at| bytes[at] = digit);
            }
            7 => bytes.truncate(at),
            _ => {
                let other = edits.below(bytes.len());
                bytes.swap(at, other);
            }
        }
        if bytes.len() > 1 << 16 {
            break;
        }
    }
    bytes
}

fn one<'t, T>(of: &'t [T], bytes: &mut Bytes<'_>) -> Option<&'t T> {
    of.get(bytes.below(of.len()))
}

/// What a check says without the columns: an answer that is written with escapes has others.
fn said(checked: &Result<Checked, CheckError>) -> Option<String> {
    let checked = checked.as_ref().ok()?;
    let found = |finding: &Finding| {
        (
            finding.line,
            finding.culprit,
            finding.breach.clause,
            finding.breach.why,
        )
    };
    let found: Vec<_> = checked.findings.iter().map(found).collect();
    Some(format!(
        "{found:?} {:?} {:?}",
        checked.extent, checked.verdict.outcome
    ))
}

/// A log of the fixtures with its game and parameters; now and then any other file, as a log of any game.
fn log_or_file<'t>(data: &mut Bytes<'_>) -> Option<(&'static dyn AnyGame, Settings, &'t [u8])> {
    if !data.next().is_multiple_of(8) {
        let (game, settings, log) = one(&LOGS, data)?;
        return Some((*game, settings.clone(), log));
    }
    let game = GAMES.games()[data.next() % GAMES.games().len()];
    let set: &[&str] = if game.name() == "blackout" {
        &["board=2x3"]
    } else {
        &[]
    };
    let settings = Settings::read(set.iter().copied()).expect("settings");
    Some((game, settings, one(&FILES, data)?))
}

/// A log is checked and explained; the fast way to read its answers and the slow one say the same.
fn log(data: &[u8]) {
    let mut data = Bytes(data);
    let Some((game, settings, seed)) = log_or_file(&mut data) else {
        return;
    };
    let bytes = edited(seed, &mut data);
    let checked = validate(game, &settings, &bytes);
    if let Ok((_, referee)) = validate_until(game, &settings, &bytes, usize::MAX) {
        let _ = referee.picture().text();
    }
    let source = Source::new("fuzz.log", &bytes);
    if let Ok(checked) = &checked {
        let findings = &checked.findings[..checked.findings.len().min(3)];
        let around = Journal::of(game, checked, &source).around(findings, true);
        for (finding, around) in findings.iter().zip(around) {
            assert!(
                (1..=source.lines()).contains(&finding.line),
                "line {}",
                finding.line
            );
            let diagnosis = Diagnosis::new(*finding, true)
                .proven(around.evidence)
                .facts(around.advice);
            assert!(
                diagnosis
                    .evidence
                    .iter()
                    .all(|proof| proof.line < finding.line),
                "evidence of {finding:?}"
            );
            let shown = diagnosis.render(&source, false);
            assert!(shown.contains(finding.breach.clause.id()));
        }
    }
    if !bytes.contains(&b'\\') && said(&checked).is_some() {
        assert_eq!(
            said(&checked),
            said(&validate(game, &settings, &escaped(&bytes)))
        );
    }
}

/// The log with the first byte of each answer as an escape, which the fast way leaves to the slow one.
fn escaped(log: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::new();
    for line in log.split_inclusive(|&byte| byte == b'\n') {
        match line {
            [b'0'..=b'9', b'>', b' ', first @ b'!'..=b'~', rest @ ..] if *first != b'@' => {
                escaped.extend(&line[..3]);
                // Writing to memory cannot fail.
                let _ = write!(escaped, "\\x{first:02x}");
                escaped.extend(rest);
            }
            _ => escaped.extend(line),
        }
    }
    escaped
}

/// Two streams become a log that can be read, or are refused; so does an interaction.
fn streams(data: &[u8]) {
    let mut data = Bytes(data);
    let Some((game, settings, log)) = one(&LOGS, &mut data) else {
        return;
    };
    let omits = ["", "head", "tail", "head tail", "x"][data.next() % 5];
    let seat = [None, Some(Seat(0)), Some(Seat(1))][data.next() % 3];
    let stream = |mark: u8| -> Vec<u8> {
        let lines = log.split_inclusive(|&byte| byte == b'\n');
        let own = lines.filter(|line| line.starts_with(b"0") && line.get(1) == Some(&mark));
        own.flat_map(|line| &line[3.min(line.len())..])
            .copied()
            .collect()
    };
    let cut = data.0.len() / 2;
    let (told, said) = (
        edited(&stream(b'<'), &mut Bytes(&data.0[..cut])),
        edited(&stream(b'>'), &mut Bytes(&data.0[cut..])),
    );
    if let Ok(log) = interleaved(
        *game,
        settings,
        Streams {
            seat,
            told: &told,
            said: &said,
            omits,
        },
    ) {
        assert!(Transcript::parse(log.as_bytes()).is_ok(), "{log}");
    }
    let bytes = edited(log, &mut data);
    if let Ok(read) = interaction::read(&bytes)
        && let Some(written) = interaction::write(&read)
    {
        // Blank lines, and carriage returns at the end of one, are no part of an interaction.
        let lines = |log: &[u8]| {
            let ends = |line: &[u8]| {
                line.iter()
                    .rposition(|&byte| byte != b'\r')
                    .map_or(0, |last| last + 1)
            };
            log.split(|&byte| byte == b'\n')
                .map(|line| &line[..ends(line)])
                .collect::<Vec<_>>()
                .concat()
        };
        assert_eq!(
            interaction::read(&written).map(|log| lines(&log)),
            Ok(lines(&read))
        );
    }
    let _ = interaction::write(&bytes);
}

/// Fixtures, saved games, tables of faulty bots and pages.
fn files(data: &[u8]) {
    let mut data = Bytes(data);
    let Some(file) = one(&FILES, &mut data) else {
        return;
    };
    let bytes = edited(file, &mut data);
    let text = String::from_utf8_lossy(&bytes);
    match fixture::read(&text) {
        Ok(cases) => {
            let first = cases.iter().take(2);
            first.for_each(|case| drop(case.run(GAMES, "gomoku")));
        }
        Err(why) => {
            let places = ["line ", "case ", "more than one document", "invalid"];
            assert!(places.iter().any(|place| why.contains(place)), "{why}");
        }
    }
    if let Ok(saved) = Saved::read(&text) {
        assert!(Saved::read(&saved.write()).is_ok());
    }
    let _ = (
        Mutants::read(&text).map_err(drop),
        Page::read(&text).map_err(drop),
        read_allowed(GAMES, &text).map_err(drop),
    );
}

/// A file of any format is opened, checked and written in every other format.
fn a_record(data: &[u8]) {
    let mut data = Bytes(data);
    let formats: Vec<&str> = records::formats(GAMES)
        .map(|(format, _)| format.name)
        .collect();
    let format = [None, Some(formats[data.next() % formats.len()])]
        [usize::from(data.next().is_multiple_of(4))];
    let Some(file) = one(&RECORDS, &mut data) else {
        return;
    };
    let bytes = edited(file, &mut data);
    let given = Settings::default();
    match records::open(&bytes, format, None, GAMES) {
        Ok(Opened::Record(record)) if is_quick(record.game, &record.settings) => {
            let Ok(checked) = records::check(&record, &given, true) else {
                return;
            };
            for to in formats {
                let _ = records::convert(&record, &checked, to, GAMES).map_err(drop);
            }
        }
        Ok(Opened::Log(log, _)) => {
            let _ = records::of_log(
                GAMES.games()[data.next() % GAMES.games().len()],
                &given,
                &log,
            )
            .map_err(drop);
        }
        Ok(Opened::Record(_)) => {}
        Err(trouble) => assert!(trouble.at.start <= bytes.len(), "{trouble:?}"),
    }
}

/// Each question has one answer, and each answer is JSON.
fn questions(data: &[u8]) {
    let mut data = Bytes(data);
    let game = GAMES.games()[data.next() % GAMES.games().len()];
    let first = game
        .with(&Settings::default())
        .expect("defaults")
        .rules()
        .actions()
        .into_iter()
        .next()
        .unwrap_or_default();
    let asks = [
        r#"{"new":{"as":"a"}}"#.to_string(),
        format!(r#"{{"check":{{"position":"a","action":"{first}"}}}}"#),
        format!(r#"{{"apply":{{"position":"a","action":"{first}"}}}}"#),
        r#"{"copy":{"position":"a","as":"b"}}"#.to_string(),
        r#"{"turn":{"position":"b"}}"#.to_string(),
        r#"{"observe":{"position":"a"}}"#.to_string(),
        r#"{"undo":{"position":"a"}}"#.to_string(),
        r#"{"hello":{}}"#.to_string(),
    ];
    let lines = asks
        .iter()
        .zip(1..)
        .map(|(ask, id)| format!("{{\"id\":{id},\"ask\":{ask}}}\n"));
    let talk: String = lines.collect();
    let bytes = edited(talk.as_bytes(), &mut data);
    let mut replies = Vec::new();
    stickler::oracle::run(game, &Settings::default(), &bytes[..], &mut replies).expect("memory");
    for line in replies
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
    {
        let reply: serde_json::Value = serde_json::from_slice(line).expect("JSON");
        assert!(reply.is_object());
    }
}

/// Inputs and outputs of the batch are graded.
fn batch(data: &[u8]) {
    let params = stickler::games::tetris::Params::default();
    let (left, right) = data.split_at(data.len() / 2);
    let input = edited(b"3\n3\nLIT\n14\nJOTLIZZJSOTLSO\n3\nLOL\n", &mut Bytes(left));
    let output = edited(b"YES\nYES\nNO\n", &mut Bytes(right));
    grade(&params, &input[..], &output[..]).expect("memory");
}

/// Lines of any bytes are answers, messages and actions, or are refused.
fn answers(data: &[u8]) {
    let mut data = Bytes(data);
    let game = GAMES.games()[data.next() % GAMES.games().len()];
    let variant = game.with(&Settings::default()).expect("defaults");
    let (mut referee, rules) = (variant.referee(), variant.rules());
    // Answers and messages that are right but for an edit or two, and then bytes.
    let logs = LOGS.iter().filter(|(of, ..)| of.name() == game.name());
    let logs: Vec<&Log> = logs.collect();
    let log = one(&logs, &mut data).map_or(&[][..], |(.., log)| log);
    let shown: Vec<&[u8]> = log.split(|&byte| byte == b'\n').collect();
    let shown = one(&shown, &mut data).map_or(&[][..], |line| line.get(3..).unwrap_or(line));
    let changed = edited(shown, &mut Bytes(&data.0[..data.0.len().min(6)]));
    let text = [&changed[..], b"\n", data.0].concat();
    for line in text.split(|&byte| byte == b'\n').take(20) {
        let _ = referee.answer_form(line);
        let _ = referee.told_desynced(Seat(0), &mut std::iter::once(line));
        let _ = rules.check(&String::from_utf8_lossy(line));
    }
}

/// Whatever the rules list they allow, and what they refuse they do not list.
fn rules(data: &[u8]) {
    const SMALL: [(&str, &[&str]); 5] = [
        ("betris", &["board=4x4", "rounds=2", "blocks=I2,L3,O4,P5"]),
        ("blackout", &["board=2x3"]),
        ("blokus", &["board=7", "drawn=5/5/5"]),
        ("gomoku", &["board=4x4", "row=3"]),
        ("tetris", &[]),
    ];
    let mut data = Bytes(data);
    let (name, set) = SMALL[data.next() % SMALL.len()];
    let settings = Settings::read(set.iter().copied()).expect("settings");
    let mut rules = GAMES
        .find(name)
        .expect("a game")
        .with(&settings)
        .expect("settings")
        .rules();
    while !data.0.is_empty() {
        let actions = rules.actions();
        let Some(action) = one(&actions, &mut data) else {
            return;
        };
        let changed = edited(
            action.as_bytes(),
            &mut Bytes(&[data.next() as u8, 0, data.next() as u8, data.next() as u8]),
        );
        let changed = String::from_utf8_lossy(&changed);
        if rules.check(&changed).is_err() {
            assert!(
                !actions.iter().any(|listed| *listed == changed),
                "{changed} is listed"
            );
        }
        rules.play(action).expect("listed");
    }
}

/// A parameter takes any word or refuses it in one line; with what it takes, the game can be played.
fn parameters(data: &[u8]) {
    let mut data = Bytes(data);
    let game = GAMES.games()[data.next() % GAMES.games().len()];
    let defaults = game.with(&Settings::default()).expect("defaults");
    let known = defaults.parameters();
    let Some((name, value, ..)) = one(&known, &mut data) else {
        return;
    };
    // A word of any bytes, one of such as values have, or the usual value after an edit or two.
    let word = match data.next() % 3 {
        0 => std::mem::take(&mut data.0).to_vec(),
        1 => {
            let of = |byte: &u8| b"0123456789-x/,. "[usize::from(*byte) % 16];
            data.0.iter().take(6).map(of).collect()
        }
        _ => edited(value.as_bytes(), &mut Bytes(&data.0[..data.0.len().min(6)])),
    };
    // The line names the word as it was given, so there is none in the word.
    let word = String::from_utf8_lossy(&word).replace(['\n', '\r'], " ");
    let set = format!("{name}={word}");
    let read = Settings::read([set.as_str()]).and_then(|settings| game.with(&settings));
    match read {
        Ok(variant) => {
            assert!((1..=4).contains(&variant.seats()), "{set}");
            let mut rules = variant.rules();
            // Whoever gives the drawn cards of Blokus has all of them laid out, which takes long.
            let actions = if *name == "drawn" {
                Vec::new()
            } else {
                rules.actions()
            };
            actions.first().map(|action| rules.play(action));
            let _ = variant.referee();
        }
        Err(why) => assert!(!why.is_empty() && !why.contains('\n'), "{set}: {why}"),
    }
}
