//! A coin that nobody but the judge sees, in a game whose end every seat hears: what a log says that lacks no line, and yet not all.

use stickler::explain::{Conclusion, validate};
use stickler::finding::Extent;
use stickler::prelude::*;

stickler::clauses! {
    page "# Coin

### coin.face.two
`stated` · must · binds the judge · Rules

A coin shows 0 or 1.

### coin.guess.word
`stated` · must · binds the bot · Rules

A seat guesses 0 or 1.

### coin.turn.ask
`stated` · must · binds the judge · Rules

The seat that guesses is asked.

### coin.fault.end
`stated` · must · binds the judge · Rules

A seat that fails loses.
";
    FACE_TWO "coin.face.two",
    GUESS_WORD "coin.guess.word",
    TURN_ASK "coin.turn.ask",
    FAULT_END "coin.fault.end",
}

stickler::parameters! {
    /// How often the seat guesses.
    Params { guesses "guesses": Within<1, 9> = Within(2) }
}

stickler::messages! {
    /// A message of the judge.
    pub enum Say {
        Ask "ASK" due TURN_ASK "it is not this seat's turn",
        Shown "SHOWN" due TURN_ASK "nothing is shown yet" { face: u8 },
        End "END" is last,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Action {
    Flip(u8),
    Guess(u8),
}

/// The one seat that is asked; the other looks on.
const GUESSER: Seat = Seat(1);

/// The face that was flipped, and the guesses.
type Position = (Option<u8>, u32);

#[derive(Clone, Debug)]
struct Coin(u32);

impl Rules for Coin {
    type Position = Position;
    type Action = Action;

    fn start(&self) -> Position {
        (None, 0)
    }

    fn turn(&self, at: &Position) -> Turn {
        match at {
            (None, _) => Turn::Nature,
            (_, guesses) if *guesses == self.0 => Turn::Over(Outcome::draw()),
            _ => Turn::Seats(Seats::only(GUESSER)),
        }
    }

    fn actions(&self, at: &Position, by: Actor, into: &mut Vec<Action>) {
        let make = if at.0.is_none() {
            Action::Flip
        } else {
            Action::Guess
        };
        let all = [0, 1].map(make).into_iter();
        into.extend(all.filter(|action| self.check(at, by, action).is_ok()));
    }

    fn check(&self, at: &Position, by: Actor, action: &Action) -> Result<(), Breach> {
        match (self.turn(at), by, action) {
            (Turn::Nature, Actor::Nature, Action::Flip(0 | 1)) => Ok(()),
            (Turn::Nature, Actor::Nature, _) => Err(Breach::new(FACE_TWO, "a coin shows 0 or 1")),
            (Turn::Seats(seats), Actor::Seat(seat), Action::Guess(0 | 1))
                if seats.contains(seat) =>
            {
                Ok(())
            }
            _ => Err(Breach::new(GUESS_WORD, "expected 0 or 1")),
        }
    }

    fn apply(&self, at: &mut Position, _: Actor, action: &Action) {
        match action {
            Action::Flip(face) => at.0 = Some(*face),
            Action::Guess(_) => at.1 += 1,
        }
    }
}

impl Notation for Coin {
    fn parse(&self, at: &Position, text: &str) -> Result<(Actor, Action), Breach> {
        let face = text
            .parse()
            .map_err(|_| Breach::new(GUESS_WORD, "expected 0 or 1"))?;
        Ok(match at.0 {
            None => (Actor::Nature, Action::Flip(face)),
            Some(_) => (Actor::Seat(GUESSER), Action::Guess(face)),
        })
    }

    fn print(&self, _: Actor, action: &Action) -> String {
        let (Action::Flip(face) | Action::Guess(face)) = action;
        face.to_string()
    }

    fn observe(&self, at: &Position) -> Vec<(&'static str, String)> {
        vec![("guesses", at.1.to_string())]
    }

    fn picture(&self, _: &Position) -> Picture {
        Picture::default()
    }
}

#[derive(Clone)]
struct Dialogue(Params);

impl Protocol for Dialogue {
    type Params = Params;
    type State = Situation<Coin>;
    type Say = Say;

    fn new(params: &Params) -> Dialogue {
        Dialogue(params.clone())
    }

    fn policy(&self) -> Policy {
        Policy::new(2, Faults::ending(FAULT_END), (Megabytes(64), FAULT_END))
    }

    fn rules(&self) -> Coin {
        Coin(self.0.guesses.0)
    }

    fn ask(&self, _: &DialogueState<Self>, _: Seat) -> Option<Say> {
        Some(Say::Ask)
    }

    fn after(&self, on: &DialogueState<Self>, tell: &mut Telling<'_, Say>) {
        if let (Some(face), true) = (on.at.at.0, on.at.at.1 == 1) {
            tell.tell(Seat(0), Say::Shown { face });
            tell.tell(Seat(1), Say::Shown { face });
        }
    }

    fn reveals(&self, on: &DialogueState<Self>, _: Seat, say: &Say) -> Option<Revealed<Action>> {
        match (on.at.at.0, say) {
            (None, Say::Shown { face }) => Some(Revealed::Choice(Action::Flip(*face))),
            (None, _) => Some(Revealed::Unknown),
            _ => None,
        }
    }

    fn due(&self, _: &Situation<Coin>, _: Seat) -> AnswerRules {
        AnswerRules {
            limit: Ms(1000),
            ..AnswerRules::new(GUESS_WORD, &[GUESS_WORD])
        }
    }

    fn answer(
        &self,
        on: &DialogueState<Self>,
        by: Seat,
        words: &mut Words<'_>,
        _: &mut Verdict,
    ) -> Result<Action, Refusal> {
        let (_, action) = on
            .at
            .rules
            .parse(&on.at.at, &String::from_utf8_lossy(words.line()))
            .map_err(Refusal::Format)?;
        on.at.allow(by, action)
    }

    fn form(&self, words: &mut Words<'_>) -> Result<(), Refusal> {
        match words.line() {
            b"0" | b"1" => Ok(()),
            _ => Err(Refusal::Format(Breach::new(GUESS_WORD, "expected 0 or 1"))),
        }
    }
}

struct Silent;

impl Bot for Silent {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        if line == "ASK" {
            say.push_str("0\n");
        }
        line != "END"
    }
}

struct Contest;

impl Game for Contest {
    type Params = Params;
    type Rules = Coin;
    type Referee = Match<Dialogue>;

    const NAME: &'static str = "coin";
    const ABOUT: &'static str = "a hidden coin";
    const PAGE: fn() -> &'static Page = page;
    const SCENARIOS: &'static [Scenario] = &[Scenario::FIRST];

    fn bot(_: &Params) -> Box<dyn Bot> {
        Box::new(Silent)
    }
}

/// What is said of a log of seat 1 alone with these lines.
fn said(lines: &str) -> (Conclusion, Extent, Option<Clause>) {
    let log = format!("stickler: 1\ngame: coin\nclock: judge\nseats: 1\n{lines}");
    let checked = validate(&Contest, &Default::default(), log.as_bytes()).expect("a log");
    let first = checked.findings.first().map(|found| found.breach.clause);
    (checked.conclusion(false), checked.extent, first)
}

#[test]
fn a_log_that_stops_behind_an_untold_choice_is_cut() {
    let begin = "1< ASK\n1> 1 @3ms\n";
    assert_eq!(said(begin).0, Conclusion::Unknown);
    assert_eq!(said(begin).1, Extent::Cut);
    // Who leaves the tail out on purpose says so.
    let (_, extent, _) = said(&format!("omits: tail\n{begin}"));
    assert!(matches!(extent, Extent::Gap(_)), "{extent:?}");
    // Behind a gap lines are lacking anyway.
    let (conclusion, extent, _) = said(&format!("{begin}...\n1> 0 @2ms\n"));
    assert!(matches!(extent, Extent::Gap(_)), "{extent:?}");
    assert_eq!(conclusion, Conclusion::Conforms);
    let (conclusion, extent, _) = said(&format!("{begin}1< END\n"));
    assert_eq!(conclusion, Conclusion::Conforms);
    assert!(matches!(extent, Extent::Gap(_)), "{extent:?}");
}

#[test]
fn the_first_message_that_tells_a_hidden_choice_is_held_against_the_rules() {
    let shown =
        |face: u8| format!("1< ASK\n1> 1 @3ms\n1< SHOWN {face}\n1< ASK\n1> 0 @2ms\n1< END\n");
    assert_eq!(said(&shown(1)), (Conclusion::Conforms, Extent::Whole, None));
    let (conclusion, _, clause) = said(&shown(9));
    assert_eq!((conclusion, clause), (Conclusion::Violates, Some(FACE_TWO)));
    // A gap may have hidden that another coin was flipped.
    let gap = shown(9).replace("1< SHOWN", "...\n1< SHOWN");
    assert_ne!(said(&gap).2, Some(FACE_TWO));
}
