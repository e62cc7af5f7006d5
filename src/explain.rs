//! One question of a log: what is the least that must have gone wrong? The page is `spec/log.md`.
//!
//! A log shows some facts of a match. A hypothesis says what it does not show. It explains the log if the referee, fed with
//! what is shown and what is supposed, accepts every line; a line that it cannot accept is a deviation. Each explanation has a
//! cost, and somebody is blamed for a line if every explanation of least cost blames them for it.

pub(crate) mod combinations;
mod hypotheses;
#[cfg(feature = "files")]
pub(crate) mod worlds;

pub(crate) use hypotheses::{DEVIATION, FAILURE, LACKING_LINE, UNSEEN_FAILURE};

pub use crate::checker::Standing;
pub use crate::finding::{
    CheckError, Checked, Conclusion, Culprit, Either, Excuse, Extent, Finding, Judged, Kept, Ply,
    cut,
};

use crate::checker::{Checker, Observer};
use crate::clause::Breach;
use crate::finding::{Explanation, Hypothesis};
use crate::game::Seats;
use crate::games::erased::{AnyGame, AnyReferee, Variant};
use crate::params::Settings;
use crate::transcript::Transcript;
use crate::two_streams::{Rejoined, rejoined};
use crate::wire::LENGTH;
use hypotheses::{hypotheses, readings};
use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};

/// Most explanations of one cost that are kept.
const EXPLANATIONS: usize = 64;

/// Most hypotheses that are tried for one log.
const TRIED: usize = 400;

/// A log with more findings than these is a flood.
const FLOOD: usize = 64;

/// Most worlds of words in which numbers are tried.
const WORLDS: usize = 8;

/// Checks a transcript of this game. `settings` override the header's parameters.
pub fn validate(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
) -> Result<Checked, CheckError> {
    let usual = check(game, settings, bytes, WalkOptions::default())?;
    if usual.cost == 0 && usual.blamed.is_empty() {
        return Ok(usual.checked);
    }
    let transcript = Transcript::parse(bytes).map_err(CheckError::Header)?;
    let set = settings_of(game, &transcript, settings);
    let mut walked = usual.checked.walked;
    let mut under = |way: &Settings| {
        let other = check(game, &settings.and(way), bytes, WalkOptions::default()).ok()?;
        walked += other.checked.walked;
        Some(other)
    };
    let comes_to = |way: &Settings| plain(game, &set.and(way), &transcript, bytes);
    let (mut ways, left_out) = combinations::combinations(game, &set);
    let mut known = Vec::new();
    // In a flood, worlds in which a walk without hypotheses comes to the same are one.
    if usual.checked.findings.len() > FLOOD {
        known.push(comes_to(&Settings::default()));
        ways.retain(|way| is_new(&mut known, comes_to(way)));
    }
    let mut others: Vec<(Settings, Explained)> = Vec::new();
    for way in ways {
        others.extend(under(&way).map(|other| (way, other)));
    }
    // A number is worth trying where the judge or the file errs in every world that costs least.
    let least = usual.least(&others);
    let usual_way = (Settings::default(), &usual);
    let all = std::iter::once(usual_way)
        .chain(others.iter().map(|(way, other)| (way.clone(), other)))
        .filter(|(_, other)| other.rank() == least);
    let wrong: Vec<_> = all
        .map(|(way, other)| (way, other.deviation().copied()))
        .collect();
    if wrong.iter().all(|(_, wrong)| wrong.is_some()) {
        if known.is_empty() {
            known.push(comes_to(&Settings::default()));
            known.extend(others.iter().map(|(way, _)| comes_to(way)));
        }
        let mut is_excused = false;
        for (way, wrong) in wrong.into_iter().take(WORLDS) {
            let Some(wrong) = wrong else { continue };
            for number in combinations::numbers(game, &set.and(&way), &wrong.breach) {
                let way = way.and(&number);
                // Most numbers change nothing, as a walk without hypotheses shows.
                if !is_new(&mut known, comes_to(&way)) {
                    continue;
                }
                let Some(other) = under(&way) else { continue };
                if other.deviation().is_some() || is_excused {
                    others.push((way, other));
                    continue;
                }
                // The nearest number that explains as much says what the judge shows.
                is_excused = true;
                let way = nearest(game, &set, way, |nearer| {
                    under(nearer).is_some_and(|nearer| nearer.deviation().is_none())
                });
                others.extend(under(&way).map(|other| (way, other)));
            }
        }
    }
    let mut checked = usual.among(others);
    checked.walked = walked;
    if checked.conclusion(false) != Conclusion::Conforms && !left_out.is_empty() {
        checked.notes.push(format!(
            "other values of {} were not tried: there are too many combinations; name them with --set",
            left_out.join(", ")
        ));
    }
    Ok(checked)
}

