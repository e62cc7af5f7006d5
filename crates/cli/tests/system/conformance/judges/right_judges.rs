//! Judges that are right: the examples, each in its own way, and our own. None of them is blamed.

use super::{EXAMPLES, Example, changed, copied, here, judged};
use crate::support::files::scratch;
use crate::support::files::text;
use crate::support::programs::{STICKLER, said, stickler};
use crate::support::tier::{by_tier, is_deep};
use crate::support::trials::{named, of_gate, usual_if};
use libtest_mimic::{Failed, Trial};

/// Those of `honest.yaml` that are run by default: each does otherwise what a check of logs or of verdicts looks at.
const USUAL: [&str; 3] = [
    "rounds times up",
    "sends what a seat hears in one piece",
    "says its verdict before its bots end",
];

pub(crate) fn tests() -> Vec<Trial> {
    let right = EXAMPLES.iter().map(|example| {
        named(
            &format!("judges::right_judges::{}_is_right", example.game),
            move || is_right(example),
        )
    });
    let honest: Vec<Honest> = serde_yaml::from_str(include_str!("honest.yaml")).expect("variants");
    let honest = honest.into_iter().map(|variant| {
        let name = format!(
            "judges::right_judges::honest_{}",
            variant.name.replace(' ', "_")
        );
        let is_usual = USUAL.contains(&variant.name.as_str());
        usual_if(is_usual, named(&name, move || is_not_blamed(&variant)))
    });
    let others = [
        named(
            "judges::right_judges::who_reads_a_line_for_each_answer_is_right",
            who_reads_a_line_for_each_answer_is_right,
        ),
        of_gate(named(
            "judges::right_judges::our_own_bots_are_not_the_judge_s_fault",
            our_own_bots_are_not_the_judge_s_fault,
        )),
        of_gate(named(
            "judges::right_judges::our_own_judges_are_right",
            our_own_judges_are_right,
        )),
    ];
    right.chain(honest).chain(others).collect()
}

/// Matches of one kind; in the gate those of the sample; in depth all of them over and over, on a machine that is as busy as the other tests make it.
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
    let usual = ["--limit", limit, "--only", "crash"];
    let more = by_tier(&usual[..], &sample, &deep);
    let (code, text) = judged(&folder, example, more, &python);
    assert_eq!(code, Some(0), "{text}");
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
