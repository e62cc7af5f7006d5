//! Ties the pages of `spec/`, the code and the fixtures together, and keeps `spec/coverage.md` and the JSON Schemas.
//!
//! Set `STICKLER_BLESS=1` to write the kept files anew.

use crate::support::files::{keep, root};
use crate::support::trials::{of_library, trial};
use libtest_mimic::Trial;
use stickler::check::{engine, results};
use stickler::fixture::{self, Case};
use stickler::games::GAMES;
use stickler::testing::{Suite, coverage_page};
use stickler::{json, oracle, vectors, wire};

pub(crate) fn tests() -> Vec<Trial> {
    let own = [
        trial(module_path!(), "the_kept_files_are_up_to_date", the_kept_files_are_up_to_date),
        trial(module_path!(), "the_line_cap_is_that_of_the_page", the_line_cap_is_that_of_the_page),
    ];
    suite().page_tests().into_iter().map(of_library).chain(own).collect()
}

fn suite() -> Suite {
    Suite::new(GAMES, root()).with_shared_pages()
}

fn the_line_cap_is_that_of_the_page() {
    let cap = &wire::page().parameters[0];
    assert_eq!((cap.name.as_str(), cap.value.as_str()), ("line-cap", format!("{} B", wire::LINE_CAP).as_str()));
}

fn the_kept_files_are_up_to_date() {
    let title = "# Which fixture obeys and which breaks each clause\n\nWritten by `tests/pure/spec.rs`; up to two of each are named.\n";
    let coverage = coverage_page(&suite()).expect("cases");
    keep(&root().join("spec/coverage.md"), &format!("{title}{coverage}"));
    keep(&root().join("fixtures/schema.json"), &json::schema::<Vec<Case>>());
    keep(&root().join("fixtures/mutants/schema.json"), &json::schema::<fixture::mutants::Mutants>());
    keep(&root().join("spec/engine-protocol.schema.json"), &json::schema::<engine::message::Message>());
    keep(&root().join("spec/vectors.schema.json"), &json::schema::<vectors::Vector>());
    keep(&root().join("spec/report.schema.json"), &json::schema::<results::Line>());
    keep(&root().join("spec/validate.schema.json"), &json::schema::<stickler::records::line::Line>());
    keep(&root().join("spec/oracle.schema.json"), &json::schema::<oracle::message::Message>());
}
