//! A game of somebody else's: it has passes, numbers below zero, lists of them and an end by count, and no field of its own.

use std::sync::Arc;
use stickler::explain::{Culprit, validate};
use stickler::games::erased::AnyGame;
use stickler::prelude::*;
use stickler_check::bot::{Plan, RunSummary};

stickler::clauses! {
    page "# Tug

### tug.add.one
`stated` · must · binds the bot · Rules

A seat adds one or two, or takes one or two away.

### tug.pass.seven
`stated` · must · binds the bot · Rules

A seat passes, with the word PASS, where the sum is seven, and nowhere else.

### tug.add.time
`stated` · must · binds the bot · Rules

Each answer comes within a second.

### tug.turn.sum
`stated` · must · binds the judge · Rules

SUM shows the sum, and all answers so far.

### tug.told.first
`stated` · must · binds the judge · Rules

ADDED comes before SUM.

### tug.told.last
`stated` · must · binds the judge · Rules

The last answer is told before END.

### tug.fault.end
`stated` · must · binds the judge · Rules

A seat that fails loses.
";
    ADD_ONE "tug.add.one",
    PASS_SEVEN "tug.pass.seven",
    ADD_TIME "tug.add.time",
    TURN_SUM "tug.turn.sum",
    TOLD_FIRST "tug.told.first",
    TOLD_LAST "tug.told.last",
    FAULT_END "tug.fault.end",
}

stickler::parameters! {
    /// The numbers of the game.
    Params { plies "plies": Within<1, 100> = Within(30) }
}

stickler::messages! {
    /// A message of the judge.
    pub enum Say {
        Added "ADDED" due TURN_SUM "nothing was added" before TOLD_FIRST "ADDED comes first" at the end TOLD_LAST "ADDED comes before END" {
            count: i32 => TURN_SUM "{0} was added",
            took: Elapsed => TURN_SUM "the answer took {0} ms",
        },
        Sum "SUM" due TURN_SUM "it is not this seat's turn" {
            sum: i32 => TURN_SUM "the sum is {0}",
            all: Vec<i32> => TURN_SUM "the answers begin with {0}, {1}",
        },
        ExitReport "END" is last,
    }
}

#[derive(Clone, Debug)]
struct Tug(u32);

impl Rules for Tug {
    type Position = Vec<i32>;
    type Action = i32;

    fn start(&self) -> Vec<i32> {
        Vec::new()
    }

    fn turn(&self, at: &Vec<i32>) -> Turn {
        let is_over = at.len() as u32 >= self.0;
        if is_over {
            Turn::Over(Outcome::draw())
        } else {
            Turn::Seats(Seats::only(mover(at)))
        }
    }

    fn actions(&self, at: &Vec<i32>, by: Actor, into: &mut Vec<i32>) {
        into.extend((-2..=2).filter(|count| self.check(at, by, count).is_ok()));
    }

    fn check(&self, at: &Vec<i32>, by: Actor, count: &i32) -> Result<(), Breach> {
        let is_asked =
            self.turn(at) == Turn::Seats(Seats::only(mover(at))) && by == Actor::Seat(mover(at));
        match (*count, is_seven(at)) {
            _ if !is_asked => Err(Breach::new(FAULT_END, "it is not this seat's turn")),
            (0, false) => Err(Breach::new(PASS_SEVEN, "the sum is not seven")),
            (-2..0 | 1..=2, true) => Err(Breach::new(PASS_SEVEN, "the sum is seven")),
            (-2..=2, _) => Ok(()),
            (count, _) => Err(Breach::new(ADD_ONE, "{0} is too much").numbers([count.into()])),
        }
    }

    fn apply(&self, at: &mut Vec<i32>, _: Actor, count: &i32) {
        at.push(*count);
    }
}

fn mover(at: &[i32]) -> Seat {
    Seat((at.len() % 2) as u8)
}

fn is_seven(at: &[i32]) -> bool {
    at.iter().sum::<i32>() == 7 && at.last() != Some(&0)
}

fn read(line: &[u8]) -> Result<i32, Refusal> {
    let wrong = Refusal::Format(Breach::new(ADD_ONE, "expected a number or PASS").word(0));
    let mut words = Words::new(line);
    let count = if line == b"PASS" {
        words.next().map(|_| 0)
    } else {
        words.integer().filter(|count| *count != 0)
    };
    count
        .and_then(|count| i32::try_from(count).ok())
        .filter(|_| words.end())
        .ok_or(wrong)
}

impl Notation for Tug {
    fn parse(&self, at: &Vec<i32>, text: &str) -> Result<(Actor, i32), Breach> {
        read(text.as_bytes())
            .map(|count| (Actor::Seat(mover(at)), count))
            .map_err(Refusal::breach)
    }

