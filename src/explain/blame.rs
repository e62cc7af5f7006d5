//! Who is to blame, by everything that explains a file equally well. The rule is in `spec/log.md`.

use super::{Checked, Culprit, Either, Excuse, Finding, Glance};
use crate::finding::{Cost, Note, options};
use crate::game::Outcome;
use crate::params::Settings;
use crate::two_streams::Rejoined;
use std::collections::BTreeMap;

/// Who is blamed for each place.
#[derive(Default)]
pub(crate) struct Culprits {
    places: BTreeMap<usize, Vec<Culprit>>,
    judge: bool,
    log: bool,
}

impl Culprits {
    pub(crate) fn of<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Culprits {
        let mut culprits = Culprits::default();
        findings.into_iter().for_each(|found| culprits.add(found));
        culprits
    }

    fn add(&mut self, finding: &Finding) {
        self.places
            .entry(finding.place)
            .or_default()
            .push(finding.culprit);
        self.judge |= finding.culprit == Culprit::Judge;
        self.log |= finding.culprit == Culprit::Log;
    }

    /// True where the same one is blamed for the same place, whatever it is called.
    pub(crate) fn has(&self, finding: &Finding) -> bool {
        let own = self.places.get(&finding.place);
        own.is_some_and(|own| own.iter().any(|own| own.is_same(finding.culprit)))
    }

    /// True where a seat may be accused of this; the judge and the file may be blamed for any place.
    pub(crate) fn accuse(&self, finding: &Finding) -> bool {
        match finding.culprit {
            Culprit::Judge => self.judge,
            Culprit::Log => self.log,
            Culprit::Seat(..) => self.has(finding),
        }
    }
}

/// The findings that all of these have, the first of them told as it has them. `None`: there are none.
pub(crate) fn common<'f>(all: impl IntoIterator<Item = &'f [Finding]>) -> Option<Vec<Finding>> {
    let mut all = all.into_iter();
    let first = all.next()?;
    let others: Vec<Culprits> = all.map(Culprits::of).collect();
    let in_all = |found: &&Finding| others.iter().all(|other| other.has(found));
    let mut blamed: Vec<Finding> = first.iter().filter(in_all).copied().collect();
    // All blame the judge, if not for the same place.
    let is_of_judge = |found: &&Finding| found.culprit == Culprit::Judge;
    if !blamed.iter().any(|found| is_of_judge(&found))
        && let Some(own) = first.iter().find(is_of_judge)
        && others.iter().all(|other| other.judge)
    {
        blamed.push(*own);
    }
    Some(blamed)
}

/// A file under one set of parameters, explained.
pub(crate) struct World {
    pub(crate) checked: Checked,
    /// The least that an explanation costs.
    pub(crate) cost: Cost,
    /// The findings that every explanation of least cost has.
    blamed: Vec<Finding>,
    /// Who is blamed by them.
    culprits: Culprits,
    /// The position of the first deviation. After it a world says nothing of a seat.
    until: usize,
    /// In it the file stops before the end of the game, and does not say that it omits a tail.
    stops: bool,
    /// The order in which a log of two streams was read, where that is not its own.
    pub(crate) joined: Option<Rejoined>,
    /// The result of the walk without hypotheses, where it is known.
    pub(crate) glance: Option<Glance>,
}

impl World {
    /// A world of what was found, of what every explanation of least cost has of it, and of that cost; `stops` as above.
    pub(crate) fn new(
        checked: Checked,
        blamed: Vec<Finding>,
        cost: Cost,
        stops: bool,
        joined: Option<Rejoined>,
    ) -> World {
        let mut world = World {
            culprits: Culprits::of(&blamed),
            until: usize::MAX,
            checked,
            cost,
            blamed,
            stops,
            joined,
            glance: None,
        };
        if let Some(found) = world.deviation() {
            world.until = world.position(found);
        }
        world
    }

    /// This world of a log that was read in another order than its own, with what was found at the lines of the file.
    pub(crate) fn put_back(self, joined: Rejoined) -> World {
        let World {
            mut checked,
            mut blamed,
            ..
        } = self;
        let all = checked.findings.iter_mut().chain(&mut checked.certain);
        for found in all.chain(&mut blamed) {
            *found = super::place(*found, &joined);
        }
        checked.findings.sort_by_key(|found| found.line);
        if let Some(line) = (checked.excuse.as_mut()).and_then(|excuse| excuse.lacks.as_mut()) {
            *line = joined.line(*line);
        }
        for one in &mut checked.hypotheses {
            one.place(|line| joined.line(line));
        }
        let glance = self.glance.map(|glance| super::glance_at(glance, &joined));
        let world = World::new(checked, blamed, self.cost, self.stops, Some(joined));
        World { glance, ..world }
    }

    /// Nobody is accused.
    pub(crate) fn is_clean(&self) -> bool {
        self.cost == Cost::default() && self.blamed.is_empty() && self.checked.findings.is_empty()
    }

