//! Validators and programs that are joined as contest systems join them: `docs/judges-compared.md` holds what comes of it.

use crate::support::files::{root, scratch, text};
use crate::support::needs::tests;
use crate::support::programs::{STICKLER, said, stickler};
use crate::support::tier::is_deep;
use libtest_mimic::Failed;
use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Mutex;

tests! {
    the_page_of_joins_is_what_they_do [GATE, TIMED],
    the_faults_of_a_bot_under_each_join [TIMED],
    who_is_ended_for_its_time_has_ended_first,
}

const PAGE: &str = "docs/judges-compared.md";

const JOINS: [&str; 4] = ["direct", "proxy", "kattis", "bapctools"];

/// How many matches run at once.
const AT_ONCE: usize = 24;

/// An event, with the validator, the program, and the answer of the joins to it.
struct Situation {
    what: &'static str,
    validator: &'static str,
    program: &'static str,
    why: &'static str,
}

const fn situation(
    what: &'static str,
    validator: &'static str,
    program: &'static str,
    why: &'static str,
) -> Situation {
    Situation {
        what,
        validator,
        program,
        why,
    }
}

const SAME: &str = "";

/// Where one ends because the other has, it waits a little, so that no machine takes the one for the other. The first twelve are
/// the kinds of `judge/runpipe_test` in DOMjudge.
const SITUATIONS: &[Situation] = &[
    situation(
        "The validator closes its output, and waits for the end of its input",
        "exec >&-; cat > /dev/null; exit 42",
        "cat > /dev/null",
        "Kattis keeps the validator's stream open until the validator has ended, so each waits for the other.",
    ),
    situation(
        "The validator writes nothing, and accepts a line",
        "read line; exit 42",
        "echo hello; cat > /dev/null",
        SAME,
    ),
    situation(
        "The validator accepts at once, and the program ends",
        "exit 42",
        "sleep .2",
        SAME,
    ),
    situation(
        "The validator rejects at once, and the program loops",
        "exit 43",
        "while :; do :; done",
        SAME,
    ),
    situation(
        "The validator accepts at the end",
        "echo go; read line; exit 42",
        "read line; echo done",
        SAME,
    ),
    situation(
        "The validator rejects at the end",
        "echo go; read line; exit 43",
        "read line; echo done; sleep .2",
        SAME,
    ),
    situation(
        "The program closes its input, and goes on",
        "echo go; read line; exit 42",
        "read line; exec <&-; echo done; sleep .2",
        SAME,
    ),
    situation(
        "The program closes its input, and the validator writes then",
        "sleep .4; echo go; read line; exit 42",
        "exec <&-; echo done; sleep .8",
        "Joined directly, a validator that does not catch SIGPIPE is ended by it. The others keep its stream open.",
    ),
    situation(
        "The program closes its output, and goes on",
        "read line || { sleep .2; exit 43; }; exit 42",
        "exec >&-; exec sleep 9",
        "Kattis and BAPCtools hand the end of the program's output on only when the program has ended.",
    ),
    situation(
        "The program writes nothing",
        "read line || { sleep .2; exit 43; }; exit 42",
        "cat > /dev/null",
        SAME,
    ),
    situation(
        "The program ends early, with exit code 0",
        "read line || { sleep .2; exit 43; }; exit 42",
        "exit 0",
        SAME,
    ),
    situation(
        "The validator is ended by SIGTERM",
        "kill -TERM $$",
        "cat > /dev/null",
        SAME,
    ),
    situation(
        "Both talk for longer than the time",
        "trap 'exit 43' PIPE; while echo ping; do read line || { sleep .8; exit 43; }; done; exit 43",
        "while read line; do echo pong; done",
        SAME,
    ),
    situation(
        "The program crashes, and the validator rejects then",
        "read line || { sleep .2; exit 43; }; exit 42",
        "exit 1",
        SAME,
    ),
    situation(
        "The validator rejects, and the program crashes then",
        "read line; exit 43",
        "echo wrong; read line || { sleep .2; exit 1; }",
        SAME,
    ),
    situation(
        "The validator accepts, and the program crashes then",
        "read line; exit 42",
        "echo right; read line || { sleep .2; exit 1; }",
        SAME,
    ),
    situation(
        "The validator accepts, and the program is ended by writing on",
        "read line; exit 42",
        "echo right; sleep .2; echo more; echo more; sleep .1; echo more",
        "Joined directly, the program is ended by SIGPIPE, which Kattis forgives. The other two go on reading what it writes.",
    ),
    situation(
        "The validator accepts, and the program does not end",
        "read line; exit 42",
        "echo right; exec sleep 9",
        SAME,
    ),
    situation(
        "The validator rejects, and the program does not end",
        "read line; exit 43",
        "echo wrong; exec sleep 9",
        SAME,
    ),
    situation(
        "The validator does not end in time",
        "cat > /dev/null; sleep 2; exit 42",
        "echo hello; sleep .1",
        "Kattis ends the validator with the program's time, and calls that a wrong answer. The others wait for it.",
    ),
];

