//! A seat hides two numbers, one after the other, and the other seat hears their sum: what a log of that seat alone says.

use stickler::explain::{Checked, Conclusion, validate};
use stickler::finding::Extent;
use stickler::params::Settings;
use stickler::prelude::*;

stickler::clauses! {
    page "# Hidden

### hidden.number.small
`stated` · must · binds the bot · Rules

A number is 0, 1 or 2, and a guess is not 0 where 0 was hidden first.

### hidden.turn.ask
`stated` · must · binds the judge · Rules

The seat whose turn it is is asked.

### hidden.sum.true
`stated` · must · binds the judge · Rules

SUM tells the sum of both numbers.

### hidden.shown.true
`stated` · must · binds the judge · Rules

SHOWN tells both numbers.

### hidden.fault.end
`stated` · must · binds the judge · Rules

A seat that fails loses.
";
    NUMBER_SMALL "hidden.number.small",
    TURN_ASK "hidden.turn.ask",
    SUM_TRUE "hidden.sum.true",
    SHOWN_TRUE "hidden.shown.true",
    FAULT_END "hidden.fault.end",
}

stickler::parameters! {
    /// Whether the numbers are shown at the end.
    Params { shows "shows": Flag = Flag::Yes }
}

stickler::messages! {
    /// A message of the judge.
    pub enum Say {
        Ask "ASK" due TURN_ASK "it is not this seat's turn",
        Sum "SUM" due SUM_TRUE "nothing is hidden yet" before SUM_TRUE "the sum comes first" { sum: u8 => SUM_TRUE "the sum is {0}" },
        Shown "SHOWN" due SHOWN_TRUE "nothing is shown yet" { numbers: [u8; 2] => SHOWN_TRUE "they are {0} and {1}" },
    }
}

/// A number that is hidden, or guessed.
type Action = u8;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    hidden: [Option<u8>; 2],
    guess: Option<u8>,
}

#[derive(Clone, Debug)]
struct Hidden;

impl Rules for Hidden {
    type Position = Position;
    type Action = Action;

    fn start(&self) -> Position {
        Position {
            hidden: [None; 2],
            guess: None,
        }
    }

    fn turn(&self, at: &Position) -> Turn {
        match (at.hidden, at.guess) {
            ([_, None], _) => Turn::Seats(Seats::only(Seat(0))),
            (_, None) => Turn::Seats(Seats::only(Seat(1))),
            ([first, _], guess) if first == guess => Turn::Over(Outcome::win(Seat(1))),
            _ => Turn::Over(Outcome::win(Seat(0))),
        }
    }

    fn actions(&self, at: &Position, by: Actor, into: &mut Vec<Action>) {
        into.extend((0..=2).filter(|action| self.check(at, by, action).is_ok()));
    }

    fn check(&self, at: &Position, by: Actor, action: &Action) -> Result<(), Breach> {
        let is_turn = self.turn(at).actors().contains(&by);
        let is_refused = matches!(at.hidden, [Some(0), Some(_)]) && *action == 0;
        match *action {
            0..=2 if is_turn && !is_refused => Ok(()),
            _ => Err(Breach::new(NUMBER_SMALL, "expected 0, 1 or 2")),
        }
    }

    fn apply(&self, at: &mut Position, _: Actor, action: &Action) {
        match at.hidden {
            [None, _] => at.hidden[0] = Some(*action),
            [_, None] => at.hidden[1] = Some(*action),
            _ => at.guess = Some(*action),
        }
    }
}

impl Notation for Hidden {
    fn parse(&self, at: &Position, text: &str) -> Result<(Actor, Action), Breach> {
        let wrong = |_| Breach::new(NUMBER_SMALL, "expected 0, 1 or 2");
        let by = Seat(u8::from(at.hidden[1].is_some()));
        Ok((Actor::Seat(by), text.parse().map_err(wrong)?))
    }

    fn print(&self, _: Actor, action: &Action) -> String {
        action.to_string()
    }

    fn observe(&self, at: &Position) -> Vec<(&'static str, String)> {
        vec![("guess", format!("{:?}", at.guess))]
    }

    fn picture(&self, _: &Position) -> Picture {
        Picture::default()
    }
}

#[derive(Clone)]
struct Dialogue(Params);

impl Protocol for Dialogue {
    type Params = Params;
    type State = Situation<Hidden>;
    type Say = Say;

    fn new(params: &Params) -> Dialogue {
        Dialogue(params.clone())
    }

    fn policy(&self) -> Policy {
        Policy::new(2, Faults::ending(FAULT_END), (Megabytes(64), FAULT_END))
    }

    fn rules(&self) -> Hidden {
        Hidden
    }

    fn ask(&self, _: &DialogueState<Self>, _: Seat) -> Option<Say> {
        Some(Say::Ask)
    }

    fn after(&self, on: &DialogueState<Self>, tell: &mut Telling<'_, Say>) {
        let [Some(first), Some(second)] = on.at.at.hidden else {
            return;
        };
        match on.at.at.guess {
            None => tell.tell(
                Seat(1),
                Say::Sum {
                    sum: first + second,
                },
            ),
            Some(_) if self.0.shows == Flag::Yes => {
                let numbers = [first, second];
                tell.tell(Seat(1), Say::Shown { numbers });
            }
            Some(_) => {}
        }
    }

    fn reveals(&self, on: &DialogueState<Self>, to: Seat, say: &Say) -> Option<Revealed<Action>> {
        let missing = on.at.at.hidden.iter().position(Option::is_none)?;
        match say {
            _ if to == Seat(0) => None,
            Say::Shown { numbers } => {
                let text = numbers[missing].to_string();
                Some(Revealed::Reply(Seat(0), text, None))
            }
            _ => Some(Revealed::Unknown),
        }
    }

