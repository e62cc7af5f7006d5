//! Boards as SVG: one drawing for pages, reports and files that stand alone, in light and in dark.
//!
//! A picture that stands alone has a ground of its own, so that it can be read on any page. Seats differ in lightness as well as in
//! hue. People with any common colour blindness tell them apart: a test of the site's colours holds how far apart they are. A page recolours the
//! ground with the CSS variable `--page`, letters with `--ink`, and the cells with `--board` and `--line`. Nothing is loaded from elsewhere.

use super::visible::wrapped;
use crate::picture::{Board, Mark, Picture, Sign, Tile};
use std::fmt::Write;

/// Width and height of a cell.
const CELL: usize = 24;
/// Room around and between boards.
const GAP: usize = 16;
/// Height of a line of text.
const LINE: usize = 18;
/// Room for the numbers of rows.
const NUMBERS: usize = 24;
/// How far to the right of a cell's corner the words of a mark begin.
const ASIDE: usize = 18;
/// About the width of a letter.
const LETTER: usize = 7;
/// Letters of a line of a note, where the boards are no wider.
const NOTE: usize = 60;
/// How far from the middle of the nearest cell something off the board is drawn: over the edge, and within the picture.
const AWAY: i64 = 16;
/// The radius of the ring around a stone of the row that won: just outside the stone.
const RING: f64 = 12.0;

const STYLE: &str = "\
.stickler{--g:var(--page,#fffdf8);--i:var(--ink,#222);--b:var(--board,#f1ece0);--l:var(--line,#cfc6b2);--x:#c22a17;--m:#0072b2;\
--s0:#1a2975;--s1:#fb8a19;--s2:#008166;--s3:#9eceff;--s4:#8d4d00;--s5:#cd89b6;--s6:#f4cf69;--s7:#3f3045;font:13px system-ui,sans-serif}\
@media(prefers-color-scheme:dark){.stickler{--g:var(--page,#1b1a17);--i:var(--ink,#eee);--b:var(--board,#2b2923);--l:var(--line,#4a463c);\
--x:#ff7a66;--m:#56b4e9;--s0:#0f3a90;--s1:#ffd645;--s2:#068373;--s3:#b3dfff;--s4:#c24e30;--s5:#e0d7ce;--s6:#d5ff8c;--s7:#6d5480}}\
.stickler text{fill:var(--i,#222)}.stickler .ground{fill:var(--g,#fffdf8)}.stickler .n{font-size:12px;text-anchor:middle}\
.stickler .c{fill:var(--b,#f1ece0);stroke:var(--l,#cfc6b2)}.stickler .w{fill:#e6cf9a}.stickler .v{fill:none;stroke:#8d7443}.stickler .h{fill:#8d7443}\
.stickler .g{font-size:12px;font-weight:600;text-anchor:middle;fill:#1b1b1b}.stickler .light{fill:#fff}\
.stickler .k0{fill:#1b1b1b;stroke:#000}.stickler .k1{fill:#fdfdfb;stroke:#6b6558}\
.stickler .s0{fill:var(--s0,#1a2975)}.stickler .s1{fill:var(--s1,#fb8a19)}.stickler .s2{fill:var(--s2,#008166)}.stickler .s3{fill:var(--s3,#9eceff)}\
.stickler .s4{fill:var(--s4,#8d4d00)}.stickler .s5{fill:var(--s5,#cd89b6)}.stickler .s6{fill:var(--s6,#f4cf69)}.stickler .s7{fill:var(--s7,#3f3045)}\
.stickler .j{fill:none;stroke:#fff;stroke-opacity:.3}.stickler .e{fill:none;stroke:var(--g,#fffdf8);stroke-width:2}\
.stickler .f{fill:none;stroke:var(--i,#222);stroke-width:2;stroke-linecap:square}.stickler .last{fill:none;stroke:#0072b2;stroke-width:3}\
.stickler .a{fill:none;stroke:var(--i,#222);stroke-opacity:.5;stroke-width:1.5}\
.stickler .row{fill:none;stroke:#a3007a;stroke-width:3}.stickler .square{fill:none;stroke:var(--i,#222);stroke-width:3;stroke-dasharray:7 4}\
.stickler .x{fill:none;stroke:var(--x,#c22a17);stroke-width:3}.stickler .y{fill:var(--x,#c22a17);fill-opacity:.3}\
.stickler .off{fill:var(--x,#c22a17);fill-opacity:.15;stroke:var(--x,#c22a17);stroke-width:2;stroke-dasharray:4 3}\
.stickler .under{fill:none;stroke:#1b1b1b;stroke-width:5}.stickler .whole{fill:none;stroke:#ffe9a8;stroke-width:2.5}\
.stickler .tag{fill:#b32413}.stickler text.tag{fill:#fff;font-weight:600}";

