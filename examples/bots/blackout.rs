// A Black Out bot that always wins: the middle row first, then the image of each reply under a half turn.
use std::io::BufRead;

const ROWS: i32 = 5;
const COLS: i32 = 6;

fn main() {
    let mut games = None;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        if word == "MOVE" {
            let cells: Vec<i32> = rest.split(' ').map(|number| number.parse().expect("a number")).collect();
            println!("{} {} {} {}", ROWS + 1 - cells[2], COLS + 1 - cells[3], ROWS + 1 - cells[0], COLS + 1 - cells[1]);
            continue;
        }
        let left = games.map_or_else(|| word.parse::<u32>().expect("the number of games"), |left: u32| left - 1);
        games = Some(left);
        if left == 0 {
            break;
        }
        println!("3 1 3 {COLS}");
    }
}
