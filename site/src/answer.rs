//! The questions of a page, and the answers: one command in JSON with the bytes that it speaks of, one answer in JSON.
//!
//! A command is an object whose `do` names it; [`Command`] has them all. An answer that cannot be given is `{"error": "why"}`.

use crate::case::{Brief, Position, of_log, of_plies};
use crate::session::{Done, Opponent, Session, SessionView};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use stickler::explain::Conclusion;
use stickler::fixture::transcript_in;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::oracle::Oracle;
use stickler::params::Settings;
use stickler::precompute::{self, Precompute};
use stickler::records::json_line::{Examined, JsonLine, Summary};
use stickler::records::{self, CheckOptions, Depends, ReadError, ShownLog, Text, game_of};
use stickler::report::file_report::{self, FileReport};
use stickler::report::viewer::{Viewed, plies, transcript};
use stickler::report::visible::{self, visible};

/// Tells how far the making of a table is: parts made, and parts in all.
#[derive(Clone, Copy, Debug)]
pub struct TellProgress(pub fn(usize, usize));

impl Precompute for TellProgress {
    fn progress(&self, made: usize, of: usize) {
        (self.0)(made, of);
    }
}

/// A file, and what is known of it beside its bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its game, where it does not name it.
    pub game: Option<String>,
    /// Parameters in place of its own, each `name=value`.
    pub set: Vec<String>,
    /// Its shape, where it is not to be guessed.
    pub from: Option<String>,
    /// Warnings count as errors.
    pub strict: bool,
}

/// A game under certain parameters.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct VariantName {
    /// Its name.
    pub game: String,
    /// Parameters, each `name=value`.
    #[serde(default)]
    pub set: Vec<String>,
}

/// A command of a page.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Command {
    /// Which games there are: [`GameCard`]s.
    Games,
    /// Judges a file, as `stickler validate` does: [`Told`].
    Judge(File),
    /// The same as `stickler validate --json`: a [`TextAnswer`] text of JSON.
    Examine(File),
    /// One of the records of a file, by its number from 0 in the order of [`Command::Examine`]: a [`TextAnswer`] text of it alone.
    Part {
        /// The file.
        #[serde(flatten)]
        file: File,
        /// Which record.
        number: usize,
    },
    /// The file to step through: a [`TextAnswer`] text of HTML.
    Show {
        /// The file.
        #[serde(flatten)]
        file: File,
        /// Whether the value of each move is told, where the game is solved.
        #[serde(default)]
        values: bool,
    },
    /// The page that `stickler show --html` writes: a [`TextAnswer`] text of HTML.
    Page(File),
    /// Actions under the rules alone, to step through: a [`TextAnswer`] text of HTML.
    Plies {
        /// The game.
        #[serde(flatten)]
        under: VariantName,
        /// The actions; those after the first that is refused are left out.
        plies: Vec<String>,
        /// The title of the viewer.
        title: String,
    },
    /// The position after actions under the rules alone, to go on from: [`Position`](crate::case::Position).
    Position {
        /// The game.
        #[serde(flatten)]
        under: VariantName,
        /// The actions. An error says which of them is refused.
        plies: Vec<String>,
    },
    /// The result of a case, which is actions or else a log: [`Brief`].
    Brief {
        /// The game, where the log does not name it.
        game: Option<String>,
        /// Parameters, each `name=value`.
        #[serde(default)]
        set: Vec<String>,
        /// Actions under the rules alone; without them the log is judged.
        plies: Option<Vec<String>>,
    },
    /// The parameters of a game: [`Parameter`]s. An error says which value it refuses.
    Parameters(VariantName),
    /// Does what takes long for a game.
    Prepare(VariantName),
    /// A line of the oracle of a game: its answer as it stands.
    Oracle {
        /// The game.
        #[serde(flatten)]
        under: VariantName,
        /// Forgets all positions first.
        #[serde(default)]
        fresh: bool,
    },
    /// Begins a match in which the reader is the bot: [`SessionView`].
    Start {
        /// The game.
        #[serde(flatten)]
        under: VariantName,
        /// The reader's seat.
        #[serde(default)]
        seat: u8,
        /// The seed of all choices.
        #[serde(default)]
        seed: u64,
        /// Who sits at the other seats.
        #[serde(default)]
        opponent: Opponent,
        /// The answers of an opponent that is scripted.
        #[serde(default)]
        script: Vec<String>,
    },
    /// Goes on with the match of a file from a line of its log, as [`Command::Show`] lists it, with the reader at a seat:
    /// [`SessionView`].
    GoOn {
        /// The file.
        #[serde(flatten)]
        file: File,
        /// The line before which the reader takes the seat.
        line: usize,
        /// The reader's seat.
        seat: u8,
    },
    /// The reader's program does something: [`SessionView`].
    Does(Done),
    /// The reader's program has not done what it did last: [`SessionView`], from the start of the match.
    TakeBack,
    /// The legal answers of the reader: [`LegalAnswer`](crate::session::LegalAnswer)s.
    Replies,
    /// The transcript of the match: a [`TextAnswer`] text.
    Transcript,
    /// The match as a case of the fixtures: a [`TextAnswer`] text of YAML.
    Fixture,
}

