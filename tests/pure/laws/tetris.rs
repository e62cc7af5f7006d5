//! Laws of Tetris: the deciders against each other, against games that are played, and against a second model.

use crate::naive::tetris::Naive;
use crate::support::deciders::{Decider, Row, Slots};
use crate::support::tier::{by_tier, cases};
use crate::support::wrong_tetris::{MUTANTS, Mutant, same_row};
use proptest::prelude::*;
use std::collections::BTreeMap;
use stickler::game::{Actor, Rules, Turn};
use stickler::games::GAMES;
use stickler::games::tetris::decide::{Link, Model, Witness, because, explain};
use stickler::games::tetris::{
    Action, Alphabet, GENERATION, MOST_KINDS, Params, Piece, Start, Table, Tetris, draw,
};
use stickler::params::{Flag, Parameters, Settings};
use stickler::referee::Stream;
use stickler::stream::{Recorded, Seeded, SplitMix64};

const LETTERS: &str = "ABCDEFGHIJKLMNOPQR";

fn params(kinds: usize, set: &[(&str, &str)]) -> Params {
    let mut params = Params::default();
    params.set("alphabet", &LETTERS[..kinds]).expect("letters");
    set.iter()
        .for_each(|(name, value)| params.set(name, value).expect("a value"));
    params
}

fn rules(kinds: usize) -> Tetris {
    Tetris::new(&params(kinds, &[]))
}

/// All four kinds of rules.
fn all_rules(kinds: usize) -> [Tetris; 4] {
    let of = |hold: Flag, start: Start| {
        Tetris::new(&Params {
            hold,
            start,
            ..params(kinds, &[])
        })
    };
    [
        of(Flag::Yes, Start::BagStart),
        of(Flag::No, Start::BagStart),
        of(Flag::Yes, Start::MidBag),
        of(Flag::No, Start::MidBag),
    ]
}

fn pieces(letters: &str) -> Vec<Piece> {
    letters.bytes().map(|letter| Piece(letter - b'A')).collect()
}

fn letters(pieces: &[Piece]) -> String {
    pieces
        .iter()
        .map(|piece| char::from(b'A' + piece.0))
        .collect()
}

fn possible(rules: &Tetris, sequence: &str) -> bool {
    Decider::Model.decide(rules, &pieces(sequence)).is_ok()
}

/// What all deciders that apply say; they must say the same.
fn agreed(rules: &Tetris, sequence: &[Piece]) -> Result<(), usize> {
    let model = Decider::Model.decide(rules, sequence);
    for decider in Decider::ALL
        .into_iter()
        .filter(|decider| decider.applies(rules))
    {
        assert_eq!(
            decider.decide(rules, sequence),
            model,
            "{decider:?} on {} under {rules:?}",
            letters(sequence)
        );
    }
    model
}

/// Walks all sequences up to renaming, letter by letter, as long as they are possible; `visit` sees each and says so.
/// A letter is new only as the next one of the alphabet.
fn walk(
    kinds: usize,
    most: usize,
    sequence: &mut Vec<Piece>,
    visit: &mut dyn FnMut(&[Piece]) -> bool,
) {
    let used = sequence
        .iter()
        .map(|piece| usize::from(piece.0) + 1)
        .max()
        .unwrap_or(0);
    for piece in 0..(used + 1).min(kinds) {
        sequence.push(Piece(piece as u8));
        if visit(sequence) && sequence.len() < most {
            walk(kinds, most, sequence, visit);
        }
        sequence.pop();
    }
}

fn exhaust(rules: &Tetris, most: usize) {
    let kinds = rules.alphabet.kinds();
    walk(
        kinds,
        most,
        &mut Vec::new(),
        &mut |sequence| match agreed(rules, sequence) {
            Ok(()) => true,
            Err(at) => {
                assert_eq!(
                    at,
                    sequence.len() - 1,
                    "a beginning of {} was possible",
                    letters(sequence)
                );
                false
            }
        },
    );
}

#[test]
fn deciders_agree_on_all_short_sequences_of_small_alphabets() {
    for (kinds, most) in [(1, 20), (2, 18), (3, 14), (4, 12), (5, 11), (6, 11)] {
        all_rules(kinds)
            .iter()
            .for_each(|rules| exhaust(rules, most - by_tier(3, 2, 0)));
    }
}

#[test]
fn deciders_agree_on_all_short_sequences_of_seven_letters() {
    exhaust(&rules(7), by_tier(10, 12, 12));
}

/// The longer walk.
#[test]
#[ignore = "takes long: STICKLER_TIER=deep, and --include-ignored"]
fn deciders_agree_on_all_sequences_of_seven_letters_up_to_fifteen() {
    exhaust(&rules(7), 15);
}

