//! Boards in the terminal, and the cells of them that an answer names.

use crate::game::Seat;
use crate::games::erased::{AnyReferee, AnyRules};
use crate::picture::{Aim, Picture, Tile};
use anstyle::{AnsiColor, Style};

const OWNERS: [AnsiColor; 4] = [
    AnsiColor::Red,
    AnsiColor::Cyan,
    AnsiColor::Green,
    AnsiColor::Yellow,
];

/// The picture as text; each owner in a colour of its own where `colour` is on.
pub fn render(picture: &Picture, colour: bool) -> String {
    if !colour {
        return picture.text();
    }
    picture.paint(|tile| {
        let style = style(tile);
        format!("{style}{}{style:#}", tile.glyph)
    })
}

/// The cells that an answer names, whether it is legal or not.
pub fn aimed(rules: &dyn AnyRules, seat: Seat, answer: &str) -> Aim {
    // Where both seats act at once, the rules' text of an action begins with its seat.
    let aim = aim_of(rules, &format!("{seat} {answer}"));
    if aim == Aim::default() {
        aim_of(rules, answer)
    } else {
        aim
    }
}

/// The cells that an action names, as the rules write it.
pub fn aim_of(rules: &dyn AnyRules, action: &str) -> Aim {
    Aim {
        spots: rules.spots(action),
        off: rules.off_board(action),
    }
}

/// The aim of an answer before a judge, who may have no board.
pub fn aimed_before(referee: &dyn AnyReferee, seat: Seat, answer: &str) -> Aim {
    let rules = referee.rules();
    rules.map_or(Aim::default(), |rules| aimed(&*rules, seat, answer))
}

fn style(tile: &Tile) -> Style {
    let style = match tile.owner {
        Some(owner) => OWNERS[usize::from(owner) % OWNERS.len()].on_default(),
        None => Style::new().dimmed(),
    };
    if tile.fresh { style.bold() } else { style }
}
