//! Failing games that a check saves: where they lie, how they are played again, and what keeps them.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{
    NO_FOR_OK, OFF_THE_BOARD, SAYS_NO, STICKLER, fed, holds, quoted, said, stickler,
};
use std::path::Path;

tests! {
    the_failing_games_of_another_bot_stay,
    a_flaky_failure_is_fixed_once_it_goes_well_as_often_as_its_rate_asks_for,
    a_rare_failure_stays_where_another_one_comes_first,
    a_saved_failure_is_replayed_with_three_outcomes,
    a_game_that_was_put_aside_is_found_again,
    saved_failures_are_played_again_by_a_bot_that_conforms,
    a_saved_failure_that_cannot_be_played_is_no_pass,
    a_json_run_keeps_its_failures,
    a_saved_failure_that_is_held_up_ends_no_run [GATE, TIMED],
    a_quiet_run_keeps_its_failures,
    a_saved_failure_that_cannot_be_read_is_named,
    a_saved_failure_is_replayed_many_times,
}

/// Two bots in one folder do not take each other's games, also of one clause; a report says only what its own verdict rests on.
fn the_failing_games_of_another_bot_stay() {
    let folder = scratch("earlier");
    let check = |answer: &str| {
        let script = format!(
            "read l; echo OK; while read l; do case $l in TURN*) echo {answer};; esac; done"
        );
        let words = [
            "check", "gomoku", "--cases", "1", "--only", "any", "--shrink", "0", "--", "/bin/sh",
            "-c", &script,
        ];
        let text = String::from_utf8_lossy(&fed(&folder, &words, b"").stdout).into_owned();
        assert!(
            text.contains("violates: ") && !text.contains("= depends on"),
            "{text}"
        );
    };
    for answer in ["NO", "MOVE 16 8", "MAYBE", "NO"] {
        check(answer);
    }
    assert_eq!(
        yaml_files(&folder.join("stickler-failures")),
        [
            "gomoku-move-inside-any.yaml",
            "gomoku-turn-answer-any-2.yaml",
            "gomoku-turn-answer-any.yaml"
        ]
    );
    assert!(!folder.join("stickler-failures/earlier").exists());
}

/// The names of the saved failures in a folder; none where there is none.
fn yaml_files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".yaml")).collect();
    names.sort();
    names
}

/// A bot that fails in every second of its games, after its first: nobody has changed it when a game of it goes well.
fn a_flaky_failure_is_fixed_once_it_goes_well_as_often_as_its_rate_asks_for() {
    let folder = scratch("rate");
    let bot = |fails: &str| {
        format!(
            "echo >> games; n=$(wc -l < games); if {fails}; then {SAYS_NO}; else exec \"$REFBOT\" gomoku; fi"
        )
    };
    let check = |fails: &str| {
        std::fs::write(folder.join("bot.sh"), bot(fails)).expect("a bot");
        std::fs::write(folder.join("games"), "").expect("a file");
        let words = [
            "check", "gomoku", "--cases", "1", "--search", "0", "--enough", "1", "--jobs", "1",
            "--shrink", "5", "--", "/bin/sh", "bot.sh",
        ];
        said(&stickler(&folder, &words))
    };
    // The tries without choices, of which there is one before the others, go well.
    let text = check("[ $((n % 2)) = 1 ]");
    holds(&text, &["Some(1)", "flaky: it failed 3 of 5 times"]);
    let saved = folder.join("stickler-failures");
    let names = yaml_files(&saved);
    let file = saved.join(&names[0]);
    let kept = std::fs::read_to_string(&file).expect("a saved failure");
    holds(&kept, &["rate:\n- 3\n- 5\n"]);
    // It goes well once, and then fails again.
    let text = check("[ $n = 2 ]");
    holds(&text, &["still breaks gomoku.turn.answer"]);
    assert_eq!(yaml_files(&saved), names);
    let text = check("false");
    holds(&text, &["Some(0)", "1 saved failure is fixed"]);
    assert_eq!(yaml_files(&saved), [""; 0]);
}

/// A rare failure that still fails stays, and is told of, where a common one is found beside it.
fn a_rare_failure_stays_where_another_one_comes_first() {
    let folder = scratch("rare-and-common");
    let check = |only: &[&str], bot: &str| {
        std::fs::write(folder.join("bot.sh"), bot).expect("a bot");
        let words = [
            "check", "gomoku", "--seat", "0", "--cases", "1", "--search", "0", "--shrink", "0",
        ];
        let bot = ["--", "/bin/sh", "bot.sh"];
        said(&stickler(&folder, &[&words[..], only, &bot].concat()))
    };
    let saved = folder.join("stickler-failures");
    let rare = "gomoku-move-inside-any.yaml";
    let text = check(&["--only", "any"], OFF_THE_BOARD);
    assert!(text.starts_with("Some(1)"), "{text}");
    // A part of the scenarios plays no saved game, and takes none away.
    let text = check(&["--only", "reference"], SAYS_NO);
    assert!(text.starts_with("Some(1)"), "{text}");
    assert!(yaml_files(&saved).contains(&rare.to_string()));
    // Both: the saved one in its first game alone.
    let both = format!("if mkdir once; then {OFF_THE_BOARD}; else {SAYS_NO}; fi");
    let text = check(&[], &both);
    holds(
        &text,
        &[
            "error[gomoku.turn.answer]",
            "a failure that an earlier run saved still breaks gomoku.move.inside",
        ],
    );
    assert!(yaml_files(&saved).contains(&rare.to_string()), "{text}");
}

