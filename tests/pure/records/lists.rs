//! Lists of matches in JSON: each item is looked at, and whatever stands beside them is named.

use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::records::{CheckOptions, Text, games};

const MATCH: &str = include_str!("../../../fixtures/records/alphano/one_line.json");

/// What is told of a part: its name, its verdict, and the place and the reason where it could not be read.
type Told = (String, String, Option<(usize, String)>);
/// A file, how many matches conform in it, and the columns and words of what is none.
type Case<'a> = (String, usize, &'a [(usize, &'a str)]);

/// For each part of the file its name, its verdict, and the place and the reason where it could not be read.
fn told(file: &str) -> Vec<Told> {
    let given = Settings::default();
    let ask = CheckOptions::new(GAMES, &given);
    let parts = games(Text::new("it", file.as_bytes()));
    let one = |text: Text<'_>| {
        let (_, examined) = ask.examine(text);
        let trouble = examined.trouble.map(|trouble| {
            let place = trouble.place.expect("a place");
            (place.column, trouble.why)
        });
        (examined.file, examined.verdict, trouble)
    };
    parts.into_iter().map(one).collect()
}

#[test]
fn a_whole_list_is_all_matches() {
    let one = MATCH.trim();
    for list in [
        format!("[{one}]"),
        format!("\u{feff} [ {one} ] \n"),
        format!("[{one},{one}]"),
        format!("[\n{one}\n,\n{one}\n,\n{one}\n]\n"),
    ] {
        let told = told(&list);
        assert_eq!(told.len(), list.matches("problem_id").count());
        for (_, verdict, trouble) in told {
            assert_eq!((verdict.as_str(), trouble), ("conforms", None));
        }
    }
}

#[test]
fn nothing_in_a_list_is_passed_over() {
    let one = MATCH.trim();
    let length = one.len();
    let comma = "expected a comma between two items";
    let item = "expected a match here";
    let none = "this item of the list is no match";
    let cases: &[Case<'_>] = &[
        (
            format!("[{one},"),
            1,
            &[(length + 2, "the list has no end")],
        ),
        (format!("[{one}"), 1, &[(length + 1, "the list has no end")]),
        (
            format!("[{one}\n\n"),
            1,
            &[(length + 1, "the list has no end")],
        ),
        (
            format!("[{one}, {one}"),
            2,
            &[(2 * length + 3, "the list has no end")],
        ),
        (
            format!("[{one}, {{\"data\""),
            1,
            &[(length + 11, "the file is cut short")],
        ),
        (
            format!("[{one}, {{\"data\": 1}}"),
            1,
            &[(length + 4, ""), (length + 14, "the list has no end")],
        ),
        (
            format!("[{one}, null, 17, \"{{a, match]\"]"),
            1,
            &[(length + 4, none), (length + 10, none), (length + 14, none)],
        ),
        (format!("[null, {one}]"), 1, &[(2, none)]),
        (
            format!("[17, -1.5e3, true, {one}]"),
            1,
            &[(2, none), (6, none), (14, none)],
        ),
        (
            format!("[\"a\", [{one}], {one}]"),
            1,
            &[(2, none), (7, none)],
        ),
        (format!("[{one} {one}]"), 2, &[(length + 3, comma)]),
        (format!("[{one}{one}]"), 2, &[(length + 2, comma)]),
        (format!("[{one}; {one}]"), 2, &[(length + 2, comma)]),
        (
            format!("[{one} null]"),
            1,
            &[(length + 3, comma), (length + 3, none)],
        ),
        (format!("[{one},]"), 1, &[(length + 3, item)]),
        (format!("[{one},,, ,{one}]"), 2, &[(length + 3, item)]),
        (format!("[,{one}]"), 1, &[(2, item)]),
        (
            format!("[{one}] x"),
            1,
            &[(length + 4, "expected the end of the file after the list")],
        ),
        (
            format!("[{one}][{one}]"),
            1,
            &[(length + 3, "expected the end of the file after the list")],
        ),
        ("[]".into(), 0, &[(1, "this list is empty")]),
        ("[null]".into(), 0, &[(2, none)]),
        (
            format!("{one} {one}"),
            0,
            &[(length + 2, "a second object of JSON begins here")],
        ),
    ];
    for (file, conform, wrong) in cases {
        let told = told(file);
        let right = told.iter().filter(|(_, verdict, _)| verdict == "conforms");
        assert_eq!(right.count(), *conform, "{file}: {told:?}");
        let found: Vec<_> = told
            .iter()
            .filter_map(|(.., trouble)| trouble.clone())
            .collect();
        assert_eq!(found.len(), wrong.len(), "{file}: {found:?}");
        for ((column, why), (wanted, words)) in found.iter().zip(*wrong) {
            assert_eq!(column, wanted, "{file}: {why}");
            assert!(why.contains(words), "{file}: {why}");
        }
    }
}

#[test]
fn the_games_of_a_list_are_counted_without_what_stands_between_them() {
    let one = MATCH.trim();
    let names: Vec<_> = told(&format!("[{one} {one}, null, {one}"))
        .into_iter()
        .map(|(name, ..)| name)
        .collect();
    assert_eq!(
        names,
        [
            "it, game 1",
            "it",
            "it, game 2",
            "it, game 3",
            "it, game 4",
            "it"
        ]
    );
}
