//! Judges whose clocks are held against the time that passed.

use super::{Example, changed, copied, here, judged_until};
use crate::support::trials::{named, usual_if};
use libtest_mimic::{Failed, Trial};

/// The judge of Gomoku with a bank in which the bots think four times a tenth of it and more.
const GOMOKU: Example = Example {
    game: "gomoku",
    ours: &["--set", "bank=4000"],
    own: &["--bank", "4000", "{0}", "{1}"],
    variants: "[]",
    sample: "",
};

/// Where the judge measures, and where it charges.
const MEASURES: [&str; 2] = [
    "programs.py",
    "took = int((time.monotonic() - start) * 1000)\n",
];
const CHARGES: [&str; 2] = ["gomoku.py", "        left[seat] -= took\n"];

/// Wrong clocks: a name, the place of the change, and what stands there then. The judge tells the same time everywhere.
const WRONG: &[(&str, [&str; 2], &str)] = &[
    ("says_that_no_time_passes", MEASURES, "took = 0\n"),
    (
        "takes_half_of_the_time",
        MEASURES,
        "took = int((time.monotonic() - start) * 500)\n",
    ),
    (
        "takes_300_ms_less",
        MEASURES,
        "took = max(0, int((time.monotonic() - start) * 1000) - 300)\n",
    ),
    (
        "takes_a_second_more",
        MEASURES,
        "took = int((time.monotonic() - start) * 1000)\n        if took > 200:\n            took += 1000\n",
    ),
    (
        "takes_nothing_after_ply_100",
        CHARGES,
        "        took = 0 if len(stones[0]) + len(stones[1]) > 100 else took\n        left[seat] -= took\n",
    ),
    (
        "takes_the_time_of_the_processor",
        MEASURES,
        "took = int(time.process_time() * 1000) % 50\n",
    ),
];

/// Right ones: what they take themselves is little.
const RIGHT: &[(&str, [&str; 2], &str)] = &[
    ("is_right", CHARGES, CHARGES[1]),
    (
        "rounds_up",
        MEASURES,
        "took = int((time.monotonic() - start) * 1000 + 0.999)\n",
    ),
    (
        "looks_at_its_bots_every_100_ms",
        MEASURES,
        "time.sleep(0.1 if time.monotonic() - start > 0.2 else 0)\n        took = int((time.monotonic() - start) * 1000)\n",
    ),
];

pub(crate) fn tests() -> Vec<Trial> {
    let wrong = WRONG.iter().map(|(name, place, new)| {
        let name = format!("judges::clocks::wrong_{name}");
        let is_usual = *new == WRONG[0].2;
        usual_if(is_usual, named(&name, || is_told(*place, new)))
    });
    let right = RIGHT.iter().map(|(name, place, new)| {
        let name = format!("judges::clocks::right_{name}");
        usual_if(false, named(&name, || is_quiet(*place, new)))
    });
    wrong.chain(right).collect()
}

fn told(place: [&str; 2], new: &str) -> Result<Option<(Option<i32>, String)>, Failed> {
    let Some(python) = here() else {
        return Ok(None);
    };
    let folder = copied()?;
    changed(&folder, [place[0], place[1], new])?;
    let more = ["--limit", "20", "--only", "thoughts"];
    // A busy machine explains what is charged, and then nothing is told.
    let is_told = |(_, text): &(Option<i32>, String)| !text.contains("the machine held it up");
    Ok(Some(judged_until(
        &folder, &GOMOKU, &more, &python, is_told,
    )))
}

fn is_told(place: [&str; 2], new: &str) -> Result<(), Failed> {
    let Some((code, text)) = told(place, new)? else {
        return Ok(());
    };
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains(" ms off the bank of seat "), "{text}");
    assert!(text.contains("failed: gomoku.opp.time\n"), "{text}");
    Ok(())
}

/// No match with a fault was played, so nothing more can be told of it.
fn is_quiet(place: [&str; 2], new: &str) -> Result<(), Failed> {
    let Some((code, text)) = told(place, new)? else {
        return Ok(());
    };
    assert_eq!(code, Some(2), "{text}");
    let last = "\ncould not tell: no match had a fault that the judge had to see";
    assert!(text.contains(last) && !text.contains("thoughts"), "{text}");
    Ok(())
}
