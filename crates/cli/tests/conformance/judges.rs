//! Judges under test: the examples are right, and each of their faulty variants is found.

use crate::support::depth::is_deep;
use crate::support::files::{Scratch, root, scratch, text};
use crate::support::programs::{STICKLER, python, said, stickler};
use crate::support::trials::{leave_out, named};
use libtest_mimic::{Failed, Trial};
use std::path::Path;

/// An example judge, and how it is tested.
struct Example {
    game: &'static str,
    /// The options of `stickler judge`, so that no bot has ten seconds.
    ours: &'static [&'static str],
    /// The end of its command: its own options and the places of the bots.
    own: &'static [&'static str],
    /// The changes that make it wrong.
    variants: &'static str,
    /// Matches that are played where not all are.
    sample: &'static str,
}

/// A change that makes a judge wrong.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Variant {
    name: String,
    file: String,
    old: String,
    new: String,
    /// A match that shows it.
    shows: String,
    /// A part of the report that it then makes.
    says: String,
}

const EXAMPLES: &[Example] = &[
    Example {
        game: "gomoku",
        ours: &["--set", "bank=1000"],
        own: &["--bank", "1000", "{0}", "{1}"],
        variants: include_str!("judges/gomoku.yaml"),
        sample: "",
    },
    Example {
        game: "blackout",
        ours: &[
            "--set",
            "board=3x4",
            "--set",
            "games=3",
            "--kattis",
            "case.in",
        ],
        own: &["{input}", "{answer}", "{feedback}", "--board", "3x4"],
        variants: include_str!("judges/blackout.yaml"),
        sample: "s",
    },
    Example {
        game: "blokus",
        ours: &[
            "--set",
            "board=7",
            "--set",
            "shapes=all",
            "--set",
            "first-time=1500",
            "--set",
            "turn-time=1500",
        ],
        own: &["--board", "7", "--times", "1500", "1500", "{0}", "{1}"],
        variants: include_str!("judges/blokus.yaml"),
        sample: "c",
    },
    Example {
        game: "betris",
        ours: &["--set", "bank=1000"],
        own: &["--bank", "1000", "{0}", "{1}"],
        variants: "[]",
        sample: "c",
    },
];

pub(crate) fn tests() -> Vec<Trial> {
    let right = EXAMPLES.iter().map(|example| {
        named(&format!("judges::{}_is_right", example.game), move || {
            is_right(example)
        })
    });
    let wrong = EXAMPLES.iter().flat_map(|example| {
        let variants: Vec<Variant> = serde_yaml::from_str(example.variants).expect("variants");
        variants.into_iter().map(move |variant| {
            let name = format!(
                "judges::{}_{}",
                example.game,
                variant.name.replace(' ', "_")
            );
            named(&name, move || is_found(example, &variant))
        })
    });
    let honest: Vec<Honest> =
        serde_yaml::from_str(include_str!("judges/honest.yaml")).expect("variants");
    let honest = honest.into_iter().map(|variant| {
        let name = format!("judges::honest_{}", variant.name.replace(' ', "_"));
        named(&name, move || is_not_blamed(&variant))
    });
    let faulty: Vec<FaultyJudge> =
        serde_yaml::from_str(include_str!("judges/faults.yaml")).expect("judges");
    let faulty = faulty.into_iter().map(|judge| {
        let name = format!("judges::fault_{}", judge.name.replace(' ', "_"));
        named(&name, move || is_told(&judge))
    });
    let others = [
        named(
            "judges::the_matches_of_every_game_are_listed",
            every_game_has_matches,
        ),
        named("judges::what_runs_nothing_is_no_judge", nothing_is_no_judge),
        named(
            "judges::a_verdict_in_other_words_is_read",
            other_words_are_read,
        ),
        named(
            "judges::a_verdict_that_is_cut_off_is_not_guessed",
            a_verdict_that_is_cut_off_is_not_guessed,
        ),
        named("judges::our_own_judges_are_right", our_own_judges_are_right),
        named(
            "judges::who_reads_a_line_for_each_answer_is_right",
            who_reads_a_line_for_each_answer_is_right,
        ),
        named("judges::graders_are_tested", graders_are_tested),
        named(
            "judges::the_reports_hold_what_the_judge_did",
            the_reports_hold_what_the_judge_did,
        ),
        named(
            "judges::a_fault_that_never_came_blames_nobody",
            a_fault_that_never_came_blames_nobody,
        ),
        named(
            "judges::a_clause_that_no_document_states_accuses_no_judge",
            assumed_clauses_accuse_no_judge,
        ),
        named(
            "judges::a_judge_that_hangs_is_not_waited_for_again",
            a_judge_that_hangs_is_not_waited_for_again,
        ),
        named(
            "judges::our_own_bots_are_not_the_judge_s_fault",
            our_own_bots_are_not_the_judge_s_fault,
        ),
    ];
    let wrong = wrong.chain(faulty);
    right.chain(wrong).chain(honest).chain(others).collect()
}