/// No sequence is left out here: impossible ones go on too.
#[test]
fn the_model_is_the_brute_force() {
    for (kinds, most) in [(1, 9), (2, 9), (3, 8), (4, 7)] {
        for rules in all_rules(kinds) {
            let naive = Naive {
                hold: rules.hold,
                mid_bag: rules.start == Start::MidBag,
                ..Naive::of(kinds)
            };
            walk(kinds, most, &mut Vec::new(), &mut |sequence| {
                let first = naive.first_impossible(&letters(sequence));
                assert_eq!(
                    agreed(&rules, sequence).err(),
                    first,
                    "{} under {rules:?}",
                    letters(sequence)
                );
                true
            });
        }
    }
}

/// How many sequences of each length are possible; those that differ by names alone are counted by how many they are.
fn counts(rules: &Tetris, most: usize) -> Vec<u64> {
    let kinds = rules.alphabet.kinds();
    let mut counts = vec![0; most];
    walk(kinds, most, &mut Vec::new(), &mut |sequence| {
        let possible = agreed(rules, sequence).is_ok();
        let used = sequence
            .iter()
            .map(|piece| u64::from(piece.0) + 1)
            .max()
            .unwrap_or(0);
        let names: u64 = (0..used).map(|taken| kinds as u64 - taken).product();
        counts[sequence.len() - 1] += names * u64::from(possible);
        possible
    });
    counts
}

#[test]
fn the_counts_are_the_known_ones() {
    assert_eq!(
        counts(&rules(7), 8),
        [7, 42, 210, 840, 2520, 5040, 35280, 216_720]
    );
    let without = Tetris::new(&params(7, &[("hold", "no")]));
    assert_eq!(
        counts(&without, 8),
        [7, 42, 210, 840, 2520, 5040, 5040, 35280]
    );
    assert_eq!(counts(&rules(3), 8), [3, 6, 18, 42, 72, 216, 504, 864]);
}

#[test]
fn the_sample_is_answered() {
    let params = Params::default();
    let rules = Tetris::new(&params);
    let answers = ["LIT", "JOTLIZZJSOTLSO", "LOL"].map(|sequence| {
        let pieces = params
            .alphabet
            .read(sequence.as_bytes())
            .expect("letters of the bag");
        agreed(&rules, &pieces)
    });
    assert_eq!(answers, [Ok(()), Ok(()), Err(2)]);
}

#[test]
fn the_generation_sample_is_answered() {
    let params = Params::with(&generation()).expect("settings");
    let rules = Tetris::new(&params);
    let answer = |text: &str| {
        agreed(
            &rules,
            &params.alphabet.read(text.as_bytes()).expect("letters"),
        )
    };
    assert_eq!((answer("JJTO"), answer("JJTT")), (Ok(()), Err(3)));
}

fn generation() -> Settings {
    GENERATION.settings()
}

#[test]
fn the_worked_example_is_drawn() {
    let alphabet = Alphabet::TETROMINOES;
    let queue = alphabet.read(b"ZLOSIJTZLOSIJT").expect("letters");
    let link = |(at, &piece): (usize, &Piece)| Link {
        piece,
        hold: [2, 5, 12, 14].contains(&(at + 1)),
    };
    let game = Witness {
        queue: queue.iter().enumerate().map(link).collect(),
        opening: Some(0),
    };
    assert_eq!(alphabet.text(&game.placed()), "ZOSLJTZLOSIJI");
    let drawn = [
        "    0   1   2   3   4   5   6   7   8   9  10  11  12  13  14",
        "Q   _   Z   L   O   S   I   J   T   Z   L   O   S   I   J   T",
        "S   o------>o---------->o-------------------------->o------>o",
        "R       Z   _   O   S   L   J   T   Z   L   O   S   I   J   I",
        "P       Z       O   S   L   J   T   Z   L   O   S   I   J   I",
        "S = (0, 2, 5, 12, 14)",
        "",
    ];
    assert_eq!(game.draw(&alphabet), drawn.join("\n"));
    let rules = Tetris::new(&Params::default());
    assert!(explain(&rules, &game.placed()).is_ok());
}

#[test]
fn the_impossible_is_explained() {
    let alphabet = Alphabet::TETROMINOES;
    let rules = Tetris::new(&Params::default());
    let why = explain(&rules, &alphabet.read(b"LOL").expect("letters")).expect_err("impossible");
    assert_eq!((why.at, why.tables.len()), (2, 6));
    let drawn = why.draw(&alphabet);
    assert!(
        drawn.starts_with("no game places L as piece 3; before it the table can be:\n"),
        "{drawn}"
    );
    assert!(
        drawn.contains("  nothing held, ZSIJT left in the bag\n"),
        "{drawn}"
    );
    assert!(
        drawn.contains("  Z held, SIJT left in the bag\n"),
        "{drawn}"
    );
}