/// The boards of a picture, bare, for a script to set up: every cell is a `<g class=\"t\">`, in order, and takes its part of [cells];
/// every board has a `<g class=\"over\">` for its [marks]. The element's `<title>` and `<desc>` are the script's to fill in too.
pub fn stage(boards: &[Board]) -> String {
    let (drawn, width, height) = put_all(boards, &mut |_, _, _| Some(String::new()), &|_| {
        String::new()
    });
    let height = height + GAP;
    // On a desk there is room for more than a picture within a text has.
    let (wide, high) = (width * 5 / 4, height * 5 / 4);
    format!(
        "<svg class=\"stickler\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{wide}\" height=\"{high}\" \
         preserveAspectRatio=\"xMinYMin\"><title></title><desc></desc><style>{STYLE}</style>{drawn}</svg>"
    )
}

/// The meaning of each mark on these boards, once.
pub fn meanings<'a>(boards: impl IntoIterator<Item = &'a Board>) -> Vec<&'static str> {
    let mut all = Vec::new();
    for board in boards {
        let stones = board.look.stones;
        let has_fresh = board.rows.iter().flatten().any(|tile| tile.fresh);
        let mut tiles = board.rows.iter().flatten();
        let has_ring = tiles.any(|tile| tile.owner.is_none() && tile.glyph != '.');
        let sign = |wanted: Sign| board.look.marks.iter().any(|mark| mark.sign == wanted);
        let is_off = |mark: &Mark| matches!(mark.sign, Sign::Off { .. });
        let has_off = board.look.marks.iter().any(is_off);
        let known = [
            (
                stones && !board.look.labels.is_empty(),
                "the numbers are those of the moves",
            ),
            (stones && has_fresh, "a blue ring is the last stone"),
            (
                !stones && has_fresh && !sign(Sign::Last),
                "an outline is the last move",
            ),
            (
                sign(Sign::Last),
                "an outline is the last move, with the squares that were filled before it",
            ),
            (has_off, "a dashed sign beside the board is a cell off it"),
            (
                has_ring,
                "a ring is a cell from which a piece may be placed",
            ),
            (
                !stones && !board.look.labels.is_empty(),
                "a letter or a name is that of a piece",
            ),
            (sign(Sign::Row), "purple rings are the row that won"),
            (
                sign(Sign::Square),
                "a dashed line is the largest filled square",
            ),
        ];
        let met = known.into_iter().filter(|(is_met, _)| *is_met);
        for meaning in met.map(|(_, meaning)| meaning).chain(board.look.colours) {
            if !all.contains(&meaning) {
                all.push(meaning);
            }
        }
    }
    all
}

/// The content of each cell of the boards, in order.
pub fn cells(boards: &[Board]) -> Vec<String> {
    let of = |board| places(board).map(move |(row, col, tile)| cell(board, row, col, tile));
    boards.iter().flat_map(of).collect()
}

/// The marks of a board, over its cells.
pub fn marks(board: &Board) -> String {
    board
        .look
        .marks
        .iter()
        .map(|mark| drawn(board, mark))
        .collect()
}

