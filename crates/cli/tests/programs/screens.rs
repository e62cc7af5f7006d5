//! Screens as people read them: each word says what is meant, and what to do next.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, STICKLER, quoted, said, stickler};
use std::process::Command;

tests! {
    a_scenario_that_does_not_bear_what_is_set_is_left_out_aloud,
    a_clause_that_was_kept_before_the_fault_did_come_up [USAGE],
    scenarios_have_columns_for_failed_played_and_planned,
    a_line_too_many_is_sent_to_standard_error,
    a_game_that_was_put_aside_is_found_again,
    errors_that_differ_in_their_lines_alone_are_folded,
    of_a_long_batch_three_lines_are_shown_and_their_number,
    a_late_answer_of_a_record_has_its_mark_under_the_time,
    the_page_of_a_game_has_its_numbers_and_points_to_the_wire,
    advice_names_the_option_of_its_own_command,
    a_time_says_of_how_many_games_it_is,
    a_habit_is_a_breach_that_the_contest_forgives,
    an_assumed_clause_names_its_parameter_or_none,
    saved_failures_are_played_again_by_a_bot_that_conforms,
    a_game_of_one_bot_names_no_seat,
    a_bot_that_ends_early_is_shown_the_message_that_it_did_not_read,
    a_record_calls_its_seats_by_their_names,
    reports_in_files_say_places_and_reasons,
    what_no_document_says_is_tried_and_never_counts,
    the_page_of_a_record_begins_with_its_verdict,
    a_bot_can_be_written_into_a_new_repository,
    a_replay_stops_before_a_silence,
    what_is_said_of_an_engine_is_true_of_all_its_parts [PYTHON],
    a_judge_is_shown_the_shortest_match_with_an_error [PYTHON],
}

/// The exit code, and all that these words print.
fn screen(name: &str, words: &[&str]) -> String {
    said(&stickler(&scratch(name), words))
}

fn holds(text: &str, parts: &[&str]) {
    parts
        .iter()
        .for_each(|part| assert!(text.contains(part), "{part:?} is missing in:\n{text}"));
}

/// It ends no run that did not want it; where none is left, nothing can be told.
fn a_scenario_that_does_not_bear_what_is_set_is_left_out_aloud() {
    let check = |words: &[&str]| {
        let usual = ["check", "blokus", "--cases", "1", "--time-box", "600"];
        screen("left-out", &[&usual[..], words].concat())
    };
    for set in ["players=3", "board=8", "starts=0,0/5,5"] {
        let text = check(&["--set", set, "--only", "reference", "--quiet"]);
        assert!(
            text.starts_with("Some(0)\nconforms: 1 game,") && !text.contains("left out"),
            "{set}: {text}"
        );
    }
    let roomy = "left out: roomy (starts=4,4/8,8: 2 start cells for 3 players)\n";
    let text = check(&["--set", "players=3", "--seat", "2", "--quiet"]);
    holds(&text, &["Some(0)\nconforms: 12 games", roomy]);
    // One player too few for what is usual, and right for the scenarios of three.
    let three = ["--set", "starts=0,0/5,5/12,12", "--quiet"];
    holds(
        &check(&three),
        &[
            "Some(0)\nconforms: 3 games",
            "left out: reference, first_listed,",
            "3 start cells for 4 players)",
        ],
    );
    let none = "Some(2)\nstickler: no scenario is left to play: roomy (starts=4,4/8,8: 2 start cells for 3 players)\n";
    assert_eq!(check(&["--set", "players=3", "--only", "roomy"]), none);
    let wrong = "Some(2)\nstickler: --set players=9: expected a whole number from 2 to 4\n";
    assert_eq!(check(&["--set", "players=9"]), wrong);
    let seatless = check(&["--seat", "4"]);
    holds(
        &seatless,
        &[
            "Some(2)\nstickler: no scenario is left to play:",
            "the game has seats 0 to 3; there is no seat 4",
        ],
    );
}

