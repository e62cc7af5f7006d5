//! A judge under test: what it has to make of a match, what it said, and what is wrong with that.

use crate::snapshots::holds;
use std::collections::BTreeSet;
use stickler::clock::Micros;
use stickler::game::{Bot, Seat, Seats};
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::live;
use stickler::live::NoBuiltinPlayers;
use stickler::live::memory::MemoryPlayers;
use stickler::params::Settings;
use stickler::referee::Death;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler_judge_test::grader_outputs::OutputChange;
use stickler_judge_test::in_memory;
use stickler_judge_test::join::{Join, Joined, Party};
use stickler_judge_test::steered_bot::{GONE_ON, LOST, Side, SteeredBot};
use stickler_judge_test::verdict_patterns::{StatedVerdict, VerdictFormat, VerdictPatterns};
use stickler_judge_test::{Aim, Duty, Judgement, MatchKind, MatchRun, grader_outputs, judged};

fn gomoku() -> &'static dyn AnyGame {
    GAMES.find("gomoku").expect("a game")
}

fn none() -> Settings {
    Settings::default()
}

/// A match of these bots, in memory.
fn played(
    game: &dyn AnyGame,
    settings: &Settings,
    bots: Vec<Option<Box<dyn Bot>>>,
) -> live::MatchReport {
    let mut table = MemoryPlayers::new(bots, |_| Micros(0));
    let writer = Writer::new(game.name(), settings, &[]);
    let mut stream = Seeded::new(SplitMix64(3));
    let variant = game.with(settings).expect("a variant");
    live::play(
        variant.referee(),
        variant.seats(),
        &mut table,
        &mut NoBuiltinPlayers,
        &mut stream,
        writer,
    )
    .expect("a match")
}

fn reference() -> Vec<Option<Box<dyn Bot>>> {
    let variant = gomoku().with(&none()).expect("a variant");
    vec![Some(variant.bot()), Some(variant.bot())]
}

fn leaning(sides: [usize; 2]) -> Vec<Option<Box<dyn Bot>>> {
    sides
        .map(|side| {
            Some(Box::new(SteeredBot::new(
                gomoku(),
                none(),
                Aim::Side(Side::ALL[side]),
            )) as Box<dyn Bot>)
        })
        .into()
}

/// The logs that taps would have made of a transcript: each line with a stamp, and the end of both bots.
fn taps(transcript: &str) -> Vec<Option<String>> {
    let tap = |seat: usize| {
        let mut log = format!("stickler: 1\ngame: gomoku\nseats: {seat}\nclock: own\n");
        let mut number = 0;
        for (at, line) in transcript.lines().enumerate() {
            if line.starts_with(&format!("{seat}<")) || line.starts_with(&format!("{seat}>")) {
                log += &format!("# at {}\n{line}\n", at * 1000);
                number = at;
            }
        }
        Some(log + &format!("# at {}\n{seat}! exit 0\n", number * 1000 + 500))
    };
    vec![tap(0), tap(1)]
}

fn said(text: &str) -> StatedVerdict {
    VerdictPatterns::default().said(text)
}

fn went(transcript: &str, words: &str) -> MatchRun {
    MatchRun {
        taps: taps(transcript),
        said: said(words),
        fault_came: true,
        ..MatchRun::default()
    }
}

/// What is wrong, in its own words.
fn wrong(judgement: &Judgement) -> Vec<&str> {
    judgement
        .wrong
        .iter()
        .map(|wrong| wrong.what.as_str())
        .collect()
}

fn of(played: &MatchKind, went: &MatchRun) -> Judgement {
    judged(gomoku(), &none(), played, went)
}

/// A match that is called so.
fn named(name: &str) -> MatchKind {
    MatchKind::named(gomoku(), name, 2).expect("a match")
}

const OK: &str = "winner 0\nseat 0 OK\nseat 1 OK\n";

