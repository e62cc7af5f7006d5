//! The example bots conform; broken in the classic ways, each is caught with the right class and clause.

#[path = "examples/blokus.rs"]
mod blokus;

use blokus::BLOKUS;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use stickler::check::bot::{Case, Plan, Summary};
use stickler::games;
use stickler::params::Settings;
use stickler::report::run::failure;

/// A change to a bot's source that breaks it: what it is, the text in Python and in C++, and what must be found.
struct Broken {
    name: &'static str,
    python: (&'static str, &'static str),
    cpp: (&'static str, &'static str),
    kind: &'static str,
    clause: &'static str,
}

const PY_OK: &str = "print(\"OK\", flush=True)";
const PY_MOVE: &str = "print(\"MOVE\", *cell, flush=True)";
const PY_END: &str = "            break\n\n\nmain()";
const CPP_OK: &str = "std::cout << \"OK\" << std::endl;";
const CPP_MOVE: &str = "std::cout << \"MOVE \" << x << \" \" << y << std::endl;";
const CPP_END: &str = "            break;\n        }\n    }\n}";

const GOMOKU: &[Broken] = &[
    Broken { name: "no_ok", python: (PY_OK, "pass"), cpp: (CPP_OK, ""), kind: "late", clause: "gomoku.ready.time" },
    Broken {
        name: "no_flush",
        python: (PY_MOVE, "print(\"MOVE\", *cell)"),
        cpp: (CPP_MOVE, "std::cout << \"MOVE \" << x << \" \" << y << '\\n';\nstd::cin.tie(nullptr);"),
        kind: "late",
        clause: "wire.line.flush",
    },
    Broken {
        name: "no_newline",
        python: (PY_MOVE, "print(\"MOVE\", *cell, end='', flush=True)"),
        cpp: (CPP_MOVE, "std::cout << \"MOVE \" << x << \" \" << y << std::flush;"),
        kind: "late",
        clause: "wire.line.newline",
    },
    Broken {
        name: "move_word_missing",
        python: (PY_MOVE, "print(*cell, flush=True)"),
        cpp: (CPP_MOVE, "std::cout << x << \" \" << y << std::endl;"),
        kind: "format",
        clause: "gomoku.turn.answer",
    },
    Broken {
        name: "occupied_cell",
        python: ("board[int(rest[0]), int(rest[1])] = \"opponent\"", "pass"),
        cpp: ("board[x][y] = 'o';", ""),
        kind: "illegal",
        clause: "gomoku.move.empty",
    },
    Broken {
        name: "own_move_forgotten",
        python: ("board[cell] = \"me\"", "pass"),
        cpp: ("board[x][y] = 'm';", ""),
        kind: "illegal",
        clause: "gomoku.move.empty",
    },
    Broken {
        name: "out_of_the_board",
        python: (PY_MOVE, "print(\"MOVE\", cell[0] + 8, cell[1], flush=True)"),
        cpp: (CPP_MOVE, "std::cout << \"MOVE \" << x + 8 << \" \" << y << std::endl;"),
        kind: "illegal",
        clause: "gomoku.move.inside",
    },
    Broken {
        name: "two_lines",
        python: (PY_MOVE, "print(\"MOVE\", *cell, \"\\nMOVE\", *cell, flush=True)"),
        cpp: (CPP_MOVE, "std::cout << \"MOVE \" << x << \" \" << y << \"\\nMOVE \" << x << \" \" << y << std::endl;"),
        kind: "unasked",
        clause: "wire.answer.asked",
    },
    Broken {
        name: "output_after_finish",
        python: (PY_END, "            print('BYE', flush=True)\n            break\n\n\nmain()"),
        cpp: (CPP_END, "            std::cout << \"BYE\" << std::endl;\n            break;\n        }\n    }\n}"),
        kind: "unasked",
        clause: "gomoku.finish.silent",
    },
    Broken {
        name: "never_exits",
        python: (PY_END, "            pass\n\n\nmain()"),
        cpp: (CPP_END, "            ;\n        }\n    }\n}"),
        kind: "ending",
        clause: "gomoku.finish.exit",
    },
    Broken {
        name: "exit_code",
        python: (PY_END, "            sys.exit(3)\n\n\nmain()"),
        cpp: (CPP_END, "            return 3;\n        }\n    }\n}"),
        kind: "ending",
        clause: "gomoku.finish.exit",
    },
    Broken {
        name: "too_late",
        python: (PY_MOVE, "__import__('time').sleep(2); print(\"MOVE\", *cell, flush=True)"),
        cpp: (CPP_MOVE, "std::system(\"sleep 2\"); std::cout << \"MOVE \" << x << \" \" << y << std::endl;"),
        kind: "late",
        clause: "gomoku.turn.time",
    },
    Broken {
        name: "crashes_on_the_third_move",
        python: (PY_MOVE, "print(\"MOVE\", *cell, flush=True) if len(board) < 5 else [][0]"),
        cpp: (
            CPP_MOVE,
            "static int moves; if (++moves == 3) std::abort(); std::cout << \"MOVE \" << x << \" \" << y << std::endl;",
        ),
        kind: "died",
        clause: "wire.process.alive",
    },
    Broken {
        name: "lower_case",
        python: (PY_MOVE, "print(\"move\", *cell, flush=True)"),
        cpp: (CPP_MOVE, "std::cout << \"move \" << x << \" \" << y << std::endl;"),
        kind: "format",
        clause: "gomoku.turn.answer",
    },
];