/// Its `READY` was answered five times, so nobody may read that no game came to it.
fn a_clause_that_was_kept_before_the_fault_did_come_up() {
    let script = "read l; echo OK; read l; echo MOVE 8 8; while read l; do echo NO; done";
    let check = |more: &[&str]| {
        let bot = [
            "--shrink", "0", "--seat", "0", "--", "/bin/sh", "-c", script,
        ];
        screen(
            "until-the-fault",
            &[&["check", "gomoku"][..], more, &bot].concat(),
        )
    };
    let usual = check(&[]);
    let until = "\n  passed until the fault: wire.line.newline, wire.line.flush, wire.line.bytes and 14 more (--verbose)\n";
    let never = "\n  never came up: wire.process.children, gomoku.finish.silent, gomoku.finish.exit and 1 more (--verbose)\n";
    holds(&usual, &[until, never]);
    assert!(!usual.contains("not exercised"), "{usual}");
    let row = |name: &str, cells: &str| format!("\n  {name:<30} {cells}\n");
    let title = row(
        "games by clause",
        "  passed   failed   warned   passed until the fault  never came up",
    );
    let ready = row(
        "gomoku.ready.answer",
        "       ·        ·        ·                        5              ·",
    );
    let finish = row(
        "gomoku.finish.silent",
        "       ·        ·        ·                        ·              1",
    );
    holds(&check(&["--verbose"]), &[&title, &ready, &finish]);
}

fn check(folder: &str, script: &str) -> String {
    screen(
        folder,
        &[
            "check", "gomoku", "--shrink", "0", "--seat", "0", "--", "/bin/sh", "-c", script,
        ],
    )
}

const SAYS_NO: &str = "read l; echo OK; while read l; do echo NO; done";

/// `1/6` reads as one of six.
fn scenarios_have_columns_for_failed_played_and_planned() {
    let text = check("columns", SAYS_NO);
    let row = |name: &str, cells: &str| format!("\n  {name:<24} {cells}");
    let title = row("scenario", " failed  played  planned  result\n");
    let any = row(
        "any",
        "      1       1        6  breaks gomoku.turn.answer\n",
    );
    holds(&text, &[&title, &any]);
}

fn a_line_too_many_is_sent_to_standard_error() {
    let help = |word| {
        format!(
            "= help: no answer begins with `{word}` here; text for people belongs on standard error\n"
        )
    };
    holds(
        &check(
            "stray",
            "read l; echo OK; while read l; do echo thinking; echo MOVE 8 8; done",
        ),
        &[&help("thinking")],
    );
    let blackout = "read n; echo found it; read l";
    let words = [
        "check", "blackout", "--only", "one_game", "--shrink", "0", "--", "/bin/sh", "-c", blackout,
    ];
    holds(&screen("stray-blackout", &words), &[&help("found")]);
    // An answer with a slip is none.
    let slip = check(
        "slip",
        "read l; echo OK; while read l; do echo MOVE 0 0; done",
    );
    assert!(!slip.contains("standard error"), "{slip}");
}

fn a_game_that_was_put_aside_is_found_again() {
    let folder = scratch("put-aside");
    let bot = ["--", "/bin/sh", "-c", SAYS_NO];
    let usual = [
        "check", "gomoku", "--shrink", "0", "--only", "any", "--quiet",
    ];
    stickler(&folder, &[&usual[..], &bot].concat());
    let other = ["--", "/bin/sh", "-c", "read l; echo NO; read l"];
    stickler(&folder, &[&usual[..], &other].concat());
    let file = "stickler-failures/gomoku-turn-answer-any.yaml";
    let text = said(&stickler(&folder, &[&["replay", file][..], &bot].concat()));
    let moved = "a later run of check has moved it: this is stickler-failures/earlier/gomoku-turn-answer-any.yaml\n";
    holds(&text, &["Some(1)\n", "fails as before", moved]);
}

fn errors_that_differ_in_their_lines_alone_are_folded() {
    let folder = scratch("folded");
    let turns = "0< TURN 9000 9000\n0> MOVE 1\t1\n".repeat(16);
    std::fs::write(
        folder.join("odd.log"),
        format!("0< READY FIRST\n0> OK\n...\n{turns}"),
    )
    .expect("a file");
    let text = said(&stickler(&folder, &["validate", "gomoku", "odd.log"]));
    assert_eq!(text.matches("error[wire.line.tabs]").count(), 3, "{text}");
    holds(
        &text,
        &["\nwire.line.tabs: 13 more like it, on lines 11, 13, 15, 17,"],
    );
}

