//! The example bots of Gomoku, broken.

use super::changes::*;

pub(crate) const GOMOKU: Bots = Bots {
    game: "gomoku",
    answer: FLUSHED,
    words: ["\"MOVE\", *cell", "\"MOVE \" << x << \" \" << y"],
    scenario: "reference",
    hurried: &["bank=800", "ready=1200", "grace=400"],
    patient: &[],
    broken: BROKEN,
};

const BROKEN: &[Broken] = &[
    NO_OK.breaks("gomoku.ready.time"),
    NO_FLUSH.breaks("wire.line.flush"),
    NO_NEWLINE.breaks("wire.line.newline"),
    answer(
        "move_word_missing",
        "format",
        "gomoku.turn.answer",
        [
            "print(*cell, flush=True)",
            "std::cout << x << \" \" << y << std::endl;",
        ],
    ),
    text(
        "occupied_cell",
        "illegal",
        "gomoku.move.empty",
        ("board[int(rest[0]), int(rest[1])] = \"opponent\"", "pass"),
        ("board[x][y] = 'o';", ""),
    ),
    text(
        "own_move_forgotten",
        "illegal",
        "gomoku.move.empty",
        ("board[cell] = \"me\"", "pass"),
        ("board[x][y] = 'm';", ""),
    ),
    answer(
        "out_of_the_board",
        "illegal",
        "gomoku.move.inside",
        [
            "print(\"MOVE\", cell[0] + 8, cell[1], flush=True)",
            "std::cout << \"MOVE \" << x + 8 << \" \" << y << std::endl;",
        ],
    ),
    TWO_LINES.breaks("wire.answer.asked"),
    OUTPUT_AFTER_FINISH.breaks("gomoku.finish.silent"),
    NEVER_EXITS.breaks("gomoku.finish.normal"),
    EXIT_CODE.breaks("gomoku.finish.normal"),
    TOO_LATE.breaks("gomoku.turn.time"),
    answer(
        "crashes_on_the_third_move",
        "died",
        "wire.process.alive",
        [
            "print(WORDS, flush=True) if len(board) < 5 else [][0]",
            "static int moves; if (++moves == 3) std::abort(); std::cout << WORDS << std::endl;",
        ],
    ),
    answer(
        "lower_case",
        "format",
        "gomoku.turn.answer",
        [
            "print(\"move\", *cell, flush=True)",
            "std::cout << \"move \" << x << \" \" << y << std::endl;",
        ],
    ),
];
