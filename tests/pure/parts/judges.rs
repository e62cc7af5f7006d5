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
        "line 3: expected `judge: plain` or `judge: bank`"
    );
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
        assert_eq!(breach, expected, "{line:?}");
    }
}
