//! Files in YAML: fixtures, which are named cases that show what a clause allows and forbids; failing games that were saved; and games
//! of a corpus.
//!
//! A file of fixtures is a list of cases; the folder names the game, the file the topic. Unknown keys are refused, and so is a case without
//! an outcome. A case has either `plies` (actions under the rules alone) or a `transcript`:
//!
//! ```yaml
//! - name: a_row_of_five_wins
//!   clauses: [gomoku.win.row]
//!   catches: counting only to the right
//!   plies: [MOVE 1 3, MOVE 2 1, MOVE 1 2, MOVE 2 2, MOVE 1 1, MOVE 2 3, MOVE 1 5, MOVE 2 4, MOVE 1 4]
//!   then: { outcome: seat 0 wins }
//! - name: an_occupied_cell_is_refused
//!   plies: [MOVE 8 8, MOVE 8 8]
//!   breaks: gomoku.move.empty
//! ```
//!
//! A log of one seat may also stand as two streams, `told` and `said`, which are brought into order by the game.
//! With `plies` and `breaks` the last action is the one that is refused. With `transcript` and `breaks`, `at` is the line of the
//! transcript and `by` who broke it: `seat 0`, `judge` or `log`.

pub mod declared;
pub mod mutant_table;

/// The smallest case that keeps each clause of our pages, and the smallest that breaks it, in YAML; a test writes them.
pub const EXAMPLES: &str = include_str!("../spec/examples.yaml");
/// Which cases keep and break each clause of our games, as the table of a page; a test writes it.
pub const COVERAGE: &str = include_str!("../spec/coverage.md");

use crate::clause::Binds;
use crate::explain::{CheckError, Checked, Extent, Finding, validate};
use crate::game::Outcome;
use crate::games::Registry;
use crate::games::erased::{AnyGame, AnyRules};
use crate::params::Settings;
use crate::records::json_line::{Broken, Examined};
use crate::records::{CheckOptions, LOG, OpenError, Text};
use crate::transcript::{END_WHOLE, record_clauses::SHAPE_FORM};
use crate::two_streams::{Streams, interleaved};
use crate::yaml::parse;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A fixture: a case by name, with plies or a transcript, and the result.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Fixture {
    /// Says what it shows; unique within the game.
    pub name: String,
    /// The clauses that it puts to the test and obeys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// The typical bug it is there for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catches: Option<String>,
    /// The game, where the folder does not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Parameters that differ from their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
    /// Actions from the start of a game, under the rules alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<Vec<String>>,
    /// A transcript, which may have a header.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<String>,
    /// In place of a transcript, a record of any format; `by: log` may then also say that it cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// In place of a transcript, what the one seat read; with `said`, and without their common order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// Lines of the one seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// Parts that are missing from the two streams: `head`, `tail` or both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub omits: Option<String>,
    /// Observations afterwards, by name. With `plies`, each game has `outcome`, `winner`, `points` and `end` (why it is over), and what
    /// its rules observe.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub then: BTreeMap<String, String>,
    /// The clause that it breaks: the first one, or the first after those of `after`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks: Option<String>,
    /// The clauses broken earlier in the same transcript, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
    /// The transcript's line that breaks it, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// Who breaks it: `seat N`, `judge` or `log`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The class of the fault, where a seat breaks it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The part of that line that the breach points at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<String>,
    /// The words of the breach, with their numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The clauses that are warned of, all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warns: Vec<String>,
}

/// Reads a file of cases; the error has line and column.
pub fn read(text: &str) -> Result<Vec<Fixture>, String> {
    let cases: Vec<Fixture> = parse(text)?;
    let mut names = BTreeSet::new();
    for case in &cases {
        case.is_whole()
            .map_err(|why| format!("case {}: {why}", case.name))?;
        if !names.insert(case.name.as_str()) {
            return Err(format!("case {}: another case has this name", case.name));
        }
    }
    Ok(cases)
}

/// The text of a file of these cases.
pub fn write(cases: &[Fixture]) -> String {
    serde_yaml::to_string(cases).unwrap_or_default()
}