#[test]
fn lines_are_read_by_patterns() {
    for (text, shown) in [
        (
            "winner 1\nseat 0 RE\nseat 1 OK\n",
            "winner 1, seat 0 RE, seat 1 OK",
        ),
        ("winner none\n", "a draw"),
        ("  winner 0  \nwinner 1\n", "winner 1"),
        ("seat 0 invalid action\n", "seat 0 invalid action"),
        (
            "winner x\nwinner\nwinner 1 2\nthe winner 1\nseat 0\n",
            "nothing",
        ),
    ] {
        assert_eq!(said(text).to_string(), shown, "{text}");
    }
    let rules = "winner: ['P{seat} wins … points']\ndraw: [tie]\nseat: ['… player #{seat}: {word} …', '{seat}={word}']\nfirst: 1\nwords: {slow: TLE}\n";
    let reading = VerdictPatterns::read(rules).expect("rules");
    for (text, shown) in [
        ("P2 wins by 12 points", "winner 1"),
        ("P2 wins points", "winner 1"),
        ("P2 wins by 12 stones", "nothing"),
        ("tie", "a draw"),
        ("at 3 s player #1: slow as ever", "seat 0 TLE"),
        ("player #2: fine", "seat 1 fine"),
        ("player #0: fine", "nothing"),
        ("2 = fine", "nothing"),
        ("2=fine", "nothing"),
    ] {
        assert_eq!(reading.said(text).to_string(), shown, "{text}");
    }
    let why =
        VerdictPatterns::read("winner: [a]\nexamples: [{text: tie, says: {is_draw: true}}]\n")
            .expect_err("a wrong example");
    assert!(why.starts_with("example 1: the patterns read"), "{why}");
    assert!(VerdictPatterns::read("winers: [a]\n").is_err());
}

#[test]
fn verdicts_are_read_as_arenas_write_them() {
    let read = |name: &str, text: &str, code| {
        let reader = VerdictFormat::NAMES
            .into_iter()
            .find(|(own, _)| *own == name)
            .expect("a reader")
            .1;
        reader.said(text, code).to_string()
    };
    for (name, text, code, shown) in [
        ("kattis", "", Some(42), "seat 0 AC"),
        ("kattis", "", Some(43), "seat 0 WA"),
        ("kattis", "", Some(0), "nothing"),
        ("kattis", "", None, "nothing"),
        ("exit", "", Some(0), "seat 0 AC"),
        ("exit", "", Some(1), "seat 0 WA"),
        ("exit", "", Some(42), "nothing"),
        (
            "brutaltester",
            "3\n-1\nseed=1\n",
            Some(0),
            "winner 0, seat 0 OK, seat 1 a fault",
        ),
        (
            "brutaltester",
            "2\n2\n",
            Some(0),
            "a draw, seat 0 OK, seat 1 OK",
        ),
        ("brutaltester", "seed=1\n", Some(0), "nothing"),
        (
            "psyleague",
            "log\n{\"ranks\":[1,0],\"errors\":[1,0]}\n",
            Some(0),
            "winner 1, seat 0 a fault, seat 1 OK",
        ),
        ("psyleague", "no json", Some(0), "nothing"),
        (
            "alphano",
            "{\"result\":\"AGENT2_WIN\",\"agent1_reason\":\"TLE\",\"agent2_reason\":\"INTERRUPTED\"}",
            Some(0),
            "winner 1, seat 0 TLE, seat 1 INTERRUPTED",
        ),
        (
            "alphano",
            "{\"result\":\"AGENT1_WIN\"}",
            Some(0),
            "winner 0",
        ),
        ("alphano", "{\"result\":\"DRAW\"}", Some(0), "a draw"),
    ] {
        assert_eq!(read(name, text, code), shown, "{name}: {text}");
    }
}

#[test]
fn each_join_makes_its_verdict_of_both_ends() {
    let exit = |code: i32| Some(Death::Exit(code));
    let signal = |signal: i32| Some(Death::Signal(signal));
    let [validator, submission] = [Some(Party::Validator), Some(Party::Submission)];
    for (ends, first, is_late, verdicts) in [
        ((exit(42), exit(0)), submission, false, ["AC"; 4]),
        ((exit(43), exit(0)), submission, false, ["WA"; 4]),
        ((exit(42), exit(1)), submission, false, ["RTE"; 4]),
        ((exit(42), exit(1)), validator, false, ["RTE"; 4]),
        ((exit(43), exit(1)), submission, false, ["RTE"; 4]),
        ((exit(43), exit(1)), validator, false, ["WA"; 4]),
        (
            (exit(42), signal(13)),
            submission,
            false,
            ["RTE", "RTE", "AC", "RTE"],
        ),
        (
            (exit(43), signal(13)),
            submission,
            false,
            ["RTE", "RTE", "WA", "RTE"],
        ),
        ((exit(42), signal(11)), submission, false, ["RTE"; 4]),
        ((exit(42), signal(9)), submission, true, ["TLE"; 4]),
        (
            (exit(43), signal(9)),
            validator,
            true,
            ["WA", "WA", "WA", "TLE"],
        ),
        ((exit(43), signal(9)), submission, true, ["TLE"; 4]),
        ((exit(0), exit(0)), submission, false, ["JE"; 4]),
        ((exit(1), signal(9)), validator, true, ["JE"; 4]),
        ((signal(15), exit(0)), validator, false, ["JE"; 4]),
        (
            (None, signal(9)),
            submission,
            true,
            ["JE", "JE", "TLE", "JE"],
        ),
        ((None, exit(0)), submission, false, ["JE", "JE", "WA", "JE"]),
    ] {
        let joined = Joined {
            validator: ends.0,
            submission: ends.1,
            first,
            is_late,
        };
        assert_eq!(
            Join::ALL.map(|how| how.verdict(&joined)),
            verdicts,
            "{joined}"
        );
    }
}

