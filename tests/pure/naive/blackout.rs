//! A second model of Black Out, written from `spec/blackout.md`: a board of booleans, and values by plain recursion.

use std::collections::HashMap;

/// The board; `true` is black.
pub type Board = Vec<Vec<bool>>;

/// A move: row and column of both ends, from 1.
pub type Move = [usize; 4];

/// An empty board.
pub fn white(rows: usize, cols: usize) -> Board {
    vec![vec![false; cols]; rows]
}

/// True where the numbers name a legal move.
pub fn is_legal(board: &Board, [r1, c1, r2, c2]: Move) -> bool {
    let (rows, cols) = (board.len(), board[0].len());
    let inside = (1..=rows).contains(&r1)
        && (1..=rows).contains(&r2)
        && (1..=cols).contains(&c1)
        && (1..=cols).contains(&c2);
    inside
        && r1 <= r2
        && c1 <= c2
        && (r1 == r2 || c1 == c2)
        && after(board, [r1, c1, r2, c2]) != *board
}

/// The board after a move.
pub fn after(board: &Board, [r1, c1, r2, c2]: Move) -> Board {
    let mut board = board.clone();
    for row in r1..=r2 {
        for col in c1..=c2 {
            board[row - 1][col - 1] = true;
        }
    }
    board
}

/// Every legal move, by trying all numbers in order.
pub fn legal(board: &Board) -> Vec<Move> {
    let (rows, cols) = (board.len(), board[0].len());
    let mut moves = Vec::new();
    for r1 in 1..=rows {
        for c1 in 1..=cols {
            for r2 in 1..=rows {
                for c2 in 1..=cols {
                    if is_legal(board, [r1, c1, r2, c2]) {
                        moves.push([r1, c1, r2, c2]);
                    }
                }
            }
        }
    }
    moves
}

/// True where the player to move can win: some move leads to a board from which the other cannot.
pub fn is_won(board: &Board, known: &mut HashMap<Board, bool>) -> bool {
    if let Some(&won) = known.get(board) {
        return won;
    }
    let won = legal(board)
        .into_iter()
        .any(|chosen| !is_won(&after(board, chosen), known));
    known.insert(board.clone(), won);
    won
}
