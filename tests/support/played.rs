//! Games played in memory, for tests of what is made of them.

use stickler::clock::Micros;
use stickler::game::{Bot, Seat};
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::live;
use stickler::live::memory::MemoryPlayers;
use stickler::live::{MatchReport, NoBuiltinPlayers};
use stickler::params::Settings;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler_check::bot::Plan;

/// A plan for bots in memory, each made of the reference bot.
pub(crate) fn in_memory(
    game: &str,
    make: impl Fn(Box<dyn Bot>) -> Box<dyn Bot> + Send + Sync + 'static,
) -> Plan {
    Plan::in_memory(GAMES.find(game).expect("the game"), make)
}

/// Every number of a game under these settings: where all are set, a check tries no others.
pub(crate) fn every_number(game: &dyn AnyGame, settings: &Settings) -> Settings {
    game.with(settings)
        .expect("parameters")
        .parameters()
        .into_iter()
        .collect()
}

/// A whole game between reference bots, each answer at this pace; `writer` says what the transcript begins with.
pub(crate) fn by_reference_bots(
    game: &dyn AnyGame,
    settings: &Settings,
    writer: Writer,
    pace: impl FnMut(Seat) -> Micros + 'static,
) -> MatchReport {
    let seats = game.with(settings).expect("seats").seats();
    let bots = (0..seats)
        .map(|_| Some(game.with(settings).expect("a bot").bot()))
        .collect();
    let (mut table, mut stream) = (MemoryPlayers::new(bots, pace), Seeded::new(SplitMix64(5)));
    let referee = game.with(settings).expect("a referee").referee();
    live::play(
        referee,
        seats,
        &mut table,
        &mut NoBuiltinPlayers,
        &mut stream,
        writer,
    )
    .expect("a game")
}

/// A bot that gives another answer where it is told to: by the number of the answer, from 1, the lines it has heard, and the
/// answer itself.
pub(crate) struct Altered<F> {
    bot: Box<dyn Bot>,
    answers: usize,
    heard: Vec<String>,
    alter: F,
}

pub(crate) fn altered<F>(bot: Box<dyn Bot>, alter: F) -> Box<dyn Bot>
where
    F: Fn(usize, &[String], &str) -> Option<String> + Send + 'static,
{
    Box::new(Altered {
        bot,
        answers: 0,
        heard: Vec::new(),
        alter,
    })
}

impl<F: Fn(usize, &[String], &str) -> Option<String> + Send> Bot for Altered<F> {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        let before = say.len();
        let goes_on = self.bot.hear(line, say);
        self.heard.push(line.to_string());
        if say.len() > before {
            self.answers += 1;
            if let Some(other) = (self.alter)(self.answers, &self.heard, &say[before..]) {
                say.replace_range(before.., &other);
            }
        }
        goes_on
    }
}

/// The log of a game of Gomoku whose moves come in turn and take no time, up to the next turn.
pub(crate) fn gomoku_log(moves: &[&str]) -> String {
    let mut log = "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n".to_string();
    for (ply, at) in moves.iter().enumerate() {
        let (seat, other) = (ply % 2, 1 - ply % 2);
        log += &format!("{seat}< TURN 10000 10000\n{seat}> MOVE {at} @0ms\n{other}< OPP {at} 0\n");
    }
    log + &format!("{}< TURN 10000 10000\n", moves.len() % 2)
}

/// Settings as they are written on a command line.
pub(crate) fn settings(set: &[&str]) -> Settings {
    Settings::read(set.iter().copied()).expect("settings")
}
