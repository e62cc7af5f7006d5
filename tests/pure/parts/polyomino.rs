//! Parts of `polyomino.rs`.

use std::collections::BTreeSet;
use stickler::cells::{CellSet, Grid};
use stickler::polyomino::{Form, Shape, Shapes};

#[test]
fn the_shapes_have_as_many_forms_as_their_symmetry_leaves() {
    let counts: Vec<usize> = Shape::ALL.iter().map(|shape| shape.forms().len()).collect();
    assert_eq!(
        counts,
        [
            1, 2, 2, 4, 2, 8, 4, 4, 1, 2, 8, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4
        ]
    );
    assert_eq!(counts.iter().sum::<usize>(), 91);
}

#[test]
fn no_form_belongs_to_two_shapes() {
    let all: BTreeSet<&Form> = Shape::ALL.iter().flat_map(|shape| shape.forms()).collect();
    assert_eq!(all.len(), 91);
}

#[test]
fn names_and_aliases() {
    for shape in Shape::ALL {
        assert_eq!(shape.name().parse(), Ok(*shape));
        assert_eq!(shape.size(), usize::from(shape.name().as_bytes()[1] - b'0'));
    }
    assert_eq!("Z4".parse(), Ok(Shape::S4));
    assert_eq!(Shape::named(b"Z4"), None);
    assert_eq!(
        "I2,F5".parse::<Shapes>().map(|set| set.to_string()),
        Ok("I2,F5".into())
    );
    assert!(
        "I2".parse::<Shapes>().is_err()
            && "I2,I2".parse::<Shapes>().is_err()
            && "".parse::<Shapes>().is_err()
    );
}

#[test]
fn nothing_crosses_an_edge() {
    for (rows, cols) in [(1, 1), (1, 5), (5, 1), (2, 3), (3, 3), (7, 7), (10, 10)] {
        let grid = Grid { rows, cols };
        let all: CellSet<2> = grid.cells().collect();
        for (shape, form) in Shape::ALL
            .iter()
            .flat_map(|shape| shape.forms().iter().map(move |form| (shape, form)))
        {
            let tall = 1 + form.cells().iter().map(|cell| cell.0).max().unwrap_or(0);
            let wide = 1 + form.cells().iter().map(|cell| cell.1).max().unwrap_or(0);
            let room = |side: u8, needed: i16| (i16::from(side) - needed + 1).max(0) as usize;
            let placements: Vec<CellSet<2>> = form.placements(grid, &all).collect();
            assert_eq!(placements.len(), room(rows, tall) * room(cols, wide));
            assert!(
                placements
                    .iter()
                    .all(|cells| shape.is_made_of(grid, cells) && cells.without(&all).is_empty())
            );
        }
    }
}
