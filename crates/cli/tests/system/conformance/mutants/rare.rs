//! Faults that strike in rare but ordinary states: a right bot that crashes there. A search has to bring it there.

use stickler_arena::faulty::{Misbehaviour, Moment};

/// The faults of each game.
pub(crate) const RARE: &[(&str, &[Misbehaviour])] = &[
    ("gomoku", GOMOKU),
    ("betris", BETRIS),
    ("blackout", BLACKOUT),
    ("blokus", BLOKUS),
    ("tetris", TETRIS),
];

const fn rare(name: &'static str, about: &'static str, act: fn(&mut Moment<'_>)) -> Misbehaviour {
    Misbehaviour::new(name, about, None, act)
}

fn crash_where(turn: &mut Moment<'_>, strikes: bool) {
    if strikes && !turn.said.is_empty() {
        turn.quit(1);
    }
}

fn numbers(line: &str) -> Vec<i64> {
    line.split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// The numbers of the lines with this first word, the oldest first.
fn told(turn: &Moment<'_>, word: &str) -> Vec<Vec<i64>> {
    let of_word = |line: &&String| line.split(' ').next() == Some(word);
    turn.told
        .iter()
        .filter(of_word)
        .map(|line| numbers(line))
        .collect()
}

/// The numbers of the own answers with this first word, the oldest first.
fn said(turn: &Moment<'_>, word: &str) -> Vec<Vec<i64>> {
    let answers = turn
        .answers
        .iter()
        .filter(|answer| answer.starts_with(word));
    answers.map(|answer| numbers(answer)).collect()
}

/// How many of the opponent's last moves in a row follow the own move before them in this way.
fn following(turn: &Moment<'_>, is_so: fn(&[i64], &[i64]) -> bool) -> usize {
    let (own, theirs) = (said(turn, "MOVE"), told(turn, "OPP"));
    let pairs = own.iter().rev().zip(theirs.iter().rev());
    pairs.take_while(|(own, theirs)| is_so(own, theirs)).count()
}

fn stones(turn: &Moment<'_>) -> Vec<(i64, i64)> {
    let moves = said(turn, "MOVE").into_iter().chain(told(turn, "OPP"));
    moves.map(|numbers| (numbers[0], numbers[1])).collect()
}

const GOMOKU: &[Misbehaviour] = &[
    rare("history_of_128", "keeps 127 moves at most", |turn| {
        let strikes = stones(turn).len() >= 128;
        crash_where(turn, strikes);
    }),
    rare(
        "board_of_200",
        "finds no free cell among 200 stones",
        |turn| {
            let strikes = stones(turn).len() >= 200;
            crash_where(turn, strikes);
        },
    ),
    rare("their_bank_of_0", "divides by the other's bank", |turn| {
        let strikes = told(turn, "TURN").last().is_some_and(|turn| turn[1] == 0);
        crash_where(turn, strikes);
    }),
    rare(
        "behind_by_5_seconds",
        "expects banks that fall alike",
        |turn| {
            let behind = |turn: &Vec<i64>| turn[0] - turn[1] > 5000;
            let strikes = told(turn, "TURN").last().is_some_and(behind);
            crash_where(turn, strikes);
        },
    ),
    rare("seconds_in_one_move", "keeps a time in 13 bits", |turn| {
        let strikes = told(turn, "OPP").last().is_some_and(|opp| opp[2] >= 8192);
        crash_where(turn, strikes);
    }),
    rare("mirrored_twice", "looks for symmetry", |turn| {
        let mirrored =
            |own: &[i64], theirs: &[i64]| own[0] + theirs[0] == 16 && own[1] + theirs[1] == 16;
        let strikes = following(turn, mirrored) >= 2;
        crash_where(turn, strikes);
    }),
    rare(
        "transposed_twice",
        "has one table for rows and columns",
        |turn| {
            let transposed =
                |own: &[i64], theirs: &[i64]| own[0] == theirs[1] && own[1] == theirs[0];
            let strikes = following(turn, transposed) >= 2;
            crash_where(turn, strikes);
        },
    ),
    rare(
        "beside_four_times",
        "counts neighbours in two bits",
        |turn| {
            let beside = |own: &[i64], theirs: &[i64]| {
                (own[0] - theirs[0]).abs() + (own[1] - theirs[1]).abs() == 1
            };
            let strikes = following(turn, beside) >= 4;
            crash_where(turn, strikes);
        },
    ),
    rare("a_whole_column", "looks for a gap in each column", |turn| {
        let stones = stones(turn);
        let strikes =
            (1..=15).any(|col| stones.iter().filter(|stone| stone.1 == col).count() == 15);
        crash_where(turn, strikes);
    }),
    rare("all_corners", "gives each corner to somebody", |turn| {
        let stones = stones(turn);
        let corners = [(1, 1), (1, 15), (15, 1), (15, 15)];
        let strikes = corners.iter().all(|corner| stones.contains(corner));
        crash_where(turn, strikes);
    }),
];

fn sum_of_cells(turn: &Moment<'_>) -> i64 {
    told(turn, "OPP").iter().map(|opp| opp[0]).sum()
}

const BETRIS: &[Misbehaviour] = &[
    rare(
        "they_are_broke_first",
        "divides by the other's chips",
        |turn| {
            let strikes = told(turn, "PHASE2")
                .last()
                .is_some_and(|phase| phase[1] == 0 && phase[0] > 10);
            crash_where(turn, strikes);
        },
    ),
    rare("both_broke", "divides by all chips", |turn| {
        let strikes = told(turn, "PHASE2")
            .last()
            .is_some_and(|phase| phase[..2] == [0, 0]);
        crash_where(turn, strikes);
    }),
    rare("their_bank_of_0", "divides by the other's bank", |turn| {
        let (one, two) = (told(turn, "PHASE1"), told(turn, "PHASE2"));
        let strikes = one.last().is_some_and(|phase| phase[1] == 0)
            || two.last().is_some_and(|phase| phase[3] == 0);
        crash_where(turn, strikes);
    }),
    rare(
        "behind_by_5_seconds",
        "expects banks that fall alike",
        |turn| {
            let strikes = told(turn, "PHASE1")
                .last()
                .is_some_and(|phase| phase[0] - phase[1] > 5000);
            crash_where(turn, strikes);
        },
    ),
    rare("their_board_of_40", "finds no room for the other", |turn| {
        let strikes = sum_of_cells(turn) >= 40;
        crash_where(turn, strikes);
    }),
    rare("they_saved_all_chips", "expects bets", |turn| {
        let strikes = told(turn, "PHASE2")
            .get(10)
            .is_some_and(|phase| phase[1] >= 24);
        crash_where(turn, strikes);
    }),
    rare(
        "pair_turned_round",
        "takes a pair for the last one",
        |turn| {
            let pairs: Vec<Vec<String>> = turn
                .told
                .iter()
                .filter(|line| line.starts_with("PHASE1"))
                .map(|line| {
                    line.split(' ')
                        .skip(1)
                        .take(2)
                        .map(str::to_string)
                        .collect()
                })
                .collect();
            let strikes = match &pairs[..] {
                [.., before, now] => before[0] == now[1] && before[1] == now[0],
                _ => false,
            };
            crash_where(turn, strikes);
        },
    ),
    rare(
        "last_column_alone",
        "cuts a board behind its last column",
        |turn| {
            let strikes = told(turn, "OPP")
                .last()
                .is_some_and(|opp| opp[0] >= 4 && opp[1..].chunks(2).all(|cell| cell[1] == 7));
            crash_where(turn, strikes);
        },
    ),
    rare(
        "their_cells_out_of_order",
        "takes the first cell told for the topmost",
        |turn| {
            let strikes = told(turn, "OPP").last().is_some_and(|opp| {
                let rows = opp[1..].iter().step_by(2);
                rows.min() < opp.get(1)
            });
            crash_where(turn, strikes);
        },
    ),
    rare(
        "as_many_cells_at_the_end",
        "divides by the difference of filled cells",
        |turn| {
            let own: i64 = said(turn, "PLACE").iter().map(|place| place[0]).sum();
            let strikes = told(turn, "OPP").len() == 11 && own == sum_of_cells(turn);
            crash_where(turn, strikes);
        },
    ),
    rare(
        "they_pass_to_the_end",
        "divides by the other's cells",
        |turn| {
            let strikes = told(turn, "OPP").len() >= 10 && sum_of_cells(turn) == 0;
            crash_where(turn, strikes);
        },
    ),
];

/// Answers since the last line that begins a game.
fn moves_of_game(turn: &Moment<'_>) -> usize {
    let begun = turn.told.iter().rposition(|line| line.starts_with("GAME"));
    turn.told.len() - begun.map_or(0, |at| at + 1)
}

fn games_ended(turn: &Moment<'_>) -> usize {
    turn.told
        .iter()
        .filter(|line| line.starts_with("GAME"))
        .count()
}

const BLACKOUT: &[Misbehaviour] = &[
    rare(
        "ninth_move_of_a_game",
        "keeps eight moves of a game",
        |turn| {
            let strikes = moves_of_game(turn) >= 9;
            crash_where(turn, strikes);
        },
    ),
    rare(
        "long_game_late_in_the_run",
        "never clears its list of moves",
        |turn| {
            let strikes = games_ended(turn) >= 40 && moves_of_game(turn) >= 8;
            crash_where(turn, strikes);
        },
    ),
    rare("thousand_lines", "keeps a thousand lines", |turn| {
        let strikes = turn.told.len() >= 1000;
        crash_where(turn, strikes);
    }),
    rare(
        "three_digits_of_games",
        "prints a number of two digits",
        |turn| {
            let strikes = games_ended(turn) >= 99;
            crash_where(turn, strikes);
        },
    ),
    rare("a_whole_row_first", "expects a short move first", |turn| {
        let first = moves_of_game(turn) == 2 && games_ended(turn) > 0;
        let strikes = first
            && turn
                .told
                .last()
                .is_some_and(|line| matches!(numbers(line)[..], [a, 1, b, 6] if a == b));
        crash_where(turn, strikes);
    }),
    rare("last_corner", "looks beyond the corner", |turn| {
        let strikes = moves_of_game(turn) > 6
            && turn
                .told
                .last()
                .is_some_and(|line| numbers(line) == [5, 6, 5, 6]);
        crash_where(turn, strikes);
    }),
    rare(
        "same_move_in_two_games",
        "takes a move for one of the last game",
        |turn| {
            let last = turn.told.last().cloned().unwrap_or_default();
            let times = turn
                .told
                .iter()
                .filter(|line| **line == last && numbers(line).len() == 4)
                .count();
            crash_where(turn, times >= 4);
        },
    ),
    rare("forced_to_the_end", "expects a choice", |turn| {
        let strikes = games_ended(turn) >= 10 && moves_of_game(turn) >= 7;
        crash_where(turn, strikes);
    }),
];

/// Head of a game of Blokus: players, own number, rows.
fn head(turn: &Moment<'_>) -> Option<[i64; 3]> {
    let shapes: usize = turn.told.first()?.parse().ok()?;
    let line = |at: usize| turn.told.get(shapes + at)?.parse::<i64>().ok();
    Some([line(1)?, line(2)?, line(3)?])
}

const BLOKUS: &[Misbehaviour] = &[
    rare("board_of_20", "keeps a row in 16 bits", |turn| {
        let strikes = head(turn).is_some_and(|[_, _, board]| board > 16);
        crash_where(turn, strikes);
    }),
    rare("four_on_25_cells", "expects room for all", |turn| {
        let strikes = head(turn).is_some_and(|[players, _, board]| players == 4 && board == 5);
        crash_where(turn, strikes);
    }),
    rare("four_with_all_shapes", "keeps 64 shapes", |turn| {
        let strikes = head(turn).is_some_and(|[players, ..]| players == 4)
            && turn.told.first().is_some_and(|line| line == "21");
        crash_where(turn, strikes);
    }),
    rare("thousand_moves_listed", "keeps 999 moves", |turn| {
        let strikes = turn
            .told
            .iter()
            .any(|line| line.parse::<i64>().is_ok_and(|count| count >= 1000));
        crash_where(turn, strikes);
    }),
    rare(
        "third_of_three_on_20",
        "has three colours in two bits",
        |turn| {
            let strikes = head(turn)
                .is_some_and(|[players, own, board]| players == 3 && own == 2 && board > 13);
            crash_where(turn, strikes);
        },
    ),
    rare("twelve_answers", "keeps eleven turns", |turn| {
        let strikes = turn.answers.len() >= 12;
        crash_where(turn, strikes);
    }),
    rare("eighteen_answers", "keeps seventeen turns", |turn| {
        let strikes = turn.answers.len() >= 17;
        crash_where(turn, strikes);
    }),
    rare("one_choice_twice", "expects a choice", |turn| {
        let strikes = turn
            .told
            .windows(2)
            .filter(|pair| pair[0] == "1" && pair[1].split(' ').count() == 3)
            .count()
            >= 2;
        crash_where(turn, strikes);
    }),
];

/// The sequences of a batch.
fn sequences<'a>(turn: &'a Moment<'_>) -> impl Iterator<Item = &'a str> {
    turn.told.iter().skip(2).step_by(2).map(String::as_str)
}

const TETRIS: &[Misbehaviour] = &[
    rare("power_of_two", "keeps 2^12 pieces less one", |turn| {
        let strikes = sequences(turn).any(|case| case.len() == 4096);
        crash_where(turn, strikes);
    }),
    rare(
        "length_at_the_limit",
        "allows for less than the limit",
        |turn| {
            let strikes = sequences(turn).any(|case| case.len() == 100_000);
            crash_where(turn, strikes);
        },
    ),
    rare(
        "total_at_the_limit",
        "keeps the total in a table that is too small",
        |turn| {
            let strikes = sequences(turn).count() > 2
                && sequences(turn).map(str::len).sum::<usize>() == 100_000;
            crash_where(turn, strikes);
        },
    ),
    rare(
        "a_letter_of_a_thousand",
        "counts one letter in a byte",
        |turn| {
            let strikes = sequences(turn).any(|case| {
                case.len() > 255 && case.bytes().all(|letter| letter == case.as_bytes()[0])
            });
            crash_where(turn, strikes);
        },
    ),
    rare("hundred_cases", "keeps 99 cases", |turn| {
        let strikes = sequences(turn).count() == 100;
        crash_where(turn, strikes);
    }),
    rare(
        "ninety_nine_cases",
        "keeps a border in front of the last case",
        |turn| {
            let strikes = sequences(turn).count() == 99;
            crash_where(turn, strikes);
        },
    ),
    rare(
        "ends_with_the_bag",
        "looks one piece beyond a long sequence of whole bags",
        |turn| {
            let strikes = sequences(turn).any(|case| case.len() > 200 && case.len() % 7 == 0);
            crash_where(turn, strikes);
        },
    ),
    rare(
        "single_pieces_alone",
        "expects a second piece somewhere",
        |turn| {
            let strikes =
                sequences(turn).count() > 2 && sequences(turn).all(|case| case.len() == 1);
            crash_where(turn, strikes);
        },
    ),
    rare("two_letters_in_turn", "swaps in and out for ever", |turn| {
        let alternates = |case: &str| {
            case.len() > 20
                && case
                    .as_bytes()
                    .windows(3)
                    .all(|three| three[0] == three[2] && three[0] != three[1])
        };
        let strikes = sequences(turn).any(alternates);
        crash_where(turn, strikes);
    }),
];
