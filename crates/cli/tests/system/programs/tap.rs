//! The tap under foreign runners.

use crate::support::files::scratch;
use crate::support::mark::Mark;
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, STICKLER, named_programs, quoted, refbot};
use crate::support::signal_handlers::until_it_catches;
use crate::support::trials::leave_out;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use stickler::explain::{Conclusion, Extent, validate};
use stickler::games::GAMES;
use stickler::params::Settings;

tests! {
    a_shell_pipe_is_recorded,
    bytes_pass_unchanged_both_ways,
    what_is_no_plain_text_is_written_out,
    a_half_line_is_recorded_at_the_end,
    exit_codes_pass_too,
    a_full_disk_and_a_dead_pipe_disturb_nobody,
    a_foreign_referee_yields_logs_that_validate,
    the_tap_ends_with_its_bot,
    a_tap_whose_group_is_outside_its_namespace_ends_its_bot,
    an_output_that_is_closed_is_closed_for_the_judge,
    an_interrupted_tap_ends_its_bot,
    a_tap_that_its_judge_ends_blames_nobody,
    a_bot_that_a_signal_ends_is_recorded,
    a_message_is_recorded_before_it_is_answered,
    each_game_has_a_log_of_its_own,
}

/// `logged TEXT LOG`, for a judge that is a shell: waits until the log has a line with this text, as long as a busy machine takes, and at
/// most a minute.
const WAITS: &str = r#"
    logged() { n=0; until grep -q "$1" "$2" 2>/dev/null || [ $n -ge 1200 ]; do n=$((n+1)); sleep 0.05; done; }
"#;

/// Runs a shell line in which `$TAP` and `$BOT` stand for the tap and for a bot; its output.
fn shell(folder: &Path, line: &str) -> (Option<i32>, Vec<u8>) {
    let line = line
        .replace("$TAP --", "\"$STICKLER\" tap --")
        .replace("-- $BOT", "-- \"$REFBOT\" gomoku");
    let output = Command::new("/bin/sh")
        .args(["-c", &line])
        .current_dir(folder)
        .envs(named_programs())
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .expect("a shell");
    (output.status.code(), output.stdout)
}

fn check(path: &Path) -> stickler::explain::Checked {
    let game = GAMES.find("gomoku").expect("the game");
    let bytes = std::fs::read(path).expect("a log");
    validate(game, &Settings::default(), &bytes)
        .unwrap_or_else(|why| panic!("{why:?}\n{}", String::from_utf8_lossy(&bytes)))
}

fn a_shell_pipe_is_recorded() {
    let folder = scratch("pipe");
    // A judge that does not wait for OK would be at fault itself.
    let judge = "(echo READY SECOND; logged '> OK' bot.log; echo OPP 8 8 7; echo TURN 10000 9993; \
                 logged '> MOVE' bot.log; echo FINISH)";
    let line = format!("{WAITS} {judge} | $TAP --game gomoku --log bot.log -- $BOT");
    let (code, out) = shell(&folder, &line);
    assert_eq!((code, out), (Some(0), b"OK\nMOVE 9 8\n".to_vec()));
    let text = std::fs::read_to_string(folder.join("bot.log")).expect("a log");
    assert!(
        text.contains("seats: 1\nclock: own\n")
            && text.contains("1< OPP 8 8 7\n")
            && text.ends_with("1! exit 0\n"),
        "{text}"
    );
    let checked = check(&folder.join("bot.log"));
    assert_eq!(
        (checked.conclusion(true), checked.extent),
        (Conclusion::Conforms, Extent::Whole),
        "{text}"
    );
}

fn bytes_pass_unchanged_both_ways() {
    let folder = scratch("bytes");
    let line = "head -c 3000000 /dev/urandom > in; $TAP --log x.log -- cat < in > out; cmp in out && echo same";
    assert_eq!(shell(&folder, line), (Some(0), b"same\n".to_vec()));
}

