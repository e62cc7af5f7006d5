//! A Gomoku bot of thirty lines: it takes the free cell that is nearest to the middle.

use std::collections::HashSet;
use std::io::BufRead;

type Cell = (i32, i32);

fn choose(taken: &HashSet<Cell>) -> Cell {
    let cells = (1..=15).flat_map(|row| (1..=15).map(move |col| (row, col)));
    let free = cells.filter(|cell| !taken.contains(cell));
    free.min_by_key(|(row, col)| (row - 8).abs() + (col - 8).abs())
        .unwrap_or((0, 0))
}

fn main() {
    let mut taken = HashSet::new();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["READY", _] => println!("OK"),
            ["OPP", row, col, _] => {
                taken.insert((row.parse().unwrap_or(0), col.parse().unwrap_or(0)));
            }
            ["TURN", ..] => {
                let (row, col) = choose(&taken);
                taken.insert((row, col));
                println!("MOVE {row} {col}");
            }
            _ => return,
        }
    }
}
