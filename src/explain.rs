//! One question of a log: what is the least that must have gone wrong? The page is `spec/log.md`.
//!
//! A log shows some facts of a match. A hypothesis says what it does not show. It explains the log if the referee, fed with
//! what is shown and what is supposed, accepts every line; a line that it cannot accept is a deviation. Each explanation has a
//! cost, and somebody is blamed for a line if every explanation of least cost blames them for it.

mod blame;
pub(crate) mod combinations;
mod hypotheses;
mod limits;
mod weights;
mod worlds;

use blame::{Culprits, agreed};
pub(crate) use blame::{World, common};
pub(crate) use limits::Shown;
pub(crate) use worlds::{Explainable, Glance, in_worlds};

pub use crate::checker::Standing;
pub use crate::finding::{
    CheckError, Checked, Conclusion, Culprit, Either, Excuse, Extent, Finding, Judged, Kept, Note,
    Ply, cut,
};

use crate::checker::{Checker, Observer};
use crate::clause::Breach;
use crate::finding::{Cost, Hypothesis};
use crate::game::Outcome;
use crate::games::erased::{AnyGame, AnyReferee, Variant};
use crate::params::Settings;
use crate::referee::FaultKind;
use crate::transcript::{Entry, Event, Transcript};
use crate::two_streams::{Rejoined, rejoined};
use crate::wire::LENGTH;
use hypotheses::{Lines, other_starts};
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap, VecDeque};

/// Most explanations of one cost that are kept whole; of the others what they find.
const EXPLANATIONS: usize = 64;

/// Most hypotheses that are tried for one walk; after so many in all no new walk is gone on from.
const TRIED: usize = 400;

/// Checks a transcript of this game. `settings` override the header's parameters.
pub fn validate(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
) -> Result<Checked, CheckError> {
    let (usual, _) = check(game, settings, bytes, WalkOptions::default())?;
    if usual.is_clean() {
        return Ok(usual.checked);
    }
    let transcript = Transcript::parse(bytes).map_err(CheckError::Header)?;
    let set = settings_of(game, &transcript, settings);
    let mut log = OpenLog {
        game,
        settings,
        set: &set,
        transcript: &transcript,
        bytes,
        walked: usual.checked.walked,
    };
    let mut checked = in_worlds(game, &set, usual, &mut log);
    checked.walked = log.walked;
    // Where another seat may have failed first, nobody knows who won.
    let earlier = checked.excuse.as_ref().and_then(|excuse| excuse.untold);
    let mut doubtful = checked.findings.iter();
    let is_later = |found: &Finding| {
        matches!(found.culprit, Culprit::Seat(seat, _) if Some(seat) != earlier)
            && !checked.is_certain(found)
    };
    if earlier.is_some() && doubtful.any(is_later) {
        checked.verdict.outcome = None;
    }
    Ok(checked)
}

/// A log whose values are open.
struct OpenLog<'l> {
    game: &'l dyn AnyGame,
    /// Settings given with the log.
    settings: &'l Settings,
    /// All that is set: given, in its header, or told by its judge.
    set: &'l Settings,
    transcript: &'l Transcript<'l>,
    bytes: &'l [u8],
    /// Lines read by all walks.
    walked: usize,
}

impl Explainable for OpenLog<'_> {
    fn world(&mut self, way: &Settings) -> Option<World> {
        let settings = self.settings.and(way);
        let (world, _) = check(self.game, &settings, self.bytes, WalkOptions::default()).ok()?;
        self.walked += world.checked.walked;
        Some(world)
    }

    fn glance(&mut self, way: &Settings) -> Option<Glance> {
        plain(self.game, &self.set.and(way), self.transcript, self.bytes)
    }

    fn shown(&self) -> Shown {
        let mut shown = Shown::default();
        for line in self.transcript.body() {
            shown.lines += 1;
            match line.entry() {
                Ok(Entry::Said(seat, _, Some(took))) => shown.answered(seat, took),
                Ok(Entry::Event(seat, Event::Silent(took))) => shown.was_silent(seat, took),
                _ => {}
            }
        }
        shown
    }

    fn is_costly(&self) -> bool {
        false
    }
}

