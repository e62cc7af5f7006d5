//! Parts of `cells.rs`.

use stickler::cells::{Cell, CellSet, Grid};

#[test]
fn numbers_and_places_are_inverse_on_every_size() {
    for (rows, cols) in [(1, 1), (15, 15), (19, 19), (3, 20), (20, 1)] {
        let grid = Grid { rows, cols };
        let cells: Vec<Cell> = grid.cells().collect();
        assert_eq!(cells.len(), grid.area());
        for &cell in &cells {
            let (row, col) = grid.place(cell);
            assert_eq!(grid.cell(i64::from(row), i64::from(col)), Some(cell));
        }
        let set: CellSet<7> = cells.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!(set.len(), grid.area());
    }
}

#[test]
fn a_shift_steps_every_cell_and_drops_what_leaves() {
    let grid = Grid { rows: 10, cols: 10 };
    let set: CellSet<2> = grid.cells().step_by(7).collect();
    for step in -130i16..=130 {
        let number =
            |cell: Cell| i32::from(grid.place(cell).0) * 11 + i32::from(grid.place(cell).1);
        let kept = |cell: &Cell| (0..128).contains(&(number(*cell) + i32::from(step)));
        let stepped: CellSet<2> = set
            .iter()
            .filter(kept)
            .map(|cell| cell.stepped(step))
            .collect();
        assert_eq!(set.shifted(step), stepped, "{step}");
    }
}

#[test]
fn a_step_off_the_board_is_in_no_set() {
    let grid = Grid { rows: 19, cols: 19 };
    let all: CellSet<6> = grid.cells().collect();
    for cell in grid.cells() {
        let (row, col) = grid.place(cell);
        for (rows, cols) in [
            (0, 1),
            (1, 0),
            (1, 1),
            (1, -1),
            (0, -1),
            (-1, 0),
            (-1, -1),
            (-1, 1),
        ] {
            let inside = grid.cell(
                i64::from(row) + i64::from(rows),
                i64::from(col) + i64::from(cols),
            );
            let stepped = cell.stepped(grid.step(rows, cols));
            assert_eq!(all.contains(stepped), inside.is_some());
        }
    }
}
