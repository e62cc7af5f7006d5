//! The converters of `examples/converters/`: the log that each writes of a file gets the verdict that its moves deserve, and a file
//! that cannot be converted is refused at its place.

use crate::support::files::{root, scratch, text};
use crate::support::programs::{STICKLER, example, python};
use crate::support::record_files::changed;
use crate::support::trials::{named, usual_if};
use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const FORMATS: [&str; 3] = ["psq", "sgf", "blksgf"];

pub(crate) fn tests() -> Vec<Trial> {
    let tool = python().filter(|python| is_new_enough(python));
    if tool.is_none() {
        println!("skipped: the converters: there is no python3 of version 3.9 or later here");
    }
    let mut trials = Vec::new();
    for format in FORMATS {
        let folder = root().join("fixtures/converters").join(format);
        let table: Value = serde_json::from_str(&text(&folder.join("twins.json"))).expect("JSON");
        for (at, row) in table
            .as_array()
            .expect("a list")
            .clone()
            .into_iter()
            .enumerate()
        {
            let name = row["name"].as_str().or(row["file"].as_str());
            let name = format!("converters::{format}::{}", name.expect("a name"));
            let (tool, folder) = (tool.clone(), folder.clone());
            let is_missing = tool.is_none();
            let hold = move || match &tool {
                Some(python) => holds(python, format, &folder, &row),
                None => Ok(()),
            };
            let trial = named(&name, hold).with_ignored_flag(is_missing);
            // Every fifth by default: what turns a converter red mostly turns each of its files red.
            trials.push(usual_if(is_missing || at % 5 == 0, trial));
        }
    }
    trials
}

fn is_new_enough(python: &Path) -> bool {
    let asks = "import sys; sys.exit(sys.version_info < (3, 9))";
    let status = Command::new(python).args(["-c", asks]).status();
    status.is_ok_and(|status| status.success())
}

/// Converts a file and checks its log; each key of the row says what must come.
fn holds(python: &PathBuf, format: &str, folder: &Path, row: &Value) -> Result<(), Failed> {
    let file = row["of"].as_str().or(row["file"].as_str());
    let whole = text(&folder.join(file.expect("a file")));
    let bytes = changed(&whole, row);
    let scratch = scratch(&format!("converted-{format}"));
    std::fs::write(scratch.join("it"), bytes)?;
    let program = example(&format!("converters/{format}_to_log.py"));
    let mut command = Command::new(python);
    command.arg("-B").arg(program).arg("it");
    if let Some(game) = row["game"].as_str() {
        command.args(["--game", game]);
    }
    let converted = command.current_dir(&scratch).output()?;
    let (log, said) = (words(&converted.stdout), words(&converted.stderr));
    let is = |name: &str, is: &str| match row[name].as_str() {
        wanted if wanted.unwrap_or_default() == is => Ok(()),
        wanted => Err(Failed::from(format!(
            "{name}: {wanted:?}, not `{is}`\n{said}\n{log}"
        ))),
    };
    let checked = validated(&log)?;
    let lines = words(&checked.stdout);
    let record: Value = serde_json::from_str(lines.lines().next().unwrap_or_default())?;
    let record = &record["record"];
    if !converted.status.success() {
        let (at, why) = said.trim_end().split_once(": ").unwrap_or_default();
        is("at", at.trim_start_matches("it:"))?;
        is("refused", why)?;
        // Whoever pipes it on is not told that all is well.
        let is_silent = log.is_empty() && checked.status.code() == Some(2);
        return is_silent.then_some(()).ok_or_else(|| log.clone().into());
    }
    is("refused", "")?;
    is("verdict", record["verdict"].as_str().unwrap_or_default())?;
    is(
        "trouble",
        record["trouble"]["why"].as_str().unwrap_or_default(),
    )?;
    let first = &record["findings"][0];
    is("breaks", first["clause"].as_str().unwrap_or_default())?;
    is("by", first["by"].as_str().unwrap_or_default())?;
    let line = first["place"]["line"].as_u64().unwrap_or_default() as usize;
    let broken = line.checked_sub(1).and_then(|at| log.lines().nth(at));
    is("in", broken.unwrap_or_default())?;
    if let Some(left_out) = row["left_out"].as_array() {
        let named: Vec<&str> = left_out.iter().filter_map(Value::as_str).collect();
        let told = said
            .lines()
            .map(|line| line.trim_start_matches("it: dropped: "));
        let noted = log
            .lines()
            .filter_map(|line| line.strip_prefix("# dropped: "));
        if told.collect::<Vec<_>>() != named || noted.collect::<Vec<_>>() != named {
            return Err(format!("{named:?}\n{said}\n{log}").into());
        }
    }
    Ok(())
}

fn words(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What `stickler validate` says of a log on its standard input.
fn validated(log: &str) -> std::io::Result<Output> {
    let mut child = Command::new(STICKLER)
        .args(["validate", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(log.as_bytes())?;
    }
    child.wait_with_output()
}
