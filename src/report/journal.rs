//! The journal of a log: one walk for all findings, and what stood around each of them.

use super::diagnostic::{Source, THE_END};
use super::evidence::{Evidence, Proofs};
use super::{board, hint};
use crate::clause::Clause;
use crate::explain::{Checked, Culprit, Finding, Standing, as_set, walk_as};
use crate::finding::Hypothesis;
use crate::game::{MAX_SEATS, Seat, Seats, Turn};
use crate::games::erased::{AnyGame, AnyReferee};
use crate::params::Settings;
use crate::picture::Board;
use crate::referee::FaultKind;
use crate::transcript::{PREFIX, TimeSpent, unescape};
use crate::wire::BYTES;
use std::collections::{BTreeMap, BTreeSet};

/// How many findings have their evidence looked for: those that follow mostly follow from them.
const PROVEN: usize = 8;

/// A log, and how it is to be walked through.
pub struct Journal<'a> {
    game: &'a dyn AnyGame,
    source: &'a Source<'a>,
    settings: Settings,
    /// The suppositions of the walk through the log that is shown.
    hypotheses: Vec<Hypothesis>,
    /// Lines that nothing asked for: they decide nothing.
    unasked: BTreeSet<usize>,
}

/// The surroundings of a finding.
#[derive(Clone, Default)]
pub struct Around {
    /// The board before it, where a seat is at fault and something has happened on the board.
    pub picture: Option<String>,
    /// How many answers a seat at fault might have given, and the nearest to its own.
    pub allowed: Option<String>,
    /// More about it, such as a witness.
    pub advice: Vec<(&'static str, String)>,
    /// Earlier lines on which it rests, in their order; none where its own line is proof enough.
    pub evidence: Vec<Evidence>,
}

impl<'a> Journal<'a> {
    /// The journal of a log whose check is not at hand: it is checked here.
    pub fn new(game: &'a dyn AnyGame, settings: &Settings, source: &'a Source<'a>) -> Journal<'a> {
        // A log that cannot be walked through has no findings.
        let checked = as_set(game, settings, source.bytes).unwrap_or_default();
        Journal::of(game, &checked, source)
    }

    /// The journal of a log with the result of its check.
    pub fn of(game: &'a dyn AnyGame, checked: &Checked, source: &'a Source<'a>) -> Journal<'a> {
        let is_unasked =
            |finding: &&Finding| matches!(finding.culprit, Culprit::Seat(_, FaultKind::Unasked));
        let unasked = checked.findings.iter().filter(is_unasked);
        Journal {
            game,
            source,
            settings: checked.settings.clone(),
            hypotheses: checked.hypotheses.clone(),
            unasked: unasked.map(|finding| finding.line).collect(),
        }
    }

    /// The surroundings of one finding.
    pub fn around_one(&self, finding: &Finding, colour: bool) -> Around {
        let mut all = self.around(std::slice::from_ref(finding), colour);
        all.pop().unwrap_or_default()
    }

    /// The surroundings of each finding. The log is walked through once for all of them.
    pub fn around(&self, findings: &[Finding], colour: bool) -> Vec<Around> {
        self.walked(findings, &findings[..findings.len().min(PROVEN)], colour)
    }

    /// Helps for fixing the fault of a finding, without its evidence.
    pub fn advice(&self, finding: &Finding) -> Around {
        let mut all = self.walked(std::slice::from_ref(finding), &[], false);
        all.pop().unwrap_or_default()
    }

    fn walked(&self, findings: &[Finding], proven: &[Finding], colour: bool) -> Vec<Around> {
        let (game, source) = (self.game, self.source);
        let mut proofs = Proofs::new(game, &self.settings, source, proven, &self.unasked);
        // A position is looked at before the line at fault, and after it.
        let mut before: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut after = before.clone();
        for (at, finding) in findings.iter().enumerate() {
            // What no line shows is found at the end.
            let line = match finding.line {
                0 => source.lines() + 1,
                line => line,
            };
            before.entry(line).or_default().push(at);
            after.entry(line + 1).or_default().push(at);
        }
        let mut lines = proofs.wanted();
        lines.extend(before.keys().chain(after.keys()));
        let mut wanted = lines.iter().copied();
        let view = BoardBefore::new(self, colour);
        let mut all = vec![Around::default(); findings.len()];
        let mut see = |_: usize, standing: Standing<'_>| {
            let Some(line) = wanted.next() else { return };
            proofs.see(line, standing);
            for &at in after.get(&line).into_iter().flatten() {
                let breach = &findings[at].breach;
                all[at].advice.extend(standing.referee.advice(Some(breach)));
            }
            for &at in before.get(&line).into_iter().flatten() {
                if !standing.is_desynced {
                    view.look(line, &findings[at], standing.referee, &mut all[at]);
                }
            }
        };
        let lines: Vec<usize> = lines.iter().copied().collect();
        // A log that cannot be walked through has no findings.
        let hypotheses = &self.hypotheses;
        let _ = walk_as(
            game,
            &self.settings,
            source.bytes,
            hypotheses,
            &lines,
            &mut see,
        );
        for (around, evidence) in all.iter_mut().zip(proofs.found()) {
            around.evidence = evidence;
        }
        for (finding, around) in findings.iter().zip(&mut all) {
            if matches!(finding.culprit, Culprit::Seat(_, FaultKind::Late)) {
                around.advice.extend(times(self.source, finding.line));
            }
        }
        all
    }
}

/// How a position before a line at fault is shown.
struct BoardBefore<'a> {
    source: &'a Source<'a>,
    /// The boards at the start.
    untouched: Vec<Board>,
    colour: bool,
}

impl<'a> BoardBefore<'a> {
    fn new(journal: &Journal<'a>, colour: bool) -> BoardBefore<'a> {
        let variant = journal.game.with(&journal.settings);
        BoardBefore {
            source: journal.source,
            untouched: variant.map_or(Vec::new(), |variant| variant.referee().picture().boards),
            colour,
        }
    }

    /// Notes what can be said of a finding by the position before its line.
    fn look(&self, line: usize, finding: &Finding, referee: &dyn AnyReferee, into: &mut Around) {
        let raw = self.source.line(line);
        let kind_of_line = raw.get(1).copied();
        let text = raw.get(PREFIX..).unwrap_or_default();
        match finding.culprit {
            Culprit::Seat(seat, kind) => {
                let [allowed, help, stray] = allowed(referee, text, seat, finding.breach.clause);
                // A game that begins anew may stand where it stood at first.
                let has_begun = kind_of_line == Some(b'!') && has_moved(self.source, line);
                into.picture = self.picture(referee, has_begun);
                let is_answer = kind_of_line == Some(b'>');
                // Who said nothing did not nearly say the right thing.
                into.allowed = allowed.filter(|_| is_answer);
                let is_told = referee
                    .shows_clocks(seat, &mut [untimed(text)].into_iter())
                    .is_ok();
                let told =
                    is_told.then(|| "a judge says this line: is `>` meant to be `<`?".into());
                let stray = stray.filter(|_| kind == FaultKind::Format);
                let help = help.or(told.or(stray).filter(|_| is_answer));
                into.advice.extend(help.map(|help| ("help", help)));
            }
            Culprit::Judge => {
                if let Some(end) = end(referee, text, line > self.source.lines()) {
                    into.advice.push(end);
                    into.picture = self.picture(referee, false);
                }
                if referee.answer_form(untimed(text)).is_ok() {
                    let help = "a seat answers so: is `<` meant to be `>`?";
                    into.advice.push(("help", help.into()));
                }
            }
            Culprit::Log => {}
        }
    }

    /// The board, where something has happened on it.
    fn picture(&self, referee: &dyn AnyReferee, has_begun: bool) -> Option<String> {
        let picture = referee.picture();
        let is_shown = has_begun || picture.boards != self.untouched;
        is_shown.then(|| board::render(&picture, self.colour))
    }
}

/// Where the time of a late answer went, and of all until then, as far as the log tells it.
fn times(source: &Source<'_>, line: usize) -> impl Iterator<Item = (&'static str, String)> {
    let [this, in_all] = TimeSpent::told(source.behind(line), 0);
    let advice = this.and_then(|this| this.advice(in_all));
    let advice = advice.map_or(String::new(), |advice| format!("; {advice}"));
    let this = this.map(|this| ("time", format!("{this}{advice}")));
    let in_all = in_all.map(|in_all| ("time in all", in_all.to_string()));
    this.into_iter().chain(in_all)
}

/// Where a judge goes on after the end, or ends too early, or where a file claims an end: why the game is over, or what is missing.
fn end(referee: &dyn AnyReferee, raw: &[u8], is_claimed: bool) -> Option<(&'static str, String)> {
    let has_ended = referee
        .rules()
        .is_some_and(|rules| matches!(rules.turn(), Turn::Over(_)));
    let is_over = has_ended || referee.awaits().is_over();
    let is_last = || {
        Seats::first(MAX_SEATS)
            .iter()
            .any(|seat| referee.is_last(seat, &mut [raw].into_iter()))
    };
    let name = match is_over {
        true => THE_END,
        false if is_claimed || is_last() => "no end",
        false => return None,
    };
    Some((name, referee.end()?))
}

/// True where more than a first answer stands before this line, which may be that of a handshake.
fn has_moved(source: &Source<'_>, line: usize) -> bool {
    let is_said = |at: &usize| source.line(*at).get(1) == Some(&b'>');
    (1..line).filter(is_said).nth(1).is_some()
}

fn untimed(raw: &[u8]) -> &[u8] {
    crate::transcript::line::split_time(raw).map_or(raw, |(text, _)| text)
}

/// A better answer in place of this line, and how to fix it: the meaning, or that it is no answer.
fn allowed(
    referee: &dyn AnyReferee,
    raw: &[u8],
    seat: Seat,
    clause: Clause,
) -> [Option<String>; 3] {
    let replies = referee.replies(seat);
    // What comes after so many characters is no better guide to what was meant.
    let given: String = String::from_utf8_lossy(untimed(raw))
        .chars()
        .take(200)
        .collect();
    let bytes = (clause == BYTES).then(|| hint::foreign_bytes(&unescape(untimed(raw))));
    let meant = hint::meant(&replies, &given, clause.id());
    let tidy = hint::tidied(&given);
    let close = || {
        replies
            .iter()
            .min_by_key(|reply| distance(reply, &tidy))
            .map(String::as_str)
    };
    let nearest = meant.as_ref().map(|(reply, _)| *reply).or_else(close);
    let count = replies.len();
    let allowed = nearest.map(|nearest| match replies.len() {
        1 if nearest == given => "this answer alone".into(),
        _ if replies.contains(&given) => format!("{count} answers, and this is one of them"),
        1 => format!("`{}` alone", hint::beginning(nearest)),
        _ => format!("{count} answers; nearest: `{}`", hint::beginning(nearest)),
    });
    match bytes {
        Some(known) => [allowed, known, None],
        None => [
            allowed,
            meant.map(|(_, help)| help),
            hint::stray(&replies, &tidy),
        ],
    }
}

/// How far two lines are apart: numbers by their difference, other words by being the same or not.
fn distance(a: &str, b: &str) -> u64 {
    let (mut a, mut b) = (a.split_whitespace(), b.split_whitespace());
    let mut sum = 0;
    loop {
        sum += match (a.next(), b.next()) {
            (None, None) => return sum,
            (Some(x), Some(y)) => match (x.parse::<i64>(), y.parse::<i64>()) {
                (Ok(x), Ok(y)) => x.abs_diff(y).min(1000),
                _ if x == y => 0,
                _ => 1000,
            },
            _ => 1000,
        };
    }
}
