//! A game to step through: the boards, and the transcript beside them with the line at fault marked.
//!
//! The page holds each position as what has changed since the one before; `page.js` sets it up on a stage of bare boards.

use crate::clause::Breach;
use crate::explain::{Checked, Culprit, Finding, Standing, settings_of, walk};
use crate::game::{Seat, Turn};
use crate::games::erased::{AnyGame, AnyReferee, AnyRules};
use crate::params::{Ms, Settings};
use crate::picture::{Aim, Board, Look, MoveNumbers, Picture, Tile};
use crate::records::{
    self,
    headline::{Headline, Mood},
};
use crate::report::board::{aim_of, aimed_before};
use crate::report::diagnostic::Source;
use crate::report::file_report::{Closing, Fact, FileReport, in_its_words};
use crate::report::journal::Journal;
use crate::report::visible::visible;
use crate::report::{leaf, svg};
use crate::transcript::{TimeSpent, Transcript};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Most positions of a viewer; of a longer game the last ones before the line at fault.
const MOST: usize = 1500;
/// Messages of so many lines are folded in a listing.
const LONG: usize = 9;
/// Facts that stand folded below the board: who wants to fix the fault begins with the others.
const BACKGROUND: [&str; 5] = ["verdict", "game", "clocks", "found", "note"];
/// The longest bar of an answer's time.
const BAR: f64 = 280.0;

/// A line with its error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkedLine {
    /// The line; 0: no line shows the error.
    pub line: usize,
    /// Who is at fault, in words; `None`: the title of the viewer says it.
    pub by: Option<String>,
    /// The breach.
    pub breach: Breach,
    /// True where it proves nothing: something that nobody knows would excuse it.
    pub in_doubt: bool,
}

impl MarkedLine {
    /// The error; its parts say what they are, for a page in another language.
    fn markup(&self) -> Markup {
        html! {
            span {
                @if self.in_doubt { span data-part="doubt" { "could not tell" } ": " }
                @if let Some(by) = &self.by { span data-part="by" { (by) } ": " }
                (self.breach.clause) ": " span data-part="why" { (leaf::coded(&self.breach.why.to_string())) }
            }
        }
    }
}

/// A game to step through.
pub struct Viewed<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Parameters beside those of the header.
    pub settings: &'a Settings,
    /// The transcript.
    pub bytes: &'a [u8],
    /// The errors in it, the first the most important.
    pub faults: Vec<MarkedLine>,
    /// The title of the viewer.
    pub title: String,
    /// Further facts, each with its name.
    pub facts: Vec<(&'static str, String)>,
    /// True: the value of each move is told, where the game is solved.
    pub values: bool,
}

/// The positions of a game, for the script.
#[derive(Serialize)]
struct Steps {
    /// Rows, columns and title of the boards of each stage.
    stages: Vec<Vec<(usize, usize, String)>>,
    /// The contents that a cell can have: its letter, and how it is drawn.
    looks: Vec<(char, String)>,
    frames: Vec<Frame>,
    /// The frame of the line at fault.
    fault: Option<usize>,
    /// The names of the players, by seat, where the log has them.
    names: Vec<String>,
    /// The time that each player has for all answers, in milliseconds, where the game has such a bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    bank: Option<u64>,
}

/// A position, as what has changed since the one before.
#[derive(Serialize)]
struct Frame {
    /// The line that led to it; 0: none.
    line: usize,
    /// Whether an answer or an event led to it.
    turn: bool,
    stage: usize,
    /// Cells, each with the number of its new look.
    set: Vec<(usize, usize)>,
    /// The marks of each board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    over: Vec<String>,
    notes: Vec<String>,
}

/// Positions as they are met, and the bare boards that hold them.
#[derive(Default)]
struct FrameBuilder {
    frames: Vec<Frame>,
    stages: Vec<Vec<Board>>,
    /// Each look with its number.
    looks: BTreeMap<(char, String), usize>,
    /// The looks of the cells of the position before.
    before: Vec<usize>,
    order: MoveNumbers,
    /// The meanings of the marks that were met.
    meanings: BTreeSet<&'static str>,
}

