//! Logs that come as two streams, of every seat of every game; and what a log without a header tells of its parameters.

use stickler::clock::Micros;
use stickler::explain::{Conclusion, validate};
use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::live;
use stickler::live::NoBuiltinPlayers;
use stickler::live::memory::MemoryPlayers;
use stickler::params::Settings;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler::two_streams::{Streams, interleaved};

/// A game between reference bots, without a header.
fn played(game: &dyn AnyGame, settings: &Settings) -> String {
    let seats = game.with(settings).expect("seats").seats();
    let bots = (0..seats)
        .map(|_| Some(game.with(settings).expect("a bot").bot()))
        .collect();
    let mut table = MemoryPlayers::new(bots, |_: Seat| Micros(1300));
    let referee = game.with(settings).expect("a referee").referee();
    let mut stream = Seeded::new(SplitMix64(5));
    let record = live::play(
        referee,
        seats,
        &mut table,
        &mut NoBuiltinPlayers,
        &mut stream,
        Writer::default(),
    )
    .expect("a game");
    assert!(record.verdict.faults.is_empty(), "{}", record.transcript);
    record.transcript
}

/// What a seat read, and what it wrote.
fn streams_of(transcript: &str, seat: usize) -> [String; 2] {
    ['<', '>'].map(|mark| {
        let lines = transcript
            .lines()
            .filter_map(|line| line.strip_prefix(&format!("{seat}{mark} ")));
        let texts = lines.map(|line| line.rsplit_once(" @").map_or(line, |(text, _)| text));
        texts.map(|text| format!("{text}\n")).collect()
    })
}

#[test]
fn the_two_streams_of_any_seat_make_a_log_that_validates() {
    let variants: [(&str, &[&str]); 8] = [
        ("betris", &["rounds=3"]),
        ("blackout", &["board=2x3", "jury=first", "games=4"]),
        ("blokus", &["drawn=6/6/6"]),
        ("blokus", &["players=3", "drawn=6/6/6"]),
        ("blokus", &["players=4", "board=9", "drawn=6/6/6"]),
        ("gomoku", &["board=6x6"]),
        ("gomoku", &["board=3x3", "row=3"]),
        ("tetris", &[]),
    ];
    assert!(
        GAMES
            .games()
            .iter()
            .all(|game| variants.iter().any(|(name, _)| *name == game.name()))
    );
    for (name, set) in variants {
        let game = GAMES.find(name).expect("the game");
        let settings = Settings::read(set.iter().copied()).expect("settings");
        let transcript = played(game, &settings);
        // What the first message tells need not be given.
        let given = set.iter().copied().filter(|word| {
            !["players", "games"]
                .iter()
                .any(|told| word.starts_with(told))
        });
        let given = given.filter(|word| name != "blokus" || !word.starts_with("board"));
        let given = Settings::read(given).expect("settings");
        for seat in 0..game.with(&settings).expect("seats").seats() {
            let [told, said] = streams_of(&transcript, seat);
            assert!(
                !told.is_empty() && !said.is_empty(),
                "{name} {set:?}: {transcript}"
            );
            let streams = Streams {
                seat: None,
                told: told.as_bytes(),
                said: said.as_bytes(),
                omits: "",
            };
            let log = interleaved(game, &given, streams).expect("a log");
            let checked = validate(game, &given, log.as_bytes())
                .unwrap_or_else(|why| panic!("{why:?}\n{log}"));
            assert_eq!(
                checked.conclusion(true),
                Conclusion::Conforms,
                "{name} {set:?}: {:?}\n{log}",
                checked.findings
            );
        }
    }
}