/// A failing game of a bot, saved to be played again.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The version of this format: 1.
    pub stickler: u32,
    /// The game.
    pub game: String,
    /// All parameters that differ from their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
    /// The scenario.
    pub scenario: String,
    /// The game's number within it.
    pub index: u32,
    /// The seat of the bot.
    pub seat: u8,
    /// The clause that the bot broke.
    pub clause: String,
    /// The transcript's line that shows it, from 1.
    pub line: usize,
    /// Where it was played again: in how many games of how many with the same choices it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<[usize; 2]>,
    /// The choices of opponents, dice and draws.
    pub choices: Vec<u32>,
    /// The whole game, with the opponents' lines and the bot's answers.
    pub transcript: String,
}

impl Saved {
    /// Reads a saved failure; the error has line and column.
    pub fn read(text: &str) -> Result<Saved, String> {
        let saved: Saved = parse(text)?;
        of_version_1(saved.stickler).map(|()| saved)
    }

    /// The file's text.
    pub fn write(&self) -> String {
        serde_yaml::to_string(self).unwrap_or_default()
    }

    /// The parameters as settings.
    pub fn settings(&self) -> Settings {
        self.set.iter().collect()
    }
}

/// A game of a corpus: a bot met something new in it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KeptGame {
    /// The version of this format: 1.
    pub stickler: u32,
    /// The game.
    pub game: String,
    /// All parameters that differ from their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
    /// The seat of the bot.
    pub seat: u8,
    /// The things that no game before it had met, in words.
    pub met: BTreeSet<String>,
    /// The choices of opponents, dice and draws.
    pub choices: Vec<u32>,
    /// The whole game, as it was when it was kept.
    pub transcript: String,
}

impl KeptGame {
    /// Reads a kept game; the error has line and column.
    pub fn read(text: &str) -> Result<KeptGame, String> {
        let kept: KeptGame = parse(text)?;
        of_version_1(kept.stickler).map(|()| kept)
    }

    /// The file's text.
    pub fn write(&self) -> String {
        serde_yaml::to_string(self).unwrap_or_default()
    }

    /// The parameters as settings.
    pub fn settings(&self) -> Settings {
        self.set.iter().collect()
    }
}

/// The transcript within a saved failure or a kept game; `None` where these bytes are neither.
pub fn transcript_in(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes)
        .ok()
        .filter(|text| text.contains("\ntranscript: "))?;
    let transcript = match Saved::read(text) {
        Ok(saved) => saved.transcript,
        Err(_) => KeptGame::read(text).ok()?.transcript,
    };
    Some(transcript.into_bytes())
}

fn of_version_1(version: u32) -> Result<(), String> {
    match version {
        1 => Ok(()),
        other => Err(format!(
            "version {other} of this format is not known; this reader knows version 1"
        )),
    }
}

/// The line of a file, from 1, at which a case begins.
pub fn line_of(text: &str, name: &str) -> usize {
    let head = format!("- name: {name}");
    text.lines()
        .position(|line| line.trim_end() == head)
        .map_or(1, |at| at + 1)
}

impl Fixture {
    fn is_whole(&self) -> Result<(), String> {
        let streams = self.told.is_some() && self.said.is_some();
        let given = [
            self.plies.is_some(),
            self.transcript.is_some(),
            self.record.is_some(),
            streams,
        ];
        if given.iter().filter(|&&given| given).count() != 1 {
            return Err(
                "give `plies`, a `transcript`, a `record`, or both streams, `told` and `said`"
                    .into(),
            );
        }
        if !streams && (self.told.is_some() || self.said.is_some() || self.omits.is_some()) {
            return Err("`told`, `said` and `omits` go together".into());
        }
        if self.then.is_empty() && self.breaks.is_none() && self.warns.is_empty() {
            return Err("give the result: `then`, `breaks` or `warns`".into());
        }
        if self.plies.is_none() && self.breaks.is_some() && (self.at.is_none() || self.by.is_none())
        {
            return Err(
                "a transcript that breaks a clause says the line, `at`, and who breaks it, `by`"
                    .into(),
            );
        }
        let of_breach = [&self.by, &self.kind, &self.marks, &self.why];
        if self.breaks.is_none()
            && (self.at.is_some() || of_breach.into_iter().any(Option::is_some))
        {
            return Err("`at`, `by`, `kind`, `marks` and `why` go with `breaks`".into());
        }
        Ok(())
    }