    fn print(&self, _: Actor, count: &i32) -> String {
        if *count == 0 {
            "PASS".into()
        } else {
            count.to_string()
        }
    }

    fn observe(&self, at: &Vec<i32>) -> Vec<(&'static str, String)> {
        vec![("sum", at.iter().sum::<i32>().to_string())]
    }

    fn picture(&self, _: &Vec<i32>) -> Picture {
        Picture::default()
    }
}

#[derive(Clone)]
struct Dialogue(Params);

impl Protocol for Dialogue {
    type Params = Params;
    type State = Situation<Tug>;
    type Say = Say;

    fn new(params: &Params) -> Dialogue {
        Dialogue(params.clone())
    }

    fn policy(&self) -> Policy {
        let policy = Policy::new(2, Faults::ending(FAULT_END), (Megabytes(64), FAULT_END));
        let clock = Clock {
            shown: ClockShownIn::AtOnce,
            ..policy.clock
        };
        Policy { clock, ..policy }
    }

    fn rules(&self) -> Tug {
        Tug(self.0.plies.0)
    }

    fn ask(&self, on: &DialogueState<Self>, _: Seat) -> Option<Say> {
        Some(Say::Sum {
            sum: on.at.at.iter().sum(),
            all: on.at.at.clone(),
        })
    }

    fn after(&self, on: &DialogueState<Self>, tell: &mut Telling<'_, Say>) {
        let count = on.at.at.last().copied().unwrap_or_default();
        let to = mover(&on.at.at);
        let took = Elapsed(on.took[to.other().index()]);
        tell.tell(to, Say::Added { count, took });
    }

    fn due(&self, on: &Situation<Tug>, _: Seat) -> AnswerRules {
        let due = AnswerRules {
            limit: Ms(1000),
            ..AnswerRules::new(ADD_TIME, &[ADD_ONE, PASS_SEVEN, ADD_TIME])
        };
        due.when(PASS_SEVEN, is_seven(&on.at))
    }

    fn answer(
        &self,
        on: &DialogueState<Self>,
        by: Seat,
        words: &mut Words<'_>,
        _: &mut Verdict,
    ) -> Result<i32, Refusal> {
        on.at.allow(by, read(words.line())?)
    }

    fn form(&self, words: &mut Words<'_>) -> Result<(), Refusal> {
        read(words.line()).map(drop)
    }
}

/// It says this where it has to pass, and else goes on towards the sum that it likes.
struct Player {
    pass: &'static str,
    likes: i32,
}

impl Bot for Player {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        if let Ok(Say::Sum { sum, all }) = Say::read(&(), &mut std::iter::once(line.as_bytes())) {
            let count = if sum < self.likes { 1 } else { -1 };
            *say += &if is_seven(&all) {
                format!("{}\n", self.pass)
            } else {
                format!("{count}\n")
            };
        }
        line != "END"
    }
}

struct Contest;

impl Game for Contest {
    type Params = Params;
    type Rules = Tug;
    type Referee = Match<Dialogue>;

    const NAME: &'static str = "tug";
    const ABOUT: &'static str = "a sum that goes up and down";
    const PAGE: fn() -> &'static Page = page;
    const SCENARIOS: &'static [Scenario] = &[
        Scenario::FIRST,
        Scenario::new(
            "own",
            "against one that goes up",
            Opponent::Own("upwards"),
            2,
        ),
        Scenario::new("seven", "it has to pass", Opponent::Seeks(PASS_SEVEN), 4),
    ];

    fn bot(_: &Params) -> Box<dyn Bot> {
        Box::new(Player {
            pass: "PASS",
            likes: 0,
        })
    }

    fn opponent(_: &Params, name: &str) -> Option<Box<dyn Bot>> {
        (name == "upwards").then(|| {
            Box::new(Player {
                pass: "PASS",
                likes: 7,
            }) as Box<dyn Bot>
        })
    }
}

fn found(log: &str) -> (usize, Clause, String) {
    let finding = validate(&Contest, &Default::default(), log.as_bytes())
        .expect("a log")
        .findings[0];
    (
        finding.line,
        finding.breach.clause,
        finding.breach.why.to_string(),
    )
}

#[test]
fn numbers_below_zero_are_compared_by_their_value() {
    let log = "0< SUM 0\n0> -2\n1< ADDED -2 0\n1< SUM -2 -2\n1> -1\n";
    assert!(
        validate(&Contest, &Default::default(), log.as_bytes())
            .expect("a log")
            .findings
            .is_empty()
    );
    let wrong = log.replace("ADDED -2 0", "ADDED -1 0");
    assert_eq!(found(&wrong), (3, TURN_SUM, "-2 was added".into()));
    assert_eq!(
        found(&log.replace("SUM -2 -2", "SUM 2 -2")),
        (4, TURN_SUM, "the sum is -2".into())
    );
}