fn what_is_no_plain_text_is_written_out() {
    let folder = scratch("escapes");
    let (code, _) = shell(
        &folder,
        "printf 'A\\tB\\n~ \\303\\251\\n' | $TAP --log x.log -- cat",
    );
    let text = std::fs::read_to_string(folder.join("x.log")).expect("a log");
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.split(" @").next().unwrap_or(line))
        .collect();
    assert_eq!(code, Some(0));
    for line in ["0< A\\tB", "0> A\\tB", "0< ~ \\xc3\\xa9", "0> ~ \\xc3\\xa9"] {
        assert!(lines.contains(&line), "{line}: {text}");
    }
    // A message is written as it is, wherever an answer would have to be escaped.
    shell(
        &folder,
        "printf 'A @5ms \\134\\n' | $TAP --log y.log -- cat >/dev/null",
    );
    let text = std::fs::read_to_string(folder.join("y.log")).expect("a log");
    assert!(
        text.contains("\n0< A @5ms \\\n0> A \\x405ms \\\\ @"),
        "{text}"
    );
}

/// The log ends with the words that the bot wrote last without a newline, and with nothing where it wrote nothing.
fn a_half_line_is_recorded_at_the_end() {
    for (said, unfinished) in [
        ("OK\\nhal", "0! unfinished hal\n0! exit 3\n"),
        ("OK\\n", " @0ms\n0! exit 3\n"),
    ] {
        let folder = scratch("half");
        shell(
            &folder,
            &format!(
                "echo READY FIRST | $TAP --log x.log -- sh -c \"read line; printf '{said}'; exit 3\""
            ),
        );
        let text = std::fs::read_to_string(folder.join("x.log")).expect("a log");
        let text: Vec<&str> = text
            .lines()
            .map(|line| {
                if line.starts_with("0> ") {
                    "0>  @0ms"
                } else {
                    line
                }
            })
            .collect();
        assert!((text.join("\n") + "\n").ends_with(unfinished), "{text:?}");
    }
}

fn exit_codes_pass_too() {
    let folder = scratch("codes");
    assert_eq!(
        shell(&folder, "$TAP --log x.log -- sh -c 'exit 7'").0,
        Some(7)
    );
    assert_eq!(
        shell(&folder, "$TAP --log x.log -- sh -c 'kill -9 $$'").0,
        Some(137)
    );
    assert_eq!(
        shell(&folder, "$TAP --log x.log -- /no/such/bot").0,
        Some(2)
    );
}

fn a_full_disk_and_a_dead_pipe_disturb_nobody() {
    let folder = scratch("full");
    let canned = "printf 'READY FIRST\\nTURN 10000 10000\\nFINISH\\n'";
    assert_eq!(
        shell(
            &folder,
            &format!("{canned} | $TAP --log /dev/full -- $BOT 2>/dev/null")
        )
        .1,
        b"OK\nMOVE 8 8\n"
    );
    assert_eq!(
        shell(
            &folder,
            &format!("{canned} | $TAP --log /no/such/folder/x -- $BOT 2>/dev/null")
        )
        .1,
        b"OK\nMOVE 8 8\n"
    );
    assert_eq!(
        shell(&folder, "$TAP --log x.log -- yes | head -n 2").1,
        b"y\ny\n"
    );
}

/// A judge that is not ours: it asks two bots in turn over pipes, and knows no more of the rules than the first moves.
const FOREIGN: &str = r#"
import shlex, subprocess, sys, time
tap, bot = shlex.split(sys.argv[1]), shlex.split(sys.argv[2])
seats = [subprocess.Popen(tap + ["--game", "gomoku", "--log", f"seat{n}.log", "--"] + bot,
         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) for n in (0, 1)]
def tell(n, line): seats[n].stdin.write(line + "\n")
for n, role in enumerate(("FIRST", "SECOND")):
    tell(n, "READY " + role)
    assert seats[n].stdout.readline() == "OK\n"
bank, board, mover = [10000, 10000], {}, 0
def wins(x, y):
    for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            k = 1
            while board.get((x + sign * k * dx, y + sign * k * dy)) == mover: run, k = run + 1, k + 1
        if run >= 5: return True
while True:
    started = time.monotonic()
    tell(mover, f"TURN {bank[mover]} {bank[1 - mover]}")
    _, x, y = seats[mover].stdout.readline().split()
    took = int((time.monotonic() - started) * 1000)
    bank[mover] -= took
    board[int(x), int(y)] = mover
    tell(1 - mover, f"OPP {x} {y} {took}")
    if wins(int(x), int(y)): break
    mover = 1 - mover
for n in (0, 1): tell(n, "FINISH")
for n in (0, 1): assert seats[n].wait(5) == 0
print("won by", mover)
"#;

