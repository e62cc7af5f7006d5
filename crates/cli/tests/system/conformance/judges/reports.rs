//! What a run of `stickler judge` leaves: pages beside the logs, the table, the JUnit report, and the parts of a run.

use super::{EXAMPLES, copied, here, judged};
use crate::support::files::text;
use crate::support::trials::named;
use libtest_mimic::{Failed, Trial};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        named(
            "judges::reports::the_reports_hold_what_the_judge_did",
            the_reports_hold_what_the_judge_did,
        ),
        named(
            "judges::reports::a_run_stops_once_it_has_shown_enough",
            a_run_stops_once_it_has_shown_enough,
        ),
    ]
}

/// The pages beside the logs, the table, the JUnit report, and the parts of a run.
fn the_reports_hold_what_the_judge_did() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    let path = folder.join("judges/gomoku.py");
    std::fs::write(&path, text(&path).replace("(1, 1), (1, -1)", "(1, 1)"))?;
    let gomoku = &EXAMPLES[0];
    let more = [
        "--only",
        "sides-9",
        "--html",
        "--table",
        "--junit",
        "report.xml",
        "--times-over",
        "2",
    ];
    let (code, report) = judged(&folder, gomoku, &more, &python);
    assert_eq!(code, Some(1), "{report}");
    let name = report.lines().find_map(|line| {
        line.strip_prefix("  again: ")?
            .split_once("--only ")?
            .1
            .split(' ')
            .next()
    });
    let name = name.ok_or("a match that went wrong")?;
    // The match is played again as it was played.
    assert!(report.contains(" --times-over 2 --only "), "{report}");
    assert!(
        report.contains(&format!(
            "{name}: the judge must blame nobody; the bots choose answers by their numbers, as those of a line of the board (always: 2 times)"
        )),
        "{report}"
    );
    // Why the game was over is said, with its cells and the board.
    assert!(
        report.contains("= the end: seat ") && report.contains(" in a row: ("),
        "{report}"
    );
    assert!(report.contains("the board before it:"), "{report}");
    assert!(
        report.contains("match                    it said"),
        "{report}"
    );
    each_place_is_a_line_of_its_log(&folder, &report)?;
    let junit = text(&folder.join("report.xml"));
    assert!(!junit.contains("[0m"), "colours in {junit}");
    each_place_is_a_line_of_its_log(&folder, &junit)?;
    let index = text(&folder.join("shown/index.html"));
    let row = format!("<td>✗ {name}</td><td>must blame nobody;");
    assert!(index.contains(&row), "{index:.3000}");
    let linked = index
        .split("<a href=\"")
        .nth(1)
        .and_then(|link| link.split('"').next());
    let linked = linked.ok_or("a link to a page")?;
    assert!(linked.starts_with(&format!("{name}.seat")), "{linked}");
    let page = text(&folder.join("shown").join(linked));
    let verdict = "</h1><p class=\"closing failed\">✗ The judge was wrong here.";
    assert!(page.contains(verdict), "{page:.3000}");
    assert!(page.contains("<section"), "a page");
    assert!(
        junit.contains(&format!("<testcase name=\"{name}\"")),
        "JUnit"
    );
    let listed = |more: &[&str]| {
        let (_, text) = judged(&folder, gomoku, &[&["--list"], more].concat(), &python);
        text.lines()
            .filter(|line| line.contains("must") || line.contains("may"))
            .count()
    };
    assert_eq!(
        listed(&["--shard", "1/2"]) + listed(&["--shard", "2/2"]),
        listed(&[])
    );
    // The quick run begins with what failed.
    let failed = text(&folder.join("shown/failed.txt"));
    assert_eq!(failed, format!("{name}\n"));
    let (code, quick) = judged(&folder, gomoku, &["--quick", "--json"], &python);
    assert_eq!(code, Some(1), "{quick}");
    let first = quick
        .lines()
        .find(|line| line.starts_with('{'))
        .ok_or("a line")?;
    assert!(first.contains(&format!("\"match\":\"{name}\"")), "{first}");
    let (_, json) = judged(&folder, gomoku, &["--only", "crash-1", "--json"], &python);
    let line = json
        .lines()
        .find(|line| line.starts_with('{'))
        .ok_or(json.clone())?;
    let row: serde_json::Value = serde_json::from_str(line)?;
    assert_eq!(row["said"]["winner 0, seat 0 OK, seat 1 RE"], 1, "{json}");
    Ok(())
}

/// Each `--> FILE:LINE:COLUMN` of a report names a line that is in its file, with the text that the report shows beside it.
fn each_place_is_a_line_of_its_log(folder: &std::path::Path, report: &str) -> Result<(), Failed> {
    let mut places = 0;
    let mut lines = report.lines();
    while let Some(line) = lines.next() {
        let Some((_, place)) = line
            .split_once("--> ")
            .or_else(|| line.split_once("--&gt; "))
        else {
            continue;
        };
        let mut parts = place.rsplitn(3, ':').skip(1);
        let number: usize = parts.next().ok_or("a line")?.parse()?;
        let log = text(&folder.join(parts.next().ok_or("a file")?));
        let own = log
            .lines()
            .nth(number - 1)
            .ok_or(format!("{place}: no such line"))?;
        let marked = format!("{number} | ");
        let shown =
            lines.find_map(|line| line.trim_start().strip_prefix(&marked).map(str::to_string));
        let shown = shown.ok_or("the line in the report")?;
        let shown = shown
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
        assert_eq!(shown, own, "{place}");
        places += 1;
    }
    assert!(places > 0, "no place in {report}");
    Ok(())
}

/// A judge that is wrong in the same way in every match is stopped after eight of them, and that is said.
fn a_run_stops_once_it_has_shown_enough() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    let path = folder.join("judges/gomoku.py");
    let right = text(&path);
    let wrong = right.replace("\"FINISH\"", "\"FINISH 1\"");
    assert_ne!(wrong, right, "the judge of the examples writes FINISH");
    std::fs::write(&path, wrong)?;
    let (code, report) = judged(&folder, &EXAMPLES[0], &[], &python);
    assert_eq!(code, Some(1), "{report}");
    let skipped = report.lines().find(|line| line.starts_with("skipped: "));
    let skipped = skipped.ok_or(format!("nothing was skipped: {report}"))?;
    assert!(skipped.ends_with("play them with --enough 0"), "{skipped}");
    assert!(report.contains(" were skipped"), "{report}");
    Ok(())
}