    fn due(&self, _: &Situation<Hidden>, _: Seat) -> AnswerRules {
        AnswerRules {
            limit: Ms(1000),
            ..AnswerRules::new(NUMBER_SMALL, &[NUMBER_SMALL])
        }
    }

    fn answer(
        &self,
        on: &DialogueState<Self>,
        by: Seat,
        words: &mut Words<'_>,
        _: &mut Verdict,
    ) -> Result<Action, Refusal> {
        let text = String::from_utf8_lossy(words.line()).into_owned();
        let (_, action) = { on.at.rules.parse(&on.at.at, &text) }.map_err(Refusal::Format)?;
        on.at.allow(by, action)
    }

    fn form(&self, words: &mut Words<'_>) -> Result<(), Refusal> {
        match words.line() {
            b"0" | b"1" | b"2" => Ok(()),
            _ => Err(Refusal::Format(Breach::new(
                NUMBER_SMALL,
                "expected 0, 1 or 2",
            ))),
        }
    }
}

struct Zero;

impl Bot for Zero {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        if line == "ASK" {
            say.push_str("0\n");
        }
        true
    }
}

struct Contest;

impl Game for Contest {
    type Params = Params;
    type Rules = Hidden;
    type Referee = Match<Dialogue>;

    const NAME: &'static str = "hidden";
    const ABOUT: &'static str = "hidden numbers";
    const PAGE: fn() -> &'static Page = page;
    const TELLS_THE_END: bool = false;
    const SCENARIOS: &'static [Scenario] = &[Scenario::FIRST];

    fn bot(_: &Params) -> Box<dyn Bot> {
        Box::new(Zero)
    }
}

/// What is said of a log with these lines, under these parameters.
fn said(shows: bool, header: &str, lines: &str) -> Checked {
    let log = format!("stickler: 1\ngame: hidden\nclock: judge\n{header}{lines}");
    let set = Settings::read([if shows { "shows=yes" } else { "shows=no" }]);
    validate(&Contest, &set.expect("settings"), log.as_bytes()).expect("a log")
}

/// Of a log of seat 1 alone: the conclusion, and the first clause that is broken with its line.
fn of_seat_1(shows: bool, lines: &str) -> (Conclusion, Option<(Clause, usize)>) {
    let checked = said(shows, "seats: 1\n", lines);
    let first = checked.findings.first();
    let first = first.map(|found| (found.breach.clause, found.line));
    (checked.conclusion(false), first)
}

const RIGHT: (Conclusion, Option<(Clause, usize)>) = (Conclusion::Conforms, None);

#[test]
fn what_a_later_message_tells_holds_from_the_start() {
    let log =
        |sum: u8, numbers: &str| format!("1< SUM {sum}\n1< ASK\n1> 1 @3ms\n1< SHOWN {numbers}\n");
    assert_eq!(of_seat_1(true, &log(3, "1 2")), RIGHT);
    let wrong = (Conclusion::Violates, Some((SUM_TRUE, 5)));
    assert_eq!(of_seat_1(true, &log(4, "1 2")), wrong);
    let checked = said(true, "seats: 1\n", &log(3, "1 2"));
    assert_eq!(checked.extent, Extent::Whole);
    assert_eq!(checked.verdict.outcome, Some(Outcome::win(Seat(1))));
}

#[test]
fn what_no_message_tells_leaves_the_games_in_which_each_message_is_due() {
    let log = |sum: u8| format!("1< SUM {sum}\n1< ASK\n1> 1 @3ms\n");
    for sum in 0..=4 {
        assert_eq!(of_seat_1(false, &log(sum)), RIGHT, "{sum}");
    }
    let (conclusion, first) = of_seat_1(false, &log(5));
    assert_eq!(conclusion, Conclusion::Violates);
    assert_eq!(first, Some((SUM_TRUE, 5)), "no two numbers make five");
    // Numbers that nobody can have hidden tell nothing, and none explains them.
    let shown = "1< SUM 3\n1< ASK\n1> 1 @3ms\n1< SHOWN 3 3\n";
    let wrong = (Conclusion::Violates, Some((SHOWN_TRUE, 8)));
    assert_eq!(of_seat_1(true, shown), wrong);
}

#[test]
fn a_seat_is_blamed_only_where_its_answer_is_wrong_in_every_game_that_is_left() {
    let log = |sum: u8| format!("1< SUM {sum}\n1< ASK\n1> 0 @3ms\n");
    // Nothing and one, or one and nothing: the guess is refused in the first game alone.
    assert_eq!(of_seat_1(false, &log(1)), RIGHT);
    let wrong = (Conclusion::Violates, Some((NUMBER_SMALL, 7)));
    assert_eq!(of_seat_1(false, &log(0)), wrong);
}

#[test]
fn nobody_has_won_where_the_games_that_are_left_do_not_agree() {
    let outcome = |sum: u8| {
        let log = format!("1< SUM {sum}\n1< ASK\n1> 1 @3ms\n");
        said(false, "seats: 1\n", &log).verdict.outcome
    };
    // Two and two: the guess of one is wrong. One and two, or two and one: nobody knows.
    assert_eq!(outcome(4), Some(Outcome::win(Seat(0))));
    assert_eq!(outcome(3), None);
    let checked = said(false, "seats: 1\n", "1< SUM 3\n1< ASK\n");
    assert_eq!(checked.notes, [Note::SeveralGames { games: 2 }]);
}

#[test]
fn a_log_of_both_seats_tells_a_wrong_sum_at_once() {
    let log = "0< ASK\n0> 1 @1ms\n0< ASK\n0> 2 @1ms\n1< SUM 4\n";
    let first = said(true, "", log).findings[0];
    assert_eq!((first.breach.clause, first.line), (SUM_TRUE, 8));
}