#[test]
fn a_log_without_a_header_tells_its_own_numbers() {
    // No document gives the number of games, so the log gives it; the size of a board is given.
    for (name, set, given, headed_is) in [
        (
            "blackout",
            &["board=2x3", "jury=first", "games=4"][..],
            &["board=2x3", "jury=first"][..],
            Conclusion::Conforms,
        ),
        (
            "blokus",
            &["players=4", "board=9", "drawn=6/6/6"],
            &["drawn=6/6/6"],
            Conclusion::Violates,
        ),
    ] {
        let game = GAMES.find(name).expect("the game");
        let settings = |set: &[&str]| Settings::read(set.iter().copied()).expect("settings");
        let log = played(game, &settings(set));
        let checked = validate(game, &settings(given), log.as_bytes())
            .unwrap_or_else(|why| panic!("{why:?}"));
        assert_eq!(
            checked.conclusion(true),
            Conclusion::Conforms,
            "{:?}\n{log}",
            checked.findings
        );
        let headed = format!("stickler: 1\ngame: {name}\n{log}");
        let checked = validate(game, &settings(given), headed.as_bytes())
            .unwrap_or_else(|why| panic!("{why:?}"));
        assert_eq!(
            checked.conclusion(true),
            headed_is,
            "a header has what differs from the defaults"
        );
    }
}

#[test]
fn only_one_answer_can_cross_the_others_fault() {
    let log = "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 1 1 @5ms\n1< OPP 1 1 5\n\
        1< TURN 10000 9995\n0> debug\n1> MOVE 2 2 @9ms\n1> MOVE 2 3\n";
    let checked = validate(
        GAMES.find("gomoku").expect("the game"),
        &Settings::default(),
        log.as_bytes(),
    );
    let findings = checked.expect("a log").findings;
    let lines: Vec<usize> = findings.iter().map(|finding| finding.line).collect();
    assert_eq!(lines, [9, 11], "{findings:?}");
}

#[test]
fn streams_that_begin_late_or_end_early_say_so() {
    let game = GAMES.find("gomoku").expect("the game");
    let told = "READY FIRST\nTURN 10000 10000\nOPP 2 2 5\nTURN 10000 9995\n";
    let log = |told: &str, said: &str, omits: &str| {
        let streams = Streams {
            seat: Some(Seat(0)),
            told: told.as_bytes(),
            said: said.as_bytes(),
            omits,
        };
        interleaved(game, &Settings::default(), streams)
    };
    let whole = "0< READY FIRST\n0> OK\n0< TURN 10000 10000\n0> MOVE 1 1\n0< OPP 2 2 5\n0< TURN 10000 9995\n";
    let cut = log(told, "OK\nMOVE 1 1\n", "tail").expect("a log");
    assert_eq!(
        cut,
        format!("stickler: 1\ngame: gomoku\nomits: tail\nseats: 0\nholds: streams\n{whole}")
    );
    let late = log("TURN 10000 10000\nOPP 2 2 5\n", "MOVE 1 1\n", "head").expect("a log");
    let rest = "0< TURN 10000 10000\n0> MOVE 1 1\n0< OPP 2 2 5\n";
    assert_eq!(
        late,
        format!("stickler: 1\ngame: gomoku\nomits: head\nseats: 0\nholds: streams\n{rest}")
    );
    let checked = validate(game, &Settings::default(), late.as_bytes()).expect("a log");
    assert!(checked.findings.is_empty(), "{:?}", checked.findings);
    // What does not fit stands where it came, for the check to find.
    let foreign = log(
        "READY FIRST\nHELLO\nTURN 10000 10000\n",
        "OK\nMOVE 1 1\nMOVE 1 2\n",
        "",
    )
    .expect("a log");
    let rest = "0< READY FIRST\n0> OK\n0< HELLO\n0< TURN 10000 10000\n0> MOVE 1 1\n0> MOVE 1 2\n";
    assert_eq!(
        foreign,
        format!("stickler: 1\ngame: gomoku\nseats: 0\nholds: streams\n{rest}")
    );
    assert_eq!(
        log(told, "", "middle"),
        Err("omits: expected head, tail or both, not `middle`".into())
    );
}
