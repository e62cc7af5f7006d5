//! The report of `stickler judge`: the match that is shown of those with the same error.

use crate::support::files::{root, scratch, text};
use crate::support::needs::tests;
use crate::support::programs::{holds, said, stickler};
use crate::support::trials::leave_out;
use std::path::Path;

tests! {
    a_judge_is_shown_the_shortest_match_with_an_error [PYTHON],
    a_judge_that_is_wrong_only_beside_other_matches_is_not_accused [PYTHON],
    a_judge_that_draws_another_game_the_next_time_is_not_right [PYTHON],
    a_choice_that_another_match_denies_is_none [PYTHON],
    no_judge_is_accused_where_the_system_has_no_more_processes [PYTHON],
    a_judge_that_failed_itself_is_quoted [PYTHON],
    a_judge_that_waits_for_who_waits_for_it_is_told_what_was_due [GATE, PYTHON],
    a_judge_that_takes_a_program_gets_a_file [PYTHON],
    carriage_returns_hide_no_fault_of_a_judge [PYTHON],
}

/// The example judge of Gomoku in this folder, changed in one place, and the words that start it.
fn example_judge(folder: &Path, change: [&str; 2]) -> Option<Vec<String>> {
    example_judge_of("gomoku", folder, &[change])
}

/// The same of any game, changed in these places.
fn example_judge_of(game: &str, folder: &Path, changes: &[[&str; 2]]) -> Option<Vec<String>> {
    let python = crate::support::programs::python()?;
    let whole = std::fs::read_to_string(root().join(format!("examples/judges/{game}.py")));
    let mut judge = whole.expect("a judge");
    for [old, new] in changes {
        assert!(judge.contains(old), "{judge}");
        judge = judge.replace(old, new);
    }
    std::fs::write(folder.join("judge.py"), judge).expect("a judge");
    let shared = root().join("examples/judges/programs.py");
    std::fs::copy(shared, folder.join("programs.py")).expect("a file");
    let python = python.to_string_lossy().into_owned();
    Some(
        [&python, "judge.py", "{0}", "{1}"]
            .map(str::to_string)
            .to_vec(),
    )
}

/// The exit code and the report of a judge in some matches.
fn judged(folder: &Path, options: &[&str], judge: &[String]) -> String {
    let judge = judge.iter().map(String::as_str);
    let words = ["judge", "gomoku"]
        .into_iter()
        .chain(options.iter().copied());
    let words: Vec<&str> = words.chain(["--"]).chain(judge).collect();
    said(&stickler(folder, &words))
}

/// A judge that holds a lock for as long as it plays, as one does that listens on a port.
fn a_judge_that_is_wrong_only_beside_other_matches_is_not_accused() {
    let folder = scratch("beside-matches");
    let takes = "import os\n    os.mkdir('taken')\n    try:\n        play_all()\n    finally:\n        os.rmdir('taken')\n\n\ndef play_all():\n";
    let takes = format!("def main():\n    {takes}");
    let Some(judge) = example_judge(&folder, ["def main():\n", &takes]) else {
        return;
    };
    let text = judged(&folder, &["--only", "level", "--jobs", "3"], &judge);
    let beside = "it goes wrong only beside other matches: do they share a file or a port? --jobs 1 plays one at a time; \
                  beside them its last line was: FileExistsError: ";
    holds(&text, &["could not tell of level", beside]);
    assert!(!text.starts_with("Some(1)"), "{text}");
    let text = judged(&folder, &["--only", "level", "--jobs", "1"], &judge);
    holds(&text, &["clauses: 9 passed, 0 failed"]);
    assert!(!text.contains("beside"), "{text}");
    // One that is wrong alone as well is wrong.
    let wrong = ["(0, 1), (1, 0), (1, 1), (1, -1):", "((1, 1),):"];
    let judge = example_judge(&folder, wrong).expect("Python");
    let text = judged(&folder, &["--only", "level", "--jobs", "3"], &judge);
    assert!(text.starts_with("Some(1)"), "{text}");
}

