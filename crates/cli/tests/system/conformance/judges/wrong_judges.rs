//! Judges with a fault each: all of them are found in the gate. By default one of each kind is run as a program; judges in memory
//! (`crates/judge-test/src/twisted.rs`) have each kind of fault in each message.

use super::{Came, EXAMPLES, Example, changed, copied, here, judged, judged_until};
use crate::support::tier::is_deep;
use crate::support::trials::{leave_out, named, usual_if};
use libtest_mimic::{Failed, Trial};

/// Those that are run by default, one a kind.
const USUAL: [&str; 18] = [
    "gomoku_names_the_wrong_winner",
    "gomoku_forgets_to_tell_the_move",
    "gomoku_blames_the_other_seat",
    "gomoku_cuts_off_its_last_line",
    "gomoku_sends_bytes_that_are_no_text",
    "gomoku_leaves_programs_running",
    "gomoku_waits_for_a_dead_bot",
    "blackout_ends_after_the_first_game",
    "blackout_accepts_a_lost_game",
    "blokus_names_the_wrong_winner",
    "fault_says_FINISH_twice",
    "fault_tells_the_move_after_the_turn",
    "fault_reads_numbers_of_8_bits",
    "fault_reads_lower_case",
    "fault_exchanges_the_clocks",
    "fault_asks_both_seats_at_once",
    "fault_takes_a_second_line_for_the_next_answer",
    "fault_betris_says_FINISH_to_nobody_and_kills_its_bots",
];

pub(crate) fn tests() -> Vec<Trial> {
    let test = |name: String, hold: Box<dyn Fn() -> Result<(), Failed> + Send>| {
        let is_usual = USUAL.contains(&name.as_str());
        usual_if(
            is_usual,
            named(&format!("judges::wrong_judges::{name}"), hold),
        )
    };
    let wrong = EXAMPLES.iter().flat_map(|example| {
        let variants: Vec<Variant> = serde_yaml::from_str(example.variants).expect("variants");
        variants.into_iter().map(move |variant| {
            let name = format!("{}_{}", example.game, variant.name.replace(' ', "_"));
            test(name, Box::new(move || is_found(example, &variant)))
        })
    });
    let faulty: Vec<FaultyJudge> =
        serde_yaml::from_str(include_str!("faults.yaml")).expect("judges");
    let faulty = faulty.into_iter().map(|judge| {
        let name = format!("fault_{}", judge.name.replace(' ', "_"));
        test(name, Box::new(move || is_told(&judge)))
    });
    wrong.chain(faulty).collect()
}

/// A change that makes a judge wrong.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Variant {
    name: String,
    file: String,
    old: String,
    new: String,
    /// A match that shows it.
    shows: String,
    /// A part of the report that it then makes.
    says: String,
}

/// The one match that shows it; in depth all of them.
fn is_found(example: &Example, variant: &Variant) -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    changed(&folder, [&variant.file, &variant.old, &variant.new])?;
    let limit = if example.game == "blackout" { "1" } else { "4" };
    let only = ["--only", &variant.shows, "--limit", limit];
    let (code, text) = judged(
        &folder,
        example,
        if is_deep() { &only[2..] } else { &only },
        &python,
    );
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains(&variant.says), "{}\n{text}", variant.says);
    Ok(())
}

/// A judge with one fault, written from the page alone.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct FaultyJudge {
    name: String,
    #[serde(default = "gomoku")]
    game: String,
    /// A file of the examples, a text of it, and what stands in its place.
    changes: Vec<[String; 3]>,
    /// Matches that show the fault.
    shows: String,
    /// What the report says of it.
    says: String,
    /// The exit code: 0 and 2 where no document makes it a fault.
    #[serde(default = "violates")]
    code: i32,
    /// True where its matches take long.
    #[serde(default)]
    is_slow: bool,
}

fn gomoku() -> String {
    "gomoku".into()
}

fn violates() -> i32 {
    1
}

/// The matches that show it; in depth all of them.
fn is_told(judge: &FaultyJudge) -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    if judge.is_slow && !is_deep() {
        leave_out("take long");
    }
    let folder = copied()?;
    for [file, old, new] in &judge.changes {
        changed(&folder, [file, old, new])?;
    }
    let only: &[&str] = match is_deep() && judge.code == 1 {
        true => &[],
        false => &["--only", &judge.shows],
    };
    let example = EXAMPLES.iter().find(|example| example.game == judge.game);
    let example = example.ok_or("an example judge of this game")?;
    // On a busy machine a recorder is killed amid a message now and then, and of one match nothing can be told then.
    let is_told = |(code, text): &Came| {
        let is_found = *code == Some(judge.code) && text.contains(&judge.says);
        is_found || ![Some(2), Some(judge.code)].contains(code)
    };
    let (code, text) = judged_until(&folder, example, only, &python, is_told);
    assert_eq!(code, Some(judge.code), "{text}");
    assert!(text.contains(&judge.says), "{}\n{text}", judge.says);
    Ok(())
}
