// A Gomoku bot: it wins where it can, blocks where it must, and else stays near the other stones.
use std::io::BufRead;

const SIZE: usize = 15;
const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

#[derive(Clone, Copy, PartialEq)]
enum Stone {
    None,
    Mine,
    Theirs,
}

// With a border of empty cells, so that no row runs off the board.
type Board = [[Stone; SIZE + 2]; SIZE + 2];

// Length of the row of `who` through a cell, counting the cell itself.
fn run(board: &Board, x: usize, y: usize, who: Stone, (dx, dy): (isize, isize)) -> i32 {
    let at = |step: isize| board[(x as isize + step * dx) as usize][(y as isize + step * dy) as usize];
    let along = |sign: isize| (1..).take_while(|step| at(sign * step) == who).count() as i32;
    1 + along(1) + along(-1)
}

fn worth(board: &Board, x: usize, y: usize) -> i32 {
    let longest = |who| DIRECTIONS.iter().map(|direction| run(board, x, y, who, *direction)).max().unwrap_or(1);
    let (mine, theirs) = (longest(Stone::Mine), longest(Stone::Theirs));
    let urgent = if mine >= 5 { 10_000 } else { 0 } + if theirs >= 5 { 5_000 } else { 0 };
    urgent + 100 * (mine + theirs) - (x as i32 - 8).abs() - (y as i32 - 8).abs()
}

fn choose(board: &Board) -> (usize, usize) {
    let cells = (1..=SIZE).flat_map(|x| (1..=SIZE).map(move |y| (x, y)));
    let free = cells.filter(|&(x, y)| board[x][y] == Stone::None);
    free.max_by_key(|&(x, y)| worth(board, x, y)).expect("a judge asks while a cell is free")
}

fn main() {
    let mut board: Board = [[Stone::None; SIZE + 2]; SIZE + 2];
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["READY", ..] => println!("OK"),
            ["OPP", x, y, ..] => {
                let [x, y] = [x, y].map(|number| number.parse::<usize>().expect("a number"));
                board[x][y] = Stone::Theirs;
            }
            ["TURN", ..] => {
                let (x, y) = choose(&board);
                board[x][y] = Stone::Mine;
                println!("MOVE {x} {y}");
            }
            ["FINISH", ..] => break,
            _ => {}
        }
    }
}
