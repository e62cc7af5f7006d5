//! `stickler replay FILE` for logs and records: the server's game again, with the bot as it is now.

use super::replay::{ReplayArgs, beyond, stop};
use crate::common;
use crate::common::{CliError, CliResult, code, print, remark};
use crate::convert::{Given, log_of};
use stickler::explain::{Checked, Conclusion, Culprit, validate_until};
use stickler::game::{Seat, Seats};
use stickler::games::Registry;
use stickler::games::erased::{AnyGame, Variant};
use stickler::live::players::{HarnessError, Players};
use stickler::params::Settings;
use stickler::records::{CheckOptions, LOG, Record, RecordStep, ShownLog, StepFact, Text, game_of};
use stickler::referee::FaultKind;
use stickler::report::visible::visible;
use stickler::report::{board, file_report};
use stickler::scenario::{Opponent, Writes};
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::{TimeSpent, Transcript, Writer};
use stickler::{live, records};
use stickler_arena::launch::Launch;
use stickler_arena::overruling_players::Overruling;
use stickler_arena::process_players::ProcessPlayers;
use stickler_arena::timeless::{Breakpoint, Timeless};
use stickler_check::again::{Again, Parting, TimedAnswer};
use stickler_check::bot::STALLS;
use stickler_check::opponents::Opponents;

/// A recorded game, and the seat that the bot takes.
struct Recorded<'a> {
    game: &'static dyn AnyGame,
    variant: Box<dyn Variant>,
    settings: Settings,
    record: Record<'a>,
    seat: Seat,
    /// The number of the answer that was late there.
    late: Option<usize>,
    stop: Option<Breakpoint>,
}

/// One game with the bot: how it parts from the record, and the log of it.
struct Once {
    parting: Option<Parting>,
    agreed: (usize, usize),
    has_failed: bool,
    log: String,
}

/// `unsaved`: why the file is no saved failure.
pub(super) fn run(args: &ReplayArgs, games: Registry, unsaved: &str) -> CliResult {
    let file = args.file.to_string_lossy().into_owned();
    let (log, game) = opened(args, games, &file, unsaved)?;
    let recorded = recorded(args, game, &log)?;
    recorded.variant.prepare();
    let launch = args.launch.open()?;
    crate::launch_options::tell_limits();
    if args.each {
        return recorded.each(args, &launch);
    }
    let (mut failing, mut parted, mut last) = (0, 0, None);
    for _ in 0..args.times_over {
        let once = recorded.play(args, &launch)?;
        failing += usize::from(once.has_failed);
        parted += usize::from(once.parting.is_some());
        // A game that fails says more than one that does not.
        if once.has_failed || last.as_ref().is_none_or(|last: &Once| !last.has_failed) {
            last = Some(once);
        }
    }
    let Some(once) = last else {
        return Err("--times-over 0: no game was played".to_string().into());
    };
    print(&(recorded.shown(&once, games)? + &recorded.times(&once, args.times)))?;
    if args.times_over > 1 {
        print(&format!(
            "{file}: of {} games the bot failed in {failing}, and answered otherwise in {parted}\n",
            args.times_over
        ))?;
    }
    let clocks = if args.no_clock {
        "; played without clocks, so times were not checked"
    } else {
        ""
    };
    let numbers = match failing {
        0 => String::new(),
        _ => recorded.numbers(),
    };
    print(&format!("{file}: {}{clocks}{numbers}\n", once.agreement()))?;
    Ok(code(match () {
        () if failing > 0 => Conclusion::Violates,
        () if parted > 0 && args.strict => Conclusion::Unknown,
        () => Conclusion::Conforms,
    }))
}

/// The log or record of the file, and its game.
fn opened(
    args: &ReplayArgs,
    games: Registry,
    file: &str,
    unsaved: &str,
) -> Result<(ShownLog, &'static dyn AnyGame), CliError> {
    let of = Given {
        file: args.file.clone().into_os_string().into(),
        game: args.game.clone(),
        from: None,
        set: args.set.clone(),
    };
    let opened = log_of(&of, games).and_then(|log| {
        let how = "stickler replay --game GAME FILE -- BOT";
        let game = log
            .game
            .map_or_else(|| game_of(games, &log.bytes, how), Ok)?;
        Ok((log, game))
    });
    // What YAML says of a log quotes all of it.
    let unsaved = if unsaved.len() < 300 {
        format!(": {unsaved}")
    } else {
        String::new()
    };
    opened.map_err(|why| {
        format!("{file} is no log or record: {why}; and no saved failure of `check`{unsaved}")
            .into()
    })
}