/// The verdict on a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Told {
    /// The exit code of `stickler validate`.
    pub code: u8,
    /// `conforms`, `violates` or `could not tell`.
    pub conclusion: String,
    /// The output of the command on a terminal with colours.
    pub text: String,
    /// Of a file of one record: other values that no document excludes, and under which somebody else wins.
    pub depends: Vec<OtherValue>,
    /// Of a file of one record: the assumed clauses that decide something in it.
    pub rests_on: Vec<&'static str>,
}

/// Another value of a parameter, and who wins under it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OtherValue {
    /// The parameter, as `name=value`.
    pub set: String,
    /// The winner's seat; none: a draw.
    pub winner: Option<u8>,
    /// The points, by seat.
    pub points: Vec<String>,
}

impl From<&Depends> for OtherValue {
    fn from(other: &Depends) -> OtherValue {
        OtherValue {
            set: other.set.to_string(),
            winner: other.outcome.winner().map(|seat| seat.0),
            points: other
                .outcome
                .points()
                .iter()
                .map(|points| points.to_string())
                .collect(),
        }
    }
}

/// A text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TextAnswer {
    /// It.
    pub text: String,
}

/// A game as a page offers it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameCard {
    /// Its name.
    pub name: &'static str,
    /// The game in a line.
    pub about: &'static str,
    /// Number of seats, by default.
    pub seats: usize,
    /// Its known variants: name, and what it is.
    pub presets: Vec<(&'static str, &'static str)>,
    /// Its parameters with their defaults.
    pub parameters: Vec<Parameter>,
}

/// A parameter and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// The words that it may be; none: they are too many to name.
    pub words: &'static [&'static str],
}

/// An answer as JSON, or why there is none.
type JsonResult = Result<Box<RawValue>, String>;

fn json(value: &impl Serialize) -> JsonResult {
    serde_json::value::to_raw_value(value).map_err(|error| error.to_string())
}

/// Answers the commands of a page, one after the other.
pub struct Desk {
    games: Registry,
    session: Option<Session>,
    oracle: Option<(VariantName, Oracle)>,
}

impl Desk {
    /// A desk of these games. It lives as long as its page.
    pub fn new(games: Registry, progress: TellProgress) -> Desk {
        // A second desk of the same page tells its progress where the first one does.
        precompute::set(Box::leak(Box::new(progress)));
        Desk {
            games,
            session: None,
            oracle: None,
        }
    }

    /// Answers a command. Whatever it holds, there is an answer.
    pub fn call(&mut self, command: &str, data: &[u8]) -> String {
        let answer = serde_json::from_str(command)
            .map_err(|error| format!("this command cannot be read: {error}"))
            .and_then(|command| self.answer(command, data));
        answer.map_or_else(
            |why| serde_json::json!({ "error": why }).to_string(),
            |raw| raw.get().into(),
        )
    }