impl FrameBuilder {
    /// The next position, which this line led to; `turn`: the line is an answer or an event. What was refused there is marked.
    fn see(
        &mut self,
        line: usize,
        turn: bool,
        mut picture: Picture,
        refused: Option<(&str, &Aim)>,
    ) {
        self.order.number(&mut picture);
        if let Some((answer, aim)) = refused {
            picture.refuse(answer, aim);
        }
        self.meanings.extend(svg::meanings(&picture.boards));
        let stage = self
            .stages
            .iter()
            .position(|boards| alike(boards, &picture.boards))
            .unwrap_or_else(|| {
                self.stages.push(picture.boards.iter().map(bare).collect());
                self.stages.len() - 1
            });
        let is_new = self.frames.last().is_none_or(|last| last.stage != stage);
        let glyphs = picture
            .boards
            .iter()
            .flat_map(|board| board.rows.iter().flatten());
        let looks = glyphs
            .map(|tile| tile.glyph)
            .zip(svg::cells(&picture.boards));
        let mut cells = Vec::new();
        for look in looks {
            let next = self.looks.len();
            cells.push(*self.looks.entry(look).or_insert(next));
        }
        let changed = |at: &usize| is_new || self.before.get(*at) != cells.get(*at);
        let set = (0..cells.len())
            .filter(changed)
            .map(|at| (at, cells[at]))
            .collect();
        let over: Vec<String> = picture.boards.iter().map(svg::marks).collect();
        self.before = cells;
        self.frames.push(Frame {
            line,
            turn,
            stage,
            set,
            over: if over.iter().all(String::is_empty) {
                Vec::new()
            } else {
                over
            },
            notes: picture.notes,
        });
    }

    /// The positions for the script; `wanted` is the line at fault.
    fn steps(
        self,
        wanted: Option<usize>,
        names: Vec<String>,
        bank: Option<u64>,
    ) -> (Steps, Vec<Vec<Board>>) {
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
        let mut looks: Vec<((char, String), usize)> = self.looks.into_iter().collect();
        looks.sort_by_key(|(_, number)| *number);
        (
            Steps {
                stages,
                looks: looks.into_iter().map(|(look, _)| look).collect(),
                frames: self.frames,
                fault,
                names,
                bank,
            },
            self.stages,
        )
    }
}

/// A board on which nothing stands.
fn bare(board: &Board) -> Board {
    Board {
        title: board.title.clone(),
        first: board.first,
        rows: board
            .rows
            .iter()
            .map(|tiles| vec![Tile::EMPTY; tiles.len()])
            .collect(),
        look: Look {
            stones: board.look.stones,
            ..Look::default()
        },
    }
}

