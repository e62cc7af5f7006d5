//! The JSON Schemas of what `check`, `judge` and their options write and read. `STICKLER_BLESS=1` writes them anew.

use crate::support::files::{keep, root};
use crate::support::needs::tests;
use stickler::json::schema;
use stickler_check::results::ResultLine;
use stickler_judge_test::match_line::MatchLine;
use stickler_judge_test::verdict_patterns::VerdictPatterns;

tests! {
    the_schemas_of_runs_are_up_to_date,
}

fn the_schemas_of_runs_are_up_to_date() {
    for (name, wanted) in [
        ("report", schema::<ResultLine>()),
        ("judge", schema::<MatchLine>()),
        ("verdict", schema::<VerdictPatterns>()),
    ] {
        keep(&root().join(format!("spec/{name}.schema.json")), &wanted);
    }
}