/// Of a way whose last value is a number, the one with the number nearest to the usual one that still explains.
fn nearest(
    game: &dyn AnyGame,
    set: &Settings,
    way: Settings,
    mut explains: impl FnMut(&Settings) -> bool,
) -> Settings {
    let Some(((name, value), before)) = way.0.split_last() else {
        return way;
    };
    let before = Settings(before.to_vec());
    let usual = game.with(&set.and(&before)).ok().and_then(|variant| {
        let mut all = variant.parameters().into_iter();
        all.find(|(own, _)| own == name).map(|(_, usual)| usual)
    });
    let with = |value: &str| before.and(&Settings(vec![(name.clone(), value.to_string())]));
    let value = combinations::nearest(&usual.unwrap_or_default(), value, |value| {
        explains(&with(value))
    });
    with(&value)
}

/// True for one that is not known yet; it is known from then on.
fn is_new<T: PartialEq>(known: &mut Vec<T>, one: T) -> bool {
    let is_new = !known.contains(&one);
    if is_new {
        known.push(one);
    }
    is_new
}

/// What a walk without hypotheses comes to under these parameters; `None`: there is no such game.
fn plain(
    game: &dyn AnyGame,
    settings: &Settings,
    transcript: &Transcript<'_>,
    bytes: &[u8],
) -> Option<(Vec<Finding>, Option<Extent>)> {
    let variant = game.with(settings).ok()?;
    let joined = rejoined(&*variant, transcript, bytes);
    let own = joined.as_ref().map(|joined| Transcript::parse(&joined.log));
    let own = own.transpose().ok()?;
    let mut checker = Checker::new(&*variant, own.as_ref().unwrap_or(transcript), &[]);
    let end = checker.walk(usize::MAX, &mut None);
    let place = |finding: &Finding| {
        joined
            .as_ref()
            .map_or(*finding, |joined| place(*finding, joined))
    };
    Some((checker.findings().iter().map(place).collect(), end))
}

/// A finding, at its line of the log that was put in another order.
fn place(finding: Finding, joined: &Rejoined) -> Finding {
    let breach = Breach {
        since: finding.breach.since.map(|line| joined.line(line)),
        ..finding.breach
    };
    Finding {
        line: joined.line(finding.line),
        breach,
        ..finding
    }
}

/// Checks a transcript under these parameters, whatever others no document excludes.
#[cfg(feature = "files")]
pub(crate) fn as_set(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
) -> Result<Checked, CheckError> {
    check(game, settings, bytes, WalkOptions::default()).map(|explained| explained.checked)
}

/// The parameters of a log. Those given with it override those of its header. The parameters in the judge's first message
/// override the defaults: all of them if no header names the game, and otherwise those that no document gives.
pub fn settings_of(game: &dyn AnyGame, transcript: &Transcript<'_>, given: &Settings) -> Settings {
    let header = &transcript.header;
    let said = header.settings.and(given);
    let mut lines = transcript
        .body()
        .map_while(|line| line.told().map(|(_, text)| text));
    let mut told = game.told_settings(&mut lines);
    let is_trusted = header.game.is_none() && !header.omits_head;
    told.0
        .retain(|(name, _)| is_trusted || game.page().leaves_open(name));
    if told.0.is_empty() {
        said
    } else {
        told.and(&said)
    }
}

/// Checks a transcript up to a line of the file; the referee as it stood before that line comes with it,
/// with the answers and choices that it learned from messages.
pub fn validate_until(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    until: usize,
) -> Result<(Checked, Box<dyn AnyReferee>), CheckError> {
    let ask = WalkOptions {
        until,
        keeps_learned: true,
        joins: false,
        observe: None,
    };
    check(game, settings, bytes, ask).map(|explained| (explained.checked, explained.referee))
}