    fn answer(&mut self, command: Command, data: &[u8]) -> JsonResult {
        match command {
            Command::Games => json(
                &self
                    .games
                    .games()
                    .iter()
                    .map(|game| GameCard::of(*game))
                    .collect::<Result<Vec<_>, _>>()?,
            ),
            Command::Judge(file) => json(&self.judge(&file, data)?),
            Command::Examine(file) => json(&TextAnswer {
                text: self.examine(&file, data)?,
            }),
            Command::Part { file, number } => {
                let mut all = self.each(&file, data, |_, text| text.bytes.to_vec())?;
                let is_there = number < all.len();
                let own = is_there.then(|| all.swap_remove(number));
                let own = own.ok_or("the file has no such record")?;
                json(&TextAnswer {
                    text: String::from_utf8_lossy(&own).into_owned(),
                })
            }
            Command::Show { file, values } => json(&TextAnswer {
                text: self.show(&file, values, data)?,
            }),
            Command::Page(file) => {
                let (log, game, settings) = self.shown(&file, data)?;
                let checked = log.checked.unwrap_or_default();
                let reports = self.each(&file, data, file_report::report_alone)?;
                let report = reports.first().ok_or("there is no record in it")?;
                json(&TextAnswer {
                    text: transcript(
                        &file.name, game, &settings, &log.bytes, &checked, report, None,
                    )?,
                })
            }
            Command::Plies {
                under,
                plies: all,
                title,
            } => {
                let (game, settings) = self.under(&under)?;
                json(&TextAnswer {
                    text: plies(game, &settings, &all, &title)?.into_string(),
                })
            }
            Command::Position { under, plies } => {
                let (game, settings) = self.under(&under)?;
                json(&Position::after(game, &settings, &plies)?)
            }
            Command::Brief { game, set, plies } => {
                json(&self.brief(game.as_deref(), &set, plies.as_deref(), data)?)
            }
            Command::Parameters(under) => {
                let (game, settings) = self.under(&under)?;
                json(&parameters(game, &settings)?)
            }
            Command::Prepare(under) => {
                let (game, settings) = self.under(&under)?;
                game.with(&settings)?.prepare();
                json(&())
            }
            Command::Oracle { under, fresh } => self.ask(under, fresh, data),
            Command::Start {
                under,
                seat,
                seed,
                opponent,
                script,
            } => {
                let (game, settings) = self.under(&under)?;
                game.with(&settings)?.prepare();
                self.session = None;
                let session = Session::start(game, &settings, seat, seed, (opponent, script))?;
                json(&self.session.insert(session).look())
            }
            Command::GoOn { file, line, seat } => {
                let (log, game, settings) = self.shown(&file, data)?;
                game.with(&settings)?.prepare();
                self.session = None;
                let session = Session::go_on_from(game, &settings, seat, log.bytes, line)?;
                json(&self.session.insert(session).look())
            }
            Command::Does(what) => {
                let session = self.playing()?;
                session.does(what, data)?;
                let look: SessionView = session.look();
                json(&look)
            }
            Command::TakeBack => {
                let back = self.playing()?.taken_back()?;
                json(&self.session.insert(back).look())
            }
            Command::Replies => json(&self.playing()?.replies()),
            Command::Transcript => json(&TextAnswer {
                text: self.playing()?.transcript().to_string(),
            }),
            Command::Fixture => json(&TextAnswer {
                text: self.playing()?.fixture()?,
            }),
        }
    }

    fn playing(&mut self) -> Result<&mut Session, String> {
        self.session
            .as_mut()
            .ok_or_else(|| "no match has begun: choose a game and press Start".to_string())
    }

    fn under(&self, under: &VariantName) -> Result<(&'static dyn AnyGame, Settings), String> {
        let game = self.games.find(&under.game)?;
        let settings = game.expand(&Settings::read(under.set.iter().map(String::as_str))?)?;
        game.with(&settings)?;
        Ok((game, settings))
    }

    /// Does something with each record of a file, as the command line does: a file of JSON lines has one a line.
    fn each<T>(
        &self,
        file: &File,
        data: &[u8],
        mut see: impl FnMut(CheckOptions<'_>, Text<'_>) -> T,
    ) -> Result<Vec<T>, String> {
        let game = file
            .game
            .as_deref()
            .map(|name| self.games.find(name))
            .transpose()?;
        let given = Settings::read(file.set.iter().map(String::as_str))
            .map_err(|why| format!("--set {why}"))?;
        let from = file.from.as_deref();
        let format = records::said(self.games, from, &file.name)
            .map_err(|why| format!("--from {}: {why}", from.unwrap_or_default()))?;
        let ask = CheckOptions {
            games: self.games,
            game,
            format,
            given: &given,
            strict: file.strict,
        };
        let mut one = |bytes: &[u8], first: usize| {
            let saved = transcript_in(bytes);
            let text = Text::at_line(&file.name, saved.as_deref().unwrap_or(bytes), first);
            records::games(text)
                .into_iter()
                .map(|game| see(ask, game))
                .collect::<Vec<T>>()
        };
        let plain = file.name.strip_suffix(".gz").unwrap_or(&file.name);
        if !plain.ends_with(".jsonl") && !plain.ends_with(".ndjson") {
            return Ok(one(data, 1));
        }
        let lines = data.split_inclusive(|&byte| byte == b'\n').zip(1..);
        Ok(lines
            .filter(|(line, _)| !line.trim_ascii().is_empty())
            .flat_map(|(line, number)| one(line, number))
            .collect())
    }

    fn judge(&self, file: &File, data: &[u8]) -> Result<Told, String> {
        let said = self.each(file, data, file_report::report_alone);
        let said = said.unwrap_or_else(|why| {
            let text = Text::new(&file.name, b"");
            vec![FileReport::unread(text, None, &ReadError::new(0..0, why))]
        });
        let (depends, rests_on) = match &said[..] {
            [one] => (
                one.depends.iter().map(OtherValue::from).collect(),
                one.rests_on.iter().map(|clause| clause.id()).collect(),
            ),
            _ => Default::default(),
        };
        let said = said
            .into_iter()
            .map(|one| (one.closing.conclusion, one.to_string()));
        let (summary, mut text) = tally(said.collect());
        if summary.records != 1 {
            text += &format!("{}\n", file_report::counts(&summary));
        }
        let worst = worst(&summary);
        Ok(Told {
            code: worst as u8,
            conclusion: worst.to_string(),
            text: visible(&text, true).into_owned(),
            depends,
            rests_on,
        })
    }

