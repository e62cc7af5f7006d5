//! A game to step through: the boards, and the transcript beside them with the line at fault marked.
//!
//! The page holds each position as what has changed since the one before; `page.js` sets it up on a stage of bare boards.

use crate::explain::{Culprit, Finding, Standing, validate, walk};
use crate::game::Turn;
use crate::games::erased::{AnyGame, AnyReferee, AnyRules};
use crate::params::{Ms, Settings};
use crate::picture::{Board, Picture};
use crate::report::diagnostic::{Source, around};
use crate::report::{leaf, svg};
use crate::transcript::{TimeSpent, Transcript};
use crate::workshop::{Alone, Workshop};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use std::collections::BTreeMap;

/// Most positions of a viewer; of a longer game the last ones before the line at fault.
const MOST: usize = 1500;
/// The longest bar of an answer's time.
const BAR: f64 = 280.0;

/// A game to step through.
pub struct Viewed<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Parameters beside those of the header.
    pub settings: &'a Settings,
    /// The transcript.
    pub bytes: &'a [u8],
    /// The errors in it: lines with their errors, the first the most important.
    pub faults: Vec<(usize, String)>,
    /// The title of the viewer.
    pub title: String,
    /// Further facts, each with its name.
    pub facts: Vec<(&'static str, String)>,
    /// Who finds the value of each move, where the game is solved; nobody: no values are told.
    pub values: Option<&'a dyn Workshop>,
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

/// Positions as they are met, and the bare boards that hold them.
#[derive(Default)]
struct FrameBuilder {
    frames: Vec<Frame>,
    stages: Vec<Vec<Board>>,
    /// The cells of the position before.
    before: Vec<(char, String)>,
}

impl FrameBuilder {
    /// The next position, which this line led to.
    fn see(&mut self, line: usize, picture: Picture) {
        let stage = self
            .stages
            .iter()
            .position(|boards| alike(boards, &picture.boards))
            .unwrap_or_else(|| {
                self.stages.push(picture.boards.clone());
                self.stages.len() - 1
            });
        let is_new = self.frames.last().is_none_or(|last| last.stage != stage);
        let cells: Vec<(char, String)> = cells(&picture).collect();
        let changed = |at: &usize| is_new || self.before.get(*at) != cells.get(*at);
        let set = (0..cells.len())
            .filter(changed)
            .map(|at| (at, cells[at].0, cells[at].1.clone()))
            .collect();
        self.before = cells;
        self.frames.push(Frame {
            line,
            stage,
            set,
            notes: picture.notes,
        });
    }

    /// The positions for the script; `wanted` is the line at fault.
    fn steps(self, wanted: Option<usize>) -> (Steps, Vec<Vec<Board>>) {
        let fault = wanted.and_then(|line| self.frames.iter().position(|frame| frame.line >= line));
        let fault = fault.or(wanted.map(|_| self.frames.len().saturating_sub(1)));
        let size = |board: &Board| {
            (
                board.rows.len(),
                board.rows.first().map_or(0, Vec::len),
                board.title.clone(),
            )
        };
        let stages = self
            .stages
            .iter()
            .map(|boards| boards.iter().map(size).collect())
            .collect();
        (
            Steps {
                stages,
                frames: self.frames,
                fault,
            },
            self.stages,
        )
    }
}

impl<'a> Viewed<'a> {
    /// A log as it is shown: `name` is its file, and its findings are its faults.
    pub fn of(
        name: &str,
        game: &'a dyn AnyGame,
        settings: &'a Settings,
        bytes: &'a [u8],
    ) -> Viewed<'a> {
        let checked = validate(game, settings, bytes);
        let findings = checked.map(|checked| checked.findings).unwrap_or_default();
        let words = |finding: &Finding| {
            let Finding {
                line,
                culprit,
                breach,
                ..
            } = finding;
            let the = if let Culprit::Seat(..) = culprit {
                ""
            } else {
                "the "
            };
            (
                *line,
                format!("{the}{culprit}: {}: {}", breach.clause, breach.why),
            )
        };
        let source = Source::new(name, bytes);
        let first = around(
            game,
            settings,
            &source,
            findings.get(..1).unwrap_or_default(),
            false,
        )
        .pop();
        // The bots' names stand in the header of a log that this program wrote.
        let mut lines = bytes
            .split(|&byte| byte == b'\n')
            .take_while(|line| !line.is_empty());
        let note = lines.find_map(|line| line.strip_prefix(b"note: "));
        let clause = findings
            .first()
            .map(|finding| ("clause", finding.breach.clause.statement().sentence.clone()));
        let note = note.map(|note| ("note", String::from_utf8_lossy(note).into_owned()));
        let advice = first.into_iter().flat_map(|first| first.advice);
        Viewed {
            game,
            settings,
            bytes,
            faults: findings.iter().map(words).collect(),
            title: format!("{}: {name}", game.name()),
            facts: clause.into_iter().chain(note).chain(advice).collect(),
            values: Some(&Alone),
        }
    }

    /// The viewer. An error says why the transcript cannot be followed at all.
    pub fn markup(&self) -> Result<Markup, String> {
        let (builder, text) = (self.collected()?, String::from_utf8_lossy(self.bytes));
        put(builder, &text, &self.title, &self.faults, &self.facts)
    }

    fn collected(&self) -> Result<FrameBuilder, String> {
        let mut lines = vec![0];
        lines.extend(ends(self.bytes));
        let wanted = self.faults.first().map(|(line, _)| *line);
        let past = wanted
            .map_or(lines.len(), |line| {
                lines.partition_point(|&end| end < line) + 1
            })
            .min(lines.len());
        lines.drain(..past.saturating_sub(MOST));
        lines.truncate(MOST);
        let after: Vec<usize> = lines.iter().map(|line| line + 1).collect();
        let mut builder = FrameBuilder::default();
        let mut see = |after: usize, standing: Standing<'_>| {
            builder.see(after - 1, described(standing.referee, self.values));
        };
        walk(self.game, self.settings, self.bytes, &after, &mut see)
            .map_err(|refused| refused.to_string())?;
        Ok(builder)
    }
}

