//! Pages that take over the clauses of one of stickler's judges.

use stickler::clause::Page;

mod toy {
    stickler::clauses! {
        page "# Toy

## Messages

judge: bank

### toy.move.right
`stated` · must · binds the bot · Rules

A move is right.
";
        judge bank "toy";
        MOVE_RIGHT "toy.move.right",
    }

    pub(super) fn own() -> stickler::clause::Clause {
        MOVE_RIGHT
    }

    pub(super) fn declared() -> Vec<stickler::clause::Clause> {
        vec![
            READY_ROLE,
            READY_ANSWER,
            READY_TIME,
            READY_BOTH,
            TURN_ALTERNATE,
            TURN_FULL,
            TURN_CLOCKS,
            ANSWER_FORM,
            ANSWER_TIME,
            OPP_MOVE,
            OPP_TIME,
            OPP_FIRST,
            FINISH_ONLY,
            FINISH_BOTH,
            FINISH_SILENT,
            FINISH_EXIT,
            FAULT_END,
            LIMIT_MEMORY,
        ]
    }
}

#[test]
fn the_clauses_of_a_judge_stand_on_the_page_under_the_name_of_the_game() {
    let page = toy::page();
    assert_eq!(page.name, "toy");
    let ids: Vec<&str> = page.clauses.iter().map(|entry| entry.id.as_str()).collect();
    let mut cited = vec![toy::own().id()];
    cited.extend(toy::declared().iter().map(|clause| clause.id()));
    assert_eq!(ids, cited);
    for clause in toy::declared() {
        assert_eq!(clause.page().title, "Toy");
        assert!(!clause.statement().sentence.is_empty());
    }
}

#[test]
fn a_judge_that_nobody_knows_is_named_with_its_line() {
    let text = "# Toy\n\njudge: banc\n\n### toy.move.right\n`stated` · must · binds the bot · Rules\n\nA move is right.\n";
    let error = Page::read(text).expect_err("there is no such judge");
    assert_eq!(
        error.to_string(),
        "line 3: expected one line `judge: plain` or `judge: bank`"
    );
}

#[test]
fn a_page_states_a_clause_of_its_judge_itself() {
    let text = "# Toy\n\njudge: plain\n\n### toy.answer.form\n`stated` · must · binds the bot · Rules\n\nThe answer is `TAKE n`.\n";
    let page = Page::read(text).expect("a page");
    let forms = page
        .clauses
        .iter()
        .filter(|entry| entry.id == "toy.answer.form");
    let forms: Vec<&str> = forms.map(|entry| entry.sentence.as_str()).collect();
    assert_eq!(forms, ["The answer is `TAKE n`."]);
    assert_eq!(page.judge.as_deref(), Some("plain"));
    assert!(page.clause("toy.answer.time").is_some());
}

#[test]
fn a_second_judge_is_an_error() {
    let text = "# Toy\n\njudge: plain\n\njudge: bank\n\n### toy.move.right\n`stated` · must · binds the bot · Rules\n\nA move is right.\n";
    let error = Page::read(text).expect_err("two judges");
    assert_eq!(error.line, 5);
}

#[test]
#[should_panic(expected = "names the judge bank of toy, and the code no judge")]
fn code_that_does_not_name_the_judge_of_its_page_is_refused() {
    let text = "# Toy\n\njudge: bank\n\n### toy.move.right\n`stated` · must · binds the bot · Rules\n\nA move is right.\n";
    Page::of(text, &["toy.move.right"], None, toy::page);
}

#[test]
#[should_panic(expected = "names no judge, and the code the judge plain of toy")]
fn a_page_without_the_judge_of_its_code_is_refused() {
    let text = "# Toy\n\njudge:plain\n\n### toy.move.right\n`stated` · must · binds the bot · Rules\n\nA move is right.\n";
    Page::of(text, &["toy.move.right"], Some(("plain", "toy")), toy::page);
}

#[test]
fn the_words_of_an_answer_are_read_to_its_end() {
    use stickler::prelude::*;
    let read = |line: &str| {
        let mut words = Words::new(line.as_bytes());
        words.whole((toy::own(), "expected `TAKE n`"), |words| {
            words.word("TAKE")?;
            words.integer()
        })
    };
    assert_eq!(read("TAKE 3"), Ok(3));
    // The place is that of the first word that is wrong or missing.
    for (line, word) in [
        ("", 0),
        ("take 3", 0),
        ("TAKE", 1),
        ("TAKE x", 1),
        ("TAKE 3 4", 2),
    ] {
        let breach = read(line).expect_err(line);
        let expected = Breach::new(toy::own(), "expected `TAKE n`").word(word);
        assert_eq!(breach, Refusal::Format(expected), "{line:?}");
    }
}
