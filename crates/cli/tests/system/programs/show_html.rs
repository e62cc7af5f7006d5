//! `show --html`: the page of a record. Positions and turns are screens.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{holds, said, stickler};

tests! {
    the_page_of_a_record_begins_with_its_verdict,
}

/// A verdict stands where somebody looks first, and it is that of `validate`.
fn the_page_of_a_record_begins_with_its_verdict() {
    let folder = scratch("page-verdict");
    let record = std::fs::read_to_string(root().join("fixtures/records/alphano/five.json"));
    let record = record.expect("a record");
    let wrong = record.replace("AGENT1_WIN", "AGENT2_WIN");
    assert_ne!(record, wrong);
    std::fs::write(folder.join("right.json"), &record).expect("written");
    std::fs::write(folder.join("wrong.json"), &wrong).expect("written");
    for (file, parts) in [
        (
            "right.json",
            &["</h1><p class=\"closing\">✓ Everybody kept to the rules; the judge was right</p>"][..],
        ),
        (
            "wrong.json",
            &[
                "</h1><p class=\"closing failed\">✗ A rule was broken; the judge was wrong here</p>",
                "<span data-part=\"by\">the judge</span>: records.verdict.winner: <span data-part=\"why\">the record says that seat 1 won; seat 0 did</span>",
            ],
        ),
    ] {
        let shown = said(&stickler(&folder, &["show", file, "--html", "page.html"]));
        let page = std::fs::read_to_string(folder.join("page.html")).expect(&shown);
        holds(&page, parts);
        let told = said(&stickler(&folder, &["validate", file]));
        let last = told.lines().last().expect("a verdict");
        let (_, facts) = last.split_once(" (").expect("what it rests on");
        for fact in facts.trim_end_matches(')').split("; ") {
            holds(&page, &[&format!("<li>{fact}</li>")]);
        }
    }
}
