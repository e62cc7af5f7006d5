//! What a match says of a judge: right ones are not accused, wrong words, winners and messages are seen.

use crate::late::tests::called_late;
use crate::matches_in_memory::{OK, gomoku, named, none, of, played, reference, said, went, wrong};
use crate::steered_bot::{GONE_ON, LOST, Side, SteeredBot};
use crate::*;
use crate::{Aim, Judgement, MatchKind, MatchRun, judged};
use std::collections::BTreeSet;
use stickler::game::{Bot, Seat};
use stickler::games::GAMES;
use stickler::live::MatchReport;
use stickler::params::Settings;

fn winner(record: &MatchReport) -> Seat {
    let outcome = record.verdict.outcome.expect("an end");
    outcome.winner().expect("a winner")
}

#[test]
fn a_right_judge_is_not_accused() {
    let record = played(gomoku(), &none(), reference());
    let winner = winner(&record);
    let words = format!("winner {winner}\nseat 0 OK\nseat 1 OK\n");
    let judgement = of(&MatchKind::Plain, &went(&record.transcript, &words));
    let met = "its own longest row: 4 of 4";
    assert!(judgement.kinds.contains(met), "{:?}", judgement.kinds);
    let quiet = Judgement::default();
    assert_eq!(
        Judgement {
            tried: BTreeSet::new(),
            had_occasion: BTreeSet::new(),
            kinds: BTreeSet::new(),
            kept: BTreeSet::new(),
            draws: Vec::new(),
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
            kept: BTreeSet::new(),
            draws: Vec::new(),
            ..judgement
        },
        quiet
    );
}

#[test]
fn a_wrong_word_or_winner_is_seen() {
    let record = played(gomoku(), &none(), reference());
    let winner = winner(&record);
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

#[test]
fn a_message_that_was_never_due_gave_no_occasion() {
    let ids = |last: &[(u64, &str)]| -> Vec<&str> {
        let judgement = called_late(1_000, last);
        judgement
            .had_occasion
            .iter()
            .map(|clause| clause.id())
            .collect()
    };
    let told = [(35, "1< OPP 3 3 0"), (40, "1< TURN 1000 1000")];
    let (before, after) = (ids(&[]), ids(&told));
    let late = "gomoku.fault.late";
    assert!(!before.contains(&late), "{before:?}");
    assert!(after.contains(&late), "{after:?}");
    let game = GAMES.find("gomoku").expect("a game of stickler");
    let never: Vec<&str> = of_messages(game, &Settings::default())
        .iter()
        .map(|clause| clause.id())
        .filter(|id| !after.contains(id))
        .collect();
    let expected = [
        "gomoku.fault.crash",
        "gomoku.fault.invalid",
        "gomoku.finish.both",
    ];
    assert_eq!(never, expected);
}

/// The clause of an answer that the judge let pass tells all that goes wrong after it, also where a line has a wrong form.
#[test]
fn a_fault_that_passed_counts_though_a_line_is_written_wrongly_after_it() {
    let game = GAMES.find("gomoku").expect("a game of stickler");
    let settings = Settings::default();
    let kind = MatchKind::named(game, "illegal-gomoku.move.empty-0-1", 2);
    let end = format!("1! exit {GONE_ON}");
    let tap = [
        "1< READY SECOND",
        "1> OK",
        "1< OPP 8 8 0",
        "1< TURN 10000 10000",
        "1> MOVE 8 8",
        "1< OPP +7 7 0",
        &end,
    ];
    let went = MatchRun {
        taps: vec![Some(String::new()), Some(tap.join("\n") + "\n")],
        fault_came: true,
        ..MatchRun::default()
    };
    let judgement = judged(game, &settings, &kind.expect("a match of this name"), &went);
    let tried: Vec<&str> = judgement.tried.iter().map(|clause| clause.id()).collect();
    assert!(
        judgement.let_pass && tried.contains(&"gomoku.move.empty"),
        "{judgement:?}"
    );
}

/// A lost game is no illegal answer: what is wrong after it is a message.
#[test]
fn a_wrong_message_after_a_lost_game_is_told_as_such() {
    let game = GAMES.find("blackout").expect("a game of stickler");
    let settings = Settings::read(["board=3x4", "games=3"]).expect("settings");
    let kind = MatchKind::named(game, "results-0", 1).expect("a match");
    let variant = game.with(&settings).expect("a variant");
    let ended = in_memory::played(game, &settings, &kind, variant.referee(), 1, &|_| ());
    let mut went = ended.expect("bots in memory").expect("a match").went;
    let tap = went.taps[0].take().expect("a log");
    let (lost, next) = tap.split_once("0< GAME\n").expect("a second game");
    let answered = next.lines().take(2).collect::<Vec<_>>().join("\n");
    let log = format!(
        "{lost}0< GAME\n{answered}\n# at 900001\n0< MOVE 9 9 9 9\n# at 900002\n0! exit {GONE_ON}\n"
    );
    went.taps[0] = Some(log);
    let judgement = judged(game, &settings, &kind, &went);
    assert!(
        matches!(&wrong(&judgement)[..], [only] if only.starts_with("seat 0 was told what ")),
        "{judgement:?}"
    );
}

#[test]
fn a_clause_is_failed_only_where_what_is_wrong_tells_of_it() {
    let clause = |id| gomoku().clause(id).expect("a clause");
    let row = clause("gomoku.win.row");
    let record = played(gomoku(), &none(), reference());
    let right = went(
        &record.transcript,
        &format!("winner {}\nseat 0 OK\nseat 1 OK\n", winner(&record)),
    );
    let failed = |went: &MatchRun| {
        let judgement = of(&MatchKind::Plain, went);
        assert!(!judgement.wrong.is_empty(), "{judgement:?}");
        judgement.failed
    };
    let only = |clauses: &[Clause]| BTreeSet::from_iter(clauses.iter().copied());
    // Processes that are left, and a bank that is wrong long before the end, say nothing of the row.
    let left = MatchRun {
        left: 1,
        ..right.clone()
    };
    assert_eq!(failed(&left), only(&[]));
    let turn = record
        .transcript
        .lines()
        .find(|line| line.starts_with("1< TURN"));
    let turn = turn.expect("a message");
    let bank = went(
        &record.transcript.replacen(turn, "1< TURN 7 7", 1),
        &format!("winner {}\nseat 0 OK\nseat 1 OK\n", winner(&record)),
    );
    assert_eq!(failed(&bank), only(&[clause("gomoku.turn.clocks")]));
    // Another winner, a message in place of the end, and a judge that stops at the end do.
    let other = MatchRun {
        said: said(&format!(
            "winner {}\nseat 0 OK\nseat 1 OK\n",
            winner(&record).0 ^ 1
        )),
        ..right.clone()
    };
    assert_eq!(failed(&other), only(&[row]));
    let finish = record
        .transcript
        .lines()
        .find(|line| line.ends_with("< FINISH"));
    let at = record
        .transcript
        .find(finish.expect("an end"))
        .expect("an end");
    let before = &record.transcript[..at];
    let on = went(
        &format!("{before}{}", turn.replace("1<", "0<") + "\n"),
        "seat 0 OK\nseat 1 OK\n",
    );
    assert!(failed(&on).contains(&row), "{:?}", failed(&on));
    let stopped = MatchRun {
        ended_after: Some(60),
        ..went(before, "")
    };
    assert_eq!(failed(&stopped), only(&[row]));
}