    /// The parameters as settings.
    pub fn settings(&self) -> Settings {
        self.set.iter().collect()
    }

    /// The clauses that it breaks, those that are only warned of among them.
    pub fn broken(&self) -> impl Iterator<Item = &String> {
        self.breaks.iter().chain(&self.warns).chain(&self.after)
    }

    /// Runs the case of one of these games; the error says what was expected and what came.
    pub fn run(&self, games: Registry, folder: &str) -> Result<(), String> {
        if let Some(record) = &self.record {
            return self.run_record(games, record);
        }
        let (game, settings) = (
            games.find(self.game.as_deref().unwrap_or(folder))?,
            self.settings(),
        );
        match (&self.plies, self.log(game, &settings)?) {
            (Some(plies), _) => self.run_plies(game, &settings, plies),
            (_, Some(transcript)) => self.run_transcript(games, game, &settings, &transcript),
            _ => Err("nothing to run".into()),
        }
    }

    fn run_record(&self, games: Registry, record: &str) -> Result<(), String> {
        let game = self
            .game
            .as_deref()
            .map(|name| games.find(name))
            .transpose()?;
        let (given, text) = (self.settings(), Text::new(&self.name, record.as_bytes()));
        let (_, examined) = CheckOptions {
            game,
            ..CheckOptions::new(games, &given)
        }
        .examine(text);
        self.compare(&examined)?;
        for (name, value) in &self.then {
            let seen = match name.as_str() {
                "judge" => Some(&examined.judge),
                "outcome" => examined.outcome.as_ref(),
                "extent" => examined.extent.as_ref(),
                "conclusion" => Some(&examined.verdict),
                "right_if" => examined.right_if.as_ref(),
                _ => {
                    let known = "conclusion, judge, outcome, extent and right_if";
                    return Err(format!("of a record there are {known}"));
                }
            };
            expect(name, value, seen.map_or("none", String::as_str))?;
        }
        Ok(())
    }

    /// The transcript, as it stands or made of the two streams.
    pub fn log(&self, game: &dyn AnyGame, settings: &Settings) -> Result<Option<String>, String> {
        let (Some(told), Some(said)) = (&self.told, &self.said) else {
            return Ok(self.transcript.clone());
        };
        let omits = self.omits.as_deref().unwrap_or_default();
        let streams = Streams {
            seat: None,
            told: told.as_bytes(),
            said: said.as_bytes(),
            omits,
        };
        interleaved(game, settings, streams).map(Some)
    }

    /// The assumed clauses on which the verdict of its transcript rests; none where it has no transcript.
    pub fn rests_on(&self, game: &dyn AnyGame) -> Result<Vec<String>, String> {
        let settings = self.settings();
        let is_other = self.game.as_ref().is_some_and(|own| own != game.name());
        let log = self.log(game, &settings)?.filter(|_| !is_other);
        let checked = log.and_then(|log| validate(game, &settings, log.as_bytes()).ok());
        Ok(checked
            .iter()
            .flat_map(|checked| &checked.verdict.rests_on)
            .map(|clause| clause.id().to_string())
            .collect())
    }