#[test]
fn what_has_no_witness_says_where() {
    let variant = GAMES
        .find("tetris")
        .and_then(|game| game.with(&Settings::default()))
        .expect("the game");
    let refused = |wanted: &str| {
        let breach = variant
            .rules()
            .witness(wanted)
            .expect("the game answers this")
            .expect_err("none");
        (
            breach.clause.id(),
            breach.span.columns(wanted.as_bytes()),
            breach.why.to_string(),
        )
    };
    let (clause, columns, _) = refused("LI?");
    assert_eq!((clause, columns), ("tetris.input.letters", 2..3));
    let (clause, columns, why) = refused("LOL");
    assert_eq!(
        (clause, columns.start + 1),
        (
            "tetris.answer.no",
            why.split(' ')
                .nth(4)
                .expect("a number")
                .parse()
                .expect("a number")
        )
    );
    assert!(columns.len() == 1, "{why}");
}

#[test]
fn an_alphabet_is_of_different_letters() {
    for text in ["Z", "ZLOSIJT", "abC"] {
        assert_eq!(
            text.parse::<Alphabet>()
                .map(|alphabet| alphabet.to_string()),
            Ok(text.to_string())
        );
    }
    for text in ["", "ZZ", "Z1", "1", "Z L"] {
        assert!(text.parse::<Alphabet>().is_err(), "{text}");
    }
}

#[test]
fn a_long_game_is_not_drawn() {
    let rules = Tetris::new(&Params::default());
    let bag = rules.alphabet.read(b"ZLOSIJT").expect("letters");
    let said = |bags: usize| because(&rules, &bag.repeat(bags));
    assert!(said(57).starts_with("this game places it\n"), "399 pieces");
    assert!(said(58).starts_with("a game with "), "406 pieces");
}

/// Plays a witness by the rules; what it places.
fn replay(rules: &Tetris, witness: &Witness) -> Vec<Piece> {
    let mut at = rules.start();
    let mut placed = Vec::new();
    let act = |at: &mut _, by, action| {
        assert_eq!(rules.check(at, by, &action), Ok(()), "{action:?} at {at:?}");
        rules.apply(at, by, &action);
    };
    for (number, link) in witness.queue.iter().enumerate() {
        if at.table.opening && number > 0 && witness.opening == Some(number) {
            act(&mut at, Actor::Nature, Action::End);
        }
        act(&mut at, Actor::Nature, Action::Receive(link.piece));
        let before = at.placed;
        act(
            &mut at,
            Actor::Seat(stickler::game::Seat(0)),
            if link.hold {
                Action::Hold
            } else {
                Action::Place
            },
        );
        placed.extend(at.last.filter(|_| at.placed > before));
    }
    placed
}

/// Plays by the rules alone; what is placed.
fn play(rules: &Tetris, stream: &mut dyn Stream, most: usize) -> Vec<Piece> {
    let mut at = rules.start();
    let mut placed = Vec::new();
    let mut actions = Vec::new();
    for _ in 0..most {
        let by = match rules.turn(&at) {
            Turn::Nature => Actor::Nature,
            _ => Actor::Seat(stickler::game::Seat(0)),
        };
        actions.clear();
        rules.actions(&at, by, &mut actions);
        let action = actions[stream.pick(actions.len())];
        let before = at.placed;
        rules.apply(&mut at, by, &action);
        placed.extend(at.last.filter(|_| at.placed > before));
    }
    placed
}

fn numbers() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 0..200)
}

