//! The example bots of Blokus, broken.

use super::changes::*;

pub(crate) const BLOKUS: Bots = Bots {
    game: "blokus",
    answer: FLUSHED,
    words: [
        "*max(moves, key=worth)",
        "column << \" \" << line << \" \" << chosen",
    ],
    scenario: "reference",
    hurried: &["first-time=1000", "turn-time=600"],
    // An interpreter may take longer to start on a busy machine than this contest allows.
    patient: &["first-time=20000", "turn-time=20000"],
    broken: BROKEN,
};

const BROKEN: &[Broken] = &[
    NO_FLUSH.breaks("wire.line.flush"),
    NO_NEWLINE.breaks("wire.line.newline"),
    answer(
        "the_code_alone",
        "format",
        "blokus.answer.form",
        [
            "print(max(moves, key=worth)[2], flush=True)",
            "std::cout << chosen << std::endl;",
        ],
    ),
    answer(
        "a_number_missing",
        "format",
        "blokus.answer.form",
        [
            "print(*max(moves, key=worth)[1:], flush=True)",
            "std::cout << line << \" \" << chosen << std::endl;",
        ],
    ),
    answer(
        "lower_case",
        "format",
        "blokus.answer.form",
        [
            "print(' '.join(max(moves, key=worth)).lower(), flush=True)",
            "chosen[0] += 32; std::cout << WORDS << std::endl;",
        ],
    ),
    answer(
        "a_word_too_many",
        "format",
        "blokus.answer.form",
        [
            "print(WORDS, 'good luck', flush=True)",
            "std::cout << WORDS << \" good luck\" << std::endl;",
        ],
    ),
    answer(
        "a_word_before_the_answer",
        "format",
        "blokus.answer.form",
        [
            "print('MOVE', WORDS, flush=True)",
            "std::cout << \"MOVE \" << WORDS << std::endl;",
        ],
    ),
    answer(
        "flipped_twice",
        "format",
        "blokus.answer.form",
        [
            "column, row, code = max(moves, key=worth); print(column, row, code[0] + '2' + code[2:], flush=True)",
            "chosen[1] = '2'; std::cout << WORDS << std::endl;",
        ],
    ),
    answer(
        "squares_counted_from_nought",
        "format",
        "blokus.answer.form",
        [
            "column, row, code = max(moves, key=worth); print(column, row, code[:3] + str(int(code[3]) - 1), flush=True)",
            "chosen = \"A000\"; std::cout << WORDS << std::endl;",
        ],
    ),
    answer(
        "a_square_too_many",
        "illegal",
        "blokus.move.square",
        [
            "column, row, code = max(moves, key=worth); print(column, row, 'A002', flush=True)",
            "std::cout << column << \" \" << line << \" A002\" << std::endl;",
        ],
    ),
    answer(
        "a_shape_that_is_not_in_play",
        "illegal",
        "blokus.move.letter",
        [
            "letter = next(letter for letter in 'ABCDEFGHIJKLMNOPQRSTU' if letter not in sizes); \
         print(0, 0, letter + '001', flush=True)",
            "char letter = 'A'; while (shapes.count(letter)) letter++; \
         std::cout << \"0 0 \" << letter << \"001\" << std::endl;",
        ],
    ),
    answer(
        "a_shape_twice",
        "illegal",
        "blokus.move.used",
        [
            "print(*globals().setdefault('first', max(moves, key=worth)), flush=True)",
            "static auto first = std::to_string(column) + \" \" + std::to_string(line) + \" \" + chosen; \
         std::cout << first << std::endl;",
        ],
    ),
    answer(
        "off_the_board",
        "illegal",
        "blokus.move.inside",
        [
            "column, row, code = max(moves, key=worth); print(int(column) + size, row, code, flush=True)",
            "std::cout << column + size << \" \" << line << \" \" << chosen << std::endl;",
        ],
    ),
    answer(
        "counted_from_one",
        "illegal",
        "blokus.move.start",
        [
            "column, row, code = max(moves, key=worth); print(int(column) + 1, int(row) + 1, code, flush=True)",
            "std::cout << column + 1 << \" \" << line + 1 << \" \" << chosen << std::endl;",
        ],
    ),
    answer(
        "the_shape_s_first_square_is_named",
        "illegal",
        "blokus.move.free",
        [
            "print(0, 0, 'A001', flush=True) if len(globals().setdefault('seen', [])) == 0 else print(1, 0, 'B002', flush=True); seen.append(0)",
            "static int turns; std::cout << (turns++ ? \"1 0 B002\" : \"0 0 A001\") << std::endl;",
        ],
    ),
    answer(
        "a_side_is_touched",
        "illegal",
        "blokus.move.side",
        [
            "print(0, 0, 'A001', flush=True) if len(globals().setdefault('seen', [])) == 0 else print(1, 0, 'B001', flush=True); seen.append(0)",
            "static int turns; std::cout << (turns++ ? \"1 0 B001\" : \"0 0 A001\") << std::endl;",
        ],
    ),
    answer(
        "any_free_cell_is_taken",
        "illegal",
        "blokus.move.corner",
        [
            "print(0, 0, 'A001', flush=True) if len(globals().setdefault('seen', [])) == 0 else print(5, 5, 'B001', flush=True); seen.append(0)",
            "static int turns; std::cout << (turns++ ? \"5 5 B001\" : \"0 0 A001\") << std::endl;",
        ],
    ),
    answer(
        "a_cell_that_is_not_connected_is_named",
        "illegal",
        "blokus.move.anchor",
        [
            "print(0, 0, 'A001', flush=True) if len(globals().setdefault('seen', [])) == 0 else print(2, 1, 'B002', flush=True); seen.append(0)",
            "static int turns; std::cout << (turns++ ? \"2 1 B002\" : \"0 0 A001\") << std::endl;",
        ],
    ),
    TWO_LINES.breaks("wire.answer.asked"),
    TOO_LATE.breaks("blokus.answer.time"),
    text(
        "shapes_are_read_each_turn",
        "died",
        "wire.process.alive",
        (
            "        _board = [",
            "        globals().setdefault('turns', []).append(0)\n        if len(turns) > 1: read_shapes()\n        _board = [",
        ),
        (
            "board.assign(size, \"\");",
            "static int turns; if (turns++) std::cin >> count >> count; board.assign(size, \"\");",
        ),
    ),
];
