// A Blokus bot: of the moves it is told it plays one of the largest shapes, the nearest to the middle of the board.
use std::collections::HashMap;

// The next line; at the end of the input the bot ends.
fn line() -> String {
    let mut line = String::new();
    if std::io::stdin().read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
        return line.trim_end().to_string();
    }
    std::process::exit(0)
}

fn number() -> i32 {
    line().parse().expect("a number")
}

fn main() {
    let mut squares = HashMap::new();
    for _ in 0..number() {
        let shape = line();
        let letter = shape.chars().next().expect("a letter");
        squares.insert(letter, shape.matches('#').count() as i32);
    }
    let (_players, _me, size, _letters) = (number(), number(), number(), line());
    let worth = |answer: &String| {
        let words: Vec<&str> = answer.split(' ').collect();
        let off = |word: &str| (2 * word.parse::<i32>().expect("a number") + 1 - size).abs();
        100 * squares[&words[2].chars().next().expect("a code")] - off(words[0]) - off(words[1])
    };
    loop {
        let _board: Vec<String> = (0..size).map(|_| line()).collect();
        let _others: Vec<String> = (0..number()).map(|_| line()).collect();
        let moves: Vec<String> = (0..number()).map(|_| line()).collect();
        println!("{}", moves.iter().max_by_key(|answer| worth(answer)).expect("a move"));
    }
}