impl<'a> Viewed<'a> {
    /// A log as it is shown: `name` is its file, and its findings are its faults. Nothing else is found here.
    pub fn of(
        name: &str,
        game: &'a dyn AnyGame,
        settings: &'a Settings,
        bytes: &'a [u8],
        checked: &Checked,
    ) -> Viewed<'a> {
        let findings = &checked.findings;
        let words = |finding: &Finding| {
            let Finding {
                line,
                culprit,
                breach,
                ..
            } = finding;
            let in_doubt = !checked.is_certain(finding);
            MarkedLine {
                line: *line,
                by: Some(culprit.named()),
                breach: *breach,
                in_doubt,
            }
        };
        let source = Source::new(name, bytes);
        let first = findings.first();
        let journal = Journal::of(game, checked, &source);
        let first = first
            .filter(|first| first.line > 0)
            .map(|first| journal.advice(first));
        let clause = findings
            .first()
            .map(|finding| ("clause", finding.breach.clause.statement().sentence.clone()));
        // The bots' names stand in the header of a log that this program wrote.
        let note = records::note_without_names(bytes).map(|note| ("note", note));
        let advice = first.into_iter().flat_map(|first| {
            let allowed = first.allowed.map(|allowed| ("allowed here", allowed));
            allowed.into_iter().chain(first.advice)
        });
        let word = findings.first().and_then(|finding| match finding.culprit {
            Culprit::Seat(_, kind) => in_its_words(game, kind),
            _ => None,
        });
        Viewed {
            game,
            settings,
            bytes,
            faults: findings.iter().map(words).collect(),
            title: format!("{}: {name}", game.name()),
            facts: clause
                .into_iter()
                .chain(word)
                .chain(note)
                .chain(advice)
                .collect(),
            values: true,
        }
    }

    /// The viewer. An error says why the transcript cannot be followed at all.
    pub fn markup(&self) -> Result<Markup, String> {
        let (builder, text) = (self.collected()?, String::from_utf8_lossy(self.bytes));
        let names = records::names(self.bytes);
        let bank = self.bank();
        put(
            builder,
            &text,
            &self.title,
            &self.faults,
            &self.facts,
            (names, bank),
        )
    }

    /// The time that each player has for all answers, in milliseconds, where the game has such a bank.
    fn bank(&self) -> Option<u64> {
        let transcript = Transcript::parse(self.bytes).ok()?;
        let settings = settings_of(self.game, &transcript, self.settings);
        let bank = self.game.with(&settings).ok()?.parameter("bank")?;
        bank.parse().ok()
    }

    fn collected(&self) -> Result<FrameBuilder, String> {
        let mut lines = vec![0];
        let ends = ends(self.bytes);
        lines.extend(ends.keys());
        let wanted = first_line(&self.faults);
        let past = wanted
            .map_or(lines.len(), |line| {
                lines.partition_point(|&end| end < line) + 1
            })
            .min(lines.len());
        lines.drain(..past.saturating_sub(MOST));
        lines.truncate(MOST);
        let after: Vec<usize> = lines.iter().map(|line| line + 1).collect();
        let mut builder = FrameBuilder::default();
        let transcript = Transcript::parse(self.bytes).ok();
        let body = transcript.iter().flat_map(|transcript| transcript.body());
        let faulty = |line: usize| {
            let mut faults = self.faults.iter();
            faults.any(|fault| fault.line == line && !fault.in_doubt)
        };
        let refused: BTreeMap<usize, (Seat, String)> = body
            .filter(|line| faulty(line.number))
            .filter_map(|line| {
                let (seat, answer, _) = line.said()?;
                Some((
                    line.number,
                    (seat, String::from_utf8_lossy(answer).into_owned()),
                ))
            })
            .collect();
        // What a refused answer names is known before it alone.
        let mut aim = Aim::default();
        let mut nexts = after.iter().skip(1).map(|after| after - 1);
        let mut see = |after: usize, standing: Standing<'_>| {
            let line = after - 1;
            let mut picture = described(standing.referee, self.values);
            // After a failure that is in doubt nobody knows who won.
            let mut faults = self.faults.iter();
            if faults.any(|fault| fault.in_doubt && fault.line <= line) {
                let outcome = standing.referee.verdict().outcome;
                let told = outcome.map(|outcome| outcome.to_string());
                picture.notes.retain(|note| Some(note) != told.as_ref());
            }
            let turn = ends.get(&line).copied().unwrap_or(false);
            let own = refused.get(&line);
            builder.see(
                line,
                turn,
                picture,
                own.map(|(_, answer)| (&**answer, &aim)),
            );
            let next = nexts.next().and_then(|next| refused.get(&next));
            aim = next.map_or(Aim::default(), |(seat, answer)| {
                aimed_before(standing.referee, *seat, answer)
            });
        };
        walk(self.game, self.settings, self.bytes, &after, &mut see)
            .map_err(|refused| refused.to_string())?;
        Ok(builder)
    }
}

