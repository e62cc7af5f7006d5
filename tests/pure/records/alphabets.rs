//! Replays of Blokus whose letters mean other shapes than those of the page's table: no judge is called wrong for its alphabet.

use crate::support::tier::cases;
use proptest::prelude::*;
use serde_json::{Value, json};
use stickler::explain::Conclusion;
use stickler::game::{Actor, Rules, Seat};
use stickler::games::GAMES;
use stickler::games::blokus::{Action, Alphabet, Blokus, Figure, Letter, Params};
use stickler::params::{Parameters, Settings};
use stickler::polyomino::{Shape, Shapes};
use stickler::records::{self, Checked, Judged, Opened};
use stickler::stream::SplitMix64;

fn below(dice: &mut SplitMix64, count: usize) -> usize {
    (dice.next_u64() % count.max(1) as u64) as usize
}

/// A to D with one, two, three and three squares, Q as it is known, the others in any order, each drawn in any way.
fn alphabet(dice: &mut SplitMix64) -> Alphabet {
    let mut large: Vec<Shape> = Shape::ALL
        .iter()
        .copied()
        .filter(|shape| shape.size() > 3 && *shape != Shape::T5)
        .collect();
    let mut three = vec![Shape::I3, Shape::L3];
    let mut alphabet = Alphabet::EMPTY;
    for capital in b'A'..=b'U' {
        let shape = match capital {
            b'A' => Shape::I1,
            b'B' => Shape::I2,
            b'C' | b'D' => three.remove(below(dice, three.len())),
            b'Q' => Shape::T5,
            _ => large.remove(below(dice, large.len())),
        };
        let form = &shape.forms()[below(dice, shape.forms().len())];
        let figure = if capital == b'Q' {
            Figure::usual(shape)
        } else {
            Figure::drawn(shape, form)
        };
        alphabet.insert(Letter::read(capital).expect("a letter"), figure);
    }
    alphabet
}

/// A whole game in which all move as they like, as its replay tells it.
fn replay(settings: &Settings, dice: &mut SplitMix64) -> Value {
    let params = Params::with(settings).expect("parameters");
    let mut rules = Blokus::new(&params);
    rules.alphabet = alphabet(dice);
    let mut shapes: Shapes = Shape::ALL
        .iter()
        .copied()
        .filter(|shape| shape.size() <= 3)
        .collect();
    while shapes.len() < rules.drawn {
        let more = Shapes::only(Shape::ALL[below(dice, Shape::ALL.len())]);
        shapes = shapes.iter().chain(more.iter()).collect();
    }
    let mut at = rules.start();
    rules.apply(&mut at, Actor::Nature, &Action::Deal(shapes));
    let mut frames = vec![json!({"agentId": -1})];
    while let Some(seat) = at.mover {
        let moves = rules.listed(&at, seat);
        let chosen = moves[below(dice, moves.len())];
        frames.push(json!({"agentId": seat.0, "stdout": format!("{chosen}\n")}));
        let place = rules.placement(chosen).expect("a placement");
        rules.apply(&mut at, Actor::Seat(seat), &Action::Place(place));
    }
    let seats = params.players.0 as u8;
    let scores: Vec<i32> = (0..seats)
        .map(|seat| rules.points(&at, Seat(seat)).halves / 2)
        .collect();
    let ranks: Vec<usize> = scores
        .iter()
        .map(|own| scores.iter().filter(|other| *other > own).count())
        .collect();
    let agents: Vec<Value> = (0..seats).map(|index| json!({"index": index})).collect();
    json!({"frames": frames, "agents": agents, "scores": scores, "ranks": ranks})
}

fn checked(replay: &Value, settings: &Settings) -> Checked {
    let text = replay.to_string();
    let Ok(Opened::Record(record)) = records::open(text.as_bytes(), None, None, GAMES) else {
        panic!("a record: {text}")
    };
    records::check(&record, settings, false)
        .expect("a check")
        .checked
}