fn of_a_long_batch_three_lines_are_shown_and_their_number() {
    let bot = "read n; while [ $n -gt 0 ]; do read l; read l; echo MAYBE; n=$((n-1)); done";
    let words = [
        "check", "tetris", "--cases", "1", "--only", "short", "--shrink", "0", "--", "/bin/sh",
        "-c", bot,
    ];
    let text = screen("batch", &words);
    holds(
        &text,
        &["= allowed here: `YES, YES, YES, … (100 lines in all)` alone\n"],
    );
}

fn a_late_answer_of_a_record_has_its_mark_under_the_time() {
    let folder = scratch("late-record");
    let five = root().join("fixtures/records/alphano/five.json");
    let record = std::fs::read_to_string(five).expect("a record");
    let at = record.find("\"time\":").expect("a time") + "\"time\":".len();
    let end = at + record[at..].find([',', '}', '\n']).expect("its end");
    let late = format!("{} 60000{}", &record[..at], &record[end..]);
    std::fs::write(folder.join("late.json"), late).expect("a file");
    let text = said(&stickler(&folder, &["validate", "late.json"]));
    let marked = text
        .lines()
        .find(|line| line.contains('^'))
        .expect("a mark");
    let line = text
        .lines()
        .zip(text.lines().skip(1))
        .find(|(_, next)| *next == marked)
        .expect("its line")
        .0;
    let from = marked.find('^').expect("a mark");
    assert!(line[from..].trim_start().starts_with("60000"), "{text}");
    holds(&text, &["this is one of them"]);
    assert!(!text.contains("nearest"), "{text}");
}

fn the_page_of_a_game_has_its_numbers_and_points_to_the_wire() {
    let text = screen("page", &["spec", "betris"]);
    holds(
        &text,
        &[
            "\n## Parameters\n",
            "\n  max-bet      5         recovered  chips that",
            "`stickler spec wire`",
        ],
    );
}

fn advice_names_the_option_of_its_own_command() {
    let folder = scratch("advice");
    std::fs::write(folder.join("game.log"), "0< READY FIRST\n0> OK\n").expect("a file");
    let show = said(&stickler(&folder, &["show", "game.log"]));
    holds(&show, &["name it, as in `stickler show --game GAME FILE`"]);
    assert!(
        said(&stickler(
            &folder,
            &["show", "--game", "gomoku", "game.log"]
        ))
        .starts_with("Some(0)")
    );
    holds(
        &said(&stickler(&folder, &["validate", "game.log"])),
        &["name it, as in `stickler validate GAME FILE`"],
    );
}

/// The head counts the games of the run; the game below it may have been played once more, to shrink it.
fn a_time_says_of_how_many_games_it_is() {
    let text = check("times", SAYS_NO);
    holds(
        &text,
        &[
            "; slowest answer of all: ",
            "= clocks: in this one game: slowest answer ",
        ],
    );
}