/// The position before a line of a log, or at its end, as it is drawn: with the numbers of moves, and with the answer that was
/// refused there.
pub fn still(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    line: Option<usize>,
    refused: Option<usize>,
) -> Result<Picture, String> {
    let before = line.unwrap_or(usize::MAX);
    let mut wanted: Vec<usize> = ends(bytes)
        .into_keys()
        .map(|end| end + 1)
        .filter(|&after| after <= before)
        .collect();
    wanted.push(before);
    let transcript = Transcript::parse(bytes).ok();
    let mut body = transcript.iter().flat_map(|transcript| transcript.body());
    let refused = body
        .find(|line| Some(line.number) == refused)
        .and_then(|line| {
            let (seat, answer, _) = line.said()?;
            Some((
                line.number,
                seat,
                String::from_utf8_lossy(answer).into_owned(),
            ))
        });
    let (mut order, mut last) = (MoveNumbers::default(), Picture::default());
    let mut aim = Aim::default();
    let mut see = |after: usize, standing: Standing<'_>| {
        last = standing.referee.picture();
        order.number(&mut last);
        if let Some((line, seat, answer)) = &refused
            && after <= *line
        {
            aim = aimed_before(standing.referee, *seat, answer);
        }
    };
    walk(game, settings, bytes, &wanted, &mut see).map_err(|refused| refused.to_string())?;
    if let Some((_, _, answer)) = refused {
        last.refuse(&answer, &aim);
    }
    Ok(last)
}

/// Calls the players of a picture by their names, where the log has them.
pub fn call_by_name(picture: &mut Picture, bytes: &[u8]) {
    let names = records::names(bytes);
    let titles = picture.boards.iter_mut().map(|board| &mut board.title);
    for text in titles.chain(&mut picture.notes) {
        *text = records::called(text, &names);
    }
}

/// The name of a file without its folders, which tell of the machine that it lies on.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// A log as one page, below what `validate` says of the file; `name` is its path, and `list` the page that lists it among others.
pub fn transcript(
    name: &str,
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    checked: &Checked,
    report: &FileReport,
    list: Option<&str>,
) -> Result<String, String> {
    let (file, closing) = (file_name(name), &report.closing);
    let mut viewed = Viewed::of(file, game, settings, bytes, checked);
    // The page has this heading itself.
    viewed.title.clear();
    let viewer = viewed.markup()?;
    let shown = |text: &str| visible(&text.replace(name, file), false).into_owned();
    let names = records::names(bytes);
    let is_said = closing.headline.args.contains_key("outcome");
    let facts = closing.facts.iter();
    let facts: Vec<String> = facts
        .filter(|fact| !(is_said && matches!(fact, Fact::Ended { .. })))
        .map(|fact| shown(&records::called(&fact.to_string(), &names)))
        .collect();
    let errors = report.findings.iter().filter_map(|one| one.error.as_ref());
    let elsewhere = errors.filter(|(clause, _)| !viewer.0.contains(clause.id()));
    let mood = closing.headline.mood;
    let (failed, unknown) = (mood.is_bad(), mood == Mood::Unknown);
    let content = html! {
        p.closing.failed[failed].unknown[unknown] { (shown(&records::called(&headline(closing), &names))) }
        @if !facts.is_empty() { ul.facts { @for fact in &facts { li { (fact) } } } }
        @for (clause, title) in elsewhere { p { "error[" (clause) "]: " (shown(title)) } }
        (viewer)
        @if let Some(list) = list { p { a href=(list) { "All records" } } }
    };
    Ok(leaf::page(&format!("{} · {file}", game.name()), &content))
}

