//! A match without programs: our bots under a judge that is a referee in memory. So many wrong judges are tried in little time.

use super::joined::STAMP;
use super::steered_bot::SteeredBot;
use super::verdict_patterns::StatedVerdict;
use super::{MatchKind, MatchRun};
use std::cell::Cell;
use std::fmt::Write;
use std::rc::Rc;
use stickler::clock::Micros;
use stickler::game::{Bot, Seat, Seats};
use stickler::games::erased::{AnyGame, AnyReferee};
use stickler::live::memory::MemoryPlayers;
use stickler::live::players::{HarnessError, Players, Usage};
use stickler::live::{NoBuiltinPlayers, play};
use stickler::params::{Ms, Settings};
use stickler::referee::{Ask, FaultKind, Observation};
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;

/// Plays a match of this kind under a judge. `switch` is called with false before a bot thinks and with true when the judge goes on.
/// `None`: the match needs programs.
pub fn played(
    game: &'static dyn AnyGame,
    settings: &Settings,
    kind: &MatchKind,
    judge: Box<dyn AnyReferee>,
    seed: u64,
    switch: &dyn Fn(bool),
) -> Option<Result<MatchRun, HarnessError>> {
    let variant = game.with(settings).ok()?;
    let seats = variant.seats();
    let fault_came = Rc::new(Cell::new(false));
    let mut ended = Vec::new();
    let mut bots: Vec<Option<Box<dyn Bot>>> = Vec::new();
    for seat in Seats::first(seats).iter() {
        let came = fault_came.clone();
        let bot: Box<dyn Bot> = match kind.steered(game, settings, seat) {
            Some(steered) => {
                let code = Rc::new(Cell::new(0));
                ended.push(code.clone());
                Box::new(Watched {
                    bot: steered.telling(move || came.set(true)),
                    code,
                })
            }
            None if kind.is_plain(seat) => {
                ended.push(Rc::default());
                variant.bot()
            }
            None => return None,
        };
        bots.push(Some(bot));
    }
    let mut table = Switched {
        table: MemoryPlayers::new(bots, |_| Micros(0)),
        switch,
    };
    let mut stream = Seeded::new(SplitMix64(seed));
    let header = Writer::new(game.name(), settings, &[]);
    switch(true);
    let report = play(
        judge,
        seats,
        &mut table,
        &mut NoBuiltinPlayers,
        &mut stream,
        header,
    );
    switch(false);
    let report = match report {
        Ok(report) => report,
        Err(why) => return Some(Err(why)),
    };
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
    let said = StatedVerdict {
        winner: outcome
            .and_then(|outcome| outcome.winner())
            .map(|seat| seat.0),
        is_draw: seats > 1 && outcome.is_some_and(|outcome| outcome.winner().is_none()),
        words: words.collect(),
    };
    let taps = Seats::first(seats)
        .iter()
        .map(|seat| {
            Some(tap(
                game,
                settings,
                seat,
                &report.transcript,
                ended[seat.index()].get(),
            ))
        })
        .collect();
    Some(Ok(MatchRun {
        taps,
        said,
        fault_came: fault_came.get(),
        ..MatchRun::default()
    }))
}

/// The log of a seat's tap, with a stamp before each line.
fn tap(game: &dyn AnyGame, settings: &Settings, seat: Seat, transcript: &str, code: u8) -> String {
    let header = [("seats", seat.to_string()), ("clock", "own".to_string())];
    let mut log = Writer::new(game.name(), settings, &header)
        .text()
        .to_string();
    let name = seat.to_string();
    for (at, line) in transcript
        .lines()
        .enumerate()
        .filter(|(_, line)| line.starts_with(&name))
    {
        if !line[name.len()..].starts_with('!') {
            let _ = writeln!(log, "{STAMP}{}\n{line}", at * 10);
        }
    }
    let _ = writeln!(
        log,
        "{STAMP}{}\n{seat}! exit {code}",
        transcript.lines().count() * 10
    );
    log
}

/// A bot whose exit code is noted.
struct Watched {
    bot: SteeredBot,
    code: Rc<Cell<u8>>,
}

impl Bot for Watched {
    fn hear(&mut self, line: &str, said: &mut String) -> bool {
        let goes_on = self.bot.hear(line, said);
        self.code.set(self.bot.ended());
        goes_on
    }
}

/// Players during whose turns the judge's rules are the right ones.
struct Switched<'a> {
    table: MemoryPlayers,
    switch: &'a dyn Fn(bool),
}

impl Players for Switched<'_> {
    fn tell(&mut self, to: Seat, text: &str) {
        (self.switch)(false);
        self.table.tell(to, text);
        (self.switch)(true);
    }

    fn close(&mut self, seat: Seat) {
        self.table.close(seat);
    }

    fn stray(&mut self, seat: Seat) -> Result<Option<&[u8]>, HarnessError> {
        self.table.stray(seat)
    }

    fn wait(&mut self, asks: &[Ask]) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        self.table.wait(asks)
    }

    fn end(
        &mut self,
        seats: Seats,
        grace: Ms,
    ) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        self.table.end(seats, grace)
    }

    fn retire(&mut self, seat: Seat) -> Result<Usage, HarnessError> {
        self.table.retire(seat)
    }
}