/// A judge that draws at random errs in one match, beside others. Alone that match is another one, and goes well.
fn a_judge_that_draws_another_game_the_next_time_is_not_right() {
    let folder = scratch("another-game");
    let first = "def is_first():\n    import os\n    try:\n        os.mkdir('first')\n    except FileExistsError:\n        return False\n    \
                 return True\n\n\ndef main():\n    errs = is_first()\n";
    let changes = [
        ["def main():\n", first],
        [
            "random.Random(args.seed)",
            "random.Random(1 if errs else 2)",
        ],
        [
            "    if words.count(\"OK\") == 1:\n",
            "    if errs:\n        winner = 1 - (winner or 0)\n    if words.count(\"OK\") == 1:\n",
        ],
    ];
    let Some(judge) = example_judge_of("betris", &folder, &changes) else {
        return;
    };
    let words = ["judge", "betris", "--only", "sides", "--jobs", "2", "--"];
    let judge = judge.iter().map(String::as_str);
    let words: Vec<&str> = words.into_iter().chain(judge).collect();
    let text = said(&stickler(&folder, &words));
    let other = "it went wrong once beside other matches, and the judge drew another game when it was played alone; --jobs 1 plays one at a \
                 time: it says that seat ";
    holds(&text, &["Some(2)", other, "\ncould not tell: sides-"]);
}

/// A judge may omit the last move, or send it: one that sends it where it wins, and not where it fills the board, does both.
fn a_choice_that_another_match_denies_is_none() {
    let folder = scratch("denied-choice");
    let tells = "        bots[1 - seat].tell(f\"OPP {x} {y} {took}\")\n";
    let only = format!(
        "        if len(stones[0]) + len(stones[1]) < 9 or wins(stones[seat], x, y):\n    {tells}"
    );
    let small = ["ROW, READY = 15, 5,", "ROW, READY = 3, 3,"];
    let Some(judge) = example_judge_of("gomoku", &folder, &[small, [tells, &only]]) else {
        return;
    };
    let small = ["--set", "board=3x3", "--set", "row=3", "--only", "long"];
    let text = judged(&folder, &small, &judge);
    let denied = "could not tell: the judge keeps gomoku.opp.last only with --set last-opp=no, and breaks a clause with that in long-";
    holds(&text, &["Some(2)", denied]);
    // One that never sends it has made its choice.
    let Some(judge) = example_judge_of(
        "gomoku",
        &folder,
        &[
            ["ROW, READY = 15, 5,", "ROW, READY = 3, 3,"],
            [
                tells,
                &only.replace(
                    " or wins(stones[seat], x, y)",
                    " and not wins(stones[seat], x, y)",
                ),
            ],
        ],
    ) else {
        return;
    };
    let text = judged(&folder, &small, &judge);
    holds(
        &text,
        &["choice[gomoku.opp.last]: the judge does as with --set last-opp=no"],
    );
}

/// Of matches that show the same error the report draws the one with the shortest log.
fn a_judge_is_shown_the_shortest_match_with_an_error() {
    let folder = scratch("shortest-match");
    let change = ["(0, 1), (1, 0), (1, 1), (1, -1):", "((1, 1),):"];
    let Some(mut judge) = example_judge(&folder, change) else {
        return;
    };
    judge.splice(2..2, ["--bank", "3000"].map(str::to_string));
    let text = judged(&folder, &["--set", "bank=3000", "--only", "level"], &judge);
    holds(
        &text,
        &[
            "Some(1)",
            "\nlevel-1: the judge must blame nobody",
            "  the same in 4 more matches: level-0, level-2, level-4, level-5\n",
        ],
    );
}

/// By the words of the system in what the judge writes, or since stickler's own tap could not start its bot.
fn no_judge_is_accused_where_the_system_has_no_more_processes() {
    let folder = scratch("no-processes");
    let fails = "def main():\n    raise BlockingIOError(11, 'Resource temporarily unavailable')\n\n\ndef whole():\n";
    let Some(judge) = example_judge(&folder, ["def main():\n", fails]) else {
        return;
    };
    let text = judged(&folder, &["--only", "crash", "--jobs", "1"], &judge);
    let told = "could not tell of crash-end-0, crash-0, crash-1: the system has no more processes or threads for its programs: \
                BlockingIOError: [Errno 11] Resource temporarily unavailable";
    holds(&text, &["Some(2)", told]);
    // A tap tells it in a file, since a judge need not show what its bots write: here the loader of a program is not there.
    let program = std::fs::read("/bin/sh").expect("a program");
    let loader = b"/ld-linux";
    let Some(at) = program
        .windows(loader.len())
        .position(|word| word == loader)
    else {
        leave_out("want a /bin/sh with a loader");
    };
    let mut bad = program.clone();
    bad[at + 1] = b'x';
    for (name, bytes, starts) in [("good", program, true), ("bad", bad, false)] {
        std::fs::copy("/bin/sh", folder.join(name)).expect("a program");
        std::fs::write(folder.join(name), bytes).expect("a program");
        let log = format!("{name}.log");
        let own = format!("./{name}");
        let words = ["tap", "--stamps", "--log", &log, "--", &own, "-c", "exit 0"];
        let text = said(&stickler(&folder, &words));
        assert_eq!(text.starts_with("Some(0)"), starts, "{text}");
        assert_eq!(folder.join(format!("{name}.unstarted")).exists(), !starts);
    }
}

