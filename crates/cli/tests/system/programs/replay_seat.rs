//! `replay` of a record without `--seat`: whose place the bot takes.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, said, stickler};

tests! {
    the_bot_takes_the_place_of_the_seat_that_is_not_told_the_end,
}

/// A record that does not say how a seat failed still says which: the one that is not told the end.
fn the_bot_takes_the_place_of_the_seat_that_is_not_told_the_end() {
    let crash = root().join("fixtures/records/alphano/crash.json");
    let crash = crash.to_string_lossy().into_owned();
    let output = stickler(
        &scratch("untold"),
        &["replay", &crash, "--", REFBOT, "betris"],
    );
    let text = said(&output);
    assert!(
        text.contains("seat 1 failed, since the others alone hear the end")
            && text.contains("answers of the record"),
        "{text}"
    );
}
