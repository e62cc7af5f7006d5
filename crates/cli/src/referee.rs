//! `stickler referee GAME -p1 CMD -p2 CMD`: the judge of one match, in the conventions of arenas and local testers.

use crate::common::{CliResult, MemoryOption, json, print};
use crate::launch_options::{Isolation, LaunchOptions};
use crate::play::matched;
use crate::{common, did_you_mean, outputs};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use stickler::game::{Points, Seat};
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::live::MatchReport;
use stickler::params::Settings;
use stickler::transcript::Writer;

/// Prints a line for each player with its score, -1 for one that failed, and then the parameters, or one JSON object.
///
/// Exit code 0: the match was played, with any result; 2: it could not be played, and standard error says why.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// The command of seat 0, also -p1: the whole command line in quotes, run without a shell
    #[arg(long, value_name = "CMD")]
    p1: String,
    /// The command of seat 1, also -p2
    #[arg(long, value_name = "CMD")]
    p2: Option<String>,
    /// The command of seat 2, also -p3
    #[arg(long, value_name = "CMD")]
    p3: Option<String>,
    /// The command of seat 3, also -p4
    #[arg(long, value_name = "CMD")]
    p4: Option<String>,
    /// The seed and parameters of the game, separated by blanks: seed=N NAME=VALUE
    #[arg(short = 'd', value_name = "KEY=VALUE")]
    data: Vec<String>,
    /// Write the log to this file. It holds only the times that messages show. If a game's messages show none, as in
    /// Blokus, the same moves make the same file
    #[arg(short = 'l', value_name = "FILE")]
    log: Option<PathBuf>,
    /// Print one JSON object: ranks, errors and scores by player
    #[arg(long)]
    json: bool,
    /// Set a parameter of the game; `stickler games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    memory: MemoryOption,
    #[command(flatten)]
    launch: LaunchOptions,
    /// Keep bots apart by bubblewrap, as `--wrap bwrap` does
    #[arg(long, value_enum, default_value = "auto", hide_default_value = true)]
    isolation: Isolation,
}

/// The arguments with `-p1` as `--p1`: such testers write options of two characters with one dash.
pub(crate) fn spelled(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    if args.get(1).is_some_and(|command| command == "referee") {
        for arg in &mut args {
            if ["-p1", "-p2", "-p3", "-p4"]
                .iter()
                .any(|short| arg == short)
            {
                *arg = ["-", &arg.to_string_lossy()].concat().into();
            }
        }
    }
    args
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let game = did_you_mean::game(games, &args.game)?;
    let players = args.players()?;
    let (seed, settings) = args.given(game, players.len())?;
    let commands = players
        .iter()
        .map(|bot| common::words(bot).map(Some))
        .collect::<Result<Vec<_>, _>>()?;
    commands
        .iter()
        .flatten()
        .try_for_each(|command| args.launch.startable(command))?;
    let (launch, _) = args.launch.open_apart(args.isolation)?;
    args.log.as_deref().map_or(Ok(()), common::can_be_written)?;
    let writer = Writer::new(game.name(), &settings, &[("seed", seed.to_string())]).untimed();
    let variant = game.with(&settings)?;
    variant.prepare();
    let played = matched(&*variant, &launch, &commands, seed, false, None, writer);
    if let Ok(record) = &played {
        let result = Scores::of(record, players.len());
        print(&if args.json {
            result.json(seed, &settings)
        } else {
            result.lines(seed, &settings)
        })?;
    }
    if let Some(path) = &args.log {
        let transcript = played
            .as_ref()
            .map_or_else(|broken| &broken.1, |record| &record.transcript);
        outputs::write(path, transcript)?;
    }
    played.map_err(|broken| broken.0)?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn players(&self) -> Result<Vec<&String>, String> {
        let all = [
            Some(&self.p1),
            self.p2.as_ref(),
            self.p3.as_ref(),
            self.p4.as_ref(),
        ];
        let players: Vec<&String> = all.iter().copied().flatten().collect();
        match all[..players.len()].iter().position(Option::is_none) {
            Some(at) => Err(format!(
                "-p{} is missing: players are given without a gap",
                at + 1
            )),
            None => Ok(players),
        }
    }

    /// The seed and the parameters; a game whose number of players is one is set to that of the commands.
    fn given(&self, game: &dyn AnyGame, players: usize) -> Result<(u64, Settings), String> {
        let data = self.data.iter().flat_map(|data| data.split_whitespace());
        let set = self.memory.set(&self.set)?;
        let mut given = Settings::read(data.chain(set.iter().map(String::as_str)))?;
        let mut seed = 1;
        if let Some(at) = given.0.iter().position(|(name, _)| name == "seed") {
            let (_, value) = given.0.remove(at);
            seed = value
                .parse()
                .map_err(|_| format!("seed={value}: expected a whole number from 0"))?;
        }
        let known = game.with(&Settings::default())?.parameters();
        let is_known = known.iter().any(|(name, _)| *name == "players");
        if is_known {
            let named = given
                .0
                .iter()
                .rfind(|(name, _)| name == "players")
                .map(|(_, value)| value.clone());
            given.0.retain(|(name, _)| name != "players");
            given
                .0
                .insert(0, ("players".into(), named.unwrap_or(players.to_string())));
        }
        match game.with(&given)?.seats() {
            seats if seats == players => Ok((seed, given)),
            seats => Err(format!(
                "{} has {seats} seats; {players} players were given",
                game.name()
            )),
        }
    }
}

/// The result of a match, by player.
struct Scores {
    scores: Vec<i32>,
    errors: Vec<u8>,
    ranks: Vec<usize>,
}

impl Scores {
    fn of(record: &MatchReport, players: usize) -> Scores {
        let errors: Vec<u8> = (0..players as u8)
            .map(|seat| u8::from(record.verdict.has_failed(Seat(seat))))
            .collect();
        let points = record
            .verdict
            .outcome
            .map_or(vec![Points::default(); players], |outcome| {
                outcome.points().to_vec()
            });
        // Half points are doubled away: a score is an integer.
        let unit = if points.iter().any(|points| points.halves % 2 != 0) {
            1
        } else {
            2
        };
        let score = |(points, error): (&Points, &u8)| {
            if *error == 1 {
                -1
            } else {
                points.halves / unit
            }
        };
        let scores: Vec<i32> = points.iter().zip(&errors).map(score).collect();
        let ranks = scores
            .iter()
            .map(|score| scores.iter().filter(|other| *other > score).count())
            .collect();
        Scores {
            scores,
            errors,
            ranks,
        }
    }

    fn lines(&self, seed: u64, settings: &Settings) -> String {
        let scores: String = self
            .scores
            .iter()
            .map(|score| format!("{score}\n"))
            .collect();
        let given: String = settings
            .0
            .iter()
            .map(|(name, value)| format!("{name}={value}\n"))
            .collect();
        format!("{scores}seed={seed}\n{given}")
    }

    fn json(&self, seed: u64, settings: &Settings) -> String {
        let given: serde_json::Map<String, serde_json::Value> = settings
            .0
            .iter()
            .map(|(name, value)| (name.clone(), value.as_str().into()))
            .collect();
        let Scores {
            scores,
            errors,
            ranks,
        } = self;
        let object = serde_json::json!({
            "ranks": ranks, "errors": errors, "scores": scores, "seed": seed, "parameters": given,
            // psyleague refuses an object without these two.
            "test_data": {"seed": seed}, "player_data": vec![serde_json::json!({}); ranks.len()],
        });
        json(&object)
    }
}
