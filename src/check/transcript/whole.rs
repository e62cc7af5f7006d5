//! The check of a whole log: under the parameters that it was played with, and in each way that it can be read.

use super::super::assumed::{self, Wrong};
use super::reading::Reading;
use super::untold::Supposed;
use super::{
    Check, Checked, Culprit, Excuse, Extent, Finding, Judged, Observer, Refused, Standing,
};
use crate::game::Seats;
use crate::games::erased::{AnyGame, AnyReferee};
use crate::params::Settings;
use crate::transcript::Transcript;
use crate::wire::LENGTH;

/// Checks a transcript of this game. `settings` override the header's parameters.
pub fn validate(game: &dyn AnyGame, settings: &Settings, bytes: &[u8]) -> Result<Checked, Refused> {
    let mut checked = as_set(game, settings, bytes)?;
    if !checked.is_out_of_order() {
        return Ok(checked);
    }
    let transcript = Transcript::parse(bytes).map_err(Refused::Header)?;
    let set = settings_of(game, &transcript, settings);
    let wrong = |findings: &[Finding]| {
        let found = findings.iter().find(|found| !found.is_of_a_seat())?;
        Some(Wrong {
            at: found.line,
            breach: found.breach,
        })
    };
    let judge = |way: &Settings, before: &Wrong| {
        // Most numbers change nothing, as the first reading shows.
        let is_word = way
            .0
            .last()
            .is_some_and(|(name, _)| !game.values(name).is_empty());
        let variant = game.with(&set.and(way)).ok()?;
        let mut check = Check::new(&*variant, &transcript, Reading::default());
        check.walk(transcript.body(), usize::MAX, &mut None);
        if !is_word && wrong(&check.findings).is_some_and(|still| !still.is_beyond(before)) {
            return None;
        }
        let other = as_set(game, &settings.and(way), bytes).ok()?;
        Some((
            wrong(&other.findings).filter(|_| other.is_out_of_order()),
            other,
        ))
    };
    let Some(first) = wrong(&checked.findings) else {
        return Ok(checked);
    };
    if let Some((set, other)) = assumed::explains(game, &set, first, judge) {
        checked.certain = checked
            .findings
            .iter()
            .filter(|found| other.certainly_has(found))
            .copied()
            .collect();
        checked.excuse = Some(Excuse {
            untold: other.excuse.and_then(|excuse| excuse.untold),
            set,
        });
        checked.judged = Judged::Unknown;
    }
    Ok(checked)
}

/// Checks a transcript under these parameters, whatever others no document excludes.
pub(crate) fn as_set(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
) -> Result<Checked, Refused> {
    check(game, settings, bytes, usize::MAX, None, false).map(|(checked, _)| checked)
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
        .retain(|(name, _)| is_trusted || assumed::is_assumed(game, name));
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
) -> Result<(Checked, Box<dyn AnyReferee>), Refused> {
    check(game, settings, bytes, until, None, true)
}

/// Checks a transcript in one pass, and shows `see` the standing before each of these lines, in order. A line within a
/// longer message gets the standing after that message; one behind the readable part, the standing at its end.
pub fn walk(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    lines: &[usize],
    see: &mut dyn FnMut(usize, Standing<'_>),
) -> Result<Checked, Refused> {
    let mut wanted = lines.iter().copied().peekable();
    let mut observe = |number: usize, standing: Standing<'_>| {
        while let Some(line) = wanted.next_if(|&line| line <= number) {
            see(line, standing);
        }
    };
    check(game, settings, bytes, usize::MAX, Some(&mut observe), false).map(|(checked, _)| checked)
}