/// Runs `stickler judge` on a judge in this folder, and gives back its code and all that it says.
fn judged(folder: &Path, example: &Example, more: &[&str], python: &str) -> (Option<i32>, String) {
    let judge = folder
        .join(format!("judges/{}.py", example.game))
        .to_string_lossy()
        .into_owned();
    std::fs::write(folder.join("case.in"), "3 7\n").expect("written");
    std::fs::write(folder.join("case.ans"), "").expect("written");
    let jobs: &[&str] = if more.contains(&"--jobs") {
        &[]
    } else {
        &["--jobs", "3"]
    };
    let limits = ["--out", "shown"];
    let words = [
        &["judge", example.game],
        example.ours,
        jobs,
        &limits,
        more,
        &["--", python, &judge],
        example.own,
    ]
    .concat();
    let output = stickler(folder, &words);
    (output.status.code(), said(&output))
}

/// A copy of the examples, to be changed.
fn copied() -> Result<Scratch, Failed> {
    let folder = scratch("judges");
    std::fs::create_dir(folder.join("judges"))?;
    for entry in std::fs::read_dir(root().join("examples/judges"))?.flatten() {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), folder.join("judges").join(entry.file_name()))?;
        }
    }
    Ok(folder)
}

fn here() -> Option<String> {
    let found = python().map(|path| path.to_string_lossy().into_owned());
    if found.is_none() {
        leave_out("want Python 3.9 or later");
    }
    found
}

/// All matches; in depth over and over, on a machine that is as busy as the other tests make it.
fn is_right(example: &Example) -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    let limit = if example.game == "blackout" {
        "2"
    } else {
        "20"
    };
    let deep = ["--limit", limit, "--times-over", "7"];
    let sample = ["--limit", limit, "--only", example.sample];
    let (code, text) = judged(
        &folder,
        example,
        if is_deep() { &deep } else { &sample },
        &python,
    );
    assert_eq!(code, Some(0), "{text}");
    Ok(())
}

/// Changes a copied judge: its file, a text of it, and what stands in its place.
fn changed(folder: &Path, [file, old, new]: [&str; 3]) -> Result<(), Failed> {
    let path = folder.join("judges").join(file);
    let right = text(&path);
    assert!(right.contains(old), "{file} has no {old:?}");
    std::fs::write(&path, right.replace(old, new))?;
    Ok(())
}

/// The one match that shows it; in depth all of them.
fn is_found(example: &Example, variant: &Variant) -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    changed(&folder, [&variant.file, &variant.old, &variant.new])?;
    let limit = if example.game == "blackout" { "1" } else { "4" };
    let only = ["--only", &variant.shows, "--limit", limit];
    let (code, text) = judged(
        &folder,
        example,
        if is_deep() { &only[2..] } else { &only },
        &python,
    );
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains(&variant.says), "{}\n{text}", variant.says);
    Ok(())
}

/// A change that leaves a judge right.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Honest {
    name: String,
    file: String,
    old: String,
    new: String,
}

