//! `stickler engine GAME -- CMD…`: holds an engine's program against the rules.

use crate::common::{CliError, CliResult, code, print};
use crate::{common, did_you_mean, spec};
use std::collections::BTreeSet;
use std::time::Instant;
use stickler::clause::Clause;
use stickler::engine::{Divergence, Effort, EngineError, Law, Report, check_until};
use stickler::explain::Conclusion;
use stickler::games::Registry;
use stickler::games::erased::{AnyGame, AnyRules};
use stickler::live::players::HarnessError;
use stickler::params::{Ms, Settings};
use stickler::report::diagnostic::program;
use stickler_arena::process_players::is_interrupted;
use stickler_check::engine_program::Program;
use stickler_check::engine_report::{SHORTER, counted, difference, met, needs_more, shown_before};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// The engine: a list of words, run without a shell in the current folder; it speaks spec/engine-protocol.md
    #[arg(last = true, value_name = "CMD", required = true)]
    command: Vec<String>,
    /// Draw all walks from this seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Take this many walks of each kind, for each law
    #[arg(long, default_value_t = Effort::default().walks as u32, value_parser = clap::value_parser!(u32).range(1..))]
    walks: u32,
    /// End a walk after this many actions
    #[arg(long, default_value_t = Effort::default().plies as u32, value_parser = clap::value_parser!(u32).range(1..))]
    plies: u32,
    /// Let `divide` visit this many positions
    #[arg(long, default_value_t = Effort::default().nodes as u32, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Give the engine this many milliseconds for each answer
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    answer_time: u64,
    /// Check this law alone
    #[arg(long, value_name = "LAW", value_parser = Law::ALL.map(Law::word))]
    only: Option<String>,
    /// Set a parameter of the game; `stickler games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let game = did_you_mean::game(games, &args.game)?;
    let settings = common::settings(game, &args.set)?;
    let start = game.with(&settings)?.rules();
    did_you_mean::startable(&args.command)?;
    let mut engine = Program::new(game, &settings, &args.command, Ms(args.answer_time))?;
    let effort = {
        let [walks, plies, nodes] = [args.walks, args.plies, args.nodes].map(|most| most as usize);
        Effort {
            seed: args.seed,
            walks,
            plies,
            nodes,
        }
    };
    let Tried {
        laws,
        broken,
        held,
        mut broken_off,
    } = tried(args, game, &*start, &mut engine, effort)?;
    if let Some(why) = broken_off.take_if(|_| broken.is_empty()) {
        return Err(why);
    }
    if broken_off.is_none() {
        print(&unmet(&held, &broken))?;
    }
    let broken = confirmed(args, game, &settings, &*start, broken)?;
    show(args, games, game, &*start, &mut engine, effort, &broken)?;
    let Some((law, divergence, _, needs)) = broken.first() else {
        let reports = held.iter().map(|(_, report)| report);
        print(&met(&*start, reports))?;
        print(&format!("conforms: no difference in {laws} laws\n"))?;
        return Ok(code(Conclusion::Conforms));
    };
    print(&counted(&format!(
        "violates: {} of {laws} laws; the shortest game that shows a difference has {} actions ({}){}\n",
        broken.len(),
        divergence.actions.len(),
        law.word(),
        match needs.is_empty() {
            true => "",
            false => ", after other games in the same process",
        }
    )))?;
    let untried = broken_off.filter(|_| !is_interrupted());
    let untried = untried.map(|why| format!("not every law was tried: {}", why.why).into());
    common::ended(Conclusion::Violates, untried)
}

/// The laws that were tried.
struct Tried {
    /// How many were tried.
    laws: usize,
    /// The laws with a difference.
    broken: Vec<(Law, Divergence, Report)>,
    /// The laws without one.
    held: Vec<(Law, Report)>,
    /// The reason why the laws that come later were not tried; the differences until then are shown all the same.
    broken_off: Option<CliError>,
}

/// Tries the laws that are wanted, one after the other.
fn tried(
    args: &Args,
    game: &'static dyn AnyGame,
    start: &dyn AnyRules,
    engine: &mut Program,
    effort: Effort,
) -> Result<Tried, CliError> {
    let mut tried = Tried {
        laws: 0,
        broken: Vec::new(),
        held: Vec::new(),
        broken_off: None,
    };
    for law in Law::ALL
        .into_iter()
        .filter(|law| args.only.as_ref().is_none_or(|only| only == law.word()))
    {
        // An engine that needs long for each answer has its differences shown longer than they could be.
        let mut ends = None;
        let mut has_time = |_: usize| {
            let ends = ends.get_or_insert_with(|| Instant::now() + SHORTER);
            Instant::now() < *ends
        };
        let report = match check_until(start, engine, law, effort, &mut has_time) {
            Ok(report) => report,
            Err(EngineError::Engine(why) | EngineError::Harness(why)) => {
                tried.broken_off = Some(match is_interrupted() {
                    true => CliError::from(HarnessError::Interrupted),
                    false => why.into(),
                });
                break;
            }
        };
        tried.laws += usize::from(!report.lacks);
        if let Some(divergence) = report.divergence.clone() {
            tried.broken.push((law, divergence, report));
            continue;
        }
        print(&format!("{}::{}: {report}\n", game.name(), law.word()))?;
        if law == Law::Outcome && !report.lacks && report.ends == 0 {
            print(
                "  note: no game reached its end; make games shorter with --set, or walks longer with --plies\n",
            )?;
        }
        tried.held.push((law, report));
    }
    Ok(tried)
}

/// A law with a difference, and what a fresh program needs before it shows the difference; empty: nothing.
type Confirmed = (Law, Divergence, Report, String);