/// Checks a transcript, and shows `see` the standing before each of these lines, in order, as the walk that is shown has it. A
/// line within a longer message gets the standing after that message; one behind the readable part, the standing at its end.
pub fn walk(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    lines: &[usize],
    see: &mut dyn FnMut(usize, Standing<'_>),
) -> Result<Checked, CheckError> {
    let mut observe = before_each(lines, see);
    let ask = WalkOptions {
        joins: false,
        observe: Some(&mut observe),
        ..WalkOptions::default()
    };
    check(game, settings, bytes, ask).map(|explained| explained.checked)
}

/// The same for a log that was checked, under the settings and the explanation of that check.
#[cfg(feature = "files")]
pub(crate) fn walk_as(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    explanation: &Explanation,
    lines: &[usize],
    see: &mut dyn FnMut(usize, Standing<'_>),
) -> Result<(), CheckError> {
    let transcript = Transcript::parse(bytes).map_err(CheckError::Header)?;
    let variant = game.with(settings).map_err(CheckError::Settings)?;
    let search = Search {
        variant: &*variant,
        transcript: &transcript,
        until: usize::MAX,
        keeps_learned: false,
        walked: Cell::new(0),
    };
    let mut observe = before_each(lines, see);
    search.shown(&explanation.0, &mut Some(&mut observe));
    Ok(())
}

/// Shows the standing before each of these lines.
fn before_each(
    lines: &[usize],
    see: &mut dyn FnMut(usize, Standing<'_>),
) -> impl FnMut(usize, Standing<'_>) {
    let mut wanted = lines.iter().copied().peekable();
    move |number, standing| {
        while let Some(line) = wanted.next_if(|&line| line <= number) {
            see(line, standing);
        }
    }
}

/// How a log is read.
struct WalkOptions<'o, 's> {
    /// Up to this line.
    until: usize,
    /// The referee keeps what messages reveal.
    keeps_learned: bool,
    /// A log of two streams is read in the order that it has under these parameters.
    joins: bool,
    observe: Option<&'o mut Observer<'s>>,
}

impl Default for WalkOptions<'_, '_> {
    fn default() -> Self {
        WalkOptions {
            until: usize::MAX,
            keeps_learned: false,
            joins: true,
            observe: None,
        }
    }
}

/// A log under one set of parameters, explained.
struct Explained {
    checked: Checked,
    referee: Box<dyn AnyReferee>,
    /// The least that an explanation costs.
    cost: usize,
    /// The findings that every explanation of least cost has.
    blamed: Vec<Finding>,
    /// The seats of which the log does not say that it has their lines.
    unseen: Seats,
    /// The order in which it was read, where that is not the log's own.
    joined: Option<Rejoined>,
}

fn check(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    ask: WalkOptions<'_, '_>,
) -> Result<Explained, CheckError> {
    let (until, keeps_learned, joins) = (ask.until, ask.keeps_learned, ask.joins);
    let whole = check_lines(game, settings, bytes, ask)?;
    let end = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |last| last + 1);
    // A line that is too long is so however it goes on.
    let is_certain = |last: &Finding| last.breach.clause == LENGTH;
    let last = whole.checked.findings.last();
    if end == bytes.len() || last.is_none_or(is_certain) {
        return Ok(whole);
    }
    // Any other last line may be a part of one: nobody is accused by it.
    let ask = WalkOptions {
        until,
        keeps_learned,
        joins,
        observe: None,
    };
    let mut before = check_lines(game, settings, &bytes[..end], ask)?;
    if (&before.checked.findings, &before.checked.excuse)
        == (&whole.checked.findings, &whole.checked.excuse)
    {
        return Ok(whole);
    }
    if before.checked.extent == Extent::Cut {
        before.checked.extent = Extent::Torn;
    }
    Ok(before)
}

fn check_lines(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    ask: WalkOptions<'_, '_>,
) -> Result<Explained, CheckError> {
    let transcript = Transcript::parse(bytes).map_err(CheckError::Header)?;
    if let Some(name) = transcript
        .header
        .game
        .as_deref()
        .filter(|name| *name != game.name())
    {
        return Err(CheckError::Game(name.to_string()));
    }
    let settings = settings_of(game, &transcript, settings);
    let variant = game.with(&settings).map_err(CheckError::Settings)?;
    let joined = ask
        .joins
        .then(|| rejoined(&*variant, &transcript, bytes))
        .flatten();
    let transcript = match &joined {
        Some(joined) => Transcript::parse(&joined.log).map_err(CheckError::Header)?,
        None => transcript,
    };
    let search = Search {
        variant: &*variant,
        transcript: &transcript,
        until: ask.until,
        keeps_learned: ask.keeps_learned,
        walked: Cell::new(0),
    };
    let mut explained = search.explained(settings, ask.observe);
    if let Some(joined) = joined {
        explained.place(joined);
    }
    Ok(explained)
}

/// A log that was walked through under some hypotheses.
struct Walked<'a> {
    checker: Checker<'a>,
    end: Option<Extent>,
}

impl Walked<'_> {
    fn cost(&self) -> usize {
        self.checker.cost()
    }

    /// The least cost of its hypotheses and one more.
    fn supposing(&self, one: &Hypothesis) -> usize {
        let all = self.checker.hypotheses().iter().chain([one]);
        hypotheses::cost(all, self.checker.view().unseen)
    }

    fn culprits(&self) -> Culprits {
        Culprits::of(self.checker.findings())
    }
}