#[test]
fn a_right_judge_is_not_accused() {
    let record = played(gomoku(), &none(), reference());
    let winner = record
        .verdict
        .outcome
        .and_then(|outcome| outcome.winner())
        .expect("a winner");
    let words = format!("winner {winner}\nseat 0 OK\nseat 1 OK\n");
    let judgement = of(&MatchKind::Plain, &went(&record.transcript, &words));
    let met = "its own longest row: 4 of 4";
    assert!(judgement.kinds.contains(met), "{:?}", judgement.kinds);
    let quiet = Judgement {
        met: gomoku().clause("gomoku.win.row").into_iter().collect(),
        ..Judgement::default()
    };
    assert_eq!(
        Judgement {
            tried: BTreeSet::new(),
            had_occasion: BTreeSet::new(),
            kinds: BTreeSet::new(),
            ..judgement
        },
        quiet
    );
    // A validator's word for one seat, and a judge that says nothing of the seats.
    let judgement = of(
        &MatchKind::Plain,
        &went(&record.transcript, &format!("winner {winner}\n")),
    );
    assert_eq!(
        Judgement {
            tried: BTreeSet::new(),
            had_occasion: BTreeSet::new(),
            kinds: BTreeSet::new(),
            ..judgement
        },
        quiet
    );
}

#[test]
fn a_wrong_word_or_winner_is_seen() {
    let record = played(gomoku(), &none(), reference());
    let winner = record
        .verdict
        .outcome
        .and_then(|outcome| outcome.winner())
        .expect("a winner");
    let other = Seat(1 - winner.0);
    for (words, shown) in [
        (
            format!("winner {other}\n"),
            format!("it says that seat {other} wins, and seat {winner} does"),
        ),
        (
            "winner none\n".into(),
            format!("it says that nobody wins, and seat {winner} does"),
        ),
        (
            format!("winner {winner}\nseat 0 TLE\n"),
            "it says TLE of seat 0, which did nothing wrong".into(),
        ),
        (
            format!("winner {winner}\nseat 1 RE\n"),
            "it says RE of seat 1, which did nothing wrong".into(),
        ),
    ] {
        let judgement = of(&MatchKind::Plain, &went(&record.transcript, &words));
        assert_eq!(wrong(&judgement), [shown], "{words}");
    }
    let open = |words: &str| of(&MatchKind::Plain, &went(&record.transcript, words)).unknown;
    assert_eq!(open(""), ["no verdict was read"]);
    assert_eq!(open("seat 0 OK\n"), ["no winner was read"]);
    for (change, shown) in [
        (
            MatchRun {
                ended_after: Some(9),
                ..went(&record.transcript, OK)
            },
            "it had not ended after 9 s",
        ),
        (
            MatchRun {
                left: 2,
                ..went(&record.transcript, &format!("winner {winner}"))
            },
            "it left 2 processes running",
        ),
        (
            MatchRun {
                failed: Some("signal 11 ended it".into()),
                ..went(&record.transcript, &format!("winner {winner}"))
            },
            "it failed itself: signal 11 ended it",
        ),
    ] {
        assert_eq!(wrong(&of(&MatchKind::Plain, &change)), [shown]);
    }
}

/// The transcript without its last line of this seat that begins so, or with another one.
fn changed(transcript: &str, begins: &str, by: &str) -> String {
    let at = transcript.rfind(begins).expect("a line");
    let end = at + transcript[at..].find('\n').expect("a newline") + 1;
    format!("{}{by}{}", &transcript[..at], &transcript[end..])
}