fn a_habit_is_a_breach_that_the_contest_forgives() {
    let output = Command::new(REFBOT)
        .args(["gomoku", "--faults"])
        .output()
        .expect("refbot starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let row = text
        .lines()
        .find(|line| line.starts_with("tabs "))
        .expect("a row");
    assert!(row.contains("OK, a breach"), "{text}");
}

fn an_assumed_clause_names_its_parameter_or_none() {
    let crash = check("crash", "read l; echo OK; read l; exit 3");
    assert!(!crash.contains("--set"), "{crash}");
    let folder = scratch("assumed");
    let log = "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 8 8 @10ms\n1< OPP 8 8 11\n";
    std::fs::write(folder.join("rounding.log"), log).expect("a file");
    let text = said(&stickler(&folder, &["validate", "gomoku", "rounding.log"]));
    assert!(!text.contains("where it is a number"), "{text}");
}

/// Games that earlier runs saved are played before the others: those that are mended are put aside, those that still fail are told.
fn saved_failures_are_played_again_by_a_bot_that_conforms() {
    let folder = scratch("saved-again");
    // The bot is changed in its file, so its command stays the same.
    let check_as = |file: &str, bot: &str| {
        let words = [
            "check", "gomoku", "--quiet", "--cases", "1", "--shrink", "0",
        ];
        std::fs::write(folder.join(file), bot).expect("a bot");
        let bot = ["--", "/bin/sh", file];
        said(&stickler(&folder, &[&words[..], &bot].concat()))
    };
    let check = |bot: &str| check_as("bot.sh", bot);
    let bot = format!("{} refbot gomoku", quoted(STICKLER));
    let text = check(&format!("{bot} | sed -u 's/^MOVE .*/MOVE 0 0/'"));
    assert!(text.starts_with("Some(1)"), "{text}");
    let kept = folder.join("stickler-failures");
    let saved = |folder: &std::path::Path| {
        let entries = std::fs::read_dir(folder).expect("a folder").flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.ends_with(".yaml")).count()
    };
    assert!(saved(&kept) > 0);
    // Settings of another run are not this run's.
    let other = kept.join("gomoku-ready-time-any.yaml");
    let text = std::fs::read_dir(&kept).expect("a folder").flatten();
    let first = text
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|ending| ending == "yaml"))
        .expect("a saved failure");
    let strange = std::fs::read_to_string(&first).expect("text");
    let strange = strange.replacen("game: gomoku\n", "game: gomoku\nset:\n  ready: '1'\n", 1);
    std::fs::write(&other, &strange).expect("written");
    // A clause of lines and processes belongs to no game by its name: a bot that ends at once.
    let text = check("exit 3");
    assert!(text.starts_with("Some(1)"), "{text}");
    assert_eq!(
        saved(&kept.join("earlier")),
        2,
        "the run before is put aside"
    );
    // The saved game is the first that is played: the bot fails in it alone.
    std::fs::rename(
        kept.join("earlier")
            .join(first.file_name().expect("a name")),
        &first,
    )
    .expect("moved");
    let bad = format!("{bot} | sed -u 's/^MOVE .*/MOVE 0 0/'");
    let text = check(&format!("if mkdir once; then {bad}; else {bot}; fi"));
    let still = "violates: a failure that an earlier run saved still breaks gomoku.move.inside: stickler replay";
    holds(&text, &["Some(1)", still, "conforms"]);
    std::fs::write(&other, &strange).expect("written");
    // Another command mends nothing of this one's.
    let before = saved(&kept);
    let text = check_as("another.sh", &bot);
    assert!(
        text.starts_with("Some(0)") && !text.contains("saved failure"),
        "{text}"
    );
    assert_eq!(saved(&kept), before);
    let text = check(&bot);
    let mended = "1 saved failure is mended: it stands in stickler-failures/earlier now";
    holds(&text, &["Some(0)", mended]);
    assert_eq!(saved(&kept), 1);
    assert!(saved(&kept.join("earlier")) > 0 && other.exists());
}

/// Where there is one bot, no seat is named; games are counted from 1; and each line that took a part of the cells is shown.
fn a_game_of_one_bot_names_no_seat() {
    let mirror = "read n; echo 3 1 3 6; while read m a b c d; do [ $m = MOVE ] || exit 0; echo $((6-c)) $b $((6-a)) $d; done";
    let words = [
        "check", "blackout", "--only", "one_game", "--enough", "1", "--shrink", "0", "--",
        "/bin/sh", "-c", mirror,
    ];
    let text = screen("one-bot", &words);
    holds(
        &text,
        &[
            "error[blackout.move.new]: the bot, illegal: each square of this segment is black already\n",
            "= game: scenario one_game, game 1: one game against a jury",
            "filled here\n",
            "\nblackout.move.new: broken at line ",
        ],
    );
    assert!(
        !text.contains("seat 0") && !text.contains("not allowed any more"),
        "{text}"
    );
    // The line just above gave the last white square away.
    let lines: Vec<&str> = text.lines().collect();
    let mark = lines
        .iter()
        .position(|line| line.contains("^ each square"))
        .expect("a mark");
    assert!(
        lines[mark - 2].contains("filled here") && lines[mark - 3].contains("0< MOVE"),
        "{text}"
    );
}

