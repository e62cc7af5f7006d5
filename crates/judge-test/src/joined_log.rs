//! The logs of several taps as one log.
//!
//! A tap with stamps writes before each part the time when it passed: `# at MICROS`, by a clock that all programs of the
//! machine share. A judge has heard an answer before it tells another seat of it, so the stamps keep cause before effect.

use std::fmt::Write;
use stickler::game::Seat;

/// The mark in front of a stamp.
pub const STAMP: &str = "# at ";

/// How lines of different seats that passed at nearly the same time are put in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// By their stamps.
    Stamps,
    /// By their stamps, but a message to one seat stays together: a tap may read a long message in parts.
    Whole,
}

/// One log of what these taps recorded, each with its seat, as `header` begins it. Lines without a stamp go with the line before.
pub fn joined(header: &str, taps: &[(Seat, &str)], order: Order) -> String {
    let mut parts: Vec<(u64, Vec<&str>)> = Vec::new();
    for (seat, tap) in taps {
        let told = format!("{seat}< ");
        let mut was_told = false;
        let mut last = None;
        // The header ends before the first stamp or line of the seat.
        for line in tap.lines().skip_while(|line| !line.starts_with(STAMP)) {
            if let Some(stamp) = line
                .strip_prefix(STAMP)
                .and_then(|stamp| stamp.parse::<u64>().ok())
            {
                last = Some(stamp);
                continue;
            }
            let is_told = line.starts_with(&told) || line == told.trim_end();
            let stays = last.is_none() || order == Order::Whole && was_told && is_told;
            match parts.last_mut().filter(|_| stays) {
                Some((_, lines)) => lines.push(line),
                None => parts.push((last.unwrap_or(0), vec![line])),
            }
            (last, was_told) = (None, is_told);
        }
    }
    parts.sort_by_key(|(stamp, _)| *stamp);
    let mut log = header.to_string();
    for line in parts.into_iter().flat_map(|(_, lines)| lines) {
        // A text can always be written to.
        let _ = writeln!(log, "{line}");
    }
    log
}

/// The log of a tap with the times that a judge may have measured: the tap's own and a quarter more, up to half a second, for the
/// judge's clock starts earlier and stops later. The longest of them grows by `held_up`, in milliseconds. An ask that was never answered lasts until
/// `over`, a stamp.
pub fn timed(seat: Seat, tap: &str, over: u64, held_up: u64) -> String {
    let lines: Vec<Timed<'_>> = timed_lines(seat, tap, over);
    let longest = lines.iter().filter_map(|line| line.millis).max();
    let mut log = String::new();
    for Timed { text, millis } in lines {
        let more = if millis == longest { held_up } else { 0 };
        let _ = match millis {
            Some(millis) => {
                let most = millis + (millis / 4).min(QUARTER) + MEASURED + more;
                writeln!(log, "{text} @{most}ms")
            }
            None => writeln!(log, "{text}"),
        };
    }
    log
}

/// The log of a tap without the times of its answers, and without the end of its bot: the judge may have ended it.
pub fn untimed(seat: Seat, tap: &str) -> String {
    let (answer, event) = (format!("{seat}> "), format!("{seat}! "));
    let text = |line: &'_ str| match line.rsplit_once(" @").filter(|_| line.starts_with(&answer)) {
        Some((answer, _)) => format!("{answer}\n"),
        None => format!("{line}\n"),
    };
    tap.lines()
        .filter(|line| !line.starts_with(&event))
        .map(text)
        .collect()
}

/// The log of a tap, where a part of a line that was never ended counts as an answer.
pub fn with_half_lines(seat: Seat, tap: &str) -> String {
    let half = format!("{seat}! unfinished ");
    let line = |line: &str| match line.strip_prefix(&half) {
        Some(answer) => format!("{seat}> {answer}\n"),
        None => format!("{line}\n"),
    };
    untimed(seat, &tap.lines().map(line).collect::<String>())
}

/// The log of a tap with the shortest times that a judge may have measured, and without the end of its bot. A judge may measure less
/// than a tap: so many milliseconds once, and for each answer.
pub fn shortest(seat: Seat, tap: &str, [once, each]: [u64; 2]) -> String {
    let (said, event) = (format!("{seat}> "), format!("{seat}! "));
    let mut less = once;
    let line = |line: &str| {
        let time = line.rsplit_once(" @").filter(|_| line.starts_with(&said));
        let millis = time.and_then(|(_, time)| time.strip_suffix("ms")?.parse::<u64>().ok());
        match time.zip(millis) {
            Some(((answer, _), millis)) => {
                let took = millis.saturating_sub(std::mem::take(&mut less) + each);
                format!("{answer} @{took}ms\n")
            }
            None => format!("{line}\n"),
        }
    };
    let lines = tap.lines().filter(|line| !line.starts_with(&event));
    lines.map(line).collect()
}

/// The most milliseconds that a quarter of an answer's time counts for.
const QUARTER: u64 = 500;

/// How many milliseconds a judge may measure more than a tap, for any answer.
pub const MEASURED: u64 = 20;

/// A line of a tap's log without its time, and the milliseconds that its tap measured for it.
struct Timed<'a> {
    text: std::borrow::Cow<'a, str>,
    millis: Option<u64>,
}

fn timed_lines(seat: Seat, tap: &str, over: u64) -> Vec<Timed<'_>> {
    let (said, told, event) = (
        format!("{seat}> "),
        format!("{seat}< "),
        format!("{seat}! "),
    );
    let (mut stamp, mut asked) = (None, None);
    let mut lines = Vec::new();
    for line in tap.lines() {
        let mut timed = Timed {
            text: line.into(),
            millis: None,
        };
        if let Some(at) = line
            .strip_prefix(STAMP)
            .and_then(|at| at.parse::<u64>().ok())
        {
            stamp = Some(at);
        } else if line.starts_with(&told) {
            asked = stamp;
        } else if line.starts_with(&said) {
            asked = None;
            if let Some((answer, time)) = line.rsplit_once(" @") {
                let millis = time.strip_suffix("ms").and_then(|time| time.parse().ok());
                timed = Timed {
                    text: if millis.is_some() {
                        answer.into()
                    } else {
                        line.into()
                    },
                    millis,
                };
            }
        } else if line.starts_with(&event) && asked.is_some() {
            break;
        }
        lines.push(timed);
    }
    let millis = asked.map(|since| over.saturating_sub(since) / 1000);
    lines.extend(millis.map(|millis| Timed {
        text: format!("{event}silent").into(),
        millis: Some(millis),
    }));
    lines
}

/// The stamp of the first event of a seat's bot: its end, as its tap saw it.
pub fn ended_at(seat: Seat, tap: &str) -> Option<u64> {
    let event = format!("{seat}! ");
    let mut stamp = None;
    for line in tap.lines() {
        match line.strip_prefix(STAMP) {
            Some(at) => stamp = at.parse().ok(),
            None if line.starts_with(&event) => return stamp,
            None => {}
        }
    }
    None
}

/// The longest time in which nothing passed any of these taps until `over`, in milliseconds: no answer can have taken longer by the judge's clock.
pub fn longest_gap(taps: &[(Seat, &str)], over: u64) -> u64 {
    let stamp = |line: &str| {
        line.strip_prefix(STAMP)
            .and_then(|at| at.parse::<u64>().ok())
    };
    let mut stamps: Vec<u64> = taps
        .iter()
        .flat_map(|(_, tap)| tap.lines().filter_map(stamp))
        .collect();
    stamps.push(over);
    stamps.sort_unstable();
    stamps
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .max()
        .unwrap_or(0)
        / 1000
}