fn a_saved_failure_is_replayed_with_three_outcomes() {
    let folder = scratch("replay");
    let bot = |answer: &str| {
        format!(
            "read l; echo OK; while read l; do case $l in TURN*) echo {answer};; FINISH) exit;; esac; done"
        )
    };
    let broken = bot("MOVE 16 8");
    let check = [
        "check", "gomoku", "--cases", "1", "--only", "any", "--seat", "0", "--", "/bin/sh", "-c",
        &broken,
    ];
    assert_eq!(fed(&folder, &check, b"").status.code(), Some(1));
    let file = "stickler-failures/gomoku-move-inside-any.yaml";
    let replay = |answer: &str| {
        let script = bot(answer);
        fed(
            &folder,
            &["replay", file, "--", "/bin/sh", "-c", &script],
            b"",
        )
        .status
        .code()
    };
    assert_eq!(replay("MOVE 16 8"), Some(1));
    assert_eq!(replay("MOVE 8 8"), Some(0));
    let late = bot("MOVE 8 8").replace("echo OK", "echo WHAT");
    assert_eq!(
        fed(
            &folder,
            &["replay", file, "--", "/bin/sh", "-c", &late],
            b""
        )
        .status
        .code(),
        Some(2)
    );
    assert_eq!(
        fed(&folder, &["validate", file], b"").status.code(),
        Some(1)
    );
    assert_eq!(fed(&folder, &["show", file], b"").status.code(), Some(0));
    assert_eq!(
        fed(&folder, &["replay", "/no/such", "--", "x"], b"")
            .status
            .code(),
        Some(2)
    );
}

fn a_game_that_was_put_aside_is_found_again() {
    let folder = scratch("put-aside");
    let check = |bot: &str| {
        std::fs::write(folder.join("bot.sh"), bot).expect("a bot");
        let words = [
            "check", "gomoku", "--cases", "1", "--search", "0", "--shrink", "0", "--quiet", "--",
            "/bin/sh", "bot.sh",
        ];
        stickler(&folder, &words)
    };
    check(SAYS_NO);
    let name = yaml_files(&folder.join("stickler-failures")).remove(0);
    check("exec \"$REFBOT\" gomoku");
    let file = format!("stickler-failures/{name}");
    let words = ["replay", &file, "--", "/bin/sh", "-c", SAYS_NO];
    let text = said(&stickler(&folder, &words));
    let moved =
        format!("a later run of check has moved it: this is stickler-failures/earlier/{name}\n");
    holds(&text, &["Some(1)\n", "fails as before", &moved]);
}

/// Games that earlier runs saved are played before the others: those that are fixed are put aside, those that still fail are told.
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
    assert_eq!(saved(&kept), 3, "the games of the run before stay");
    // The saved game is the first that is played: the bot fails in it alone.
    let bad = format!("{bot} | sed -u 's/^MOVE .*/MOVE 0 0/'");
    let text = check(&format!("if mkdir once; then {bad}; else {bot}; fi"));
    let still = "violates: a failure that an earlier run saved still breaks gomoku.move.inside: stickler replay";
    holds(&text, &["Some(1)", still, "conforms"]);
    // Another command fixes nothing of this one's.
    let before = saved(&kept);
    let text = check_as("another.sh", &bot);
    assert!(
        text.starts_with("Some(0)") && !text.contains("saved failure"),
        "{text}"
    );
    assert_eq!(saved(&kept), before);
    let text = check(&bot);
    let fixed = "1 saved failure is fixed: it is in stickler-failures/earlier now";
    holds(&text, &["Some(0)", fixed]);
    assert_eq!(saved(&kept), 1);
    assert!(saved(&kept.join("earlier")) > 0 && other.exists());
}

/// Plays the failure again that a check of this bot has saved.
fn fails_as_before(folder: &Path) {
    let saved = "stickler-failures/gomoku-ready-answer-any.yaml";
    let output = stickler(folder, &[&["replay", saved, "--"], &NO_FOR_OK[..]].concat());
    assert!(
        said(&output).contains("fails as before"),
        "{}",
        said(&output)
    );
}

