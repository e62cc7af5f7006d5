//! A game to step through: the boards, and the transcript beside them with the line at fault marked.
//!
//! The page holds each position as what has changed since the one before; `page.js` sets it up on a stage of bare boards.

use crate::check::transcript::{Standing, walk};
use crate::game::Turn;
use crate::games::erased::{AnyGame, AnyReferee, AnyRules};
use crate::params::Settings;
use crate::picture::{Board, Picture};
use crate::report::{plot, svg};
use crate::transcript::{TimeSpent, Transcript};
use crate::workshop::Alone;
use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use std::collections::BTreeMap;

/// Most positions of a viewer; of a longer game the last ones before the line at fault.
const MOST: usize = 1500;

/// A game to step through.
pub struct Viewed<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Parameters beside those of the header.
    pub settings: &'a Settings,
    /// The transcript.
    pub bytes: &'a [u8],
    /// What is wrong in it: lines with what is wrong there, the first the most important.
    pub faults: Vec<(usize, String)>,
    /// What the viewer is called.
    pub title: String,
    /// Further facts, each with its name.
    pub facts: Vec<(&'static str, String)>,
}

/// The positions of a game, for the script.
#[derive(Serialize)]
struct Steps {
    /// Rows, columns and title of the boards of each stage.
    stages: Vec<Vec<(usize, usize, String)>>,
    frames: Vec<Frame>,
    /// The frame of the line at fault.
    fault: Option<usize>,
}

/// A position, as what has changed since the one before.
#[derive(Serialize)]
struct Frame {
    /// The line that led to it; 0: none.
    line: usize,
    stage: usize,
    /// Cells with their new glyph and class.
    set: Vec<(usize, char, String)>,
    notes: Vec<String>,
}

impl Viewed<'_> {
    /// The viewer. An error says why the transcript cannot be followed at all.
    pub fn markup(&self) -> Result<Markup, String> {
        let (steps, stages) = self.steps()?;
        let data = serde_json::to_string(&steps).map_err(|error| error.to_string())?.replace('<', "\\u003c");
        Ok(html! {
            section.viewer tabindex="0" aria-label=(self.title) {
                h3 { (self.title) }
                @for (line, why) in &self.faults {
                    p.why { a href="#" data-line=(line) { "Line " (line) } ": " (why) }
                }
                dl { @for (name, text) in &self.facts { dt { (name) } dd { pre.drawn[text.contains('\n')] { (text) } } } }
                div.controls role="group" aria-label="Steps" {
                    button type="button" data-go="first" { "First " kbd { "Home" } }
                    button type="button" data-go="back" { "Back " kbd { "←" } }
                    button type="button" data-go="next" { "Next " kbd { "→" } }
                    button type="button" data-go="last" { "Last " kbd { "End" } }
                    @if steps.fault.is_some() { button type="button" data-go="fault" { "To the fault " kbd { "F" } } }
                    input type="range" min="0" value="0" max=(steps.frames.len() - 1) aria-label="Step of the game";
                }
                p.said aria-live="polite" role="status" {}
                div.sides {
                    div.boards {
                        @for stage in &stages { div.stage hidden { (PreEscaped(svg::stage(stage))) } }
                        ul.notes {}
                    }
                    (self.log())
                }
                script type="application/json" { (PreEscaped(data)) }
            }
        })
    }

    fn log(&self) -> Markup {
        let text = String::from_utf8_lossy(self.bytes);
        let why = |number: usize| self.faults.iter().find(|(line, _)| *line == number).map(|(_, why)| why);
        let spent = |line: &str| TimeSpent::read(line.as_bytes()).map(|(_, spent)| spent);
        let longest = text.lines().filter_map(spent).map(|spent| spent.total).max().unwrap_or_default();
        html! {
            ol.log tabindex="0" aria-label="Transcript" {
                @for (line, number) in text.trim_end_matches('\n').split('\n').zip(1..) {
                    @match why(number) {
                        Some(why) => li.bad value=(number) { code { (shown(line)) } span.mark { "◀ " (why) } },
                        None => li value=(number) {
                            code { (shown(line)) }
                            @if let Some(spent) = spent(line) { (plot::spent(&spent, longest)) }
                        },
                    }
                }
            }
        }
    }

    fn steps(&self) -> Result<(Steps, Vec<Vec<Board>>), String> {
        let mut lines = vec![0];
        lines.extend(ends(self.bytes));
        let wanted = self.faults.first().map(|(line, _)| *line);
        let past = wanted.map_or(lines.len(), |line| lines.partition_point(|&end| end < line) + 1).min(lines.len());
        lines.drain(..past.saturating_sub(MOST));
        lines.truncate(MOST);
        let mut steps = Steps { stages: Vec::new(), frames: Vec::new(), fault: None };
        let (mut stages, mut before): (Vec<Vec<Board>>, Vec<(char, String)>) = (Vec::new(), Vec::new());
        let after: Vec<usize> = lines.iter().map(|line| line + 1).collect();
        let mut see = |after: usize, standing: Standing<'_>| {
            let (line, (picture, notes)) = (after - 1, described(standing.referee));
            let stage = stages.iter().position(|boards| alike(boards, &picture.boards)).unwrap_or_else(|| {
                stages.push(picture.boards.clone());
                stages.len() - 1
            });
            let is_new = steps.frames.last().is_none_or(|last| last.stage != stage);
            let cells: Vec<(char, String)> = cells(&picture).collect();
            let changed = |at: &usize| is_new || before.get(*at) != cells.get(*at);
            let set = (0..cells.len()).filter(changed).map(|at| (at, cells[at].0, cells[at].1.clone())).collect();
            before = cells;
            steps.frames.push(Frame { line, stage, set, notes });
        };
        walk(self.game, self.settings, self.bytes, &after, &mut see).map_err(|refused| refused.to_string())?;
        steps.fault = wanted.and_then(|line| steps.frames.iter().position(|frame| frame.line >= line));
        steps.fault = steps.fault.or(wanted.map(|_| steps.frames.len() - 1));
        let size = |board: &Board| (board.rows.len(), board.rows.first().map_or(0, Vec::len), board.title.clone());
        steps.stages = stages.iter().map(|boards| boards.iter().map(size).collect()).collect();
        Ok((steps, stages))
    }
}