/// A judge that is right in its own way is not accused: in one kind of match, or in depth in all of them, ten times over.
fn is_not_blamed(variant: &Honest) -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    changed(&folder, [&variant.file, &variant.old, &variant.new])?;
    let more: &[&str] = match is_deep() {
        true => &["--limit", "20", "--times-over", "10"],
        false => &["--limit", "20", "--only", "crash"],
    };
    let (code, text) = judged(&folder, &EXAMPLES[0], more, &python);
    assert_eq!(code, Some(0), "{text}");
    Ok(())
}

/// A judge with one fault, written from the page alone.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct FaultyJudge {
    name: String,
    #[serde(default = "gomoku")]
    game: String,
    /// A file of the examples, a text of it, and what stands in its place.
    changes: Vec<[String; 3]>,
    /// Matches that show the fault.
    shows: String,
    /// What the report says of it.
    says: String,
    /// The exit code: 0 and 2 where no document makes it a fault.
    #[serde(default = "violates")]
    code: i32,
    /// True where its matches take long.
    #[serde(default)]
    is_slow: bool,
}

fn gomoku() -> String {
    "gomoku".into()
}

fn violates() -> i32 {
    1
}

/// How often a match is played of which nothing can be told.
const TRIES: usize = 4;

/// The matches that show it; in depth all of them.
fn is_told(judge: &FaultyJudge) -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    if judge.is_slow && !is_deep() {
        leave_out("take long");
    }
    let folder = copied()?;
    for [file, old, new] in &judge.changes {
        changed(&folder, [file, old, new])?;
    }
    let only: &[&str] = match is_deep() && judge.code == 1 {
        true => &[],
        false => &["--only", &judge.shows],
    };
    let example = EXAMPLES.iter().find(|example| example.game == judge.game);
    let example = example.ok_or("an example judge of this game")?;
    let mut told = judged(&folder, example, only, &python);
    // On a busy machine a recorder is killed amid a message now and then, and of one match nothing can be told then.
    for _ in 1..TRIES {
        if told.0 == Some(judge.code) || told.0 != Some(2) {
            break;
        }
        told = judged(&folder, example, only, &python);
    }
    let (code, text) = told;
    assert_eq!(code, Some(judge.code), "{text}");
    assert!(text.contains(&judge.says), "{}\n{text}", judge.says);
    Ok(())
}

/// A match in which nothing happens any more is over long before its limit, and the others of its kind are left out and counted.
fn a_judge_that_hangs_is_not_waited_for_again() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    changed(&folder, ["programs.py", "limit / 1000", "limit"])?;
    let began = std::time::Instant::now();
    let only = ["--only", "h", "--jobs", "1"];
    let (code, text) = judged(&folder, &EXAMPLES[0], &only, &python);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("hang-0: the judge must say TLE of seat 0"),
        "{text}"
    );
    assert!(text.contains("it had not ended after "), "{text}");
    let left_out = "left out: 1 other match of the kind of hang-0, in which the judge did not end";
    assert!(text.contains(left_out), "{text}");
    assert!(text.ends_with("; 1 were left out\n"), "{text}");
    assert!(began.elapsed().as_secs() < 55, "{:?}", began.elapsed());
    Ok(())
}

fn every_game_has_matches() -> Result<(), Failed> {
    let folder = scratch("judges");
    for game in ["betris", "blackout", "blokus", "gomoku", "tetris"] {
        let output = stickler(&folder, &["judge", game, "--list"]);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(0), "{text}");
        let sides = if ["blackout", "tetris"].contains(&game) {
            "side-0 "
        } else {
            "sides-0-1 "
        };
        let illegal = match game {
            "betris" => "illegal-betris.place.empty-",
            "blackout" => "illegal-blackout.move.new-",
            "blokus" => "illegal-blokus.move.corner-",
            "gomoku" => "illegal-gomoku.move.empty-",
            _ => "plain ",
        };
        for row in ["plain ", "crash-0 ", "late-exit-0 ", illegal, sides] {
            assert!(
                text.lines().any(|line| line.starts_with(row)),
                "{game}: {row}\n{text}"
            );
        }
    }
    let text = said(&stickler(&folder, &["judge", "gomoku", "--list"]));
    for line in [
        "hang-1               must say TLE of seat 1; the bot of seat 1 stops answering after the second answer",
        "late-exit-0          must blame nobody",
        "crlf-0               may blame seat 0: contests forgive it, and may refuse it; the bot of seat 0 ends its lines with CRLF",
        "beyond-1             must judge seat 1 by the rules; the bot of seat 1 adds a hundred to each number of its third answer",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}\n{text}");
    }
    Ok(())
}

