//! A match without programs: our bots under a judge that is a referee in memory. So many wrong judges are tried in little time.

use super::joined_log::STAMP;
use super::steered_bot::{Chances, SteeredBot};
use super::twisted::{Sent, Twist};
use super::verdict_patterns::StatedVerdict;
use super::{MatchKind, MatchRun};
use std::cell::{Cell, RefCell};
use std::fmt::Write;
use std::rc::Rc;
use std::time::Duration;
use stickler::clock::Micros;
use stickler::game::{Bot, Seat, Seats};
use stickler::games::erased::{AnyGame, AnyReferee};
use stickler::live::memory::MemoryPlayers;
use stickler::live::players::{HarnessError, Players, Usage};
use stickler::live::{NoBuiltinPlayers, play};
use stickler::params::{Ms, Settings};
use stickler::referee::{Ask, Death, FaultKind, Observation};
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;

/// A match that was played, and the recording of it.
#[derive(Clone, Debug)]
pub struct PlayedMatch {
    /// How it went.
    pub went: MatchRun,
    /// The words of the bots, and when they came.
    pub recording: Recording,
}

/// A match in memory that bots and judge will repeat, line by line.
#[derive(Clone, Debug)]
pub struct Recording {
    transcript: String,
    /// The reactions of each seat's bot, one for each line that it heard.
    replies: Vec<Vec<Reaction>>,
}

/// The words of a bot after a line, and whether it goes on.
#[derive(Clone, Debug)]
struct Reaction {
    said: String,
    goes_on: bool,
}

/// Called with false before a bot thinks, and with true when the judge goes on.
pub type Switch<'a> = &'a dyn Fn(bool);

/// True where the fault comes up in one match of this kind under a right judge; false also where the match needs programs.
pub(super) fn fault_comes(
    game: &'static dyn AnyGame,
    settings: &Settings,
    kind: &MatchKind,
) -> bool {
    game.with(settings).is_ok_and(|variant| {
        let played = played(game, settings, kind, variant.referee(), 0, &|_| ());
        played.is_some_and(|played| played.is_ok_and(|played| played.went.fault_came))
    })
}

/// How many answers each seat gives in one match of this kind under a right judge; empty where the match needs programs.
pub(super) fn answers(
    game: &'static dyn AnyGame,
    settings: &Settings,
    kind: &MatchKind,
) -> Vec<usize> {
    let Ok(variant) = game.with(settings) else {
        return Vec::new();
    };
    let played = played(game, settings, kind, variant.referee(), 0, &|_| ());
    let Some(Ok(played)) = played else {
        return Vec::new();
    };
    let count = |(seat, tap): (Seat, &str)| {
        let said = format!("{seat}> ");
        tap.lines().filter(|line| line.starts_with(&said)).count()
    };
    played.went.logs().map(count).collect()
}

/// The clauses that each seat's answers could break in one match of this kind under a right judge, from the answer of this number on.
pub(super) fn chances(
    game: &'static dyn AnyGame,
    settings: &Settings,
    kind: &MatchKind,
    from: &[usize],
) -> Vec<Chances> {
    let Ok(variant) = game.with(settings) else {
        return Vec::new();
    };
    let chances: Vec<Chances> = from.iter().map(|_| Chances::default()).collect();
    let seats = Seats::first(from.len()).iter().zip(from).zip(&chances);
    let bots = seats.filter_map(|((seat, from), chances)| {
        let bot = kind.steered(game, settings, seat)?;
        Some(Box::new(bot.noting(*from, Rc::clone(chances))) as Box<dyn Bot>)
    });
    let judge = MemoryJudge {
        referee: variant.referee(),
        seed: 0,
        switch: &|_| (),
        twist: None,
    };
    match dialogue(game, settings, judge, bots.collect(), |_| Micros(0)) {
        Ok(_) => chances,
        Err(_) => Vec::new(),
    }
}

/// Plays a match of this kind under a judge. `None`: the match needs programs. Nobody waits in memory: the time of a thought, or
/// of a late answer, is only counted.
pub fn played(
    game: &'static dyn AnyGame,
    settings: &Settings,
    kind: &MatchKind,
    judge: Box<dyn AnyReferee>,
    seed: u64,
    switch: Switch<'_>,
) -> Option<Result<PlayedMatch, HarnessError>> {
    let judge = MemoryJudge {
        referee: judge,
        seed,
        switch,
        twist: None,
    };
    played_by(game, settings, kind, judge)
}