fn a_foreign_referee_yields_logs_that_validate() {
    let Some(python) = ["/usr/bin/python3", "/usr/local/bin/python3"]
        .into_iter()
        .find(|path| Path::new(path).exists())
    else {
        leave_out("want Python 3.9 or later")
    };
    let folder = scratch("foreign");
    let output = Command::new(python)
        .args([
            "-c",
            FOREIGN,
            &format!("{} tap", quoted(STICKLER)),
            &refbot("gomoku"),
        ])
        .current_dir(&folder)
        .output()
        .expect("python");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for seat in 0..2 {
        let checked = check(&folder.join(format!("seat{seat}.log")));
        assert_eq!(
            (checked.conclusion(true), checked.extent),
            (Conclusion::Conforms, Extent::Whole),
            "{:?}",
            checked.findings
        );
        assert!(checked.lines > 30);
    }
}

/// Whatever keeps the bot's output open after it, the judge sees the bot end.
fn the_tap_ends_with_its_bot() {
    let folder = scratch("leaves");
    let started = std::time::Instant::now();
    let mark = Mark::new();
    let script = format!("$TAP --log x.log -- sh -c 'echo one; sleep {mark} & exit 5' < /dev/null");
    let (code, out) = shell(&folder, &script);
    assert_eq!((code, out), (Some(5), b"one\n".to_vec()));
    assert!(started.elapsed() < Duration::from_secs(20) && mark.running() == 0);
    let text = std::fs::read_to_string(folder.join("x.log")).expect("a log");
    assert!(
        text.contains("0> one @") && text.ends_with("0! exit 5\n0! left 1\n"),
        "{text}"
    );
}

/// In a PID namespace the tap's own process group can be one that has no number there.
fn a_tap_whose_group_is_outside_its_namespace_ends_its_bot() {
    const NAMESPACE: &str = "unshare --pid --fork --mount --mount-proc --kill-child";
    let folder = scratch("namespace");
    if shell(&folder, &format!("{NAMESPACE} true")).0 != Some(0) {
        leave_out("a PID namespace: this user may make none");
    }
    let mark = Mark::new();
    let bot = format!("sh -c 'echo one; sleep {mark} & exit 5'");
    let (code, out) = shell(
        &folder,
        &format!("{NAMESPACE} $TAP --log x.log -- {bot} < /dev/null"),
    );
    assert_eq!((code, out, mark.running()), (Some(5), b"one\n".to_vec(), 0));
}

/// A bot that closes its output and lives on: the judge sees that, and can end it.
fn an_output_that_is_closed_is_closed_for_the_judge() {
    let folder = scratch("closes");
    let (code, out) = shell(
        &folder,
        "(sleep 1; echo READY) | $TAP --log x.log -- sh -c 'exec >&-; read line; echo $line > heard; exit 4' | cat; cat heard",
    );
    assert_eq!((code, out), (Some(0), b"READY\n".to_vec()));
    let text = std::fs::read_to_string(folder.join("x.log")).expect("a log");
    assert!(text.contains("0! closed\n"), "{text}");
}

fn an_interrupted_tap_ends_its_bot() {
    let mark = Mark::new();
    let [two, shut] = ["", "exec >&-; "].map(|first| format!("{first}sleep {mark}; true"));
    for bot in [
        &["sleep", &mark.to_string()][..],
        &["sh", "-c", &two],
        &["sh", "-c", &shut],
    ] {
        ends_with_its_tap(bot);
        assert_eq!(mark.running(), 0);
    }
}

fn ends_with_its_tap(bot: &[&str]) {
    let folder = scratch("interrupt");
    let mut child = Command::new(STICKLER)
        .args(["tap", "--log", "x.log", "--"])
        .args(bot)
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("a tap");
    child
        .stdin
        .as_mut()
        .expect("a pipe")
        .write_all(b"READY\n")
        .expect("written");
    until_it_catches(&mut child, "TERM");
    std::thread::sleep(Duration::from_millis(200));
    Command::new("/bin/sh")
        .args(["-c", &format!("kill -TERM {}", child.id())])
        .status()
        .expect("kill");
    assert_eq!(child.wait().expect("ended").code(), Some(130));
}