const SIZES: [&[&str]; 5] = [
    &["board=7", "drawn=8/8/8"],
    &[],
    &["players=3"],
    &["players=4"],
    &["board=10", "drawn=12/12/12", "others=all"],
];

fn settings(index: usize) -> Settings {
    Settings::read(SIZES[index].iter().copied()).expect("settings")
}

/// Two whole games with a move to a cell that is covered: a judge that went on is wrong whatever is assumed, and whoever could
/// still move under the usual alphabet.
#[test]
fn no_assumption_excuses_a_covered_cell() {
    let covered = [
        "0 0 T001", "6 6 A001", "4 1 O101", "5 5 D003", "0 0 G135", "2 6 B002", "1 2 A001",
        "6 4 O114", "4 4 B001",
    ];
    let stuck = [
        "0 0 C011", "6 6 C003", "1 3 P125", "0 0 P121", "5 3 D013", "0 6 A001", "4 1 B011",
        "5 0 A001",
    ];
    let games = [
        (&covered[..], [0, 1, 0, 1, 0, 1, 0, 1, 0], [16, 10]),
        (&stuck, [0, 1, 0, 1, 0, 1, 0, 0, 0], [14, 9]),
    ];
    for (moves, seats, scores) in games {
        let of =
            |(text, seat): (&&str, usize)| json!({"agentId": seat, "stdout": format!("{text}\n")});
        let moves = moves.iter().zip(seats).map(of);
        let frames: Vec<Value> = [json!({"agentId": -1})].into_iter().chain(moves).collect();
        let agents = [json!({"index": 0}), json!({"index": 1})];
        let replay = json!({"frames": frames, "agents": agents, "scores": scores, "ranks": [0, 1]});
        for more in [&[][..], &["unlisted=no"], &["unlisted=yes"]] {
            let settings =
                settings(0).and(&Settings::read(more.iter().copied()).expect("settings"));
            let of = checked(&replay, &settings);
            assert_eq!(
                (of.judged(), &of.excuse),
                (Judged::Wrong, &None),
                "{more:?}: {:?}",
                of.findings
            );
        }
    }
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn a_replay_with_any_alphabet_is_not_called_wrong(seed in any::<u64>(), index in 0..SIZES.len()) {
        let settings = settings(index);
        let mut replay = replay(&settings, &mut SplitMix64(seed));
        let of = checked(&replay, &settings);
        prop_assert!(of.findings.is_empty() && of.judged() != Judged::Wrong, "{:?}\n{:?}\n{}", of.findings, of.notes, replay);
        prop_assert_eq!(of.conclusion(false) == Conclusion::Unknown, of.is_open);
        // Untold scores say nothing.
        replay["scores"] = json!([]);
        replay["ranks"] = json!([]);
        let of = checked(&replay, &settings);
        prop_assert!(of.findings.is_empty() && of.judged() == Judged::Unknown, "{:?}\n{}", of.findings, replay);
    }
}

// Each of these replays is judged under every alphabet that is left, which takes a second or two.
proptest! {
    #![proptest_config(cases(5))]

    /// A move to a cell that is covered breaks a clause under every alphabet.
    #[test]
    fn a_replay_that_no_alphabet_makes_legal_is_wrong(seed in any::<u64>(), index in 0..SIZES.len()) {
        let settings = settings(index);
        let mut replay = replay(&settings, &mut SplitMix64(seed));
        let frames = replay["frames"].as_array_mut().expect("frames");
        let at = frames.len() / 2;
        let first = frames[1]["stdout"].as_str().expect("a move").to_string();
        let cell = first.rsplit_once(' ').expect("a code").0;
        let code = frames[at]["stdout"].as_str().expect("a move").rsplit(' ').next().expect("a code").to_string();
        frames[at]["stdout"] = json!(format!("{cell} {code}"));
        let of = checked(&replay, &settings);
        prop_assert!(of.is_open || of.judged() == Judged::Wrong, "{:?} {:?}\n{}", of.judged(), of.findings, replay);
    }
}
