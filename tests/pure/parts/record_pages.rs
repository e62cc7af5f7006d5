//! Pages of many records: their names, and the rows of their index.

use stickler::explain::Conclusion;
use stickler::records::headline::{Headline, Mood};
use stickler::records::json_line::{Broken, Examined, Summary};
use stickler::report::record_pages::{PageNames, RecordRow, index};

#[test]
fn each_record_has_a_page_of_its_own() {
    let mut names = PageNames::default();
    let of = [
        "a/five.json",
        "b/five.json",
        "games.json, game 2",
        "index",
        "…",
    ];
    let pages = of.map(|record| names.of(record));
    let wanted = [
        "five-json.html",
        "five-json-2.html",
        "games-json-game-2.html",
        "index-2.html",
        "record.html",
    ];
    assert_eq!(pages, wanted);
}

#[test]
fn the_index_names_who_was_to_blame() {
    let found = |by: &str, in_doubt| Broken {
        clause: "gomoku.move.empty".into(),
        level: "must".into(),
        by: by.into(),
        kind: None,
        place: Default::default(),
        why: "taken".into(),
        in_doubt,
    };
    let examined = Examined {
        file: "matches/<taken>.json".into(),
        judge: "right".into(),
        headline: Headline {
            text: "The judge was right: seat 0 wins.".into(),
            mood: Mood::Right,
            ..Headline::default()
        },
        game: Some("gomoku".into()),
        findings: vec![
            found("seat 1", false),
            found("seat 1", false),
            found("seat 0", true),
        ],
        outcome: Some("seat 0 wins".into()),
        ..Examined::default()
    };
    let log = b"stickler: 1\nnote: 0=birch 1=alder\n\n";
    let page = Some("taken-json.html".to_string());
    let row = RecordRow::of(Conclusion::Violates, &examined, log, page);
    assert_eq!(
        row.blamed,
        [("alder".to_string(), "gomoku.move.empty".to_string())]
    );
    assert_eq!(
        (row.result.as_str(), row.players.join(" ")),
        ("birch wins", "birch alder".into())
    );
    let mut summary = Summary::default();
    summary.add(Conclusion::Violates);
    let text = index(&[row], &summary);
    let parts = [
        "<a href=\"taken-json.html\">&lt;taken&gt;.json</a>",
        "<p class=\"closing counts failed\">1 record: 0 conform, 1 violate, 0 could not be told</p>",
        "<td>✓ The judge was right: birch wins.</td><td>gomoku</td><td>birch – alder</td><td>birch wins</td><td>alder: gomoku.move.empty</td>",
    ];
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// Files are named below the folder that all of them lie in, whatever letters their folders have.
#[test]
fn the_index_names_files_below_their_common_folder() {
    let text = |files: &[&str]| {
        let row = |file: &&str| {
            let examined = Examined {
                file: file.to_string(),
                ..Examined::default()
            };
            RecordRow::of(Conclusion::Unknown, &examined, b"", None)
        };
        let rows: Vec<RecordRow> = files.iter().map(row).collect();
        index(&rows, &Summary::default())
    };
    let alone = text(&["/home/me/a.json"]);
    assert!(alone.contains("<td>a.json</td>"), "{alone}");
    let below = text(&["m/x/a.json", "m/xy/b.json", "m/c.json"]);
    for file in ["x/a.json", "xy/b.json", "c.json"] {
        assert!(below.contains(&format!("<td>{file}</td>")), "{below}");
    }
    // These two letters begin with the same byte.
    let apart = text(&["ä-folder/a.json", "ö/b.json"]);
    assert!(apart.contains("<td>ä-folder/a.json</td><td>"), "{apart}");
    assert!(apart.contains("<td>ö/b.json</td>"), "{apart}");
}
