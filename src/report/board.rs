//! Boards in the terminal.

use crate::picture::{Picture, Tile};
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

fn style(tile: &Tile) -> Style {
    let style = match tile.owner {
        Some(owner) => OWNERS[usize::from(owner) % OWNERS.len()].on_default(),
        None => Style::new().dimmed(),
    };
    if tile.fresh { style.bold() } else { style }
}