fn variant() -> impl Strategy<Value = usize> {
    0usize..4
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn what_a_game_places_is_possible_and_has_a_witness(kinds in 1usize..=8, variant in variant(), numbers in numbers()) {
        let rules = all_rules(kinds)[variant];
        let placed = play(&rules, &mut Recorded::new(numbers), 200);
        prop_assert_eq!(agreed(&rules, &placed), Ok(()));
        let witness = explain(&rules, &placed).expect("possible");
        prop_assert_eq!(&witness.placed(), &placed);
        prop_assert_eq!(replay(&rules, &witness), placed);
    }

    #[test]
    fn drawn_sequences_are_agreed_on(kinds in 1usize..=8, variant in variant(), seed in any::<u64>()) {
        let rules = all_rules(kinds)[variant];
        let start = if rules.start == Start::MidBag { "mid-bag" } else { "bag-start" };
        let hold = if rules.hold { "yes" } else { "no" };
        let params = params(kinds, &[("start", start), ("hold", hold)]);
        for case in draw(&params, &mut Seeded::new(SplitMix64(seed))) {
            match (agreed(&rules, &case), explain(&rules, &case)) {
                (Ok(()), Ok(witness)) => prop_assert_eq!(replay(&rules, &witness), case),
                (Err(at), Err(why)) => prop_assert_eq!(at, why.at),
                (decided, _) => prop_assert!(false, "{:?} has the wrong witness", decided),
            }
        }
    }

    #[test]
    fn beginnings_are_possible_and_names_do_not_matter(variant in variant(), cut in 0usize..30, turn in 1u8..7, numbers in numbers()) {
        let rules = all_rules(7)[variant];
        let mut placed = play(&rules, &mut Recorded::new(numbers), 80);
        let cut = cut.min(placed.len());
        prop_assert_eq!(agreed(&rules, &placed[..cut]), Ok(()));
        if let Some(piece) = placed.get_mut(cut) {
            *piece = Piece((piece.0 + turn) % 7);
        }
        let renamed: Vec<Piece> = placed.iter().map(|piece| Piece((5 * piece.0 + turn) % 7)).collect();
        prop_assert_eq!(agreed(&rules, &placed), agreed(&rules, &renamed));
    }

    #[test]
    fn there_are_never_more_tables_than_letters_and_one(kinds in 1usize..=MOST_KINDS, numbers in numbers()) {
        let rules = rules(kinds);
        let mut model = Model::new(&rules);
        let mut held = Slots::new(&rules);
        for piece in play(&rules, &mut Recorded::new(numbers), 200) {
            prop_assert!(model.place(piece));
            prop_assert!(model.tables().len() <= kinds + 1);
            let mut slots: Vec<_> = model.tables().iter().map(|table: &Table| table.slot).collect();
            slots.sort();
            slots.dedup();
            held = held.place(piece);
            prop_assert_eq!(held.held(), slots.iter().flatten().copied().collect());
            prop_assert_eq!(slots.len(), model.tables().len(), "two tables with the same slot");
        }
    }

    /// Whatever the mix, the record holds the cases themselves, so that any part of them can be left out.
    #[test]
    fn drawn_cases_are_recorded(seed in any::<u64>(), kinds in 1usize..=MOST_KINDS, mix in 0..MIXES.len()) {
        let params = params(kinds, &[("mix", MIXES[mix]), ("total", "60"), ("length", "20")]);
        let mut stream = Seeded::new(SplitMix64(seed));
        let cases = draw(&params, &mut stream);
        prop_assert!(cases.iter().map(Vec::len).sum::<usize>() <= 60);
        let record = stream.record();
        prop_assert_eq!(&draw(&params, &mut Recorded::new(record.clone())), &cases);
        let last = cases.iter().map(Vec::len).sum::<usize>() + cases.len();
        prop_assert!(record.len() < last, "{} numbers", record.len());
    }

    /// Any record is a batch within the limits.
    #[test]
    fn every_record_is_a_batch(numbers in proptest::collection::vec(any::<u32>(), 0..200), kinds in 1usize..=MOST_KINDS) {
        let params = params(kinds, &[("total", "60"), ("length", "20"), ("cases", "5")]);
        let cases = draw(&params, &mut Recorded::new(numbers));
        prop_assert!((1..=5).contains(&cases.len()));
        prop_assert!(cases.iter().all(|case| (1..=20).contains(&case.len())));
        prop_assert!(cases.iter().map(Vec::len).sum::<usize>() <= 60);
    }
}