/// The differences, the one that shows the cause best first. What a program shows that has just been started comes before what needs
/// other games before it.
fn confirmed(
    args: &Args,
    game: &'static dyn AnyGame,
    settings: &Settings,
    start: &dyn AnyRules,
    broken: Vec<(Law, Divergence, Report)>,
) -> Result<Vec<Confirmed>, CliError> {
    let mut confirmed = Vec::new();
    for (law, divergence, report) in broken {
        let mut fresh = Program::new(game, settings, &args.command, Ms(args.answer_time))?;
        let more = needs_more(start, &mut fresh, law, &divergence);
        confirmed.push((law, divergence, report, more));
    }
    // The shortest game shows the cause best, and the others often follow from it: an end that is missed leaves actions that are none.
    confirmed.sort_by_key(|(law, divergence, _, more)| {
        let is_later = *law != Law::Outcome;
        (!more.is_empty(), divergence.actions.len(), is_later)
    });
    Ok(confirmed)
}

/// Shows the differences; those that the first one shows, too, are named alone.
fn show(
    args: &Args,
    games: Registry,
    game: &'static dyn AnyGame,
    start: &dyn AnyRules,
    engine: &mut Program,
    effort: Effort,
    broken: &[Confirmed],
) -> Result<(), CliError> {
    let is_long = |divergence: &Divergence| divergence.actions.len() > LONG;
    let small = broken.first().filter(|(_, first, ..)| is_long(first));
    let small = small.and_then(|(law, ..)| on_a_small_board(args, game, effort, *law));
    if let Some(small) = &small {
        print(small)?;
    }
    for (at, (law, divergence, report, needs)) in broken.iter().enumerate() {
        let first = (broken[0].0, &broken[0].1);
        let (game, law) = (game.name(), law.word());
        if at > 0
            && let Some(known) = shown_before(start, engine, first, divergence)
        {
            print(&format!("{game}::{law}: {known}\n\n"))?;
            continue;
        }
        if at == 0 && small.is_some() {
            let actions = divergence.actions.len();
            print(&format!(
                "{game}::{law}: error: the engine {} after {actions} actions, too; the small board shows why\n\n",
                divergence.kind
            ))?;
            continue;
        }
        let words = [game.to_string(), law.to_string()];
        let of = match divergence.clause {
            Some(clause) => clause.id().to_string(),
            None if spec::speaks_of(&words, games) => words.join(" "),
            None => game.to_string(),
        };
        let more = format!("{needs}  more: `{} spec {of}`", program());
        let shown = difference(start, report, divergence, true);
        print(&format!("{game}::{law}: {shown}{more}\n\n"))?;
    }
    Ok(())
}

/// A game of more actions is not read.
const LONG: usize = 60;

/// A difference under the same law on a board of 5x5, with the option that shows it; `None`: the engine knows no other board, or
/// shows no shorter difference there.
fn on_a_small_board(
    args: &Args,
    game: &'static dyn AnyGame,
    effort: Effort,
    law: Law,
) -> Option<String> {
    let board = "board=5x5".to_string();
    let set: Vec<String> = args.set.iter().cloned().chain([board.clone()]).collect();
    let settings = common::settings(game, &set).ok()?;
    let start = game.with(&settings).ok()?.rules();
    let time = Ms(args.answer_time);
    let mut engine = Program::new(game, &settings, &args.command, time).ok()?;
    let ends = Instant::now() + SHORTER;
    let mut has_time = |_: usize| Instant::now() < ends;
    let report = check_until(&*start, &mut engine, law, effort, &mut has_time).ok()?;
    let short = report.divergence.as_ref()?;
    (short.actions.len() <= LONG).then(|| {
        let shown = difference(&*start, &report, short, true);
        format!(
            "{}::{} on a small board, --set {board}: {shown}\n",
            game.name(),
            law.word()
        )
    })
}

/// A note for each clause that no game came to, with the laws that looked for it. A law that was broken off at a difference tells
/// nothing of what it did not come to.
fn unmet(held: &[(Law, Report)], broken: &[(Law, Divergence, Report)]) -> String {
    let looks = |law: &Law, report: &Report| !report.lacks && LOOK_AT_ENDS.contains(law);
    let whole = held.iter().filter(|(law, report)| looks(law, report));
    let parts = broken.iter().filter(|(law, _, report)| looks(law, report));
    let names: Vec<&str> = whole.clone().map(|(law, _)| law.word()).collect();
    let clauses = whole.clone().flat_map(|(_, report)| &report.missed);
    let clauses: BTreeSet<Clause> = clauses.copied().collect();
    let is_missed = |clause: &Clause| {
        let (whole, parts) = (whole.clone(), parts.clone());
        let mut reports = whole.map(|(_, of)| of).chain(parts.map(|(.., of)| of));
        reports.all(|report| report.missed.contains(clause))
    };
    let is_shown = |clause: &Clause| {
        let mut shown = broken.iter();
        shown.any(|(_, divergence, _)| divergence.clause == Some(*clause))
    };
    let note = |clause: Clause| {
        format!(
            "note: {}: no game came to {clause}, so nothing is known of it; try a smaller game with --set\n",
            names.join(", ")
        )
    };
    let unmet = clauses.into_iter();
    unmet
        .filter(|clause| is_missed(clause) && !is_shown(clause))
        .map(note)
        .collect()
}

/// The laws that look at how a game ends, so that they can tell which clauses came up.
const LOOK_AT_ENDS: [Law; 3] = [Law::Outcome, Law::Score, Law::Divide];
