//! Engines against the rules: faults of every kind are found and shrunk in every game; the example engines conform, their
//! broken variants do not.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::STICKLER;
use crate::support::trials::skipped;
use std::path::PathBuf;
use std::process::Command;
use stickler::cells::Cell;
use stickler::engine::{
    Effort, Engine, EngineAnswer, EngineError, GameStatus, Kind, Law, Report, Spoken, Typed, check,
};
use stickler::game::{Actor, Points, Rules, Situation, Turn};
use stickler::games::GAMES;
use stickler::games::erased::{AnyGame, AnyRules};
use stickler::games::gomoku::{Gomoku, Params, Position};
use stickler::params::{Ms, Parameters, Settings};
use stickler_check::engine_program::Program;

tests! {
    the_rules_conform_to_themselves_in_every_game,
    an_engine_may_list_any_code_of_a_move,
    a_clause_that_no_game_came_to_is_named,
    every_kind_of_fault_is_found_and_shrunk_in_every_game,
    a_report_shows_the_first_of_many_actions,
    an_engine_in_rust_is_held_against_the_rules,
    the_example_engines_conform,
    broken_variants_are_found_and_shrunk,
    a_longer_game_that_shows_the_same_is_told_in_short,
    an_engine_that_knows_one_code_of_a_move_is_found,
    an_engine_that_is_wrong_over_two_letters_only_is_found_there,
    a_program_that_breaks_the_protocol_is_a_finding,
    the_command_line_holds_an_engine,
}

const QUICK: Effort = Effort {
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

/// A Gomoku engine by the rules, which may be blind to rows in one direction, or panic.
struct Sighted<const BLIND: bool, const PANICS: bool> {
    rules: Gomoku,
    at: Position,
}

impl<const BLIND: bool, const PANICS: bool> Sighted<BLIND, PANICS> {
    fn new() -> Self {
        let rules = Gomoku::new(&Params::default());
        Sighted {
            at: rules.start(),
            rules,
        }
    }

    /// True where the row that ended the game leans to the left.
    fn leans(&self) -> bool {
        let Some(last) = self.at.last else {
            return false;
        };
        let stones = &self.at.stones[self.at.mover().other().index()];
        let step = self.rules.grid.step(1, -1);
        let run = |step: i16| {
            (1..9)
                .take_while(|n| stones.contains(last.stepped(step * n)))
                .count()
        };
        1 + run(step) + run(-step) >= self.rules.row
    }
}

impl<const BLIND: bool, const PANICS: bool> Engine<Gomoku> for Sighted<BLIND, PANICS> {
    fn start(&mut self, rules: &Gomoku) {
        self.rules = *rules;
        self.at = rules.start();
    }

    fn apply(&mut self, by: Actor, cell: &Cell) -> bool {
        let legal = self.rules.check(&self.at, by, cell).is_ok();
        if legal {
            self.rules.apply(&mut self.at, by, cell);
        }
        legal
    }

    fn outcome(&mut self) -> Option<GameStatus> {
        let Some(outcome) = self.at.over else {
            return Some(GameStatus::Running);
        };
        assert!(!PANICS, "the end is not handled, on purpose");
        Some(if BLIND && self.leans() {
            GameStatus::Running
        } else {
            GameStatus::Over(outcome)
        })
    }
}

fn sighted<const BLIND: bool, const PANICS: bool>(law: Law, effort: Effort) -> Report {
    let rules = Gomoku::new(
        &Params::with(&Settings::read(["board=9x9"]).expect("settings")).expect("parameters"),
    );
    let mut engine = Typed::new(rules, Sighted::<BLIND, PANICS>::new);
    check(&Situation::start(rules), &mut engine, law, effort).expect("a report")
}

fn an_engine_in_rust_is_held_against_the_rules() {
    for law in Law::ALL {
        let report = sighted::<false, false>(law, QUICK);
        assert_eq!(report.divergence, None, "{}", law.word());
        assert_eq!(
            report.lacks,
            matches!(law, Law::Actions | Law::Score),
            "{}: {report}",
            law.word()
        );
    }
    let part = sighted::<true, false>(
        Law::Outcome,
        Effort {
            plies: 300,
            walks: 8,
            ..QUICK
        },
    )
    .divergence
    .expect("found");
    assert_eq!(
        (part.kind, part.actions.len()),
        (Kind::Outcome, 9),
        "{part}"
    );
    assert_eq!(
        (part.rules.as_str(), part.engine.as_str()),
        ("1 to 0", "the game goes on")
    );
    let part = sighted::<false, true>(
        Law::Outcome,
        Effort {
            plies: 300,
            ..QUICK
        },
    )
    .divergence
    .expect("found");
    assert_eq!((part.kind, part.actions.len()), (Kind::Silent, 9), "{part}");
    assert!(
        part.engine.contains("the end is not handled, on purpose"),
        "{part}"
    );
}

/// A program in this language, as a list of words; `None`, said aloud, where the machine does not have it.
fn interpreter(language: &str) -> Option<&'static str> {
    let program = if language == "js" {
        "node"
    } else {
        "/usr/bin/python3"
    };
    let there = Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    if !there {
        skipped(&format!(
            "{program} is not installed, so the engines in .{language} are not run"
        ));
    }
    there.then_some(program)
}