/// Each answer has a limit of its own, and no line but ADDED tells its time.
#[test]
fn a_time_that_a_later_message_tells_is_held_against_the_limit_of_its_answer() {
    let log = |took: u32| format!("0< SUM 0\n0> -2\n1< ADDED -2 {took}\n1< SUM -2 -2\n1> -1\n");
    let checked = |took| validate(&Contest, &Default::default(), log(took).as_bytes());
    for took in [0, 11, 1000] {
        let findings = checked(took).expect("a log").findings;
        assert!(findings.is_empty(), "{took}: {findings:?}");
    }
    // A judge that lets a late answer count goes on after the end.
    let checked = checked(1001).expect("a log");
    let first = &checked.findings[0];
    assert_eq!(
        (first.breach.clause, first.culprit),
        (FAULT_END, Culprit::Judge)
    );
}

#[test]
fn a_list_that_is_too_short_differs_where_it_ends() {
    let log = "0< SUM 0\n0> -2\n1< ADDED -2 0\n1< SUM -2 -2\n1> 1\n0< ADDED 1 0\n0< SUM -1 -2\n";
    assert_eq!(
        found(log),
        (7, TURN_SUM, "the answers begin with -2, 1".into())
    );
    assert_eq!(
        found(&format!("{} 1 1\n", log.trim_end())),
        (7, TURN_SUM, "the answers begin with -2, 1".into())
    );
    assert_eq!(Field::<()>::differs(&vec![1, 2], &vec![1]), Some(1));
    assert_eq!(Field::<()>::differs(&[1, -2], &[1, 2]), Some(1));
    assert_eq!(
        Field::<()>::differs(&Elapsed(None), &Elapsed(Some(Ms(3)))),
        None
    );
}

#[test]
fn what_must_come_before_the_end_has_a_clause_of_its_own() {
    let log = "stickler: 1\ngame: tug\nset: plies=1\n0< SUM 0\n0> 1\n";
    assert_eq!(found(&format!("{log}1< END\n")).1, TOLD_LAST);
    assert_eq!(found("0< SUM 0\n0> 1\n1< SUM 1 1\n").1, TOLD_FIRST);
}

/// A run of one scenario with this bot.
fn run(scenario: &str, pass: &'static str) -> RunSummary {
    let memory = move |_: &_| Ok(Box::new(Player { pass, likes: 9 }) as Box<dyn Bot>);
    let game: &'static dyn AnyGame = &Contest;
    let plan = Plan {
        memory: Some(Arc::new(memory)),
        ..Plan::new(game, Vec::new())
    };
    let cases: Vec<_> = plan
        .cases()
        .expect("cases")
        .into_iter()
        .filter(|case| case.scenario.name == scenario)
        .collect();
    plan.run(&cases, &|_| ()).expect("a run")
}

#[test]
fn a_clause_without_occasion_is_not_kept() {
    let summary = run("first", "PASS");
    assert_eq!(
        (
            summary.tally("tug.pass.seven").passed,
            summary.failing.len()
        ),
        (0, 0)
    );
    assert_eq!(summary.tally("tug.add.one").passed, 2);
    let open: Vec<&str> = summary
        .not_exercised(&Contest)
        .iter()
        .map(|entry| entry.id.as_str())
        .collect();
    assert!(open.contains(&"tug.pass.seven"), "{open:?}");
}

#[test]
fn a_fault_in_a_rare_position_is_met_by_who_seeks_it_or_brings_it_about() {
    assert!(run("first", "SKIP").failing.is_empty());
    for scenario in ["own", "seven"] {
        assert!(
            run(scenario, "SKIP").broken.contains(&ADD_ONE),
            "{scenario}"
        );
        let summary = run(scenario, "PASS");
        assert!(
            summary.failing.is_empty() && summary.tally("tug.pass.seven").passed > 0,
            "{scenario}"
        );
    }
}

struct Careless;

impl Game for Careless {
    type Params = Params;
    type Rules = Tug;
    type Referee = Match<Dialogue>;

    const NAME: &'static str = "tug";
    const ABOUT: &'static str = "the same, without its opponent";
    const PAGE: fn() -> &'static Page = page;
    const SCENARIOS: &'static [Scenario] = Contest::SCENARIOS;

    fn bot(params: &Params) -> Box<dyn Bot> {
        Contest::bot(params)
    }
}

#[test]
fn an_opponent_that_nobody_makes_is_named() {
    assert_eq!(Registry::new(&[&Contest]).declared(), Ok(()));
    let why = Registry::new(&[&Careless])
        .declared()
        .expect_err("nobody makes it");
    assert_eq!(
        why,
        "the game tug: the scenario own asks for the opponent upwards: let `Game::opponent` make it"
    );
}