/// The picture as one `<svg>` element that stands alone; its accessible name is `title`, its description the boards' text.
pub fn draw(picture: &Picture, title: &str) -> String {
    let ground = "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>";
    whole(picture, title, ground, &mut |board, (row, col), tile| {
        Some(cell(board, row, col, tile)).filter(|drawn| !drawn.is_empty())
    })
}

/// The picture for a page that lets its cells be chosen: every cell is a `<g class=\"t\">`, in order.
pub fn live(picture: &Picture, title: &str) -> String {
    whole(picture, title, "", &mut |board, (row, col), tile| {
        Some(cell(board, row, col, tile))
    })
}

fn whole(picture: &Picture, title: &str, ground: &str, put: &mut Put<'_>) -> String {
    let (boards, width, mut height) = put_all(&picture.boards, put, &marks);
    let most = (width.saturating_sub(2 * GAP) / LETTER).max(NOTE);
    let lines: Vec<String> = picture
        .notes
        .iter()
        .flat_map(|note| wrapped(note, most))
        .collect();
    let longest = lines.iter().map(|line| line.chars().count()).max();
    let width = width.max(2 * GAP + LETTER * longest.unwrap_or(0));
    let mut notes = String::new();
    for note in &lines {
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
         width=\"{width}\" height=\"{height}\"><title>{title}</title><desc>{words}</desc><style>{STYLE}</style>{ground}{boards}{notes}</svg>"
    )
}

/// The content of a cell at its row and column; `None`: it has no group of its own.
type Put<'a> = dyn FnMut(&Board, (usize, usize), &Tile) -> Option<String> + 'a;

/// Boards side by side, with their width and height.
fn put_all(
    boards: &[Board],
    put_cell: &mut Put<'_>,
    over: &dyn Fn(&Board) -> String,
) -> (String, usize, usize) {
    let (mut drawn, mut left, mut height) = (String::new(), GAP, 0);
    for board in boards {
        let (width, below) = size(board);
        put(&mut drawn, board, left, put_cell, over);
        left += width + GAP;
        height = height.max(below);
    }
    (drawn, left, height)
}

/// Rows and columns of a board.
fn extent(board: &Board) -> (usize, usize) {
    (board.rows.len(), board.rows.first().map_or(0, Vec::len))
}

/// Width of a board, and how far down it reaches.
fn size(board: &Board) -> (usize, usize) {
    let (rows, columns) = extent(board);
    let cells = NUMBERS + CELL * columns;
    (
        cells.max(LETTER * board.title.chars().count()),
        top(board) + CELL * rows + GAP / 2,
    )
}

/// Where the first row begins, below title and numbers.
fn top(board: &Board) -> usize {
    GAP + LINE + if board.title.is_empty() { 0 } else { LINE }
}

