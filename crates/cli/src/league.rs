//! `stickler play GAME --bots FILE --games N`: a league with a table, ratings and every transcript. Bots that stand on the command
//! line play one with `--games`.

use crate::common::{CliError, CliResult, named, print, remark};
use crate::outputs::write;
use crate::play::{Args, matched};
use crate::progress::Progress;
use crate::{common, did_you_mean};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stickler::encoding;
use stickler::game::{MAX_SEATS, Seat, Seats};
use stickler::games::erased::AnyGame;
use stickler::live::MatchReport;
use stickler::live::players::HarnessError;
use stickler::params::Settings;
use stickler::referee::Fault;
use stickler::scenario::Opponent;
use stickler::transcript::Writer;
use stickler_arena::launch::Launch;
use stickler_check::league::{League, LeagueStanding, Pairing, schedule};
use stickler_check::report::plot;
use stickler_check::report::plot::Bar;
use stickler_check::strength::Tally;

/// A player of the league.
struct Entrant {
    name: String,
    command: Vec<String>,
}

/// A rating's error bar reaches so many standard deviations to both sides.
const REACH: f64 = 2.0;

/// Games of a league where none are asked for.
const GAMES: u32 = 100;

pub(crate) fn run(
    game: &dyn AnyGame,
    settings: &Settings,
    args: &Args,
    launch: &Launch,
) -> CliResult {
    let players = match &args.league {
        Some(file) => {
            players(&encoding::text_of(file).map_err(named(file))?).map_err(named(file))?
        }
        None => entrants(&args.bots)?,
    };
    let games_in_all = args.games.unwrap_or(GAMES);
    players
        .iter()
        .try_for_each(|player| args.limits.confined.startable(&player.command))?;
    let variant = game.with(settings)?;
    let pairings = schedule(
        players.len(),
        variant.seats(),
        games_in_all as usize,
        args.swap_seats,
        args.seed,
    )?;
    std::fs::create_dir_all(&args.out).map_err(named(&args.out))?;
    variant.prepare();
    let mut league = League::new(players.len());
    clear(&args.out).map_err(named(&args.out))?;
    let mut games = String::from("game\tplayers\toutcome\ttranscript\tfaults\n");
    let progress = Progress::new("games", pairings.len(), 0, None);
    let (mut played, mut void, mut trouble) = (0, 0, None);
    for (number, pairing) in (1..).zip(&pairings) {
        let commands: Vec<_> = pairing
            .players
            .iter()
            .map(|&at| Some(players[at].command.clone()))
            .collect();
        let name = format!("game-{number:05}.log");
        let header = [
            ("seed", pairing.seed.to_string()),
            ("note", noted(&players, pairing)),
        ];
        let writer = Writer::new(game.name(), settings, &header);
        let record = match matched(
            &*variant,
            launch,
            &commands,
            pairing.seed,
            false,
            None,
            writer,
        ) {
            Ok(record) => record,
            Err(broken) => {
                let (why, transcript) = *broken;
                write(&args.out.join(&name), &transcript)?;
                games += &format!("{number}\t{}\tvoid\t{name}\t\n", seated(&players, pairing));
                void += 1;
                if !matches!(why, HarnessError::Stalled { .. }) {
                    trouble = Some(why);
                    break;
                }
                remark(&format!("game {number} is void: {why}"));
                continue;
            }
        };
        played += 1;
        write(&args.out.join(&name), &record.transcript)?;
        keep_stderr(&args.out, number, &record)?;
        let at_fault: Seats = record
            .verdict
            .faults
            .iter()
            .map(|fault| fault.seat)
            .collect();
        league.add(
            pairing,
            record.verdict.outcome.as_ref(),
            at_fault,
            &answers(&record.transcript, at_fault),
        );
        let fault = |fault: &Fault| {
            format!(
                "{}: {}",
                players[pairing.players[fault.seat.index()]].name,
                fault.breach.clause
            )
        };
        let faults: Vec<String> = record.verdict.faults.iter().map(fault).collect();
        let outcome = record
            .verdict
            .outcome
            .map_or("no outcome".to_string(), |outcome| outcome.to_string());
        games += &format!(
            "{number}\t{}\t{outcome}\t{name}\t{}\n",
            seated(&players, pairing),
            faults.join(", ")
        );
        progress.step(None);
    }
    progress.end();
    let mut standings = league.table();
    // A rating of two depends on the order of their games, so the score alone decides, and where it is level the name.
    if players.len() == 2 {
        let score = |standing: &LeagueStanding| 2 * standing.won + standing.drawn;
        standings
            .sort_by_key(|(at, standing)| (std::cmp::Reverse(score(standing)), &players[*at].name));
    }
    let table = table(&players, &standings) + &meetings(&players, &standings, &league);
    write(&args.out.join("games.tsv"), &games)?;
    write(&args.out.join("table.txt"), &table)?;
    write(
        &args.out.join("ratings.svg"),
        plotted(game, &players, &standings, &league),
    )?;
    print(&table)?;
    let (name, seed, kept) = (game.name(), args.seed, args.out.display());
    print(&format!(
        "{name} · {played} games · seed {seed}; transcripts, table and plot are in {kept}\n"
    ))?;
    let distinct = league.distinct();
    if distinct < played {
        let repeat = "the bots repeat themselves, and ratings and comparisons count the distinct games alone";
        let help = "let the bots choose at random among equally good moves";
        print(&format!(
            "warning: {played} games, {distinct} distinct: {repeat}; {help}\n"
        ))?;
    }
    print(&strengths(&players, &standings, &league))?;
    print(&reference(game, &players))?;
    match trouble {
        Some(why) => Err(why.into()),
        None if void > 0 => Err(format!(
            "could not tell of {void} of {games_in_all} games: they count for nothing"
        )
        .into()),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Removes the logs that an earlier league lists in this folder, so that no game of it stands among the new ones.
fn clear(folder: &Path) -> std::io::Result<()> {
    let listed = std::fs::read_to_string(folder.join("games.tsv")).unwrap_or_default();
    let names = listed
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').nth(3));
    for name in names
        .filter(|name| name.starts_with("game-") && name.ends_with(".log") && !name.contains('/'))
    {
        let errors = (0..MAX_SEATS).map(|seat| name.replace(".log", &format!(".seat{seat}.err")));
        for name in errors.chain([name.to_string()]) {
            match std::fs::remove_file(folder.join(name)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

/// All answers of a game seat by seat, without their times. Where seats failed, theirs alone: how far the others came then is a race.
fn answers(transcript: &str, at_fault: Seats) -> String {
    let is_ours = |line: &&str| {
        let seat = line
            .bytes()
            .next()
            .and_then(|seat| seat.checked_sub(b'0'))
            .map(Seat);
        line.get(1..3) == Some("> ")
            && seat.is_some_and(|seat| at_fault.is_empty() || at_fault.contains(seat))
    };
    let mut lines: Vec<&str> = transcript.lines().filter(is_ours).collect();
    lines.sort_by_key(|line| line.as_bytes()[0]);
    lines
        .iter()
        .map(|line| line.rsplit_once(" @").map_or(*line, |(answer, _)| answer))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Most pairs of which it is said who is stronger.
const PAIRS: usize = 10;

/// Of each bot and the next one of the table: which is stronger, and how sure that is.
fn strengths(
    players: &[Entrant],
    standings: &[(usize, LeagueStanding)],
    league: &League,
) -> String {
    let pairs = standings
        .windows(2)
        .map(|pair| [pair[0].0, pair[1].0])
        .take(PAIRS);
    pairs
        .map(|[one, other]| {
            strength(
                [&players[one].name, &players[other].name],
                league.tally(one, other),
                league.met(one, other).iter().sum(),
            )
        })
        .collect()
}

/// Which of two is stronger, by their distinct games, of all that they played.
fn strength([one, other]: [&str; 2], tally: Tally, played: usize) -> String {
    if tally.games() == 0 {
        return format!("{one} and {other} have not met\n");
    }
    let (elo, [low, high]) = tally.elo();
    let shown = |elo: f64| {
        if elo.is_infinite() {
            if elo > 0.0 { "+∞" } else { "-∞" }.into()
        } else {
            format!("{elo:+.0}")
        }
    };
    let how = format!(
        "{} Elo, from {} to {} with 95 %; likelihood that {one} is stronger: {:.1} %; {} distinct games",
        shown(elo),
        shown(low),
        shown(high),
        100.0 * tally.superiority(),
        tally.games()
    );
    match () {
        () if tally.is_told() && elo < 0.0 => format!("{other} is stronger than {one}: {how}\n"),
        () if tally.is_told() => format!("{one} is stronger than {other}: {how}\n"),
        () if tally.is_level() => format!("{one} and {other} are level so far: {how}\n"),
        () => {
            // Bots that repeat themselves would do so in more games, and half of an interval without an end has none either.
            let narrows = tally.games() == played && (high - low).is_finite();
            let more = if narrows { FOUR_TIMES } else { "" };
            format!("{one} and {other} are not told apart yet: {how}{more}\n")
        }
    }
}

/// How many games a difference takes depends on the difference, which nobody knows yet; how the interval shrinks is known.
const FOUR_TIMES: &str = "; four times as many games would halve this interval";

/// The play of the bundled bot, where it is one of the players.
fn reference(game: &dyn AnyGame, players: &[Entrant]) -> String {
    let is_reference = |player: &&Entrant| {
        let mut words = player.command.iter().take(2);
        words.any(|word| {
            Path::new(word)
                .file_stem()
                .is_some_and(|name| name == "refbot")
        })
    };
    let plays = game
        .scenarios()
        .iter()
        .find(|scenario| scenario.opponent == Opponent::Reference);
    let (Some(player), Some(scenario)) = (players.iter().find(is_reference), plays) else {
        return String::new();
    };
    format!(
        "{} is the bundled bot, as in the scenario {} of check ({}): it is correct and simple, so it says little about strength\n",
        player.name, scenario.name, scenario.about
    )
}

/// Keeps the end of what each bot wrote to standard error, beside the log of the game.
fn keep_stderr(folder: &Path, number: usize, record: &MatchReport) -> Result<(), CliError> {
    for (seat, usage) in record.usage.iter().enumerate() {
        if let Some(usage) = usage.as_ref().filter(|usage| !usage.stderr.is_empty()) {
            write(
                &folder.join(format!("game-{number:05}.seat{seat}.err")),
                &usage.stderr,
            )?;
        }
    }
    Ok(())
}

/// Who sits where, for the header of a log.
fn noted(players: &[Entrant], pairing: &Pairing) -> String {
    let seats = pairing
        .players
        .iter()
        .enumerate()
        .map(|(seat, &at)| format!("seat {seat} is {}", players[at].name));
    seats.collect::<Vec<_>>().join(", ")
}

/// The players of a command line, called by their programs; where two are called alike, with a number.
fn entrants(bots: &[String]) -> Result<Vec<Entrant>, String> {
    let mut players: Vec<Entrant> = Vec::new();
    for bot in bots {
        let command = common::words(bot)?;
        let file = |word: &String| {
            Path::new(word)
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
        };
        let script = command
            .iter()
            .skip(1)
            .find(|word| word.contains('.') && !word.starts_with('-'));
        let called = script
            .or(command.first())
            .and_then(file)
            .unwrap_or_else(|| bot.clone());
        let alike = players
            .iter()
            .filter(|player| {
                player.name == called || player.name.starts_with(&format!("{called} "))
            })
            .count();
        let name = if alike == 0 {
            called
        } else {
            format!("{called} {}", alike + 1)
        };
        players.push(Entrant { name, command });
    }
    Ok(players)
}

/// The players of a file: `NAME: CMD` a line, or `NAME: dir=FOLDER CMD`; `#` begins a comment.
fn players(text: &str) -> Result<Vec<Entrant>, String> {
    let mut players: Vec<Entrant> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = |why: &str| format!("line {number}: {why}");
        let (name, command) = line
            .split_once(": ")
            .ok_or_else(|| place("expected `NAME: CMD`"))?;
        let name = name.trim();
        if name.is_empty() || name.contains(char::is_control) {
            return Err(place(
                "expected a name of one or more characters, none of them a tab",
            ));
        }
        if players.iter().any(|player| player.name == name) {
            return Err(place("another bot has this name"));
        }
        let command = common::words(command)
            .and_then(within)
            .map_err(|why| place(&why))?;
        players.push(Entrant {
            name: name.into(),
            command,
        });
    }
    Ok(players)
}

/// The words in front of a command that start it in a folder of its own.
const IN_FOLDER: [&str; 3] = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\""];

/// A command, which `dir=FOLDER` in front of it starts in that folder.
fn within(mut command: Vec<String>) -> Result<Vec<String>, String> {
    let Some(folder) = command
        .first()
        .and_then(|word| word.strip_prefix("dir="))
        .map(PathBuf::from)
    else {
        return Ok(command);
    };
    if !cfg!(unix) {
        return Err("dir= wants a shell, which this system has not".into());
    }
    let folder = folder
        .canonicalize()
        .map_err(|error| format!("dir={}: {error}", folder.display()))?;
    command.remove(0);
    let Some(program) = command.first_mut() else {
        return Err("expected a command after dir=".into());
    };
    // A name without a slash is looked for on the search path, as anywhere.
    if program.contains('/') {
        let there = folder.join(&*program);
        if !there.exists() {
            return Err(format!("{} is not there", there.display()));
        }
        *program = there.to_string_lossy().into_owned();
        did_you_mean::startable(std::slice::from_ref(program))?;
    }
    let before = IN_FOLDER.map(str::to_string).into_iter();
    Ok(before
        .chain([folder.to_string_lossy().into_owned()])
        .chain(command)
        .collect())
}

fn seated(players: &[Entrant], pairing: &Pairing) -> String {
    pairing
        .players
        .iter()
        .map(|&at| players[at].name.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Who beat whom: in a bot's row, how often it won, drew and lost against the bot of the column, which has the row's number.
fn meetings(players: &[Entrant], standings: &[(usize, LeagueStanding)], league: &League) -> String {
    let width = players
        .iter()
        .map(|player| player.name.chars().count())
        .max()
        .unwrap_or(0)
        .max(4);
    let cell = |at: usize, other: usize| match league.met(at, other) {
        _ if at == other => "·".to_string(),
        [won, drawn, lost] => format!("{won}-{drawn}-{lost}"),
    };
    let rows = standings.iter().map(|(at, _)| {
        standings
            .iter()
            .map(|(other, _)| cell(*at, *other))
            .collect::<Vec<_>>()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let wide = rows
        .iter()
        .flatten()
        .map(|cell| cell.chars().count())
        .max()
        .unwrap_or(0)
        .max(2);
    let mut text = format!(
        "\n  won-drawn-lost of a row's bot against a column's:\n  {:>2} {:<width$}",
        "", ""
    );
    (1..=rows.len()).for_each(|number| text += &format!(" {number:>wide$}"));
    for (number, ((at, _), row)) in (1..).zip(standings.iter().zip(&rows)) {
        text += &format!("\n  {number:>2} {:<width$}", players[*at].name);
        row.iter()
            .for_each(|cell| text += &format!(" {cell:>wide$}"));
    }
    text + "\n\n"
}

/// The ratings as a plot; of two bots, which have none, the shares of their points.
fn plotted(
    game: &dyn AnyGame,
    players: &[Entrant],
    standings: &[(usize, LeagueStanding)],
    league: &League,
) -> String {
    let (name, distinct) = (game.name(), league.distinct());
    let games = if distinct == 1 { "game" } else { "games" };
    if let [(one, _), (other, _)] = standings {
        let bar = |at: usize, tally: Tally| {
            let [low, high] = tally.allowed().map(|share| 100.0 * share);
            let value = 100.0 * tally.share();
            Bar {
                name: players[at].name.clone(),
                words: format!("{value:.1} ({low:.0} to {high:.0})"),
                value,
                low,
                high,
            }
        };
        let rows = [
            bar(*one, league.tally(*one, *other)),
            bar(*other, league.tally(*other, *one)),
        ];
        let axis = "share of the points in per cent; a line holds the true share with 95 %";
        return plot::bars(&format!("{name}: {distinct} distinct {games}"), axis, &rows);
    }
    let bar = |(at, standing): &(usize, LeagueStanding)| {
        let (rating, deviation) = standing.rating;
        Bar {
            name: players[*at].name.clone(),
            value: rating,
            low: rating - REACH * deviation,
            high: rating + REACH * deviation,
            words: format!("{rating:.1} ± {:.1}", REACH * deviation),
        }
    };
    let rows: Vec<Bar> = standings.iter().map(bar).collect();
    let axis = "rating; a line reaches twice its uncertainty to both sides (±2σ)";
    plot::bars(
        &format!("{name}: ratings by {distinct} distinct {games}"),
        axis,
        &rows,
    )
}

/// The standings; those of two bots have no rating, since the lines below compare both.
fn table(players: &[Entrant], standings: &[(usize, LeagueStanding)]) -> String {
    let is_rated = players.len() != 2;
    let width = players
        .iter()
        .map(|player| player.name.chars().count())
        .max()
        .unwrap_or(0)
        .max(4);
    let mut text = format!(
        "  {:<width$} {:>6} {:>6} {:>6} {:>6} {:>8} {:>7}{}\n",
        "bot",
        "games",
        "won",
        "drawn",
        "lost",
        "points",
        "faults",
        if is_rated { "  rating" } else { "" }
    );
    for (at, standing) in standings {
        let LeagueStanding {
            games,
            won,
            drawn,
            lost,
            points,
            faults,
            rating: (rating, deviation),
        } = standing;
        let rating = match is_rated {
            true => format!("  {rating:.1} ± {:.1}", REACH * deviation),
            false => String::new(),
        };
        text += &format!(
            "  {:<width$} {games:>6} {won:>6} {drawn:>6} {lost:>6} {points:>8} {faults:>7}{rating}\n",
            players[*at].name
        );
    }
    text
}
