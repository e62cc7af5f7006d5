//! Snapshots: one seeded game of each kind with everything that can be observed, what the reference bots answer, and every
//! diagnosis and verdict of the fixtures.

use crate::support::files::{case_files, text};
use crate::support::in_memory::in_memory;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use stickler::clause::Clause;
use stickler::explain::{CheckError, validate, validate_until};
use stickler::fixture::{self, Fixture};
use stickler::game::Turn;
use stickler::games::{GAMES, erased::AnyGame};
use stickler::params::Settings;
use stickler::referee::{Stream, Verdict};
use stickler::report::diagnostic::{Diagnosis, Source};
use stickler::report::journal::Journal;
use stickler::stream::{Seeded, SplitMix64};

/// Parameters that keep a game short enough to read.
fn short(game: &str) -> Settings {
    let set: &[&str] = match game {
        "betris" => &["board=4x4", "rounds=3", "chips=6"],
        "blackout" => &["board=3x4"],
        "blokus" => &["players=3", "board=7", "shapes=I1,I2,I3,L3,S4,T4,U5,W5"],
        "gomoku" => &["board=6x7", "row=4"],
        "tetris" => &["alphabet=LITO", "length=9"],
        _ => &[],
    };
    Settings::read(set.iter().copied()).expect("settings")
}

/// Plies of a playthrough that stand in one file.
const PLIES: usize = 8;

/// The plies of a game, by files.
fn playthrough(game: &dyn AnyGame) -> Vec<String> {
    let settings = short(game.name());
    let mut rules = game.with(&settings).expect("rules").rules();
    let mut stream = Seeded::new(SplitMix64(11));
    let mut files = vec![format!("{} {settings}\n", game.name())];
    for ply in 0.. {
        if ply > 0 && ply % PLIES == 0 {
            files.push(String::new());
        }
        let long = files.iter().map(String::len).sum::<usize>() > 60_000;
        let text = files.last_mut().expect("a file");
        let observed: Vec<String> = rules
            .observe()
            .iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        let actions = rules.actions();
        let _ = writeln!(
            text,
            "\n{}\n{}",
            observed.join(" | "),
            rules.picture().text()
        );
        let _ = writeln!(text, "{} actions: {}", actions.len(), few(&actions));
        if matches!(rules.turn(), Turn::Over(_)) || long {
            break;
        }
        let action = &actions[stream.pick(actions.len())];
        let _ = writeln!(text, "-> {action}");
        rules.play(action).expect("a legal action");
    }
    files
}

fn few(actions: &[String]) -> String {
    match actions {
        [first, .., last] => format!("{first} .. {last}"),
        _ => actions.join(", "),
    }
}

#[test]
fn playthroughs() {
    for game in GAMES.games() {
        let folder = format!("playthrough_{}", game.name());
        for (file, text) in playthrough(*game).iter().enumerate() {
            holds_in(&folder, &format!("from ply {:02}", file * PLIES), text);
        }
    }
}

/// What the reference bot and its opponents answer in the first game of each scenario, as each seat: a change of play is seen.
#[test]
fn answers_of_the_reference_bots() {
    for game in GAMES.games() {
        let plan = in_memory(game.name(), |bot| bot);
        let mut seen = BTreeSet::new();
        let mut text = String::new();
        for case in plan
            .stream()
            .expect("cases")
            .filter(|case| seen.insert((case.scenario.name, case.seat)))
        {
            let played = plan.play(case).expect("a game");
            let (mut answers, mut others) = (Vec::new(), Vec::new());
            for (by, answer) in played
                .record
                .transcript
                .lines()
                .filter_map(|line| line.split_once("> "))
            {
                let is_own = by == case.seat.to_string();
                let untimed = answer.split(" @").next().unwrap_or(answer);
                if is_own {
                    answers.push(untimed.to_string())
                } else {
                    others.push(format!("{by}> {answer}"))
                }
            }
            let _ = writeln!(
                text,
                "{}, seat {}: {}",
                case.scenario.name,
                case.seat,
                answers.join(", ")
            );
            let _ = writeln!(text, "against {}\n", others.join(", "));
        }
        holds(&format!("answers_{}", game.name()), &text);
    }
}

#[test]
fn diagnoses() {
    for file in case_files() {
        let stem = |path: &Path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        };
        let (folder, topic) = (stem(file.parent().expect("a folder")), stem(&file));
        let cases = fixture::read(&text(&file)).expect("cases");
        for case in &cases {
            if let Some(shown) = diagnosis(&folder, case) {
                holds_in(&format!("diagnoses_{folder}_{topic}"), &case.name, &shown);
            }
        }
    }
}

/// Cases whose verdicts stand in one file.
const CASES: usize = 15;

