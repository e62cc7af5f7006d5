//! The bots of `stickler judge`: `stickler refbot GAME --at MATCH SEAT RUN MARK`.

#[cfg(target_os = "linux")]
use super::last_heard;
use crate::common::CliResult;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use stickler::game::{Bot, Seat};
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler_arena::faulty::Faulty;
use stickler_arena::{faulty, stdio};
use stickler_judge_test::{MatchKind, Quirk};

/// How long a correct bot with a habit of that kind takes to start, or to end.
const SLOW: Duration = Duration::from_millis(300);

/// Plays as the bot of this seat in a match of this name. In later runs of the match its seats end in another order.
/// A bot with a fault makes the file MARK when its fault comes: the game may be over before that.
pub(crate) fn play(
    game: &'static dyn AnyGame,
    settings: &Settings,
    [name, seat, run]: [&String; 3],
    mark: Option<PathBuf>,
) -> CliResult {
    #[cfg(target_os = "linux")]
    let beside = mark.clone();
    #[cfg(target_os = "linux")]
    last_heard::end_with_tap(beside.as_deref());
    let tell = move || {
        mark.into_iter()
            .for_each(|mark| drop(std::fs::write(mark, "")))
    };
    let variant = game.with(settings)?;
    let number = |text: &String| {
        text.parse::<u8>()
            .map_err(|_| format!("{text}: expected a number"))
    };
    let (seat, run) = (Seat(number(seat)?), number(run).unwrap_or(u8::MAX));
    let played = MatchKind::named(game, name, variant.seats())
        .ok_or_else(|| format!("no match is called {name}"))?;
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut bot = variant.bot();
    let mut ended = 0;
    // A judge that went away ends the bot, whatever the bot was about to say.
    if let Some(steered) = played.steered(game, settings, seat) {
        variant.prepare();
        let mut steered = steered.telling(move |wait| {
            tell();
            std::thread::sleep(wait);
        });
        steered = steered.pausing(std::thread::sleep);
        let _ = stdio::run(&mut steered, input, output);
        std::thread::sleep(delay(seat, run));
        #[cfg(target_os = "linux")]
        last_heard::wait_for_end(beside.as_deref());
        return Ok(ExitCode::from(steered.ended()));
    }
    match played {
        MatchKind::Fault(way, at) if at == seat => {
            ended = faulty::run(Faulty::new(bot, way).telling(tell), input, output).unwrap_or(0)
        }
        MatchKind::AllFail(way) => {
            ended = faulty::run(Faulty::new(bot, way).telling(tell), input, output).unwrap_or(0)
        }
        MatchKind::Quirk(quirk, at) if at == seat => {
            match quirk {
                Quirk::SlowStart => std::thread::sleep(SLOW),
                Quirk::Loud => {
                    let _ = std::io::stderr().write_all(&vec![b'#'; 1 << 20]);
                }
                Quirk::LongThought => {
                    let thought = Quirk::long_thought(game, settings).unwrap_or_default();
                    bot = Box::new(Thinker {
                        bot,
                        answers: 0,
                        thought,
                    });
                }
                Quirk::Split | Quirk::LateExit | Quirk::ReadsOn => {}
            }
            let mut input = input;
            let _ = match quirk {
                Quirk::Split => stdio::run(&mut *bot, &mut input, InTwo(output)),
                _ => stdio::run(&mut *bot, &mut input, output),
            };
            if quirk == Quirk::ReadsOn {
                let _ = std::io::copy(&mut input, &mut std::io::sink());
            }
            if quirk == Quirk::LateExit {
                std::thread::sleep(SLOW);
            }
        }
        _ => {
            if played.has_leaver() {
                let answers = 0;
                bot = Box::new(Companion { bot, answers });
            }
            let _ = stdio::run(&mut *bot, input, output);
        }
    }
    std::thread::sleep(delay(seat, run));
    #[cfg(target_os = "linux")]
    last_heard::wait_for_end(beside.as_deref());
    Ok(ExitCode::from(ended as u8))
}

/// How long a bot waits before it ends: in the first run not at all, then now the one, now the other seat ends later.
fn delay(seat: Seat, run: u8) -> Duration {
    let millis = match run {
        0 => 0,
        odd if odd % 2 == 1 => 15 * u64::from(seat.0 + 1),
        _ => 15u64.saturating_sub(15 * u64::from(seat.0)),
    };
    Duration::from_millis(millis)
}

/// A bot that thinks once for long, before its third answer, and then for a moment each time.
struct Thinker {
    bot: Box<dyn Bot>,
    answers: usize,
    thought: Duration,
}

impl Bot for Thinker {
    fn hear(&mut self, line: &str, said: &mut String) -> bool {
        let goes_on = self.bot.hear(line, said);
        if !said.is_empty() {
            match self.answers {
                0..2 => {}
                2 => std::thread::sleep(self.thought),
                _ => std::thread::sleep(MOMENT),
            }
            self.answers += 1;
        }
        goes_on
    }
}

/// A bot beside one that leaves after its third answer: it gives its own third and fourth when that one is gone, and in time.
struct Companion {
    bot: Box<dyn Bot>,
    answers: usize,
}

/// How long it waits: the other one has ended by then, and no contest gives less than twice as long for an answer.
const BESIDE: Duration = Duration::from_millis(80);

impl Bot for Companion {
    fn hear(&mut self, line: &str, said: &mut String) -> bool {
        let goes_on = self.bot.hear(line, said);
        if !said.is_empty() {
            if (2..4).contains(&self.answers) {
                std::thread::sleep(BESIDE);
            }
            self.answers += 1;
        }
        goes_on
    }
}

/// How long such a bot thinks after its long thought: a judge of whole milliseconds counts it.
const MOMENT: Duration = Duration::from_millis(5);

/// Writes everything in two parts.
struct InTwo<W>(W);

impl<W: Write> Write for InTwo<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let (first, rest) = bytes.split_at(bytes.len() / 2);
        self.0.write_all(first)?;
        self.0.flush()?;
        std::thread::sleep(Duration::from_millis(3));
        self.0.write_all(rest)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}
