//! A catalogue of attacks, each behind bubblewrap and without it, by this user and by an ordinary one.
//!
//! Behind bubblewrap the attack fails, or docs/isolation.md names it. Without it the attack works, or it would prove nothing.

use crate::support::files::{root, scratch, text};
use crate::support::mark::Mark;
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, python, quoted};
use crate::support::tier::by_tier;
use crate::support::trials::skipped;
use crate::support::users::User;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

tests! {
    ; each user:
    others_and_the_judge_are_out_of_reach [PYTHON],
    signals_reach_nobody_outside [PYTHON],
    a_judge_is_not_killed_by_a_bot [PYTHON],
    no_socket_leads_out [PYTHON],
    files_of_others_stay_as_they_are [PYTHON],
    what_is_not_kept_out_is_on_the_page [PYTHON],
    nobody_stays_behind [FAMILIES, PYTHON],
    a_killed_judge_leaves_nobody_behind [FAMILIES],
    a_judge_that_is_killed_while_it_starts_bots_leaves_nobody_behind [FAMILIES],
    words_of_a_launcher_void_no_match [PYTHON],
    who_ends_its_sandbox_ends_itself_alone [PYTHON],
    no_mark_frames_another [PYTHON],
    a_flood_after_the_end_ends_with_the_grace [TIMED, PYTHON],
    memory_counts_wherever_it_is [TIMED, USAGE, PYTHON],
    what_is_left_of_a_sandbox_is_charged_to_nobody_else [USAGE, PYTHON],
    cpu_time_counts_whoever_burns_it [TIMED, USAGE, PYTHON],
    processes_that_replace_themselves_harm_nobody [TIMED, FAMILIES, PYTHON],
}

/// The system's word for a process that it does not make now.
const REFUSED: [&str; 2] = ["Resource temporarily unavailable", "Cannot fork"];
/// How often a match is played where it is said.
const TRIES: u64 = 6;

impl User {
    /// A match of the attacker against a correct bot, which has the first seat.
    fn play(&self, isolation: &str, more: &[&str], attack: &str) -> Played {
        let python = python().expect("an interpreter");
        let attacker = root().join("crates/cli/tests/system/programs/attacks/attacker.py");
        let bots = [
            format!(
                "{} gomoku --set board=5x5",
                quoted(self.reached(Path::new(REFBOT)))
            ),
            format!(
                "{} {} {attack}",
                quoted(python),
                quoted(self.reached(&attacker))
            ),
        ];
        let log = self.folder.join("match.log").to_string_lossy().into_owned();
        let isolation = format!("--isolation={isolation}");
        let data = "seed=4711 board=5x5 bank=60000 ready=60000";
        let words = [
            "referee", "gomoku", &isolation, "-p1", &bots[0], "-p2", &bots[1], "-d", data, "-l",
            &log,
        ];
        // Other attacks of this program can use up the machine's processes for a moment: such a match says nothing.
        let mut tries = 0;
        loop {
            tries += 1;
            let started = Instant::now();
            let output = self.stickler(&[&words[..], more].concat()).output();
            let took = started.elapsed();
            let said = match &output {
                Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
                Err(error) => error.to_string(),
            };
            if REFUSED.iter().any(|words| said.contains(words)) && tries < TRIES {
                skipped(&format!(
                    "{attack}, try {tries}: the machine is out of processes"
                ));
                std::thread::sleep(Duration::from_secs(tries));
                continue;
            }
            let output = output.expect("stickler starts");
            let log = std::fs::read_to_string(&log).unwrap_or_default();
            return Played { output, log, took };
        }
    }
}

/// The result of a match.
#[derive(Debug)]
struct Played {
    output: Output,
    log: String,
    took: Duration,
}

impl Played {
    /// The scores of the correct bot and of the attacker.
    fn scores(&self) -> [i32; 2] {
        let text = String::from_utf8_lossy(&self.output.stdout).into_owned();
        let scores: Vec<i32> = text
            .lines()
            .take(2)
            .filter_map(|line| line.parse().ok())
            .collect();
        scores
            .try_into()
            .unwrap_or_else(|_| panic!("no scores: {self:#?}"))
    }

