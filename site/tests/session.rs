//! A match in which the reader is the bot: whatever the reader does, its log is judged as the match was, and blames nobody else.

use stickler::explain::{Culprit, validate};
use stickler::fixture;
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::stream::SplitMix64;
use stickler_site::session::{Done, Opponent, ProgramAct, Session};

/// What the reader does at one of its turns, in place of a legal answer.
const FAULTS: &[(ProgramAct, &str)] = &[
    (ProgramAct::Says, "nonsense\n"),
    (ProgramAct::Says, "\n"),
    (ProgramAct::Silent, ""),
    (ProgramAct::Exits, ""),
    (ProgramAct::Says, "\u{e9}\u{0}\n"),
    (ProgramAct::Says, "-1 99999999999999999999\n"),
];

/// Settings that make a game short.
fn short(game: &dyn AnyGame) -> Settings {
    let set = |words: &[&str]| Settings::read(words.iter().copied()).expect("settings");
    [
        set(&["games=1", "jury=first"]),
        set(&["rounds=2"]),
        set(&["board=5x5"]),
    ]
    .into_iter()
    .find(|set| game.with(set).is_ok())
    .unwrap_or_default()
}

/// Plays a match; at turn `at` the reader does `fault`.
fn played(
    game: &'static dyn AnyGame,
    seat: u8,
    opponent: Opponent,
    fault: Option<(usize, usize)>,
) -> Session {
    let mut session = Session::start(
        game,
        &short(game),
        seat,
        7,
        (opponent, vec!["nonsense".into()]),
    )
    .expect("a match");
    let mut dice = SplitMix64(u64::from(seat));
    for turn in 0..600 {
        let look = session.look();
        let done = |what| Done {
            what,
            took: 1,
            code: 0,
        };
        let result = match (look.awaits, fault.filter(|(at, _)| *at == turn)) {
            ("over", _) => return session,
            ("answer" | "exit", Some((_, kind))) => {
                session.does(done(FAULTS[kind].0), FAULTS[kind].1.as_bytes())
            }
            ("exit", None) => session.does(done(ProgramAct::Exits), b""),
            ("answer", None) => {
                let replies = session.replies();
                let answer = &replies[(dice.next_u64() % replies.len() as u64) as usize];
                session.does(
                    done(ProgramAct::Says),
                    format!("{}\n", answer.text).as_bytes(),
                )
            }
            (other, _) => panic!("{}: {other} is awaited of nobody", game.name()),
        };
        result.expect("the reader may do anything");
    }
    panic!("{}: it never ends", game.name())
}

#[test]
fn the_log_of_a_match_is_judged_as_the_match_was() {
    let mut matches = 0;
    for &game in GAMES.games() {
        let seats = game.with(&short(game)).expect("settings").seats() as u8;
        let faults = (0..3)
            .flat_map(|turn| (0..FAULTS.len()).map(move |kind| Some((turn, kind))))
            .chain([None]);
        for fault in faults {
            for (seat, opponent) in (0..seats).flat_map(|seat| {
                [Opponent::Reference, Opponent::Any, Opponent::Scripted]
                    .map(|opponent| (seat, opponent))
            }) {
                let session = played(game, seat, opponent, fault);
                let log = session.transcript();
                let checked = validate(game, &Settings::default(), log.as_bytes()).expect("a log");
                let others: Vec<_> = checked
                    .findings
                    .iter()
                    .filter(|finding| !matches!(finding.culprit, Culprit::Seat(own, _) if own.0 == seat))
                    .collect();
                assert!(
                    others.is_empty(),
                    "{} {seat} {opponent:?} {fault:?}: {others:?}\n{log}",
                    game.name()
                );
                if fault.is_none() {
                    let lost = checked
                        .findings
                        .iter()
                        .all(|finding| finding.breach.clause.id() == "blackout.win.every");
                    assert!(
                        lost,
                        "{} {seat} {opponent:?}: {:?}\n{log}",
                        game.name(),
                        checked.findings
                    );
                }
                let case = session.fixture().expect("a case");
                for case in fixture::read(&case).unwrap_or_else(|why| panic!("{why}\n{case}")) {
                    case.run(GAMES, game.name())
                        .unwrap_or_else(|why| panic!("{why}\n{log}"));
                }
                matches += 1;
            }
        }
    }
    assert!(matches > 300, "{matches}");
    println!("{matches} matches");
}