/// The changes by which a judge reads a line for each answer, and so takes the second of two for the next answer: it is warned of.
const BY_LINES: &[(usize, &str, &str, &str)] = &[
    (
        0,
        "programs.py",
        "        if self.rest:\n            raise Failed(\"wrong\")\n",
        "",
    ),
    (
        1,
        "blackout.py",
        "    line = b\"\"\n    while b\"\\n\" not in line:",
        "    line = sys.stdin.buffer.readline()\n    while b\"\\n\" not in line:",
    ),
];

fn who_reads_a_line_for_each_answer_is_right() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    for &(example, file, old, new) in BY_LINES {
        let example = &EXAMPLES[example];
        let folder = copied()?;
        let path = folder.join("judges").join(file);
        let right = text(&path);
        assert!(right.contains(old), "{file} has no {old:?}");
        std::fs::write(&path, right.replace(old, new))?;
        let (code, text) = judged(
            &folder,
            example,
            &["--limit", "4", "--only", "two-answers"],
            &python,
        );
        // No match has a fault that such a judge had to see.
        assert_eq!(code, Some(2), "{text}");
        assert!(
            text.contains("no match had a fault that the judge had to see"),
            "{text}"
        );
        assert!(!text.contains("violates"), "{text}");
        let warned = "warning[wire.answer.asked]: it takes a second line for the next answer";
        assert!(text.contains(warned), "{text}");
        let (code, text) = judged(
            &folder,
            example,
            &["--limit", "4", "--only", "beyond"],
            &python,
        );
        assert_eq!(code, Some(0), "{text}");
    }
    Ok(())
}

/// A program that starts no bot, or whose words nobody reads, was not tested.
fn nothing_is_no_judge() -> Result<(), Failed> {
    let folder = scratch("judges");
    let told = |words: &[&str]| {
        let words = [&["judge", "gomoku", "--only", "crash", "--"], words].concat();
        let output = stickler(&folder, &words);
        (output.status.code(), said(&output))
    };
    let (code, text) = told(&["sh", "-c", "echo winner 1; echo seat 0 RE", "{0}", "{1}"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("could not tell of crash-0, crash-1: it did not start the bot of seat 0"),
        "{text}"
    );
    assert!(
        text.trim_end().ends_with(
            "could not tell: no match had a fault that the judge had to see, and a verdict that could be read"
        ),
        "{text}"
    );
    let (code, text) = told(&["sh", "-c", "exit 0"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("the judge's command has no {0}, the place for the bot of seat 0"),
        "{text}"
    );
    let (code, text) = told(&["./no-such-judge", "{0}", "{1}"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("no-such-judge"), "{text}");
    Ok(())
}

/// On a small board the game is over before a bot's third answer: the judge is right to blame nobody, and nothing was tried.
fn a_fault_that_never_came_blames_nobody() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    let told = |words: &[&str]| {
        let words: Vec<&str> = words
            .iter()
            .map(|word| {
                if *word == "python" {
                    python.as_str()
                } else {
                    *word
                }
            })
            .collect();
        let output = stickler(&folder, &[&["judge"], &words[..]].concat());
        (output.status.code(), said(&output))
    };
    let times = ["--set", "first-time=1500", "--set", "turn-time=1500"];
    let own = [
        "python",
        "judges/blokus.py",
        "--board",
        "5",
        "--times",
        "1500",
        "1500",
        "{0}",
        "{1}",
    ];
    for only in ["crash", "hang", "panic", "early-exit"] {
        let ours = [
            &[
                "blokus",
                "--set",
                "shapes=all",
                "--set",
                "board=5",
                "--only",
                only,
            ],
            &times[..],
            &["--"],
            &own,
        ]
        .concat();
        let (code, text) = told(&ours);
        assert_eq!(code, Some(2), "{text}");
        assert!(
            text.contains(&format!("not tried: {only}-0, {only}-1\n")),
            "{text}"
        );
        assert!(
            text.contains("could not tell: no match had a fault that the judge had to see"),
            "{text}"
        );
    }
    let (_, json) = told(
        &[
            &[
                "blokus",
                "--json",
                "--set",
                "shapes=all",
                "--set",
                "board=5",
                "--only",
                "crash-0",
            ],
            &times[..],
            &["--"],
            &own,
        ]
        .concat(),
    );
    assert!(json.contains("\"tried\":false"), "{json}");
    std::fs::write(folder.join("case.in"), "1\n")?;
    std::fs::write(folder.join("case.ans"), "")?;
    let one = [
        "blackout",
        "--set",
        "board=1x1",
        "--set",
        "games=1",
        "--kattis",
        "case.in",
        "--limit",
        "2",
        "--join",
        "direct",
    ];
    let (code, text) = told(
        &[
            &one[..],
            &[
                "--only",
                "crash",
                "--",
                "python",
                "judges/blackout.py",
                "--board",
                "1x1",
            ],
        ]
        .concat(),
    );
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("not tried: crash-0-direct\n"), "{text}");
    // A validator with testlib's codes is told the codes of Kattis; one that crashes is not.
    for (script, is_told) in [
        ("exit 1", true),
        (
            "echo 'Traceback (most recent call last):' >&2; exit 1",
            false,
        ),
        ("exit 9", false),
    ] {
        let words = [&one[..], &["--only", "plain", "--", "sh", "-c", script]].concat();
        let (code, text) = told(&words);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains("it failed itself: validator: exit"), "{text}");
        assert_eq!(
            text.contains("ends with 42 (accepted) or 43 (wrong)"),
            is_told,
            "{text}"
        );
    }
    Ok(())
}