    fn worked(&self) -> bool {
        self.log.contains("1> WORKED")
    }
}

/// An attack that answers WORKED: behind bubblewrap it does not, and without it does.
fn holds(user: &User, has_sandbox: bool, attack: &str) {
    if has_sandbox {
        let played = user.play("required", &[], attack);
        assert!(!played.worked(), "{attack} as {}: {played:#?}", user.name);
        assert!(
            played.scores()[0] >= 0,
            "{attack} as {}: {played:#?}",
            user.name
        );
    }
    let played = user.play("off", &[], attack);
    if !played.worked() {
        skipped(&format!(
            "{attack}, as {}: it does not work here without a sandbox either",
            user.name
        ));
    }
}

fn others_and_the_judge_are_out_of_reach(user: &User) {
    let has_sandbox = user.has_sandbox();
    let canary = user.folder.join("canary");
    std::fs::write(&canary, "").expect("written");
    std::fs::set_permissions(&canary, std::fs::Permissions::from_mode(0o666)).expect("permitted");
    let leave = format!("leave_by_judges_root {}", quoted(&canary));
    for attack in [
        "read_seed",
        "open_opponents_output",
        "open_opponents_memory",
        "open_judges_memory",
        &leave,
        "trace_judge",
    ] {
        holds(user, has_sandbox, attack);
    }
    holds(user, has_sandbox, "set_namespace");
    let segment = Segment::made(user);
    let share = format!("share_by_number {}", segment.0);
    holds(user, has_sandbox, &share);
    holds(user, has_sandbox, "bind_parent");
    holds(user, has_sandbox, "have_capabilities");
    // At least these work wherever there is no sandbox, or this test shows nothing.
    for attack in ["read_seed", &leave, &share, "bind_parent"] {
        assert!(
            user.play("off", &[], attack).worked(),
            "{attack} as {}",
            user.name
        );
    }
}

/// A segment of memory of System V, which anybody finds by its number.
struct Segment<'a>(usize, &'a User);

impl Segment<'_> {
    fn made(user: &User) -> Segment<'_> {
        let segment = Segment(
            0x571C_0000 + 2 * std::process::id() as usize + user.before.len().min(1),
            user,
        );
        segment.call("lib.shmget(number, 4096, 0o1600)");
        segment
    }

    fn call(&self, call: &str) {
        let script = format!(
            "import ctypes; lib = ctypes.CDLL(None); number = {}; assert {call} >= 0",
            self.0
        );
        let python = python().expect("an interpreter");
        let done = self
            .1
            .command(&[&python.to_string_lossy(), "-c", &script])
            .status();
        assert!(done.expect("Python").success(), "{call}");
    }
}

impl Drop for Segment<'_> {
    fn drop(&mut self) {
        self.call("lib.shmctl(lib.shmget(number, 4096, 0o600), 0, None)");
    }
}

fn signals_reach_nobody_outside(user: &User) {
    let has_sandbox = user.has_sandbox();
    if has_sandbox {
        let played = user.play("required", &[], "signal_opponent");
        assert!(
            !played.log.contains("0! signal") && played.scores()[0] >= 0,
            "as {}: {played:#?}",
            user.name
        );
    }
    let played = user.play("off", &[], "signal_opponent");
    assert!(
        played.log.contains("0! signal 9"),
        "as {}: {played:#?}",
        user.name
    );
}

fn a_judge_is_not_killed_by_a_bot(user: &User) {
    let has_sandbox = user.has_sandbox();
    if has_sandbox {
        let played = user.play("required", &[], "kill_judge");
        assert_eq!(
            played.output.status.code(),
            Some(0),
            "as {}: {played:#?}",
            user.name
        );
    }
    let played = user.play("off", &[], "kill_judge");
    assert_eq!(
        played.output.status.code(),
        None,
        "as {}: {played:#?}",
        user.name
    );
}