#[test]
fn a_wrong_message_is_seen() {
    let record = played(gomoku(), &none(), reference());
    let transcript = &record.transcript;
    for (begins, by, shown) in [
        (
            "1< FINISH",
            "",
            "it ended before every seat was told the end of the game",
        ),
        (
            "0< OPP",
            "0< OPP 9 99 0\n",
            "seat 0 was told what wire.judge.form forbids",
        ),
        (
            "1< READY",
            "1< READY FIRST\n",
            "seat 1 was told what gomoku.ready.role forbids",
        ),
        (
            "0< FINISH",
            "0< FINISH\n0< FINISH\n",
            "seat 0 was told what gomoku.finish.both forbids",
        ),
    ] {
        let judgement = of(
            &MatchKind::Plain,
            &went(&changed(transcript, begins, by), OK),
        );
        let wrong = wrong(&judgement);
        assert!(
            wrong.iter().any(|wrong| wrong.starts_with(shown)),
            "{begins}: {wrong:?} {:?}",
            judgement.unknown
        );
        // A verdict that follows from a wrong message is no second charge.
        assert!(
            by.is_empty() || wrong.iter().all(|wrong| !wrong.contains("it says")),
            "{wrong:?}"
        );
    }
}

#[test]
fn what_is_no_evidence_is_none() {
    let record = played(gomoku(), &none(), reference());
    let mut without = went(&record.transcript, OK);
    without.taps[1] = None;
    let judgement = of(&MatchKind::Plain, &without);
    assert_eq!(
        (wrong(&judgement), judgement.unknown.clone()),
        (
            vec![],
            vec!["it did not start the bot of seat 1".to_string()]
        )
    );
    let mut lost = went(&record.transcript, "winner 0\nseat 0 RE\n");
    for tap in lost.taps.iter_mut().flatten() {
        *tap = tap.replace("! exit 0", &format!("! exit {LOST}"));
    }
    let judgement = of(&named("sides-0-1"), &lost);
    assert_eq!(wrong(&judgement), [""; 0]);
    assert!(
        judgement.unknown[0].contains("could not follow"),
        "{:?}",
        judgement.unknown
    );
    // A bot that was told nothing, and is blamed for that.
    let judgement = of(
        &MatchKind::Plain,
        &MatchRun {
            taps: vec![Some(String::new()), Some(String::new())],
            said: said("winner 0\nseat 1 TLE\n"),
            ..MatchRun::default()
        },
    );
    assert_eq!(
        wrong(&judgement),
        ["it says TLE of seat 1, which did nothing wrong"]
    );
}

