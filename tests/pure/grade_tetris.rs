//! Grading Tetris files: what is right, the first error of either file with its line and column, and files that are drawn.

use crate::support::deciders::Decider;
use stickler::games::tetris::batch::{File, Grade, generate, grade};
use stickler::games::tetris::{GENERATION, Mix, Params, Tetris};
use stickler::params::{Parameters, Settings};
use stickler::stream::{Seeded, SplitMix64};

const INPUT: &str = "3\n3\nLIT\n14\nJOTLIZZJSOTLSO\n3\nLOL\n";

fn graded(input: &str, output: &str) -> Grade {
    grade(&Params::default(), input.as_bytes(), output.as_bytes()).expect("bytes can be read")
}

/// File, line, first column from 1 and clause of the first error.
fn error(input: &str, output: &str) -> (File, usize, usize, &'static str) {
    let refused = graded(input, output).error.expect("an error");
    let column = refused.breach.span.columns(&refused.text).start + 1;
    (
        refused.file,
        refused.line,
        column,
        refused.breach.clause.id(),
    )
}

#[test]
fn the_sample_is_right() {
    assert_eq!(
        graded(INPUT, "YES\nYES\nNO\n"),
        Grade {
            right: 3,
            ..Grade::default()
        }
    );
    assert_eq!(
        graded(INPUT, "YES\nYES\nNO").error,
        None,
        "a last newline may be missing in a file"
    );
}

#[test]
fn the_first_wrong_answer_comes_with_its_case() {
    let grade = graded(INPUT, "YES\nNO\nYES\n");
    assert_eq!(grade.right, 1);
    let refused = grade.error.expect("an error");
    assert_eq!((refused.file, refused.line), (File::Output, 2));
    assert_eq!(refused.breach.clause.id(), "tetris.answer.yes");
    assert_eq!(refused.breach.why.to_string(), "case 2 is possible");
    let (number, pieces) = refused.case.expect("a case");
    assert_eq!(
        (number, Params::default().alphabet.text(&pieces).as_str()),
        (2, "JOTLIZZJSOTLSO")
    );
}

#[test]
fn a_case_as_long_as_may_be_is_read_whole() {
    let params = Params::with(&Settings::read(["length=4", "total=8"]).expect("settings"))
        .expect("parameters");
    let graded = |input: &str, output: &str| {
        grade(&params, input.as_bytes(), output.as_bytes()).expect("bytes")
    };
    assert_eq!(
        graded("2\n4\nLITO\n4\nZZZZ\n", "YES\nNO\n"),
        Grade {
            right: 2,
            ..Grade::default()
        }
    );
    let refused = graded("1\n3\nL?T\n", "YES\n").error.expect("an error");
    assert_eq!(
        (refused.line, refused.breach.span.columns(&refused.text)),
        (3, 1..2)
    );
    let refused = graded("1\n5\nLITOS\n", "YES\n").error.expect("an error");
    assert_eq!((refused.file, refused.line), (File::Input, 2));
}

#[test]
fn outputs_that_are_refused() {
    use File::Output;
    assert_eq!(
        error(INPUT, "YES\nYES\nYES\n"),
        (Output, 3, 1, "tetris.answer.no")
    );
    assert_eq!(
        error(INPUT, "YES\nyes\nNO\n"),
        (Output, 2, 1, "tetris.answer.word")
    );
    assert_eq!(
        error(INPUT, "YES NO\nYES\nNO\n"),
        (Output, 1, 5, "tetris.answer.word")
    );
    assert_eq!(
        error(INPUT, "YES\n\nNO\n"),
        (Output, 2, 1, "tetris.answer.word")
    );
    assert_eq!(
        error(INPUT, "YES\nYES\n"),
        (Output, 3, 1, "tetris.answer.count")
    );
    assert_eq!(error(INPUT, ""), (Output, 1, 1, "tetris.answer.count"));
    assert_eq!(
        error(INPUT, "YES\nYES\nNO\nNO\n"),
        (Output, 4, 1, "tetris.answer.only")
    );
    assert_eq!(
        error(INPUT, "YES\nYES\nNO\n\nNO\n"),
        (Output, 5, 1, "tetris.answer.only")
    );
}

#[test]
fn inputs_that_are_refused() {
    use File::Input;
    let yes = "YES\nYES\nYES\n";
    let refused = |input: &str| error(input, yes);
    assert_eq!(refused(""), (Input, 1, 1, "tetris.input.cases"));
    for number in ["0", "-1", "101", "99999999999999999999"] {
        assert_eq!(
            refused(&format!("{number}\n1\nL\n")),
            (Input, 1, 1, "tetris.input.cases"),
            "{number}"
        );
    }
    for number in ["0", "-1", "100001", "99999999999999999999"] {
        assert_eq!(
            refused(&format!("1\n{number}\nL\n")),
            (Input, 2, 1, "tetris.input.length"),
            "{number}"
        );
    }
    // An input that breaks off is not the program's fault, however few answers it gave.
    assert_eq!(
        error("5\n1\nZ\n1\n", ""),
        (Input, 5, 1, "tetris.input.pair")
    );
    assert_eq!(
        error("5\n1\nZ\n", "YES\n"),
        (Input, 4, 1, "tetris.input.cases")
    );
    assert_eq!(
        error("5\n1\nZ\n", "NO\n"),
        (File::Output, 1, 1, "tetris.answer.yes")
    );
    assert_eq!(refused("two\n"), (Input, 1, 1, "wire.judge.form"));
    assert_eq!(refused("1 \n1\nL\n"), (Input, 1, 2, "wire.judge.form"));
    assert_eq!(refused("1\r\n1\nL\n"), (Input, 1, 2, "wire.judge.plain"));
    assert_eq!(refused("2\n1\nL\n"), (Input, 4, 1, "tetris.input.cases"));
    assert_eq!(
        refused("1\n1\nL\n1\nL\n"),
        (Input, 4, 1, "tetris.input.once")
    );
    assert_eq!(refused("1\n3\n"), (Input, 3, 1, "tetris.input.pair"));
    assert_eq!(refused("1\n2\nLIT\n"), (Input, 3, 3, "tetris.input.length"));
    assert_eq!(refused("1\n4\nLIT\n"), (Input, 3, 4, "tetris.input.length"));
    assert_eq!(
        refused("1\n3\nLXT\n"),
        (Input, 3, 2, "tetris.input.letters")
    );
    assert_eq!(refused("1\n3\nLIT \n"), (Input, 3, 4, "wire.judge.form"));
    assert_eq!(refused("2\n60000\nL\n60000\nL\n").3, "tetris.input.length");
    let long = "ZLOSIJT".repeat(8572);
    let two = format!("2\n{0}\n{long}\n{0}\n{long}\n", long.len());
    assert_eq!(refused(&two), (Input, 4, 1, "tetris.input.total"));
}