fn a_judge_that_failed_itself_is_quoted() {
    let folder = scratch("quoted");
    let trusting = [
        "number(words[1]), number(words[2])",
        "int(words[1]), int(words[2])",
    ];
    let Some(judge) = example_judge(&folder, trusting) else {
        return;
    };
    let text = judged(&folder, &["--only", "text-half-number"], &judge);
    let told = "  its standard error ends:\n";
    holds(
        &text,
        &[
            "Some(1)",
            told,
            "    ValueError: invalid literal for int() with base 10",
        ],
    );
    // What a validator says itself, and not what its exit code would mean elsewhere.
    std::fs::write(folder.join("case.in"), "4 3 1\n").expect("a case");
    std::fs::write(folder.join("case.ans"), "").expect("a case");
    let validator = |words: &str| {
        let script = format!("echo '{words}' >&2; exit 1");
        let options = ["blackout", "--set", "board=3x4", "--kattis", "case.in"];
        let only = ["--only", "plain-direct", "--", "/bin/sh", "-c", &script];
        said(&stickler(
            &folder,
            &[&["judge"], &options[..], &only].concat(),
        ))
    };
    let text = validator("the flag is missing");
    holds(&text, &["Some(1)", told, "    the flag is missing\n"]);
    assert!(!text.contains("testlib"), "{text}");
    holds(
        &validator("wrong answer: it looks at the wrong square"),
        &["testlib"],
    );
    // A line of a megabyte is cut.
    let text = validator("$(head -c 9999 /dev/zero | tr \"\\0\" x)");
    holds(&text, &["Some(1)"]);
    assert!(text.lines().all(|line| line.len() < 500), "{text}");
}

fn a_judge_that_waits_for_who_waits_for_it_is_told_what_was_due() {
    let folder = scratch("both-wait");
    let tells = "        bots[seat].tell(f\"TURN {left[seat]} {left[1 - seat]}\")\n";
    let Some(judge) = example_judge(&folder, [tells, ""]) else {
        return;
    };
    let text = judged(&folder, &["--only", "plain", "--set", "bank=2000"], &judge);
    let due = "then `TURN 2000 2000` is due to seat 0, and the bots wait for it\n  log: stickler-judge/plain.log\n";
    holds(
        &text,
        &[
            "Some(1)",
            "by the rules: the last line that passed is `",
            "> OK @",
            due,
        ],
    );
    let log = std::fs::read_to_string(folder.join("stickler-judge/plain.log")).expect("a log");
    holds(&log, &["0< READY FIRST\n"]);
}

fn a_judge_that_takes_a_program_gets_a_file() {
    let folder = scratch("takes-a-file");
    let Some(mut judge) = example_judge(&folder, ["", ""]) else {
        return;
    };
    let programs = text(&root().join("examples/judges/programs.py"));
    let one_word = programs.replace("shlex.split(command)", "[command]");
    assert_ne!(one_word, programs);
    std::fs::write(folder.join("programs.py"), one_word).expect("a file");
    let told = judged(&folder, &["--only", "crash"], &judge);
    let hint = "a judge that takes the path of a program gets one by {0.file} in place of {0}";
    holds(&told, &["Some(2)", hint]);
    assert!(!told.contains("not tried"), "{told}");
    judge.truncate(2);
    judge.extend(["{0.file}", "{1.file}"].map(str::to_string));
    holds(&judged(&folder, &["--only", "crash"], &judge), &["Some(0)"]);
}

/// No document forbids them, so they are warned of, and the rest of the match is judged.
fn carriage_returns_hide_no_fault_of_a_judge() {
    let folder = scratch("returns");
    let careless = [" or (x, y) in taken:", ":"];
    let Some(judge) = example_judge(&folder, careless) else {
        return;
    };
    let programs = text(&root().join("examples/judges/programs.py"));
    let returns = programs.replace("text.encode() + b\"\\n\"", "text.encode() + b\"\\r\\n\"");
    assert_ne!(returns, programs);
    std::fs::write(folder.join("programs.py"), returns).expect("a file");
    let told = judged(&folder, &["--only", "illegal-gomoku.move.empty"], &judge);
    holds(
        &told,
        &[
            "Some(1)",
            "breaks gomoku.move.empty",
            "warning[wire.judge.plain]: its lines end with a carriage return and a newline",
        ],
    );
    assert!(!told.contains("wire.process.alive"), "{told}");
}