/// A judge in memory.
pub(super) struct MemoryJudge<'a> {
    pub(super) referee: Box<dyn AnyReferee>,
    /// The seed of its choices.
    pub(super) seed: u64,
    pub(super) switch: Switch<'a>,
    /// The way in which it differs from this referee.
    pub(super) twist: Option<&'a Twist>,
}

/// Plays the match under a judge that may be wrong in one thing.
pub(super) fn played_by(
    game: &'static dyn AnyGame,
    settings: &Settings,
    kind: &MatchKind,
    judge: MemoryJudge<'_>,
) -> Option<Result<PlayedMatch, HarnessError>> {
    let variant = game.with(settings).ok()?;
    let fault_came = Rc::new(Cell::new(false));
    let thoughts: Rc<[Cell<Duration>]> = vec![Cell::default(); variant.seats()].into();
    let (mut watches, mut bots) = (Vec::new(), Vec::new());
    for seat in Seats::first(variant.seats()).iter() {
        let came = fault_came.clone();
        let bot = match kind.steered(game, settings, seat) {
            Some(steered) => {
                let [late, thinking] = [Rc::clone(&thoughts), Rc::clone(&thoughts)];
                let steered = steered.telling(move |wait| {
                    came.set(true);
                    late[seat.index()].set(wait);
                });
                let steered = steered.pausing(move |wait| thinking[seat.index()].set(wait));
                MatchBot::Steered(Box::new(steered))
            }
            None if kind.is_plain(seat) => MatchBot::Plain(variant.bot()),
            None => return None,
        };
        let watch = Rc::new(RefCell::default());
        watches.push(Rc::clone(&watch));
        bots.push(Box::new(WatchedBot { bot, watch }) as Box<dyn Bot>);
    }
    let pace = move |seat: Seat| Micros(thoughts[seat.index()].take().as_micros() as u64);
    let ended = match dialogue(game, settings, judge, bots, pace) {
        Ok(ended) => ended,
        Err(why) => return Some(Err(why)),
    };
    let seats = Seats::first(watches.len()).iter().zip(&watches);
    let taps = seats.map(|(seat, watch)| {
        let code = watch.borrow().code;
        Some(ended.tap(game, settings, seat, code))
    });
    let went = MatchRun {
        taps: taps.collect(),
        said: ended.said,
        fault_came: fault_came.get(),
        over: ended.over,
        ..MatchRun::default()
    };
    let replies = watches.iter().map(|watch| watch.take().replies).collect();
    let recording = Recording {
        transcript: ended.transcript,
        replies,
    };
    Some(Ok(PlayedMatch { went, recording }))
}

impl Recording {
    /// The verdict of this judge, if everything that its bots hear is the same. They need not think: as long as they hear the
    /// same, they say the same. `None`: the match is another one.
    pub fn repeated(
        &self,
        game: &'static dyn AnyGame,
        settings: &Settings,
        judge: Box<dyn AnyReferee>,
        seed: u64,
        switch: Switch<'_>,
    ) -> Option<StatedVerdict> {
        let bots = self.replies.iter().map(|replies| {
            let replies = replies.clone().into_iter();
            Box::new(Repeating { replies }) as Box<dyn Bot>
        });
        let judge = MemoryJudge {
            referee: judge,
            seed,
            switch,
            twist: None,
        };
        let ended = dialogue(game, settings, judge, bots.collect(), |_| Micros(0)).ok()?;
        (ended.transcript == self.transcript).then_some(ended.said)
    }
}

/// A match that is over.
struct EndedMatch {
    /// By the judge.
    transcript: String,
    /// By the bots: when a line came, of whom, and the line.
    lines: Vec<(u64, Seat, String)>,
    /// When it was over, by the same clock.
    over: u64,
    said: StatedVerdict,
}