/// Listeners of all kinds that a bot could reach.
fn no_socket_leads_out(user: &User) {
    let has_sandbox = user.has_sandbox();
    let port = TcpListener::bind("127.0.0.1:0").expect("a port");
    let name = format!(
        "stickler-attacks-{}-{}",
        std::process::id(),
        user.before.len()
    );
    let abstract_name = SocketAddr::from_abstract_name(&name).expect("a name");
    let _by_name = UnixListener::bind_addr(&abstract_name).expect("a socket");
    let port = port.local_addr().expect("an address").port();
    for attack in [
        format!("connect_to_port {port}"),
        format!("connect_to_abstract {name}"),
    ] {
        holds(user, has_sandbox, &attack);
    }
}

fn files_of_others_stay_as_they_are(user: &User) {
    let has_sandbox = user.has_sandbox();
    // Not the current folder, in which a bot may write.
    let folder = scratch("files");
    let canary = folder.join("canary");
    let reset = || {
        std::fs::write(&canary, "own").expect("written");
        std::fs::set_permissions(&canary, std::fs::Permissions::from_mode(0o600))
            .expect("permitted");
        chown(&canary, user.owner(), user.owner()).expect("given away");
    };
    let mode = || {
        let about = std::fs::metadata(&canary).expect("there");
        about.permissions().mode() & 0o777
    };
    let held = || text(&canary);
    for (attack, is_changed) in [
        ("change_mode", &(|| mode() != 0o600) as &dyn Fn() -> bool),
        ("write_file", &|| held() != "own"),
    ] {
        let attack = format!("{attack} {}", shell_words::quote(&canary.to_string_lossy()));
        reset();
        if has_sandbox {
            let played = user.play("required", &[], &attack);
            assert!(!is_changed(), "{attack} as {}: {played:#?}", user.name);
        }
        reset();
        user.play("off", &[], &attack);
        assert!(is_changed(), "{attack} as {}", user.name);
    }
}

/// The attacks that work behind bubblewrap too, each with the words that name it.
fn what_is_not_kept_out_is_on_the_page(user: &User) {
    if !user.has_sandbox() {
        return;
    }
    let page = text(&root().join("docs/isolation.md"));
    let here = |name: &str| {
        let file = user.folder.join(name);
        std::fs::write(&file, "e4").expect("written");
        chown(&file, user.owner(), user.owner()).expect("given away");
        shell_words::quote(&file.to_string_lossy()).into_owned()
    };
    let path = user.folder.join("listens");
    let _by_path = UnixListener::bind(&path).expect("a socket");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o777)).expect("permitted");
    let path = shell_words::quote(&path.to_string_lossy()).into_owned();
    for (attack, words) in [
        (format!("take_lease {}", here("book")), "lock"),
        (format!("write_file {}", here("notes")), "current folder"),
        (
            format!("connect_to_path {path}"),
            "sockets that have a path",
        ),
        ("new_namespace".into(), "System calls"),
        ("tasks_without_end 600".into(), "Processes without end"),
        ("memory_in_memfd".into(), "memory that no process shows"),
        ("memory_in_sockets".into(), "memory that no process shows"),
        ("memory_in_file /tmp/grown".into(), "files in `/tmp`"),
    ] {
        let limit = attack.starts_with("memory").then_some("--memory=100");
        let played = user.play("required", limit.as_slice(), &attack);
        // A file that nobody else has written may well have been changed.
        let changed =
            attack.starts_with("write_file") && text(&user.folder.join("notes")) == "taken";
        let works = played.worked() || changed || limit.is_some() && played.scores()[1] >= 0;
        if !works {
            skipped(&format!(
                "{attack}, as {}: it does not work here",
                user.name
            ));
        }
        assert!(
            page.contains(words),
            "{attack}: no word `{words}`: {played:#?}"
        );
        assert!(played.scores()[0] >= 0, "{attack}: {played:#?}");
    }
}

