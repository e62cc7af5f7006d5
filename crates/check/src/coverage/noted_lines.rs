//! The file that the variable `STICKLER_COVERAGE` names: a program notes there what of it runs.
//!
//! A line `FILE:NUMBER` is a line of its source that ran. `all FILE:1-5,7` lists the lines that have code. Any other text is a
//! point of the program's own. A last line without its newline was being written when the program was ended.

use super::ran::Ran;
use std::collections::BTreeSet;

/// The most lines of a file of source.
const MOST: u32 = 1_000_000;

/// Adds what a program has noted.
pub(super) fn read(text: &str, ran: &mut Ran) {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    for line in whole.lines().filter(|line| !line.is_empty()) {
        let all = line
            .strip_prefix("all ")
            .and_then(|line| line.rsplit_once(':'));
        if let Some((file, numbers)) = all {
            let lines = ran.files.entry(file.into()).or_default();
            lines.all.extend(listed(numbers));
            continue;
        }
        let at = line.rsplit_once(':');
        match at.and_then(|(file, at)| Some((file, at.parse().ok()?))) {
            Some((file, number)) => ran.line(file, number),
            None => ran.point(line),
        }
    }
}

/// The numbers of a list such as `1-5,7`.
fn listed(text: &str) -> BTreeSet<u32> {
    let range = |part: &str| {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        Some(from.parse::<u32>().ok()?..=to.parse::<u32>().ok()?.min(MOST))
    };
    text.split(',').filter_map(range).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_notes_lines_and_whatever_else_it_likes() {
        let mut ran = Ran::default();
        read(
            "all bot.py:1-3,5\nbot.py:1\nbot.py:3\nbot.py:1>3\n17\nbot.p",
            &mut ran,
        );
        let lines = &ran.files["bot.py"];
        assert_eq!(lines.never_ran().collect::<Vec<_>>(), [2, 5]);
        assert_eq!((ran.files.len(), ran.points.len()), (1, 4));
    }

    #[test]
    fn whatever_a_program_writes_is_read() {
        for text in [
            "",
            "\n",
            ":",
            "all :\n",
            "all x:9-1,a,-,4294967295-4294967295\n",
            "all x:0-4294967295\n",
            "x:99999999999\n",
        ] {
            read(text, &mut Ran::default());
        }
    }
}
