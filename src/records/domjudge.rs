//! DOMjudge's record of an interactive run: blocks of bytes, `[  0.123s/14]>: `, without regard to lines.

use super::ReadError;
use crate::transcript::escape;
use std::ops::Range;

/// True where the first line begins a block.
pub(super) fn is_one(line: &[u8]) -> bool {
    line.get(1)
        .is_some_and(|byte| *byte == b' ' || byte.is_ascii_digit())
        && head(line).is_some()
}

/// Time in milliseconds, number of bytes, whose they are, and the length of what stands before them.
fn head(bytes: &[u8]) -> Option<(u64, u64, u8, usize)> {
    let end = bytes.iter().take(40).position(|&byte| byte == b']')?;
    let inside = std::str::from_utf8(bytes[..end].strip_prefix(b"[")?).ok()?;
    let (time, count) = inside.trim_start().split_once("s/")?;
    let (seconds, thousandths) = time.split_once('.').filter(|(_, rest)| rest.len() == 3)?;
    let ms = seconds.parse::<u32>().ok()? as u64 * 1000 + thousandths.parse::<u64>().ok()?;
    let [side @ (b'<' | b'>'), b':', b' '] = bytes.get(end + 1..end + 4)? else {
        return None;
    };
    Some((ms, count.parse().ok()?, *side, end + 4))
}

/// The length of a marker such as `[  0.041s/0][` or `[  0.050s/0]]`, by which a stream ends; its time is that of the end.
fn marker(bytes: &[u8]) -> Option<usize> {
    let end = bytes.iter().take(40).position(|&byte| byte == b']')?;
    let inside = std::str::from_utf8(bytes[..end].strip_prefix(b"[")?).ok()?;
    let (time, count) = inside.trim_start().split_once("s/")?;
    let is_one =
        time.parse::<f64>().is_ok() && count == "0" && matches!(bytes.get(end + 1)?, b'[' | b']');
    let newline = usize::from(bytes.get(end + 2) == Some(&b'\n'));
    is_one.then_some(end + 2 + newline)
}

/// The bytes before the remark by which DOMjudge says that it did not keep all, where there is one.
fn stored(bytes: &[u8]) -> Option<&[u8]> {
    let start = bytes.len().saturating_sub(100);
    let remark = b"\n[output storage truncated after ";
    let at = bytes[start..]
        .windows(remark.len())
        .rposition(|window| window == remark)?;
    Some(&bytes[..start + at])
}

/// True where the last block has fewer bytes than it says.
fn is_cut_short(rest: &[u8]) -> bool {
    head(rest).map_or(!rest.contains(&b'\n'), |(_, count, _, width)| {
        ((rest.len() - width) as u64) < count
    })
}

/// One side's line, as far as it has come, and where it began.
#[derive(Default)]
struct OpenLine {
    line: Vec<u8>,
    at: Range<usize>,
}

/// The file as a log of seat 0, and the place of each of its lines. Times are those of the pump, so they are not held against limits.
pub(super) fn read(bytes: &[u8]) -> Result<(Vec<u8>, Vec<Range<usize>>), ReadError> {
    let mut log = b"stickler: 1\nclock: own\n".to_vec();
    let mut places = vec![0..0; 2];
    let (mut told, mut said) = (OpenLine::default(), OpenLine::default());
    let (mut at, mut before, mut asked) = (0, 0, 0);
    let (bytes, is_cut) = stored(bytes).map_or((bytes, false), |stored| (stored, true));
    while at < bytes.len() {
        let rest = &bytes[at..];
        if let Some(width) = marker(rest) {
            at += width;
            continue;
        }
        if is_cut && is_cut_short(rest) {
            break;
        }
        let line = rest
            .split(|&byte| byte == b'\n')
            .next()
            .map_or(0, |line| line.len().min(60));
        let wanted = "expected a block such as `[  0.123s/14]>: ` and so many bytes after it";
        let (time, count, side, width) =
            head(rest).ok_or_else(|| ReadError::new(at..at + line, wanted))?;
        if time < before {
            return Err(ReadError::new(
                at..at + width,
                format!("the time goes back, from {before} ms to {time} ms"),
            ));
        }
        let start = at + width;
        // A count can be larger than an address of this machine.
        let end = usize::try_from(count)
            .ok()
            .and_then(|count| start.checked_add(count));
        let end = end.filter(|end| *end <= bytes.len()).ok_or_else(|| {
            let there = bytes.len() - start;
            let why =
                format!("the block has {count} bytes, and the file ends after {there} of them");
            ReadError::new(at..at + width, why)
        })?;
        if bytes.get(end).is_some_and(|byte| *byte != b'\n') {
            return Err(ReadError::new(
                at..at + width,
                format!("no newline follows the block's {count} bytes"),
            ));
        }
        // `>` came from the validator here, and is what the submission reads.
        let from = if side == b'>' { &mut told } else { &mut said };
        for (offset, &byte) in bytes[start..end].iter().enumerate() {
            let place = start + offset;
            if from.line.is_empty() && from.at.is_empty() {
                from.at = place..place;
            }
            if byte != b'\n' {
                from.line.push(byte);
                from.at.end = if from.at.end == place {
                    place + 1
                } else {
                    from.at.end
                };
                continue;
            }
            let line = std::mem::take(from);
            match side {
                b'>' => log.extend([b"0< ", &line.line[..], b"\n"].concat()),
                _ => log.extend(
                    format!("0> {} @{}ms\n", escape(&line.line), time - asked).into_bytes(),
                ),
            }
            places.push(line.at);
        }
        asked = if side == b'>' { time } else { asked };
        (before, at) = (time, end + 1);
    }
    if !said.line.is_empty() {
        log.extend(format!("0! unfinished {}\n", escape(&said.line)).into_bytes());
        places.push(said.at);
    }
    Ok((log, places))
}
