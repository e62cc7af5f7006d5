//! The rules themselves as an engine: faults of every kind are found by the laws, and shrunk, in every game.

use stickler::engine::{Effort, EngineAnswer, EngineError, Kind, Law, Spoken, check};
use stickler::game::{Points, Turn};
use stickler::games::GAMES;
use stickler::games::erased::{AnyGame, AnyRules};
use stickler::params::Settings;

pub(crate) const QUICK: Effort = Effort {
    seed: 1,
    walks: 2,
    plies: 60,
    nodes: 80,
};

/// The rules themselves as an engine, with a fault in every answer that comes after so many actions.
struct Mirror {
    start: Box<dyn AnyRules>,
    now: Box<dyn AnyRules>,
    fault: Option<Kind>,
    after: usize,
    played: usize,
}

impl Mirror {
    fn new(start: &dyn AnyRules, fault: Option<Kind>, after: usize) -> Mirror {
        Mirror {
            start: start.fork(),
            now: start.fork(),
            fault,
            after,
            played: 0,
        }
    }

    fn fails(&self, kind: Kind) -> bool {
        self.fault == Some(kind) && self.played >= self.after
    }

    fn end(&self) -> Option<Vec<Points>> {
        if let Turn::Over(outcome) = self.now.turn() {
            Some(outcome.points().to_vec())
        } else {
            None
        }
    }
}

impl Spoken for Mirror {
    fn start(&mut self) -> EngineAnswer<()> {
        self.now = self.start.fork();
        self.played = 0;
        Ok(())
    }

    fn apply(&mut self, action: &str) -> EngineAnswer<Option<bool>> {
        if self.fails(Kind::Silent) {
            return Err(EngineError::Engine("out of order".into()));
        }
        if self.fails(Kind::Refuses) {
            return Ok(Some(false));
        }
        let done = self.now.play(action).is_ok();
        self.played += usize::from(done);
        if !done && self.fails(Kind::Changes) {
            let first = self.now.actions().into_iter().next();
            first.map(|action| self.now.play(&action));
        }
        Ok(Some(done || self.fails(Kind::Does)))
    }

    fn actions(&mut self) -> EngineAnswer<Option<Vec<String>>> {
        let mut actions = self.now.actions();
        match actions.first().cloned() {
            Some(_) if self.fails(Kind::Missing) => drop(actions.pop()),
            Some(first) if self.fails(Kind::Twice) => actions.push(first),
            Some(_) if self.fails(Kind::Extra) => actions.push("nothing at all".into()),
            _ => {}
        }
        Ok(Some(actions))
    }

    fn outcome(&mut self) -> EngineAnswer<Option<Option<Vec<Points>>>> {
        let end = self.end();
        Ok(Some(if self.fails(Kind::Outcome) {
            end.map(|_| vec![Points::whole(77)])
        } else {
            end
        }))
    }

    fn score(&mut self) -> EngineAnswer<Option<Vec<Points>>> {
        let score = self.now.score().map(|score| score.points().to_vec());
        Ok(if self.fails(Kind::Score) {
            score.map(|_| Vec::new())
        } else {
            score
        })
    }
}

/// Parameters under which games are short.
fn short(game: &dyn AnyGame) -> Box<dyn AnyRules> {
    let set: &[&str] = match game.name() {
        "gomoku" => &["board=5x5", "row=4"],
        "betris" => &["rounds=2", "board=3x4", "max-bet=2"],
        "blackout" => &["board=3x3"],
        "tetris" => &["length=6"],
        "blokus" => &["board=5", "shapes=I1,I2,L3,O4"],
        _ => &[],
    };
    game.with(&Settings::read(set.iter().copied()).expect("settings"))
        .expect("a variant")
        .rules()
}

#[test]
fn the_rules_conform_to_themselves_in_every_game() {
    for game in GAMES.games() {
        let start = short(*game);
        for law in Law::ALL {
            let report =
                check(&*start, &mut Mirror::new(&*start, None, 0), law, QUICK).expect("a report");
            assert_eq!(report.divergence, None, "{} {}", game.name(), law.word());
            assert!(
                report.lacks == (report.positions == 0),
                "{} {}: {report}",
                game.name(),
                law.word()
            );
            assert!(
                law != Law::Illegal || report.offered > 20,
                "{}: {report}",
                game.name()
            );
        }
    }
}