/// A bot that cannot read its second message: the report shows where that message begins, and where it ends.
fn a_bot_that_ends_early_is_shown_the_message_that_it_did_not_read() {
    let bot = "n=0; while read l; do n=$((n+1)); case $l in *\\ A001) echo $l;; *\\ D032) [ $n -lt 20 ] || exit 0;; esac; done";
    let words = [
        "check",
        "blokus",
        "--set",
        "board=5",
        "--set",
        "shapes=I1,L3",
        "--seat",
        "0",
        "--only",
        "reference",
        "--enough",
        "1",
        "--shrink",
        "0",
        "--",
        "/bin/sh",
        "-c",
        bot,
    ];
    let text = screen("second-message", &words);
    holds(
        &text,
        &[
            "died: the program ended with exit code 0 before its answer\n",
            "the last message to the bot begins here\n",
            "the last line that the bot was sent\n",
            "= waited for: line 2 of the bot; its first one came in time\n",
            "\nthe board before it:\n",
        ],
    );
}

/// The file's own words for its seats, and a board that two findings share once.
fn a_record_calls_its_seats_by_their_names() {
    let folder = scratch("names");
    let taken = root().join("fixtures/records/alphano/taken.json");
    let record = std::fs::read_to_string(taken).expect("a record");
    let record = record
        .replace("\"RE\"", "\"OK\"")
        .replace("INTERRUPTED", "OK");
    std::fs::write(folder.join("taken.json"), record).expect("a file");
    let text = said(&stickler(&folder, &["validate", "taken.json"]));
    holds(
        &text,
        &[
            "error[gomoku.move.empty]: seat ",
            "\nnote: seat 0 is FIRST, ",
            "; seat 1 is SECOND, ",
            "\nthe board before it: the one above\n",
        ],
    );
    let title = text
        .lines()
        .find(|line| line.starts_with("error[gomoku.move.empty]"))
        .expect("a title");
    assert!(
        title.contains(" (FIRST, ") || title.contains(" (SECOND, "),
        "{text}"
    );
    assert_eq!(text.matches("the board before it:\n").count(), 1, "{text}");
}

/// Reports for other programs say where a failure stands, and why a test was not run.
fn reports_in_files_say_places_and_reasons() {
    let folder = scratch("files");
    let words = [
        "check",
        "gomoku",
        "--enough",
        "1",
        "--shrink",
        "0",
        "--seat",
        "0",
        "--junit",
        "r.xml",
        "--markdown",
        "r.md",
        "--html",
        "r.html",
        "--quiet",
        "--",
        "/bin/sh",
        "-c",
        SAYS_NO,
    ];
    stickler(&folder, &words);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a report");
    holds(
        &read("r.xml"),
        &[
            "<skipped message=\"not played: enough games failed\">",
            "<skipped message=\"never came up\">",
            "--&gt; log of reference, game 1, seat 0:",
        ],
    );
    holds(
        &read("r.md"),
        &[
            "--> log of reference, game 1, seat 0:",
            "\nagain: stickler check gomoku --only reference --seed 1 -- ",
        ],
    );
    let html = read("r.html");
    let (_, closing) = html
        .split_once("<p class=\"closing failed\">")
        .expect("a result");
    let (verdict, _) = closing.split_once("</p>").expect("a sentence");
    assert!(
        verdict.starts_with("violates: ") && !verdict.contains(';'),
        "{verdict}"
    );
    // The game to look at comes before the numbers.
    let at = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part}"));
    let numbers = "<table class=\"numbers\"><tbody><tr><th scope=\"row\">slowest answer";
    assert!(at("<section class=\"viewer\"") < at(numbers));
    assert!(at(numbers) < at("<h2 id=\"scenarios\">"));
    holds(&html, &[" failed)</span>", "<div id=\"reference-game-1"]);
}