/// The result of a report with its sign.
fn headline(closing: &Closing) -> String {
    let Headline { text, mood, .. } = &closing.headline;
    let sign = mood.sign();
    match &closing.trouble {
        Some(why) => format!("{sign} {}: {why}", text.trim_end_matches('.')),
        None => format!("{sign} {text}"),
    }
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
    builder.see(0, false, rules.picture(), None);
    for (ply, line) in plies.iter().zip(1..) {
        let aim = aim_of(&*rules, ply);
        let refused = rules.play(ply);
        let is_refused = refused.is_err();
        if let Err(breach) = refused {
            facts.push(("clause", breach.clause.statement().sentence.clone()));
            faults.push(MarkedLine {
                line,
                by: None,
                breach,
                in_doubt: false,
            });
        }
        let marked = is_refused.then_some((&**ply, &aim));
        builder.see(line, true, rules.picture(), marked);
        if !faults.is_empty() {
            break;
        }
    }
    facts.extend(rules.observe());
    put(
        builder,
        &plies.join("\n"),
        title,
        &faults,
        &facts,
        (Vec::new(), None),
    )
}

/// The line of the first error that a line shows.
fn first_line(faults: &[MarkedLine]) -> Option<usize> {
    let mut lines = faults.iter().map(|fault| fault.line);
    lines.find(|line| *line > 0)
}

fn put(
    builder: FrameBuilder,
    text: &str,
    title: &str,
    faults: &[MarkedLine],
    facts: &[(&'static str, String)],
    (names, bank): (Vec<String>, Option<u64>),
) -> Result<Markup, String> {
    let meanings = builder.meanings.clone();
    let (steps, stages) = builder.steps(first_line(faults), names, bank);
    let data = serde_json::to_string(&steps)
        .map_err(|error| error.to_string())?
        .replace('<', "\\u003c");
    let last = steps.frames.len() - 1;
    let (below, above): (Vec<_>, Vec<_>) =
        { facts.iter() }.partition(|(name, _)| BACKGROUND.contains(name));
    let listed = |facts: &[&(&str, String)]| {
        html! { dl { @for (name, text) in facts { dt { (name) } dd { pre.drawn[text.contains('\n')] { (leaf::coded(text)) } } } } }
    };
    let button = |go: &str, sign: &str, words: &str, key: &str| {
        html! { button type="button" data-go=(go) aria-label=(words) title={ (words) " (" (key) ")" } { (sign) } }
    };
    Ok(html! {
        section.viewer tabindex="0" aria-label=(if title.is_empty() { "The game" } else { title }) {
            @if !title.is_empty() { h2 { (title) } }
            @for fault in faults {
                p.why.doubt[fault.in_doubt] {
                    @if fault.line > 0 { button type="button" data-line=(fault.line) { "Line " (fault.line) } " " }
                    (fault.markup())
                }
            }
            (listed(&above))
            p.said aria-live="polite" role="status" {}
            div.sides {
                div.boards {
                    @for stage in &stages { div.stage hidden { (PreEscaped(svg::stage(stage))) } }
                    div.controls role="group" aria-label="Steps" {
                        (button("first", "|◀", "First position", "Home"))
                        (button("back", "◀", "Back", "←"))
                        (button("next", "▶", "Next", "→"))
                        (button("last", "▶|", "Last position", "End"))
                        @if steps.fault.is_some() { button.to-fault type="button" data-go="fault" title="F" { "To the fault" } }
                    }
                    div.track {
                        input type="range" min="0" value="0" max=(last) aria-label="Step of the game";
                        @if let Some(fault) = steps.fault { span.tick style={ "--at:" (format!("{:.4}", fault as f64 / last.max(1) as f64)) } {} }
                    }
                    p.keys { kbd { "←" } " " kbd { "→" } " by move, with " kbd { "Shift" } " by line" @if steps.fault.is_some() { ", " kbd { "F" } " to the fault" } }
                    ul.notes {}
                    @if !meanings.is_empty() { p.meanings { @for (at, meaning) in meanings.iter().enumerate() { @if at > 0 { "; " } (meaning) } } }
                }
                (log(text, faults))
            }
            @if !below.is_empty() { details { summary { "More about this game" } (listed(&below)) } }
            script type="application/json" { (PreEscaped(data)) }
        }
    })
}

/// A part of the log as it is listed.
enum Listed<'a> {
    Line(usize, &'a str),
    /// Lines of a long message, folded, from the first one's number.
    More(usize, Vec<&'a str>),
}

/// The lines of a log; of a long message without a fault the first two and the last, and between them the others folded.
fn listed<'a>(text: &'a str, faults: &[MarkedLine]) -> Vec<Listed<'a>> {
    let lines: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
    let of = |line: &str| {
        let bytes = line.as_bytes();
        (bytes.get(1) == Some(&b'<')).then(|| bytes[0])
    };
    let mut all = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let long = lines[at..]
            .iter()
            .take_while(|line| of(line).is_some() && of(line) == of(lines[at]))
            .count();
        let has_fault = faults
            .iter()
            .any(|fault| (at + 1..=at + long).contains(&fault.line));
        if long < LONG || has_fault {
            all.push(Listed::Line(at + 1, lines[at]));
            at += 1;
            continue;
        }
        all.extend([at, at + 1].map(|at| Listed::Line(at + 1, lines[at])));
        all.push(Listed::More(at + 3, lines[at + 2..at + long - 1].to_vec()));
        all.push(Listed::Line(at + long, lines[at + long - 1]));
        at += long;
    }
    all
}