    /// Where the thing found stands in what was read. What is found of the whole game stands after all of it.
    fn position(&self, finding: &Finding) -> usize {
        if finding.line == 0 && finding.at.is_some() {
            return usize::MAX;
        }
        let at = |joined: &Rejoined| joined.lines.iter().position(|own| *own == finding.place);
        let at = self.joined.as_ref().and_then(at);
        at.map_or(finding.place, |at| at + 1)
    }

    /// The findings against the judge or the file, whatever explains the rest.
    fn deviations(&self) -> impl Iterator<Item = &Finding> {
        let blamed = self.blamed.iter();
        blamed.filter(|found| !found.is_of_a_seat())
    }

    /// The first of them.
    pub(crate) fn deviation(&self) -> Option<&Finding> {
        self.deviations().next()
    }

    /// The error of the judge or the file, also where the explanations do not agree about it.
    pub(crate) fn error(&self) -> Option<&Finding> {
        let mut shown = self.checked.findings.iter();
        let shown = shown.find(|found| !found.is_of_a_seat() && self.cost.deviations > 0);
        self.deviation().or(shown)
    }

    /// True where the judge or the file is wrong at the place of this finding, or before it.
    pub(crate) fn is_wrong_until(&self, finding: &Finding) -> bool {
        let at = self.position(finding);
        let mut errors = self.deviations().chain(self.error());
        errors.any(|own| self.position(own) <= at)
    }

    /// True where it leads further than this other one, or finds something else up to its first deviation.
    pub(crate) fn explains_more_than(&self, other: &World) -> bool {
        let early = |world: &World| {
            let found = world.checked.findings.iter();
            let early = found.filter(|found| world.position(found) <= other.until);
            early
                .map(|found| (found.place, found.culprit))
                .collect::<Vec<_>>()
        };
        self.until > other.until || early(self) != early(other)
    }

    /// The position of that line; after all of them where there is none.
    pub(crate) fn until(&self) -> usize {
        self.until
    }

    /// How the game ended in it, as far as that is known.
    fn outcome(&self) -> Option<Outcome> {
        self.checked.verdict.outcome
    }

    /// The cost; of equal costs a world in which the game comes to its end goes first.
    pub(crate) fn rank(&self) -> (usize, bool) {
        (self.cost.sum(), self.stops)
    }

    /// The rank of the best of these worlds and this one.
    pub(crate) fn least(&self, others: &[(Settings, World)]) -> (usize, bool) {
        let others = others.iter().map(|(_, other)| other.rank());
        others.fold(self.rank(), std::cmp::Ord::min)
    }

    fn blames(&self, finding: &Finding) -> bool {
        self.culprits.accuse(finding)
    }

    /// False after its first deviation. What it says of the judge and of the file it says anywhere.
    fn speaks(&self, finding: &Finding) -> bool {
        !finding.is_of_a_seat() || self.position(finding) <= self.until
    }

    /// True where somebody is wrong in it: the judge, the file, or a seat that the usual world blames too.
    fn errs(&self, usual: &World) -> bool {
        let mut blamed = self.blamed.iter();
        self.deviation().is_some() || blamed.any(|found| usual.culprits.has(found))
    }
}

/// The first of these ends of a game, if each of them names the same winner.
pub(crate) fn agreed(outcomes: impl IntoIterator<Item = Option<Outcome>>) -> Option<Outcome> {
    let mut outcomes = outcomes.into_iter();
    let first = outcomes.next().flatten()?;
    outcomes.all(|other| is_same(first, other)).then_some(first)
}

/// True where both name the same winner, or give one seat that plays alone the same points.
fn is_same(first: Outcome, other: Option<Outcome>) -> bool {
    match first.points() {
        [_] => other == Some(first),
        _ => other.is_some_and(|other| other.winner() == first.winner()),
    }
}