#[test]
fn a_fault_has_its_duty() {
    let duty = |name: &str| named(name).duty(gomoku());
    assert!(matches!(duty("crash-1"), Duty::Must(Some(kind)) if gomoku().word(kind) == "RE"));
    assert!(matches!(duty("hang-0"), Duty::Must(Some(kind)) if gomoku().word(kind) == "TLE"));
    assert!(matches!(duty("closed-0"), Duty::Must(None)));
    assert!(matches!(duty("crlf-0"), Duty::May(_)));
    assert!(matches!(duty("lingers-1"), Duty::May(_)));
    assert_eq!(duty("plain"), Duty::Nobody);
    assert_eq!(duty("late-exit-0"), Duty::Nobody);
    assert_eq!(duty("illegal-gomoku.move.inside-3-1"), Duty::Told);
    let record = played(gomoku(), &none(), reference());
    let start: String = record
        .transcript
        .lines()
        .take(8)
        .map(|line| format!("{line}\n"))
        .collect();
    for (name, words, shown) in [
        ("crash-1", "winner 0\nseat 0 OK\nseat 1 RE\n", ""),
        (
            "crash-1",
            "winner 0\nseat 0 OK\nseat 1 TLE\n",
            "it says TLE of seat 1, where RE is due",
        ),
        (
            "crash-1",
            "winner 0\nseat 0 OK\nseat 1 OK\n",
            "it says OK of seat 1, where RE is due",
        ),
        (
            "crash-1",
            "winner 0\nseat 0 RE\nseat 1 RE\n",
            "it says RE of seat 0, which did nothing wrong",
        ),
        ("closed-1", "winner 0\nseat 1 TLE\n", ""),
        (
            "closed-1",
            "winner 0\nseat 1 OK\n",
            "it says OK of seat 1, where a fault is due",
        ),
        ("crlf-1", "winner 0\nseat 1 RE\n", ""),
        (
            "crlf-1",
            "winner 0\nseat 0 RE\n",
            "it says RE of seat 0, which did nothing wrong",
        ),
    ] {
        let judgement = of(&named(name), &went(&start, words));
        assert_eq!(
            wrong(&judgement).first().copied().unwrap_or_default(),
            shown,
            "{name}: {words}"
        );
        let is_caught = !name.starts_with("crlf") && !shown.contains("seat 1");
        assert_eq!(judgement.has_caught, is_caught, "{name}: {words}");
    }
    // Where a contest system joins validator and bot, it alone tells a crash from a wrong answer.
    let blackout = GAMES.find("blackout").expect("a game");
    let taps = vec![Some(
        "stickler: 1\ngame: blackout\nseats: 0\nclock: own\n# at 1\n0< 1\n# at 2\n0! exit 1\n"
            .to_string(),
    )];
    for (word, is_joined, shown) in [
        ("RTE", false, ""),
        ("WA", true, ""),
        ("WA", false, "it says WA of seat 0, where RTE is due"),
        ("TLE", true, "it says TLE of seat 0, where RTE is due"),
        ("AC", true, "it says AC of seat 0, where RTE is due"),
    ] {
        let went = MatchRun {
            taps: taps.clone(),
            said: said(&format!("seat 0 {word}\n")),
            is_joined,
            fault_came: true,
            ..MatchRun::default()
        };
        let crash = MatchKind::named(blackout, "crash-0", 1).expect("a match");
        let judgement = judged(
            blackout,
            &Settings(vec![("jury".into(), "first".into())]),
            &crash,
            &went,
        );
        assert_eq!(
            wrong(&judgement).first().copied().unwrap_or_default(),
            shown,
            "{word}"
        );
    }
}

#[test]
fn an_illegal_answer_has_to_be_seen() {
    let played = named("illegal-gomoku.move.empty-0-0");
    let bot = |seat| {
        let steered = played
            .steered(gomoku(), &none(), Seat(seat))
            .expect("a bot");
        Some(Box::new(steered) as Box<dyn Bot>)
    };
    let record = self::played(gomoku(), &none(), vec![bot(0), bot(1)]);
    let judgement = of(
        &played,
        &went(&record.transcript, "winner 1\nseat 0 RE\nseat 1 OK\n"),
    );
    assert_eq!((wrong(&judgement), judgement.has_caught), (vec![], true));
    let judgement = of(
        &played,
        &went(&record.transcript, "winner 1\nseat 0 TLE\nseat 1 OK\n"),
    );
    assert_eq!(
        wrong(&judgement),
        ["it says TLE of seat 0, where RE is due"]
    );
    // A judge that goes on shows itself to the bot, which ends.
    let more = format!(
        "{}0< OPP 9 9 0\n",
        record.transcript.replace("1< FINISH\n", "")
    );
    let mut gone_on = went(&more, "");
    gone_on.taps[0] = gone_on.taps[0]
        .take()
        .map(|tap| tap.replace("! exit 0", &format!("! exit {GONE_ON}")));
    let gone_on = of(&played, &gone_on);
    assert!(
        matches!(&wrong(&gone_on)[..], [only] if only.starts_with("it went on after an illegal answer: line ")),
        "{gone_on:?}"
    );
    // Two answers at once.
    let bots = vec![
        Some(
            Box::new(SteeredBot::new(gomoku(), none(), Aim::Side(Side::ALL[0])).saying_two())
                as Box<dyn Bot>,
        ),
        Some(Box::new(SteeredBot::new(gomoku(), none(), Aim::Side(Side::ALL[2]))) as Box<dyn Bot>),
    ];
    let record = self::played(gomoku(), &none(), bots);
    assert!(record.verdict.has_failed(Seat(0)), "{}", record.transcript);
}