/// The bots that bring rare games about keep the limits that the judge keeps. Where they cannot, nobody accuses the judge.
fn our_own_bots_are_not_the_judge_s_fault() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    let whole = [
        "judge",
        "blokus",
        "--set",
        "shapes=all",
        "--only",
        "sides-0-1",
        "--",
    ];
    let words = [&whole[..], &[&python, "judges/blokus.py", "{0}", "{1}"]].concat();
    let text = said(&stickler(&folder, &words));
    assert!(!text.contains("violates"), "{text}");
    // With so little time any bot is late now and then.
    let short = [
        "judge",
        "blokus",
        "--set",
        "shapes=all",
        "--set",
        "turn-time=1",
        "--only",
        "sides-0-1",
        "--",
    ];
    let words = [
        &short[..],
        &[
            &python,
            "judges/blokus.py",
            "--times",
            "1000",
            "1",
            "{0}",
            "{1}",
        ],
    ]
    .concat();
    let text = said(&stickler(&folder, &words));
    assert!(!text.contains("violates"), "{text}");
    Ok(())
}

/// A judge with numbers from 1 and words of its own; patterns that do not read their own examples are refused.
fn other_words_are_read() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    let path = folder.join("judges/gomoku.py");
    let ours = text(&path).replace(
        "print(\"seat\", seat, words[seat])",
        "print(f\"player #{seat + 1}: {dict(OK='fine', RE='broken', TLE='slow')[words[seat]]} in the end\")",
    );
    std::fs::write(&path, ours)?;
    let rules = "seat: ['player #{seat}: {word} …']\nfirst: 1\nwinner: ['winner {seat}']\nwords: {fine: OK, broken: RE, slow: TLE}\nexamples:\n- text: 'player #2: slow in the end'\n  says: {words: {1: TLE}}\n";
    std::fs::write(folder.join("words.yaml"), rules)?;
    let gomoku = &EXAMPLES[0];
    let (code, text) = judged(
        &folder,
        gomoku,
        &["--verdict", "words.yaml", "--only", "crash"],
        &python,
    );
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("conforms: 2 matches, in 2 of them it caught the bot's fault"),
        "{text}"
    );
    let (code, text) = judged(&folder, gomoku, &["--only", "crash"], &python);
    assert_eq!(code, Some(2), "{text}");
    std::fs::write(folder.join("words.yaml"), rules.replace("1: TLE", "0: TLE"))?;
    let (code, text) = judged(&folder, gomoku, &["--verdict", "words.yaml"], &python);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("words.yaml: example 1: the patterns read"),
        "{text}"
    );
    Ok(())
}

