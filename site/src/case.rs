//! The result of a case, in a line: the same for the page that is made and for the page that is changed.

use crate::session::LegalAnswer;
use serde::Serialize;
use stickler::explain::Conclusion;
use stickler::game::Turn;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::picture::{Board, MoveNumbers};
use stickler::records::json_line::{Broken, Examined};
use stickler::records::{CheckOptions, Text};
use stickler::report::svg;

/// The result of a case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Brief {
    /// `conforms`, `violates` or `unknown`.
    pub state: &'static str,
    /// It in a line.
    pub text: String,
    /// More about it: all that can be observed of a position, or the clause that is broken.
    pub more: String,
    /// Its parts, where it says that a rule is broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<BrokenRule>,
}

/// A rule that is broken in a case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BrokenRule {
    /// Who broke it: `seat N`, `judge` or `log`.
    pub by: String,
    /// The line.
    pub line: usize,
    /// The error, in words.
    pub why: String,
}

/// A position from which the reader goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Position {
    /// The boards as SVG, with their cells to choose.
    pub board: String,
    /// Rows and columns of each board.
    pub sizes: Vec<(usize, usize)>,
    /// The legal actions, each with its cells.
    pub replies: Vec<LegalAnswer>,
    /// Who is to move, or how the game ended.
    pub turn: String,
}

impl Position {
    /// The position after these actions.
    pub fn after(
        game: &dyn AnyGame,
        settings: &Settings,
        plies: &[String],
    ) -> Result<Position, String> {
        let mut rules = game.with(settings)?.rules();
        let mut order = MoveNumbers::default();
        order.number(&mut rules.picture());
        for (ply, number) in plies.iter().zip(1..) {
            rules.play(ply).map_err(|breach| {
                format!(
                    "action {number}, {ply}, is refused: {}: {}",
                    breach.clause, breach.why
                )
            })?;
            order.number(&mut rules.picture());
        }
        let mut picture = rules.picture();
        order.number(&mut picture);
        let size = |board: &Board| (board.rows.len(), board.rows.first().map_or(0, Vec::len));
        let reply = |text: String| LegalAnswer::of(rules.spots(&text), text);
        Ok(Position {
            board: svg::live(&picture, &format!("{}, your position", game.name())),
            sizes: picture.boards.iter().map(size).collect(),
            replies: rules.actions().into_iter().map(reply).collect(),
            turn: match rules.turn() {
                Turn::Over(outcome) => format!("The game is over: {outcome}."),
                Turn::Nature => "A draw by chance is next.".into(),
                Turn::Seats(seats) => {
                    let names: Vec<String> =
                        seats.iter().map(|seat| format!("seat {seat}")).collect();
                    format!("To move: {}.", names.join(" and "))
                }
            },
        })
    }
}

/// The result of actions under the rules alone.
pub fn of_plies(
    game: &dyn AnyGame,
    settings: &Settings,
    plies: &[String],
) -> Result<Brief, String> {
    let mut rules = game.with(settings)?.rules();
    for ply in plies {
        if let Err(breach) = rules.play(ply) {
            return Ok(Brief {
                state: "violates",
                text: format!("{ply} is refused: {}", breach.why),
                more: format!("it breaks {}", breach.clause),
                broken: None,
            });
        }
    }
    let seen: Vec<String> = rules
        .observe()
        .iter()
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    Ok(Brief {
        state: "conforms",
        text: "every action is legal".into(),
        more: seen.join(" · "),
        broken: None,
    })
}

/// The result of a log or record.
pub fn of_log(
    games: Registry,
    game: Option<&'static dyn AnyGame>,
    given: &Settings,
    bytes: &[u8],
) -> Brief {
    let ask = CheckOptions {
        game,
        ..CheckOptions::new(games, given)
    };
    let (conclusion, examined) = ask.examine(Text::new("case", bytes));
    let state = match conclusion {
        Conclusion::Conforms => "conforms",
        Conclusion::Violates => "violates",
        Conclusion::Unknown => "unknown",
    };
    let (text, more) = told(conclusion, &examined);
    let broken = first(&examined).map(|broken| BrokenRule {
        by: broken.by.clone(),
        line: broken.place.line,
        why: broken.why.clone(),
    });
    Brief {
        state,
        text,
        more,
        broken,
    }
}

/// The first finding that counts.
fn first(examined: &Examined) -> Option<&Broken> {
    let mut all = examined.findings.iter();
    all.find(|broken| broken.level == "must")
        .or(examined.findings.first())
}

/// The sentence of a log's verdict, and what stands behind it.
fn told(conclusion: Conclusion, examined: &Examined) -> (String, String) {
    let only = |text: String| (text, String::new());
    let result = match conclusion {
        Conclusion::Conforms => "everybody keeps to the rules",
        Conclusion::Violates => "a rule is broken",
        Conclusion::Unknown => "nobody can tell from this file",
    };
    match (first(examined), &examined.trouble, &examined.outcome) {
        (Some(broken), ..) => {
            let does = match &*broken.by {
                "judge" => "the judge breaks a rule".to_string(),
                "log" => "the log itself is wrong".to_string(),
                seat => format!("{seat} breaks a rule"),
            };
            (
                format!("{does} at line {}: {}", broken.place.line, broken.why),
                format!("it breaks {}; {conclusion}", broken.clause),
            )
        }
        (None, Some(trouble), _) => only(format!("{result}: {}", trouble.why)),
        (None, None, Some(outcome)) => only(format!("{result}; the end: {outcome}")),
        (None, None, None) => only(result.to_string()),
    }
}