/// A log as one page; `name` is its file.
pub fn transcript(
    name: &str,
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
) -> Result<String, String> {
    let content = Viewed::of(name, game, settings, bytes).markup()?;
    Ok(leaf::page(&format!("{} · {name}", game.name()), &content))
}

/// Actions under the rules alone, to step through, up to the first that is refused.
pub fn plies(
    game: &dyn AnyGame,
    settings: &Settings,
    plies: &[String],
    title: &str,
) -> Result<Markup, String> {
    let mut rules = game.with(settings)?.rules();
    let mut builder = FrameBuilder::default();
    let (mut faults, mut facts) = (Vec::new(), Vec::new());
    builder.see(0, rules.picture());
    for (ply, line) in plies.iter().zip(1..) {
        if let Err(breach) = rules.play(ply) {
            facts.push(("clause", breach.clause.statement().sentence.clone()));
            faults.push((line, format!("{}: {}", breach.clause, breach.why)));
        }
        builder.see(line, rules.picture());
        if !faults.is_empty() {
            break;
        }
    }
    facts.extend(rules.observe());
    put(builder, &plies.join("\n"), title, &faults, &facts)
}

fn put(
    builder: FrameBuilder,
    text: &str,
    title: &str,
    faults: &[(usize, String)],
    facts: &[(&'static str, String)],
) -> Result<Markup, String> {
    let (steps, stages) = builder.steps(faults.first().map(|(line, _)| *line));
    let data = serde_json::to_string(&steps)
        .map_err(|error| error.to_string())?
        .replace('<', "\\u003c");
    Ok(html! {
        section.viewer tabindex="0" aria-label=(title) {
            h3 { (title) }
            @for (line, why) in faults {
                p.why { a href="#" data-line=(line) { "Line " (line) } ": " (why) }
            }
            dl { @for (name, text) in facts { dt { (name) } dd { pre.drawn[text.contains('\n')] { (text) } } } }
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
                (log(text, faults))
            }
            script type="application/json" { (PreEscaped(data)) }
        }
    })
}

/// The lines, with those at fault marked.
fn log(text: &str, faults: &[(usize, String)]) -> Markup {
    let why = |number: usize| {
        faults
            .iter()
            .find(|(line, _)| *line == number)
            .map(|(_, why)| why)
    };
    let spent = |line: &str| TimeSpent::read(line.as_bytes()).map(|(_, spent)| spent);
    let longest = text
        .lines()
        .filter_map(spent)
        .map(|spent| spent.total)
        .max()
        .unwrap_or_default();
    html! {
        ol.log tabindex="0" aria-label="Transcript" {
            @for (line, number) in text.trim_end_matches('\n').split('\n').zip(1..) {
                @match why(number) {
                    Some(why) => li.bad value=(number) { code { (shown(line)) } span.mark { "◀ " (why) } },
                    None => li value=(number) {
                        code { (shown(line)) }
                        @if let Some(spent) = spent(line) { (bar(&spent, longest)) }
                    },
                }
            }
        }
    }
}

/// The position, with what there is to say of it as notes.
fn described(referee: &dyn AnyReferee, workshop: Option<&dyn Workshop>) -> Picture {
    let mut picture = referee.picture();
    picture.notes.extend(
        referee
            .advice(None)
            .into_iter()
            .map(|(name, text)| format!("{name}: {text}")),
    );
    if let (Some(workshop), Some(rules)) = (workshop, referee.rules()) {
        picture.notes.extend(values(&*rules, workshop));
    }
    picture
}

/// The value of each move, where the game is solved: the moves by the end that best play leads to after them.
fn values(rules: &dyn AnyRules, workshop: &dyn Workshop) -> Vec<String> {
    if rules.value(workshop).is_none() || matches!(rules.turn(), Turn::Over(_)) {
        return Vec::new();
    }
    let mut moves: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for action in rules.actions() {
        let mut after = rules.fork();
        let value = after
            .play(&action)
            .ok()
            .and_then(|()| after.value(workshop));
        moves
            .entry(value.map_or("it is open".into(), |value| value.to_string()))
            .or_default()
            .push(action);
    }
    let mut moves: Vec<(String, Vec<String>)> = moves.into_iter().collect();
    moves.sort_by_key(|(_, moves)| moves.len());
    let line = |(end, moves): &(String, Vec<String>)| {
        format!("{} moves lead to {end}: {}", moves.len(), moves.join(" · "))
    };
    moves.iter().map(line).collect()
}

/// The lines after which a position is worth a look: answers, events, and the ends of messages.
fn ends(bytes: &[u8]) -> Vec<usize> {
    let Ok(transcript) = Transcript::parse(bytes) else {
        return Vec::new();
    };
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
    let shape = |board: &Board| {
        (
            board.title.clone(),
            board.first,
            board.rows.iter().map(Vec::len).collect::<Vec<_>>(),
        )
    };
    one.iter().map(shape).eq(other.iter().map(shape))
}

fn cells(picture: &Picture) -> impl Iterator<Item = (char, String)> + '_ {
    picture
        .boards
        .iter()
        .flat_map(|board| board.rows.iter().flatten())
        .map(|tile| (tile.glyph, svg::class(tile)))
}

/// A line as a page can show it.
fn shown(line: &str) -> String {
    line.chars()
        .take(2000)
        .map(|letter| {
            if letter.is_control() {
                '\u{fffd}'
            } else {
                letter
            }
        })
        .collect()
}

/// Where the time of an answer went, in a bar; `longest` is as wide as can be.
fn bar(spent: &TimeSpent, longest: Ms) -> Markup {
    let width = |time: Ms| time.0 as f64 / longest.0.max(1) as f64 * BAR;
    let mut x = 0.0;
    html! {
        svg.spent role="img" viewBox={ "0 0 " (BAR) " 10" } width=(BAR) height="10" {
            title { (spent) }
            @for (of, time) in spent.parts() {
                rect class=(of.word()) x=(format!("{x:.1}")) width=(format!("{:.1}", width(time))) height="10" {}
                @let () = x += width(time);
            }
        }
    }
}
