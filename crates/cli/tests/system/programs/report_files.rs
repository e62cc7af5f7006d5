//! Reports in files, `--junit`, `--markdown`, `--html`: places, reasons, and the command that plays a game again.

use crate::support::files::{scratch, text};
use crate::support::needs::tests;
use crate::support::programs::{SAYS_NO, holds, screen, stickler};

tests! {
    reports_in_files_say_places_and_reasons,
    a_page_names_a_command_that_works_elsewhere,
}

/// Reports for other programs say where a failure stands, and why a test was not run.
fn reports_in_files_say_places_and_reasons() {
    let folder = scratch("files");
    let words = [
        "check",
        "gomoku",
        "--enough",
        "1",
        "--shrink",
        "0",
        "--seat",
        "0",
        "--junit",
        "r.xml",
        "--markdown",
        "r.md",
        "--html",
        "r.html",
        "--quiet",
        "--",
        "/bin/sh",
        "-c",
        SAYS_NO,
    ];
    stickler(&folder, &words);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a report");
    holds(
        &read("r.xml"),
        &[
            "<skipped message=\"not played: enough games failed\">",
            "<skipped message=\"never came up\">",
            "--&gt; log of reference, game 1, seat 0:",
        ],
    );
    holds(
        &read("r.md"),
        &[
            "--> log of reference, game 1, seat 0:",
            "\nagain: stickler replay gomoku-turn-answer-reference.yaml -- /bin/sh -c ",
            "\nThe game, for a file `gomoku-turn-answer-reference.yaml`:\n\n```text\n# command: ",
        ],
    );
    let html = read("r.html");
    let (_, closing) = html
        .split_once("<p class=\"closing failed\">")
        .expect("a result");
    let (verdict, _) = closing.split_once("</p>").expect("a sentence");
    assert!(
        verdict.starts_with("✗ 1 of 1 game failed: expected ") && !verdict.contains(';'),
        "{verdict}"
    );
    // The game to look at comes before the numbers.
    let at = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part}"));
    let numbers = "<table class=\"numbers\"><tbody><tr><th scope=\"row\">slowest answer";
    assert!(at("<section class=\"viewer\"") < at(numbers));
    assert!(at(numbers) < at("<h2 id=\"scenarios\">"));
    // The board comes before what one asks after it.
    let more = "<details><summary>More about this game</summary><dl><dt>";
    assert!(at("<div class=\"boards\">") < at(more) && at(more) < at(numbers));
    holds(&html, &["<div id=\"reference-game-1"]);
}

fn a_page_names_a_command_that_works_elsewhere() {
    let folder = scratch("pages-again");
    let words = [
        "check",
        "gomoku",
        "--seed",
        "7",
        "--enough",
        "1",
        "--shrink",
        "0",
        "--html",
        "r.html",
        "--markdown",
        "r.md",
        "--",
        "/bin/sh",
        "-c",
        "read l; echo NO",
    ];
    screen(&folder, &words);
    let name = "gomoku-ready-answer-reference.yaml";
    let again = format!("stickler replay {name} -- /bin/sh -c 'read l; echo NO'");
    holds(&text(&folder.join("r.md")), &[&format!("again: {again}")]);
    let page = text(&folder.join("r.html"));
    holds(&page, &[&format!("stickler replay {name} -- /bin/sh -c ")]);
    // The page has the game itself, as the folder has it.
    let (_, case) = page
        .split_once("aria-label=\"gomoku-ready-answer-reference.yaml\">")
        .expect("a case");
    let (case, _) = case.split_once("</pre>").expect("its end");
    let case = case
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    let kept = text(&folder.join("stickler-failures").join(name));
    assert_eq!(case, kept);
    std::fs::write(folder.join(name), case).expect("saved");
    let replay = ["replay", name, "--", "/bin/sh", "-c", "read l; echo NO"];
    assert_eq!(stickler(&folder, &replay).status.code(), Some(1));
}
