//! Engines in any language: programs that are asked in JSON lines. The page is `spec/engine-protocol.md`.

use std::collections::BTreeMap;
use stickler::engine::engine_message::{EngineReply, EngineRequest, Method, VERSION};
use stickler::engine::{EngineAnswer, EngineError, Spoken};
use stickler::game::Seat;
use stickler::games::erased::AnyGame;
use stickler::json::Points;
use stickler::live::players::{HarnessError, Players};
use stickler::params::{Ms, Settings};
use stickler::referee::{Ask, Observation};
use stickler::transcript::escape;
use stickler::{game, json};
use stickler_arena::process_players::ProcessPlayers;

/// Longest line of an engine, in bytes.
pub const LINE: usize = 1 << 20;

/// The seat at which the engine's program sits.
const SEAT: Seat = Seat(0);

/// An engine's program. It is started when it is first asked, and again after it has failed.
pub struct Program {
    command: Vec<String>,
    /// Time for an answer.
    time: Ms,
    start: EngineRequest,
    table: Option<ProcessPlayers>,
    has: Vec<Method>,
}

impl Program {
    /// The program of this command, a list of words that is run without a shell, with a time limit for each answer.
    pub fn new(
        game: &dyn AnyGame,
        settings: &Settings,
        command: &[String],
        time: Ms,
    ) -> Result<Program, String> {
        let set: BTreeMap<String, String> = game
            .with(settings)?
            .parameters()
            .into_iter()
            .map(|(name, value)| (name.into(), value))
            .collect();
        let start = EngineRequest::Start {
            version: VERSION,
            game: game.name().into(),
            set,
        };
        Ok(Program {
            command: command.to_vec(),
            time,
            start,
            table: None,
            has: Vec::new(),
        })
    }

    /// Asks and reads the answer. Any error ends the program.
    fn ask(&mut self, request: &EngineRequest) -> EngineAnswer<EngineReply> {
        let table = match &mut self.table {
            Some(table) => table,
            none => none.insert(
                ProcessPlayers::start(&[Some(self.command.clone())])
                    .map_err(harness)?
                    .with_line_cap(LINE),
            ),
        };
        exchange(table, request, self.time).map_err(|failure| self.ended(failure))
    }

    /// Ends the program. Returns the failure, with the last lines of standard error.
    fn ended(&mut self, failure: EngineError) -> EngineError {
        let usage = self
            .table
            .take()
            .and_then(|mut table| table.retire(SEAT).ok())
            .unwrap_or_default();
        let said = String::from_utf8_lossy(&usage.stderr);
        match (
            failure,
            said.lines().rev().find(|line| !line.trim().is_empty()),
        ) {
            (EngineError::Engine(why), Some(last)) => {
                EngineError::Engine(format!("{why}; its standard error ends: {}", last.trim()))
            }
            (failure, _) => failure,
        }
    }

    fn wrong<T>(&mut self, reply: &EngineReply, wanted: &str) -> EngineAnswer<T> {
        let reply = serde_json::to_string(reply).unwrap_or_default();
        Err(self.ended(EngineError::Engine(format!(
            "it answers {reply} where `{wanted}` is due"
        ))))
    }
}

fn exact(points: Points) -> EngineAnswer<Vec<game::Points>> {
    let all: Option<Vec<game::Points>> = points.0.into_iter().map(game::Points::exact).collect();
    all.ok_or_else(|| EngineError::Engine("its points are no multiples of a half".into()))
}

fn harness(error: HarnessError) -> EngineError {
    EngineError::Harness(error.to_string())
}

fn exchange(
    table: &mut ProcessPlayers,
    request: &EngineRequest,
    time: Ms,
) -> EngineAnswer<EngineReply> {
    let engine = |why: String| Err(EngineError::Engine(why));
    let asked =
        serde_json::to_string(request).map_err(|error| EngineError::Harness(error.to_string()))?;
    // Before its first answer a program may greet people.
    let is_banner =
        |line: &[u8]| matches!(request, EngineRequest::Start { .. }) && !line.starts_with(b"{");
    if let Some(stray) = table.unsolicited(SEAT).map_err(harness)? {
        return match is_banner(stray) {
            true => engine(banner(stray)),
            false => engine(format!("it wrote `{}` unasked", shown(stray))),
        };
    }
    table.tell(SEAT, &asked);
    let (_, heard, _) = table
        .wait(&[Ask {
            seat: SEAT,
            lines: 1,
            budget: time,
        }])
        .map_err(harness)?;
    match heard {
        Observation::Lines(line) if is_banner(line) => engine(banner(line)),
        Observation::Lines(line) => json::read(line).or_else(|trouble| {
            engine(format!(
                "it answers `{}` to {asked}: {}: {}",
                shown(line),
                trouble.field,
                trouble.reason
            ))
        }),
        Observation::Silent { .. } => engine(format!("it did not answer {asked} within {time} ms")),
        Observation::Died(how) => engine(format!("it ended ({how}) instead of answering {asked}")),
        Observation::TooMuch => {
            engine(format!("its answer to {asked} is longer than {LINE} bytes"))
        }
        _ => engine(format!("it closed its output instead of answering {asked}")),
    }
}

/// The words for a first line that is no answer.
fn banner(line: &[u8]) -> String {
    format!(
        "its first line is `{}`, where the answer to `start` is due, a JSON object; standard output has answers alone: print other \
         text to standard error",
        shown(line)
    )
}

/// The beginning of a line.
fn shown(line: &[u8]) -> String {
    escape(&line[..line.len().min(200)])
}

impl Spoken for Program {
    fn start(&mut self) -> EngineAnswer<()> {
        let start = self.start.clone();
        match self.ask(&start)? {
            EngineReply::Start(has) => {
                self.has = has;
                Ok(())
            }
            other => self.wrong(&other, "start"),
        }
    }

    fn apply(&mut self, action: &str) -> EngineAnswer<Option<bool>> {
        match self.ask(&EngineRequest::Apply {
            action: action.into(),
        })? {
            EngineReply::Apply(done) => Ok(Some(done)),
            other => self.wrong(&other, "apply"),
        }
    }

    fn actions(&mut self) -> EngineAnswer<Option<Vec<String>>> {
        if !self.has.contains(&Method::Actions) {
            return Ok(None);
        }
        match self.ask(&EngineRequest::Actions {})? {
            EngineReply::Actions(actions) => Ok(Some(actions)),
            other => self.wrong(&other, "actions"),
        }
    }

    fn outcome(&mut self) -> EngineAnswer<Option<Option<Vec<game::Points>>>> {
        if !self.has.contains(&Method::Outcome) {
            return Ok(None);
        }
        match self.ask(&EngineRequest::Outcome {})? {
            EngineReply::Outcome(points) => Ok(Some(points.map(exact).transpose()?)),
            other => self.wrong(&other, "outcome"),
        }
    }

    fn score(&mut self) -> EngineAnswer<Option<Vec<game::Points>>> {
        if !self.has.contains(&Method::Score) {
            return Ok(None);
        }
        match self.ask(&EngineRequest::Score {})? {
            EngineReply::Score(points) => Ok(Some(exact(points)?)),
            other => self.wrong(&other, "score"),
        }
    }
}

#[cfg(test)]
mod tests;