/// The result of a walk without hypotheses under these parameters; `None`: there is no such game.
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
    let own = own.as_ref().unwrap_or(transcript);
    let mut checker = Checker::new(&*variant, own, &[]);
    checker.walk(usize::MAX, &mut None);
    let glance = glance_of(&*variant, own, &checker);
    Some(match &joined {
        Some(joined) => glance_at(glance, joined),
        None => glance,
    })
}

/// The result of this walk without hypotheses. Values may matter only after a message that seems wrong in it; so each walk counts,
/// too, in which a seat that the file does not show had failed before that message.
fn glance_of<'a>(
    variant: &dyn Variant,
    transcript: &Transcript<'a>,
    first: &Checker<'a>,
) -> Glance {
    let (mut findings, mut stopped) = first.glance();
    let Some(line) = first.deviation() else {
        return (findings, stopped);
    };
    for seat in first.view().unseen.iter() {
        let mut walked = Checker::new(variant, transcript, &[Hypothesis::Failed { seat, line }]);
        walked.walk(usize::MAX, &mut None);
        let (more, end) = walked.glance();
        findings.extend(more);
        stopped = end;
    }
    (findings, stopped)
}

/// A glance at a log that was put in another order, at the lines of the file.
fn glance_at((findings, stopped): Glance, joined: &Rejoined) -> Glance {
    let placed = findings.into_iter().map(|found| place(found, joined));
    (placed.collect(), stopped)
}

/// A finding, at its line of the log that was put in another order.
fn place(finding: Finding, joined: &Rejoined) -> Finding {
    let breach = Breach {
        since: finding.breach.since.map(|line| joined.line(line)),
        ..finding.breach
    };
    let line = joined.line(finding.line);
    Finding {
        line,
        place: line,
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
    check(game, settings, bytes, WalkOptions::default()).map(|(world, _)| world.checked)
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
    check(game, settings, bytes, ask).map(|(world, referee)| (world.checked, referee))
}

/// Checks a transcript, and shows `see` the standing before each of these lines, in order, as the walk that is shown has it. A
/// line within a longer message gets the standing after that message; one after the readable part, the standing at its end.
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
    check(game, settings, bytes, ask).map(|(world, _)| world.checked)
}

/// Walks through a log that was checked, under the settings and the explanation of that check.
#[cfg(feature = "files")]
pub(crate) fn walk_as(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    hypotheses: &[Hypothesis],
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
    search.shown(hypotheses, &mut Some(&mut observe));
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

fn check(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    ask: WalkOptions<'_, '_>,
) -> Result<(World, Box<dyn AnyReferee>), CheckError> {
    let (until, keeps_learned, joins) = (ask.until, ask.keeps_learned, ask.joins);
    let (whole, referee) = check_lines(game, settings, bytes, ask)?;
    let end = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |last| last + 1);
    // A line that is too long is so however it goes on.
    let is_certain = |last: &Finding| last.breach.clause == LENGTH;
    let last = whole.checked.findings.last();
    if end == bytes.len() || last.is_none_or(is_certain) {
        return Ok((whole, referee));
    }
    // Any other last line may be a part of one: nobody is accused by it.
    let ask = WalkOptions {
        until,
        keeps_learned,
        joins,
        observe: None,
    };
    let (mut before, referee_before) = check_lines(game, settings, &bytes[..end], ask)?;
    let (shorter, longer) = (&before.checked, &whole.checked);
    let is_same = shorter.findings == longer.findings
        && shorter.excuse == longer.excuse
        && shorter.certain == longer.certain;
    if is_same {
        return Ok((whole, referee));
    }
    before.checked.tear(true);
    // A glance is at the whole file.
    before.glance = whole.glance;
    Ok((before, referee_before))
}

