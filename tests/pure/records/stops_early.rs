//! A record that stops early never conforms, unless a choice that it does not tell may have ended the game.

use super::{VARIANTS, played};
use crate::support::tier::cases;
use proptest::prelude::*;
use stickler::explain::{Checked, Conclusion, Extent};
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
        let checked = checked(kept)?;
        let is_untold = checked.extent == Extent::Open;
        prop_assert!(is_untold || checked.conclusion(false) != Conclusion::Conforms, "{:?}\n{}", checked.extent, kept.join("\n"));
        prop_assert!(checked.extent != Extent::Whole || !checked.findings.is_empty(), "{}", kept.join("\n"));

        // Without the last choice alone nobody knows whether the game was over.
        let Some(last) = lines.iter().rposition(|line| line.starts_with('*')) else { return Ok(()) };
        let ends_it = lines[last + 1..].iter().all(|line| line.ends_with("! exit 0"));
        if own.checked.extent == Extent::Whole && ends_it {
            let checked = self::checked(&lines[..last])?;
            prop_assert!(!matches!(checked.extent, Extent::Cut | Extent::Whole), "{:?}\n{}", checked.extent, lines.join("\n"));
        }
    }
}

/// The check of the answers in these lines.
fn checked(lines: &[&str]) -> Result<Checked, TestCaseError> {
    let part = lines.join("\n") + "\n";
    let opened = records::open(part.as_bytes(), Some("moves"), None, GAMES);
    let Ok(Opened::Record(record)) = opened else {
        return Err(TestCaseError::fail(part));
    };
    let checked = records::check(&record, &Settings::default(), false);
    Ok(checked.map_err(TestCaseError::fail)?.checked)
}
