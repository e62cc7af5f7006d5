//! What comes of a case, in a line: the same for the page that is made and for the page that is changed.

use serde::Serialize;
use stickler::explain::Conclusion;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::records::line::Examined;
use stickler::records::{CheckOptions, Text};

/// What comes of a case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Brief {
    /// `conforms`, `violates` or `unknown`.
    pub state: &'static str,
    /// It in a line.
    pub text: String,
    /// What stands behind it: all that can be observed of a position, or the clause that is broken.
    pub more: String,
}

/// What comes of actions under the rules alone.
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
    })
}

/// What comes of a log or record.
pub fn of_log(
    games: Registry,
    game: Option<&'static dyn AnyGame>,
    given: &Settings,
    bytes: &[u8],
) -> Brief {
    let ask = CheckOptions {
        games,
        game,
        format: None,
        given,
        strict: false,
    };
    let (conclusion, examined) = ask.examine(Text::new("case", bytes));
    let state = match conclusion {
        Conclusion::Conforms => "conforms",
        Conclusion::Violates => "violates",
        Conclusion::Unknown => "unknown",
    };
    let (text, more) = told(conclusion, &examined);
    Brief { state, text, more }
}

/// The sentence of a log's verdict, and what stands behind it.
fn told(conclusion: Conclusion, examined: &Examined) -> (String, String) {
    let first = examined
        .findings
        .iter()
        .find(|broken| broken.level == "must")
        .or(examined.findings.first());
    let only = |text: String| (text, String::new());
    let result = match conclusion {
        Conclusion::Conforms => "everybody keeps to the rules",
        Conclusion::Violates => "a rule is broken",
        Conclusion::Unknown => "nobody can tell from this file",
    };
    match (first, &examined.trouble, &examined.outcome) {
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