fn example(name: &str) -> PathBuf {
    root().join("examples/engines").join(name)
}

fn settings(set: &[&str]) -> Settings {
    Settings::read(set.iter().copied()).expect("settings")
}

fn held(game: &str, set: &[&str], command: &[&str], law: Law, effort: Effort) -> Report {
    let game = GAMES.find(game).expect("the game");
    let command: Vec<String> = command.iter().map(|word| word.to_string()).collect();
    let mut engine = Program::new(game, &settings(set), &command, Ms(20_000)).expect("settings");
    check(
        &*game.with(&settings(set)).expect("rules").rules(),
        &mut engine,
        law,
        effort,
    )
    .expect("a report")
}

fn the_example_engines_conform() {
    for (game, name, set) in [
        ("gomoku", "gomoku.py", &["board=6x7"][..]),
        ("tetris", "tetris.py", &["length=12"]),
        (
            "tetris",
            "tetris.py",
            &["length=12", "hold=no", "start=mid-bag"],
        ),
        ("tetris", "tetris.py", &["length=12", "alphabet=AB"]),
        ("blackout", "blackout.js", &["board=3x4"]),
    ] {
        let (path, language) = (example(name), name.rsplit('.').next().expect("an ending"));
        let lines = std::fs::read_to_string(&path)
            .expect("the engine")
            .lines()
            .count();
        assert!(lines < 80, "{name} has {lines} lines");
        let Some(interpreter) = interpreter(language) else {
            continue;
        };
        for law in Law::ALL {
            let report = held(
                game,
                set,
                &[interpreter, &path.to_string_lossy()],
                law,
                QUICK,
            );
            assert_eq!(report.divergence, None, "{name} {}", law.word());
        }
    }
}

/// A line of an example engine as it is and as it is broken, the law that finds it, and how many actions show it.
type Broken = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
    Law,
    Kind,
    usize,
);

const BROKEN: &[Broken] = &[
    (
        "gomoku",
        "gomoku.py",
        &["board=9x9"],
        ", (1, -1)]",
        "]",
        Law::Outcome,
        Kind::Outcome,
        9,
    ),
    (
        "gomoku",
        "gomoku.py",
        &["board=9x9"],
        "1 + self.run(cell, (down, right), mover) + self.run(cell, (-down, -right), mover)",
        "1 + self.run(cell, (down, right), mover)",
        Law::Outcome,
        Kind::Outcome,
        9,
    ),
    (
        "gomoku",
        "gomoku.py",
        &["board=3x3", "row=3"],
        "self.end = [0.5, 0.5]",
        "self.end = [0, 0]",
        Law::Outcome,
        Kind::Outcome,
        9,
    ),
    (
        "gomoku",
        "gomoku.py",
        &["board=9x9"],
        "cell not in self.stones and",
        "",
        Law::Illegal,
        Kind::Does,
        2,
    ),
    (
        "gomoku",
        "gomoku.py",
        &["board=9x9"],
        "range(1, self.cols + 1)]",
        "range(1, self.cols)]",
        Law::Actions,
        Kind::Missing,
        0,
    ),
    (
        "gomoku",
        "gomoku.py",
        &["board=5x5", "row=3"],
        "and self.end is None]",
        "]",
        Law::Actions,
        Kind::Extra,
        5,
    ),
    (
        "tetris",
        "tetris.py",
        &["length=12"],
        "self.placed += self.slot is not None",
        "self.placed += 1",
        Law::Outcome,
        Kind::Outcome,
        24,
    ),
    (
        "tetris",
        "tetris.py",
        &["length=12"],
        "self.hand, self.slot = None, self.hand",
        "self.hand = None",
        Law::Outcome,
        Kind::Outcome,
        26,
    ),
    (
        "tetris",
        "tetris.py",
        &["hold=no", "start=mid-bag", "length=12"],
        "self.bag, self.opening = set(self.letters), False\n        elif",
        "self.bag = set(self.letters)\n        elif",
        Law::Actions,
        Kind::Extra,
        5,
    ),
    (
        "blackout",
        "blackout.js",
        &["board=3x4"],
        "  if (r1 !== r2 && c1 !== c2) return null;\n",
        "",
        Law::Illegal,
        Kind::Does,
        1,
    ),
    (
        "blackout",
        "blackout.js",
        &["board=3x4"],
        "r2 = r1 + 1",
        "r2 = r1",
        Law::Actions,
        Kind::Twice,
        0,
    ),
    (
        "blackout",
        "blackout.js",
        &["board=3x4"],
        "plies % 2 === 1 ? 1 : 0",
        "1",
        Law::Outcome,
        Kind::Outcome,
        4,
    ),
    (
        "blackout",
        "blackout.js",
        &["board=3x4"],
        "covered.every(",
        "covered.some(",
        Law::Legal,
        Kind::Refuses,
        2,
    ),
];

