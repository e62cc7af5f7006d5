//! Real programs: floods, deaths, leftovers, and programs that play each other.

use crate::support::files::scratch;
use crate::support::mark::Mark;
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, STICKLER};
use crate::support::scripts::{SHORT, fault, play};
use crate::support::trials::leave_out;
use std::path::Path;
use std::time::Duration;
use stickler::game::{Seat, Seats};
use stickler::games::GAMES;
use stickler::live;
use stickler::live::NoBuiltinPlayers;
use stickler::live::players::{HarnessError, Players};
use stickler::params::{Ms, Settings};
use stickler::referee::{Ask, Observation};
use stickler::scenario::{Opponent, Writes};
use stickler::stream::{Recorded, Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler_arena::launch::Launch;
use stickler_arena::process_players::ProcessPlayers;
use stickler_check::opponents::Opponents;

tests! {
    an_echoing_opponent_bets_what_the_candidate_bets,
    a_line_that_is_too_long_is_so_however_it_comes,
    the_whole_group_is_ended_with_its_leader,
    a_child_that_outlives_its_bot_is_ended_too,
    a_bot_that_ignores_signals_is_ended,
    deaths_are_told_apart,
    a_flood_of_standard_error_stops_nobody,
    endless_output_is_no_answer_and_does_not_fill_the_memory,
    what_a_program_used_is_reported [USAGE],
    what_a_child_used_is_reported [USAGE],
    a_program_that_cannot_be_started_is_the_harness_s_error,
    variables_that_hide_a_missing_flush_are_removed,
    two_programs_play_each_other,
    programs_at_a_table_that_is_dropped_are_ended [FAMILIES],
    what_one_program_takes_is_not_held_against_another [USAGE],
    many_short_lines_are_no_long_line,
    programs_that_escape_are_ended_where_the_session_has_no_number [FAMILIES],
    messages_come_whole_in_pieces_or_line_by_line,
}

fn an_echoing_opponent_bets_what_the_candidate_bets() {
    let game = GAMES.find("betris").expect("the game");
    let settings = Settings::default();
    let command = [REFBOT, "betris"].map(str::to_string).to_vec();
    for (candidate, other) in [(Seat(0), Seat(1)), (Seat(1), Seat(0))] {
        let commands = [Seat(0), Seat(1)].map(|seat| (seat == candidate).then(|| command.clone()));
        let mut table = ProcessPlayers::start(&commands).expect("the reference bot");
        let mut house = Opponents::new(
            Seats::only(other),
            Opponent::Echo,
            SplitMix64(5),
            Vec::new(),
        );
        let referee = game.with(&settings).expect("a referee").referee();
        let mut stream = Seeded::new(SplitMix64(5));
        let record = live::play(
            referee,
            2,
            &mut table,
            &mut house,
            &mut stream,
            Writer::default(),
        )
        .expect("a match");
        let bets = |seat: Seat| -> Vec<String> {
            let prefix = format!("{seat}> BET ");
            let bets = record
                .transcript
                .lines()
                .filter_map(|line| line.strip_prefix(&prefix));
            bets.filter_map(|bet| Some(bet.split_once(" @")?.0.to_string()))
                .collect()
        };
        assert!(record.verdict.faults.is_empty(), "{}", record.transcript);
        assert!(!bets(candidate).is_empty());
        let same = bets(candidate)
            .iter()
            .zip(bets(other))
            .filter(|(mine, others)| **mine == *others)
            .count();
        assert!(
            2 * same > bets(candidate).len(),
            "only {same} ties\n{}",
            record.transcript
        );
    }
}

fn a_line_that_is_too_long_is_so_however_it_comes() {
    let record = play("read line; printf 'OK%70000s\\n' ''; read line", SHORT);
    assert_eq!(fault(&record), ("flood", "wire.line.length"));
    let record = play(
        "read line; printf 'OK%70000s' ''; sleep 0.1; echo; read line",
        SHORT,
    );
    assert_eq!(fault(&record), ("flood", "wire.line.length"));
}

fn the_whole_group_is_ended_with_its_leader() {
    let mark = Mark::new();
    let script = format!("sleep {mark} & sleep {mark} & read line; echo NO; wait");
    let record = play(&script, SHORT);
    assert_eq!(fault(&record), ("format", "gomoku.ready.answer"));
    assert_eq!(mark.running(), 0);
}

fn a_child_that_outlives_its_bot_is_ended_too() {
    let mark = Mark::new();
    let record = play(&format!("sleep {mark} & exit 0"), SHORT);
    assert_eq!(fault(&record), ("died", "wire.process.alive"));
    assert_eq!(mark.running(), 0);
}

fn a_bot_that_ignores_signals_is_ended() {
    let mark = Mark::new();
    let script = format!("trap '' TERM INT HUP; while :; do sleep {mark}; done");
    let record = play(&script, SHORT);
    assert_eq!(fault(&record), ("late", "gomoku.ready.time"));
    assert_eq!(mark.running(), 0);
}

fn deaths_are_told_apart() {
    assert_eq!(
        fault(&play("read line; kill -SEGV $$", SHORT)),
        ("died", "wire.process.alive")
    );
    assert_eq!(
        fault(&play("read line; exit 3", SHORT)),
        ("died", "wire.process.alive")
    );
    assert_eq!(
        fault(&play("read line; exec >&-; exec sleep 60", SHORT)),
        ("died", "wire.process.stdout")
    );
    // Its output is closed a moment before it ends: that is an end.
    assert_eq!(
        fault(&play("read line; sleep 0.2; exec >&-; exit 3", SHORT)),
        ("died", "wire.process.alive")
    );
    assert!(
        play("read line; exit 3", SHORT)
            .transcript
            .contains("0! exit 3\n")
    );
    assert!(
        play("read line; kill -SEGV $$", SHORT)
            .transcript
            .contains("0! signal 11\n")
    );
}

fn a_flood_of_standard_error_stops_nobody() {
    let script = "head -c 20000000 /dev/zero >&2; echo last words >&2; read line; echo OK; read line; echo NO";
    let record = play(script, &["ready=5000"]);
    assert_eq!(fault(&record), ("format", "gomoku.turn.answer"));
    let usage = record.usage[0].as_ref().expect("accounts");
    assert_eq!(usage.stderr_total, 20_000_011);
    assert!(usage.stderr.len() <= 16 * 1024 && usage.stderr.ends_with(b"last words\n"));
}

fn endless_output_is_no_answer_and_does_not_fill_the_memory() {
    let record = play("read line; echo OK; exec yes", &["bank=300"]);
    // What comes before the ask is unasked; a line that comes a moment later passes for the answer.
    assert!(
        [
            ("unasked", "wire.answer.asked"),
            ("format", "gomoku.turn.answer")
        ]
        .contains(&fault(&record))
    );
    assert!(record.transcript.len() < 64 << 20);
}

fn what_a_program_used_is_reported() {
    let script = "read line; i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; echo NO; read more";
    let record = play(script, &["ready=20000"]);
    let usage = record.usage[0].as_ref().expect("accounts");
    assert!(usage.cpu.0 > 0, "CPU time of a loop: {:?}", usage.cpu);
    assert!(
        usage.peak > 100_000 && usage.peak < 100 << 20,
        "memory of a shell: {}",
        usage.peak
    );
}

/// In a child that its parent has not waited for when the game ends.
fn what_a_child_used_is_reported() {
    let burns = "i=0; while [ $i -lt 600000 ]; do i=$((i+1)); done; kill -USR1 $$; exec sleep 60";
    let script = format!("read line; trap : USR1; ({burns}) & wait; echo NO; read more");
    let record = play(&script, &["ready=60000"]);
    assert_eq!(fault(&record), ("format", "gomoku.ready.answer"));
    let usage = record.usage[0].as_ref().expect("accounts");
    assert!(usage.cpu.0 >= 50, "CPU time of a loop: {:?}", usage.cpu);
}

fn a_program_that_cannot_be_started_is_the_harness_s_error() {
    for command in [
        vec!["/no/such/program".to_string()],
        vec!["/etc/passwd".into()],
        vec![],
    ] {
        let started = ProcessPlayers::start(&[Some(command)]);
        assert!(matches!(started, Err(HarnessError::Start { .. })));
    }
}

fn variables_that_hide_a_missing_flush_are_removed() {
    let folder = scratch("hiding");
    const HIDING: [&str; 4] = ["PYTHONUNBUFFERED", "_STDBUF_I", "_STDBUF_O", "_STDBUF_E"];
    let bot = format!(
        "read line; echo \"[${}$LD_PRELOAD$KEPT]\"",
        HIDING.join("$")
    );
    let mut check = std::process::Command::new(STICKLER);
    check.args([
        "check",
        "gomoku",
        "--only",
        "reference",
        "--cases",
        "1",
        "--",
        "/bin/sh",
        "-c",
        &bot,
    ]);
    let output = check
        .envs(HIDING.map(|name| (name, "1")))
        .env("LD_PRELOAD", "libstdbuf.so")
        .env("KEPT", "kept")
        .current_dir(&folder);
    let said = String::from_utf8_lossy(&output.output().expect("a check").stdout).into_owned();
    assert!(said.contains("0> [kept]"), "{said}");
}

fn two_programs_play_each_other() {
    let game = GAMES.find("gomoku").expect("the game");
    let bot = || Some(vec![REFBOT.to_string(), "gomoku".into()]);
    let mut table = ProcessPlayers::start(&[bot(), bot()]).expect("bots");
    let referee = game
        .with(&Settings::default())
        .expect("a referee")
        .referee();
    let mut stream = Recorded::new(Vec::new());
    let record = live::play(
        referee,
        2,
        &mut table,
        &mut NoBuiltinPlayers,
        &mut stream,
        Writer::default(),
    )
    .expect("a match");
    assert_eq!(record.verdict.faults, vec![]);
    assert!(record.verdict.outcome.is_some());
    assert!(Path::new("/proc").exists());
}

fn programs_at_a_table_that_is_dropped_are_ended() {
    let mark = Mark::new();
    let script = format!("setsid sleep {mark} & exec sleep {mark}");
    let bot = Some(["/bin/sh", "-c", &script].map(str::to_string).to_vec());
    let table = ProcessPlayers::start(&[bot, None]).expect("a shell");
    let until = std::time::Instant::now() + Duration::from_secs(20);
    while mark.sleeping() < 2 {
        assert!(std::time::Instant::now() < until, "two programs sleep");
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(table);
    assert_eq!(mark.running(), 0);
}

fn what_one_program_takes_is_not_held_against_another() {
    let shell = |script: &str| Some(["/bin/sh", "-c", script].map(str::to_string).to_vec());
    // A child of the shell keeps sixty megabytes, which have no newline, until they end.
    let large = "(head -c 60000000 /dev/zero; sleep 1; echo) | tail -n 1 | wc -c";
    let mut table =
        ProcessPlayers::start(&[shell(large), shell("sleep 0.5 & read line")]).expect("shells");
    let ask = Ask {
        seat: Seat(0),
        lines: 1,
        budget: Ms(60_000),
    };
    let (seat, what, _) = table.wait(&[ask]).expect("an answer");
    assert_eq!((seat, what), (Seat(0), Observation::Lines(b"60000001")));
    let [large, small] = [0, 1].map(|seat| table.retire(Seat(seat)).expect("accounts").peak >> 20);
    assert!(large >= 57 && small < 30, "{large} MB and {small} MB");
}

fn many_short_lines_are_no_long_line() {
    let script = "yes YES | head -n 30000; sleep 20";
    let shell = ["/bin/sh", "-c", script].map(str::to_string).to_vec();
    let mut table = ProcessPlayers::start(&[Some(shell)]).expect("a shell");
    let ask = Ask {
        seat: Seat(0),
        lines: 30_000,
        budget: Ms(60_000),
    };
    let (_, what, _) = table.wait(&[ask]).expect("an answer");
    let Observation::Lines(lines) = what else {
        panic!("{what:?}")
    };
    assert_eq!(lines.len(), 4 * 30_000 - 1);
    assert!(
        lines
            .split(|&byte| byte == b'\n')
            .all(|line| line == b"YES")
    );
}

/// As in a container that is entered from outside: the session's leader has no number there, and reads as 0.
fn programs_that_escape_are_ended_where_the_session_has_no_number() {
    let folder = scratch("session");
    let bot = "( ( env -i setsid sleep 60 & ) & ) >/dev/null 2>&1 </dev/null; sleep 0.1; read line; echo NO";
    let run = |script: &str| {
        let unshare = [
            "--user",
            "--map-root-user",
            "--pid",
            "--fork",
            "--mount-proc",
            "/bin/sh",
            "-c",
            script,
            "sh",
        ];
        let check = [
            STICKLER, "check", "gomoku", "--only", "any", "--cases", "2", "--", "/bin/sh",
        ];
        std::process::Command::new("unshare")
            .args(unshare)
            .args(check)
            .args(["-c", bot])
            .current_dir(&folder)
            .output()
    };
    match run("ps -o sid= -p $$ | grep -qw 0") {
        Ok(output) if output.status.success() => {}
        _ => {
            leave_out("a session without a number: this machine makes no process namespace here");
        }
    }
    let output = run("\"$@\"; code=$?; ps -C sleep && exit 9; exit $code").expect("unshare");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("gomoku.ready.answer"),
        "{said}"
    );
}

/// Reads a piece at a time and says how often it had to.
const PIECES: &str = "import os
reads = 0
text = b''
while text.count(b'\\n') < 2:
    if text == b'READY FIRST\\n':
        os.write(1, b'OK\\n')
    text += os.read(0, 4096)
    reads += 1
    if text == b'READY FIRST\\n':
        first, reads = reads, 0
os.write(1, b'%d %d\\n' % (first, reads))
";

fn messages_come_whole_in_pieces_or_line_by_line() {
    let Some(python) = ["/usr/bin/python3", "/usr/local/bin/python3"]
        .into_iter()
        .find(|path| Path::new(path).exists())
    else {
        leave_out("want Python 3.9 or later");
    };
    let reads = |writes: Writes| -> Vec<u32> {
        let game = GAMES.find("gomoku").expect("the game");
        let command = [python, "-c", PIECES].map(str::to_string).to_vec();
        let mut table =
            ProcessPlayers::start_by(&Launch::default(), &[Some(command), None], writes)
                .expect("Python");
        let mut house = Opponents::explicit(Seats::only(Seat(1)), Opponent::First);
        let referee = game
            .with(&Settings::default())
            .expect("a referee")
            .referee();
        let mut stream = Recorded::new(Vec::new());
        let record = live::play(
            referee,
            2,
            &mut table,
            &mut house,
            &mut stream,
            Writer::default(),
        )
        .expect("a match");
        let line = record
            .transcript
            .lines()
            .filter(|line| line.starts_with("0> "))
            .nth(1)
            .expect("a second answer");
        line[3..]
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect()
    };
    assert_eq!(reads(Writes::Whole), [1, 1]);
    // On a busy machine a program may find the pieces together: it is asked again, after longer and longer pauses.
    let is_split = |pause: u64| {
        std::thread::sleep(Duration::from_millis(pause));
        reads(Writes::Split).iter().any(|&reads| reads >= 2)
    };
    assert!(
        (0..40).map(|n| 20 * n).any(is_split),
        "no line came in pieces"
    );
}