/// The position, and what there is to say of it.
fn described(referee: &dyn AnyReferee) -> (Picture, Vec<String>) {
    let picture = referee.picture();
    let mut notes = picture.notes.clone();
    notes.extend(referee.advice(None).into_iter().map(|(name, text)| format!("{name}: {text}")));
    notes.extend(referee.rules().into_iter().flat_map(|rules| values(&*rules)));
    (picture, notes)
}

/// The value of each move, where the game is solved: the moves by the end that best play leads to after them.
fn values(rules: &dyn AnyRules) -> Vec<String> {
    if rules.value(&Alone).is_none() || matches!(rules.turn(), Turn::Over(_)) {
        return Vec::new();
    }
    let mut moves: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for action in rules.actions() {
        let mut after = rules.fork();
        let value = after.play(&action).ok().and_then(|()| after.value(&Alone));
        moves.entry(value.map_or("it is open".into(), |value| value.to_string())).or_default().push(action);
    }
    let mut moves: Vec<(String, Vec<String>)> = moves.into_iter().collect();
    moves.sort_by_key(|(_, moves)| moves.len());
    let line =
        |(end, moves): &(String, Vec<String>)| format!("{} moves lead to {end}: {}", moves.len(), moves.join(" · "));
    moves.iter().map(line).collect()
}

/// The lines after which a position is worth a look: answers, events, and the ends of messages.
fn ends(bytes: &[u8]) -> Vec<usize> {
    let Ok(transcript) = Transcript::parse(bytes) else { return Vec::new() };
    let mut ends: Vec<usize> = Vec::new();
    let mut after_told = false;
    for line in transcript.body() {
        let told = line.told().is_some();
        if told && after_told {
            ends.pop();
        }
        ends.push(line.number);
        after_told = told;
    }
    ends
}

/// True where the same bare boards hold both.
fn alike(one: &[Board], other: &[Board]) -> bool {
    let shape = |board: &Board| (board.title.clone(), board.first, board.rows.iter().map(Vec::len).collect::<Vec<_>>());
    one.iter().map(shape).eq(other.iter().map(shape))
}

fn cells(picture: &Picture) -> impl Iterator<Item = (char, String)> + '_ {
    picture.boards.iter().flat_map(|board| board.rows.iter().flatten()).map(|tile| (tile.glyph, svg::class(tile)))
}

/// A line as a page can show it.
fn shown(line: &str) -> String {
    line.chars().take(2000).map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}
