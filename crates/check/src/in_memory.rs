//! Games played in memory, for tests of this crate and of others.

use stickler::game::Bot;
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler_check::bot::Plan;

/// A plan for bots in memory, each made of the reference bot.
pub(crate) fn in_memory(
    game: &str,
    make: impl Fn(Box<dyn Bot>) -> Box<dyn Bot> + Send + Sync + 'static,
) -> Plan {
    Plan::in_memory(GAMES.find(game).expect("the game"), make)
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