fn check_lines(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    ask: WalkOptions<'_, '_>,
) -> Result<(World, Box<dyn AnyReferee>), CheckError> {
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
    let (world, referee) = search.explained(settings, ask.observe);
    let world = match joined {
        Some(joined) => world.put_back(joined),
        None => world,
    };
    Ok((world, referee))
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
    ) -> Checker<'a> {
        let from = checker.at();
        checker.walk(self.until, observe);
        self.walked.update(|walked| walked + checker.at() - from);
        checker
    }

    /// The walk under these hypotheses, at `from` or before it. It goes on from the base, a walk without any, where that was not yet at
    /// a line of one of them.
    fn trunk(
        &self,
        hypotheses: &[Hypothesis],
        from: usize,
        base: Option<&Checker<'a>>,
    ) -> Checker<'a> {
        let is_later = |base: &&Checker<'a>| {
            let mut lines = hypotheses.iter().map(|one| one.line());
            from > base.at() && lines.all(|line| line.is_some_and(|line| line > base.at()))
        };
        match base.filter(is_later) {
            Some(base) => base.clone().under(hypotheses),
            None => self.start(hypotheses),
        }
    }

    /// All explanations of least cost.
    fn explanations(&self) -> Explanations<'a> {
        let first = self.walked(self.start(&[]), &mut None);
        let is_in_doubt = match first.cost().sum() {
            0 if first.findings().is_empty() => false,
            // The judge may have taken notice of what nobody asked for, and ended the game before that; and a handshake that is left
            // out may have been over.
            0 => first.first_unsolicited().is_some() || first.view().omits_head,
            _ => first.deviation().is_some(),
        };
        if !is_in_doubt {
            return Explanations {
                glance: glance_of(self.variant, self.transcript, &first),
                all: vec![first],
                ..Explanations::default()
            };
        }
        let glance = glance_of(self.variant, self.transcript, &first);
        let of_first = Culprits::of(first.findings());
        let (mut least, mut found) = (first.cost().sum(), Explanations::default());
        let mut open = VecDeque::new();
        let mut tried = 0;
        // A handshake that is only supposed, and accuses a seat that else nobody accuses, costs as much as a deviation.
        let accuses = |found: &Finding| found.is_of_a_seat() && !of_first.has(found);
        let walked_from = |start: Checker<'a>| {
            let mut walked = self.walked(start, &mut None);
            let is_supposed = matches!(walked.hypotheses(), [Hypothesis::Greeted(_), ..]);
            if is_supposed && walked.findings().iter().any(accuses) {
                walked.count_accusation();
            }
            walked
        };
        for start in other_starts(&first, self.transcript) {
            tried += 1;
            open.push_back(walked_from(self.start(&start).within(least)));
        }
        let keep = |walked: &Checker<'a>, found: &mut Explanations<'a>, least: &mut usize| {
            if walked.is_impossible() || walked.cost().sum() > *least {
                return;
            }
            if walked.cost().sum() < *least {
                *least = walked.cost().sum();
                *found = Explanations::default();
            }
            match found.all.len() < EXPLANATIONS {
                true => found.all.push(walked.clone()),
                false => found.beyond.push(walked.findings().to_vec()),
            }
        };
        for walked in &open {
            keep(walked, &mut found, &mut least);
        }
        open.push_front(first.clone());
        let lines = Lines::of(self.transcript);
        let mut supposed = BTreeSet::new();
        let mut base = None;
        while let Some(walked) = open.pop_front() {
            let mut more = lines.hypotheses(&walked);
            more.truncate(TRIED);
            // The same ones in another order are the same explanation.
            more.retain(|one| {
                let mut all = [walked.hypotheses(), &[*one]].concat();
                all.sort_unstable();
                supposed.insert(all)
            });
            let Some(from) = more.iter().filter_map(|one| one.line()).min() else {
                continue;
            };
            // Every walk goes on from where it begins to differ.
            let mut trunk = self.trunk(walked.hypotheses(), from, base.as_ref());
            let start = trunk.at();
            let (mut at, mut children) = (from, Vec::new());
            while trunk.advance(at, &mut None).is_none() {
                if base.is_none() && walked.hypotheses().is_empty() {
                    base = Some(trunk.clone());
                }
                for one in more.iter().filter(|one| one.line() == Some(at)) {
                    let child = walked_from(trunk.supposing(*one, least));
                    if !child.is_impossible() {
                        tried += 1;
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
            // In the order of their hypotheses: the nearest is the simplest.
            for one in more {
                let Some(at) = children.iter().position(|(own, _)| *own == one) else {
                    continue;
                };
                let (_, child) = children.swap_remove(at);
                keep(&child, &mut found, &mut least);
                let leads_on = child.deviation() >= walked.deviation();
                if child.deviation().is_some() && leads_on && tried < TRIED {
                    open.push_back(child);
                }
            }
        }
        match first.cost().sum() > least {
            true => found.without = Some(first),
            false => found.all.insert(0, first),
        }
        Explanations { glance, ..found }
    }

    fn explained(
        &self,
        settings: Settings,
        mut observe: Option<&mut Observer<'_>>,
    ) -> (World, Box<dyn AnyReferee>) {
        let Explanations {
            all,
            beyond,
            without,
            glance,
        } = self.explanations();
        let cost = all[0].cost();
        let findings = all.iter().map(Checker::findings);
        let mut blamed =
            common(findings.chain(beyond.iter().map(Vec::as_slice))).unwrap_or_default();
        let others = other_ends(&all, &Culprits::of(&blamed));
        let (mut checker, mut excuse) = most_certain(all, without, &Culprits::of(&blamed));
        if let Some((seat, line)) = checker.ended_by_judge()
            && blamed.iter().any(|found| found.line == line)
        {
            blamed.retain(|found| found.line != line);
            excuse.get_or_insert_default().untold.get_or_insert(seat);
        }
        if observe.is_some() {
            let hypotheses = checker.hypotheses().to_vec();
            checker = self.shown(&hypotheses, &mut observe);
        }
        let hypotheses = checker.hypotheses().to_vec();
        let before_the_end = checker.findings().len();
        let extent = checker.extent();
        let mut findings = checker.findings().to_vec();
        // The walk without a hypothesis says best what a seat broke.
        let mut of_place: HashMap<usize, Vec<Finding>> = HashMap::new();
        for own in &blamed {
            of_place.entry(own.place).or_default().push(*own);
        }
        for found in &mut findings {
            let there = of_place.get(&found.place).map_or(&[][..], Vec::as_slice);
            let is_same = |own: &&Finding| own.culprit.is_same(found.culprit);
            if !there.contains(found)
                && let Some(own) = there.iter().find(is_same)
            {
                *found = *own;
            }
        }
        if excuse.is_none() {
            // What shows only once the log has ended.
            blamed.extend_from_slice(findings.get(before_the_end..).unwrap_or_default());
            // By the order of things alone nobody is blamed.
            let culprits = Culprits::of(&blamed);
            findings.retain(|found| culprits.accuse(found));
        }
        let shown = Culprits::of(&findings);
        let more = blamed.iter().filter(|one| !shown.accuse(one));
        let more: Vec<Finding> = more.copied().collect();
        findings.extend(more);
        findings.sort_by_key(|finding| finding.line);
        let (lines, seen, unseen) = (checker.lines(), checker.view().seen, checker.view().unseen);
        let is_ended_by_judge = checker.ended_by_judge().is_some() && blamed.is_empty();
        let is_full = checker.is_full();
        let is_open = checker.view().omits_messages;
        let referee = checker.into_referee();
        let notes = is_full.then_some(Note::ReadNoFurther);
        let unasked = is_open.then_some(Note::NoMessages);
        let games = Some(referee.games()).filter(|games| *games > 1);
        let untold = games.map(|games| Note::SeveralGames { games });
        let notes = notes.into_iter().chain(unasked).chain(untold);
        let mut verdict = referee.verdict().clone();
        // Where it depends on when the judge took notice, nobody knows who won.
        let shown = verdict.outcome.into_iter();
        if agreed(shown.chain(others).map(Some)).is_none() {
            verdict.outcome = None;
        }
        let checked = Checked {
            notes: notes.collect(),
            extent,
            verdict,
            lines,
            seen,
            certain: match excuse {
                Some(_) => blamed.clone(),
                None => Vec::new(),
            },
            excuse,
            settings,
            findings,
            is_open,
            shows_all: unseen.is_empty(),
            walked: self.walked.get(),
            hypotheses,
            ..Checked::default()
        };
        // Where the judge has ended its programs, the game is over for a reason that the log does not show.
        let stops = matches!(extent, Extent::Cut | Extent::Torn) && !is_ended_by_judge;
        let mut world = World::new(checked, blamed, cost, stops, None);
        world.glance = Some(glance);
        (world, referee)
    }

    /// The walk that is shown, again with an observer.
    fn shown(
        &self,
        hypotheses: &[Hypothesis],
        observe: &mut Option<&mut Observer<'_>>,
    ) -> Checker<'a> {
        let shown = self.walked(self.start(hypotheses), observe);
        if let Some(observe) = observe {
            observe(usize::MAX, shown.standing());
        }
        shown
    }
}

