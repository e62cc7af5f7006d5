//! Boards as they are drawn: what a player looks for is there, and nobody needs the hue.

use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::picture::Picture;
use stickler::report::svg::draw;
use stickler::report::viewer::{plies, still};

/// The last picture of a log, with the answer on this line refused.
fn last(game: &str, log: &str, refused: Option<usize>) -> Picture {
    let game = GAMES.find(game).expect("a game");
    still(game, &Settings::default(), log.as_bytes(), None, refused).expect("a picture")
}

fn gomoku(moves: &[(usize, &str)]) -> String {
    let mut log = "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n".to_string();
    for (seat, at) in moves {
        log += &format!("{seat}< TURN 10000 10000\n{seat}> MOVE {at}\n");
        log += &format!("{}< OPP {at} 0\n", 1 - seat);
    }
    log
}

/// How often a part stands in the drawing.
fn count(drawn: &str, part: &str) -> usize {
    drawn.matches(part).count()
}

#[test]
fn stones_have_the_numbers_of_their_moves_and_the_last_is_marked() {
    let picture = last(
        "gomoku",
        &gomoku(&[(0, "8 8"), (1, "7 8"), (0, "8 9")]),
        None,
    );
    let drawn = draw(&picture, "a position");
    assert_eq!(count(&drawn, "<circle class=\"k0\""), 2);
    assert_eq!(count(&drawn, "<circle class=\"k1\""), 1);
    for number in 1..=3 {
        assert!(
            drawn.contains(&format!("y=\"16\">{number}</text></g>")),
            "{number}"
        );
    }
    assert_eq!(count(&drawn, "class=\"last\""), 1);
    assert_eq!(count(&drawn, "<path class=\"row\""), 0);
}

#[test]
fn each_stone_of_the_row_that_won_is_ringed_and_the_refused_move_is_ringed_and_named() {
    let won: Vec<(usize, String)> = (0..9)
        .map(|at| (at % 2, format!("{} {}", 8 - at % 2, 5 + at / 2)))
        .collect();
    let won: Vec<(usize, &str)> = won.iter().map(|(seat, at)| (*seat, at.as_str())).collect();
    let drawn = draw(&last("gomoku", &gomoku(&won), None), "five");
    let rings: Vec<String> = (4..=8)
        .map(|column| {
            let x = 24 * column + 12;
            format!("<circle class=\"row\" cx=\"{x}\" cy=\"180\" r=\"12\"/>")
        })
        .collect();
    assert!(drawn.contains(&rings.concat()), "{drawn}");
    // Stones side by side need no lines between their rings; those of a diagonal do, and no line comes nearer than its ring.
    assert!(!drawn.contains("<path class=\"row\""), "{drawn}");
    let slanted: Vec<(usize, String)> = (0..9)
        .map(|at| {
            let row = if at % 2 == 0 { 5 + at / 2 } else { 1 };
            (at % 2, format!("{row} {}", 5 + at / 2))
        })
        .collect();
    let slanted: Vec<(usize, &str)> = slanted
        .iter()
        .map(|(seat, at)| (*seat, at.as_str()))
        .collect();
    let drawn = draw(&last("gomoku", &gomoku(&slanted), None), "five");
    assert!(
        drawn.contains("<path class=\"row\" d=\"M116.5 116.5L123.5 123.5M"),
        "{drawn}"
    );
    let taken = "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 8 8\n1< OPP 8 8 0\n1< TURN 10000 10000\n1> MOVE 8 8\n";
    let drawn = draw(&last("gomoku", taken, Some(9)), "taken");
    assert!(
        drawn.contains("<circle class=\"x\" cx=\"180\" cy=\"180\" r=\"13\"/>"),
        "{drawn}"
    );
    assert!(drawn.contains(">2 · MOVE 8 8</text>"), "{drawn}");
}

#[test]
fn a_refused_placement_is_outlined_on_its_own_board() {
    let game = GAMES.find("betris").expect("a game");
    let all: Vec<String> = [
        "DRAW F5 I2",
        "0 BET F5 0",
        "1 BET I2 0",
        "1 PLACE 2 5 5 6 6",
    ]
    .map(String::from)
    .into();
    let page = plies(game, &Settings::default(), &all, "a refused placement")
        .expect("a page")
        .into_string();
    // The marks of a frame are one text for each board, as JSON.
    let over = page.split("\"over\":[").nth(1).expect("marks");
    assert!(
        over.starts_with("\"\",\""),
        "the first board has none: {over}"
    );
    assert!(over.contains("1 PLACE 2 5 5 6 6"), "{over}");
}

#[test]
fn a_block_of_betris_is_named_once_and_the_largest_square_is_marked() {
    let game = GAMES.find("betris").expect("a game");
    let log = "0< READY\n1< READY\n0> OK\n1> OK\n0< PHASE1 O4 I2 10000 10000\n1< PHASE1 O4 I2 10000 10000\n0> BET O4 0\n1> BET I2 0\n\
               0< PHASE2 O4 24 24 10000 10000\n1< PHASE2 I2 24 24 10000 10000\n0> PLACE 4 1 1 1 2 2 1 2 2\n1> PLACE 2 1 1 1 2\n";
    let picture = still(game, &Settings::default(), log.as_bytes(), None, None).expect("a picture");
    let drawn = draw(&picture, "two boards");
    assert_eq!(count(&drawn, ">O4</text>"), 1, "{drawn}");
    assert_eq!(count(&drawn, "<rect class=\"square\""), 1, "{drawn}");
    // Four cells, of which each has two sides against other cells.
    assert_eq!(count(&drawn, "<rect class=\"s0\""), 6, "{drawn}");
}

/// The relative luminance of `#rrggbb`, as WCAG has it.
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let value =
            f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("hexadecimal")) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn seats_differ_in_lightness_and_words_on_pieces_can_be_read() {
    let drawn = draw(&last("gomoku", "", None), "the start");
    let style = &drawn[..drawn.find("</style>").expect("a style")];
    for (scheme, style) in style.splitn(2, "@media").enumerate() {
        let colour = |name: &str| {
            let at = style.find(&format!("{name}:#")).expect("a colour") + name.len() + 1;
            style[at..at + 7].to_string()
        };
        let seats = [0, 1, 2, 3].map(|seat| colour(&format!("--s{seat}")));
        for (one, other) in [(0, 1), (0, 3), (2, 1), (2, 3)] {
            let ratio = contrast(&seats[one], &seats[other]);
            assert!(
                ratio > 2.0,
                "scheme {scheme}: seats {one} and {other} differ by {ratio:.1} alone"
            );
        }
        for number in 0..8 {
            let words = if [0, 2, 4, 7].contains(&number) {
                "#ffffff"
            } else {
                "#1b1b1b"
            };
            let ratio = contrast(&colour(&format!("--s{number}")), words);
            assert!(
                ratio > 4.5,
                "scheme {scheme}: words on colour {number}: {ratio:.1}"
            );
        }
    }
}