fn nobody_stays_behind(user: &User) {
    for isolation in ["auto", "off"] {
        let mark = Mark::new();
        let played = user.play(isolation, &[], &format!("stay_behind {mark}"));
        let left = mark.running();
        assert_eq!(left, 0, "{isolation} as {}: {played:#?}", user.name);
    }
}

fn a_killed_judge_leaves_nobody_behind(user: &User) {
    user.needs_sandbox();
    let mark = Mark::new();
    let bot = &format!("sh -c 'setsid sleep {mark} & sleep {mark}'");
    let mut judge = user.match_in_sandboxes(bot, &[]);
    let mut judge = judge.spawn().expect("stickler starts");
    let since = Instant::now();
    let mut seen = 0;
    while seen < 4 && since.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
        // One that is just becoming another program has no words for a moment.
        seen = seen.max(mark.sleeping());
    }
    judge.kill().and_then(|()| judge.wait()).expect("killed");
    assert!(seen >= 4, "the bots as {}", user.name);
    let left = mark.left();
    assert!(left.is_empty(), "left behind, as {}: {left:#?}", user.name);
}

/// Nor does it leave a sandbox that was half made: its words are those of the bot, too.
fn a_judge_that_is_killed_while_it_starts_bots_leaves_nobody_behind(user: &User) {
    user.needs_sandbox();
    let mark = Mark::new();
    let bot = &format!("sleep {mark}");
    for wait in 0..by_tier(10, 30, 300) {
        let mut judge = user.match_in_sandboxes(bot, &[]);
        let mut judge = judge
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("stickler starts");
        std::thread::sleep(Duration::from_millis(10 + 3 * (wait % 40) as u64));
        judge.kill().and_then(|()| judge.wait()).expect("killed");
    }
    // Between two of its steps, some µs, the end of bubblewrap's first process leaves its second waiting for a word of the first.
    let (unborn, left): (Vec<_>, Vec<_>) = mark
        .left()
        .into_iter()
        .partition(|left| left.words.starts_with("bwrap "));
    if !unborn.is_empty() {
        skipped(&format!(
            "killed while bubblewrap starts, as {}: {} of its processes wait for their parents, which are gone; no bot began in them",
            user.name,
            unborn.len()
        ));
    }
    assert!(unborn.len() <= 2, "as {}: {unborn:#?}", user.name);
    assert!(left.is_empty(), "left behind, as {}: {left:#?}", user.name);
}

/// Whatever it prints, and whatever its exit code is: it has been started, and it has failed.
fn words_of_a_launcher_void_no_match(user: &User) {
    for isolation in ["auto", "off"] {
        let played = user.play(isolation, &[], "void_by_words");
        assert_eq!(
            played.output.status.code(),
            Some(0),
            "{isolation} as {}: {played:#?}",
            user.name
        );
        assert!(
            played.scores()[0] > 0 && played.scores()[1] == -1,
            "{isolation} as {}: {played:#?}",
            user.name
        );
        assert!(
            played.log.contains("1! exit 126"),
            "{isolation} as {}: {played:#?}",
            user.name
        );
    }
}

/// The first process of a sandbox is the sandbox's own: whatever a bot does to it, the match has a result, and it is no better for that.
fn who_ends_its_sandbox_ends_itself_alone(user: &User) {
    let has_sandbox = user.has_sandbox();
    if has_sandbox {
        let played = user.play("required", &[], "end_its_sandbox");
        assert_eq!(
            played.output.status.code(),
            Some(0),
            "as {}: {played:#?}",
            user.name
        );
        assert!(played.scores()[0] >= 0, "as {}: {played:#?}", user.name);
    }
}

fn no_mark_frames_another(user: &User) {
    for isolation in ["auto", "off"] {
        let played = user.play(isolation, &[], "frame");
        assert!(
            played.scores()[0] >= 0 && !played.log.contains("0! left"),
            "as {}: {played:#?}",
            user.name
        );
    }
}