/// Who is blamed for each line.
#[derive(Default)]
struct Culprits {
    lines: BTreeMap<usize, Vec<Culprit>>,
    judge: bool,
    log: bool,
}

impl Culprits {
    fn of<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Culprits {
        let mut culprits = Culprits::default();
        findings.into_iter().for_each(|found| culprits.add(found));
        culprits
    }

    fn add(&mut self, finding: &Finding) {
        let of_line = self.lines.entry(finding.line).or_default();
        of_line.push(finding.culprit);
        self.judge |= finding.culprit == Culprit::Judge;
        self.log |= finding.culprit == Culprit::Log;
    }

    /// True where the same one is blamed for the same line, whatever it is called.
    fn has(&self, finding: &Finding) -> bool {
        let own = self.lines.get(&finding.line);
        own.is_some_and(|own| own.iter().any(|own| own.is_same(finding.culprit)))
    }

    /// The same of a seat; the judge and the file may be blamed for any line.
    fn accuse(&self, finding: &Finding) -> bool {
        match finding.culprit {
            Culprit::Judge => self.judge,
            Culprit::Log => self.log,
            Culprit::Seat(..) => self.has(finding),
        }
    }
}

/// The search for explanations of one log.
struct Search<'v, 'a> {
    variant: &'v dyn Variant,
    transcript: &'v Transcript<'a>,
    until: usize,
    keeps_learned: bool,
    /// Lines read by all walks.
    walked: Cell<usize>,
}

