//! The oracle: questions about positions as JSON lines, answered by the rules. The page is `spec/oracle.md`.
//!
//! ```
//! use stickler::games::GAMES;
//! use stickler::oracle;
//!
//! let game = GAMES.find("gomoku").unwrap();
//! let asked = br#"{"id":1,"ask":{"new":{"as":"a","actions":["MOVE 8 8"]}}}
//! {"id":2,"ask":{"check":{"position":"a","action":"MOVE 8 8"}}}"#;
//! let mut answers = Vec::new();
//! oracle::run(game, &Default::default(), &asked[..], &mut answers).unwrap();
//! let answers = String::from_utf8(answers).unwrap();
//! assert!(answers.starts_with(r#"{"id":1,"answer":{"new":{"seats":[1]}}}"#));
//! assert!(answers.contains(r#""clause":"gomoku.move.empty""#));
//! ```

pub mod oracle_message;

use crate::explain::{CheckError, Extent, validate_until};
use crate::games::erased::{AnyGame, AnyRules};
use crate::json::{self, FieldError};
use crate::params::Settings;
use crate::report::svg;
use oracle_message::{
    Answer, Applied, Hello, Id, NewPosition, PictureFormat, Question, Reply, Request,
    Result as TrialResult, VERSION, Witnessed,
};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::rc::Rc;

/// The longest line that is read, in bytes. A longer one is skipped and answered with an error.
pub const LIMIT: usize = 16 << 20;
/// The most positions at once.
pub const POSITIONS: usize = 100_000;

/// Answers every line of the input with a line of the output, until the input ends.
pub fn run(
    game: &'static dyn AnyGame,
    settings: &Settings,
    input: impl Read,
    output: impl Write,
) -> io::Result<()> {
    converse(Oracle::new(game, settings), input, output)
}

/// The same with this oracle.
pub fn converse(mut oracle: Oracle, input: impl Read, output: impl Write) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = io::BufWriter::with_capacity(1 << 16, output);
    let mut line = Vec::new();
    // Another encoding is told by the answers to its lines.
    let _ = crate::encoding::past_mark(&mut input);
    loop {
        line.clear();
        line.shrink_to(1 << 20);
        let read = input
            .by_ref()
            .take(LIMIT as u64 + 1)
            .read_until(b'\n', &mut line)?;
        // The last line may have no newline.
        let is_ended = line.pop_if(|byte| *byte == b'\n').is_some();
        let reply = match read {
            0 => return output.flush(),
            _ if read > LIMIT && !is_ended => {
                input.skip_until(b'\n')?;
                let reason = format!("the line is longer than {LIMIT} bytes and was passed over");
                Reply {
                    id: None,
                    result: TrialResult::Error(FieldError::new(".", reason)),
                }
            }
            _ => oracle.answer(&line),
        };
        serde_json::to_writer(&mut output, &reply)?;
        output.write_all(b"\n")?;
        // If no next line has come, the caller may be waiting for this answer.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
}

/// Positions by name, ready for questions.
pub struct Oracle {
    game: &'static dyn AnyGame,
    settings: Settings,
    positions: HashMap<String, History>,
}

/// A position and those it came from, the oldest first.
#[derive(Clone)]
struct History {
    now: Rc<dyn AnyRules>,
    past: Vec<Rc<dyn AnyRules>>,
}

impl Oracle {
    /// An oracle of this game without positions. New positions have these settings.
    pub fn new(game: &'static dyn AnyGame, settings: &Settings) -> Oracle {
        Oracle {
            game,
            settings: settings.clone(),
            positions: HashMap::new(),
        }
    }

    /// Answers one line, whatever it holds. A line that is refused changes nothing.
    pub fn answer(&mut self, line: &[u8]) -> Reply {
        let result = match json::read::<Request>(line) {
            Ok(Request {
                version: Some(version),
                ..
            }) if version != VERSION => {
                let reason = format!(
                    "version {version} is not known here; this oracle speaks version {VERSION}"
                );
                Err(FieldError::new("version", reason))
            }
            Ok(Request { ask, .. }) => self.ask(ask),
            Err(trouble) => Err(trouble),
        };
        Reply {
            id: id_of(line),
            result: result.map_or_else(TrialResult::Error, TrialResult::Answer),
        }
    }