/// The last stones of these games lie in rows of every direction.
#[test]
fn leaning_bots_bring_rows_about_in_all_directions() {
    let mut ends = BTreeSet::new();
    for played in MatchKind::all(gomoku(), &none(), 2, false, "sides") {
        let MatchKind::Sides(one, other) = played else {
            continue;
        };
        let record = self::played(gomoku(), &none(), leaning([one, other]));
        assert!(
            record.verdict.faults.is_empty(),
            "{played}\n{}",
            record.transcript
        );
        let winner = record.verdict.outcome.and_then(|outcome| outcome.winner());
        let stones: Vec<(i64, i64)> = record
            .transcript
            .lines()
            .filter(|line| {
                winner.is_some_and(|winner| line.starts_with(&format!("{winner}> MOVE")))
            })
            .filter_map(|line| {
                let mut words = line.split(' ').skip(2).map_while(|word| word.parse().ok());
                Some((words.next()?, words.next()?))
            })
            .collect();
        let is_in = |way: (i64, i64)| {
            stones
                .iter()
                .any(|(x, y)| (0..5).all(|n| stones.contains(&(x + n * way.0, y + n * way.1))))
        };
        ends.extend(
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .into_iter()
                .filter(|way| is_in(*way)),
        );
    }
    assert_eq!(ends.len(), 4, "{ends:?}");
}

/// Each illegal answer breaks the clause that its match names, in every game: the rules found it.
#[test]
fn an_illegal_answer_breaks_the_clause_that_is_named() {
    let small = |set: &[&str]| Settings::read(set.iter().copied()).expect("settings");
    let games = [
        ("gomoku", small(&["board=9x9"]), "empty inside"),
        (
            "betris",
            small(&["rounds=12"]),
            "affordable block count distinct empty inside range shape",
        ),
        (
            "blokus",
            small(&["board=7", "shapes=I1,I2,L3,T4,Z5"]),
            "anchor corner free inside letter side start used",
        ),
    ];
    for (name, settings, wanted) in games {
        let game = GAMES.find(name).expect("a game");
        let seats = game.with(&settings).expect("a variant").seats();
        let kinds = MatchKind::all(game, &settings, seats, false, "illegal-");
        let mut broken = BTreeSet::new();
        for kind in kinds {
            let MatchKind::Illegal(clause, _, at) = kind else {
                continue;
            };
            let bot = |seat| {
                let steered = kind.steered(game, &settings, seat).expect("a bot");
                Some(Box::new(steered) as Box<dyn Bot>)
            };
            let bots = Seats::first(seats).iter().map(bot).collect();
            let record = played(game, &settings, bots);
            let faults: Vec<_> = record
                .verdict
                .faults
                .iter()
                .map(|fault| (fault.seat, fault.breach.clause))
                .collect();
            assert!(
                faults.is_empty() || faults == [(at, clause)],
                "{kind} {faults:?}"
            );
            broken.extend(
                faults
                    .iter()
                    .filter_map(|(_, clause)| clause.id().rsplit('.').next()),
            );
        }
        let broken: Vec<&str> = broken.into_iter().collect();
        let missing: Vec<&str> = wanted
            .split(' ')
            .filter(|word| !broken.contains(word))
            .collect();
        assert!(missing.is_empty(), "{name}: {missing:?} of {broken:?}");
    }
}

/// A game whose bots let it go on fills the board; the last answer of all can win.
#[test]
fn games_are_made_to_end_in_every_way() {
    let end = |name: &str| {
        let kind = named(name);
        let bot = |seat| {
            Some(Box::new(kind.steered(gomoku(), &none(), seat).expect("a bot")) as Box<dyn Bot>)
        };
        let record = played(gomoku(), &none(), Seats::first(2).iter().map(bot).collect());
        let moves = record
            .transcript
            .lines()
            .filter(|line| line.contains("> MOVE"))
            .count();
        (
            moves,
            record.verdict.outcome.map(|outcome| outcome.to_string()),
        )
    };
    assert_eq!(end("long-0"), (225, Some("draw".into())));
    assert_eq!(end("last-0"), (225, Some("seat 0 wins".into())));
}