fn check(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    until: usize,
    observe: Option<&mut Observer<'_>>,
    keeps_learned: bool,
) -> Result<(Checked, Box<dyn AnyReferee>), Refused> {
    let whole = check_lines(game, settings, bytes, until, observe, keeps_learned)?;
    let end = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |last| last + 1);
    // A line that is too long is so however it goes on.
    let is_certain = |last: &Finding| last.breach.clause == LENGTH;
    if end == bytes.len() || whole.0.findings.last().is_none_or(is_certain) {
        return Ok(whole);
    }
    // Any other last line may be a part of one: nobody is accused by it.
    let (before, referee) = check_lines(game, settings, &bytes[..end], until, None, keeps_learned)?;
    if (&before.findings, &before.excuse) == (&whole.0.findings, &whole.0.excuse) {
        return Ok(whole);
    }
    let extent = if before.extent == Extent::Cut {
        Extent::Torn
    } else {
        before.extent
    };
    Ok((Checked { extent, ..before }, referee))
}

fn check_lines(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    until: usize,
    mut observe: Option<&mut Observer<'_>>,
    keeps_learned: bool,
) -> Result<(Checked, Box<dyn AnyReferee>), Refused> {
    let transcript = Transcript::parse(bytes).map_err(Refused::Header)?;
    if let Some(name) = transcript
        .header
        .game
        .as_deref()
        .filter(|name| *name != game.name())
    {
        return Err(Refused::Game(name.to_string()));
    }
    let settings = settings_of(game, &transcript, settings);
    let variant = game.with(&settings).map_err(Refused::Settings)?;
    let read = |reading, observe: &mut Option<&mut Observer<'_>>| {
        let mut check = Check::new(&*variant, &transcript, reading);
        if keeps_learned {
            check.referee.keep_learned();
        }
        let end = check.walk(transcript.body(), until, observe);
        (check, end)
    };
    let (mut check, mut end) = read(Reading::default(), &mut observe);
    let (mut excuse, mut certain) = (None, Vec::new());
    // A judge that took notice at once has ended the game there, and may have ended the programs of the others.
    let ended = if check.accuses_more_than_seats() {
        Seats::NONE
    } else {
        check.ended_after_a_stray()
    };
    let is_doubtful = |check: &Check<'_>| check.accuses_more_than_seats() || check.blames(ended);
    if is_doubtful(&check) {
        let mut others = Reading::others(&check, &transcript);
        let mut tried = 0;
        while let Some(reading) = others.get(tried).cloned() {
            tried += 1;
            let (other, other_end) = read(reading.clone(), &mut None);
            if is_doubtful(&other) {
                others.extend(reading.further(&check, &other, &transcript));
                continue;
            }
            // How a seat fails of which the log shows nothing is never told; the end of the game shows that it has.
            let is_told = check
                .seen
                .iter()
                .all(|seat| other.referee.owes(seat).is_none());
            let untold = |supposed: &&Supposed| !is_told || !check.unseen.contains(supposed.seat);
            match reading.supposed.iter().find(untold) {
                None => (check, end) = (other, other_end),
                Some(Supposed { seat, .. }) => {
                    excuse = Some(Excuse {
                        untold: Some(*seat),
                        set: Settings::default(),
                    });
                    certain = other.findings;
                }
            }
            break;
        }
    }
    if let Some(observe) = observe {
        observe(usize::MAX, check.standing());
    }
    let extent = match end {
        None => check.extent(transcript.header.omits_tail),
        Some(Extent::Cut) if transcript.header.omits_tail => Extent::NoTail,
        Some(extent) => extent,
    };
    check.findings.sort_by_key(|finding| finding.line);
    let Check {
        referee,
        findings,
        lines,
        seen,
        unseen,
        ..
    } = check;
    let verdict = referee.verdict().clone();
    let checked = Checked {
        findings,
        extent,
        verdict,
        lines,
        seen,
        excuse,
        certain,
        settings,
        ..Checked::default()
    };
    // Only a log of all seats, to the end of its game, can show that the judge was right.
    let shows_all = extent == Extent::Whole && unseen.is_empty();
    let judged = match checked.excuse {
        Some(_) => Judged::Unknown,
        None if checked.is_broken_by(Culprit::Judge) => Judged::Wrong,
        None if shows_all && !checked.is_broken_by(Culprit::Log) => Judged::Right,
        None => Judged::Unknown,
    };
    Ok((Checked { judged, ..checked }, referee))
}
