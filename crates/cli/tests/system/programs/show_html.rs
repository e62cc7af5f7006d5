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
            &[
                "</h1><p class=\"closing\">✓ The judge was right: alder wins. Everybody kept to the rules.</p>",
            ][..],
        ),
        (
            "wrong.json",
            &[
                "</h1><p class=\"closing failed\">✗ The judge was wrong here.</p>",
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
        let facts = facts.trim_end_matches(')').replace("seat 0", "alder");
        // Who won stands in the headline.
        for fact in facts
            .split("; ")
            .filter(|fact| !shown_in_headline(fact, file))
        {
            holds(&page, &[&format!("<li>{fact}</li>")]);
        }
    }
}

/// True for what the headline of a page of these files says itself.
fn shown_in_headline(fact: &str, file: &str) -> bool {
    file == "right.json" && fact == "alder wins"
}
