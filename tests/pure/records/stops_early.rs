//! A record that stops early never conforms: wherever it stops, its game goes on.

use super::{VARIANTS, played};
use crate::support::depth::cases;
use proptest::prelude::*;
use stickler::explain::{Conclusion, Extent};
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::records::{self, Opened};

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn no_part_of_a_record_conforms(seed in any::<u64>(), variant in 0..VARIANTS.len(), at in any::<prop::sample::Index>(), tells_choices in any::<bool>()) {
        let (game, settings, report) = played(seed, variant);
        let log = report.transcript.as_bytes();
        let record = records::of_log(game, &settings, log).map_err(TestCaseError::reject)?;
        let own = records::check(&record, &Settings::default(), true).map_err(TestCaseError::fail)?;
        let moves = records::convert(&record, &own, "moves", GAMES).map_err(|why| TestCaseError::reject(format!("{why:?}")))?;
        let text = String::from_utf8_lossy(&moves.bytes);
        let lines: Vec<&str> = text.lines().collect();
        let answers: Vec<usize> = (0..lines.len()).filter(|line| lines[*line].get(1..2) == Some(">")).collect();
        prop_assume!(!answers.is_empty());
        let mut kept = &lines[..answers[at.index(answers.len())]];
        // The choices behind the last answer may be left out, too.
        while let ([rest @ .., last], false) = (kept, tells_choices) && last.starts_with('*') {
            kept = rest;
        }
        let part = kept.join("\n") + "\n";
        let opened = records::open(part.as_bytes(), Some("moves"), None, GAMES);
        let Ok(Opened::Record(record)) = opened else { return Err(TestCaseError::fail(part)) };
        let checked = records::check(&record, &Settings::default(), false).map_err(TestCaseError::fail)?.checked;
        prop_assert!(checked.conclusion(false) != Conclusion::Conforms && !matches!(checked.extent, Extent::Whole if checked.findings.is_empty()), "{:?}\n{part}", checked.extent);
    }
}
