//! Outputs of a batch task, and what a grader has to make of each.

use crate::grader_outputs::OutputChange;
use crate::matches_in_memory::{none, wrong};
use crate::{Duty, grader_outputs};
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;

fn tetris() -> (&'static dyn AnyGame, [String; 2]) {
    let tetris = GAMES.find("tetris").expect("a game");
    (
        tetris,
        grader_outputs::case(tetris, &none(), 1).expect("a case"),
    )
}

#[test]
fn each_output_has_its_duty() {
    let (tetris, case) = tetris();
    let text: String = OutputChange::all()
        .map(|change| {
            let duty = match change.duty(tetris, &none(), &case) {
                Duty::Must(Some(kind)) => format!("must: {}", tetris.word(kind)),
                Duty::Must(None) => "must".to_string(),
                Duty::May(ground) => format!("may: {ground}"),
                other => format!("{other:?}"),
            };
            format!("{}: {duty}\n", change.name)
        })
        .collect();
    insta::assert_snapshot!("duties_of_a_grader", text);
}

#[test]
fn a_grader_is_held_to_them() {
    let (tetris, _) = tetris();
    let kind = stickler::referee::FaultKind::Illegal;
    for (duty, word, shown, caught) in [
        (Duty::Must(Some(kind)), Some("WA"), "", true),
        (
            Duty::Must(Some(kind)),
            Some("AC"),
            "it says AC, where WA is due",
            false,
        ),
        (
            Duty::Must(None),
            Some("AC"),
            "it says AC, where a refusal is due",
            false,
        ),
        (Duty::Nobody, Some("AC"), "", false),
        (
            Duty::Nobody,
            Some("WA"),
            "it says WA of an output that is right",
            false,
        ),
        (Duty::May("who knows"), Some("WA"), "", false),
        (Duty::May("who knows"), Some("AC"), "", false),
    ] {
        let judgement = grader_outputs::graded(tetris, duty, word);
        assert_eq!(
            wrong(&judgement).first().copied().unwrap_or_default(),
            shown,
            "{duty:?} {word:?}"
        );
        assert_eq!(judgement.has_caught, caught, "{duty:?} {word:?}");
    }
    assert_eq!(
        grader_outputs::graded(tetris, Duty::Nobody, None).unknown,
        ["no verdict was read"]
    );
}