/// A last line without a newline is read. Of half a line nobody knows what it means.
fn a_verdict_that_is_cut_off_is_not_guessed() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let told = |printed: &str| -> Result<(Option<i32>, String), Failed> {
        let folder = copied()?;
        let old = "print(\"seat\", seat, words[seat])";
        let new = format!("print({printed}, end='\\n' * (1 - seat))");
        changed(&folder, ["gomoku.py", old, &new])?;
        Ok(judged(
            &folder,
            &EXAMPLES[0],
            &["--only", "crash-1"],
            &python,
        ))
    };
    let (code, text) = told("f'seat {seat} {words[seat]}'")?;
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = told("f'seat {seat} {words[seat]}'[:11 - 9 * seat]")?;
    assert_eq!(code, Some(2), "{text}");
    let why = "could not tell of crash-1: no word was read for seat 1; its last line: se\n";
    assert!(text.contains(why), "{text}");
    Ok(())
}

/// Our own drivers under test: a match's referee, and the validator of the package.
fn our_own_judges_are_right() -> Result<(), Failed> {
    let folder = scratch("judges");
    std::fs::write(folder.join("case.in"), "3 7\n")?;
    std::fs::write(folder.join("case.ans"), "")?;
    // What `play` says stands below the log that it prints.
    let words = "winner: ['# seat {seat} wins', '# seat {seat} wins; …']\ndraw: ['# a draw …', '# a draw; …']\nseat: ['# seat {seat}, {word}: …']\n";
    std::fs::write(folder.join("play.yaml"), words)?;
    let referee = [
        STICKLER,
        "referee",
        "gomoku",
        "--isolation",
        "off",
        "-d",
        "bank=1000",
        "-p1",
        "{0}",
        "-p2",
        "{1}",
    ];
    let play = [
        STICKLER,
        "play",
        "gomoku",
        "--isolation",
        "off",
        "--set",
        "bank=1000",
        "--bot",
        "{0}",
        "--bot",
        "{1}",
    ];
    let validator = [
        STICKLER,
        "kattis",
        "blackout",
        "--set",
        "board=3x4",
        "{input}",
        "{answer}",
        "{feedback}",
    ];
    let small = [
        "--set",
        "board=3x4",
        "--set",
        "games=3",
        "--kattis",
        "case.in",
        "--limit",
        "2",
    ];
    for (ours, judge, sample) in [
        (
            &["gomoku", "--set", "bank=1000", "--verdict", "brutaltester"][..],
            &referee[..],
            "c",
        ),
        (
            &["gomoku", "--set", "bank=1000", "--verdict", "play.yaml"],
            &play,
            "c",
        ),
        (&[&["blackout"], &small[..]].concat(), &validator, "e"),
    ] {
        let only = if is_deep() { "" } else { sample };
        let output = stickler(
            &folder,
            &[
                &["judge"],
                ours,
                &["--jobs", "3", "--only", only, "--"],
                judge,
            ]
            .concat(),
        );
        let text = said(&output);
        assert_eq!(output.status.code(), Some(0), "{text}");
    }
    Ok(())
}

