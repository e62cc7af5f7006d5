//! Each game's facts about itself: its parameters, the words of its contest, what a first message gives away.

use crate::snapshots::holds;
use std::fmt::Write;
use stickler::games::{GAMES, Registry, gomoku, tetris};
use stickler::params::{Megabytes, Parameters, Settings};
use stickler::referee::FaultKind;
use stickler::scenario::Scenario;
use stickler::stream::{Seeded, SplitMix64};

#[expect(unreachable_patterns, reason = "of two parameters of one name")]
mod declared {
    use stickler::params::{Megabytes, Ms, Within};

    stickler::parameters! { Right { bank "bank": Ms = Ms(86_400_000), plies "plies": Within<1, 9> = Within(9) } }
    stickler::parameters! { Large { bank "bank": Ms = Ms(u64::MAX) } }
    stickler::parameters! { Huge { memory "memory": Megabytes = Megabytes(1 << 44) } }
    stickler::parameters! { Outside { bank "bank": Ms = Ms(1), plies "plies": Within<1, 9> = Within(0) } }
    stickler::parameters! { Twice { bank "bank": Ms = Ms(1), plies "plies": Within<1, 9> = Within(1), grace "bank": Ms = Ms(2) } }
    stickler::parameters! { Taken { preset "preset": Ms = Ms(1) } }
    stickler::parameters! { Apart { bank "bank": Ms = Ms(1) } agree never }

    fn never(_: &Apart) -> Result<(), String> {
        Err("bank: it is odd".into())
    }
}

#[test]
fn parameters_that_cannot_be_are_named() {
    use declared::{Apart, Huge, Large, Outside, Right, Taken, Twice};
    assert_eq!(Right::declared(), Ok(()));
    for (declared, why) in [
        (
            Large::declared(),
            "the default of bank is 18446744073709551615: expected milliseconds, from 0 to a day (86400000)",
        ),
        (
            Huge::declared(),
            "the default of memory is 17592186044416: expected megabytes, from 0 to 999999999999",
        ),
        (
            Outside::declared(),
            "the default of plies is 0: expected a whole number from 1 to 9",
        ),
        (
            Twice::declared(),
            "two parameters are called bank: give one of them another name",
        ),
        (
            Taken::declared(),
            "a parameter is called preset, as variants are: give it another name",
        ),
        (
            Apart::declared(),
            "the defaults do not go together: bank: it is odd",
        ),
    ] {
        assert_eq!(declared, Err(why.to_string()));
    }
    assert_eq!(GAMES.declared(), Ok(()));
    let twice = Registry::new(&[&gomoku::Contest, &tetris::Contest, &gomoku::Contest]);
    assert_eq!(
        twice.declared(),
        Err("two games are called gomoku: give one of them another name".into())
    );
}

/// What is counted in them is multiplied later: milliseconds by a thousand, megabytes by a million.
#[test]
fn no_parameter_takes_a_number_without_bounds() {
    for game in GAMES.games() {
        for (name, usual) in game
            .with(&Settings::default())
            .expect("the usual game")
            .parameters()
        {
            let with = |value: String| game.with(&Settings(vec![(name.into(), value)]));
            for unit in ["", "ms", "MB"] {
                for most in [u64::MAX, 1 << 44, 1_000_000_000_000] {
                    assert!(
                        with(format!("{most}{unit}")).is_err(),
                        "{}: {name}={most}{unit}",
                        game.name()
                    );
                }
            }
            with(usual).unwrap_or_else(|why| panic!("{}: {name}: {why}", game.name()));
        }
    }
    let [most, beyond] = ["999999999999MB", "1000000000000MB"].map(str::parse::<Megabytes>);
    assert_eq!(most.map(Megabytes::bytes), Ok(999_999_999_999 << 20));
    assert_eq!(
        beyond,
        Err("expected megabytes, from 0 to 999999999999".into())
    );
}