/// A match of these bots; an answer takes as long as `pace` says after it was given.
fn dialogue(
    game: &'static dyn AnyGame,
    settings: &Settings,
    judge: MemoryJudge<'_>,
    bots: Vec<Box<dyn Bot>>,
    pace: impl FnMut(Seat) -> Micros + 'static,
) -> Result<EndedMatch, HarnessError> {
    let MemoryJudge {
        referee,
        seed,
        switch,
        twist,
    } = judge;
    if let Some(twist) = twist {
        twist.begins();
    }
    let seats = bots.len();
    let bots = bots.into_iter().map(Some).collect();
    let mut table = Switched {
        table: MemoryPlayers::new(bots, pace),
        seats,
        switch,
        asks: 0,
        twist,
        held: None,
        read: Vec::new(),
        lines: Vec::new(),
        now: 0,
    };
    let mut stream = Seeded::new(SplitMix64(seed));
    let header = Writer::new(game.name(), settings, &[]);
    switch(true);
    let report = play(
        referee,
        seats,
        &mut table,
        &mut NoBuiltinPlayers,
        &mut stream,
        header,
    );
    switch(false);
    let report = report?;
    let words = Seats::first(seats).iter().map(|seat| {
        let mut faults = report
            .verdict
            .faults
            .iter()
            .filter(|fault| fault.seat == seat);
        let is_fault = |kind| kind != FaultKind::Habit && (kind != FaultKind::Lost || seats == 1);
        let fault = faults.find(|fault| is_fault(fault.kind));
        let ok = if seats == 1 { "AC" } else { "OK" };
        (
            seat.0,
            fault.map_or(ok, |fault| game.word(fault.kind)).to_string(),
        )
    });
    let outcome = report.verdict.outcome;
    let mut said = StatedVerdict {
        winner: outcome
            .and_then(|outcome| outcome.winner())
            .map(|seat| seat.0),
        is_draw: seats > 1 && outcome.is_some_and(|outcome| outcome.winner().is_none()),
        words: words.collect(),
    };
    if let Some(twist) = twist {
        twist.of_verdict(game, &mut said);
    }
    Ok(EndedMatch {
        transcript: report.transcript,
        over: table.now,
        lines: table.lines,
        said,
    })
}

impl EndedMatch {
    /// The log of a seat's tap, with a stamp before each line.
    fn tap(&self, game: &dyn AnyGame, settings: &Settings, seat: Seat, code: u8) -> String {
        let header = [("seats", seat.to_string()), ("clock", "own".to_string())];
        let header = Writer::new(game.name(), settings, &header);
        let mut log = header.text().to_string();
        for (at, _, line) in self.lines.iter().filter(|(_, of, _)| *of == seat) {
            let _ = writeln!(log, "{STAMP}{at}\n{line}");
        }
        let _ = writeln!(log, "{STAMP}{}\n{seat}! exit {code}", self.over);
        log
    }
}

/// A bot of a match: one that follows the referee, or the reference bot.
enum MatchBot {
    Steered(Box<SteeredBot>),
    Plain(Box<dyn Bot>),
}

/// Notes about a bot.
#[derive(Default)]
struct BotNotes {
    /// The exit code so far.
    code: u8,
    replies: Vec<Reaction>,
}

/// A bot of which is noted what it says, and how it ends.
struct WatchedBot {
    bot: MatchBot,
    watch: Rc<RefCell<BotNotes>>,
}

impl Bot for WatchedBot {
    fn hear(&mut self, line: &str, said: &mut String) -> bool {
        let mut watch = self.watch.borrow_mut();
        let before = said.len();
        let goes_on = match &mut self.bot {
            MatchBot::Plain(bot) => bot.hear(line, said),
            MatchBot::Steered(bot) => {
                let goes_on = bot.hear(line, said);
                watch.code = bot.ended();
                goes_on
            }
        };
        watch.replies.push(Reaction {
            said: said[before..].to_string(),
            goes_on,
        });
        goes_on
    }
}

/// A bot that says again what another one said.
struct Repeating {
    replies: std::vec::IntoIter<Reaction>,
}

impl Bot for Repeating {
    fn hear(&mut self, _: &str, said: &mut String) -> bool {
        let Some(reply) = self.replies.next() else {
            return false;
        };
        said.push_str(&reply.said);
        reply.goes_on
    }
}

/// Players during whose turns the judge's rules are the right ones. Between them and a judge that is wrong stands its mistake.
struct Switched<'a> {
    table: MemoryPlayers,
    seats: usize,
    switch: Switch<'a>,
    asks: usize,
    twist: Option<&'a Twist>,
    /// A message that comes after the next one to its seat.
    held: Option<(Seat, String)>,
    /// An answer as the judge reads it.
    read: Vec<u8>,
    lines: Vec<(u64, Seat, String)>,
    now: u64,
}

/// The time from one line to the next, by the clock of the stamps.
const TICK: u64 = 10;

