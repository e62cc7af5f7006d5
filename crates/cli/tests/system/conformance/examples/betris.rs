//! The example bots of Betris, broken.

use super::changes::*;

const PY_PLACE: &str =
    "print(\"PLACE\", len(cells), *(number for cell in cells for number in cell), flush=True)";
const CPP_PLACE: &str = "std::cout << \"PLACE \" << cells.size();";

pub(crate) const BETRIS: Bots = Bots {
    game: "betris",
    answer: FLUSHED,
    words: [
        "\"BET\", wanted, min(2, chips)",
        "\"BET \" << wanted << \" \" << std::min(2, chips)",
    ],
    scenario: "reference",
    hurried: &["bank=800", "ready=1200", "grace=400"],
    patient: &[],
    broken: BROKEN,
};

const BROKEN: &[Broken] = &[
    NO_OK.breaks("betris.ready.time"),
    NO_FLUSH.breaks("wire.line.flush"),
    NO_NEWLINE.breaks("wire.line.newline"),
    answer(
        "bet_word_missing",
        "format",
        "betris.phase1.answer",
        [
            "print(wanted, min(2, chips), flush=True)",
            "std::cout << wanted << \" 2\" << std::endl;",
        ],
    ),
    answer(
        "block_not_offered",
        "illegal",
        "betris.bet.block",
        [
            "print(\"BET\", \"L3\", 2, flush=True)",
            "std::cout << \"BET L3 2\" << std::endl;",
        ],
    ),
    answer(
        "bet_above_the_highest",
        "illegal",
        "betris.bet.range",
        [
            "print(\"BET\", wanted, 6, flush=True)",
            "std::cout << \"BET \" << wanted << \" 6\" << std::endl;",
        ],
    ),
    answer(
        "bet_above_the_chips",
        "illegal",
        "betris.bet.affordable",
        [
            "print(\"BET\", wanted, 5, flush=True)",
            "std::cout << \"BET \" << wanted << \" 5\" << std::endl;",
        ],
    ),
    text(
        "place_word_missing",
        "format",
        "betris.phase2.answer",
        (
            PY_PLACE,
            "print(len(cells), *(number for cell in cells for number in cell), flush=True)",
        ),
        (CPP_PLACE, "std::cout << cells.size();"),
    ),
    text(
        "numbers_counted_instead_of_cells",
        "format",
        "betris.phase2.answer",
        (
            PY_PLACE,
            "print(\"PLACE\", 2 * len(cells), *(number for cell in cells for number in cell), flush=True)",
        ),
        (CPP_PLACE, "std::cout << \"PLACE \" << 2 * cells.size();"),
    ),
    text(
        "counted_from_zero",
        "illegal",
        "betris.place.inside",
        (
            PY_PLACE,
            "print(\"PLACE\", len(cells), *(number - 1 for cell in cells for number in cell), flush=True)",
        ),
        (
            "std::cout << \" \" << x << \" \" << y;",
            "std::cout << \" \" << x - 1 << \" \" << y - 1;",
        ),
    ),
    text(
        "own_placement_forgotten",
        "illegal",
        "betris.place.empty",
        ("filled.update(cells)", "pass"),
        ("for (auto [x, y] : cells) filled[x][y] = true;", ""),
    ),
    text(
        "another_block",
        "illegal",
        "betris.place.shape",
        (
            "cells = choose(filled, block)",
            "cells = choose(filled, 'L5' if block[1] == '5' else block)",
        ),
        (
            "choose(block);",
            "choose(block[1] == '5' ? \"L5\" : block);",
        ),
    ),
    text(
        "a_cell_twice",
        "illegal",
        "betris.place.distinct",
        (
            "cells = choose(filled, block)",
            "cells = choose(filled, block); cells[-1:] = cells[:1]",
        ),
        (
            "choose(block);",
            "choose(block); cells.back() = cells.front();",
        ),
    ),
    TWO_LINES.breaks("wire.answer.asked"),
    OUTPUT_AFTER_FINISH.breaks("betris.finish.silent"),
    NEVER_EXITS.breaks("betris.finish.normal"),
    EXIT_CODE.breaks("betris.finish.normal"),
    text(
        "too_late",
        "late",
        "betris.phase2.time",
        (
            PY_PLACE,
            "__import__('time').sleep(8); print(\"PLACE 0\", flush=True)",
        ),
        (
            CPP_PLACE,
            "std::system(\"sleep 8\"); std::cout << \"PLACE \" << cells.size();",
        ),
    ),
    text(
        "no_branch_for_a_pass",
        "died",
        "wire.process.alive",
        (
            "key=lambda cells: touching(filled, cells), default=[])",
            "key=lambda cells: touching(filled, cells))",
        ),
        (
            CPP_PLACE,
            "if (cells.empty()) std::abort();\nstd::cout << \"PLACE \" << cells.size();",
        ),
    ),
];
