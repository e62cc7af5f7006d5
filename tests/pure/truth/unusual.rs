//! Judges whose numbers, where no document gives them, are any: points for what is left, limits of time. A file that does not tell
//! them accuses neither the judge nor itself.

use super::excused::records_of;
use super::{Change, Dice, is_judged_alike, log_of, numbers, played_under};
use crate::support::tier::cases;
use proptest::prelude::*;
use stickler::explain::{Checked, Culprit};
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::records::{self, Opened};

/// The games of which numbers are open, and their names.
const GAMES_AND_VARIANTS: [(usize, &str); 4] = [
    (0, "board=3x3 row=3"),
    (1, "rounds=2 board=4x4"),
    (2, "board=2x3 games=2 jury=random"),
    (3, "board=5 shapes=I1,L3"),
];

/// Settings of the game with any numbers in place of those that no document gives.
fn unusual(game: usize, variant: &str, values: [u32; 2]) -> Settings {
    let [one, other] = values;
    let halves = |value: u32| match value % 200 {
        value if value.is_multiple_of(2) => (value / 2).to_string(),
        value => format!("{value}/2"),
    };
    let own = match game {
        0 => format!("grace={}", one % 5000),
        1 => format!("chip-points={} grace={}", halves(one), other % 5000),
        2 => format!("wall={} grace={}", 1 + one % 400, other % 5000),
        _ => format!("bonus-all={} bonus-single={}", one % 100, other % 100),
    };
    Settings::read(variant.split(' ').chain(own.split(' '))).expect("settings")
}

/// True where the judge or the file is accused, and no seat instead of them.
fn accuses_others(checked: &Checked) -> bool {
    let certain = { checked.findings.iter() }.filter(|found| checked.is_certain(found));
    let either = checked.either.iter().map(|either| &either.finding);
    let mut accused = certain.chain(either);
    accused.any(|found| matches!(found.culprit, Culprit::Judge | Culprit::Log))
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_record_of_a_judge_with_any_numbers_accuses_neither_judge_nor_file(
        at in 0..GAMES_AND_VARIANTS.len(),
        values in any::<[u32; 2]>(),
        numbers in numbers(),
    ) {
        let (game, variant) = GAMES_AND_VARIANTS[at];
        let of = played_under(game, &unusual(game, variant, values), &numbers);
        let game = GAMES.find(of.game).expect("a game");
        let log = log_of(&of, &[], &mut Dice::new(&[]));
        let told = Settings::read(variant.split(' ')).expect("settings");
        for (format, bytes) in records_of(game, &log, &told, None) {
            let Ok(Opened::Record(record)) = records::open(&bytes, Some(format), None, GAMES) else {
                continue;
            };
            let given = if format == "moves" { Settings::default() } else { told.clone() };
            let checked = records::check(&record, &given, false).expect("a check").checked;
            prop_assert!(!accuses_others(&checked), "{} {:?}\n{}", of.settings, checked.findings, String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn a_log_of_a_judge_with_any_numbers_gets_its_blame_or_less(
        at in 0..GAMES_AND_VARIANTS.len(),
        values in any::<[u32; 2]>(),
        numbers in numbers(),
        changes in proptest::sample::subsequence(vec![Change::Order, Change::EndsUntold, Change::OneSeat, Change::NoTail], 0..3),
        cuts in proptest::collection::vec(any::<u32>(), 0..40),
    ) {
        let (game, variant) = GAMES_AND_VARIANTS[at];
        let of = played_under(game, &unusual(game, variant, values), &numbers);
        let changes = [&changes[..], &[Change::Unset]].concat();
        if let Err((why, shown)) = is_judged_alike(&of, &changes, &cuts) {
            prop_assert!(false, "{} {}: {}", of.settings, why, shown);
        }
    }
}