#[test]
fn what_games_say_of_themselves() {
    let mut text = String::new();
    for game in GAMES.games() {
        let variant = game.with(&Settings::default()).expect("the usual game");
        let _ = writeln!(
            text,
            "{}: {} seats; told its end: {}",
            game.name(),
            variant.seats(),
            game.tells_the_end()
        );
        let parameters = variant
            .parameters()
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect::<Vec<_>>();
        let _ = writeln!(text, "  {}", parameters.join(" "));
        let words = FaultKind::ALL.map(|kind| format!("{}: {}", kind.word(), game.word(kind)));
        let _ = writeln!(text, "  {}", words.join(", "));
        for preset in game.presets() {
            let asked = Settings(vec![("preset".into(), preset.name.into())]);
            let _ = writeln!(
                text,
                "  {}: {}",
                preset.name,
                game.expand(&asked).expect("a preset")
            );
        }
        let mut judge = variant.referee();
        let (mut message, mut stream) = (String::new(), Seeded::new(SplitMix64(3)));
        while judge.tell(&mut message).is_none() {
            judge.choose(&mut stream, 0).expect("a choice");
        }
        let lines: Vec<&[u8]> = message.lines().map(str::as_bytes).collect();
        let told = game.told_settings(&mut lines.iter().copied());
        let _ = writeln!(
            text,
            "  `{}` tells seat {:?}, {told}",
            message.lines().next().unwrap_or(""),
            variant.seat_told(&lines, stickler::game::Seat(0))
        );
        let reach: Vec<String> = [0, 1, 2, 100, 5_000]
            .iter()
            .filter_map(|&games| variant.reach(games))
            .collect();
        let _ = writeln!(text, "  {}", reach.join("; "));
        let _ = writeln!(text, "  {}", game.about());
        let _ = writeln!(
            text,
            "  {} boards and {} notes in its picture",
            judge.picture().boards.len(),
            judge.picture().notes.len()
        );
        for scenario in game.scenarios() {
            let Scenario {
                name,
                about,
                seat,
                opponent,
                set,
                writes,
                drains,
                games,
                steps,
            } = scenario;
            let set: Vec<String> = set
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            let _ = writeln!(
                text,
                "  {name}, {about}: {games} games with {opponent:?}, {writes:?}, [{}]",
                set.join(" ")
            );
            let _ = writeln!(text, "    as {seat:?}, drains: {drains}, steps: {steps:?}");
        }
        text.push('\n');
    }
    holds("what_games_say_of_themselves", &text);
}

/// A game, what is played of it, an action that is refused, and what is marked of it.
const REFUSED: &[(&str, &[&str], &str, &str)] = &[
    ("betris", &["DRAW F5 I2"], "1 BET F5 x", "x"),
    ("betris", &["DRAW F5 I2"], "1 BET Z9 1", "Z9"),
    ("betris", &["DRAW F5 I2"], "PASS", "PASS"),
    ("blackout", &[], "1 1 9 1", "9"),
    ("blokus", &[], "0 0 Q001", "0 0 Q001"),
    ("gomoku", &[], "MOVE 1 99", "99"),
    ("gomoku", &["MOVE 1 1"], "MOVE 1 1", "MOVE 1 1"),
    ("tetris", &[], "PLAY", "PLAY"),
];

#[test]
fn an_action_that_cannot_be_read_points_at_its_word() {
    for (name, plies, action, marked) in REFUSED {
        let variant = GAMES
            .find(name)
            .and_then(|game| game.with(&Settings::default()))
            .expect("the game");
        let mut rules = variant.rules();
        plies
            .iter()
            .for_each(|ply| rules.play(ply).expect("a legal action"));
        let breach = rules.play(action).expect_err("no legal action");
        assert_eq!(
            &action[breach.span.columns(action.as_bytes())],
            *marked,
            "{name}: {action}: {}",
            breach.why
        );
    }
}

#[test]
fn letters_may_be_drawn_or_named() {
    let game = GAMES.find("blokus").expect("the game");
    let shapes = |value: &str| {
        let variant =
            game.with(&Settings::read([format!("shapes={value}").as_str()]).expect("settings"));
        variant.map(|variant| {
            variant
                .parameters()
                .into_iter()
                .find(|(name, _)| *name == "shapes")
                .expect("it")
                .1
        })
    };
    assert_eq!(shapes("drawn").as_deref(), Ok("drawn"));
    assert_eq!(shapes("I1,L3").as_deref(), Ok("I1,L3"));
    assert!(shapes("some").is_err_and(|why| why.ends_with("; or drawn, or all")));
}

/// Such as can be placed, and such as nearly can.
#[test]
fn the_longest_sequences_are_of_both_kinds() {
    let game = GAMES.find("tetris").expect("the game");
    let settings = Settings::read(["mix=largest", "length=12", "alphabet=LITO"]).expect("settings");
    let variant = game.with(&settings).expect("the game");
    let answers = (0..40).map(|seed| {
        let mut judge = variant.referee();
        judge
            .choose(&mut Seeded::new(SplitMix64(seed)), 0)
            .expect("a batch");
        judge
            .picture()
            .notes
            .pop()
            .expect("a case")
            .rsplit(' ')
            .next()
            .expect("a word")
            .to_string()
    });
    let answers: Vec<String> = answers.collect();
    let possible = answers.iter().filter(|answer| *answer == "YES").count();
    assert!((20..40).contains(&possible), "{possible} {answers:?}");
}
