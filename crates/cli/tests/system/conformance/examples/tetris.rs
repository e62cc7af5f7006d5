//! The example solutions of Tetris, broken.

use super::changes::*;

pub(crate) const TETRIS: Bots = Bots {
    game: "tetris",
    answer: BUFFERED,
    words: [
        "\"YES\" if possible(sequence) else \"NO\"",
        "(possible(sequence) ? \"YES\" : \"NO\")",
    ],
    scenario: "traps",
    hurried: &["grace=400"],
    patient: &[],
    broken: BROKEN,
};

const BROKEN: &[Broken] = &[
    answer(
        "no_holds",
        "illegal",
        "tetris.answer.yes",
        [
            "print(\"YES\" if all(len(set(sequence[at:at + 7])) == len(sequence[at:at + 7]) for at in range(0, len(sequence), 7)) else \"NO\")",
            "bool yes = true; for (size_t at = 0; at < sequence.size(); at += 7) { std::string bag = sequence.substr(at, 7); for (char c : bag) yes &= std::count(bag.begin(), bag.end(), c) == 1; } std::cout << (yes ? \"YES\" : \"NO\") << \"\\n\";",
        ],
    ),
    text(
        "held_for_good",
        "illegal",
        "tetris.answer.yes",
        (
            "left -= {piece}\n            held, older = left, False",
            "return False",
        ),
        ("held = left;", "return false;"),
    ),
    text(
        "slot_kept",
        "illegal",
        "tetris.answer.no",
        (
            "held, older = left, False",
            "held, older = frozenset(piece), older",
        ),
        ("held = left;\n            older = false;", "held = piece;"),
    ),
    text(
        "slot_with_anything",
        "illegal",
        "tetris.answer.no",
        ("held, older = left, False", "held, older = BAG, False"),
        ("held = left;", "held = BAG;"),
    ),
    answer(
        "lower_case",
        "format",
        "tetris.answer.word",
        [
            "print(\"yes\" if possible(sequence) else \"no\")",
            "std::cout << (possible(sequence) ? \"yes\" : \"no\") << \"\\n\";",
        ],
    ),
    answer(
        "stops_at_the_first_no",
        "format",
        "tetris.answer.count",
        [
            "print(\"YES\") if possible(sequence) else sys.exit(0)",
            "if (!possible(sequence)) break; std::cout << \"YES\\n\";",
        ],
    ),
    end(
        "debug_output",
        "unasked",
        "tetris.answer.only",
        ["print(\"done\")", "std::cout << \"done\\n\";"],
    ),
    EXIT_CODE.breaks("tetris.answer.exit"),
    NEVER_EXITS.breaks("tetris.answer.exit"),
    text(
        "too_late",
        "late",
        "tetris.answer.time",
        (
            "lines = sys.stdin.read().split()",
            "lines = sys.stdin.read().split(); __import__(\"time\").sleep(8)",
        ),
        (
            "std::cin >> cases;",
            "std::cin >> cases; std::system(\"sleep 8\");",
        ),
    ),
    text(
        "crashes_on_an_impossible_case",
        "died",
        "wire.process.alive",
        ("            return False", "            raise SystemError"),
        ("            return false;", "            std::abort();"),
    ),
];