/// The game that was played, read for the seat that is to be replayed.
fn recorded<'a>(
    args: &ReplayArgs,
    game: &'static dyn AnyGame,
    log: &'a ShownLog,
) -> Result<Recorded<'a>, CliError> {
    let given = common::settings(game, &args.set)?;
    let (record, checked) = records::played(game, &given, &log.bytes)?;
    let settings = record.settings.and(&given);
    let variant = game.with(&settings)?;
    let seat = seat(args, &checked, &log.bytes, &*variant)?;
    let stop = args
        .stop_at
        .map(|line| {
            let own = log.line(line);
            let is_behind = log.line_of_file(own) < line;
            let stop = stop(&log.bytes, seat, if is_behind { usize::MAX } else { own })?;
            stop.map_err(|last| beyond(line, log.line_of_file(last)))
        })
        .transpose()?;
    let late = late(&log.bytes, &record, &checked, seat);
    Ok(Recorded {
        game,
        variant,
        settings,
        record,
        seat,
        late,
        stop,
    })
}

impl Once {
    /// How many of the recorded answers the bot gives, in words.
    fn agreement(&self) -> String {
        match (&self.parting, self.agreed) {
            (None, (agreed, all)) if agreed == all => {
                format!("the bot gives all {all} answers of the record")
            }
            (None, (agreed, all)) => {
                format!("the bot gives {agreed} of the {all} answers of the record, and no other")
            }
            (Some(_), (agreed, all)) => {
                format!(
                    "the bot gives the first {agreed} of the {all} answers of the record, then others"
                )
            }
        }
    }
}

/// The seat that is named, or the one that failed, or the only one that the file shows.
fn seat(
    args: &ReplayArgs,
    checked: &Checked,
    log: &[u8],
    variant: &dyn Variant,
) -> Result<Seat, CliError> {
    let seats = variant.seats();
    if let Some(seat) = args.seat {
        let is_there = usize::from(seat) < seats;
        return is_there
            .then_some(Seat(seat))
            .ok_or(format!("--seat {seat}: the game has seats 0 to {}", seats - 1).into());
    }
    let failed = checked
        .findings
        .iter()
        .find_map(|found| match found.culprit {
            Culprit::Seat(seat, _) => Some(seat),
            _ => None,
        });
    let shown = Transcript::parse(log)
        .ok()
        .map(|transcript| transcript.header.seats.unwrap_or(Seats::first(seats)));
    let only = shown
        .filter(|shown| shown.iter().count() == 1)
        .and_then(|shown| shown.iter().next());
    failed.or(only).or_else(|| untold(log, variant)).ok_or(
        "nobody failed in this game: name the bot's seat, as in `--seat 0`"
            .to_string()
            .into(),
    )
}

/// The one seat that is not told the end of a game of which others are: it failed, in a way that the file does not show.
fn untold(log: &[u8], variant: &dyn Variant) -> Option<Seat> {
    let transcript = Transcript::parse(log).ok()?;
    let (referee, all) = (variant.referee(), Seats::first(variant.seats()));
    let is_ended = |seat: Seat| {
        let told = transcript.body().filter_map(|line| line.told());
        let last = told.filter(|(to, _)| *to == seat).last();
        last.is_some_and(|(_, text)| referee.is_last(seat, &mut std::iter::once(text)))
    };
    let mut without = all.iter().filter(|seat| !is_ended(*seat));
    let first = without.next()?;
    let others = all.without(Seats::only(first));
    if without.next().is_some() || others.is_empty() {
        return None;
    }
    remark(&format!(
        "seat {first} failed, since the others alone hear the end: the bot takes its place; --seat names another"
    ));
    Some(first)
}

/// The number of the seat's answer that came too late, or never, in this log.
fn late(log: &[u8], record: &Record<'_>, checked: &Checked, seat: Seat) -> Option<usize> {
    let found = checked
        .findings
        .iter()
        .find(|found| found.culprit == Culprit::Seat(seat, FaultKind::Late));
    let before: usize = log
        .split_inclusive(|&byte| byte == b'\n')
        .take(found?.line - 1)
        .map(<[u8]>::len)
        .sum();
    let is_said = |step: &RecordStep<'_>| matches!(step.what, StepFact::Said(by, ..) if by == seat);
    Some(
        record
            .steps
            .iter()
            .filter(|step| step.at.start < before && is_said(step))
            .count()
            + 1,
    )
}