impl<'a> Search<'_, 'a> {
    fn start(&self, hypotheses: &[Hypothesis]) -> Checker<'a> {
        let mut checker = Checker::new(self.variant, self.transcript, hypotheses);
        if self.keeps_learned {
            checker.keep_learned();
        }
        checker
    }

    fn walked(
        &self,
        mut checker: Checker<'a>,
        observe: &mut Option<&mut Observer<'_>>,
    ) -> Walked<'a> {
        let from = checker.at();
        let end = checker.walk(self.until, observe);
        self.walked.update(|walked| walked + checker.at() - from);
        Walked { checker, end }
    }

    /// All explanations of least cost; the walk without a hypothesis is the first, whatever it costs.
    fn explanations(&self) -> (Walked<'a>, Vec<Walked<'a>>) {
        let first = self.walked(self.start(&[]), &mut None);
        // A judge that took notice at once has ended the game there, and may have ended the programs of the others.
        let is_in_doubt = match first.cost() {
            0 => first
                .checker
                .blames(first.checker.ended_after_unsolicited()),
            _ => first.checker.deviation().is_some(),
        };
        if !is_in_doubt {
            return (first, Vec::new());
        }
        let of_first = first.culprits();
        let (mut least, mut all) = (first.cost(), Vec::new());
        let mut open = VecDeque::new();
        let mut tried = 0;
        for reading in readings(&first.checker, self.transcript) {
            tried += 1;
            let mut walked = self.walked(self.start(&reading).within(least), &mut None);
            // A handshake that is only supposed accuses nobody.
            let accuses = |found: &Finding| found.is_of_a_seat() && !of_first.has(found);
            let is_supposed = matches!(reading[..], [Hypothesis::Greeted(_), ..]);
            if is_supposed && walked.checker.findings().iter().any(accuses) {
                walked.checker.count_accusation();
            }
            open.push_back(walked);
        }
        let keep = |walked: &Walked<'a>, all: &mut Vec<Walked<'a>>, least: &mut usize| {
            if !walked.checker.is_possible() || walked.cost() > *least {
                return;
            }
            if walked.cost() < *least {
                *least = walked.cost();
                all.clear();
            }
            if all.len() < EXPLANATIONS {
                all.push(walked.copy());
            }
        };
        for walked in &open {
            keep(walked, &mut all, &mut least);
        }
        open.push_front(first.copy());
        while let Some(walked) = open.pop_front() {
            let mut more = hypotheses(&walked.checker, self.transcript);
            more.retain(|one| walked.supposing(one) <= least);
            more.truncate(TRIED);
            let Some(from) = more.iter().filter_map(|one| one.line()).min() else {
                continue;
            };
            // Every walk goes on from where it begins to differ.
            let mut trunk = self.start(walked.checker.hypotheses());
            let start = trunk.at();
            let (mut at, mut children) = (from, Vec::new());
            while trunk.advance(at, &mut None).is_none() {
                for one in more.iter().filter(|one| one.line() == Some(at)) {
                    tried += 1;
                    let child = self.walked(trunk.supposing(*one, least), &mut None);
                    if !child.checker.is_impossible() {
                        children.push((*one, child));
                    }
                }
                let Some(next) = more
                    .iter()
                    .filter_map(|one| one.line())
                    .filter(|line| *line > at)
                    .min()
                else {
                    break;
                };
                at = next;
            }
            self.walked.update(|walked| walked + trunk.at() - start);
            // The nearest is the simplest.
            for one in more {
                let Some(found) = children.iter().position(|(own, _)| *own == one) else {
                    continue;
                };
                let (_, child) = children.swap_remove(found);
                keep(&child, &mut all, &mut least);
                let leads_on = child.checker.deviation() >= walked.checker.deviation();
                if child.checker.deviation().is_some() && leads_on && tried < TRIED {
                    open.push_back(child);
                }
            }
        }
        if first.cost() == least {
            all.insert(0, first.copy());
        }
        (first, all)
    }

    fn explained(&self, settings: Settings, mut observe: Option<&mut Observer<'_>>) -> Explained {
        let (first, all) = self.explanations();
        let findings = first.checker.findings().to_vec();
        let cost = all.first().map_or(first.cost(), Walked::cost);
        let mut blamed = blamed(&all).unwrap_or_else(|| findings.clone());
        let culprits = Culprits::of(&blamed);
        let is_blamed = |finding: &Finding| culprits.has(finding);
        let is_certain = |walked: &&Walked<'_>| {
            !walked.checker.supposes() && walked.checker.findings().iter().all(is_blamed)
        };
        let mut certain = all.iter().position(|walked| is_certain(&walked));
        let excuse = match certain {
            _ if all.is_empty() => None,
            Some(_) => None,
            None => excuse_of(&all, &culprits),
        };
        // The order of things alone is in doubt, and nobody is blamed by it.
        let is_plain = certain.is_none() && excuse.is_none() && !all.is_empty();
        if is_plain {
            let doubts = |at: &usize| {
                let findings = all[*at].checker.findings().iter();
                findings.filter(|found| !is_blamed(found)).count()
            };
            certain = (0..all.len()).rev().min_by_key(doubts);
        }
        let mut shown = match certain {
            Some(at) => all.into_iter().nth(at).unwrap_or(first),
            None => first,
        };
        if observe.is_some() {
            let hypotheses = shown.checker.hypotheses().to_vec();
            shown = self.shown(&hypotheses, &mut observe);
        }
        let Walked { mut checker, end } = shown;
        let explanation = Explanation(checker.hypotheses().to_vec());
        let before_the_end = checker.findings().len();
        let extent = match end {
            None => checker.extent(),
            Some(Extent::Cut) if checker.view().omits_tail => Extent::NoTail,
            Some(extent) => extent,
        };
        if excuse.is_none() {
            // What shows only once the log has ended.
            let at_the_end = checker.findings().get(before_the_end..);
            blamed.extend_from_slice(at_the_end.unwrap_or_default());
        }
        let mut shown_findings = checker.findings().to_vec();
        if is_plain {
            let culprits = Culprits::of(&blamed);
            shown_findings.retain(|found| culprits.accuse(found));
        }
        if excuse.is_some() || is_plain {
            let shown = Culprits::of(&shown_findings);
            let more = blamed.iter().filter(|one| !shown.accuse(one));
            let more: Vec<Finding> = more.copied().collect();
            shown_findings.extend(more);
        }
        shown_findings.sort_by_key(|finding| finding.line);
        let (lines, seen, unseen) = (checker.lines(), checker.view().seen, checker.view().unseen);
        let referee = checker.into_referee();
        let checked = Checked {
            extent,
            verdict: referee.verdict().clone(),
            lines,
            seen,
            certain: if excuse.is_some() {
                blamed.clone()
            } else {
                Vec::new()
            },
            excuse,
            settings,
            findings: shown_findings,
            walked: self.walked.get(),
            explanation,
            ..Checked::default()
        };
        Explained {
            checked: judged(checked, unseen),
            referee,
            cost,
            blamed,
            unseen,
            joined: None,
        }
    }

    /// The walk that is shown, once more with an observer.
    fn shown(
        &self,
        hypotheses: &[Hypothesis],
        observe: &mut Option<&mut Observer<'_>>,
    ) -> Walked<'a> {
        let shown = self.walked(self.start(hypotheses), observe);
        if let Some(observe) = observe {
            observe(usize::MAX, shown.checker.standing());
        }
        shown
    }
}

