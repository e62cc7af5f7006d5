//! The logs that honest judges, taps and editors could have written of one match.

use super::matches::{Dice, Happened, Match, Way};
use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::two_streams::{Streams, interleaved};

/// What was done to a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// Lines of different seats stand in another order that cause and effect allow.
    Order,
    /// How programs ended is not told.
    EndsUntold,
    /// How programs ended stands at the end.
    EndsLate,
    /// No answer has a time.
    Untimed,
    /// Some answers have no time.
    SomeUntimed,
    /// The times were taken beside the program.
    OwnClock,
    /// The lines of one seat alone.
    OneSeat,
    /// Comments, blank lines, a byte order mark, line ends of another system.
    Dressed,
    /// Lines of the handshake are missing.
    NoHead,
    /// It is cut at some byte.
    Cut,
    /// It is cut at some byte, and says so.
    NoTail,
    /// Lines are missing in the middle.
    Hole,
    /// The numbers that no document gives are not told.
    Unset,
    /// Blokus: the judge lists another code of the single square, and the programs answer with it.
    OtherCodes,
    /// What one seat read and what it wrote, apart from each other.
    TwoStreams,
}

impl Change {
    pub(crate) const ALL: [Change; 15] = [
        Change::Order,
        Change::EndsUntold,
        Change::EndsLate,
        Change::Untimed,
        Change::SomeUntimed,
        Change::OwnClock,
        Change::OneSeat,
        Change::Dressed,
        Change::NoHead,
        Change::Cut,
        Change::NoTail,
        Change::Hole,
        Change::Unset,
        Change::OtherCodes,
        Change::TwoStreams,
    ];

    /// True where not all times are told.
    pub(crate) fn loses_times(self) -> bool {
        matches!(
            self,
            Change::Untimed | Change::SomeUntimed | Change::OwnClock | Change::TwoStreams
        )
    }

    /// True where nothing is lost that shows who is to blame.
    pub(crate) fn keeps_blame(self) -> bool {
        matches!(self, Change::Order | Change::Dressed | Change::OtherCodes)
    }
}

/// The parameters that a log tells, with those that no document gives or without them.
fn told(of: &Match, unset: bool) -> Settings {
    let is_told = |(name, _): &&(String, String)| !unset || !of.assumed.contains(&name.as_str());
    of.settings.0.iter().filter(is_told).cloned().collect()
}

/// The log of a match after these changes.
pub(crate) fn log_of(of: &Match, changes: &[Change], dice: &mut Dice<'_>) -> Vec<u8> {
    let has = |change| changes.contains(&change);
    if has(Change::TwoStreams) {
        let told = told(of, has(Change::Unset));
        return two_streams(of, &told, has(Change::Cut), has(Change::Dressed), dice);
    }
    let mut header = format!("stickler: 1\ngame: {}\n", of.game);
    let told = told(of, has(Change::Unset));
    if !told.0.is_empty() {
        header += &format!("set: {told}\n");
    }
    let mut all = of.all.clone();
    if has(Change::Order) {
        all = reordered(&all, of.seats, dice);
    }
    if has(Change::OtherCodes) {
        all.iter_mut()
            .for_each(|line| line.text = line.text.replace("A001", "A031"));
    }
    if has(Change::NoHead) {
        let from = dice.below(of.greeting + 1).min(all.len());
        all.drain(..from);
    }
    if has(Change::EndsUntold) {
        all.retain(|line| !line.is_end);
    }
    if has(Change::EndsLate) {
        let (ends, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|line| line.is_end);
        all = rest.into_iter().chain(ends).collect();
    }
    for line in all.iter_mut().filter(|line| line.way == Way::Said) {
        let is_untimed = has(Change::Untimed) || has(Change::SomeUntimed) && dice.once_in(2);
        if let Some((text, _)) = line
            .text
            .rsplit_once(" @")
            .filter(|_| is_untimed || has(Change::OwnClock))
        {
            let own = dice.below(60);
            line.text = if is_untimed {
                format!("{text}\n")
            } else {
                format!("{text} @{own}ms\n")
            };
        }
    }
    if has(Change::OneSeat) {
        let seat = Seat(dice.below(of.seats) as u8);
        all.retain(|line| line.seat == seat);
        header += &format!("seats: {seat}\n");
    }
    if has(Change::OwnClock) {
        header += "clock: own\n";
    }
    let omits: Vec<&str> = [(Change::NoHead, "head"), (Change::NoTail, "tail")]
        .into_iter()
        .filter(|(change, _)| has(*change))
        .map(|(_, word)| word)
        .collect();
    if !omits.is_empty() {
        header += &format!("omits: {}\n", omits.join(" "));
    }
    let mut lines: Vec<String> = all
        .iter()
        .flat_map(|line| line.text.lines())
        .map(str::to_string)
        .collect();
    if has(Change::Hole) && !lines.is_empty() {
        let from = dice.below(lines.len());
        let to = from + 1 + dice.below(lines.len() - from);
        lines.splice(from..to.min(lines.len()), ["...".to_string()]);
    }
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut text = header.into_bytes();
    let mut body = body.into_bytes();
    if has(Change::Dressed) {
        (text, body) = (dressed(&text, true, dice), dressed(&body, false, dice));
    }
    if has(Change::Cut) || has(Change::NoTail) {
        body.truncate(dice.below(body.len() + 1));
    }
    [text, body].concat()
}

