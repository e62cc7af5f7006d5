//! The example bots of Blokus, broken.

use super::Broken;

const PY_ANSWER: &str = "print(*max(moves, key=worth), flush=True)";
const CPP_ANSWER: &str = "std::cout << column << \" \" << line << \" \" << chosen << std::endl;";

/// A bot that answers in another way.
const fn answer(
    name: &'static str,
    python: &'static str,
    cpp: &'static str,
    kind: &'static str,
    clause: &'static str,
) -> Broken {
    Broken { name, python: (PY_ANSWER, python), cpp: (CPP_ANSWER, cpp), kind, clause }
}

pub(crate) const BLOKUS: &[Broken] = &[
    answer(
        "no_flush",
        // `input` flushes Python's own standard output.
        "globals().setdefault('out', open(1, 'w', closefd=False)).write(' '.join(max(moves, key=worth)) + '\\n')",
        "std::cin.tie(nullptr); std::cout << column << \" \" << line << \" \" << chosen << '\\n';",
        "late",
        "wire.line.flush",
    ),
    answer(
        "no_newline",
        "print(*max(moves, key=worth), end='', flush=True)",
        "std::cout << column << \" \" << line << \" \" << chosen << std::flush;",
        "late",
        "wire.line.newline",
    ),
    answer(
        "the_code_alone",
        "print(max(moves, key=worth)[2], flush=True)",
        "std::cout << chosen << std::endl;",
        "format",
        "blokus.answer.form",
    ),
    answer(
        "a_number_missing",
        "print(*max(moves, key=worth)[1:], flush=True)",
        "std::cout << line << \" \" << chosen << std::endl;",
        "format",
        "blokus.answer.form",
    ),
    answer(
        "lower_case",
        "print(' '.join(max(moves, key=worth)).lower(), flush=True)",
        "chosen[0] += 32; std::cout << column << \" \" << line << \" \" << chosen << std::endl;",
        "format",
        "blokus.answer.form",
    ),
    answer(
        "a_word_too_many",
        "print(*max(moves, key=worth), 'good luck', flush=True)",
        "std::cout << column << \" \" << line << \" \" << chosen << \" good luck\" << std::endl;",
        "format",
        "blokus.answer.form",
    ),
    answer(
        "a_word_before_the_answer",
        "print('MOVE', *max(moves, key=worth), flush=True)",
        "std::cout << \"MOVE \" << column << \" \" << line << \" \" << chosen << std::endl;",
        "format",
        "blokus.answer.form",
    ),
    answer(
        "flipped_twice",
        "column, row, code = max(moves, key=worth); print(column, row, code[0] + '2' + code[2:], flush=True)",
        "chosen[1] = '2'; std::cout << column << \" \" << line << \" \" << chosen << std::endl;",
        "format",
        "blokus.answer.form",
    ),
    answer(
        "squares_counted_from_nought",
        "column, row, code = max(moves, key=worth); print(column, row, code[:3] + str(int(code[3]) - 1), flush=True)",
        "chosen = \"A000\"; std::cout << column << \" \" << line << \" \" << chosen << std::endl;",
        "format",
        "blokus.answer.form",
    ),
    answer(
        "a_square_too_many",
        "column, row, code = max(moves, key=worth); print(column, row, 'A002', flush=True)",
        "std::cout << column << \" \" << line << \" A002\" << std::endl;",
        "illegal",
        "blokus.move.square",
    ),
    answer(
        "a_shape_that_is_not_in_play",
        "letter = next(letter for letter in 'ABCDEFGHIJKLMNOPQRSTU' if letter not in sizes); \
         print(0, 0, letter + '001', flush=True)",
        "char letter = 'A'; while (shapes.count(letter)) letter++; \
         std::cout << \"0 0 \" << letter << \"001\" << std::endl;",
        "illegal",
        "blokus.move.letter",
    ),
    answer(
        "a_shape_twice",
        "print(*globals().setdefault('first', max(moves, key=worth)), flush=True)",
        "static auto first = std::to_string(column) + \" \" + std::to_string(line) + \" \" + chosen; \
         std::cout << first << std::endl;",
        "illegal",
        "blokus.move.used",
    ),
    answer(
        "off_the_board",
        "column, row, code = max(moves, key=worth); print(int(column) + size, row, code, flush=True)",
        "std::cout << column + size << \" \" << line << \" \" << chosen << std::endl;",
        "illegal",
        "blokus.move.inside",
    ),
    answer(
        "counted_from_one",
        "column, row, code = max(moves, key=worth); print(int(column) + 1, int(row) + 1, code, flush=True)",
        "std::cout << column + 1 << \" \" << line + 1 << \" \" << chosen << std::endl;",
        "illegal",
        "blokus.move.start",
    ),
    answer(
        "the_shape_s_first_square_is_named",
        "print(0, 0, 'A001', flush=True) if len(globals().setdefault('seen', [])) == 0 else print(1, 0, 'B002', flush=True); seen.append(0)",
        "static int turns; std::cout << (turns++ ? \"1 0 B002\" : \"0 0 A001\") << std::endl;",
        "illegal",
        "blokus.move.free",
    ),
    answer(
        "a_side_is_touched",
        "print(0, 0, 'A001', flush=True) if len(globals().setdefault('seen', [])) == 0 else print(1, 0, 'B001', flush=True); seen.append(0)",
        "static int turns; std::cout << (turns++ ? \"1 0 B001\" : \"0 0 A001\") << std::endl;",
        "illegal",
        "blokus.move.side",
    ),
    answer(
        "any_free_cell_is_taken",
        "print(0, 0, 'A001', flush=True) if len(globals().setdefault('seen', [])) == 0 else print(5, 5, 'B001', flush=True); seen.append(0)",
        "static int turns; std::cout << (turns++ ? \"5 5 B001\" : \"0 0 A001\") << std::endl;",
        "illegal",
        "blokus.move.corner",
    ),
    answer(
        "a_cell_that_is_not_connected_is_named",
        "print(0, 0, 'A001', flush=True) if len(globals().setdefault('seen', [])) == 0 else print(2, 1, 'B002', flush=True); seen.append(0)",
        "static int turns; std::cout << (turns++ ? \"2 1 B002\" : \"0 0 A001\") << std::endl;",
        "illegal",
        "blokus.move.anchor",
    ),
    answer(
        "two_lines",
        "print(*max(moves, key=worth), '\\n0 0 A001', flush=True)",
        "std::cout << column << \" \" << line << \" \" << chosen << \"\\n0 0 A001\" << std::endl;",
        "unasked",
        "wire.answer.asked",
    ),
    answer(
        "too_late",
        "__import__('time').sleep(3); print(*max(moves, key=worth), flush=True)",
        "std::system(\"sleep 3\"); std::cout << column << \" \" << line << \" \" << chosen << std::endl;",
        "late",
        "blokus.answer.time",
    ),
    Broken {
        name: "shapes_are_read_each_turn",
        python: (
            "        _board = [",
            "        globals().setdefault('turns', []).append(0)\n        if len(turns) > 1: read_shapes()\n        _board = [",
        ),
        cpp: (
            "board.assign(size, \"\");",
            "static int turns; if (turns++) std::cin >> count >> count; board.assign(size, \"\");",
        ),
        kind: "died",
        clause: "wire.process.alive",
    },
];