/// The lines, with those at fault marked.
fn log(text: &str, faults: &[MarkedLine]) -> Markup {
    let why = |number: usize| {
        let mut faults = faults.iter();
        faults.find(|fault| fault.line == number)
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
            @for part in listed(text, faults) {
                @match part {
                    Listed::More(number, lines) => li.more value=(number) { details {
                        summary { (lines.len()) " more lines of this message" }
                        @for line in lines { code { (shown(line)) "\n" } }
                    } },
                    Listed::Line(number, line) => @match why(number) {
                        Some(fault) => li.bad.doubt[fault.in_doubt] value=(number) {
                            code { (shown(line)) } span.mark { "◀ " (fault.markup()) }
                        },
                        None => li value=(number) {
                            code { (shown(line)) }
                            @if let Some(spent) = spent(line) { (bar(&spent, longest)) }
                        },
                    }
                }
            }
        }
    }
}

/// The position, with what there is to say of it as notes.
fn described(referee: &dyn AnyReferee, values: bool) -> Picture {
    let mut picture = referee.picture();
    picture.notes.extend(
        referee
            .advice(None)
            .into_iter()
            .map(|(name, text)| format!("{name}: {text}")),
    );
    if values && let Some(rules) = referee.rules() {
        picture.notes.extend(values_of_moves(&*rules));
    }
    picture
}

/// The value of each move, where the game is solved: the moves by the end that best play leads to after them.
fn values_of_moves(rules: &dyn AnyRules) -> Vec<String> {
    if rules.value().is_none() || matches!(rules.turn(), Turn::Over(_)) {
        return Vec::new();
    }
    let mut moves: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for action in rules.actions() {
        let mut after = rules.fork();
        let value = after.play(&action).ok().and_then(|()| after.value());
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

/// The lines after which a position is worth a look: answers, events, and the ends of messages. True: it is no message.
fn ends(bytes: &[u8]) -> BTreeMap<usize, bool> {
    let Ok(transcript) = Transcript::parse(bytes) else {
        return BTreeMap::new();
    };
    let mut ends = BTreeMap::new();
    let mut told_before = None;
    for line in transcript.body() {
        let is_told = line.told().is_some();
        if let Some(before) = told_before.filter(|_| is_told) {
            ends.remove(&before);
        }
        ends.insert(line.number, !is_told);
        told_before = is_told.then_some(line.number);
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
