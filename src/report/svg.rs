//! Boards as SVG: one picture that stands alone, for pages and notebooks, in light and in dark.
//!
//! A page recolours it by setting the CSS variables `--board`, `--line`, `--ink`, and `--seat-0` to `--seat-3`; where it sets none,
//! the picture has colours of its own for light and for dark surroundings. Nothing is loaded from elsewhere.

use crate::picture::{Board, Picture, Tile};
use std::fmt::Write;

/// Width and height of a cell.
const CELL: usize = 24;
/// Room around and between boards.
const GAP: usize = 16;
/// Height of a line of text.
const LINE: usize = 18;
/// Room for the numbers of rows.
const NUMBERS: usize = 24;
/// About the width of a letter.
const LETTER: usize = 7;

const STYLE: &str = "\
.stickler{--b:var(--board,#f7f3ea);--l:var(--line,#8a8377);--i:var(--ink,#222);\
--s0:var(--seat-0,#c0392b);--s1:var(--seat-1,#1f6f9f);--s2:var(--seat-2,#2e7d4f);--s3:var(--seat-3,#a06a00);\
font:13px system-ui,sans-serif}\
@media(prefers-color-scheme:dark){.stickler{--b:var(--board,#26241f);--l:var(--line,#777064);--i:var(--ink,#eee);\
--s0:var(--seat-0,#ff8a7a);--s1:var(--seat-1,#74bfee);--s2:var(--seat-2,#7ecb9a);--s3:var(--seat-3,#e8b44c)}}\
.stickler text{fill:var(--i,#222)}.stickler .n{font-size:12px;text-anchor:middle}\
.stickler .c{fill:var(--b,#f7f3ea);stroke:var(--l,#8a8377)}.stickler .g{fill:var(--b,#f7f3ea);text-anchor:middle;font-weight:600}\
.stickler .s0{fill:var(--s0,#c0392b)}.stickler .s1{fill:var(--s1,#1f6f9f)}.stickler .s2{fill:var(--s2,#2e7d4f)}\
.stickler .s3{fill:var(--s3,#a06a00)}.stickler .f{stroke:var(--i,#222);stroke-width:3}.stickler .t text{stroke:none}\
.stickler .t .p{display:none}.stickler .t.o .p{display:inline}";

/// The boards of a picture, bare, for a script to set up: every cell is a `<g class="t">`, in order, and takes the [class]
/// and the glyph of its tile. The element's `<title>` and `<desc>` are the script's to fill in too.
pub fn stage(boards: &[Board]) -> String {
    let (drawn, width, height) = put_all(boards, put_place);
    let height = height + GAP;
    format!(
        "<svg class=\"stickler\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\
         <title></title><desc></desc><style>{STYLE}</style>{drawn}</svg>"
    )
}

/// The class of a tile's cell on a [stage].
pub fn class(tile: &Tile) -> String {
    match tile.owner {
        Some(owner) => format!("t o s{}{}", owner % 4, if tile.fresh { " f" } else { "" }),
        None => "t".into(),
    }
}

fn put_place(svg: &mut String, _: &Tile, x: usize, y: usize) {
    let (side, px, py, tx, ty) = (CELL - 4, x + 2, y + 2, x + CELL / 2, y + 17);
    let _ = write!(
        svg,
        "<g class=\"t\"><rect class=\"c\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>\
         <rect class=\"p\" x=\"{px}\" y=\"{py}\" width=\"{side}\" height=\"{side}\" rx=\"4\"/><text class=\"g\" x=\"{tx}\" y=\"{ty}\"></text></g>"
    );
}

/// The picture as one `<svg>` element whose accessible name is `title` and the boards' text.
pub fn draw(picture: &Picture, title: &str) -> String {
    let (boards, width, mut height) = put_all(&picture.boards, put_tile);
    let longest = picture
        .notes
        .iter()
        .map(|note| note.chars().count())
        .max()
        .unwrap_or(0);
    let width = width.max(2 * GAP + LETTER * longest);
    let mut notes = String::new();
    for note in &picture.notes {
        height += LINE;
        let _ = write!(
            notes,
            "<text x=\"{GAP}\" y=\"{height}\">{}</text>",
            escape(note)
        );
    }
    let height = height + GAP;
    let (title, words) = (escape(title), escape(&picture.text()));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"stickler\" role=\"img\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\"><title>{title}</title><desc>{words}</desc><style>{STYLE}</style>{boards}{notes}</svg>"
    )
}

/// Boards side by side, with their width and height.
fn put_all(
    boards: &[Board],
    put_tile: fn(&mut String, &Tile, usize, usize),
) -> (String, usize, usize) {
    let (mut drawn, mut left, mut height) = (String::new(), GAP, 0);
    for board in boards {
        let (width, below) = size(board);
        put(&mut drawn, board, left, put_tile);
        left += width + GAP;
        height = height.max(below);
    }
    (drawn, left, height)
}

/// Width of a board, and how far down it reaches.
fn size(board: &Board) -> (usize, usize) {
    let columns = board.rows.first().map_or(0, Vec::len);
    let cells = NUMBERS + CELL * columns;
    (
        cells.max(LETTER * board.title.chars().count()),
        top(board) + CELL * board.rows.len() + GAP / 2,
    )
}

/// Where the first row begins, below title and numbers.
fn top(board: &Board) -> usize {
    GAP + LINE + if board.title.is_empty() { 0 } else { LINE }
}

fn put(
    svg: &mut String,
    board: &Board,
    left: usize,
    put_tile: fn(&mut String, &Tile, usize, usize),
) {
    let (top, first) = (top(board), usize::from(board.first));
    let columns = board.rows.first().map_or(0, Vec::len);
    if !board.title.is_empty() {
        let _ = write!(
            svg,
            "<text x=\"{left}\" y=\"{}\">{}</text>",
            GAP + LINE / 2,
            escape(&board.title)
        );
    }
    let x = |col: usize| left + NUMBERS + CELL * col;
    for col in 0..columns {
        let _ = write!(
            svg,
            "<text class=\"n\" x=\"{}\" y=\"{}\">{}</text>",
            x(col) + CELL / 2,
            top - 5,
            col + first
        );
    }
    for (row, tiles) in board.rows.iter().enumerate() {
        let y = top + CELL * row;
        let _ = write!(
            svg,
            "<text class=\"n\" x=\"{}\" y=\"{}\">{}</text>",
            left + NUMBERS / 2,
            y + 16,
            row + first
        );
        for (col, tile) in tiles.iter().enumerate() {
            put_tile(svg, tile, x(col), y);
        }
    }
}

fn put_tile(svg: &mut String, tile: &Tile, x: usize, y: usize) {
    let _ = write!(
        svg,
        "<rect class=\"c\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
    );
    let Some(owner) = tile.owner else { return };
    let fresh = if tile.fresh { " f" } else { "" };
    let side = CELL - 4;
    let _ = write!(
        svg,
        "<rect class=\"s{}{fresh}\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"4\"/>\
         <text class=\"g\" x=\"{}\" y=\"{}\">{}</text>",
        owner % 4,
        x + 2,
        y + 2,
        x + CELL / 2,
        y + 17,
        escape(&tile.glyph.to_string()),
    );
}

/// Text as it may stand in an element; what XML cannot hold becomes a blank.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(letter),
            _ if letter.is_control() => safe.push(' '),
            _ => safe.push(letter),
        }
    }
    safe
}