    fn examine(&self, file: &File, data: &[u8]) -> Result<String, String> {
        let line = |line: &JsonLine| {
            serde_json::to_string(line)
                .map(|line| line + "\n")
                .unwrap_or_default()
        };
        let record = |examined| line(&JsonLine::Record(Box::new(examined)));
        let said = self.each(file, data, |ask, text| {
            let (conclusion, examined) = ask.examine(text);
            (conclusion, record(examined))
        });
        let (summary, text) = tally(said.unwrap_or_else(|why| {
            let text = Text::new(&file.name, b"");
            vec![(
                Conclusion::Unknown,
                record(Examined::unread(text, None, &ReadError::new(0..0, why))),
            )]
        }));
        Ok(visible::json(text + &line(&JsonLine::Summary(summary))))
    }

    /// The first record of a file as a log, with its game, and the parameters that were given.
    fn shown(
        &self,
        file: &File,
        data: &[u8],
    ) -> Result<(ShownLog, &'static dyn AnyGame, Settings), String> {
        let shown = self
            .each(file, data, |ask, text| ask.shown(text))?
            .into_iter()
            .next();
        let shown = shown.ok_or_else(|| format!("{}: there is no record in it", file.name))??;
        let named = file
            .game
            .as_deref()
            .map(|name| self.games.find(name))
            .transpose()?;
        let game = shown.game.or(named);
        let game = game.map_or_else(
            || game_of(self.games, &shown.bytes, "stickler show --game GAME FILE"),
            Ok,
        )?;
        let settings = game.expand(&Settings::read(file.set.iter().map(String::as_str))?)?;
        game.with(&settings).map_err(|why| format!("--set {why}"))?;
        Ok((shown, game, settings))
    }

    fn show(&self, file: &File, values: bool, data: &[u8]) -> Result<String, String> {
        let (log, game, settings) = self.shown(file, data)?;
        let checked = log.checked.unwrap_or_default();
        let viewed = Viewed {
            values,
            ..Viewed::of(&file.name, game, &settings, &log.bytes, &checked)
        };
        Ok(viewed.markup()?.into_string())
    }

    fn brief(
        &self,
        game: Option<&str>,
        set: &[String],
        plies: Option<&[String]>,
        data: &[u8],
    ) -> Result<Brief, String> {
        let game = game.map(|name| self.games.find(name)).transpose()?;
        let given = Settings::read(set.iter().map(String::as_str))?;
        match (plies, game) {
            (Some(plies), Some(game)) => of_plies(game, &game.expand(&given)?, plies),
            (Some(_), None) => Err("name the game of these actions".into()),
            (None, game) => Ok(of_log(self.games, game, &given, data)),
        }
    }

    fn ask(&mut self, under: VariantName, fresh: bool, line: &[u8]) -> JsonResult {
        let is_same = self.oracle.as_ref().is_some_and(|(own, _)| *own == under);
        if fresh || !is_same {
            let (game, settings) = self.under(&under)?;
            self.oracle = Some((under, Oracle::new(game, &settings)));
        }
        match &mut self.oracle {
            Some((_, oracle)) => json(&oracle.answer(line)),
            None => json(&()),
        }
    }
}

impl GameCard {
    /// A game as it is without further parameters.
    pub fn of(game: &'static dyn AnyGame) -> Result<GameCard, String> {
        let defaults = Settings::default();
        Ok(GameCard {
            name: game.name(),
            about: game.about(),
            seats: game.with(&defaults)?.seats(),
            presets: game
                .presets()
                .iter()
                .map(|preset| (preset.name, preset.about))
                .collect(),
            parameters: parameters(game, &defaults)?,
        })
    }
}

fn parameters(game: &'static dyn AnyGame, settings: &Settings) -> Result<Vec<Parameter>, String> {
    let all = game.with(settings)?.parameters();
    Ok(all
        .into_iter()
        .map(|(name, value)| Parameter {
            name,
            value,
            words: game.values(name),
        })
        .collect())
}

fn tally(said: Vec<(Conclusion, String)>) -> (Summary, String) {
    let (mut summary, mut all) = (Summary::default(), String::new());
    for (conclusion, text) in said {
        summary.add(conclusion);
        all += &text;
    }
    (summary, all)
}

fn worst(summary: &Summary) -> Conclusion {
    if summary.records == 0 {
        Conclusion::Unknown
    } else {
        summary.worst()
    }
}