    fn run_plies(
        &self,
        game: &dyn AnyGame,
        settings: &Settings,
        plies: &[String],
    ) -> Result<(), String> {
        let mut rules = game.with(settings)?.rules();
        for (at, ply) in plies.iter().enumerate() {
            let last = at + 1 == plies.len();
            match (rules.play(ply), self.breaks.as_deref().filter(|_| last)) {
                (Ok(()), None) => {}
                (Ok(()), Some(clause)) => {
                    return Err(format!("`{ply}` was accepted; it should break {clause}"));
                }
                (Err(breach), Some(clause)) => expect("the clause", clause, breach.clause.id())?,
                (Err(breach), None) => {
                    return Err(format!(
                        "`{ply}` was refused: {}: {}",
                        breach.clause, breach.why
                    ));
                }
            }
        }
        let mut seen = ended(&*rules);
        seen.extend(rules.observe());
        for (name, value) in &self.then {
            let shown = seen.get(name.as_str()).ok_or_else(|| {
                let known = seen.keys().copied().collect::<Vec<_>>().join(", ");
                format!("nothing called {name} can be observed; there are {known}")
            })?;
            expect(name, value, shown)?;
        }
        Ok(())
    }

    fn run_transcript(
        &self,
        games: Registry,
        game: &'static dyn AnyGame,
        settings: &Settings,
        transcript: &str,
    ) -> Result<(), String> {
        let text = Text::new(&self.name, transcript.as_bytes());
        let ask = CheckOptions {
            game: Some(game),
            format: Some(LOG.name),
            ..CheckOptions::new(games, settings)
        };
        let looked = match (ask.look(text, false), self.breaks.as_deref()) {
            (Ok(looked), _) => looked,
            (Err(OpenError::Refused(.., refused)), breaks) => match (*refused, breaks) {
                (CheckError::Header(error), Some(clause)) => {
                    expect("the clause", clause, error.breach.clause.id())?;
                    return expect(
                        "the line",
                        &self.at.unwrap_or(0).to_string(),
                        &error.line.to_string(),
                    );
                }
                (refused, _) => return Err(format!("the transcript was refused: {refused:?}")),
            },
            (Err(OpenError::Unread(_, trouble)), _) => return Err(trouble.why),
        };
        self.compare(&Examined::of(text, &looked, false))?;
        self.compare_held(game, &looked.checked)?;
        self.compare_words(&looked.checked, transcript)?;
        for (name, value) in &self.then {
            expect(name, value, &observed(&looked.checked, name)?)?;
        }
        Ok(())
    }

    /// Holds the clauses that are broken in a log or a record against those of the case.
    fn compare(&self, examined: &Examined) -> Result<(), String> {
        let (errors, warnings): (Vec<&Broken>, Vec<&Broken>) = examined
            .findings
            .iter()
            .partition(|broken| broken.level == "must");
        let mut errors = errors.into_iter();
        for clause in &self.after {
            let seen = errors.next().map_or("nothing", |broken| &broken.clause);
            expect("a clause broken earlier", clause, seen)?;
        }
        let first = errors.next();
        let words =
            |clause: &str, line: usize, by: &str| format!("{clause} at line {line} by {by}");
        let seen = match (&examined.trouble, first) {
            (Some(trouble), _) => words(
                SHAPE_FORM.id(),
                trouble.place.as_ref().map_or(0, |place| place.line),
                "log",
            ),
            (None, Some(broken)) => words(&broken.clause, broken.place.line, &broken.by),
            (None, None) => "nothing".into(),
        };
        match &self.breaks {
            Some(clause) if first.is_none() && examined.extent.as_deref() == Some("cut") => {
                expect("the clause", clause, END_WHOLE.id())?;
            }
            Some(clause) => {
                let by = self.by.as_deref().unwrap_or("?");
                expect(
                    "the breach",
                    &words(clause, self.at.unwrap_or(0), by),
                    &seen,
                )?;
            }
            None => {
                let why = first.map_or(String::new(), |broken| format!(": {}", broken.why));
                expect("the breach", "nothing", &(seen + &why))?;
            }
        }
        if let Some(kind) = &self.kind {
            expect(
                "the class",
                kind,
                first
                    .and_then(|broken| broken.kind.as_deref())
                    .unwrap_or("none"),
            )?;
        }
        let warned: BTreeSet<&str> = warnings
            .iter()
            .map(|broken| broken.clause.as_str())
            .collect();
        expect(
            "the warnings",
            &self.warns.join(" "),
            &warned.into_iter().collect::<Vec<_>>().join(" "),
        )
    }

