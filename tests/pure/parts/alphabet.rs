//! Parts of `games/blokus/alphabet.rs`.

use stickler::games::blokus::{Figure, Letter, LetterShapes};

#[test]
fn the_usual_table_is_one_of_its_kind() {
    assert_eq!(
        LetterShapes::USUAL.to_string().parse(),
        Ok(LetterShapes::USUAL)
    );
    let alphabet = LetterShapes::USUAL.alphabet();
    assert_eq!(alphabet.to_string(), "ABCDEFGHIJKLMNOPQRSTU");
    assert!(alphabet.iter().all(|(_, figure)| {
        let (width, height) = figure.size();
        Figure::read(width, height, figure.definition().as_bytes()) == Some(*figure)
    }));
}

#[test]
fn the_known_letter_turns_as_the_document_shows() {
    let q = Letter::read(b'Q')
        .and_then(|letter| LetterShapes::USUAL.alphabet().figure(letter).copied())
        .expect("Q");
    assert_eq!((q.size(), q.definition().as_str()), ((3, 3), "###.#..#."));
    let shown = |flip, turns| {
        let squares: Vec<_> = q.oriented(flip, turns).collect();
        let left = squares
            .iter()
            .map(|square| square.0)
            .min()
            .expect("a square");
        let top = squares
            .iter()
            .map(|square| square.1)
            .min()
            .expect("a square");
        let mut rows = [[b'.'; 3]; 3];
        for (&(x, y), number) in squares.iter().zip(b'1'..) {
            rows[(y - top) as usize][(x - left) as usize] = number;
        }
        rows.map(|row| String::from_utf8_lossy(&row).into_owned())
            .join("/")
    };
    let shown: Vec<String> = [false, true]
        .iter()
        .flat_map(|&flip| (0..4).map(move |turns| shown(flip, turns)))
        .collect();
    let known = [
        "123/.4./.5.",
        "..1/542/..3",
        ".5./.4./321",
        "3../245/1..",
        "1../245/3..",
        "321/.4./.5.",
        "..3/542/..1",
        ".5./.4./123",
    ];
    assert_eq!(shown, known);
}

#[test]
fn what_is_no_definition_is_refused() {
    for (width, height, definition) in [
        (1, 1, "."),
        (2, 1, "#"),
        (2, 2, "#..#"),
        (2, 1, "#x"),
        (6, 1, "######"),
        (0, 0, ""),
    ] {
        assert_eq!(
            Figure::read(width, height, definition.as_bytes()),
            None,
            "{definition}"
        );
    }
    assert!("I1,I2".parse::<LetterShapes>().is_err());
    assert!(
        LetterShapes::USUAL
            .to_string()
            .replace("I1,I2,I3,L3,I4", "I4,I2,I3,L3,I1")
            .parse::<LetterShapes>()
            .is_err()
    );
}
