//! What Node wrote to the folder that `NODE_V8_COVERAGE` names: ranges of the program's text, and how often each ran.

use super::ran::{Lines, Ran};
use serde::Deserialize;
use std::path::Path;

/// A file of that folder.
#[derive(Deserialize)]
struct Report {
    result: Vec<Script>,
}

/// A script that was loaded.
#[derive(Deserialize)]
struct Script {
    url: String,
    functions: Vec<Function>,
}

#[derive(Deserialize)]
struct Function {
    /// The whole function first, then parts of it that ran another number of times.
    ranges: Vec<Range>,
}

/// A part of a text, in units of UTF-16.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Range {
    start_offset: usize,
    end_offset: usize,
    count: u64,
}

/// Adds the scripts of a report that are the program's own.
pub(super) fn read(json: &[u8], ran: &mut Ran) {
    let Ok(report) = serde_json::from_slice::<Report>(json) else {
        return;
    };
    for script in report.result {
        let path = script.url.strip_prefix("file://").map(Path::new);
        let is_own = |path: &&Path| path.iter().all(|part| part != "node_modules");
        if let Some(path) = path.filter(is_own) {
            add(&script, path, ran);
        }
    }
}

fn add(script: &Script, path: &Path, ran: &mut Ran) {
    let ranges: Vec<Range> = script
        .functions
        .iter()
        .flat_map(|of| of.ranges.clone())
        .collect();
    for range in ranges.iter().filter(|range| range.count > 0) {
        ran.point((&script.url, range.start_offset, range.end_offset));
    }
    let Ok(text) = std::fs::read_to_string(path) else {
        return;
    };
    let here = std::env::current_dir().unwrap_or_default();
    let name = path
        .strip_prefix(here)
        .unwrap_or(path)
        .display()
        .to_string();
    let lines = lines(&text, &ranges);
    lines.ran.iter().for_each(|line| ran.line(&name, *line));
    ran.files.entry(name).or_default().all.extend(lines.all);
}

/// The lines with code: of each the innermost range around its first character says whether it ran.
fn lines(text: &str, ranges: &[Range]) -> Lines {
    let (mut lines, mut begin) = (Lines::default(), 0);
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let code = line.trim_start();
        let blank = line.len() - code.len();
        let at = begin + line[..blank].encode_utf16().count();
        begin += line.encode_utf16().count();
        if !has_code(code.trim_end()) {
            continue;
        }
        lines.all.insert(number);
        let around = ranges
            .iter()
            .filter(|range| (range.start_offset..range.end_offset).contains(&at));
        let innermost = around.min_by_key(|range| range.end_offset - range.start_offset);
        if innermost.is_some_and(|range| range.count > 0) {
            lines.ran.insert(number);
        }
    }
    lines
}

/// False for a blank line, a comment, and a line that only closes something.
fn has_code(line: &str) -> bool {
    let is_comment = ["//", "/*", "*"]
        .iter()
        .any(|begin| line.starts_with(begin));
    !is_comment && line.chars().any(char::is_alphanumeric)
}