/// Lists the last text of each action, and the first `again` of them twice, by two texts.
struct Spelled {
    mirror: Mirror,
    again: usize,
}

impl Spoken for Spelled {
    fn start(&mut self) -> EngineAnswer<()> {
        self.mirror.start()
    }

    fn apply(&mut self, action: &str) -> EngineAnswer<Option<bool>> {
        self.mirror.apply(action)
    }

    fn actions(&mut self) -> EngineAnswer<Option<Vec<String>>> {
        let now = &self.mirror.now;
        let actions = now.actions();
        let last = actions.iter().filter_map(|action| now.texts(action).pop());
        Ok(Some(
            last.chain(actions.iter().take(self.again).cloned())
                .collect(),
        ))
    }

    fn outcome(&mut self) -> EngineAnswer<Option<Option<Vec<Points>>>> {
        self.mirror.outcome()
    }

    fn score(&mut self) -> EngineAnswer<Option<Vec<Points>>> {
        self.mirror.score()
    }
}

fn blokus(set: &[&str]) -> Box<dyn AnyRules> {
    let game = GAMES.find("blokus").expect("the game");
    game.with(&Settings::read(set.iter().copied()).expect("settings"))
        .expect("a variant")
        .rules()
}

#[test]
fn an_engine_may_list_any_code_of_a_move() {
    let found = |unlisted: &str, again: usize, law: Law| {
        let start = blokus(&["board=5", "shapes=I1,I2,L3,O4", unlisted]);
        let mut engine = Spelled {
            mirror: Mirror::new(&*start, None, 0),
            again,
        };
        let report = check(&*start, &mut engine, law, QUICK).expect("a report");
        report
            .divergence
            .map(|found| (found.kind, found.clause.map(|clause| clause.id())))
    };
    for law in Law::ALL {
        assert_eq!(found("unlisted=yes", 0, law), None, "{law:?}");
    }
    assert_eq!(
        found("unlisted=yes", 1, Law::Actions),
        Some((Kind::Twice, None))
    );
    assert!(
        found("unlisted=no", 0, Law::Actions).is_some(),
        "only the listed code counts"
    );
    // Codes that do not count are offered, and an engine that does them is found.
    let strict = blokus(&["board=5", "shapes=I1,I2,L3,O4", "unlisted=no"]);
    let free = blokus(&["board=5", "shapes=I1,I2,L3,O4", "unlisted=yes"]);
    let report = check(
        &*strict,
        &mut Mirror::new(&*free, None, 0),
        Law::Illegal,
        Effort { walks: 8, ..QUICK },
    );
    let found = report
        .expect("a report")
        .divergence
        .expect("it does a code that is not listed");
    assert_eq!(
        (found.kind, found.clause.map(|clause| clause.id())),
        (Kind::Does, Some("blokus.code.unlisted"))
    );
}

/// Legal actions are sent with all their codes, and the report counts the codes.
#[test]
fn an_engine_that_knows_one_code_of_a_move_is_found() {
    let strict = blokus(&["board=7", "shapes=all", "unlisted=no"]);
    let free = blokus(&["board=7", "shapes=all"]);
    let legal = |engine: &dyn AnyRules| {
        let mut engine = Mirror::new(engine, None, 0);
        check(&*free, &mut engine, Law::Legal, Effort::default()).expect("a report")
    };
    let found = legal(&*strict).divergence.expect("it refuses a code");
    assert_eq!(found.kind, Kind::Refuses);
    let right = legal(&*free);
    let (sent, met) = right.words;
    assert!(met > 150 && sent * 2 > met, "{right}");
    assert!(
        right
            .to_string()
            .ends_with(&format!(", {sent} of {met} codes sent")),
        "{right}"
    );
}