/// The explanations of least cost.
#[derive(Default)]
struct Explanations<'a> {
    /// At least one; the walk without a hypothesis first, if it is one of them.
    all: Vec<Checker<'a>>,
    /// Findings that came once there were enough.
    beyond: Vec<Vec<Finding>>,
    /// The walk without a hypothesis, where it costs more.
    without: Option<Checker<'a>>,
    /// The result of that walk.
    glance: Glance,
}

/// The walk that is shown of all explanations of least cost: one that accuses nobody but these, if there is one; the walk without a
/// hypothesis where something that the log does not tell excuses somebody, and with it what that is; otherwise that which accuses the
/// fewest: they differ in the order of things alone.
fn most_certain<'a>(
    mut all: Vec<Checker<'a>>,
    without: Option<Checker<'a>>,
    blamed: &Culprits,
) -> (Checker<'a>, Option<Excuse>) {
    let accused = |walked: &Checker<'_>| {
        let findings = walked.findings().iter();
        findings.filter(|found| !blamed.has(found)).count()
    };
    // A failure that no line shows may have come before a breach that a line shows, or not.
    let hides_a_breach = |walked: &Checker<'_>| {
        let known = Culprits::of(walked.findings());
        let until = without.as_ref().and_then(Checker::deviation);
        let mut shown = without.iter().flat_map(|first| first.findings());
        walked.cost().fails_unseen
            && shown
                .any(|found| found.is_of_a_seat() && Some(found.line) <= until && !known.has(found))
    };
    let is_certain = |walked: &Checker<'_>| {
        !walked.cost().supposes() && accused(walked) == 0 && !hides_a_breach(walked)
    };
    if let Some(at) = all.iter().position(is_certain) {
        return (all.swap_remove(at), None);
    }
    if let Some(excuse) = excuse_of(&all, blamed) {
        let shown = without.unwrap_or_else(|| all.swap_remove(0));
        return (shown, Some(excuse));
    }
    let at = (0..all.len()).rev().min_by_key(|at| accused(&all[*at]));
    (all.swap_remove(at.unwrap_or(0)), None)
}