/// The verdict of one join. On a busy machine a quick program can be late: then it gets more time, which no endless one uses.
fn verdict(how: &str, validator: &str, program: &str) -> String {
    let first = joined(how, "1", validator, program);
    if first == "TLE" {
        joined(how, "4", validator, program)
    } else {
        first
    }
}

fn joined(how: &str, limit: &str, validator: &str, program: &str) -> String {
    let output = Command::new(STICKLER)
        .args([
            "join", how, limit, "--", "sh", "-c", validator, "=", "sh", "-c", program,
        ])
        .stderr(std::process::Stdio::null())
        .output()
        .expect("runs");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .next()
        .unwrap_or_default()
        .to_string()
}

/// What comes of each of these, many at once: they wait more than they compute. All at once would need more open files than some
/// systems allow.
fn at_once<T: Send>(all: Vec<T>, run: impl Fn(T) -> String + Sync) -> Vec<String> {
    let rest = Mutex::new((0_usize..).zip(all));
    let next = || rest.lock().expect("no other has failed").next();
    let work = || {
        let came = std::iter::from_fn(next).map(|(place, of)| (place, run(of)));
        came.collect::<Vec<_>>()
    };
    let mut came: Vec<(usize, String)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
        let came = workers.into_iter().map(|worker| worker.join());
        came.flat_map(|came| came.expect("verdicts")).collect()
    });
    came.sort();
    came.into_iter().map(|(_, verdict)| verdict).collect()
}

fn table() -> String {
    let mut table =
        "| situation | direct | proxy | kattis | bapctools |\n|---|---|---|---|---|\n".to_string();
    let all = SITUATIONS
        .iter()
        .flat_map(|situation| JOINS.map(|how| (how, situation)));
    let verdicts = at_once(all.collect(), |(how, situation)| {
        verdict(how, situation.validator, situation.program)
    });
    let rows = verdicts
        .chunks(JOINS.len())
        .map(|row| std::array::from_fn(|join| row[join].clone()));
    let page = text(&root().join(PAGE));
    let is_on_page = |what: &str, verdicts: &[String; 4]| {
        let (begin, end) = (format!("| {what}"), format!("| {} |", verdicts.join(" | ")));
        let mut lines = part(&page, "situations").lines();
        lines.any(|line| line.starts_with(&begin) && line.ends_with(&end))
    };
    let mut whys = Vec::new();
    let differ = |verdicts: &[String; 4]| verdicts.iter().any(|verdict| *verdict != verdicts[0]);
    for (situation, mut verdicts) in SITUATIONS.iter().zip(rows) {
        for _ in 0..3 {
            // All of them at once can make a machine so busy that a validator is overtaken.
            if !is_on_page(situation.what, &verdicts) {
                verdicts = JOINS.map(|how| verdict(how, situation.validator, situation.program));
            }
        }
        let differ = differ(&verdicts);
        assert_eq!(
            differ,
            situation.why != SAME,
            "{}: {verdicts:?}",
            situation.what
        );
        let mark = if differ {
            whys.push(situation.why);
            format!(" ({})", whys.len())
        } else {
            String::new()
        };
        table += &format!("| {}{mark} | {} |\n", situation.what, verdicts.join(" | "));
    }
    let notes: Vec<String> = (1..)
        .zip(whys)
        .map(|(number, why)| format!("{number}. {why}\n"))
        .collect();
    table + "\n" + &notes.concat()
}

