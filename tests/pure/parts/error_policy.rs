//! Parts of `src/error_policy.rs`.

use stickler::clause::Breach;
use stickler::error_policy::{ErrorPolicy, begins, read_allowed, write_allowed};
use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::referee::{Fault, FaultKind};

#[test]
fn a_list_of_known_failures_is_read_as_it_is_written() {
    let written = write_allowed(
        &["gomoku.move.empty", "wire.line.flush"].map(|id| GAMES.clause(id).expect("a clause")),
    );
    let read = read_allowed(GAMES, &written).expect("a list");
    assert_eq!(
        read.into_iter().collect::<Vec<_>>(),
        ["gomoku.move.empty", "wire.line.flush"]
    );
    assert_eq!(
        read_allowed(GAMES, "gomoku.no.such\n"),
        Err("line 1: no clause is called `gomoku.no.such`".into())
    );
}

#[test]
fn ids_lie_below_others_by_whole_words() {
    assert!(
        begins("gomoku.move.empty", "gomoku.move")
            && begins("gomoku.move.empty", "gomoku.move.empty")
    );
    assert!(!begins("gomoku.move.empty", "gomoku.mov"));
}

/// A clause that one must keep and a habit: which of them is an error, under each standard.
#[test]
fn an_error_counts_and_is_not_allowed() {
    let fault = |id: &str| {
        let clause = GAMES.clause(id).expect("a clause");
        Fault {
            seat: Seat(0),
            kind: FaultKind::Illegal,
            breach: Breach::new(clause, ""),
        }
    };
    let (must, habit) = (fault("gomoku.move.empty"), fault("wire.line.crlf"));
    assert!(must.breach.clause.is_must() && !habit.breach.clause.is_must());
    let allowed = |id: &str| [id.to_string()].into();
    let usual = ErrorPolicy::default();
    let strict = ErrorPolicy {
        strict: true,
        ..ErrorPolicy::default()
    };
    for (policy, errors) in [
        (usual.clone(), [true, false]),
        (strict.clone(), [true, true]),
        (
            ErrorPolicy {
                allowed: allowed("gomoku.move.empty"),
                ..usual.clone()
            },
            [false, false],
        ),
        (
            ErrorPolicy {
                allowed: allowed("wire.line.crlf"),
                ..strict.clone()
            },
            [true, false],
        ),
        (
            ErrorPolicy {
                only: Some("gomoku".into()),
                ..strict.clone()
            },
            [true, false],
        ),
        (
            ErrorPolicy {
                only: Some("wire".into()),
                ..strict
            },
            [false, true],
        ),
        (
            ErrorPolicy {
                only: Some("wire".into()),
                ..usual
            },
            [false, false],
        ),
    ] {
        assert_eq!(
            [&must, &habit].map(|fault| policy.is_error(fault)),
            errors,
            "{policy:?}"
        );
    }
}
