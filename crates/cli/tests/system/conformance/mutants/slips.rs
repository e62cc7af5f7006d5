//! Faults that only one game knows: rules broken, and positions kept wrongly.

use stickler_arena::faulty::{Misbehaviour, Moment};

const fn slip(name: &'static str, about: &'static str, act: fn(&mut Moment<'_>)) -> Misbehaviour {
    Misbehaviour::new(name, about, None, act)
}

/// The faults of each game.
pub(crate) const SLIPS: &[(&str, &[Misbehaviour])] = &[
    ("gomoku", GOMOKU),
    ("betris", BETRIS),
    ("blackout", BLACKOUT),
    ("blokus", BLOKUS),
    ("tetris", TETRIS),
];

fn last_told<'a>(turn: &'a Moment<'_>, word: &str) -> Vec<&'a str> {
    let line = turn.told.iter().rev().find(|line| line.starts_with(word));
    line.map(|line| line.split(' ').collect())
        .unwrap_or_default()
}

fn numbers(text: &str) -> Vec<i64> {
    text.split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect()
}

fn is_answer(turn: &Moment<'_>, word: &str) -> bool {
    turn.said.starts_with(word.as_bytes())
}

const GOMOKU: &[Misbehaviour] = &[
    slip(
        "aborts_at_the_end",
        "is ended by a signal after FINISH",
        |turn| {
            if turn.ends {
                std::process::abort();
            }
        },
    ),
    slip(
        "own_move_not_applied",
        "plays its own last move again",
        |turn| {
            if let Some(before) = turn.answers.get(1).cloned() {
                turn.on_answer(|_| before);
            }
        },
    ),
    slip(
        "their_move_not_applied",
        "plays the opponent's last move",
        |turn| {
            if let [_, x, y, _] = last_told(turn, "OPP")[..] {
                let answer = format!("MOVE {x} {y}\n");
                turn.on_answer(|_| answer);
            }
        },
    ),
    slip("off_the_board", "names a row beyond the last", |turn| {
        turn.on_numbers(|number| (number + 15).to_string())
    }),
    slip("negative", "names row minus one", |turn| {
        turn.on_numbers(|number| (-number).to_string())
    }),
    slip(
        "counted_from_zero",
        "counts rows and columns from zero",
        |turn| {
            turn.on_numbers(|number| (number - 1).to_string());
        },
    ),
    slip("swapped", "writes the column before the row", |turn| {
        if let [x, y] = numbers(&String::from_utf8_lossy(turn.said))[..] {
            turn.on_answer(|_| format!("MOVE {y} {x}\n"));
        }
    }),
    slip(
        "swapped_once",
        "writes the column before the row once",
        |turn| {
            if let ([x, y], 3) = (
                &numbers(&String::from_utf8_lossy(turn.said))[..],
                turn.answers.len(),
            ) {
                let answer = format!("MOVE {y} {x}\n");
                turn.on_answer(|_| answer);
            }
        },
    ),
    slip("off_by_one_once", "names the next column once", |turn| {
        if let ([x, y], 2) = (
            &numbers(&String::from_utf8_lossy(turn.said))[..],
            turn.answers.len(),
        ) {
            let answer = format!("MOVE {x} {}\n", y + 1);
            turn.on_answer(|_| answer);
        }
    }),
];

fn cells(turn: &Moment<'_>) -> Option<Vec<[i64; 2]>> {
    let said = String::from_utf8_lossy(turn.said).into_owned();
    cells_of(&said)
}

fn cells_of(said: &str) -> Option<Vec<[i64; 2]>> {
    let numbers = numbers(said.strip_prefix("PLACE")?);
    Some(
        numbers
            .get(1..)?
            .chunks(2)
            .map(|cell| [cell[0], cell[1]])
            .collect(),
    )
}

fn place(turn: &mut Moment<'_>, change: impl FnOnce(Vec<[i64; 2]>) -> Vec<[i64; 2]>) {
    if let Some(cells) = cells(turn).filter(|cells| !cells.is_empty()) {
        let cells = change(cells);
        let words: String = cells
            .iter()
            .map(|[row, col]| format!(" {row} {col}"))
            .collect();
        turn.on_answer(|_| format!("PLACE {}{words}\n", cells.len()));
    }
}

fn bet(turn: &mut Moment<'_>, block: Option<&str>, chips: Option<&str>) {
    if is_answer(turn, "BET") {
        turn.on_answer(|said| {
            let words: Vec<&str> = said.split_whitespace().collect();
            format!(
                "BET {} {}\n",
                block.unwrap_or(words[1]),
                chips.unwrap_or(words[2])
            )
        });
    }
}

const BETRIS: &[Misbehaviour] = &[
    slip(
        "aborts_at_the_end",
        "is ended by a signal after FINISH",
        |turn| {
            if turn.ends {
                std::process::abort();
            }
        },
    ),
    slip(
        "the_round_before",
        "bets on the block of the round before",
        |turn| {
            let before = turn
                .answers
                .iter()
                .rev()
                .find(|answer| answer.starts_with("BET"));
            let block = before
                .and_then(|answer| answer.split(' ').nth(1))
                .map(str::to_string);
            bet(turn, block.as_deref(), None);
        },
    ),
    slip("not_offered", "bets on a block of neither name", |turn| {
        let offered = last_told(turn, "PHASE1");
        let block = ["I1", "I2", "I3"]
            .into_iter()
            .find(|block| !offered.contains(block));
        bet(turn, block, None);
    }),
    slip("above_the_highest", "bets six", |turn| {
        bet(turn, None, Some("6"))
    }),
    slip("below_nothing", "bets minus one", |turn| {
        bet(turn, None, Some("-1"))
    }),
    slip("above_its_chips", "bets five without counting", |turn| {
        bet(turn, None, Some("5"))
    }),
    slip("bet_in_words", "bets two in words", |turn| {
        bet(turn, None, Some("two"))
    }),
    slip("late_bet", "sleeps before a bet", |turn| {
        if is_answer(turn, "BET") {
            std::thread::sleep(std::time::Duration::from_secs(12));
        }
    }),
    slip("late_placement", "sleeps before a placement", |turn| {
        if is_answer(turn, "PLACE") {
            std::thread::sleep(std::time::Duration::from_secs(12));
        }
    }),
    slip("pass_in_words", "passes with a word", |turn| {
        if is_answer(turn, "PLACE") {
            turn.on_answer(|_| "PASS\n");
        }
    }),
    slip("a_cell_too_few", "places all cells but one", |turn| {
        place(turn, |cells| cells[1..].to_vec());
    }),
    slip("off_the_board", "names rows beyond the last", |turn| {
        place(turn, |cells| {
            cells.iter().map(|[row, col]| [row + 7, *col]).collect()
        });
    }),
    slip(
        "counted_from_zero",
        "counts rows and columns from zero",
        |turn| {
            place(turn, |cells| {
                cells.iter().map(|[row, col]| [row - 1, col - 1]).collect()
            });
        },
    ),
    slip(
        "a_cell_twice",
        "names its first cell for its last, too",
        |turn| {
            place(turn, |mut cells| {
                let last = cells.len() - 1;
                cells[last] = cells[0];
                cells
            });
        },
    ),
    slip(
        "own_placement_not_applied",
        "takes its first cells for empty",
        |turn| {
            let filled: Vec<[i64; 2]> = turn
                .answers
                .iter()
                .filter_map(|answer| cells_of(answer))
                .flatten()
                .collect();
            place(turn, |cells| {
                if filled.len() >= cells.len() {
                    filled[..cells.len()].to_vec()
                } else {
                    cells
                }
            });
        },
    ),
    slip("swapped", "writes the column before the row", |turn| {
        place(turn, |cells| {
            cells.iter().map(|[row, col]| [*col, *row]).collect()
        });
    }),
    slip(
        "swapped_once",
        "writes the column before the row in its first placement",
        |turn| {
            if turn.answers.len() == 2 {
                place(turn, |cells| {
                    cells.iter().map(|[row, col]| [*col, *row]).collect()
                });
            }
        },
    ),
    slip(
        "another_shape",
        "puts a cell of its block into the far corner",
        |turn| {
            place(turn, |mut cells| {
                let last = cells.len() - 1;
                cells[last] = [7, 7];
                cells
            });
        },
    ),
];

fn segment(turn: &mut Moment<'_>, change: impl FnOnce([i64; 4]) -> [i64; 4]) {
    if let [r1, c1, r2, c2] = numbers(&String::from_utf8_lossy(turn.said))[..] {
        let [r1, c1, r2, c2] = change([r1, c1, r2, c2]);
        turn.on_answer(|_| format!("{r1} {c1} {r2} {c2}\n"));
    }
}

const BLACKOUT: &[Misbehaviour] = &[
    slip(
        "own_move_not_applied",
        "plays its own last move again",
        |turn| {
            if let Some(before) = turn.answers.last().cloned() {
                turn.on_answer(|_| before);
            }
        },
    ),
    slip(
        "their_move_not_applied",
        "plays the jury's last move",
        |turn| {
            let told = last_told(turn, "MOVE")
                .get(1..)
                .map(|numbers| numbers.join(" ") + "\n");
            if let Some(told) = told {
                turn.on_answer(|_| told);
            }
        },
    ),
    slip(
        "the_game_before",
        "begins the second game with the answer to the last game's last move",
        |turn| {
            let before = turn.answers.last().cloned();
            if let Some(before) =
                before.filter(|_| turn.told.last().is_some_and(|line| line == "GAME"))
            {
                turn.on_answer(|_| before);
            }
        },
    ),
    slip(
        "the_state_of_the_game_before",
        "goes on in the second game with the moves of the first",
        |turn| {
            if turn.told.iter().any(|line| line == "GAME") {
                segment(turn, |_| [1, 1, 1, 1]);
            }
        },
    ),
    slip(
        "counted_from_zero",
        "counts rows and columns from zero",
        |turn| {
            turn.on_numbers(|number| (number - 1).to_string());
        },
    ),
    slip("negative", "names row minus one", |turn| {
        turn.on_numbers(|number| (-number).to_string())
    }),
    slip("swapped", "writes columns before rows", |turn| {
        segment(turn, |[r1, c1, r2, c2]| [c1, r1, c2, r2])
    }),
    slip("ends_swapped", "writes the far end first", |turn| {
        segment(turn, |[r1, c1, r2, c2]| [r2, c2, r1, c1])
    }),
    slip("diagonal", "plays from corner to corner", |turn| {
        segment(turn, |_| [1, 1, 5, 6])
    }),
    slip(
        "off_by_one_once",
        "stops a square short of the edge once",
        |turn| {
            if turn.answers.is_empty() {
                segment(turn, |[r1, c1, r2, c2]| [r1, c1, r2, c2 - 1]);
            }
        },
    ),
];

fn blokus(turn: &mut Moment<'_>, answer: impl FnOnce(&str) -> String) {
    if turn.said.contains(&b' ') {
        turn.on_answer(|said| answer(said.trim_end()) + "\n");
    }
}

/// The first answer is the single square in the corner, later ones are this.
fn after_the_single_square(turn: &mut Moment<'_>, later: &str) {
    let is_first = turn.answers.is_empty();
    blokus(turn, |_| {
        if is_first {
            "0 0 A001".into()
        } else {
            later.into()
        }
    });
}

fn letter_that_is_missing(turn: &Moment<'_>) -> char {
    let count: usize = turn.told[0].parse().unwrap_or(0);
    let known: Vec<char> = turn.told[1..=count]
        .iter()
        .filter_map(|line| line.chars().next())
        .collect();
    ('A'..='U')
        .find(|letter| !known.contains(letter))
        .unwrap_or('U')
}

const BLOKUS: &[Misbehaviour] = &[
    slip(
        "a_shape_not_in_play",
        "plays a letter that was not defined",
        |turn| {
            if !turn.said.is_empty() {
                let letter = letter_that_is_missing(turn);
                blokus(turn, |_| format!("0 0 {letter}001"));
            }
        },
    ),
    slip(
        "own_move_not_applied",
        "plays its first move again",
        |turn| {
            if let Some(first) = turn.answers.first().cloned() {
                turn.on_answer(|_| first);
            }
        },
    ),
    slip(
        "their_move_not_applied",
        "covers the opponent's start",
        |turn| after_the_single_square(turn, "11 12 B001"),
    ),
    slip(
        "a_square_too_many",
        "names the second square of a single one",
        |turn| blokus(turn, |_| "0 0 A002".into()),
    ),
    slip("off_the_board", "names a column beyond the last", |turn| {
        blokus(turn, |said| {
            let (col, rest) = said.split_once(' ').unwrap_or_default();
            format!("{} {rest}", col.parse::<i64>().unwrap_or(0) + 13)
        });
    }),
    slip(
        "counted_from_one",
        "counts columns and rows from one",
        |turn| turn.on_numbers(|number| (number + 1).to_string()),
    ),
    slip("swapped", "writes the row before the column", |turn| {
        blokus(turn, |said| {
            let words: Vec<&str> = said.split(' ').collect();
            format!("{} {} {}", words[1], words[0], words[2])
        });
    }),
    slip("a_flip_too_many", "flips twice", |turn| {
        blokus(turn, |said| {
            said[..said.len() - 3].to_string() + "2" + &said[said.len() - 2..]
        });
    }),
    slip(
        "squares_counted_from_nought",
        "counts squares from nought",
        |turn| {
            blokus(turn, |said| said[..said.len() - 1].to_string() + "0");
        },
    ),
    slip("on_its_own_shape", "covers its own shape", |turn| {
        after_the_single_square(turn, "1 0 B002")
    }),
    slip(
        "side_by_side",
        "touches its own shape with a side",
        |turn| after_the_single_square(turn, "1 0 B001"),
    ),
    slip("far_away", "touches no corner of its own", |turn| {
        after_the_single_square(turn, "5 5 B001")
    }),
    slip(
        "another_cell_named",
        "names a cell that is not connected",
        |turn| after_the_single_square(turn, "2 1 B002"),
    ),
    slip(
        "an_unlisted_code",
        "names a move by another of its codes",
        |turn| {
            // The two squares along the row, told by the one end or, turned by half, by the other.
            let codes = ["1 1 B022", "1 1 B001"];
            let unlisted = codes
                .into_iter()
                .find(|code| !turn.told.iter().any(|line| line == code));
            match (turn.answers.len(), unlisted) {
                (0, _) => blokus(turn, |_| "0 0 A001".into()),
                (1, Some(code)) => blokus(turn, |_| code.into()),
                _ => {}
            }
        },
    ),
    slip("a_large_opening", "opens with a large shape", |turn| {
        let squares = |line: &&String| line.matches('#').count();
        let in_the_corner = turn
            .told
            .iter()
            .filter(|line| line.split(' ').nth(3).is_some_and(|it| it.starts_with('#')));
        let letter = in_the_corner
            .max_by_key(squares)
            .and_then(|line| line.chars().next());
        if let Some(letter) = letter.filter(|_| turn.answers.is_empty()) {
            blokus(turn, |_| format!("0 0 {letter}001"));
        }
    }),
];

fn lines(turn: &mut Moment<'_>, change: impl Fn(usize, &str) -> String) {
    turn.on_answer(|said| {
        let lines: Vec<String> = said
            .lines()
            .enumerate()
            .map(|(at, line)| change(at, line) + "\n")
            .collect();
        lines.concat()
    });
}

const TETRIS: &[Misbehaviour] = &[
    slip("always_yes", "takes every sequence for possible", |turn| {
        lines(turn, |_, _| "YES".into())
    }),
    slip("always_no", "takes every sequence for impossible", |turn| {
        lines(turn, |_, _| "NO".into())
    }),
    slip(
        "the_case_before",
        "keeps the answer of the case before",
        |turn| {
            let before: Vec<String> = String::from_utf8_lossy(turn.said)
                .lines()
                .map(str::to_string)
                .collect();
            lines(turn, |at, line| {
                at.checked_sub(1)
                    .map_or(line.into(), |at| before[at].clone())
            });
        },
    ),
    slip(
        "a_case_missing",
        "leaves the last case out and ends",
        |turn| {
            turn.on_answer(|said| {
                let lines: Vec<&str> = said.lines().collect();
                lines[..lines.len() - 1].join("\n") + "\n"
            });
        },
    ),
    slip(
        "half_the_input",
        "answers the first half of the cases alone",
        |turn| {
            turn.on_answer(|said| {
                let lines: Vec<&str> = said.lines().collect();
                lines[..lines.len() / 2].join("\n") + "\n"
            });
        },
    ),
    slip(
        "a_case_too_many",
        "answers a case that is not there",
        |turn| turn.on_answer(|said| format!("{said}NO\n")),
    ),
    slip(
        "all_on_one_line",
        "writes all answers on one line",
        |turn| {
            turn.on_answer(|said| said.trim_end().replace('\n', " ") + "\n");
        },
    ),
    slip("numbered", "numbers its answers", |turn| {
        lines(turn, |at, line| format!("Case #{}: {line}", at + 1))
    }),
    slip("other_words", "answers 1 and 0", |turn| {
        lines(turn, |_, line| if line == "YES" { "1" } else { "0" }.into())
    }),
];