/// A judge may end everything when a game is over for it, or when the opponent has failed: a right bot waits then.
fn a_tap_that_its_judge_ends_blames_nobody() {
    // To the tap alone, and to the tap and the bot at once.
    for (signal, whom) in ["TERM", "HUP", "INT", "KILL"]
        .map(|signal| (signal, "$TAP"))
        .into_iter()
        .chain([("TERM", "$TAP $CHILD")])
    {
        let (log, checked) = ended_in_mid_game(signal, whom);
        assert!(
            checked.findings.is_empty(),
            "{signal}: {log}\n{:?}",
            checked.findings
        );
        assert_ne!(
            checked.conclusion(true),
            Conclusion::Violates,
            "{signal}: {log}"
        );
        assert!(!log.contains("0!"), "{signal}: {log}");
        let why = "# a signal from the judge, or from somebody else, ended the tap, and the bot ended with it\n";
        let says = log.ends_with(why);
        assert_eq!(says, signal != "KILL", "{signal}: {log}");
    }
}

/// The same signals to the bot itself are its own end.
fn a_bot_that_a_signal_ends_is_recorded() {
    for (signal, number) in [("TERM", 15), ("KILL", 9)] {
        let (log, _) = ended_in_mid_game(signal, "$CHILD");
        assert!(
            log.ends_with(&format!("0! signal {number}\n")),
            "{signal}: {log}"
        );
    }
}

/// The log of a right bot that waits for its second turn while a signal comes to the tap, or to the tap's child.
fn ended_in_mid_game(signal: &str, whom: &str) -> (String, stickler::explain::Checked) {
    let folder = scratch("judge");
    let judge = format!(
        "{WAITS} mkfifo to; $TAP --game gomoku --seat 0 --set after-fault=nobody --log x.log -- $BOT <to & TAP=$!; exec 3>to
         echo READY FIRST >&3; logged '> OK' x.log; echo TURN 10000 10000 >&3; logged '> MOVE' x.log
         CHILD=$(cat /proc/$TAP/task/$TAP/children); kill -{signal} {whom}; wait $TAP"
    );
    shell(&folder, &judge);
    let path = folder.join("x.log");
    (std::fs::read_to_string(&path).expect("a log"), check(&path))
}

/// Where the seat is known, nothing is waited for.
fn a_message_is_recorded_before_it_is_answered() {
    let folder = scratch("tap");
    let words = [
        "tap",
        "--game",
        "gomoku",
        "--seat",
        "1",
        "--log",
        "bot.log",
        "--",
        "sh",
        "-c",
        "read line; exec sleep 30",
    ];
    let mut tap = Command::new(STICKLER);
    let mut tap = tap
        .args(words)
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("a tap");
    writeln!(tap.stdin.as_mut().expect("its input"), "READY SECOND").expect("told");
    let until = std::time::Instant::now() + Duration::from_secs(20);
    let log = || std::fs::read_to_string(folder.join("bot.log")).unwrap_or_default();
    while !log().ends_with("1< READY SECOND\n") && std::time::Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(log().ends_with("1< READY SECOND\n"), "{}", log());
    rustix::process::kill_process(
        rustix::process::Pid::from_child(&tap),
        rustix::process::Signal::TERM,
    )
    .expect("told");
    tap.wait().expect("it ends");
}

/// Two games at once, and one after the other, under one name: no log is overwritten, and none holds two games.
fn each_game_has_a_log_of_its_own() {
    let folder = scratch("tap-same-log");
    let started = |role: &str| {
        let mut tap = Command::new(STICKLER);
        tap.args(["tap", "--game", "gomoku", "--log", "bot.log", "--"]);
        tap.args([REFBOT, "gomoku"]).current_dir(&folder);
        let piped = tap.stdin(Stdio::piped()).stdout(Stdio::null());
        let mut child = piped.stderr(Stdio::piped()).spawn().expect("a tap");
        let told = format!("READY {role}\nFINISH\n");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(told.as_bytes()).expect("written");
        child
    };
    let both = [started("FIRST"), started("SECOND")];
    let both = both.map(|child| child.wait_with_output().expect("an end"));
    let third = started("FIRST").wait_with_output().expect("an end");
    let notes: String = [&both[0], &both[1], &third]
        .map(|output| String::from_utf8_lossy(&output.stderr).into_owned())
        .concat();
    for name in ["bot.log", "bot.2.log", "bot.3.log"] {
        let log = std::fs::read_to_string(folder.join(name)).expect(name);
        assert_eq!(log.matches("< READY ").count(), 1, "{name}: {log}");
        let is_named = name == "bot.log" || notes.contains(name);
        assert!(is_named, "{name}: {notes}");
    }
}