/// The log that is made of what a seat read and what it wrote, each of which may be cut at any byte. What it read may have the
/// line ends of another system.
fn two_streams(
    of: &Match,
    given: &Settings,
    is_cut: bool,
    is_dressed: bool,
    dice: &mut Dice<'_>,
) -> Vec<u8> {
    let seat = Seat(dice.below(of.seats) as u8);
    let mut stream = |way: Way| {
        let own = of
            .all
            .iter()
            .filter(|line| line.seat == seat && line.way == way);
        let lines = own
            .flat_map(|line| line.text.lines())
            .map(|line| line.get(3..).unwrap_or_default());
        let untimed = lines.map(|line| line.rsplit_once(" @").map_or(line, |(text, _)| text));
        let end = if is_dressed && way == Way::Told {
            "\r\n"
        } else {
            "\n"
        };
        let mut bytes: Vec<u8> = untimed
            .flat_map(|line| format!("{line}{end}").into_bytes())
            .collect();
        if is_cut {
            bytes.truncate(dice.below(bytes.len() + 1));
        }
        bytes
    };
    let (told, said) = (stream(Way::Told), stream(Way::Said));
    let omits = if is_cut { "tail" } else { "" };
    let streams = Streams {
        seat: Some(seat),
        told: &told,
        said: &said,
        omits,
    };
    interleaved(GAMES.find(of.game).expect("a game"), given, streams)
        .expect("streams")
        .into_bytes()
}

/// The same lines in another order: those of a seat stay in theirs, and none stands before what it follows from.
fn reordered(all: &[Happened], seats: usize, dice: &mut Dice<'_>) -> Vec<Happened> {
    let mut left: Vec<Vec<usize>> = vec![Vec::new(); seats];
    (0..all.len())
        .rev()
        .for_each(|at| left[all[at].seat.index()].push(at));
    let mut done = vec![false; all.len()];
    let mut order = Vec::new();
    while order.len() < all.len() {
        let ready = |at: &usize| {
            let is_done = |other: usize| done[other] || all[other].way == Way::Told;
            let follows = all[*at].cause.is_none_or(|cause| (0..=cause).all(is_done));
            // A fault comes after every fact before it.
            let is_fault = all
                .iter()
                .any(|line| line.way != Way::Told && line.cause == Some(*at));
            let before = all[..*at]
                .iter()
                .zip(&done)
                .all(|(line, done)| *done || line.way == Way::Told);
            follows && (!is_fault || before)
        };
        let next: Vec<usize> = left
            .iter()
            .filter_map(|own| own.last().copied().filter(ready))
            .collect();
        let mut sorted = next;
        sorted.sort_unstable();
        let at = sorted[dice.below(sorted.len())];
        done[at] = true;
        left[all[at].seat.index()].pop();
        order.push(all[at].clone());
    }
    order
}

fn dressed(text: &[u8], is_head: bool, dice: &mut Dice<'_>) -> Vec<u8> {
    let end: &[u8] = if dice.once_in(2) { b"\r\n" } else { b"\n" };
    let mut bytes = if is_head && dice.once_in(2) {
        b"\xef\xbb\xbf".to_vec()
    } else {
        Vec::new()
    };
    for line in text
        .split_inclusive(|&byte| byte == b'\n')
        .map(|line| line.trim_ascii_end())
    {
        let more: &[u8] = [&b""[..], b"", b"", b"# a comment", b"   ", b"\t"][dice.below(6)];
        if !is_head && !more.is_empty() {
            bytes.extend([more, end].concat());
        }
        bytes.extend([line, end].concat());
    }
    bytes
}