impl<'a> Walked<'a> {
    fn copy(&self) -> Walked<'a> {
        Walked {
            checker: self.checker.clone(),
            end: self.end,
        }
    }
}

/// The findings that every one of these explanations has; `None`: there are none.
fn blamed(all: &[Walked<'_>]) -> Option<Vec<Finding>> {
    let (first, others) = all.split_first()?;
    let of_others: Vec<Culprits> = others.iter().map(Walked::culprits).collect();
    let in_all = |found: &&Finding| of_others.iter().all(|other| other.has(found));
    let findings = first.checker.findings();
    let mut blamed: Vec<Finding> = findings.iter().filter(in_all).copied().collect();
    // All blame the judge, if not for the same line.
    let judge = |walked: &Walked<'_>| {
        let mut own = walked.checker.findings().iter();
        own.find(|found| found.culprit == Culprit::Judge).copied()
    };
    if !blamed.iter().any(|found| found.culprit == Culprit::Judge)
        && let Some(own) = judge(first)
        && others.iter().all(|other| judge(other).is_some())
    {
        blamed.push(own);
    }
    Some(blamed)
}

/// The suppositions of the explanation that has the fewest, of those that excuse somebody.
fn excuse_of(all: &[Walked<'_>], blamed: &Culprits) -> Option<Excuse> {
    let supposed = |walked: &Walked<'_>| {
        let hypotheses = walked.checker.hypotheses().iter();
        hypotheses.filter(|one| one.is_supposed()).count()
    };
    let others = all.iter().filter(|walked| supposed(walked) > 0);
    let best = others.min_by_key(|walked| {
        let findings = walked.checker.findings().iter();
        (
            findings.filter(|found| !blamed.has(found)).count(),
            supposed(walked),
        )
    })?;
    let mut excuse = Excuse::default();
    for one in best.checker.hypotheses() {
        match one {
            Hypothesis::Failed { seat, .. } => excuse.untold = excuse.untold.or(Some(*seat)),
            Hypothesis::Asked { line, .. } => excuse.lacks = excuse.lacks.or(Some(*line)),
            _ => {}
        }
    }
    Some(excuse)
}