const PY_BET: &str = "print(\"BET\", wanted, min(2, chips), flush=True)";
const PY_PLACE: &str = "print(\"PLACE\", len(cells), *(number for cell in cells for number in cell), flush=True)";
const CPP_BET: &str = "std::cout << \"BET \" << wanted << \" \" << std::min(2, chips) << std::endl;";
const CPP_PLACE: &str = "std::cout << \"PLACE \" << cells.size();";

const BETRIS: &[Broken] = &[
    Broken { name: "no_ok", python: (PY_OK, "pass"), cpp: (CPP_OK, ""), kind: "late", clause: "betris.ready.time" },
    Broken {
        name: "no_flush",
        python: (PY_BET, "print(\"BET\", wanted, min(2, chips))"),
        cpp: (CPP_BET, "std::cout << \"BET \" << wanted << \" 2\\n\";\nstd::cin.tie(nullptr);"),
        kind: "late",
        clause: "wire.line.flush",
    },
    Broken {
        name: "no_newline",
        python: (PY_BET, "print(\"BET\", wanted, min(2, chips), end='', flush=True)"),
        cpp: (CPP_BET, "std::cout << \"BET \" << wanted << \" 2\" << std::flush;"),
        kind: "late",
        clause: "wire.line.newline",
    },
    Broken {
        name: "bet_word_missing",
        python: (PY_BET, "print(wanted, min(2, chips), flush=True)"),
        cpp: (CPP_BET, "std::cout << wanted << \" 2\" << std::endl;"),
        kind: "format",
        clause: "betris.phase1.answer",
    },
    Broken {
        name: "block_not_offered",
        python: (PY_BET, "print(\"BET\", \"L3\", 2, flush=True)"),
        cpp: (CPP_BET, "std::cout << \"BET L3 2\" << std::endl;"),
        kind: "illegal",
        clause: "betris.bet.block",
    },
    Broken {
        name: "bet_above_the_highest",
        python: (PY_BET, "print(\"BET\", wanted, 6, flush=True)"),
        cpp: (CPP_BET, "std::cout << \"BET \" << wanted << \" 6\" << std::endl;"),
        kind: "illegal",
        clause: "betris.bet.range",
    },
    Broken {
        name: "bet_above_the_chips",
        python: (PY_BET, "print(\"BET\", wanted, 5, flush=True)"),
        cpp: (CPP_BET, "std::cout << \"BET \" << wanted << \" 5\" << std::endl;"),
        kind: "illegal",
        clause: "betris.bet.affordable",
    },
    Broken {
        name: "place_word_missing",
        python: (PY_PLACE, "print(len(cells), *(number for cell in cells for number in cell), flush=True)"),
        cpp: (CPP_PLACE, "std::cout << cells.size();"),
        kind: "format",
        clause: "betris.phase2.answer",
    },
    Broken {
        name: "numbers_counted_instead_of_cells",
        python: (
            PY_PLACE,
            "print(\"PLACE\", 2 * len(cells), *(number for cell in cells for number in cell), flush=True)",
        ),
        cpp: (CPP_PLACE, "std::cout << \"PLACE \" << 2 * cells.size();"),
        kind: "format",
        clause: "betris.phase2.answer",
    },
    Broken {
        name: "counted_from_zero",
        python: (
            PY_PLACE,
            "print(\"PLACE\", len(cells), *(number - 1 for cell in cells for number in cell), flush=True)",
        ),
        cpp: ("std::cout << \" \" << x << \" \" << y;", "std::cout << \" \" << x - 1 << \" \" << y - 1;"),
        kind: "illegal",
        clause: "betris.place.inside",
    },
    Broken {
        name: "own_placement_forgotten",
        python: ("filled.update(cells)", "pass"),
        cpp: ("for (auto [x, y] : cells) filled[x][y] = true;", ""),
        kind: "illegal",
        clause: "betris.place.empty",
    },
    Broken {
        name: "another_block",
        python: ("cells = choose(filled, block)", "cells = choose(filled, 'L5' if block[1] == '5' else block)"),
        cpp: ("choose(block);", "choose(block[1] == '5' ? \"L5\" : block);"),
        kind: "illegal",
        clause: "betris.place.shape",
    },
    Broken {
        name: "a_cell_twice",
        python: ("cells = choose(filled, block)", "cells = choose(filled, block); cells[-1:] = cells[:1]"),
        cpp: ("choose(block);", "choose(block); cells.back() = cells.front();"),
        kind: "illegal",
        clause: "betris.place.distinct",
    },
    Broken {
        name: "two_lines",
        python: (PY_BET, "print(\"BET\", wanted, \"2\\nBET\", wanted, 2, flush=True)"),
        cpp: (CPP_BET, "std::cout << \"BET \" << wanted << \" 2\\nBET \" << wanted << \" 2\" << std::endl;"),
        kind: "unasked",
        clause: "wire.answer.asked",
    },
    Broken {
        name: "output_after_finish",
        python: (PY_END, "            print('BYE', flush=True)\n            break\n\n\nmain()"),
        cpp: (CPP_END, "            std::cout << \"BYE\" << std::endl;\n            break;\n        }\n    }\n}"),
        kind: "unasked",
        clause: "betris.finish.silent",
    },
    Broken {
        name: "never_exits",
        python: (PY_END, "            pass\n\n\nmain()"),
        cpp: (CPP_END, "            ;\n        }\n    }\n}"),
        kind: "ending",
        clause: "betris.finish.exit",
    },
    Broken {
        name: "exit_code",
        python: (PY_END, "            sys.exit(3)\n\n\nmain()"),
        cpp: (CPP_END, "            return 3;\n        }\n    }\n}"),
        kind: "ending",
        clause: "betris.finish.exit",
    },
    Broken {
        name: "too_late",
        python: (PY_PLACE, "__import__('time').sleep(2); print(\"PLACE 0\", flush=True)"),
        cpp: (CPP_PLACE, "std::system(\"sleep 2\"); std::cout << \"PLACE \" << cells.size();"),
        kind: "late",
        clause: "betris.phase2.time",
    },
    Broken {
        name: "no_branch_for_a_pass",
        python: (
            "key=lambda cells: touching(filled, cells), default=[])",
            "key=lambda cells: touching(filled, cells))",
        ),
        cpp: (CPP_PLACE, "if (cells.empty()) std::abort();\nstd::cout << \"PLACE \" << cells.size();"),
        kind: "died",
        clause: "wire.process.alive",
    },
];