/// The findings of the usual world, beside those of others. A finding is certain if every world of least cost that speaks of
/// its place has it, and, where it is of a seat, if the usual world has it too.
pub(crate) fn among(usual: World, others: Vec<(Settings, World)>) -> Checked {
    let least = usual.least(&others);
    let is_usual_one = usual.rank() == least;
    let others: Vec<_> = others
        .into_iter()
        .filter(|(_, other)| other.rank() == least)
        .collect();
    if others.is_empty() {
        return usual.checked;
    }
    // Nobody is accused, so nobody is to be excused.
    if usual.blamed.is_empty() && usual.checked.findings.is_empty() {
        return match is_usual_one {
            true => usual.checked,
            false => by_less(usual, &others),
        };
    }
    let worlds = || others.iter().map(|(_, other)| other);
    let of_others = worlds().flat_map(|other| &other.blamed);
    let (mut blamed, mut culprits): (Vec<Finding>, _) = (Vec::new(), Culprits::default());
    for finding in usual.blamed.iter().chain(of_others) {
        let is_usual = match finding.is_of_a_seat() {
            true => usual.blames(finding),
            false => !is_usual_one || usual.blames(finding),
        };
        let spoken =
            usual.speaks(finding) && is_usual_one || worlds().any(|other| other.speaks(finding));
        // Where no world speaks of it, each has to blame all the same.
        let is_certain = is_usual
            && worlds().all(|other| other.blames(finding) || spoken && !other.speaks(finding));
        // The judge is one culprit, and so is the file: what the usual world says of them goes before what others say.
        let is_new = match finding.is_of_a_seat() {
            false if usual.blamed.contains(finding) => !blamed.contains(finding),
            _ => !culprits.accuse(finding),
        };
        if is_certain && is_new {
            blamed.push(*finding);
            culprits.add(finding);
        }
    }
    let mut checked = usual.checked.clone();
    // A winner is named where every world that counts names the same.
    let counts = is_usual_one.then_some(&usual);
    let agreed = agreed({ counts.into_iter().chain(worlds()) }.map(World::outcome));
    // Its points are those of the usual values.
    let of_usual = usual.outcome();
    let is_usual = |agreed: &Outcome| is_same(*agreed, of_usual);
    checked.verdict.outcome = if agreed.is_some_and(|agreed| is_usual(&agreed)) {
        of_usual
    } else {
        agreed
    };
    let findings = &mut checked.findings;
    let shown = Culprits::of(&*findings);
    let more = blamed.iter().filter(|found| !shown.accuse(found));
    let more: Vec<Finding> = more.copied().collect();
    if !more.is_empty() {
        findings.extend(more);
        findings.sort_by_key(|finding| finding.place);
    }
    let is_shown = |culprit: Culprit| {
        let mut own = findings.iter().filter(|found| found.culprit == culprit);
        own.any(|found| blamed.contains(found))
    };
    let is_certain = |found: &&Finding| match found.is_of_a_seat() {
        false if is_shown(found.culprit) => blamed.contains(found),
        _ => culprits.accuse(found),
    };
    let (certain, doubtful): (Vec<&Finding>, Vec<&Finding>) = findings.iter().partition(is_certain);
    let blamed: Vec<Finding> = certain.into_iter().copied().collect();
    if doubtful.is_empty() {
        checked.excuse = None;
        checked.certain = match checked.is_open {
            true => blamed,
            false => Vec::new(),
        };
        return checked;
    }
    // A value excuses if nothing is wrong with the judge and the file under it, but what is wrong in any case.
    let differs = |other: &World| doubtful.iter().any(|found| !other.blames(found));
    let excuses =
        |other: &World| other.deviations().all(|found| culprits.accuse(found)) && differs(other);
    let is_wrong = |world: &World| !world.blamed.is_empty();
    let all_err =
        blamed.is_empty() && worlds().all(is_wrong) && (is_wrong(&usual) || !is_usual_one);
    let excusing = worlds().position(excuses).filter(|_| !all_err);
    let open = || worlds().position(|other| !other.errs(&usual) && !all_err);
    if let Some(at) = excusing {
        if checked.excuse.is_none() || !is_usual_one {
            checked.excuse = Some(excuse_by(&others[at]));
        }
    } else if let Some(at) = open() {
        let of_usual = checked.excuse.take().filter(|_| is_usual_one);
        checked.excuse = of_usual.or_else(|| Some(excuse_by(&others[at])));
    } else if checked.excuse.is_none() || !is_usual_one {
        // Somebody is wrong in each of them, and they do not agree who.
        let other = worlds().position(differs).unwrap_or(0);
        let (set, other) = &others[other];
        checked.excuse = None;
        let mut new = other.blamed.iter().filter(|found| !usual.blames(found));
        let found = other.deviation().or_else(|| new.next());
        checked.either = found.or(other.blamed.first()).map(|found| Either {
            set: set.clone(),
            finding: *found,
        });
    }
    checked.certain = blamed;
    checked
}

/// Nobody is accused, and under these values less must have gone wrong than under the usual ones: the first of them that accuses
/// nobody either is shown, and who won where they all agree on it.
fn by_less(usual: World, others: &[(Settings, World)]) -> Checked {
    let best = others.iter().find(|(_, other)| other.is_clean());
    let shown = best.map_or(&usual, |(_, other)| other);
    let is_agreed = others
        .iter()
        .all(|(_, other)| other.outcome() == shown.outcome());
    let mut checked = shown.checked.clone();
    checked.verdict.outcome = shown.outcome().filter(|_| is_agreed);
    if let Some((set, _)) = best {
        let values = options(set);
        checked.notes.push(Note::ReadWith { values });
    }
    checked
}

/// These values, and what else excuses somebody under them.
fn excuse_by((set, world): &(Settings, World)) -> Excuse {
    Excuse {
        set: set.clone(),
        ..world.checked.excuse.clone().unwrap_or_default()
    }
}