/// Judges of memory with another rule each: our bots, which know the right one, show them up.
#[test]
fn a_judge_with_another_rule_is_told_from_the_right_one() {
    let told = |game: &str, set: &str, only: &str| -> Vec<String> {
        let game = GAMES.find(game).expect("a game");
        let settings =
            Settings::read([set].into_iter().filter(|set| !set.is_empty())).expect("settings");
        let mut told = Vec::new();
        for kind in MatchKind::all(game, &none(), 2, false, only) {
            let judge = game.with(&settings).expect("a variant").referee();
            let Some(played) = in_memory::played(game, &none(), &kind, judge, 1, &|_| ()) else {
                continue;
            };
            let judgement = judged(game, &none(), &kind, &played.expect("a match").went);
            told.extend(judgement.wrong.first().map(|_| kind.to_string()));
        }
        told
    };
    for only in ["long-0", "last", "level", "illegal", "sides-1"] {
        assert_eq!(told("gomoku", "", only), Vec::<String>::new());
        assert_eq!(told("betris", "", only), Vec::<String>::new());
    }
    for (game, set, only) in [
        ("gomoku", "row=6", "sides-12"),
        ("gomoku", "row=4", "long-0"),
        ("betris", "max-bet=6", "illegal-betris.bet.range"),
        ("betris", "chip-points=1", "level"),
    ] {
        assert_ne!(told(game, set, only), Vec::<String>::new(), "{game} {set}");
    }
}

/// A match in memory that was recorded is the same under the same judge alone, and the bots need not think again.
#[test]
fn a_recorded_match_is_repeated_under_the_same_judge_alone() {
    for (game, name, set) in [
        ("gomoku", "long-0", "row=4"),
        ("betris", "level-0", "chip-points=1"),
        ("blackout", "results-5", "games=2"),
    ] {
        let game = GAMES.find(game).expect("a game");
        let right = Settings::read(
            ["games=3"]
                .into_iter()
                .filter(|_| game.name() == "blackout"),
        );
        let right = right.expect("settings");
        let other = right.and(&Settings::read([set]).expect("settings"));
        let judge = |settings: &Settings| game.with(settings).expect("a variant").referee();
        let seats = game.with(&right).expect("a variant").seats();
        let kind = MatchKind::named(game, name, seats).expect("a match");
        let played = in_memory::played(game, &right, &kind, judge(&right), 1, &|_| ());
        let played = played.expect("no programs").expect("a match");
        let is_repeated = |settings: &Settings, seed| {
            let said = played
                .recording
                .repeated(game, &right, judge(settings), seed, &|_| ());
            said == Some(played.went.said.clone())
        };
        assert!(is_repeated(&right, 1), "{name}");
        assert!(!is_repeated(&other, 1), "{name}");
        let has_dice = game.name() != "gomoku";
        assert_eq!(is_repeated(&right, 2), !has_dice, "{name}");
    }
}

fn tetris() -> (&'static dyn AnyGame, [String; 2]) {
    let tetris = GAMES.find("tetris").expect("a game");
    (
        tetris,
        grader_outputs::case(tetris, &none(), 1).expect("a case"),
    )
}

#[test]
fn each_output_has_its_duty() {
    let (tetris, case) = tetris();
    let text: String = OutputChange::ALL
        .iter()
        .map(|change| {
            let duty = match change.duty(tetris, &none(), &case) {
                Duty::Must(Some(kind)) => format!("must: {}", tetris.word(kind)),
                Duty::Must(None) => "must".to_string(),
                Duty::May(ground) => format!("may: {ground}"),
                other => format!("{other:?}"),
            };
            format!("{}: {duty}\n", change.name)
        })
        .collect();
    holds("duties_of_a_grader", &text);
}

#[test]
fn a_grader_is_held_to_them() {
    let (tetris, _) = tetris();
    let kind = stickler::referee::FaultKind::Illegal;
    for (duty, word, shown, caught) in [
        (Duty::Must(Some(kind)), Some("WA"), "", true),
        (
            Duty::Must(Some(kind)),
            Some("AC"),
            "it says AC, where WA is due",
            false,
        ),
        (
            Duty::Must(None),
            Some("AC"),
            "it says AC, where a refusal is due",
            false,
        ),
        (Duty::Nobody, Some("AC"), "", false),
        (
            Duty::Nobody,
            Some("WA"),
            "it says WA of an output that is right",
            false,
        ),
        (Duty::May("who knows"), Some("WA"), "", false),
        (Duty::May("who knows"), Some("AC"), "", false),
    ] {
        let judgement = grader_outputs::graded(tetris, duty, word);
        assert_eq!(
            wrong(&judgement).first().copied().unwrap_or_default(),
            shown,
            "{duty:?} {word:?}"
        );
        assert_eq!(judgement.has_caught, caught, "{duty:?} {word:?}");
    }
    assert_eq!(
        grader_outputs::graded(tetris, Duty::Nobody, None).unknown,
        ["no verdict was read"]
    );
}