const PY_PLAY: &str = "print(r1, c1, r2, c2, flush=True)";
const PY_IMAGE: &str = "play(ROWS + 1 - r2, COLS + 1 - c2, ROWS + 1 - r1, COLS + 1 - c1)";
const PY_COUNT: &str = "games -= 1\n";
const CPP_PLAY: &str = "std::cout << r1 << \" \" << c1 << \" \" << r2 << \" \" << c2 << std::endl;";
const CPP_IMAGE: &str = "play(ROWS + 1 - r2, COLS + 1 - c2, ROWS + 1 - r1, COLS + 1 - c1);";
const CPP_COUNT: &str = "        games--;\n    }\n";

const BLACKOUT: &[Broken] = &[
    Broken {
        name: "no_flush",
        python: (PY_PLAY, "print(r1, c1, r2, c2)"),
        cpp: (
            CPP_PLAY,
            "std::cin.tie(nullptr); std::cout << r1 << \" \" << c1 << \" \" << r2 << \" \" << c2 << '\\n';",
        ),
        kind: "late",
        clause: "wire.line.flush",
    },
    Broken {
        name: "no_newline",
        python: (PY_PLAY, "print(r1, c1, r2, c2, end='', flush=True)"),
        cpp: (CPP_PLAY, "std::cout << r1 << \" \" << c1 << \" \" << r2 << \" \" << c2 << std::flush;"),
        kind: "late",
        clause: "wire.line.newline",
    },
    Broken {
        name: "the_judge_s_own_form",
        python: (PY_PLAY, "print('MOVE', r1, c1, r2, c2, flush=True)"),
        cpp: (CPP_PLAY, "std::cout << \"MOVE \" << r1 << \" \" << c1 << \" \" << r2 << \" \" << c2 << std::endl;"),
        kind: "format",
        clause: "blackout.move.answer",
    },
    Broken {
        name: "a_fifth_word",
        python: (PY_PLAY, "print(r1, c1, r2, c2, 'now', flush=True)"),
        cpp: (CPP_PLAY, "std::cout << r1 << \" \" << c1 << \" \" << r2 << \" \" << c2 << \" now\" << std::endl;"),
        kind: "format",
        clause: "blackout.move.extra",
    },
    Broken {
        name: "counted_from_zero",
        python: (PY_PLAY, "print(r1 - 1, c1 - 1, r2 - 1, c2 - 1, flush=True)"),
        cpp: (CPP_PLAY, "std::cout << r1 - 1 << \" \" << c1 - 1 << \" \" << r2 - 1 << \" \" << c2 - 1 << std::endl;"),
        kind: "illegal",
        clause: "blackout.move.inside",
    },
    Broken {
        name: "rows_and_columns_swapped",
        python: (PY_PLAY, "print(c1, r1, c2, r2, flush=True)"),
        cpp: (CPP_PLAY, "std::cout << c1 << \" \" << r1 << \" \" << c2 << \" \" << r2 << std::endl;"),
        kind: "illegal",
        clause: "blackout.move.inside",
    },
    Broken {
        name: "the_ends_swapped",
        python: (PY_PLAY, "print(r2, c2, r1, c1, flush=True)"),
        cpp: (CPP_PLAY, "std::cout << r2 << \" \" << c2 << \" \" << r1 << \" \" << c1 << std::endl;"),
        kind: "illegal",
        clause: "blackout.move.order",
    },
    Broken {
        name: "the_same_segment_again",
        python: (PY_IMAGE, "play(r1, c1, r2, c2)"),
        cpp: (CPP_IMAGE, "play(r1, c1, r2, c2);"),
        kind: "illegal",
        clause: "blackout.move.new",
    },
    Broken {
        name: "two_lines",
        python: (PY_PLAY, "print(r1, c1, r2, c2, f'\\n{r1}', c1, r2, c2, flush=True)"),
        cpp: (CPP_PLAY, "std::cout << r1 << \" \" << c1 << \" \" << r2 << \" \" << c2 << \"\\n1 1 1 1\" << std::endl;"),
        kind: "unasked",
        clause: "wire.answer.asked",
    },
    Broken {
        name: "a_weak_opening",
        python: ("play(3, 1, 3, COLS)", "play(3, 1, 3, COLS - 1)"),
        cpp: ("play(3, 1, 3, COLS);", "play(3, 1, 3, COLS - 1);"),
        kind: "illegal",
        clause: "blackout.move.new",
    },
    Broken {
        name: "one_square_at_a_time",
        python: (
            PY_IMAGE,
            "black = globals().setdefault('BLACK', set())\n            \
             black.update((r, c) for r in range(r1, r2 + 1) for c in range(c1, c2 + 1))\n            \
             white = [(r, c) for r in range(1, 6) for c in range(1, 7) if r != 3 and (r, c) not in black]\n            \
             black.add(white[0])\n            play(*white[0], *white[0])",
        ),
        cpp: (
            CPP_IMAGE,
            "static bool black[7][8];\n\
             for (int r = r1; r <= r2; r++) for (int c = c1; c <= c2; c++) black[r][c] = true;\n\
             for (int at = 0; at < 30; at++) { int r = at / 6 + 1, c = at % 6 + 1;\n\
             if (r != 3 && !black[r][c]) { black[r][c] = true; play(r, c, r, c); break; } }",
        ),
        kind: "lost",
        clause: "blackout.win.every",
    },
    Broken {
        name: "a_game_too_many",
        python: ("while games > 0:", "while games >= 0:"),
        cpp: ("while (games > 0) {", "while (games >= 0) {"),
        kind: "unasked",
        clause: "blackout.end.silent",
    },
    Broken {
        name: "never_exits",
        python: (PY_COUNT, "games -= 1\n    __import__('time').sleep(30)\n"),
        cpp: (CPP_COUNT, "        games--;\n    }\n    std::system(\"sleep 30\");\n"),
        kind: "ending",
        clause: "blackout.end.exit",
    },
    Broken {
        name: "exit_code",
        python: (PY_COUNT, "games -= 1\n    sys.exit(3)\n"),
        cpp: (CPP_COUNT, "        games--;\n    }\n    return 3;\n"),
        kind: "ending",
        clause: "blackout.end.exit",
    },
    Broken {
        name: "too_late",
        python: (PY_PLAY, "__import__('time').sleep(2); print(r1, c1, r2, c2, flush=True)"),
        cpp: (CPP_PLAY, "std::system(\"sleep 2\");"),
        kind: "late",
        clause: "blackout.clock.wall",
    },
    Broken {
        name: "crashes_on_the_second_move",
        python: (PY_IMAGE, "[][0]"),
        cpp: (CPP_IMAGE, "std::abort();"),
        kind: "died",
        clause: "wire.process.alive",
    },
];