fn places(board: &Board) -> impl Iterator<Item = (usize, usize, &Tile)> {
    let row = |(row, tiles): (usize, &'_ Vec<Tile>)| (row, tiles.len());
    let sizes: Vec<(usize, usize)> = board.rows.iter().enumerate().map(row).collect();
    let all = sizes
        .into_iter()
        .flat_map(|(row, width)| (0..width).map(move |col| (row, col)));
    all.filter_map(|(row, col)| Some((row, col, board.tile(row, col)?)))
}

fn put(
    svg: &mut String,
    board: &Board,
    left: usize,
    put_cell: &mut Put<'_>,
    over: &dyn Fn(&Board) -> String,
) {
    let (top, first) = (top(board), usize::from(board.first));
    let (rows, columns) = extent(board);
    let (x, middle) = (left + NUMBERS, CELL / 2);
    if !board.title.is_empty() {
        let _ = write!(
            svg,
            "<text x=\"{left}\" y=\"{}\">{}</text>",
            GAP + LINE / 2,
            escape(&board.title)
        );
    }
    for col in 0..columns {
        let _ = write!(
            svg,
            "<text class=\"n\" x=\"{}\" y=\"{}\">{}</text>",
            x + CELL * col + middle,
            top - 5,
            col + first
        );
    }
    for row in 0..rows {
        let _ = write!(
            svg,
            "<text class=\"n\" x=\"{}\" y=\"{}\">{}</text>",
            left + NUMBERS / 2 - 2,
            top + CELL * row + 16,
            row + first
        );
    }
    let _ = write!(
        svg,
        "<g transform=\"translate({x},{top})\">{}",
        plane(board, rows, columns)
    );
    for (row, col, tile) in places(board) {
        if let Some(cell) = put_cell(board, (row, col), tile) {
            let (x, y) = (CELL * col, CELL * row);
            let _ = write!(
                svg,
                "<g class=\"t\" transform=\"translate({x},{y})\">{cell}</g>"
            );
        }
    }
    let _ = write!(svg, "<g class=\"over\">{}</g></g>", over(board));
}

/// The board before anything stands on it.
fn plane(board: &Board, rows: usize, columns: usize) -> String {
    let (width, height, half) = (CELL * columns, CELL * rows, CELL / 2);
    let mut plane = String::new();
    let mut lines = String::new();
    if !board.look.stones {
        for col in 1..columns {
            let _ = write!(lines, "M{} 0V{height}", CELL * col);
        }
        for row in 1..rows {
            let _ = write!(lines, "M0 {}H{width}", CELL * row);
        }
        let _ = write!(
            plane,
            "<rect class=\"c\" width=\"{width}\" height=\"{height}\"/><path class=\"c\" d=\"{lines}\"/>"
        );
        return plane;
    }
    for col in 0..columns {
        let _ = write!(lines, "M{} {half}V{}", CELL * col + half, height - half);
    }
    for row in 0..rows {
        let _ = write!(lines, "M{half} {}H{}", CELL * row + half, width - half);
    }
    let _ = write!(
        plane,
        "<rect class=\"w\" width=\"{width}\" height=\"{height}\" rx=\"5\"/><path class=\"v\" d=\"{lines}\"/>"
    );
    let points = |size: usize| match size {
        13.. if size % 2 == 1 => vec![3, size / 2, size - 4],
        9.. => vec![3, size - 4],
        _ => Vec::new(),
    };
    for row in points(rows) {
        for col in points(columns) {
            let is_corner = |at: usize, size: usize| at == 3 || at + 4 == size;
            if is_corner(row, rows) == is_corner(col, columns) {
                let (x, y) = (CELL * col + half, CELL * row + half);
                let _ = write!(
                    plane,
                    "<circle class=\"h\" cx=\"{x}\" cy=\"{y}\" r=\"2.6\"/>"
                );
            }
        }
    }
    plane
}

/// The content of a cell, from its upper left corner.
fn cell(board: &Board, row: usize, col: usize, tile: &Tile) -> String {
    let Some(owner) = tile.owner else {
        return match tile.glyph {
            '.' => String::new(),
            _ => "<circle class=\"a\" cx=\"12\" cy=\"12\" r=\"4\"/>".into(),
        };
    };
    let look = &board.look;
    let own = look.labels.get(&(row as u8, col as u8)).map(String::as_str);
    let glyph = tile.glyph.to_string();
    // Where a board has no names, letters tell its cells apart.
    let label =
        own.or((look.labels.is_empty() && !look.stones && tile.glyph != '#').then_some(&*glyph));
    let mut cell = String::new();
    if look.stones {
        let side = owner % 2;
        let _ = write!(
            cell,
            "<circle class=\"k{side}\" cx=\"12\" cy=\"12\" r=\"11\"/>"
        );
        if tile.fresh {
            cell += "<circle class=\"last\" cx=\"12\" cy=\"12\" r=\"10\"/>";
        }
    } else {
        let is_same = |rows: isize, cols: isize| {
            let near = row
                .checked_add_signed(rows)
                .zip(col.checked_add_signed(cols));
            near.and_then(|(row, col)| board.tile(row, col))
                .is_some_and(|near| near.owner == Some(owner))
        };
        let (mut inner, mut outer) = (String::new(), String::new());
        for (is_joined, joint, edge) in [
            (is_same(-1, 0), "M0 0H24", "M0 1H24"),
            (is_same(0, -1), "M0 0V24", "M1 0V24"),
            (is_same(1, 0), "", "M0 23H24"),
            (is_same(0, 1), "", "M23 0V24"),
        ] {
            if is_joined {
                inner += joint
            } else {
                outer += edge
            }
        }
        let _ = write!(
            cell,
            "<rect class=\"s{}\" width=\"24\" height=\"24\"/>",
            owner % 8
        );
        let has_last = look.marks.iter().any(|mark| mark.sign == Sign::Last);
        let edge = if tile.fresh && !has_last { "f" } else { "e" };
        for (class, path) in [("j", inner), (edge, outer)] {
            if !path.is_empty() {
                let _ = write!(cell, "<path class=\"{class}\" d=\"{path}\"/>");
            }
        }
    }
    if let Some(label) = label {
        let is_dark = if look.stones {
            owner % 2 == 0
        } else {
            [0, 2, 4, 7].contains(&(owner % 8))
        };
        let light = if is_dark { " light" } else { "" };
        let _ = write!(
            cell,
            "<text class=\"g{light}\" x=\"12\" y=\"16\">{}</text>",
            escape(label)
        );
    }
    cell
}

/// A mark, from the upper left corner of its board.
fn drawn(board: &Board, mark: &Mark) -> String {
    let spot = |&(row, col): &(u8, u8)| (CELL * usize::from(col), CELL * usize::from(row));
    let (Some((x, y)), Some((last_x, _))) =
        (mark.cells.first().map(spot), mark.cells.last().map(spot))
    else {
        return String::new();
    };
    let half = CELL / 2;
    let mut drawn = String::new();
    match mark.sign {
        Sign::Row => {
            // Rings, and lines between them: nothing crosses the number of a move.
            let centres: Vec<(f64, f64)> = mark
                .cells
                .iter()
                .map(spot)
                .map(|(x, y)| ((x + half) as f64, (y + half) as f64))
                .collect();
            for (x, y) in &centres {
                let _ = write!(
                    drawn,
                    "<circle class=\"row\" cx=\"{x}\" cy=\"{y}\" r=\"{RING}\"/>"
                );
            }
            let mut between = String::new();
            for pair in centres.windows(2) {
                let ((x, y), (next_x, next_y)) = (pair[0], pair[1]);
                let (wide, high) = (next_x - x, next_y - y);
                let part = RING / wide.hypot(high);
                if part < 0.5 {
                    let _ = write!(
                        between,
                        "M{:.1} {:.1}L{:.1} {:.1}",
                        x + wide * part,
                        y + high * part,
                        next_x - wide * part,
                        next_y - high * part
                    );
                }
            }
            if !between.is_empty() {
                let _ = write!(drawn, "<path class=\"row\" d=\"{between}\"/>");
            }
        }
        Sign::Square => {
            let side = last_x + CELL - x;
            let _ = write!(
                drawn,
                "<rect class=\"square\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
            );
        }
        Sign::Last => {
            let around = framed(&mark.cells).unwrap_or_else(|| outline(&mark.cells));
            let _ = write!(
                drawn,
                "<path class=\"under\" d=\"{around}\"/><path class=\"whole\" d=\"{around}\"/>"
            );
        }
        Sign::Off { down, right } => {
            let away = |at: usize, side: i8| at as i64 + half as i64 + i64::from(side) * AWAY;
            let (left, up) = (away(x, right), away(y, down));
            if board.look.stones {
                let _ = write!(
                    drawn,
                    "<circle class=\"off\" cx=\"{left}\" cy=\"{up}\" r=\"11\"/>"
                );
            } else {
                let (left, up) = (left - 10, up - 10);
                let _ = write!(
                    drawn,
                    "<rect class=\"off\" x=\"{left}\" y=\"{up}\" width=\"20\" height=\"20\"/>"
                );
            }
            drawn += &tag(board, mark, x, y);
        }
        Sign::Refused => {
            for (x, y) in mark.cells.iter().map(spot) {
                if board.look.stones {
                    let _ = write!(
                        drawn,
                        "<circle class=\"x\" cx=\"{}\" cy=\"{}\" r=\"13\"/>",
                        x + half,
                        y + half
                    );
                } else {
                    let _ = write!(
                        drawn,
                        "<rect class=\"y\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
                    );
                }
            }
            if !board.look.stones {
                let _ = write!(drawn, "<path class=\"x\" d=\"{}\"/>", outline(&mark.cells));
            }
            drawn += &tag(board, mark, x, y);
        }
    }
    drawn
}

/// The sides of these cells that lie against other cells.
fn outline(cells: &[(u8, u8)]) -> String {
    let mut path = String::new();
    for &(row, col) in cells {
        let (x, y) = (CELL * usize::from(col), CELL * usize::from(row));
        let has =
            |row: Option<u8>, col: Option<u8>| row.zip(col).is_some_and(|at| cells.contains(&at));
        let sides = [
            (has(row.checked_sub(1), Some(col)), format!("M{x} {y}h24")),
            (has(Some(row), col.checked_sub(1)), format!("M{x} {y}v24")),
            (
                has(row.checked_add(1), Some(col)),
                format!("M{x} {}h24", y + CELL),
            ),
            (
                has(Some(row), col.checked_add(1)),
                format!("M{} {y}v24", x + CELL),
            ),
        ];
        path.extend(
            sides
                .into_iter()
                .filter(|(is_inner, _)| !is_inner)
                .map(|(_, side)| side),
        );
    }
    path
}

/// A closed line just within cells that are a whole rectangle.
fn framed(cells: &[(u8, u8)]) -> Option<String> {
    let (top, left) = (
        cells.iter().map(|cell| cell.0).min()?,
        cells.iter().map(|cell| cell.1).min()?,
    );
    let rows = usize::from(cells.iter().map(|cell| cell.0).max()? - top) + 1;
    let cols = usize::from(cells.iter().map(|cell| cell.1).max()? - left) + 1;
    let (x, y) = (CELL * usize::from(left) + 2, CELL * usize::from(top) + 2);
    let (wide, high) = (CELL * cols - 4, CELL * rows - 4);
    (cells.len() == rows * cols).then(|| format!("M{x} {y}h{wide}v{high}h-{wide}z"))
}

/// About the width of bold words.
fn bold(words: &str) -> usize {
    words.chars().map(bold_letter).sum()
}

fn bold_letter(letter: char) -> usize {
    match letter {
        ' ' | '·' | '.' | ',' => 5,
        'M' | 'W' => 12,
        _ => 9,
    }
}

/// As much of these words as fits, with `…` after them where they go on.
fn fitted(words: &str, most: usize) -> String {
    if bold(words) <= most {
        return words.into();
    }
    let mut wide = bold_letter('…');
    let fits = |letter: &char| {
        wide += bold_letter(*letter);
        wide <= most
    };
    words.chars().take_while(fits).chain(['…']).collect()
}

/// The words of a mark, beside its first cell and within its board.
fn tag(board: &Board, mark: &Mark, x: usize, y: usize) -> String {
    let width = CELL * extent(board).1;
    let most = width.saturating_sub(12).max(36);
    let label = fitted(&mark.label, most);
    if label.is_empty() {
        return label;
    }
    let wide = bold(&label) + 12;
    let left = (x + ASIDE).min(width.saturating_sub(wide));
    let up = if y >= CELL { y - CELL } else { y + CELL + 6 };
    format!(
        "<rect class=\"tag\" x=\"{left}\" y=\"{up}\" width=\"{wide}\" height=\"19\" rx=\"4\"/>\
         <text class=\"tag\" x=\"{}\" y=\"{}\">{}</text>",
        left + 6,
        up + 14,
        escape(&label)
    )
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
