//! Reference bots that misbehave in a chosen way, so that an author can see whether a judge notices.

use crate::game::Bot;
use crate::games::erased::AnyGame;
use crate::referee::FaultKind;
use std::io::{BufRead, Write};
use std::time::Duration;

/// A way to misbehave.
#[derive(Clone, Copy, Debug)]
pub struct Misbehaviour {
    /// Its name on the command line.
    pub name: &'static str,
    /// What the bot does.
    pub about: &'static str,
    kind: Option<FaultKind>,
    /// True where it shows at the end alone.
    at_end: bool,
    act: fn(&mut Turn<'_>),
}

impl Misbehaviour {
    /// The class of fault that a judge of this game should see in it; `None`: it conforms all the same.
    pub fn kind(&self, game: &dyn AnyGame) -> Option<FaultKind> {
        self.kind.filter(|_| !self.at_end || game.tells_the_end())
    }

    const fn at_end(self) -> Misbehaviour {
        Misbehaviour { at_end: true, ..self }
    }
}

/// One line heard, and what comes of it.
struct Turn<'a> {
    /// What the bot says to this line; changed by the misbehaviour.
    said: &'a mut String,
    /// The answers before this one.
    answers: usize,
    /// True where this is the last line the bot hears.
    ends: bool,
    exit: &'a mut Option<i32>,
}

impl Turn<'_> {
    fn on_answer(&mut self, change: impl Fn(&str) -> String) {
        if !self.said.is_empty() {
            *self.said = change(self.said);
        }
    }
}

const fn way(name: &'static str, about: &'static str, kind: FaultKind, act: fn(&mut Turn<'_>)) -> Misbehaviour {
    Misbehaviour { name, about, kind: Some(kind), at_end: false, act }
}

/// Every way there is.
pub const MISBEHAVIOURS: &[Misbehaviour] = &[
    way("silent", "never answers", FaultKind::Late, |turn| turn.said.clear()),
    way("hang", "stops answering after the second answer", FaultKind::Late, |turn| {
        if turn.answers >= 2 {
            turn.said.clear();
        }
    }),
    way("late", "sleeps for twelve seconds before the third answer", FaultKind::Late, |turn| {
        if turn.answers == 2 {
            std::thread::sleep(Duration::from_secs(12));
        }
    }),
    way("no-newline", "leaves the newline out", FaultKind::Late, |turn| turn.on_answer(|said| said.trim_end().into())),
    way("lower-case", "writes in lower case", FaultKind::Format, |turn| turn.on_answer(str::to_lowercase)),
    way("junk", "writes a line of its own before each answer", FaultKind::Format, |turn| {
        turn.on_answer(|said| format!("thinking\n{said}"));
    }),
    way("empty", "answers with an empty line", FaultKind::Format, |turn| turn.on_answer(|_| "\n".into())),
    way("extra-word", "writes a word too many", FaultKind::Format, |turn| {
        turn.on_answer(|said| format!("{} x\n", said.trim_end()));
    }),
    way("binary", "writes bytes that are no text", FaultKind::Format, |turn| turn.on_answer(|_| "\0\u{7f}\n".into())),
    way("twice", "gives each answer twice", FaultKind::Unasked, |turn| turn.on_answer(|said| said.repeat(2))),
    way("after-the-end", "writes a line after the end", FaultKind::Unasked, |turn| {
        if turn.ends {
            turn.said.push_str("bye\n");
        }
    })
    .at_end(),
    way("crash", "exits with code 1 instead of the third answer", FaultKind::Died, |turn| turn.quit_at(2, 1)),
    way("early-exit", "exits with code 0 instead of the third answer", FaultKind::Died, |turn| turn.quit_at(2, 0)),
    way("flood", "writes a line that does not end", FaultKind::Flood, |turn| {
        turn.on_answer(|_| "x".repeat(100_000_000));
    }),
    way("lingers", "does not end", FaultKind::Ending, |turn| {
        if turn.ends {
            std::thread::sleep(Duration::from_secs(60));
        }
    })
    .at_end(),
    way("exit-code", "ends with exit code 3", FaultKind::Ending, |turn| {
        if turn.ends {
            *turn.exit = Some(3);
        }
    })
    .at_end(),
    way("crlf", "ends its lines with CRLF", FaultKind::Habit, |turn| turn.on_answer(|said| said.replace('\n', "\r\n"))),
    way("blanks", "doubles its blanks and ends its lines with one", FaultKind::Habit, |turn| {
        turn.on_answer(|said| said.replace(' ', "  ").replace('\n', " \n"));
    }),
    Misbehaviour {
        name: "stderr",
        about: "writes megabytes to standard error, which is no fault",
        kind: None,
        at_end: false,
        act: |turn| {
            if turn.answers == 0 {
                let _ = std::io::stderr().write_all(&vec![b'.'; 4 << 20]);
            }
        },
    },
];

impl Turn<'_> {
    fn quit_at(&mut self, answers: usize, code: i32) {
        if self.answers == answers && !self.said.is_empty() {
            self.said.clear();
            *self.exit = Some(code);
        }
    }
}

/// Plays like [`super::stdio::run`], misbehaving; the exit code to end with.
pub fn run(bot: &mut dyn Bot, way: &Misbehaviour, input: impl BufRead, mut output: impl Write) -> std::io::Result<i32> {
    let (mut said, mut exit, mut answers) = (String::new(), None, 0);
    for line in input.lines() {
        said.clear();
        let ends = !bot.hear(&line?, &mut said);
        let answered = !said.is_empty();
        (way.act)(&mut Turn { said: &mut said, answers, ends, exit: &mut exit });
        answers += usize::from(answered);
        output.write_all(said.as_bytes())?;
        output.flush()?;
        if ends || exit.is_some() {
            break;
        }
    }
    Ok(exit.unwrap_or(0))
}