const PY_ANSWER: &str = "print(\"YES\" if possible(sequence) else \"NO\")";
const PY_LAST: &str = "\n\n\nmain()\n";
const CPP_ANSWER: &str = "std::cout << (possible(sequence) ? \"YES\" : \"NO\") << \"\\n\";";
const CPP_LAST: &str = "\n    }\n}\n";

const TETRIS: &[Broken] = &[
    Broken {
        name: "no_holds",
        python: (
            PY_ANSWER,
            "print(\"YES\" if all(len(set(sequence[at:at + 7])) == len(sequence[at:at + 7]) for at in range(0, len(sequence), 7)) else \"NO\")",
        ),
        cpp: (
            CPP_ANSWER,
            "bool yes = true; for (size_t at = 0; at < sequence.size(); at += 7) { std::string bag = sequence.substr(at, 7); for (char c : bag) yes &= std::count(bag.begin(), bag.end(), c) == 1; } std::cout << (yes ? \"YES\" : \"NO\") << \"\\n\";",
        ),
        kind: "illegal",
        clause: "tetris.answer.yes",
    },
    Broken {
        name: "held_for_good",
        python: ("left -= {piece}\n            held, older = left, False", "return False"),
        cpp: ("held = left;", "return false;"),
        kind: "illegal",
        clause: "tetris.answer.yes",
    },
    Broken {
        name: "slot_kept",
        python: ("held, older = left, False", "held, older = frozenset(piece), older"),
        cpp: ("held = left;\n            older = false;", "held = piece;"),
        kind: "illegal",
        clause: "tetris.answer.no",
    },
    Broken {
        name: "slot_with_anything",
        python: ("held, older = left, False", "held, older = BAG, False"),
        cpp: ("held = left;", "held = BAG;"),
        kind: "illegal",
        clause: "tetris.answer.no",
    },
    Broken {
        name: "lower_case",
        python: (PY_ANSWER, "print(\"yes\" if possible(sequence) else \"no\")"),
        cpp: (CPP_ANSWER, "std::cout << (possible(sequence) ? \"yes\" : \"no\") << \"\\n\";"),
        kind: "format",
        clause: "tetris.answer.word",
    },
    Broken {
        name: "stops_at_the_first_no",
        python: (PY_ANSWER, "print(\"YES\") if possible(sequence) else sys.exit(0)"),
        cpp: (CPP_ANSWER, "if (!possible(sequence)) break; std::cout << \"YES\\n\";"),
        kind: "format",
        clause: "tetris.answer.count",
    },
    Broken {
        name: "debug_output",
        python: (PY_LAST, "\n    print(\"done\")\n\n\nmain()\n"),
        cpp: (CPP_LAST, "\n    }\n    std::cout << \"done\\n\";\n}\n"),
        kind: "unasked",
        clause: "tetris.answer.only",
    },
    Broken {
        name: "exit_code",
        python: (PY_LAST, "\n    sys.exit(3)\n\n\nmain()\n"),
        cpp: (CPP_LAST, "\n    }\n    return 3;\n}\n"),
        kind: "ending",
        clause: "tetris.answer.exit",
    },
    Broken {
        name: "never_exits",
        python: (
            PY_LAST,
            "\n    sys.stdout.flush()\n    while True:\n        __import__(\"time\").sleep(1)\n\n\nmain()\n",
        ),
        cpp: (CPP_LAST, "\n    }\n    std::cout.flush();\n    std::system(\"sleep 20\");\n}\n"),
        kind: "ending",
        clause: "tetris.answer.exit",
    },
    Broken {
        name: "too_late",
        python: ("lines = sys.stdin.read().split()", "lines = sys.stdin.read().split(); __import__(\"time\").sleep(2)"),
        cpp: ("std::cin >> cases;", "std::cin >> cases; std::system(\"sleep 2\");"),
        kind: "late",
        clause: "tetris.answer.time",
    },
    Broken {
        name: "crashes_on_an_impossible_case",
        python: ("            return False", "            raise SystemError"),
        cpp: ("            return false;", "            std::abort();"),
        kind: "died",
        clause: "wire.process.alive",
    },
];