impl Switched<'_> {
    fn note(&mut self, seat: Seat, arrow: char, text: &[u8], took: Option<Micros>) {
        let mut writer = Writer::default();
        match arrow {
            '<' => writer.told(seat, &String::from_utf8_lossy(text)),
            _ => writer.said(seat, text, took.map(|took| Ms(took.0 / 1000))),
        }
        for line in writer.text().lines() {
            self.lines.push((self.now, seat, line.to_string()));
            self.now += TICK;
        }
    }

    /// Notes the lines of a seat, and keeps them as the judge reads them.
    fn keep(&mut self, seat: Seat, lines: Vec<u8>, took: Option<Micros>) -> &[u8] {
        self.note(seat, '>', &lines, took);
        self.read = lines;
        &self.read
    }

    /// Hands on what is no line.
    fn handed_on(&mut self, heard: Result<Death, Vec<u8>>) -> Observation<'_> {
        match heard {
            Ok(death) => Observation::Died(death),
            Err(unfinished) => {
                self.read = unfinished;
                Observation::Silent {
                    unfinished: &self.read,
                    unflushed: b"",
                }
            }
        }
    }

    fn send(&mut self, to: Seat, text: &str) {
        if to.index() < self.seats {
            self.note(to, '<', text.as_bytes(), None);
            self.table.tell(to, text);
        }
    }
}

/// How a bot in memory ended, or else what it wrote of a line.
fn apart(heard: Observation<'_>) -> Result<Death, Vec<u8>> {
    match heard {
        Observation::Died(death) => Ok(death),
        Observation::Silent { unfinished, .. } => Err(unfinished.to_vec()),
        _ => Err(Vec::new()),
    }
}

/// A judge that asks more often than that does not end: it may ask a bot that has ended again and again.
const MOST_ASKS: usize = 5_000;

impl Players for Switched<'_> {
    fn tell(&mut self, to: Seat, text: &str) {
        (self.switch)(false);
        let held = self.held.take_if(|(seat, _)| *seat == to);
        match self.twist.and_then(|twist| twist.of_message(to, text)) {
            None => self.send(to, text),
            Some(Sent::Now(messages)) => {
                for (to, text) in messages {
                    self.send(to, &text);
                }
            }
            Some(Sent::AfterNext) => self.held = Some((to, text.to_string())),
        }
        if let Some((to, text)) = held {
            self.send(to, &text);
        }
        (self.switch)(true);
    }

    fn close(&mut self, seat: Seat) {
        self.table.close(seat);
    }

    fn unsolicited(&mut self, seat: Seat) -> Result<Option<&[u8]>, HarnessError> {
        let Some(bytes) = self.table.unsolicited(seat)?.map(<[u8]>::to_vec) else {
            return Ok(None);
        };
        Ok(Some(self.keep(seat, bytes, None)))
    }

    fn wait(&mut self, asks: &[Ask]) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        self.asks += 1;
        if self.asks > MOST_ASKS {
            let why = format!("the judge asked {MOST_ASKS} times, and the match had not ended");
            return Err(HarnessError::System(std::io::Error::other(why)));
        }
        let (seat, heard, took) = self.table.wait(asks)?;
        let lines = match heard {
            Observation::Lines(lines) => lines.to_vec(),
            other => {
                let other = apart(other);
                self.now += took.0.div_ceil(1000);
                return Ok((seat, self.handed_on(other), took));
            }
        };
        self.now += took.0;
        self.note(seat, '>', &lines, Some(took));
        let took = self.twist.map_or(took, |twist| twist.of_time(seat, took));
        self.read = match self.twist {
            Some(twist) => twist.of_answer(seat, lines),
            None => lines,
        };
        Ok((seat, Observation::Lines(&self.read), took))
    }

    fn end(
        &mut self,
        seats: Seats,
        grace: Ms,
    ) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        let (seat, heard, took) = self.table.end(seats, grace)?;
        match heard {
            Observation::Lines(lines) => {
                let lines = lines.to_vec();
                Ok((seat, Observation::Lines(self.keep(seat, lines, None)), took))
            }
            other => {
                let other = apart(other);
                Ok((seat, self.handed_on(other), took))
            }
        }
    }

    fn retire(&mut self, seat: Seat) -> Result<Usage, HarnessError> {
        self.table.retire(seat)
    }
}

#[cfg(test)]
mod tests;