/// Only a log of all seats, to the end of its game, can show that the judge was right.
fn judged(checked: Checked, unseen: Seats) -> Checked {
    let shows_all = checked.extent == Extent::Whole && unseen.is_empty();
    let by_judge = |found: &&Finding| found.culprit == Culprit::Judge && found.is_error(false);
    let of_judge: Vec<&Finding> = checked.findings.iter().filter(by_judge).collect();
    let is_certain = |found: &&Finding| checked.is_certain(found);
    let judged = match &of_judge[..] {
        [] if checked.excuse.is_some() || checked.either.is_some() => Judged::Unknown,
        [] if shows_all && !checked.is_broken_by(Culprit::Log) => Judged::Right,
        [] => Judged::Unknown,
        all if all.iter().any(is_certain) => Judged::Wrong,
        _ => Judged::Unknown,
    };
    Checked { judged, ..checked }
}

/// Who is blamed in a world.
struct Blames<'e> {
    culprits: Culprits,
    /// The place of the first deviation. Behind it a world says nothing.
    until: usize,
    /// The world.
    of: &'e Explained,
}

impl<'e> Blames<'e> {
    fn of(explained: &'e Explained) -> Blames<'e> {
        let deviation = explained.deviation();
        Blames {
            culprits: Culprits::of(&explained.blamed),
            until: deviation.map_or(usize::MAX, |found| explained.position(found.line)),
            of: explained,
        }
    }

    fn has(&self, finding: &Finding) -> bool {
        self.culprits.accuse(finding)
    }

    /// False behind its first deviation. What it says of the judge and of the file it says anywhere.
    fn speaks(&self, finding: &Finding) -> bool {
        !finding.is_of_a_seat() || self.of.position(finding.line) <= self.until
    }
}

impl Explained {
    /// Puts what was found in a log in another order at the lines of that log.
    fn place(&mut self, joined: Rejoined) {
        let Checked {
            findings,
            certain,
            excuse,
            explanation,
            ..
        } = &mut self.checked;
        for found in findings.iter_mut().chain(certain).chain(&mut self.blamed) {
            *found = place(*found, &joined);
        }
        findings.sort_by_key(|found| found.line);
        if let Some(line) = excuse.as_mut().and_then(|excuse| excuse.lacks.as_mut()) {
            *line = joined.line(*line);
        }
        for one in &mut explanation.0 {
            one.place(|line| joined.line(line));
        }
        self.joined = Some(joined);
    }

    /// Where a line of the log stands in what was read.
    fn position(&self, line: usize) -> usize {
        let at = |joined: &Rejoined| joined.lines.iter().position(|own| *own == line);
        self.joined.as_ref().and_then(at).map_or(line, |at| at + 1)
    }

    /// The first thing that is wrong with the judge or the file, whatever explains the rest.
    fn deviation(&self) -> Option<&Finding> {
        let mut blamed = self.blamed.iter();
        blamed.find(|found| !found.is_of_a_seat())
    }

    /// True where somebody is wrong in it: the judge, the file, or a seat that the usual world blames too.
    fn errs(&self, usual: &Blames<'_>) -> bool {
        self.blamed
            .iter()
            .any(|found| !found.is_of_a_seat() || usual.culprits.has(found))
    }

    /// What it costs; of equal costs a world that reads the file whole comes first.
    fn rank(&self) -> (usize, bool) {
        let stops = matches!(self.checked.extent, Extent::Cut | Extent::Torn);
        (self.cost, stops)
    }

    /// The rank of the best of these worlds and this one.
    fn least(&self, others: &[(Settings, Explained)]) -> (usize, bool) {
        let others = others.iter().map(|(_, other)| other.rank());
        others.fold(self.rank(), std::cmp::Ord::min)
    }