    fn ask(&mut self, ask: Question) -> Result<Answer, FieldError> {
        Ok(match ask {
            Question::Hello {} => Answer::Hello(self.hello()?),
            Question::New(new) => {
                self.is_free("ask.new.as", &new.name)?;
                let rules = self.position(&new)?;
                let turn = rules.turn();
                self.positions.insert(
                    new.name,
                    History {
                        now: rules.into(),
                        past: Vec::new(),
                    },
                );
                Answer::New(turn.into())
            }
            Question::Copy { position, name } => {
                self.is_free("ask.copy.as", &name)?;
                let copy = self.at("copy", &position)?.clone();
                let turn = copy.now.turn();
                self.positions.insert(name, copy);
                Answer::Copy(turn.into())
            }
            Question::Drop(of) => {
                self.at("drop", &of.position)?;
                self.positions.remove(&of.position);
                Answer::Drop(self.positions.len())
            }
            Question::Actions(of) => {
                Answer::Actions(self.at("actions", &of.position)?.now.actions())
            }
            Question::Check(act) => Answer::Check(
                self.at("check", &act.position)?
                    .now
                    .check(&act.action)
                    .err()
                    .map(Into::into),
            ),
            Question::Apply(act) => Answer::Apply(self.apply(&act.position, &act.action)?),
            Question::Undo(of) => {
                let position = self.at("undo", &of.position)?;
                let Some(before) = position.past.pop() else {
                    return Err(FieldError::new(
                        "ask.undo.position",
                        "no action was applied to it that could be undone",
                    ));
                };
                position.now = before;
                Answer::Undo(position.now.turn().into())
            }
            Question::Turn(of) => Answer::Turn(self.at("turn", &of.position)?.now.turn().into()),
            Question::Score(of) => {
                Answer::Score(self.at("score", &of.position)?.now.score().map(Into::into))
            }
            Question::Outcome(of) => Answer::Outcome(
                self.at("outcome", &of.position)?
                    .now
                    .turn()
                    .outcome()
                    .map(Into::into),
            ),
            Question::Observe(of) => {
                let seen = self.at("observe", &of.position)?.now.observe();
                Answer::Observe(
                    seen.into_iter()
                        .map(|(name, value)| (name.into(), value))
                        .collect(),
                )
            }
            Question::Value(of) => {
                Answer::Value(self.at("value", &of.position)?.now.value().map(Into::into))
            }
            Question::Witness { wanted, set } => Answer::Witness(self.witness(&wanted, &set)?),
            Question::Render { position, format } => {
                let picture = self.at("render", &position)?.now.picture();
                Answer::Render(match format {
                    PictureFormat::Text => picture.text(),
                    PictureFormat::Svg => svg::draw(&picture, self.game.name()),
                })
            }
        })
    }

    fn hello(&self) -> Result<Hello, FieldError> {
        let wrong = |why| FieldError::new("ask.hello", why);
        let variant = self.game.with(&self.settings).map_err(wrong)?;
        let set = variant
            .parameters()
            .into_iter()
            .map(|(name, value)| (name.into(), value))
            .collect();
        Ok(Hello {
            version: VERSION,
            game: self.game.name().into(),
            seats: variant.seats(),
            set,
        })
    }

    fn is_free(&self, field: &str, name: &str) -> Result<(), FieldError> {
        if self.positions.contains_key(name) {
            return Err(FieldError::new(
                field,
                "another position has this name; drop it or take another name",
            ));
        }
        if self.positions.len() >= POSITIONS {
            let why = format!("there are {POSITIONS} positions, the most there can be; drop some");
            return Err(FieldError::new(field, why));
        }
        Ok(())
    }

    fn at(&mut self, ask: &str, position: &str) -> Result<&mut History, FieldError> {
        let unknown = || {
            FieldError::new(
                format!("ask.{ask}.position"),
                "no position has this name; `new` makes one",
            )
        };
        self.positions.get_mut(position).ok_or_else(unknown)
    }