/// A bot that conforms is tried under values that no document gives: a breach there is a warning that names the value.
fn what_no_document_says_is_tried_and_never_counts() {
    let folder = scratch("assumptions");
    // It takes for granted that the other seat's pass is told.
    let filter = "w=0; while IFS= read -r line; do case $line in PHASE2*) w=1 ;; OPP*) w=0 ;; \
         PHASE1*|FINISH*) [ $w = 0 ] || exit 3 ;; esac; printf '%s\\n' \"$line\"; \
         case $line in FINISH*) exit 0 ;; esac; done | \"$STICKLER\" refbot betris";
    let check = |more: &[&str]| {
        let words = ["check", "betris", "--search", "1"];
        let bot = ["--", "/bin/sh", "-c", filter];
        said(&stickler(&folder, &[&words[..], more, &bot].concat()))
    };
    let text = check(&[]);
    let warning = "warning: a judge may play with opp-after-pass=no, which no document excludes. The bot then breaks wire.";
    let again = "check again with --set opp-after-pass=no to see it";
    holds(
        &text,
        &[
            "Some(0)",
            warning,
            again,
            "also conforms where a judge plays with",
        ],
    );
    let text = check(&["--json"]);
    holds(
        &text,
        &[
            "Some(0)",
            "\"assumptions\":[{\"set\":\"opp-after-pass=no\",\"games\":",
            "\"broken\":\"wire.",
        ],
    );
    let text = check(&["--set", "opp-after-pass=no", "--quiet"]);
    holds(&text, &["Some(1)"]);
}

/// A verdict stands where somebody looks first, and it is that of `validate`.
fn the_page_of_a_record_begins_with_its_verdict() {
    let folder = scratch("page-verdict");
    let record = std::fs::read_to_string(root().join("fixtures/records/alphano/five.json"));
    let record = record.expect("a record");
    let wrong = record.replace("AGENT1_WIN", "AGENT2_WIN");
    assert_ne!(record, wrong);
    std::fs::write(folder.join("right.json"), &record).expect("written");
    std::fs::write(folder.join("wrong.json"), &wrong).expect("written");
    for (file, parts) in [
        (
            "right.json",
            &["</h1><p class=\"closing\">✓ Everybody kept to the rules; the judge was right</p>"][..],
        ),
        (
            "wrong.json",
            &[
                "</h1><p class=\"closing failed\">✗ A rule was broken; the judge was wrong here</p>",
                "the judge: records.verdict.winner: the record says that seat 1 won; seat 0 did",
            ],
        ),
    ] {
        let shown = said(&stickler(&folder, &["show", file, "--html", "page.html"]));
        let page = std::fs::read_to_string(folder.join("page.html")).expect(&shown);
        holds(&page, parts);
        let told = said(&stickler(&folder, &["validate", file]));
        let last = told.lines().last().expect("a verdict");
        let (_, facts) = last.split_once(" (").expect("what it rests on");
        for fact in facts.trim_end_matches(')').split("; ") {
            holds(&page, &[&format!("<li>{fact}</li>")]);
        }
    }
}

/// A folder of a repository that is new holds only what git keeps there.
fn a_bot_can_be_written_into_a_new_repository() {
    let folder = scratch("new-repository");
    std::fs::create_dir(folder.join(".git")).expect("a folder");
    let text = said(&stickler(&folder, &["new", "gomoku", "."]));
    assert!(
        text.starts_with("Some(0)") && folder.join("bot.py").exists(),
        "{text}"
    );
    let text = said(&stickler(&folder, &["new", "gomoku", "."]));
    holds(&text, &["Some(2)", "this folder holds something"]);
    let text = said(&stickler(&folder, &["new", "gomoku", "bots/mine"]));
    let root = folder.canonicalize().expect("a path");
    let part = format!("part of the repository {}: GitHub", root.display());
    holds(
        &text,
        &["Some(0)", &part, "at its root", "working-directory"],
    );
    let help = screen("new-help", &["new", "--help"]);
    holds(&help, &["small letters and digits", "no job for CI"]);
}

