//! Reference bots that misbehave in a chosen way, so that an author can see whether a judge notices.

mod ways;

use std::io::{BufRead, Write};
use stickler::game::Bot;
use stickler::games::erased::AnyGame;
use stickler::referee::FaultKind;

pub use ways::MISBEHAVIOURS;

/// A way to misbehave.
#[derive(Clone, Copy, Debug)]
pub struct Misbehaviour {
    /// The name on the command line.
    pub name: &'static str,
    /// The fault of the bot, in words.
    pub about: &'static str,
    kind: Option<FaultKind>,
    /// The parameter that a judge needs to detect it.
    needs: Option<&'static str>,
    when: When,
    /// A judge sees it only when it lets the program end by itself.
    is_left: bool,
    /// Replaces the answer of this number, from 0, with a line.
    instead: Option<(usize, &'static str)>,
    act: fn(&mut Moment<'_>),
}

impl Misbehaviour {
    /// A way with the class of fault that judges see in it; `None`: the bot still conforms.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        kind: Option<FaultKind>,
        act: fn(&mut Moment<'_>),
    ) -> Misbehaviour {
        Misbehaviour {
            name,
            about,
            kind,
            needs: None,
            when: When::Always,
            is_left: false,
            instead: None,
            act,
        }
    }

    /// A bot that says this line in place of its answer of this number, from 0.
    pub const fn saying(
        name: &'static str,
        about: &'static str,
        number: usize,
        line: &'static str,
    ) -> Misbehaviour {
        Misbehaviour {
            instead: Some((number, line)),
            ..Misbehaviour::new(name, about, None, |_| ())
        }
    }

    /// The class of fault that a judge of this game should see in it; `None`: the bot still conforms.
    pub fn kind(&self, game: &dyn AnyGame) -> Option<FaultKind> {
        if let Some((_, kind)) = game
            .fault_overrides()
            .iter()
            .find(|(name, _)| *name == self.name)
        {
            return *kind;
        }
        let parameters = game
            .with(&Default::default())
            .map_or(Vec::new(), |variant| variant.parameters());
        let is_limited = self
            .needs
            .is_none_or(|needs| parameters.iter().any(|(name, _)| *name == needs));
        self.kind.filter(|_| {
            is_limited && (!self.is_left && self.when != When::End || game.tells_the_end())
        })
    }

    const fn left(self) -> Misbehaviour {
        Misbehaviour {
            is_left: true,
            ..self
        }
    }

    const fn needs(self, parameter: &'static str) -> Misbehaviour {
        Misbehaviour {
            needs: Some(parameter),
            ..self
        }
    }
}

/// The lines to which a bot misbehaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    Always,
    /// The line that asks for the third answer, or for the only one of a game that has one.
    Third,
    /// The last.
    End,
}

/// One line heard, and the bot's reaction to it.
#[allow(missing_debug_implementations)] // a closure has none
pub struct Moment<'a> {
    /// The bot's output for this line. The misbehaviour changes it.
    pub said: &'a mut Vec<u8>,
    /// All lines heard, this one last; none before the first.
    pub told: &'a [String],
    /// The correct answers so far, each with its newlines.
    pub answers: &'a [String],
    /// True where this is the last line the bot hears.
    pub ends: bool,
    held: &'a mut Vec<u8>,
    exit: &'a mut Option<i32>,
    on_fault: &'a mut Option<Box<dyn FnOnce()>>,
}

