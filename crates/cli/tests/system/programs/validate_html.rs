//! `validate --html`: a page for each record, and a table of all.

use crate::support::files::{root, scratch, text};
use crate::support::needs::tests;
use crate::support::programs::{holds, said, stickler};

tests! {
    each_record_has_a_page_and_a_row,
}

/// The table links the page of each record that can be shown, and the page is that of `show --html` with a link back.
fn each_record_has_a_page_and_a_row() {
    let folder = scratch("record-pages");
    let record = |name: &str| text(&root().join("fixtures/records/alphano").join(name));
    let wrong = record("five.json").replace("AGENT1_WIN", "AGENT2_WIN");
    std::fs::create_dir_all(folder.join("matches/more")).expect("a folder");
    for (file, text) in [
        ("five.json", record("five.json")),
        ("more/five.json", wrong),
        ("noise.txt", "neither a log nor a record\n".into()),
        ("taken.json", record("taken.json")),
    ] {
        std::fs::write(folder.join("matches").join(file), text).expect("written");
    }
    let output = stickler(&folder, &["validate", "matches", "--html", "pages"]);
    holds(
        &said(&output),
        &["4 records: 1 conform, 2 violate, 1 could not be told"],
    );
    assert_eq!(output.status.code(), Some(1));
    let index = text(&folder.join("pages/index.html"));
    let at = |part: &str| {
        index
            .find(part)
            .unwrap_or_else(|| panic!("{part}: {index}"))
    };
    // The worst comes first, and each file has its path below the folder.
    assert!(at(">more/five.json</a>") < at("noise.txt"));
    assert!(at("noise.txt") < at(">taken.json</a>"));
    assert!(at("noise.txt") < at("\"five-json.html\">five.json</a>"));
    holds(
        &index,
        &[
            "<td>✓ The judge was right: alder wins. Everybody kept to the rules.</td><td>gomoku</td>",
            "<td>✗ The judge was wrong here.</td><td>gomoku</td>",
            "<td>the judge: records.verdict.winner</td>",
            "<td>noise.txt</td><td>? This file cannot be judged.</td><td>not known</td>",
            "<a href=\"taken-json.html\">taken.json</a></td><td>✓ The judge was right: birch wins.</td>",
            "<td>alder: gomoku.move.empty</td>",
        ],
    );
    stickler(
        &folder,
        &["show", "matches/taken.json", "--html", "alone.html"],
    );
    let page = text(&folder.join("pages/taken-json.html"));
    let back = "<p><a href=\"index.html\">All records</a></p>";
    holds(&page, &[back]);
    assert_eq!(page.replace(back, ""), text(&folder.join("alone.html")));
    // JSON lines and pages come of one run, and a file in place of the folder is refused.
    let output = stickler(
        &folder,
        &["validate", "--json", "matches/five.json", "--html", "one"],
    );
    holds(
        &said(&output),
        &["{\"record\":{\"file\":\"matches/five.json\""],
    );
    holds(
        &text(&folder.join("one/index.html")),
        &["href=\"five-json.html\""],
    );
    std::fs::write(folder.join("taken"), "").expect("written");
    let output = stickler(&folder, &["validate", "matches", "--html", "taken"]);
    assert_eq!(output.status.code(), Some(2));
}