#[test]
fn habits_are_told_once() {
    let grade = graded(INPUT, "YES\r\nYES\r\nNO \n");
    assert_eq!((grade.right, &grade.error), (3, &None));
    let told: Vec<_> = grade
        .habits
        .iter()
        .map(|habit| (habit.line, habit.breach.clause.id()))
        .collect();
    assert_eq!(told, [(1, "wire.line.crlf"), (3, "wire.line.blanks")]);
}

#[test]
fn an_empty_end_is_a_habit() {
    for end in ["\n", "\n\n", "\r\n", " \n\n", " "] {
        let grade = graded(INPUT, &format!("YES\nYES\nNO\n{end}"));
        assert_eq!((grade.right, &grade.error), (3, &None), "{end:?}");
        let told: Vec<_> = grade
            .habits
            .iter()
            .map(|habit| (habit.line, habit.breach.clause.id()))
            .collect();
        assert_eq!(told, [(4, "wire.line.blanks")], "{end:?}");
    }
}

#[test]
fn a_line_without_end_does_not_fill_the_memory() {
    let input = format!("1\n3\n{}", "L".repeat(3_000_000));
    let refused = graded(&input, "YES\n").error.expect("an error");
    assert_eq!(
        (refused.line, refused.breach.clause.id()),
        (3, "tetris.input.length")
    );
    assert!(refused.text.len() < 200_000);
    let output = "Y".repeat(3_000_000);
    assert_eq!(
        error(INPUT, &output),
        (File::Output, 1, 1, "wire.line.length")
    );
    // It is one line, whatever follows it.
    let output = format!("YES{}\nYES\nNO\n", " ".repeat(70_000));
    assert_eq!(
        error(INPUT, &output),
        (File::Output, 1, 1, "wire.line.length")
    );
    let output = format!("YES\nYES{}\nNO\n", " ".repeat(60_000));
    assert_eq!(graded(INPUT, &output).error, None);
}

#[test]
fn drawn_files_are_valid_and_answered_by_the_greedy() {
    let generation = GENERATION.settings();
    for (seed, preset) in
        (0..40).flat_map(|seed| [(seed, Settings::default()), (seed, generation.clone())])
    {
        let mixes = [
            Mix::Mixed,
            Mix::Short,
            Mix::Any,
            Mix::Games,
            Mix::NearMisses,
            Mix::Traps,
            Mix::Largest,
            Mix::Many,
        ];
        let mix = mixes[seed as usize % mixes.len()];
        let mut params = Params {
            mix,
            ..Params::with(&preset).expect("settings")
        };
        params.set("cases", "50").expect("cases");
        params.set("total", "3000").expect("a total");
        let input = generate(&params, &mut Seeded::new(SplitMix64(seed)));
        let cases = input
            .lines()
            .skip(1)
            .filter(|line| line.starts_with(|letter: char| letter.is_ascii_uppercase()));
        let answer = |case: &str| {
            let pieces = params.alphabet.read(case.as_bytes()).expect("letters");
            params.answers.word(
                Decider::Greedy
                    .decide(&Tetris::new(&params), &pieces)
                    .is_ok(),
            )
        };
        let output: String = cases.map(|case| format!("{}\n", answer(case))).collect();
        let grade = grade(&params, input.as_bytes(), output.as_bytes()).expect("bytes");
        assert_eq!(grade.error, None, "seed {seed}, {mix}");
        assert_eq!(
            input,
            generate(&params, &mut Seeded::new(SplitMix64(seed))),
            "a seed means the same for ever"
        );
    }
}

/// Pieces that no later case needs may all be in one.
#[test]
fn the_last_case_may_have_all_that_is_left() {
    let mut params = Params {
        mix: Mix::Any,
        ..Params::default()
    };
    for (name, value) in [("cases", "1"), ("length", "4"), ("total", "4")] {
        params.set(name, value).expect("a number");
    }
    let lengths = (0..40).map(|seed| {
        generate(&params, &mut Seeded::new(SplitMix64(seed)))
            .lines()
            .nth(1)
            .map(str::to_string)
    });
    let lengths: std::collections::BTreeSet<_> = lengths.flatten().collect();
    assert!(lengths.iter().eq(["1", "2", "3", "4"]), "{lengths:?}");
}

#[test]
fn a_seed_means_the_same_file_for_ever() {
    let mut params = Params {
        mix: Mix::Games,
        ..Params::default()
    };
    params.set("cases", "2").expect("cases");
    params.set("length", "12").expect("a length");
    assert_eq!(
        generate(&params, &mut Seeded::new(SplitMix64(1))),
        "2\n9\nSJOTLIZJT\n2\nZJ\n"
    );
}
