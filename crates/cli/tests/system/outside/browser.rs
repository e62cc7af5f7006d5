//! The pages in a browser: they load without a complaint, step forwards and back, lead to the line at fault by keyboard, can be
//! read in light and dark and on a phone, and nothing that a bot wrote is run.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, STICKLER, browser};
use libtest_mimic::Failed;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use stickler::games::GAMES;

tests! {
    pages_of_every_game_work_in_a_browser [CHROMIUM],
    what_a_bot_writes_is_only_shown [CHROMIUM],
    a_wrong_answer_about_a_sequence_is_shown_with_a_drawing,
}

fn pages_of_every_game_work_in_a_browser() {
    let faults: Vec<String> = GAMES
        .games()
        .iter()
        .filter_map(|game| {
            Some(format!(
                "{}: {:?}",
                game.name(),
                pages_work(game.name()).err()?
            ))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Text that a bot may write to break out of the page it ends up in.
const HOSTILE: &str = "</script><script>boom()</script></pre><img src=x onerror=boom()>\"'><svg onload=boom()> \\u003c & --> ]]>";

fn stickler(folder: &Path, words: &[&str]) -> String {
    let output = Command::new(STICKLER)
        .args(words)
        .current_dir(folder)
        .output()
        .expect("stickler runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_ne!(
        output.status.code(),
        Some(2),
        "{words:?}: {text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A page of this game in which a bot has failed after a few answers, and one made of the game that was saved.
fn pages(game: &str, folder: &Path) -> Vec<PathBuf> {
    // A batch has one answer alone, and no third one.
    let fault = if game == "tetris" {
        "lower-case"
    } else {
        "crash"
    };
    let bot = [REFBOT, game, "--fault", fault];
    let words = [
        "check", game, "--shrink", "0", "--enough", "2", "--cases", "1", "--html", "run.html", "--",
    ];
    // Four colours are on the board where four play.
    let only: &[&str] = if game == "blokus" {
        &["--only", "four"]
    } else {
        &[]
    };
    stickler(folder, &[&words[..2], only, &words[2..], &bot].concat());
    let saved = std::fs::read_dir(folder.join("stickler-failures"))
        .expect("saved games")
        .flatten()
        .find(|entry| entry.path().extension().is_some_and(|end| end == "yaml"))
        .expect("one");
    let saved = saved.path();
    stickler(
        folder,
        &["show", &saved.to_string_lossy(), "--html", "show.html"],
    );
    ["run.html", "show.html"]
        .map(|name| folder.join(name))
        .to_vec()
}

/// Opens a page in daylight at a desk, or at night on a phone, and works it; what was found.
fn found(browser: &str, page: &Path, night: bool) -> Value {
    let probe = |name: &str| {
        let path = root()
            .join("crates/cli/tests/system/outside/browser")
            .join(name);
        format!("<script>{}</script>", read(&path))
    };
    let text = read(page).replacen("<head>", &format!("<head>{}", probe("before.js")), 1);
    let (front, end) = text.rsplit_once("</body>").expect("a body");
    let folder = page.parent().expect("a folder");
    let mut opened = folder.join("probed.html");
    std::fs::write(&opened, format!("{front}{}</body>{end}", probe("after.js"))).expect("written");
    if night {
        opened = folder.join("phone.html");
        let listen = "addEventListener('message', (event) => { document.body.innerHTML = `<pre id=\"found\">${event.data}</pre>`; })";
        let frame = format!(
            "<script>{listen}</script><iframe src=\"probed.html\" width=\"360\" height=\"740\"></iframe>"
        );
        std::fs::write(&opened, format!("<!DOCTYPE html><body>{frame}</body>")).expect("written");
    }
    let scheme = format!("--blink-settings=preferredColorScheme={}", u8::from(!night));
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    let words = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=5000",
        "--window-size=1200,900",
    ];
    let output = Command::new(browser)
        .args(words)
        .args([&scheme, &profile, "--dump-dom"])
        .arg(&opened)
        .env("HOME", folder)
        .output();
    let output = output.expect("the browser runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let found = text
        .split_once("<pre id=\"found\">")
        .and_then(|(_, rest)| rest.split_once("</pre>"));
    let (found, _) = found.unwrap_or_else(|| {
        panic!(
            "{}: nothing was found: {}",
            page.display(),
            String::from_utf8_lossy(&output.stderr)
        )
    });
    serde_json::from_slice(&percent_decoded(found)).expect("JSON")
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&first, after)) = rest.split_first() {
        let code = after
            .get(..2)
            .filter(|_| first == b'%')
            .and_then(|hex| u8::from_str_radix(str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    bytes
}

/// The pages of a game work in a browser.
fn pages_work(game: &str) -> Result<(), Failed> {
    let browser = browser().expect("a browser");
    let folder = scratch(&format!("browser-{game}"));
    // The one at a desk in daylight, the other on a phone at night.
    for (page, night) in pages(game, &folder).into_iter().zip([false, true]) {
        let name = page
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let found = found(browser, &page, night);
        let place = format!("{game}, {name}, at night {night}: {found}");
        assert_eq!(found["problems"], serde_json::json!([]), "{place}");
        assert_eq!(found["dark"], night, "{place}");
        assert!(
            found["width"].as_u64().is_some_and(|width| if night {
                width <= 360
            } else {
                width >= 800
            }),
            "{place}"
        );
        assert!(
            found["viewers"].as_u64() >= Some(1) && found["texts"].as_u64() > Some(20),
            "{place}"
        );
        assert!(
            found["bad"]
                .as_str()
                .is_some_and(|line| line.contains("exit 1") == (game != "tetris")),
            "{place}"
        );
        let (boards, owners) = (found["boards"].as_u64(), found["owners"].as_u64());
        match game {
            "gomoku" => assert!(
                owners == Some(2) && found["positions"].as_u64() >= Some(3),
                "{place}"
            ),
            "betris" => assert!(
                [">seat 0<", ">seat 1<"]
                    .iter()
                    .all(|board| read(&page).contains(board))
                    && owners >= Some(1),
                "{place}"
            ),
            "blokus" => assert_eq!(owners, Some(4), "{place}"),
            "blackout" => {
                assert!(
                    owners == Some(2) && found["stones"].as_u64() >= Some(2),
                    "{place}"
                );
                assert!(
                    read(&page).contains(" moves lead to 1 point: "),
                    "the value of each move: {place}"
                );
            }
            _ => assert!(
                boards.is_none() && found["steps"].as_u64() >= Some(2),
                "{place}"
            ),
        }
    }
    Ok(())
}

fn what_a_bot_writes_is_only_shown() {
    let folder = scratch("hostile");
    let script = "while read l; do printf '%s\\n' \"$0\"; printf '%s\\n' \"$0\" >&2; done";
    for game in GAMES.games().iter().map(|game| game.name()) {
        let page = folder.join(format!("{game}.html"));
        let name = page.to_string_lossy().into_owned();
        let words = [
            "check", game, "--shrink", "0", "--enough", "1", "--cases", "1", "--html", &name, "--",
            "sh", "-c", script, HOSTILE,
        ];
        stickler(&folder, &words);
        let text = read(&page);
        assert!(text.contains("&lt;script&gt;boom()"), "{game}: it is shown");
        assert!(
            !text.contains("<script>boom")
                && !text.contains("<img")
                && !text.contains("<svg onload"),
            "{game}"
        );
        // Two scripts of its own, and the data of each viewer.
        let viewers = text.matches("<section class=\"viewer\"").count();
        assert_eq!(text.matches("<script").count(), 1 + viewers, "{game}");
        assert_eq!(text.matches("</script>").count(), 1 + viewers, "{game}");
        assert!(
            !text.contains("src=\"") && !text.contains("href=\"http"),
            "{game}: nothing is loaded"
        );
        if game != "gomoku" {
            continue;
        }
        let browser = browser().expect("a browser");
        let found = found(browser, &page, false);
        assert_eq!(found["problems"], serde_json::json!([]), "{game}: {found}");
    }
}

fn a_wrong_answer_about_a_sequence_is_shown_with_a_drawing() {
    let folder = scratch("drawing");
    let script = "read t; while read n && read s; do echo NO; done";
    let words = [
        "check", "tetris", "--shrink", "0", "--enough", "1", "--only", "mixed", "--html",
        "run.html", "--", "sh", "-c", script,
    ];
    stickler(&folder, &words);
    let text = read(&folder.join("run.html"));
    assert!(
        text.contains("this game places it") && text.contains("tetris.answer"),
        "{}",
        &text[..text.len().min(4000)]
    );
}