/// What the verdict of every fixture says beside its faults, and what a report says of the position; then how often each
/// clause was kept.
#[test]
fn verdicts() {
    let mut folders: BTreeMap<String, BTreeMap<Clause, usize>> = BTreeMap::new();
    for file in case_files() {
        let folder = file
            .parent()
            .and_then(Path::file_name)
            .expect("a folder")
            .to_string_lossy()
            .into_owned();
        let kept = folders.entry(folder.clone()).or_default();
        let mut files = vec![String::new()];
        let cases = fixture::read(&text(&file)).expect("cases");
        for (number, case) in cases.iter().enumerate() {
            if number > 0 && number % CASES == 0 {
                files.push(String::new());
            }
            let lines = files.last_mut().expect("a file");
            let Some(transcript) = &case.transcript else {
                continue;
            };
            let game = GAMES
                .find(case.game.as_deref().unwrap_or(&folder))
                .expect("the game");
            let (settings, bytes) = (case.settings(), transcript.as_bytes());
            let Ok((checked, referee)) = validate_until(game, &settings, bytes, usize::MAX) else {
                continue;
            };
            let _ = writeln!(lines, "{}: {}", case.name, summary(&checked.verdict));
            let _ = writeln!(lines, "  {}", referee.picture().notes.join("; "));
            let mut advice = referee.advice(None);
            let source = Source::new("game.log", bytes);
            let journal = Journal::of(game, &checked, &source);
            for around in journal.around(&checked.findings, false) {
                advice.extend(around.allowed.map(|allowed| ("allowed", allowed)));
                advice.extend(around.advice);
            }
            advice
                .iter()
                .for_each(|(name, text)| lines.push_str(&format!("  {name}: {text}\n")));
            checked
                .verdict
                .kept
                .iter()
                .for_each(|(_, clause)| *kept.entry(*clause).or_default() += 1);
        }
        let topic = file.file_stem().expect("a name").to_string_lossy();
        let shown = files.iter().enumerate();
        for (file, lines) in shown.filter(|(_, lines)| !lines.is_empty()) {
            let from = match file {
                0 => topic.to_string(),
                _ => format!("{topic} from case {}", file * CASES + 1),
            };
            holds_in(&format!("verdicts_{folder}"), &from, lines);
        }
    }
    for (folder, kept) in folders.iter().filter(|(_, kept)| !kept.is_empty()) {
        let kept: String = kept
            .iter()
            .map(|(clause, times)| format!("{}: {times}\n", clause.id()))
            .collect();
        holds_in(&format!("verdicts_{folder}"), "clauses kept", &kept);
    }
}

fn summary(verdict: &Verdict) -> String {
    let mut said = vec![
        verdict
            .outcome
            .map_or("no result".into(), |outcome| outcome.to_string()),
    ];
    said.extend(
        verdict
            .decided
            .map(|faults| format!("{faults} faults before it")),
    );
    let kept = |seat: u8| {
        verdict
            .kept
            .iter()
            .filter(|(holder, _)| holder.0 == seat)
            .count()
            .to_string()
    };
    said.push(format!(
        "kept {}",
        (0..4).map(kept).collect::<Vec<_>>().join(" ")
    ));
    if !verdict.rests_on.is_empty() {
        let rests_on: Vec<&str> = verdict.rests_on.iter().map(|clause| clause.id()).collect();
        said.push(format!("rests on {}", rests_on.join(" ")));
    }
    said.extend(
        verdict
            .grounds
            .map(|clauses| format!("{clauses} before a seat was out")),
    );
    said.join("; ")
}

/// `INSTA_UPDATE=always` writes the snapshots anew.
pub(crate) fn holds(name: &str, shown: &str) {
    held("snapshots", name, shown);
}

/// The same in a folder of its own, in a file that is called after a sentence.
pub(crate) fn holds_in(folder: &str, sentence: &str, shown: &str) {
    let words = sentence.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name = words.join("_").to_lowercase();
    held(&format!("snapshots/{folder}"), &name, shown);
}

/// Somebody reads each of them.
const MOST_LINES: usize = 200;

fn held(folder: &str, name: &str, shown: &str) {
    let lines = shown.lines().count();
    assert!(
        lines <= MOST_LINES,
        "{name} has {lines} lines: make two of it"
    );
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_path(folder);
    settings.bind(|| insta::assert_snapshot!(name, shown));
}

fn diagnosis(folder: &str, case: &Fixture) -> Option<String> {
    let transcript = case.transcript.as_ref()?;
    if case.breaks.is_none() && case.warns.is_empty() {
        return None;
    }
    let game = GAMES.find(case.game.as_deref().unwrap_or(folder)).ok()?;
    let settings = case.settings();
    let source = Source::new("game.log", transcript.as_bytes());
    let findings = match validate(game, &settings, transcript.as_bytes()) {
        Ok(checked) => checked.findings,
        Err(CheckError::Header(error)) => vec![error.into()],
        Err(refused) => return Some(format!("{}: {refused:?}\n\n", case.name)),
    };
    let around = Journal::new(game, &settings, &source).around(&findings, false);
    let shown = findings.iter().zip(around).map(|(finding, around)| {
        Diagnosis::new(*finding, false)
            .proven(around.evidence)
            .render(&source, false)
    });
    let shown: String = shown.collect();
    Some(format!("{}:\n{shown}\n", case.name))
}
