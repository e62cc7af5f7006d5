//! Programs that break the protocol of engines.

use crate::engine_program::Program;
use stickler::engine::{Effort, EngineError, Kind, Law, check};
use stickler::games::GAMES;
use stickler::params::{Ms, Settings};

const QUICK: Effort = Effort {
    seed: 1,
    walks: 2,
    plies: 60,
    nodes: 80,
};

/// Programs that break the protocol are named with what they did, and none of them ends or hangs the check.
#[test]
fn a_program_that_breaks_the_protocol_is_a_finding() {
    let start = r#"{"start":["actions"]}"#;
    for (script, why) in [
        ("exit 3".to_string(), "ended (exit 3)"),
        (
            "read l; echo hello; cat".into(),
            "its first line is `hello`, where the answer to `start` is due, a JSON object",
        ),
        (
            "echo 'Engine 1.0'; cat".into(),
            "its first line is `Engine 1.0`, where the answer to `start` is due",
        ),
        ("read l; echo '{'; cat".into(), "it answers `{` to "),
        (
            "read l; echo '{\"start\":[\"fly\"]}'; cat".into(),
            "nothing is called `fly`",
        ),
        (
            "read l; echo '{\"apply\":true}'; cat".into(),
            "where `start` is due",
        ),
        (
            format!("while read l; do echo '{start}'; done"),
            "where `actions` is due",
        ),
        (
            format!("read l; echo '{start}'; read l; echo '{{\"actions\":[1]}}'; cat"),
            "actions",
        ),
        (
            "read l; echo Traceback >&2; exit 1".into(),
            "standard error ends: Traceback",
        ),
        (
            format!("read l; echo '{start}'; echo more; cat > /dev/null"),
            "more",
        ),
        ("read l; exec >&-; sleep 9".into(), "closed its output"),
        ("read l; sleep 60".into(), "did not answer"),
        (
            "read l; head -c 3000000 /dev/zero; sleep 9".into(),
            "longer than",
        ),
    ] {
        let game = GAMES.find("gomoku").expect("the game");
        let command = ["/bin/sh", "-c", &script].map(str::to_string);
        let mut engine =
            Program::new(game, &Settings::default(), &command, Ms(400)).expect("settings");
        let start = game.with(&Settings::default()).expect("rules").rules();
        let report = check(
            &*start,
            &mut engine,
            Law::Actions,
            Effort {
                walks: 1,
                plies: 3,
                ..QUICK
            },
        )
        .expect("a report");
        let part = report
            .divergence
            .unwrap_or_else(|| panic!("`{script}` is not found"));
        assert_eq!(part.kind, Kind::Silent, "{part}");
        assert!(part.engine.contains(why), "`{script}`: {part}");
    }
    let game = GAMES.find("gomoku").expect("the game");
    let mut nobody = Program::new(
        game,
        &Settings::default(),
        &["/no/such/engine".to_string()],
        Ms(400),
    )
    .expect("settings");
    let start = game.with(&Settings::default()).expect("rules").rules();
    assert!(matches!(
        check(&*start, &mut nobody, Law::Legal, QUICK),
        Err(EngineError::Harness(_))
    ));
}