    /// Where the breach points, and what it says.
    fn compare_words(&self, checked: &Checked, transcript: &str) -> Result<(), String> {
        let is_it = |finding: &&Finding| Some(finding.breach.clause.id()) == self.breaks.as_deref();
        let Some(Finding { line, breach, .. }) = checked.findings.iter().find(is_it) else {
            return Ok(());
        };
        let line = transcript
            .lines()
            .nth(line.saturating_sub(1))
            .unwrap_or_default();
        let seen = line
            .get(breach.span.columns(line.as_bytes()))
            .unwrap_or_default();
        self.marks
            .as_ref()
            .map_or(Ok(()), |marks| expect("what it marks", marks, seen))?;
        self.why.as_ref().map_or(Ok(()), |why| {
            expect("its words", why, &breach.why.to_string())
        })
    }

    /// A clause of the bot that the case claims to obey must have been put to the test.
    fn compare_held(&self, game: &dyn AnyGame, checked: &Checked) -> Result<(), String> {
        if checked.extent != Extent::Whole || self.breaks.is_some() {
            return Ok(());
        }
        let tested = |id: &str| {
            checked
                .verdict
                .kept
                .iter()
                .any(|(_, clause)| clause.id() == id)
        };
        let binds_bot = |id: &&String| {
            game.clause(id)
                .is_some_and(|clause| clause.statement().binds == Binds::Bot)
        };
        match self.clauses.iter().filter(binds_bot).find(|id| !tested(id)) {
            Some(id) => Err(format!(
                "it says that it obeys {id}, which nothing in it puts to the test"
            )),
            None => Ok(()),
        }
    }
}

fn expect(what: &str, wanted: &str, seen: &str) -> Result<(), String> {
    if wanted == seen {
        Ok(())
    } else {
        Err(format!("{what}: expected `{wanted}`, got `{seen}`"))
    }
}

/// How a game ends is known of every game: whether and for whom, the points as they stand, and the rules' words for it.
fn ended(rules: &dyn AnyRules) -> BTreeMap<&'static str, String> {
    let outcome = rules.turn().outcome();
    let points = rules.score().as_ref().map(in_points);
    let winner = outcome.and_then(|outcome| outcome.winner());
    BTreeMap::from([
        (
            "outcome",
            outcome.map_or("running".into(), |outcome| outcome.to_string()),
        ),
        (
            "winner",
            winner.map_or("none".into(), |seat| format!("seat {seat}")),
        ),
        ("points", points.unwrap_or_else(|| "none".into())),
        ("end", rules.end().unwrap_or_else(|| "none".into())),
    ])
}

/// The points of each seat, in order.
fn in_points(outcome: &Outcome) -> String {
    let points = outcome.points().iter().map(|points| points.to_string());
    points.collect::<Vec<_>>().join(" ")
}

fn observed(checked: &Checked, name: &str) -> Result<String, String> {
    Ok(match name {
        "conclusion" => checked.conclusion(false).to_string(),
        "outcome" => checked
            .verdict
            .outcome
            .map_or("none".into(), |outcome| outcome.to_string()),
        "winner" => {
            let winner = checked.verdict.outcome.and_then(|outcome| outcome.winner());
            winner.map_or("none".into(), |seat| format!("seat {seat}"))
        }
        "points" => checked
            .verdict
            .outcome
            .map_or("none".into(), |outcome| in_points(&outcome)),
        "extent" => format!("{:?}", checked.extent).to_lowercase(),
        "blamed" => checked.blamed().join(", "),
        "right_if" => checked
            .excuse
            .as_ref()
            .map_or("none".into(), |excuse| excuse.to_string()),
        "or_else" => checked
            .either
            .as_ref()
            .map_or("none".into(), |other| other.to_string()),
        "rests_on" => checked
            .verdict
            .rests_on
            .iter()
            .map(|clause| clause.id())
            .collect::<Vec<_>>()
            .join(" "),
        _ => {
            let known =
                "conclusion, outcome, winner, points, extent, blamed, right_if, or_else, rests_on";
            return Err(format!(
                "nothing called {name} can be observed; there are {known}"
            ));
        }
    })
}