/// The part of the page between two marks.
fn part<'a>(page: &'a str, name: &str) -> &'a str {
    let [begin, end] = ["begin", "end"].map(|mark| format!("<!-- {mark} {name} -->\n"));
    page.split_once(&begin)
        .and_then(|(_, rest)| rest.split_once(&end))
        .map_or("", |(part, _)| part)
}

fn hold(name: &str, made: &str) {
    let path = root().join(PAGE);
    let page = text(&path);
    let written = part(&page, name);
    if std::env::var_os("STICKLER_BLESS").is_some() {
        let begin = format!("<!-- begin {name} -->\n");
        let made = page.replacen(&format!("{begin}{written}"), &format!("{begin}{made}"), 1);
        std::fs::write(&path, made).expect("written");
    } else {
        assert_eq!(
            written, made,
            "{PAGE}: write this part anew with STICKLER_BLESS=1"
        );
    }
}

fn the_page_of_joins_is_what_they_do() -> Result<(), Failed> {
    hold("situations", &table());
    Ok(())
}

/// The verdict of each join on each faulty bot of Black Out with our own validator, beside the verdict of our own referee.
fn the_faults_of_a_bot_under_each_join() -> Result<(), Failed> {
    let folder = scratch("joins");
    std::fs::write(folder.join("case.in"), "3 7\n")?;
    std::fs::write(folder.join("case.ans"), "")?;
    let only = if is_deep() || std::env::var_os("STICKLER_BLESS").is_some() {
        ""
    } else {
        "cl"
    };
    let options = [
        "--set",
        "board=3x4",
        "--set",
        "games=3",
        "--kattis",
        "case.in",
        "--limit",
        "2",
        "--json",
    ];
    let validator = [
        "--",
        STICKLER,
        "kattis",
        "blackout",
        "{input}",
        "{answer}",
        "{feedback}",
        "--set",
        "board=3x4",
    ];
    let output = stickler(
        &folder,
        &[
            &["judge", "blackout", "--only", only],
            &options[..],
            &validator,
        ]
        .concat(),
    );
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let mut rows: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let mut due = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let row: serde_json::Value = serde_json::from_str(line)?;
        let name = row["match"].as_str().ok_or("a name")?;
        let (name, how) = name.rsplit_once('-').ok_or("a join")?;
        let said = row["said"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(said, _)| said.replace("seat 0 ", ""));
        rows.entry(name.to_string())
            .or_default()
            .push((how.to_string(), said.collect::<Vec<_>>().join(", ")));
        let text = row["due"].as_str().ok_or("a duty")?;
        due.insert(
            name.to_string(),
            text.split_once("; the bot of seat 0 ")
                .map_or("", |(_, about)| about)
                .to_string(),
        );
    }
    // What depends on how much the machine can do in two seconds is in no table.
    let is_steady = |name: &str| !["memory-0", "threads-0", "slow-0"].contains(&name);
    rows.retain(|name, row| is_steady(name) && row.iter().any(|(_, said)| *said != row[0].1));
    let made: String = rows
        .iter()
        .map(|(name, row)| {
            let said: Vec<&str> = row.iter().map(|(_, said)| said.as_str()).collect();
            format!("| {} | {} |\n", due[name], said.join(" | "))
        })
        .collect();
    hold(
        "faults",
        &format!(
            "| the bot | direct | proxy | kattis | bapctools |\n|---|---|---|---|---|\n{made}"
        ),
    );
    Ok(())
}

/// The validator ends as soon as it can, and many at once keep the machine busy.
fn who_is_ended_for_its_time_has_ended_first() {
    let verdicts = at_once(vec!["direct"; AT_ONCE], |how| {
        joined(how, "1", "read line || exit 43; exit 42", "cat > /dev/null")
    });
    assert!(
        verdicts.iter().all(|verdict| verdict == "TLE"),
        "{verdicts:?}"
    );
}