fn main() {
    let scratch = Scratch::new();
    let mut trials = Vec::new();
    for language in [Language::Python, Language::Cpp] {
        let games =
            [("betris", BETRIS), ("blackout", BLACKOUT), ("blokus", BLOKUS), ("gomoku", GOMOKU), ("tetris", TETRIS)];
        for (game, broken) in games {
            trials.push(trial(game, language, None, &scratch));
            trials.extend(broken.iter().map(|broken| trial(game, language, Some(broken), &scratch)));
        }
    }
    trials.extend(["blokus_first", "blokus_equivalent"].map(another));
    let done = libtest_mimic::run(&Arguments::from_args(), trials);
    drop(scratch);
    done.exit();
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Python,
    Cpp,
}

/// A folder for the changed bots, removed at the end.
struct Scratch(Arc<PathBuf>);

impl Scratch {
    fn new() -> Scratch {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("examples-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a scratch folder");
        Scratch(Arc::new(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&*self.0);
    }
}

/// The other example bots of Blokus conform too.
fn another(bot: &'static str) -> Trial {
    match python() {
        None => {
            Trial::test(format!("blokus::python::{bot} (skipped: no python here)"), || Ok(())).with_ignored_flag(true)
        }
        Some(tool) => Trial::test(format!("blokus::python::{bot}"), move || {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/bots/{bot}.py"));
            conforms("blokus", [tool, path].map(|word| word.to_string_lossy().into_owned()).to_vec())
        }),
    }
}

fn trial(game: &'static str, language: Language, broken: Option<&'static Broken>, scratch: &Scratch) -> Trial {
    let what = broken.map_or("conforms", |broken| broken.name);
    let (word, tool) = match language {
        Language::Python => ("python", python()),
        Language::Cpp => ("cpp", which("g++")),
    };
    let folder = scratch.0.clone();
    match tool {
        None => {
            Trial::test(format!("{game}::{word}::{what} (skipped: no {word} here)"), || Ok(())).with_ignored_flag(true)
        }
        Some(tool) => Trial::test(format!("{game}::{word}::{what}"), move || {
            let command = prepare(game, language, broken, &tool, &folder)?;
            match broken {
                None => conforms(game, command),
                Some(broken) => is_caught(game, command, broken),
            }
        }),
    }
}

/// The real interpreter: one behind a version manager takes a tenth of a second to start.
fn python() -> Option<PathBuf> {
    let usual = ["/usr/bin/python3", "/usr/local/bin/python3"].map(PathBuf::from);
    usual.into_iter().find(|path| path.exists()).or_else(|| which("python3"))
}

fn which(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Writes the bot, changed where it is to be broken, and builds it.
fn prepare(
    game: &str,
    language: Language,
    broken: Option<&Broken>,
    tool: &Path,
    folder: &Path,
) -> Result<Vec<String>, Failed> {
    let (end, change) = match language {
        Language::Python => ("py", broken.map(|broken| broken.python)),
        Language::Cpp => ("cpp", broken.map(|broken| broken.cpp)),
    };
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/bots/{game}.{end}"));
    let mut source = std::fs::read_to_string(&original)?;
    if let Some((from, to)) = change {
        assert_eq!(source.matches(from).count(), 1, "the text to change stands once in {}: {from}", original.display());
        source = source.replace(from, to);
    }
    let name = format!("{game}-{}", broken.map_or("whole", |broken| broken.name));
    let path = folder.join(format!("{name}.{end}"));
    std::fs::write(&path, source)?;
    let words = |path: &Path| path.to_string_lossy().into_owned();
    if language == Language::Python {
        return Ok(vec![words(tool), words(&path)]);
    }
    let program = folder.join(name);
    let built = Command::new(tool).args(["-std=c++17", "-O1", "-o"]).arg(&program).arg(&path).output()?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned().into());
    }
    Ok(vec![words(&program)])
}