    fn set(&self, set: &BTreeMap<String, String>) -> Result<Settings, String> {
        Ok(self.settings.and(&self.game.expand(&set.iter().collect())?))
    }

    fn position(&self, new: &NewPosition) -> Result<Box<dyn AnyRules>, FieldError> {
        let wrong = |why| FieldError::new("ask.new.set", why);
        let settings = self.set(&new.set).map_err(wrong)?;
        if let Some(transcript) = &new.transcript {
            if new.actions.is_some() {
                return Err(FieldError::new(
                    "ask.new.actions",
                    "give either actions or a transcript",
                ));
            }
            self.game.with(&settings).map_err(wrong)?;
            return self.read_transcript(&settings, transcript, new.line);
        }
        if new.line.is_some() {
            return Err(FieldError::new(
                "ask.new.line",
                "a line goes with a transcript",
            ));
        }
        let mut rules = self.game.with(&settings).map_err(wrong)?.rules();
        for (at, action) in new.actions.iter().flatten().enumerate() {
            rules.play(action).map_err(|breach| {
                let reason = format!("it breaks {}: {}", breach.clause, breach.why);
                FieldError::new(format!("ask.new.actions[{at}]"), reason)
            })?;
        }
        Ok(rules)
    }

    fn read_transcript(
        &self,
        settings: &Settings,
        text: &str,
        line: Option<usize>,
    ) -> Result<Box<dyn AnyRules>, FieldError> {
        let trouble = |reason: String| FieldError::new("ask.new.transcript", reason);
        let lines = text.lines().count();
        if let Some(line) = line.filter(|line| !(1..=lines).contains(line)) {
            let why = format!(
                "the transcript has no line {line}: expected 1 to {lines}, or none for its end"
            );
            return Err(FieldError::new("ask.new.line", why));
        }
        let until = line.unwrap_or(usize::MAX);
        let checked = validate_until(self.game, settings, text.as_bytes(), until);
        let (checked, referee) = checked.map_err(|refused| match refused {
            CheckError::Game(name) => trouble(format!("this is a transcript of {name}")),
            CheckError::Settings(why) => trouble(why),
            header => trouble(header.to_string()),
        })?;
        if let Some(finding) = checked
            .findings
            .iter()
            .find(|finding| finding.is_error(false))
        {
            let breach = finding.breach;
            return Err(trouble(format!(
                "line {} breaks {}: {}",
                finding.line, breach.clause, breach.why
            )));
        }
        if let Extent::Gap(_) = checked.extent {
            return Err(trouble(
                "after a gap no position is known; `line` gives one before it".into(),
            ));
        }
        referee.rules().ok_or_else(|| {
            trouble(format!(
                "a transcript of {} has no position",
                self.game.name()
            ))
        })
    }

    fn apply(&mut self, position: &str, action: &str) -> Result<Applied, FieldError> {
        let position = self.at("apply", position)?;
        let mut after = position.now.fork();
        Ok(match after.play(action) {
            Ok(()) => {
                let turn = after.turn();
                position
                    .past
                    .push(std::mem::replace(&mut position.now, after.into()));
                Applied::Done(turn.into())
            }
            Err(breach) => Applied::Refused(breach.into()),
        })
    }

    fn witness(
        &self,
        wanted: &str,
        set: &BTreeMap<String, String>,
    ) -> Result<Witnessed, FieldError> {
        let wrong = |why| FieldError::new("ask.witness.set", why);
        let settings = self.set(set).map_err(wrong)?;
        let rules = self.game.with(&settings).map_err(wrong)?.rules();
        match rules.witness(wanted) {
            Some(Ok(actions)) => Ok(Witnessed::Actions(actions)),
            Some(Err(breach)) => Ok(Witnessed::Refused(breach.into())),
            None => Err(FieldError::new(
                "ask.witness",
                format!("{} answers no such question", self.game.name()),
            )),
        }
    }
}

/// The id of a request as it was written, if it can be read.
fn id_of(line: &[u8]) -> Option<Id> {
    #[derive(Deserialize)]
    struct OnlyId {
        id: Option<Id>,
    }
    serde_json::from_slice::<OnlyId>(line).ok()?.id
}