/// What is taken back was never done: the match stands as it stood before, and goes on in the same way.
#[test]
fn an_answer_is_taken_back() {
    for game in GAMES.games().iter().copied() {
        let begun = || {
            Session::start(game, &short(game), 0, 3, (Opponent::Any, Vec::new())).expect("a match")
        };
        let mut session = begun();
        let mut before = Vec::new();
        for _ in 0..4 {
            if session.look().awaits != "answer" {
                break;
            }
            before.push(session.transcript().to_string());
            let replies = session.replies();
            let said = format!("{}\n", replies[replies.len() / 2].text);
            let done = Done {
                what: ProgramAct::Says,
                took: 1,
                code: 0,
            };
            session.does(done, said.as_bytes()).expect("an answer");
        }
        let last = session.transcript().to_string();
        while let Some(transcript) = before.pop() {
            session = session.taken_back().expect("it is taken back");
            assert_eq!(session.transcript(), transcript, "{}", game.name());
        }
        assert_ne!(session.transcript(), last, "{}", game.name());
        // Nothing is left to take back.
        assert_eq!(
            session.taken_back().expect("the start").transcript(),
            begun().transcript()
        );
    }
}

/// A reader is told what an answer looks like, and not which one is right.
#[test]
fn the_form_of_an_answer_is_told_and_the_solution_is_not() {
    for game in GAMES.games().iter().copied() {
        let mut session =
            Session::start(game, &short(game), 0, 3, (Opponent::Any, Vec::new())).expect("a match");
        let look = session.look();
        let (clause, sentence) = look.form.expect("a clause");
        let done = Done {
            what: ProgramAct::Says,
            took: 1,
            code: 0,
        };
        let answer = vec!["nonsense\n"; look.lines].concat();
        session.does(done, answer.as_bytes()).expect("an answer");
        let faults = session.look().faults;
        assert!(
            faults
                .iter()
                .any(|fault| fault.clause == (clause, sentence.clone())),
            "{}: {clause}, {faults:?}",
            game.name()
        );
        assert_eq!(look.is_solved, game.name() == "tetris");
        if look.is_solved {
            assert!(!look.board.contains(" YES") && !look.board.contains(" NO"));
        }
    }
}

/// A match goes on from a log at the question that its last seat did not answer: the lines before it stay, and the log of all is judged
/// as the match was.
#[test]
fn a_match_goes_on_from_a_line_of_a_log() {
    let mut went_on = 0;
    for &game in GAMES.games() {
        let seats = game.with(&short(game)).expect("settings").seats() as u8;
        for seat in 0..seats {
            let whole = played(game, seat, Opponent::Any, None);
            let log = whole.transcript();
            let all: Vec<&str> = log.lines().collect();
            let own = |line: &&str| line.as_bytes().starts_with(&[b'0' + seat, b'>']);
            // An answer of several lines has its time at the last one, and begins after that of another.
            let begins =
                |at: usize| own(&all[at]) && (!own(&all[at - 1]) || all[at - 1].ends_with("ms"));
            let asked: Vec<usize> = (1..all.len())
                .filter(|at| begins(*at))
                .map(|at| at + 1)
                .collect();
            for line in [asked[0], asked[asked.len() / 2], asked[asked.len() - 1]] {
                let bytes = log.as_bytes().to_vec();
                let given = Settings::default();
                let session = Session::go_on_from(game, &given, seat, bytes, line);
                let mut session =
                    session.unwrap_or_else(|why| panic!("{}: {why}\n{log}", game.name()));
                let body = |log: &str, most: usize| -> Vec<String> {
                    let is_body = |line: &&str| line.as_bytes()[0].is_ascii_digit();
                    log.lines()
                        .take(most)
                        .filter(is_body)
                        .map(str::to_string)
                        .collect()
                };
                let before = body(log, line - 1);
                let look = session.look();
                assert_eq!(
                    look.awaits,
                    "answer",
                    "{} {seat} {line}\n{log}",
                    game.name()
                );
                assert_eq!(
                    body(session.transcript(), usize::MAX),
                    before,
                    "{}",
                    game.name()
                );
                let reply = session.replies().swap_remove(0);
                let done = Done {
                    what: ProgramAct::Says,
                    took: 1,
                    code: 0,
                };
                session
                    .does(done, format!("{}\n", reply.text).as_bytes())
                    .expect("an answer");
                let log = session.transcript();
                let checked = validate(game, &given, log.as_bytes()).expect("a log");
                let is_open = |found: &stickler::explain::Finding| {
                    found.breach.clause.id() == "blackout.win.every"
                };
                assert!(
                    checked.findings.iter().all(is_open),
                    "{:?}\n{log}",
                    checked.findings
                );
                let back = session.taken_back().expect("it is taken back");
                assert_eq!(body(back.transcript(), usize::MAX), before);
                went_on += 1;
            }
        }
    }
    assert!(went_on >= 15, "{went_on}");
}