/// How the game ended in explanations that suppose nothing, and accuse more than these by an answer.
fn other_ends(all: &[Checker<'_>], blamed: &Culprits) -> Vec<Outcome> {
    let by_answer = |found: &Finding| {
        let is_end = matches!(found.culprit, Culprit::Seat(_, FaultKind::Died));
        !blamed.has(found) && !is_end
    };
    let others = all.iter().filter(|walked| {
        walked.cost() == Cost::default() && walked.findings().iter().any(by_answer)
    });
    others.filter_map(Checker::outcome).collect()
}

/// The suppositions of the explanation that has the fewest, of those that excuse somebody.
fn excuse_of(all: &[Checker<'_>], blamed: &Culprits) -> Option<Excuse> {
    let supposed = |walked: &Checker<'_>| {
        let hypotheses = walked.hypotheses().iter();
        hypotheses.filter(|one| one.is_supposed()).count()
    };
    let others = all.iter().filter(|walked| supposed(walked) > 0);
    let best = others.min_by_key(|walked| {
        let findings = walked.findings().iter();
        (
            findings.filter(|found| !blamed.has(found)).count(),
            supposed(walked),
        )
    })?;
    let mut excuse = Excuse::default();
    for one in best.hypotheses() {
        match one {
            Hypothesis::Failed { seat, .. } => excuse.untold = excuse.untold.or(Some(*seat)),
            Hypothesis::Asked { line, .. } => excuse.lacks = excuse.lacks.or(Some(*line)),
            _ => {}
        }
    }
    Some(excuse)
}