/// A grader of a batch task: ours is right, and four others are not.
fn graders_are_tested() -> Result<(), Failed> {
    let folder = scratch("judges");
    let told = |more: &[&str], words: &[&str]| {
        let output = stickler(
            &folder,
            &[&["judge", "tetris"], more, &["--"], words].concat(),
        );
        (output.status.code(), said(&output))
    };
    let ours = [
        STICKLER, "grade", "tetris", "--kattis", "{input}", "{output}",
    ];
    let (code, text) = told(&[], &ours);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = told(&["--verdict", "exit"], &[&ours[..3], &ours[4..]].concat());
    assert_eq!(code, Some(0), "{text}");
    // The codes of testlib's checkers are no verdict where those of Kattis are due.
    let (code, text) = told(&["--only", "right"], &[&ours[..3], &ours[4..]].concat());
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains(
            "no verdict was read: exit code 0 is no verdict; a validator of Kattis ends with 42 (accepted) or 43 (wrong)"
        ),
        "{text}"
    );
    for (script, only, shows) in [
        (
            "exit 42",
            "first-wrong",
            "first-wrong: the judge must say WA; the output has another first answer\n  it says AC, where WA is due",
        ),
        (
            "cmp -s $1 $2 && exit 43; exit 42",
            "right",
            "it says WA of an output that is right",
        ),
        (
            "test $(wc -l < $1) = $(wc -l < $2) && exit 42; exit 43",
            "all-wrong",
            "all-wrong: the judge must say WA",
        ),
        (
            "head -c 9 $1 | cmp -s - $2 -n 9 && exit 42; exit 43",
            "text-after",
            "text-after: the judge must say WA",
        ),
        // Whatever is not the first kind counts as the second, or the other way round.
        (
            "read_all() { sed 's/^YES$/1/; /^1$/!s/.*/0/' $1; }; test \"$(read_all $1)\" = \"$(read_all $2)\" && exit 42; exit 43",
            "another-word",
            "has a word that is no answer in place of one of its ",
        ),
        (
            "read_all() { sed 's/^NO$/0/; /^0$/!s/.*/1/' $1; }; test \"$(read_all $1)\" = \"$(read_all $2)\" && exit 42; exit 43",
            "another-word",
            "has a word that is no answer in place of one of its ",
        ),
        (
            "test \"$(cut -c1 $1)\" = \"$(cut -c1 $2)\" && exit 42; exit 43",
            "longer-word",
            "longer-word: the judge must say WA",
        ),
        (
            "test \"$(sort $1)\" = \"$(sort $2)\" && exit 42; exit 43",
            "two-swapped",
            "two-swapped: the judge must say WA",
        ),
        ("sleep 60", "first-wrong", "it had not ended after "),
        (
            "cmp -s $1 $2 && exit 42; sleep 60 & exit 43",
            "first-wrong",
            "it left 1 processes running",
        ),
    ] {
        let more = ["--limit", "1", "--only", only];
        let more = if is_deep() { &more[..2] } else { &more };
        let (code, text) = told(more, &["sh", "-c", script, "sh", "{output}", "{answer}"]);
        assert_eq!(code, Some(1), "{script}\n{text}");
        assert!(text.contains(shows), "{shows}\n{text}");
    }
    // A checker that fails on what is no text has failed itself.
    let crash = "test \"$(tr -d '\\000-\\177' <$1 | wc -c)\" = 0 || exit 1; cmp -s $1 $2 && exit 42; exit 43";
    let (code, text) = told(&[], &["sh", "-c", crash, "sh", "{output}", "{answer}"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("\n  it failed itself: exit code 1 is no verdict\n"),
        "{text}"
    );
    // A checker that says nothing was not tested.
    let (code, text) = told(&[], &["true", "{output}"]);
    assert_eq!(code, Some(2), "{text}");
    Ok(())
}

