//! The logs of several taps as one log.
//!
//! A tap with stamps writes before each part the time when it passed: `# at MICROS`, by a clock that all programs of the
//! machine share. A judge has heard an answer before it tells another seat of it, so the stamps keep cause before effect.

use crate::game::Seat;
use std::fmt::Write;

/// What stands in front of a stamp.
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
            if let Some(stamp) = line.strip_prefix(STAMP).and_then(|stamp| stamp.parse::<u64>().ok()) {
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