fn a_flood_after_the_end_ends_with_the_grace(user: &User) {
    for isolation in ["auto", "off"] {
        for attack in ["flood_after_end", "drip_after_end"] {
            let played = user.play(isolation, &[], attack);
            assert!(
                played.log.contains("1! silent"),
                "{attack} as {}: {played:#?}",
                user.name
            );
            assert!(
                played.log.len() < 64 << 10,
                "{attack} as {}: {} bytes",
                user.name,
                played.log.len()
            );
            // The grace is a second, the flood forty; a busy machine takes some for itself.
            assert!(
                played.took < Duration::from_secs(30),
                "{attack} as {}: {:?}",
                user.name,
                played.took
            );
        }
    }
}

/// The attacker takes 200 MB or more in another way each time; it may have 100.
fn memory_counts_wherever_it_is(user: &User) {
    for isolation in ["auto", "off"] {
        for attack in ["memory_in_children", "memory_of_daemon"] {
            let played = user.play(isolation, &["--memory=100"], attack);
            let scores = played.scores();
            assert!(
                scores[0] >= 0 && scores[1] == -1,
                "{attack}, {isolation} as {}: {played:#?}",
                user.name
            );
        }
    }
}

/// A bot that took too much memory has been ended with its sandbox. Nothing of it is found with its opponent, which is alone then.
fn what_is_left_of_a_sandbox_is_charged_to_nobody_else(user: &User) {
    user.needs_sandbox();
    for _ in 0..2 * TRIES {
        let played = user.play("required", &["--memory=100"], "memory_of_daemon");
        let score = played.scores()[0];
        assert!(score >= 0, "as {}: {played:#?}", user.name);
    }
}

/// The attacker burns more than a second in another way each time; it may have one.
fn cpu_time_counts_whoever_burns_it(user: &User) {
    for (attack, isolation) in [
        ("burn_in_children", "auto"),
        ("burn_ignored", "auto"),
        ("burn_as_daemons", "auto"),
        ("burn_ignored", "off"),
    ] {
        let played = user.play(isolation, &["--cpu-time=1"], attack);
        assert!(
            played.scores()[0] > 0,
            "{attack}, {isolation} as {}: {played:#?}",
            user.name
        );
        assert!(
            played.log.contains("1! signal 24"),
            "{attack}, {isolation} as {}: {played:#?}",
            user.name
        );
    }
    // Nobody held it against anything: it works.
    assert!(
        user.play("off", &[], "burn_ignored").scores()[1] >= 0,
        "as {}",
        user.name
    );
}

/// Nor do those whose environment cannot be read. They go on for forty seconds by themselves.
fn processes_that_replace_themselves_harm_nobody(user: &User) {
    let kept = &["--cpu-time=60"][..];
    for (attack, isolation, more) in [
        ("comet", "auto", &[][..]),
        ("comet", "off", &[]),
        ("comet", "off", kept),
        ("blind_children", "auto", &[]),
        ("blind_children", "off", &[]),
        ("blind_children", "off", kept),
    ] {
        let mark = Mark::new();
        let played = user.play(isolation, more, &format!("{attack} {mark}"));
        assert!(
            played.scores()[0] >= 0,
            "{attack}, {isolation} as {}: {played:#?}",
            user.name
        );
        if played.took >= Duration::from_secs(30) && is_crowded() {
            skipped(&format!(
                "{attack}, {isolation}: the machine is too busy to tell how soon they end"
            ));
            continue;
        }
        assert!(
            played.took < Duration::from_secs(30),
            "{attack}, {isolation} as {}: {:?}",
            user.name,
            played.took
        );
        assert_eq!(mark.running(), 0, "{isolation} as {}", user.name);
    }
}

/// True where at least ten programs wait for the CPUs of this machine.
fn is_crowded() -> bool {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ')
        .next()
        .and_then(|minute| minute.parse::<f64>().ok())
        .is_some_and(|minute| minute > 10.0)
}
