// A Betris bot: it bets two chips on the larger block and places it where it touches most.
use std::collections::{BTreeSet, HashMap};
use std::io::BufRead;

type Cell = (i32, i32);
type Form = BTreeSet<Cell>;

const SIZE: i32 = 7;
const PICTURES: [(&str, &str); 21] = [
    ("I1", "#"), ("I2", "##"), ("I3", "###"), ("L3", "##/#."), ("I4", "####"), ("L4", "###/#.."), ("S4", ".##/##."),
    ("T4", "###/.#."), ("O4", "##/##"), ("I5", "#####"), ("L5", "####/#..."), ("F5", ".##/##./.#."), ("N5", ".###/##.."),
    ("P5", "##/##/#."), ("T5", "###/.#./.#."), ("U5", "#.#/###"), ("V5", "#../#../###"), ("W5", "#../##./.##"),
    ("X5", ".#./###/.#."), ("Y5", "####/.#.."), ("Z5", "##./.#./.##"),
];

// Every way to turn and mirror a block, its top left corner at (0, 0).
fn forms(picture: &str) -> BTreeSet<Form> {
    let rows = (0..).zip(picture.split('/'));
    let cells = rows.flat_map(|(x, row)| (0..).zip(row.chars()).map(move |(y, glyph)| ((x, y), glyph)));
    let mut cells: Vec<Cell> = cells.filter(|(_, glyph)| *glyph == '#').map(|(cell, _)| cell).collect();
    let mut found = BTreeSet::new();
    for _ in 0..2 {
        cells.iter_mut().for_each(|cell| cell.1 = -cell.1);
        for _ in 0..4 {
            cells.iter_mut().for_each(|cell| *cell = (cell.1, -cell.0));
            let least = |of: fn(&Cell) -> i32| cells.iter().map(of).min().unwrap_or(0);
            let (top, left) = (least(|cell| cell.0), least(|cell| cell.1));
            found.insert(cells.iter().map(|(x, y)| (x - top, y - left)).collect());
        }
    }
    found
}

fn is_on_board((x, y): Cell) -> bool {
    (1..=SIZE).contains(&x) && (1..=SIZE).contains(&y)
}

// Sides of the cells that lie at filled cells or at the edge.
fn touching(filled: &BTreeSet<Cell>, cells: &[Cell]) -> usize {
    let around = |&(x, y): &Cell| [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)];
    cells.iter().flat_map(around).filter(|side| filled.contains(side) || !is_on_board(*side)).count()
}

// The best placement; an empty list, a pass, where there is none.
fn choose(filled: &BTreeSet<Cell>, forms: &BTreeSet<Form>) -> Vec<Cell> {
    let places = || (1..=SIZE).flat_map(|x| (1..=SIZE).map(move |y| (x, y)));
    let placed = |form: &Form| places().map(|(x, y)| form.iter().map(|(r, c)| (x + r, y + c)).collect()).collect::<Vec<Vec<Cell>>>();
    let fits = |cells: &Vec<Cell>| cells.iter().all(|cell| is_on_board(*cell) && !filled.contains(cell));
    forms.iter().flat_map(placed).filter(fits).max_by_key(|cells| touching(filled, cells)).unwrap_or_default()
}

fn main() {
    let forms: HashMap<&str, BTreeSet<Form>> = PICTURES.iter().map(|(name, picture)| (*name, forms(picture))).collect();
    let size = |block: &str| forms[block].first().map_or(0, BTreeSet::len);
    let (mut filled, mut chips) = (BTreeSet::new(), 24);
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["READY", ..] => println!("OK"),
            ["PHASE1", first, second, ..] => {
                let wanted = if size(second) > size(first) { second } else { first };
                println!("BET {wanted} {}", chips.min(2));
            }
            ["PHASE2", block, left, ..] => {
                chips = left.parse().expect("a number");
                let cells = choose(&filled, &forms[block]);
                filled.extend(&cells);
                let numbers: String = cells.iter().map(|(x, y)| format!(" {x} {y}")).collect();
                println!("PLACE {}{numbers}", cells.len());
            }
            ["FINISH", ..] => break,
            _ => {}
        }
    }
}