fn broken_variants_are_found_and_shrunk() {
    let folder = scratch("engines");
    for &(game, name, set, whole, broken, law, kind, actions) in BROKEN {
        let source = std::fs::read_to_string(example(name)).expect("the engine");
        assert_eq!(
            source.matches(whole).count(),
            1,
            "{name} has `{whole}` once"
        );
        let Some(interpreter) = interpreter(name.rsplit('.').next().expect("an ending")) else {
            continue;
        };
        let path = folder.join(name);
        std::fs::write(&path, source.replace(whole, broken)).expect("written");
        let report = held(
            game,
            set,
            &[interpreter, &path.to_string_lossy()],
            law,
            Effort {
                walks: 8,
                plies: 120,
                ..QUICK
            },
        );
        let part = report
            .divergence
            .unwrap_or_else(|| panic!("{name} with `{broken}` is not found"));
        assert_eq!(
            (part.kind, part.actions.len()),
            (kind, actions),
            "{name} with `{broken}`: {part}"
        );
    }
}

/// Betris by the oracle, with a fault: the largest square counts a point more, or seat -1 may bet.
const BY_THE_ORACLE: &str = r#"
import json, subprocess, sys

fault, made = sys.argv[2], False
oracle = subprocess.Popen([sys.argv[1], "oracle", "betris"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def ask(kind, **fields):
    oracle.stdin.write(json.dumps({"ask": {kind: fields}}) + "\n")
    oracle.stdin.flush()
    return json.loads(oracle.stdout.readline())["answer"][kind]

def counted(points):
    if fault != "square" or points is None:
        return points
    filled = ask("observe", position="a")["filled"].split()
    return [point + (int(cells) >= 4) for point, cells in zip(points, filled)]

for line in sys.stdin:
    ((kind, fields),) = json.loads(line).items()
    if kind == "start":
        if made:
            ask("drop", position="a")
        made = ask("new", **{"as": "a", "set": fields["set"], "actions": []})
        answer = ["actions", "outcome", "score"]
    elif kind == "apply":
        answer = "done" in ask("apply", position="a", action=fields["action"])
    elif kind == "actions":
        answer = ask("actions", position="a")
        answer += ["-1 " + action[2:] for action in answer[:1] if fault == "seat" and action.startswith("0 BET")]
    else:
        answer = counted(ask(kind, position="a"))
    print(json.dumps({kind: answer}), flush=True)
"#;

/// For an engine that counts the square wrong `stickler engine` prints the shortest game, the parts of the points, and of longer
/// games that they show the same.
fn a_longer_game_that_shows_the_same_is_told_in_short() {
    let Some(python) = interpreter("py") else {
        return;
    };
    let folder = scratch("by-the-oracle");
    std::fs::write(folder.join("engine.py"), BY_THE_ORACLE).expect("written");
    let told = |fault: &str| {
        let words = [
            "engine",
            "betris",
            "--set",
            "rounds=4",
            "--walks",
            "3",
            "--",
            python,
            "engine.py",
            STICKLER,
            fault,
        ];
        crate::support::programs::said(&crate::support::programs::stickler(&folder, &words))
    };
    let text = told("square");
    let (first, rest) = text
        .split_once("  more: `stickler spec betris score`\n")
        .expect("the shortest game, in full");
    for part in [
        "betris::score: error: the engine has other points\n",
        "\n  after 4 actions from the start:\n",
        "\nthe points: seat 0: ",
        " for the largest square of 1, 12 for 24 chips",
        "(betris.score.cells, betris.score.square, betris.score.chips)\n",
    ] {
        assert!(first.contains(part), "{part:?} is missing in:\n{text}");
    }
    assert!(
        rest.contains("betris::outcome: error: the engine has another end of the game\n")
            && rest.contains(" of them the difference of `score` above shows: mend that first\n")
            && !rest.contains("the board then"),
        "{text}"
    );
    assert!(
        text.contains("positions\nbetris::") && text.contains(" illegal actions offered\n"),
        "{text}"
    );
    // An action that nobody could read breaks the form that is due, not the order of messages.
    let text = told("seat");
    assert!(
        text.contains(
            "error[betris.phase1.answer]: the engine takes an illegal action for legal\n"
        ) && text
            .contains("is illegal: expected a seat, 0 or 1, and BET or PLACE; or DRAW, or AWARD\n"),
        "{text}"
    );
}

/// Bags in a ring, a row for each letter, the row two ahead cleared: over two letters that is the row in use.
fn an_engine_that_is_wrong_over_two_letters_only_is_found_there() {
    let Some(python) = interpreter("py") else {
        return;
    };
    let folder = scratch("ring");
    let source = std::fs::read_to_string(example("tetris.py")).expect("the engine");
    let edits = [
        (
            "        self.placed = 0\n",
            "        self.placed = 0\n        self.ring, self.row = [set(self.letters) for _ in self.letters], 0\n",
        ),
        (
            "            self.bag.remove(self.hand)\n            if not self.bag:\n                self.bag, self.opening = set(self.letters), False\n",
            "            row, rows = self.row, len(self.ring)\n            self.ring[row].remove(self.hand)\n            if not self.ring[row]:\n                self.row, self.opening = (row + 1) % rows, False\n            else:\n                self.ring[(row + 2) % rows] = set(self.letters)\n            self.bag = self.ring[self.row]\n",
        ),
    ];
    let mutant = edits.iter().fold(source, |source, (whole, broken)| {
        assert_eq!(source.matches(whole).count(), 1, "`{whole}`");
        source.replace(whole, broken)
    });
    let path = folder.join("ring.py");
    std::fs::write(&path, mutant).expect("written");
    let held = |alphabet: &str, law| {
        held(
            "tetris",
            &["length=30", alphabet],
            &[python, &path.to_string_lossy()],
            law,
            QUICK,
        )
    };
    for alphabet in ["alphabet=ABC", "alphabet=ABCD", "alphabet=ZLOSIJT"] {
        for law in [Law::Legal, Law::Illegal, Law::Actions, Law::Outcome] {
            assert_eq!(
                held(alphabet, law).divergence,
                None,
                "{alphabet} {}",
                law.word()
            );
        }
    }
    let part = held("alphabet=AB", Law::Actions).divergence.expect("found");
    assert_eq!((part.kind, part.actions.len()), (Kind::Extra, 2), "{part}");
    assert_eq!(
        part.clause.map(|clause| clause.id()),
        Some("tetris.bag.whole")
    );
}

/// Programs that break the protocol are named with what they did, and none of them ends or hangs the check.
fn a_program_that_breaks_the_protocol_is_a_finding() {
    let start = r#"{"start":["actions"]}"#;
    for (script, why) in [
        ("exit 3".to_string(), "ended (exit 3)"),
        ("read l; echo hello; cat".into(), "expected a JSON object"),
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

/// The command line says what it found, law by law, and ends with 0, 1 or 2.
fn the_command_line_holds_an_engine() {
    let run = |command: &[&str]| {
        let words = [
            &[
                "engine", "tetris", "--set", "length=5", "--walks", "1", "--nodes", "20", "--",
            ],
            command,
        ]
        .concat();
        let output = Command::new(STICKLER)
            .args(words)
            .output()
            .expect("stickler runs");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    assert_eq!(run(&["/no/such/engine"]).0, Some(2));
    let (code, text) = run(&[
        "/bin/sh",
        "-c",
        r#"while read l; do case $l in *start*) echo '{"start":[]}';; *) echo '{"apply":true}';; esac; done"#,
    ]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("tetris::legal: 9 games") && text.contains("tetris::actions: skipped"),
        "{text}"
    );
    assert!(text.contains("does an illegal action"), "{text}");
    if let Some(python) = interpreter("py") {
        let (code, text) = run(&[python, &example("tetris.py").to_string_lossy()]);
        assert_eq!(code, Some(0), "{text}");
    }
}