fn a_saved_failure_that_cannot_be_played_is_no_pass() {
    let folder = scratch("replayed");
    let output = stickler(
        &folder,
        &[
            &[
                "check",
                "gomoku",
                "--only=any",
                "--cases=1",
                "--shrink=0",
                "--",
            ],
            &NO_FOR_OK[..],
        ]
        .concat(),
    );
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let saved = std::fs::read_dir(folder.join("stickler-failures"))
        .expect("saved")
        .flatten()
        .find(|entry| entry.path().extension().is_some_and(|end| end == "yaml"))
        .expect("one");
    let text = std::fs::read_to_string(saved.path()).expect("text");
    for (old, new, why) in [
        (
            "\nseat: 0",
            "\nseat: 77",
            "the saved seat is 77, and the game has seats 0 to 1",
        ),
        (
            "\nline: ",
            "\nline: 9999",
            "is to show the fault, and the saved transcript has lines 1 to",
        ),
        ("\nclause: ", "\nclause: no.such.", "is called `no.such."),
    ] {
        assert!(text.contains(old), "{text}");
        std::fs::write(folder.join("other.yaml"), text.replace(old, new)).expect("written");
        let output = stickler(
            &folder,
            &[&["replay", "other.yaml", "--"], &NO_FOR_OK[..]].concat(),
        );
        assert!(
            output.status.code() == Some(2) && said(&output).contains(why),
            "{}",
            said(&output)
        );
    }
    let path = saved.path();
    let path = path.to_string_lossy();
    let output = stickler(&folder, &["replay", &path, "--", "/bin/sh", "-c", "exit 3"]);
    let text = said(&output);
    assert!(
        text.contains("fails there, and breaks another clause")
            || text.contains("there is none now"),
        "{text}"
    );
}

fn a_json_run_keeps_its_failures() {
    let folder = scratch("json-keeps");
    let check = ["check", "gomoku", "--only=any", "--cases=1", "--json", "--"];
    let output = stickler(&folder, &[&check[..], &NO_FOR_OK].concat());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    fails_as_before(&folder);
}

fn a_saved_failure_that_is_held_up_ends_no_run() {
    let folder = scratch("held-up-again");
    // The bot is late. In the games 2 to 7, which are the tries of the saved one, it also holds stickler up.
    let bot = "echo >> games; n=$(wc -l < games); read line; echo OK; read line; sleep 0.15; \
               if test $n -ge 2 && test $n -le 7; then \
               kill -STOP $PPID; sleep 0.5; echo x; sleep 0.3; kill -CONT $PPID; read line; fi; \
               sleep 0.5; echo x";
    let check = |only: &[&str]| {
        let words = [
            "check",
            "betris",
            "--seat=0",
            "--cases=1",
            "--search=0",
            "--enough=1",
            "--set=bank=300",
            "--shrink=0",
        ];
        let bot = ["--", "/bin/sh", "-c", bot];
        stickler(&folder, &[&words[..], only, &bot].concat())
    };
    let first = said(&check(&["--only=reference"]));
    assert!(first.starts_with("Some(1)"), "{first}");
    let text = said(&check(&[]));
    assert!(
        text.starts_with("Some(1)")
            && text.contains("could not tell whether this saved failure still fails")
            && text.contains("error[betris.phase1.time]"),
        "{text}"
    );
}

fn a_quiet_run_keeps_its_failures() {
    let folder = scratch("quiet");
    let check = [
        "check",
        "gomoku",
        "--only=any",
        "--cases=1",
        "--quiet",
        "--",
    ];
    let output = stickler(&folder, &[&check[..], &NO_FOR_OK].concat());
    assert!(
        output.status.code() == Some(1) && output.stderr.is_empty(),
        "{}",
        said(&output)
    );
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).lines().count(),
        1,
        "{}",
        said(&output)
    );
    fails_as_before(&folder);
}

/// The folder of a bot that wrote NO for OK, with its saved failure.
fn with_a_failure() -> (crate::support::files::Scratch, std::path::PathBuf) {
    let folder = scratch("with-a-failure");
    let bot = ["--", "/bin/sh", "-c", SAYS_NO];
    let words = [
        "check", "gomoku", "--cases", "1", "--search", "0", "--shrink", "0",
    ];
    let output = stickler(&folder, &[&words[..], &bot].concat());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let files = std::fs::read_dir(folder.join("stickler-failures")).expect("failures");
    let mut paths = files.map(|file| file.expect("a file").path());
    let path = paths.find(|path| path.extension().is_some_and(|end| end == "yaml"));
    (folder, path.expect("a saved failure"))
}

/// One that a merge has left half written, or that another version wrote, is not passed over without a word.
fn a_saved_failure_that_cannot_be_read_is_named() {
    let (folder, path) = with_a_failure();
    let kept = std::fs::read_to_string(&path).expect("a saved failure");
    std::fs::write(&path, format!("<<<<<<< HEAD\n{kept}")).expect("written");
    let output = stickler(
        &folder,
        &["check", "gomoku", "--cases", "1", "--search", "0"],
    );
    let text = said(&output);
    assert!(text.contains("not played again: "), "{text}");
    let name = path.file_name().expect("a name").to_string_lossy();
    assert!(text.contains(&*name), "{text}");
}

fn a_saved_failure_is_replayed_many_times() {
    let (folder, path) = with_a_failure();
    let path = path.to_string_lossy().into_owned();
    let words = ["replay", &path, "--times-over", "3", "--", "/bin/sh", "-c"];
    let output = stickler(&folder, &[&words[..], &[SAYS_NO]].concat());
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("of 3 games the bot failed in 3, and answered otherwise in 0"),
        "{text}"
    );
}
