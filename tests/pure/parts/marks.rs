//! Marks of boards: an answer that lies off the board, and the last move of Black Out.

use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::games::erased::AnyRules;
use stickler::params::Settings;
use stickler::picture::{Picture, Sign};
use stickler::report::board::aimed;
use stickler::report::svg;

fn rules(game: &str) -> Box<dyn AnyRules> {
    let game = GAMES.find(game).expect("the game");
    game.with(&Settings::default()).expect("its rules").rules()
}

/// The sign, the cells and the label of a mark.
type Marked = (Sign, Vec<(u8, u8)>, String);

/// The marks of what an answer names.
fn refused(rules: &dyn AnyRules, answer: &str) -> Vec<Marked> {
    let mut picture = rules.picture();
    picture.boards[0].look.marks.clear();
    picture.refuse(answer, &aimed(rules, Seat(0), answer));
    let marks = picture.boards[0].look.marks.iter();
    marks
        .map(|mark| (mark.sign, mark.cells.clone(), mark.label.clone()))
        .collect()
}

#[test]
fn an_answer_off_the_board_stands_at_its_edge() {
    let gomoku = rules("gomoku");
    let off = |down, right| Sign::Off { down, right };
    for (answer, sign, cell) in [
        ("MOVE 0 0", off(-1, -1), (0, 0)),
        ("MOVE 16 8", off(1, 0), (14, 7)),
        ("MOVE 8 99", off(0, 1), (7, 14)),
        ("MOVE -9223372036854775808 1", off(-1, 0), (0, 0)),
    ] {
        assert_eq!(
            refused(&*gomoku, answer),
            [(sign, vec![cell], answer.to_string())]
        );
    }
    // What is no pair of numbers lies nowhere.
    assert_eq!(refused(&*gomoku, "MOVE x y"), []);
    let blackout = rules("blackout");
    let both = refused(&*blackout, "0 1 99 1");
    let labels: Vec<&str> = both.iter().map(|(.., label)| &label[..]).collect();
    assert_eq!(labels, ["0 1 99 1", ""]);
    let picture = {
        let mut picture = gomoku.picture();
        picture.refuse("MOVE 0 0", &aimed(&*gomoku, Seat(0), "MOVE 0 0"));
        svg::draw(&picture, "off")
    };
    assert!(
        picture.contains("<circle class=\"off\" cx=\"-4\" cy=\"-4\" r=\"11\"/>"),
        "{picture}"
    );
}

#[test]
fn the_last_move_of_black_out_is_outlined_whole() {
    let mut blackout = rules("blackout");
    blackout.play("1 1 1 2").expect("a move");
    blackout.play("MOVE 1 1 1 3").expect("the jury's move");
    let Picture { boards, .. } = blackout.picture();
    let mark = &boards[0].look.marks[0];
    assert_eq!(
        (mark.sign, &mark.cells[..]),
        (Sign::Last, &[(0, 0), (0, 1), (0, 2)][..])
    );
    let owners: Vec<Option<u8>> = boards[0].rows[0]
        .iter()
        .take(4)
        .map(|tile| tile.owner)
        .collect();
    assert_eq!(owners, [Some(0), Some(0), Some(1), None]);
    let meanings = svg::meanings(&boards);
    assert!(
        meanings.contains(&"blue squares are the contestant's, orange ones are the jury's"),
        "{meanings:?}"
    );
}

#[test]
fn the_letters_of_betris_stand_in_text_alone() {
    let mut picture = rules("betris").picture();
    picture.letters = vec!["a=U5 b=O4".into()];
    assert!(
        picture.text().contains(" points; a=U5 b=O4\n"),
        "{}",
        picture.text()
    );
    let drawn = svg::draw(&picture, "Betris");
    let notes = drawn.split("</style>").nth(1).expect("the drawing");
    assert!(!notes.contains("a=U5"), "{notes}");
}

#[test]
fn each_of_two_rows_that_one_stone_completes_is_named_and_marked() {
    let mut gomoku = rules("gomoku");
    let across = (2..=5).map(|col| (1, col));
    let down = (2..=5).map(|row| (row, 1));
    let own: Vec<(u8, u8)> = across.chain(down).chain([(1, 1)]).collect();
    for (number, (row, col)) in own.iter().enumerate() {
        if number > 0 {
            let other = format!("MOVE {} {}", 8 + number % 2 * 3, 2 + number);
            gomoku.play(&other).expect("a move");
        }
        gomoku.play(&format!("MOVE {row} {col}")).expect("a move");
    }
    let end = "seat 0 has 5 in a row: (1,1) (1,2) (1,3) (1,4) (1,5), and 5 in a row: (1,1) (2,1) (3,1) (4,1) (5,1)";
    assert_eq!(gomoku.end().as_deref(), Some(end));
    let picture = gomoku.picture();
    let marks = picture.boards[0].look.marks.iter();
    let rows = marks.filter(|mark| mark.sign == Sign::Row);
    assert_eq!(
        rows.map(|mark| mark.cells.len()).collect::<Vec<_>>(),
        [5, 5]
    );
}