/// Places that are listed where the bot answers otherwise.
const LISTED: usize = 20;

impl Recorded<'_> {
    /// The parameters of the record, and a question to the owner of the failing bot.
    fn numbers(&self) -> String {
        let numbers = self.settings.0.iter();
        let numbers: Vec<String> = numbers
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        match numbers.is_empty() {
            true => String::new(),
            false => format!(
                "; the record was played with {}: does your bot take the same values, or other ones?",
                numbers.join(" ")
            ),
        }
    }

    /// The seats that the bot does not play.
    fn others(&self) -> Seats {
        Seats::first(self.variant.seats()).without(Seats::only(self.seat))
    }

    /// The bot's program at its seat, with clocks or without.
    fn started(
        &self,
        args: &ReplayArgs,
        launch: &Launch,
    ) -> Result<Box<dyn Players>, HarnessError> {
        let is_bot = |at: usize| at == self.seat.index();
        let commands: Vec<_> = (0..self.variant.seats())
            .map(|at| is_bot(at).then(|| args.command.clone()))
            .collect();
        let table = Box::new(ProcessPlayers::start_by(launch, &commands, Writes::Whole)?);
        Ok(match args.no_clock {
            true => Box::new(Timeless::new(table, self.stop, remark)),
            false => table,
        })
    }

    /// One game in which the bot comes to every position of the record, and where it answers otherwise there.
    fn each(&self, args: &ReplayArgs, launch: &Launch) -> CliResult {
        let seats = self.variant.seats();
        let own = self
            .record
            .steps
            .iter()
            .filter_map(|step| match &step.what {
                StepFact::Said(by, text, _) if *by == self.seat => Some(text.to_vec()),
                _ => None,
            });
        let recorded: Vec<Vec<u8>> = own.collect();
        let all = recorded.len();
        let rest = Opponents::new(
            self.others(),
            args.opponent.kind(),
            SplitMix64(1),
            Vec::new(),
        );
        let mut house = Again::new(&self.record, self.seat, rest);
        let mut table = Overruling::new(self.started(args, launch)?, self.seat, recorded);
        let writer = Writer::new(self.game.name(), &self.settings, &[]);
        let mut stream = Seeded::new(SplitMix64(1));
        let played = live::play(
            self.variant.referee(),
            seats,
            &mut table,
            &mut house,
            &mut stream,
            writer,
        )?;
        let log = played.transcript.as_bytes();
        let transcript = Transcript::parse(log).map_err(|error| error.breach.why.to_string())?;
        let said: Vec<usize> = transcript
            .body()
            .filter(|line| line.said().is_some_and(|(by, ..)| by == self.seat))
            .map(|line| line.number)
            .collect();
        let (overruled, answered) = table.overruled();
        let mut text = String::new();
        for (at, one) in overruled.iter().take(LISTED).enumerate() {
            text += &format!("answer {} of seat {}:\n", one.number, self.seat);
            for (name, answer) in [("recorded", &one.recorded), ("now", &one.now)] {
                text += &format!(
                    "  {name:<8}  {}\n",
                    visible(&String::from_utf8_lossy(answer), false)
                );
            }
            let line = said.get(one.number - 1).copied().unwrap_or(usize::MAX);
            if let Ok((_, referee)) = validate_until(self.game, &self.settings, log, line) {
                let now = String::from_utf8_lossy(&one.now).into_owned();
                if !referee.replies(self.seat).contains(&now) {
                    text += "  it is not legal in the recorded position\n";
                }
                if at == 0 {
                    let board = board::render(&referee.picture(), true);
                    text += &format!("the board before it:\n{board}\n");
                }
            }
        }
        if overruled.len() > LISTED {
            text += &format!("{} more like it\n", overruled.len() - LISTED);
        }
        if !overruled.is_empty() {
            text += "the game went on with the recorded answers; a bot that keeps a board of its own has its own answers on it\n";
        }
        let (file, same) = (args.file.display(), answered - overruled.len());
        text += &format!(
            "{file}: of {all} recorded answers the bot was asked for {answered}, and gives {same}\n"
        );
        print(&text)?;
        Ok(code(match () {
            () if answered < all => Conclusion::Unknown,
            () if !overruled.is_empty() && args.strict => Conclusion::Unknown,
            () => Conclusion::Conforms,
        }))
    }

    fn play(&self, args: &ReplayArgs, launch: &Launch) -> Result<Once, HarnessError> {
        let seats = self.variant.seats();
        let mut stalls = 0;
        loop {
            let bots = (0..seats)
                .map(|_| self.variant.opponent(args.opponent.kind()))
                .collect();
            let rest = Opponents::new(self.others(), args.opponent.kind(), SplitMix64(1), bots);
            let mut house = Again::new(&self.record, self.seat, rest);
            let mut table = self.started(args, launch)?;
            let writer = Writer::new(
                self.game.name(),
                &self.settings,
                &[("note", "replay".to_string())],
            )
            .telling_spending(true);
            let mut stream = Seeded::new(SplitMix64(1));
            match live::play(
                self.variant.referee(),
                seats,
                &mut *table,
                &mut house,
                &mut stream,
                writer,
            ) {
                Ok(played) => {
                    let has_failed = played
                        .verdict
                        .faults
                        .iter()
                        .any(|fault| fault.seat == self.seat && fault.breach.clause.is_must());
                    let (parting, agreed) = (house.parting().cloned(), house.agreed());
                    return Ok(Once {
                        parting,
                        agreed,
                        has_failed,
                        log: played.transcript,
                    });
                }
                Err(HarnessError::Stalled { .. }) if stalls < STALLS => stalls += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Both answers with the board, where they part, and what is said of the game with the bot.
    fn shown(&self, once: &Once, games: Registry) -> Result<String, String> {
        let mut text = String::new();
        let log = once.log.as_bytes();
        if let Some(Parting {
            number,
            before,
            now,
        }) = &once.parting
        {
            let seat = self.seat;
            let transcript =
                Transcript::parse(log).map_err(|error| error.breach.why.to_string())?;
            let mut said = transcript
                .body()
                .filter(|line| line.said().is_some_and(|(by, ..)| by == seat));
            let line = said.nth(number - 1);
            let took = line
                .and_then(|line| line.said())
                .and_then(|(_, _, took)| took);
            text += &format!(
                "answer {number} of seat {seat}:\n  recorded  {}\n",
                worded(before.as_ref())
            );
            text += &format!("  now       {}\n", worded(Some(&(now.clone(), took))));
            let at = line.map_or(usize::MAX, |line| line.number);
            if let Ok((_, referee)) = validate_until(self.game, &self.settings, log, at) {
                text += &format!(
                    "the board before it:\n{}\n",
                    board::render(&referee.picture(), true)
                );
            }
        }
        let given = Settings::default();
        let ask = CheckOptions {
            game: Some(self.game),
            format: Some(LOG.name),
            ..CheckOptions::new(games, &given)
        };
        let report = file_report::report(ask, Text::new("now", log)).of_own_judge();
        Ok(text + &report.to_string())
    }

    /// How long the bot took for the answer that was late in the record, or for each, and where that time went.
    fn times(&self, once: &Once, of_all: bool) -> String {
        let Ok(transcript) = Transcript::parse(once.log.as_bytes()) else {
            return String::new();
        };
        let said = transcript.body().filter_map(|line| {
            line.said()
                .filter(|(by, ..)| *by == self.seat)
                .map(|said| (line.number, said.2))
        });
        let mut text = String::new();
        for (number, (line, took)) in (1..).zip(said) {
            let was_late = self.late == Some(number);
            let [spent, _] = TimeSpent::told(once.log.as_bytes(), line);
            let spent = spent
                .map(|spent| spent.to_string())
                .or(took.map(|took| format!("{took} ms")));
            if let Some(spent) = spent.filter(|_| of_all || was_late) {
                let late = if was_late {
                    ", which was late in the record, took here"
                } else {
                    " took"
                };
                text += &format!("answer {number} of seat {}{late} {spent}\n", self.seat);
            }
        }
        text
    }
}

/// An answer, and its time.
fn worded(answer: Option<&TimedAnswer>) -> String {
    match answer {
        Some((text, Some(took))) => format!("{text}  @{took}ms"),
        Some((text, None)) => text.clone(),
        None => "nothing more".into(),
    }
}

/// Who answers where the record says nothing legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Other {
    /// The game's reference bot
    Reference,
    /// Any legal answer
    Any,
    /// The first legal answer
    First,
}

impl Other {
    fn kind(self) -> Opponent {
        match self {
            Other::Reference => Opponent::Reference,
            Other::Any => Opponent::Any,
            Other::First => Opponent::First,
        }
    }
}