/// A log that ends in a silence is stopped where the bot fell silent: before the last message that it got.
fn a_replay_stops_before_a_silence() {
    let folder = scratch("stop-silence");
    let log = "stickler: 1\ngame: gomoku\n0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0! silent\n1< FINISH\n";
    std::fs::write(folder.join("hang.log"), log).expect("a log");
    let stopped = |line: &str| {
        let words = [
            "replay",
            "hang.log",
            "--seat",
            "0",
            "--no-clock",
            "--stop-at",
            line,
            "--",
            REFBOT,
            "gomoku",
        ];
        said(&stickler(&folder, &words))
    };
    // The line of the silence, and one of the other seat behind the last message.
    for line in ["8", "7", "9"] {
        holds(&stopped(line), &["stopped before `TURN 10000 10000`"]);
    }
    for line in ["5", "3"] {
        holds(&stopped(line), &["stopped before `READY FIRST`"]);
    }
    holds(
        &stopped("10"),
        &["--stop-at 10: the bot's last message stands at line 7"],
    );
}

/// A clause that one part came to is not said to be unknown, and commands that a report names exist.
fn what_is_said_of_an_engine_is_true_of_all_its_parts() {
    let Some(python) = crate::support::programs::python() else {
        return;
    };
    let folder = scratch("engine-parts");
    let whole = std::fs::read_to_string(root().join("examples/engines/gomoku.py"));
    let whole = whole.expect("an engine");
    let python = python.to_string_lossy();
    let told = |from: &str, to: &str| {
        let broken = whole.replace(from, to);
        assert_ne!(whole, broken, "{from}");
        std::fs::write(folder.join("engine.py"), broken).expect("an engine");
        let words = [
            "engine",
            "gomoku",
            "--set",
            "board=9x9",
            "--walks",
            "4",
            "--",
            &python,
            "engine.py",
        ];
        said(&stickler(&folder, &words))
    };
    let text = told("[0.5, 0.5]", "[1, 1]");
    holds(&text, &["error[gomoku.draw.full]"]);
    assert!(!text.contains("no game came to gomoku.draw.full"), "{text}");
    // It refuses the last row, from the first action on.
    let text = told("1 <= cell[0] <= self.rows", "1 <= cell[0] < self.rows");
    holds(&text, &["  after 1 action", "more: `stickler spec gomoku`"]);
    assert!(
        !text.contains("after 1 actions")
            && !text.contains("spec gomoku outcome")
            && !text.contains("no game came to"),
        "{text}"
    );
    // A part that sees too little says so by its name.
    let words = [
        "engine", "gomoku", "--walks", "1", "--plies", "12", "--only", "divide", "--", &python,
    ];
    let engine = root().join("examples/engines/gomoku.py");
    let engine = engine.to_string_lossy();
    let text = said(&stickler(&folder, &[&words[..], &[&*engine]].concat()));
    holds(
        &text,
        &["note: divide: no game came to gomoku.draw.full, so nothing is known of it"],
    );
}

/// Of matches that show the same error the report draws the one with the shortest log.
fn a_judge_is_shown_the_shortest_match_with_an_error() {
    let Some(python) = crate::support::programs::python() else {
        return;
    };
    let folder = scratch("shortest-match");
    let whole = std::fs::read_to_string(root().join("examples/judges/gomoku.py"));
    let whole = whole.expect("a judge");
    let broken = whole.replace("(0, 1), (1, 0), (1, 1), (1, -1):", "((1, 1),):");
    assert_ne!(whole, broken);
    std::fs::write(folder.join("judge.py"), broken).expect("a judge");
    let shared = root().join("examples/judges/programs.py");
    std::fs::copy(shared, folder.join("programs.py")).expect("a file");
    let python = python.to_string_lossy();
    let words = [
        "judge",
        "gomoku",
        "--set",
        "bank=3000",
        "--only",
        "level",
        "--",
        &python,
        "judge.py",
        "--bank",
        "3000",
        "{0}",
        "{1}",
    ];
    let text = said(&stickler(&folder, &words));
    holds(
        &text,
        &[
            "Some(1)",
            "\nlevel-1: the judge must blame nobody",
            "  the same in 4 more matches: level-0, level-2, level-4, level-5\n",
        ],
    );
}