    /// The same among what other worlds make of the log. A finding is certain if every world of least cost that speaks of its line
    /// has it, and, where it is of a seat, if the usual world has it too.
    fn among(self, others: Vec<(Settings, Explained)>) -> Checked {
        let least = self.least(&others);
        let is_usual_one = self.rank() == least;
        let others: Vec<_> = others
            .into_iter()
            .filter(|(_, other)| other.rank() == least)
            .collect();
        // Nobody is accused, so nobody is to be excused.
        if others.is_empty() || self.blamed.is_empty() && self.checked.findings.is_empty() {
            return self.checked;
        }
        let own = Blames::of(&self);
        let of_others: Vec<Blames<'_>> =
            others.iter().map(|(_, other)| Blames::of(other)).collect();
        let of_others_found = others.iter().flat_map(|(_, other)| &other.blamed);
        let (mut blamed, mut culprits): (Vec<Finding>, _) = (Vec::new(), Culprits::default());
        for finding in self.blamed.iter().chain(of_others_found) {
            let is_usual = match finding.is_of_a_seat() {
                true => own.has(finding),
                false => !is_usual_one || own.has(finding),
            };
            let spoken = own.speaks(finding) && is_usual_one
                || of_others.iter().any(|other| other.speaks(finding));
            let mut others = of_others.iter();
            // Where no world speaks of it, each has to have it all the same.
            let is_certain = is_usual
                && others.all(|other| other.has(finding) || spoken && !other.speaks(finding));
            // The judge is one culprit, and so is the file: what the usual world says of them goes before what others say.
            let is_new = match finding.is_of_a_seat() {
                false if self.blamed.contains(finding) => !blamed.contains(finding),
                _ => !culprits.accuse(finding),
            };
            if is_certain && is_new {
                blamed.push(*finding);
                culprits.add(finding);
            }
        }
        let mut checked = self.checked.clone();
        let findings = &mut checked.findings;
        let shown = Culprits::of(&*findings);
        let more = blamed.iter().filter(|found| !shown.accuse(found));
        let more: Vec<Finding> = more.copied().collect();
        findings.extend(more);
        findings.sort_by_key(|finding| finding.line);
        let is_shown = |culprit: Culprit| {
            let mut own = findings.iter().filter(|found| found.culprit == culprit);
            own.any(|found| blamed.contains(found))
        };
        let is_certain = |found: &&Finding| match found.is_of_a_seat() {
            false if is_shown(found.culprit) => blamed.contains(found),
            _ => culprits.accuse(found),
        };
        let (certain, doubtful): (Vec<&Finding>, Vec<&Finding>) =
            findings.iter().partition(is_certain);
        let blamed: Vec<Finding> = certain.into_iter().copied().collect();
        if doubtful.is_empty() {
            checked.excuse = None;
            checked.certain = Vec::new();
            return judged(checked, self.unseen);
        }
        // A value excuses if nothing is wrong with the judge and the file under it, but what is wrong in any case.
        let excuses = |(at, other): (usize, &(Settings, Explained))| {
            let mut wrong = other.1.blamed.iter().filter(|found| !found.is_of_a_seat());
            wrong.all(|found| culprits.accuse(found))
                && doubtful.iter().any(|found| !of_others[at].has(found))
        };
        let excusing = others.iter().enumerate().position(excuses);
        if let Some(at) = excusing {
            let (set, excusing) = &others[at];
            let of_other = excusing.checked.excuse.clone().unwrap_or_default();
            if checked.excuse.is_none() || !is_usual_one {
                checked.excuse = Some(Excuse {
                    set: set.clone(),
                    ..of_other
                });
            }
        } else if let Some((set, open)) = others.iter().find(|(_, other)| !other.errs(&own)) {
            let of_other = open.checked.excuse.clone().unwrap_or_default();
            checked.excuse = checked.excuse.filter(|_| is_usual_one).or(Some(Excuse {
                set: set.clone(),
                ..of_other
            }));
        } else if checked.excuse.is_none() || !is_usual_one {
            // Somebody is wrong in each of them, and they do not agree who.
            let differs = |at: usize| doubtful.iter().any(|found| !of_others[at].has(found));
            let other = (0..others.len()).find(|&at| differs(at)).unwrap_or(0);
            let (set, other) = &others[other];
            checked.excuse = None;
            checked.either = other.deviation().map(|found| Either {
                set: set.clone(),
                finding: *found,
            });
        }
        checked.certain = blamed;
        judged(checked, self.unseen)
    }
}