/// Up to four pieces a sequence comes under every naming, and a longer one under one.
#[test]
fn short_sequences_come_in_order_and_none_is_left_out() {
    for kinds in 1..=3 {
        let page = |number: usize| {
            let set = [
                ("mix", "short"),
                ("length", "6"),
                ("cases", "100"),
                ("page", &number.to_string()),
            ];
            draw(&params(kinds, &set), &mut Seeded::new(SplitMix64(1)))
        };
        // The walk begins again after its last page, which is not full.
        let mut cases = Vec::new();
        while cases.len() % 100 == 0 {
            cases.extend(page(cases.len() / 100));
        }
        assert!(cases.is_sorted_by_key(Vec::len), "{kinds}");
        let (pages, all) = (cases.len().div_ceil(100), cases.len());
        let (again, from) = (page(pages), pages * 100 % all);
        assert!(
            !again.is_empty() && cases[from..].starts_with(&again),
            "{kinds}: page {pages} of {all}"
        );
        let mut given: BTreeMap<Vec<Piece>, Vec<Vec<Piece>>> = BTreeMap::new();
        for case in cases {
            let mut known: Vec<Piece> = Vec::new();
            let in_order = case.iter().map(|piece| {
                let at = known
                    .iter()
                    .position(|other| other == piece)
                    .unwrap_or(known.len());
                if at == known.len() {
                    known.push(*piece);
                }
                Piece(at as u8)
            });
            given.entry(in_order.collect()).or_default().push(case);
        }
        walk(kinds, 6, &mut Vec::new(), &mut |sequence| {
            let mut named = given
                .remove(sequence)
                .unwrap_or_else(|| panic!("{} is left out", letters(sequence)));
            let count = named.len();
            named.sort();
            named.dedup();
            let used = sequence
                .iter()
                .map(|piece| usize::from(piece.0) + 1)
                .max()
                .unwrap_or(0);
            let namings = if sequence.len() <= 4 {
                (0..used).map(|taken| kinds - taken).product()
            } else {
                1
            };
            assert_eq!(
                (named.len(), count),
                (namings, namings),
                "{}",
                letters(sequence)
            );
            possible(&rules(kinds), &letters(sequence))
        });
        assert!(given.is_empty(), "beyond an impossible one: {given:?}");
    }
}

const MIXES: [&str; 8] = [
    "mixed",
    "short",
    "any",
    "games",
    "near-misses",
    "traps",
    "largest",
    "many",
];

proptest! {
    #![proptest_config(cases(6))]

    #[test]
    fn eighteen_letters_are_agreed_on(seed in any::<u64>()) {
        let params = params(MOST_KINDS, &[("cases", "1"), ("length", "30"), ("total", "30")]);
        for case in draw(&params, &mut Seeded::new(SplitMix64(seed))) {
            agreed(&Tetris::new(&params), &case).ok();
        }
    }
}

#[test]
fn eighteen_letters_need_less_than_two_megabytes() {
    assert!(Row::new(&rules(MOST_KINDS)).bytes() < 2_000_000);
}

#[test]
fn pieces_of_no_alphabet_are_impossible() {
    for rules in all_rules(3) {
        for foreign in [3, 4, 17, 30, 31, 32, 255] {
            assert_eq!(agreed(&rules, &[Piece(0), Piece(foreign)]), Err(1));
        }
    }
}

/// The shortest sequence on which a wrong program differs, walking all up to renaming in order of length.
fn shortest(kinds: usize, most: usize, wrong: fn(usize, &[usize]) -> bool) -> Option<String> {
    let rules = rules(kinds);
    (1..=most).find_map(|length| {
        let mut found = None;
        walk(kinds, length, &mut Vec::new(), &mut |sequence| {
            let plain: Vec<usize> = sequence.iter().map(|piece| usize::from(piece.0)).collect();
            let right = Decider::Greedy.decide(&rules, sequence).is_ok();
            if found.is_none() && right != wrong(kinds, &plain) {
                found = Some(letters(sequence));
            }
            found.is_none() && right
        });
        found
    })
}

#[test]
fn wrong_programs_are_told_apart() {
    for &Mutant { name, wrong, shown } in MUTANTS {
        let kinds = 7;
        let plain: Vec<usize> = shown
            .bytes()
            .map(|letter| usize::from(letter - b'A'))
            .collect();
        assert_ne!(
            wrong(kinds, &plain),
            possible(&rules(kinds), shown),
            "{name} is right on {shown}"
        );
        let found = shortest(kinds, 14, wrong).expect("a difference");
        println!("{name}: {found}");
        assert!(
            found.len() <= shown.len(),
            "{name}: {found} is longer than {shown}"
        );
    }
}

#[test]
fn a_table_that_mistakes_its_row_is_told_apart_by_two_letters() {
    assert_eq!(shortest(2, 8, same_row).as_deref(), Some("ABBBB"));
    assert_eq!(
        shortest(3, 8, same_row),
        None,
        "with three letters it is right"
    );
    assert_eq!(shortest(7, 9, same_row), None, "and with seven");
}

#[test]
fn the_traps_have_the_known_answers() {
    let answers = [
        ("ABCDEFAA", false),
        ("ABCDEFAG", true),
        ("ABCDEFAGGG", false),
        ("ABCDEFABCDEGGA", true),
    ];
    for (sequence, answer) in answers {
        assert_eq!(possible(&rules(7), sequence), answer, "{sequence}");
    }
    assert_eq!(possible(&rules(2), "ABBBB"), Naive::of(2).possible("ABBBB"));
}