/// A judge that breaks an assumed clause alone is warned of, and the last line says so; what follows from it accuses nobody either.
fn assumed_clauses_accuse_no_judge() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let gomoku = &EXAMPLES[0];
    let told = |change: [&str; 3], only: &str| -> Result<(Option<i32>, String), Failed> {
        let folder = copied()?;
        changed(&folder, change)?;
        Ok(judged(&folder, gomoku, &["--only", only], &python))
    };
    let warned = "; warned of wire.judge.plain, which no document states\n";
    // Its lines end with CRLF, which stickler's own bots can read.
    let crlf = [
        "programs.py",
        "text.encode() + b\"\\n\"",
        "text.encode() + b\"\\r\\n\"",
    ];
    let (code, text) = told(crlf, "crash")?;
    assert_eq!(code, Some(0), "{text}");
    let warning = "\nwarning[wire.judge.plain]: seat 0 was told what wire.judge.plain forbids: a carriage return stands before the newline\n  \
                   no document states this clause, so no judge is accused by it; it stands in crash-0, crash-1\n";
    assert!(
        text.contains(warning) && text.ends_with(&format!("it caught the bot's fault{warned}")),
        "{text}"
    );
    // It writes leading zeros, which they cannot read, so they fail, and the judge says so.
    let zeros = ["gomoku.py", "{left[1 - seat]}\"", "0{left[1 - seat]}\""];
    let (code, text) = told(zeros, "plain")?;
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("could not tell of plain: it says RE of seat 0, which did nothing wrong: stickler's own bots may not follow")
            && text.ends_with(warned),
        "{text}"
    );
    let (code, text) = told(zeros, "again-1")?;
    assert!(
        code == Some(2) && !text.contains("violates") && text.ends_with(warned),
        "{code:?} {text}"
    );
    let (_, text) = told(crlf, "crash-0")?;
    assert!(!text.contains("error["), "{text}");
    Ok(())
}

/// The pages beside the logs, the table, the JUnit report, and the parts of a run.
fn the_reports_hold_what_the_judge_did() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    let path = folder.join("judges/gomoku.py");
    std::fs::write(&path, text(&path).replace("(1, 1), (1, -1)", "(1, 1)"))?;
    let gomoku = &EXAMPLES[0];
    let more = [
        "--only",
        "sides-9",
        "--html",
        "--table",
        "--junit",
        "report.xml",
        "--times-over",
        "2",
    ];
    let (code, report) = judged(&folder, gomoku, &more, &python);
    assert_eq!(code, Some(1), "{report}");
    let name = report.lines().find_map(|line| {
        line.strip_prefix("  again: ")?
            .split_once("--only ")?
            .1
            .split(' ')
            .next()
    });
    let name = name.ok_or("a match that went wrong")?;
    assert!(
        report.contains(&format!(
            "{name}: the judge must blame nobody; the bots choose answers by their numbers, as those of a line of the board (always: 2 times)"
        )),
        "{report}"
    );
    // Why the game was over is said, with its cells and the board.
    assert!(
        report.contains("= the end: seat ") && report.contains(" in a row: ("),
        "{report}"
    );
    assert!(report.contains("the board before it:"), "{report}");
    assert!(
        report.contains("match                    it said"),
        "{report}"
    );
    let page = text(&folder.join(format!("shown/{name}.html")));
    let verdict = "</h1><p class=\"closing failed\">✗ A rule was broken; ";
    assert!(page.contains(verdict), "{page:.3000}");
    assert!(page.contains("<section"), "a page");
    assert!(
        text(&folder.join("report.xml")).contains(&format!("<testcase name=\"{name}\"")),
        "JUnit"
    );
    let listed = |more: &[&str]| {
        let (_, text) = judged(&folder, gomoku, &[&["--list"], more].concat(), &python);
        text.lines()
            .filter(|line| line.contains("must") || line.contains("may"))
            .count()
    };
    assert_eq!(
        listed(&["--shard", "1/2"]) + listed(&["--shard", "2/2"]),
        listed(&[])
    );
    // The quick run begins with what failed.
    let failed = text(&folder.join("shown/failed.txt"));
    assert_eq!(failed, format!("{name}\n"));
    let (code, quick) = judged(&folder, gomoku, &["--quick", "--json"], &python);
    assert_eq!(code, Some(1), "{quick}");
    let first = quick
        .lines()
        .find(|line| line.starts_with('{'))
        .ok_or("a line")?;
    assert!(first.contains(&format!("\"match\":\"{name}\"")), "{first}");
    let (_, json) = judged(&folder, gomoku, &["--only", "crash-1", "--json"], &python);
    let line = json
        .lines()
        .find(|line| line.starts_with('{'))
        .ok_or(json.clone())?;
    let row: serde_json::Value = serde_json::from_str(line)?;
    assert_eq!(row["said"]["winner 0, seat 0 OK, seat 1 RE"], 1, "{json}");
    Ok(())
}
