//! The example bots of Black Out, broken.

use super::changes::*;

const PY_IMAGE: &str = "play(ROWS + 1 - r2, COLS + 1 - c2, ROWS + 1 - r1, COLS + 1 - c1)";
const CPP_IMAGE: &str = "play(ROWS + 1 - r2, COLS + 1 - c2, ROWS + 1 - r1, COLS + 1 - c1);";

pub(crate) const BLACKOUT: Bots = Bots {
    game: "blackout",
    answer: FLUSHED,
    words: [
        "r1, c1, r2, c2",
        "r1 << \" \" << c1 << \" \" << r2 << \" \" << c2",
    ],
    scenario: "one_game",
    hurried: &["wall=1000", "grace=400"],
    patient: &[],
    broken: BROKEN,
};

const BROKEN: &[Broken] = &[
    NO_FLUSH.breaks("wire.line.flush"),
    NO_NEWLINE.breaks("wire.line.newline"),
    answer(
        "the_judge_s_own_form",
        "format",
        "blackout.move.answer",
        [
            "print('MOVE', r1, c1, r2, c2, flush=True)",
            "std::cout << \"MOVE \" << WORDS << std::endl;",
        ],
    ),
    answer(
        "a_fifth_word",
        "format",
        "blackout.move.extra",
        [
            "print(r1, c1, r2, c2, 'now', flush=True)",
            "std::cout << WORDS << \" now\" << std::endl;",
        ],
    ),
    answer(
        "counted_from_zero",
        "illegal",
        "blackout.move.inside",
        [
            "print(r1 - 1, c1 - 1, r2 - 1, c2 - 1, flush=True)",
            "std::cout << r1 - 1 << \" \" << c1 - 1 << \" \" << r2 - 1 << \" \" << c2 - 1 << std::endl;",
        ],
    ),
    answer(
        "rows_and_columns_swapped",
        "illegal",
        "blackout.move.inside",
        [
            "print(c1, r1, c2, r2, flush=True)",
            "std::cout << c1 << \" \" << r1 << \" \" << c2 << \" \" << r2 << std::endl;",
        ],
    ),
    answer(
        "the_ends_swapped",
        "illegal",
        "blackout.move.order",
        [
            "print(r2, c2, r1, c1, flush=True)",
            "std::cout << r2 << \" \" << c2 << \" \" << r1 << \" \" << c1 << std::endl;",
        ],
    ),
    text(
        "the_same_segment_again",
        "illegal",
        "blackout.move.new",
        (PY_IMAGE, "play(r1, c1, r2, c2)"),
        (CPP_IMAGE, "play(r1, c1, r2, c2);"),
    ),
    TWO_LINES.breaks("wire.answer.asked"),
    text(
        "a_weak_opening",
        "illegal",
        "blackout.move.new",
        ("play(3, 1, 3, COLS)", "play(3, 1, 3, COLS - 1)"),
        ("play(3, 1, 3, COLS);", "play(3, 1, 3, COLS - 1);"),
    ),
    text(
        "one_square_at_a_time",
        "lost",
        "blackout.win.every",
        (
            PY_IMAGE,
            "black = globals().setdefault('BLACK', set())\n            \
             black.update((r, c) for r in range(r1, r2 + 1) for c in range(c1, c2 + 1))\n            \
             white = [(r, c) for r in range(1, 6) for c in range(1, 7) if r != 3 and (r, c) not in black]\n            \
             black.add(white[0])\n            play(*white[0], *white[0])",
        ),
        (
            CPP_IMAGE,
            "static bool black[7][8];\n\
             for (int r = r1; r <= r2; r++) for (int c = c1; c <= c2; c++) black[r][c] = true;\n\
             for (int at = 0; at < 30; at++) { int r = at / 6 + 1, c = at % 6 + 1;\n\
             if (r != 3 && !black[r][c]) { black[r][c] = true; play(r, c, r, c); break; } }",
        ),
    ),
    text(
        "a_game_too_many",
        "unasked",
        "blackout.end.silent",
        ("while games > 0:", "while games >= 0:"),
        ("while (games > 0) {", "while (games >= 0) {"),
    ),
    NEVER_EXITS.breaks("blackout.end.exit"),
    EXIT_CODE.breaks("blackout.end.exit"),
    TOO_LATE.breaks("blackout.clock.wall"),
    text(
        "crashes_on_the_second_move",
        "died",
        "wire.process.alive",
        (PY_IMAGE, "[][0]"),
        (CPP_IMAGE, "std::abort();"),
    ),
];