fn plan(game: &str, command: Vec<String>, settings: &[&str]) -> Plan {
    Plan {
        game: games::find(game).expect("the game"),
        settings: Settings::read(settings.iter().copied()).expect("settings"),
        command,
        seed: 5,
        cases: None,
        seat: None,
        jobs: 1,
        time_box: Duration::from_secs(300),
        standard: Default::default(),
    }
}

fn conforms(game: &str, command: Vec<String>) -> Result<(), Failed> {
    // An interpreter may take longer to start on a busy machine than this contest allows.
    let patient: &[&str] = if game == "blokus" { &["first-time=20000", "turn-time=20000"] } else { &[] };
    let plan = plan(game, command, patient);
    let summary = plan.run(&plan.cases()?, &|_| ())?;
    match shown(&plan, &summary) {
        Some(text) => Err(text.into()),
        None if !summary.warned.is_empty() => Err(format!("warned of {:?}", summary.warned).into()),
        None => Ok(()),
    }
}

fn shown(plan: &Plan, summary: &Summary) -> Option<String> {
    let played = summary.failures(&plan.standard).next()?;
    let (fault, line) = played.error(&plan.standard)?;
    Some(failure(plan, played, fault, line, "game.log", false) + "\n" + &played.record.transcript)
}

/// One game in which the fault must show, with limits that keep the test short.
///
/// Real time on a busy machine can hide what a silent bot had not flushed, so a late one is given three tries.
fn is_caught(game: &str, command: Vec<String>, broken: &Broken) -> Result<(), Failed> {
    let (scenario, settings): (_, &[&str]) = match game {
        "blackout" => ("one_game", &["wall=1500", "grace=700"]),
        "blokus" => ("reference", &["first-time=1500", "turn-time=1000"]),
        "tetris" => ("traps", &["grace=700"]),
        _ => ("reference", &["bank=1500", "ready=1500", "grace=700"]),
    };
    let plan = plan(game, command, settings);
    let cases: Vec<_> = plan.cases()?.into_iter().filter(|case| case.scenario.name == scenario).take(1).collect();
    let tries = if broken.kind == "late" { 3 } else { 1 };
    (1..tries).fold(caught(&plan, &cases, broken), |result, _| result.or_else(|_| caught(&plan, &cases, broken)))
}

fn caught(plan: &Plan, cases: &[Case], broken: &Broken) -> Result<(), Failed> {
    let summary = plan.run(cases, &|_| ())?;
    let played = summary.failures(&plan.standard).next().ok_or("the fault was not caught")?;
    let (fault, _) = played.error(&plan.standard).ok_or("no error")?;
    let seen = (fault.kind.word(), fault.breach.clause.id());
    if seen == (broken.kind, broken.clause) {
        return Ok(());
    }
    let transcript = shown(plan, &summary).unwrap_or_default();
    Err(format!("expected {} {}, got {seen:?}\n{transcript}", broken.kind, broken.clause).into())
}