impl Moment<'_> {
    /// Changes the answer, if an answer is due now.
    pub fn on_answer<T: Into<Vec<u8>>>(&mut self, change: impl FnOnce(&str) -> T) {
        if !self.said.is_empty() {
            *self.said = change(&String::from_utf8_lossy(self.said)).into();
        }
    }

    /// Changes each line of the answer.
    pub fn on_lines(&mut self, change: impl Fn(&str) -> String) {
        self.on_answer(|said| {
            said.lines()
                .map(|line| change(line) + "\n")
                .collect::<String>()
        });
    }

    /// Changes each integer of the answer.
    pub fn on_numbers(&mut self, change: impl Fn(i64) -> String) {
        let word = |word: &str| word.parse().map_or(word.into(), &change);
        self.on_lines(|line| line.split(' ').map(word).collect::<Vec<_>>().join(" "));
    }

    /// True where the third answer is due, or the only one of a game that has one.
    pub fn is_third(&self) -> bool {
        !self.said.is_empty() && (self.answers.len() == 2 || self.answers.is_empty() && self.ends)
    }

    /// True where an answer after the second is due, or the only one.
    pub fn is_late(&self) -> bool {
        !self.said.is_empty() && (self.answers.len() >= 2 || self.answers.is_empty() && self.ends)
    }

    /// Tells that the fault comes now. A way calls this if its answers are right all the same.
    pub fn comes(&mut self) {
        if let Some(tell) = self.on_fault.take() {
            tell();
        }
    }

    /// Holds the output for this line back until the bot ends.
    pub fn hold(&mut self) {
        self.held.append(self.said);
    }

    /// Writes nothing for this line and exits with this code.
    pub fn quit(&mut self, code: i32) {
        self.said.clear();
        self.end(code);
    }

    /// Exits with this code after the output for this line.
    pub fn end(&mut self, code: i32) {
        *self.exit = Some(code);
    }
}

/// A bot that misbehaves. It writes bytes, since its output need not be text.
pub struct Faulty {
    bot: Box<dyn Bot>,
    way: &'static Misbehaviour,
    told: Vec<String>,
    answers: Vec<String>,
    held: Vec<u8>,
    exit: Option<i32>,
    on_fault: Option<Box<dyn FnOnce()>>,
}

impl Faulty {
    /// This bot, which will misbehave in this way.
    pub fn new(bot: Box<dyn Bot>, way: &'static Misbehaviour) -> Faulty {
        Faulty {
            bot,
            way,
            told: Vec::new(),
            answers: Vec::new(),
            held: Vec::new(),
            exit: None,
            on_fault: None,
        }
    }

    /// This bot, which calls this when it first does what a right bot would not do. A game can be over before that.
    #[must_use]
    pub fn telling(self, on_fault: impl FnOnce() + 'static) -> Faulty {
        Faulty {
            on_fault: Some(Box::new(on_fault)),
            ..self
        }
    }

    /// The output for a line, and whether it goes on.
    pub fn hear(&mut self, line: String) -> (Vec<u8>, bool) {
        self.told.push(line);
        let mut right = String::new();
        let ends = !self.bot.hear(&self.told[self.told.len() - 1], &mut right);
        let said = self.say(right, ends);
        (said, !ends && self.exit.is_none())
    }

    fn say(&mut self, right: String, ends: bool) -> Vec<u8> {
        let mut said = right.clone().into_bytes();
        let Faulty {
            told,
            answers,
            held,
            exit,
            on_fault,
            ..
        } = self;
        let mut moment = Moment {
            said: &mut said,
            told,
            answers,
            ends,
            held,
            exit,
            on_fault,
        };
        let is_now = match self.way.when {
            When::Always => true,
            When::Third => moment.is_third(),
            When::End => ends,
        };
        if is_now {
            // Such a fault may never return from its act.
            if self.way.when != When::Always {
                moment.comes();
            }
            (self.way.act)(&mut moment);
            if let Some((_, line)) = self
                .way
                .instead
                .filter(|(number, _)| *number == moment.answers.len())
            {
                moment.on_answer(|_| format!("{line}\n"));
            }
        }
        if (*moment.said != right.as_bytes() || moment.exit.is_some()) && is_now {
            moment.comes();
        }
        answers.extend(Some(right).filter(|right| !right.is_empty()));
        said
    }
}

/// In memory it says text.
impl Bot for Faulty {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        let (said, goes_on) = self.hear(line.to_string());
        *say += &String::from_utf8_lossy(&said);
        goes_on
    }
}

/// Plays like [`super::stdio::run`], but misbehaves. Returns the exit code.
pub fn run(mut bot: Faulty, input: impl BufRead, mut output: impl Write) -> std::io::Result<i32> {
    let mut say = |said: &[u8]| output.write_all(said).and_then(|()| output.flush());
    // Output before the first line is heard.
    say(&bot.say(String::new(), false))?;
    for line in input.lines() {
        let (said, goes_on) = bot.hear(line?);
        say(&said)?;
        if !goes_on {
            break;
        }
    }
    say(&bot.held)?;
    Ok(bot.exit.unwrap_or(0))
}