#[test]
fn a_clause_that_no_game_came_to_is_named() {
    let missed = |set: &[&str], law| {
        let start = blokus(set);
        let report =
            check(&*start, &mut Mirror::new(&*start, None, 0), law, QUICK).expect("a report");
        report
            .missed
            .iter()
            .map(|clause| clause.id())
            .collect::<Vec<_>>()
    };
    let bonus = ["blokus.score.bonus"];
    let large = ["board=14", "shapes=all", "bonus-all=15"];
    assert_eq!(missed(&large, Law::Outcome), bonus);
    assert_eq!(missed(&large, Law::Score), bonus);
    assert!(
        missed(&large, Law::Illegal).is_empty(),
        "this law compares no points"
    );
    assert!(
        missed(&["board=14", "shapes=all"], Law::Outcome).is_empty(),
        "there is no bonus"
    );
    let small = ["board=6", "shapes=I1,I2,L3", "bonus-all=15"];
    assert!(missed(&small, Law::Outcome).is_empty(), "games come to it");
}

/// Each kind of fault, at once and after three actions, is found by its law, and shrunk to as many actions as it needs.
#[test]
fn every_kind_of_fault_is_found_and_shrunk_in_every_game() {
    let kinds = [
        (Kind::Missing, Law::Actions, 0),
        (Kind::Extra, Law::Actions, 0),
        (Kind::Twice, Law::Actions, 0),
        (Kind::Refuses, Law::Legal, 1),
        (Kind::Silent, Law::Legal, 1),
        (Kind::Does, Law::Illegal, 1),
        (Kind::Changes, Law::Illegal, 1),
    ];
    for game in GAMES.games() {
        let start = short(*game);
        for (kind, law, more) in kinds {
            for after in [0, 3] {
                let report = check(
                    &*start,
                    &mut Mirror::new(&*start, Some(kind), after),
                    law,
                    QUICK,
                )
                .expect("a report");
                let part = report
                    .divergence
                    .unwrap_or_else(|| panic!("{} {kind:?} is not found", game.name()));
                // An illegal action may need one before it that makes it illegal by this clause.
                let most = after + more + usize::from(matches!(kind, Kind::Does | Kind::Changes));
                assert_eq!(part.kind, kind, "{}: {part}", game.name());
                assert!(
                    (after + more..=most).contains(&part.actions.len()),
                    "{}: {part}",
                    game.name()
                );
                assert_eq!(
                    part.clause.is_some(),
                    matches!(kind, Kind::Extra | Kind::Does | Kind::Changes),
                    "{part}"
                );
            }
        }
        let found = |law, kind| {
            let report = check(
                &*start,
                &mut Mirror::new(&*start, Some(kind), 0),
                law,
                Effort {
                    plies: 300,
                    ..QUICK
                },
            );
            report.expect("a report").divergence.map(|found| found.kind)
        };
        assert_eq!(
            found(Law::Outcome, Kind::Outcome),
            Some(Kind::Outcome),
            "{}",
            game.name()
        );
        assert_eq!(
            found(Law::Divide, Kind::Missing),
            Some(Kind::Missing),
            "{}",
            game.name()
        );
        if start.score().is_some() {
            assert_eq!(
                found(Law::Score, Kind::Score),
                Some(Kind::Score),
                "{}",
                game.name()
            );
        }
    }
}

#[test]
fn a_report_shows_the_first_of_many_actions() {
    let start = short(GAMES.find("gomoku").expect("the game"));
    let shown = |kind, law| {
        let report = check(
            &*start,
            &mut Mirror::new(&*start, Some(kind), 0),
            law,
            QUICK,
        )
        .expect("a report");
        let part = report.divergence.expect("a finding");
        [part.rules, part.engine]
    };
    let row = "MOVE 1 1, MOVE 1 2, MOVE 1 3, MOVE 1 4, MOVE 1 5, MOVE 2 1, MOVE 2 2, MOVE 2 3";
    let [_, engine] = shown(Kind::Missing, Law::Actions);
    assert_eq!(engine, format!("{row} and 16 more"));
    let [before, after] = shown(Kind::Changes, Law::Illegal);
    assert_eq!(before, format!("{row} and 17 more"));
    assert_eq!(
        after,
        format!(
            "{}, MOVE 2 4 and 16 more",
            row.trim_start_matches("MOVE 1 1, ")
        )
    );
}
