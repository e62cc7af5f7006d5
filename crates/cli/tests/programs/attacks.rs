//! A catalogue of attacks, each against walls and without them, by this user and by an ordinary one.
//!
//! Where the walls are up, the attack fails: nobody is harmed, and nothing is left behind. Where they are down it works, or it
//! would prove nothing. What this machine cannot show is skipped aloud.

use crate::support::depth::depth;
use crate::support::files::{root, text};
use crate::support::programs::{REFBOT, are_gone, python, running};
use crate::support::trials::skipped;
use crate::support::users::{self, NOBODY, User};
use std::collections::BTreeSet;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

/// The system's word for a process that it does not make now.
const REFUSED: [&str; 2] = ["Resource temporarily unavailable", "Cannot fork"];
/// How often a match is played where it is said.
const TRIES: u64 = 6;

impl User {
    /// A match of the attacker against a correct bot, which has the first seat.
    fn play(&self, isolation: &str, more: &[&str], attack: &str) -> Played {
        let python = python().expect("an interpreter");
        let attacker = root().join("crates/cli/tests/programs/attacks/attacker.py");
        let bots = [
            format!("{} gomoku --set board=5x5", self.reached(Path::new(REFBOT))),
            format!("{} {} {attack}", python.display(), self.reached(&attacker)),
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

/// The users that can attack: attackers are in Python.
fn for_each_user(attacks: impl Fn(&User) + Sync) {
    match python() {
        Some(_) => users::for_each_user(attacks),
        None => skipped("attacks: there is no Python here"),
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

/// An attack that answers WORKED: against the walls, where this one stands, and without any.
fn holds(user: &User, wall: &str, attack: &str) {
    if user.has(wall) {
        let played = user.play("auto", &[], attack);
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
            "{attack}, as {}: it does not work here without walls either",
            user.name
        ));
    }
}

#[test]
fn others_and_the_judge_are_out_of_reach() {
    for_each_user(|user| {
        let canary = user.folder.join("canary");
        std::fs::write(&canary, "").expect("written");
        std::fs::set_permissions(&canary, std::fs::Permissions::from_mode(0o666))
            .expect("permitted");
        let leave = format!("leave_by_judges_root {}", canary.display());
        for attack in [
            "read_seed",
            "open_opponents_output",
            "open_opponents_memory",
            "open_judges_memory",
            &leave,
            "trace_judge",
        ] {
            holds(user, "processes", attack);
        }
        holds(user, "processes", "set_namespace");
        holds(user, "calls", "new_namespace");
        let segment = Segment::made(user);
        let share = format!("share_by_number {}", segment.0);
        holds(user, "processes", &share);
        holds(user, "processes", "bind_parent");
        holds(user, "privileges", "have_capabilities");
        // At least these work wherever there is no wall, or this test shows nothing.
        for attack in ["read_seed", &leave, &share, "bind_parent"] {
            assert!(
                user.play("off", &[], attack).worked(),
                "{attack} as {}",
                user.name
            );
        }
    });
}

/// A segment of memory of System V, which anybody finds by its number.
struct Segment<'a>(usize, &'a User);

impl Segment<'_> {
    fn made(user: &User) -> Segment<'_> {
        let segment = Segment(0x571C_0000 + user.number(std::process::id() as usize), user);
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

#[test]
fn signals_reach_nobody_outside() {
    for_each_user(|user| {
        if user.has("processes") {
            let played = user.play("auto", &[], "signal_opponent");
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
    });
}

#[test]
fn a_judge_is_not_killed_by_a_bot() {
    for_each_user(|user| {
        if user.has("processes") {
            let played = user.play("auto", &[], "kill_judge");
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
    });
}

/// One that a bot holds cannot be opened by its opponent for 45 seconds.
#[test]
fn no_file_is_held_against_another() {
    for_each_user(|user| {
        let book = user.folder.join("book");
        std::fs::write(&book, "e4").expect("written");
        let owner = if user.before.is_empty() {
            None
        } else {
            Some(NOBODY)
        };
        chown(&book, owner, owner).expect("given away");
        holds(user, "calls", &format!("take_lease {}", book.display()));
    });
}

/// Listeners of all kinds that a bot could reach.
#[test]
fn no_socket_leads_out() {
    for_each_user(|user| {
        let port = TcpListener::bind("127.0.0.1:0").expect("a port");
        let path = user.folder.join("listens");
        let _by_path = UnixListener::bind(&path).expect("a socket");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o777)).expect("permitted");
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
            format!("connect_to_path {}", path.display()),
            format!("connect_to_abstract {name}"),
        ] {
            holds(user, "network", &attack);
        }
    });
}

#[test]
fn files_of_others_stay_as_they_are() {
    for_each_user(|user| {
        let canary = user.folder.join("canary");
        let reset = || {
            std::fs::write(&canary, "own").expect("written");
            std::fs::set_permissions(&canary, std::fs::Permissions::from_mode(0o600))
                .expect("permitted");
            let owner = if user.before.is_empty() {
                None
            } else {
                Some(NOBODY)
            };
            chown(&canary, owner, owner).expect("given away");
        };
        let mode = || {
            std::fs::metadata(&canary)
                .expect("there")
                .permissions()
                .mode()
                & 0o777
        };
        let held = || text(&canary);
        for (attack, is_changed) in [
            ("change_mode", &(|| mode() != 0o600) as &dyn Fn() -> bool),
            ("write_file", &|| held() != "own"),
        ] {
            let attack = format!("{attack} {}", canary.display());
            for more in [&[][..], &["--read-only"]] {
                reset();
                if user.has("files") {
                    let played = user.play("auto", more, &attack);
                    assert!(!is_changed(), "{attack} as {}: {played:#?}", user.name);
                }
            }
            reset();
            user.play("off", &[], &attack);
            assert!(is_changed(), "{attack} as {}", user.name);
        }
    });
}

#[test]
fn nobody_stays_behind() {
    if crate::support::portable::leaves_out("attacks::nobody_stays_behind") {
        return;
    }
    for_each_user(|user| {
        for isolation in ["auto", "off"] {
            let played = user.play(
                isolation,
                &[],
                &format!("stay_behind {}", user.number(4751)),
            );
            assert_eq!(
                running(&format!("sleep\u{0}{}", user.number(4751))),
                0,
                "{isolation} as {}: {played:#?}",
                user.name
            );
        }
    });
}

#[test]
fn a_killed_judge_leaves_nobody_behind() {
    if crate::support::portable::leaves_out("attacks::a_killed_judge_leaves_nobody_behind") {
        return;
    }
    for_each_user(|user| {
        let number = user.number(4753);
        let bot = &format!("sh -c 'setsid sleep {number} & sleep {number}'");
        let sleeps = || running(&format!("sleep\u{0}{number}"));
        let words = [
            "play",
            "gomoku",
            "--isolation=auto",
            "--set=ready=60000",
            "--bot",
            bot,
            "--bot",
            bot,
        ];
        let mut judge = user.stickler(&words).spawn().expect("stickler starts");
        let since = Instant::now();
        // One that is just becoming another program has no words for a moment.
        let mut seen = 0;
        while seen < 4 && since.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
            seen = seen.max(sleeps());
        }
        judge.kill().and_then(|()| judge.wait()).expect("killed");
        if seen == 0 && !user.before.is_empty() {
            return skipped(&format!(
                "what a killed judge leaves, as {}: this user's processes are not seen here",
                user.name
            ));
        }
        assert!(seen >= 4, "the bots as {}", user.name);
        assert!(
            are_gone(&format!("sleep\u{0}{number}")),
            "left behind, as {}",
            user.name
        );
    });
}

/// Nor does it leave a room that was half made: its words are those of the bot, too.
#[test]
fn a_judge_that_is_killed_while_it_starts_bots_leaves_nobody_behind() {
    if crate::support::portable::leaves_out(
        "attacks::a_judge_that_is_killed_while_it_starts_bots_leaves_nobody_behind",
    ) {
        return;
    }
    for_each_user(|user| {
        let number = user.number(4757);
        let bot = &format!("sleep {number}");
        let words = [
            "play",
            "gomoku",
            "--isolation=auto",
            "--set=ready=60000",
            "--bot",
            bot,
            "--bot",
            bot,
        ];
        for wait in 0..depth(30, 300) {
            let mut judge = user.stickler(&words);
            let mut judge = judge
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("stickler starts");
            std::thread::sleep(Duration::from_millis(10 + 3 * (wait % 40) as u64));
            judge.kill().and_then(|()| judge.wait()).expect("killed");
        }
        if user.has("processes") {
            assert!(
                are_gone(&format!("sleep\u{0}{number}")),
                "left behind, as {}",
                user.name
            );
        }
    });
}

/// Whatever it prints, and whatever its exit code is: it has been started, and it has failed.
#[test]
fn words_of_a_launcher_void_no_match() {
    for_each_user(|user| {
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
    });
}

/// The first process of a room is the room's own: whatever a bot does to it, the match has a result, and it is no better for that.
#[test]
fn who_ends_its_room_ends_itself_alone() {
    for_each_user(|user| {
        if user.has("processes") {
            let played = user.play("auto", &[], "end_its_room");
            assert_eq!(
                played.output.status.code(),
                Some(0),
                "as {}: {played:#?}",
                user.name
            );
            assert!(played.scores()[0] >= 0, "as {}: {played:#?}", user.name);
        }
    });
}

#[test]
fn no_mark_frames_another() {
    for_each_user(|user| {
        for isolation in ["auto", "off"] {
            let played = user.play(isolation, &[], "frame");
            assert!(
                played.scores()[0] >= 0 && !played.log.contains("0! left"),
                "as {}: {played:#?}",
                user.name
            );
        }
    });
}

#[test]
fn a_flood_after_the_end_ends_with_the_grace() {
    for_each_user(|user| {
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
    });
}

/// The attacker takes 200 MB or more in another way each time; it may have 100.
#[test]
fn memory_counts_wherever_it_is() {
    if crate::support::portable::leaves_out("attacks::memory_counts_wherever_it_is") {
        return;
    }
    for_each_user(|user| {
        for attack in [
            "memory_in_file grown",
            "memory_in_memfd",
            "memory_in_sockets",
            "memory_in_children",
            "memory_of_daemon",
        ] {
            if attack.starts_with("memory_in_file") && !user.has("files") {
                continue;
            }
            // Without a control group nobody counts what waits in sockets.
            if attack == "memory_in_sockets" && !user.has("memory") {
                continue;
            }
            let played = user.play("auto", &["--memory=100"], attack);
            // Where memory cannot be counted it cannot be had.
            let is_refused = attack == "memory_in_memfd" && user.missing.contains("memory");
            let scores = played.scores();
            assert!(
                scores[0] >= 0 && (is_refused || scores[1] == -1),
                "{attack} as {}: {played:#?}",
                user.name
            );
        }
        for attack in ["memory_in_memfd", "memory_in_sockets"] {
            let played = user.play("off", &["--memory=100"], attack);
            assert!(
                played.scores()[1] >= 0,
                "{attack} works without walls, as {}: {played:#?}",
                user.name
            );
        }
    });
}

/// The attacker burns more than a second in another way each time; it may have one.
#[test]
fn cpu_time_counts_whoever_burns_it() {
    if crate::support::portable::leaves_out("attacks::cpu_time_counts_whoever_burns_it") {
        return;
    }
    for_each_user(|user| {
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
    });
}

#[test]
fn a_crowd_has_an_end() {
    for_each_user(|user| {
        if user.has("tasks") {
            let played = user.play("auto", &[], "tasks_without_end 600");
            assert!(!played.worked(), "as {}: {played:#?}", user.name);
        }
        assert!(
            user.play("off", &[], "tasks_without_end 600").worked(),
            "as {}",
            user.name
        );
    });
}

/// Nor do those whose environment cannot be read. They go on for forty seconds by themselves.
#[test]
fn processes_that_replace_themselves_harm_nobody() {
    if crate::support::portable::leaves_out(
        "attacks::processes_that_replace_themselves_harm_nobody",
    ) {
        return;
    }
    for_each_user(|user| {
        let kept = &["--cpu-time=60"][..];
        for (attack, isolation, more) in [
            ("comet", "auto", &[][..]),
            ("comet", "off", &[]),
            ("comet", "off", kept),
            ("blind_children", "auto", &[]),
            ("blind_children", "off", &[]),
            ("blind_children", "off", kept),
        ] {
            let played = user.play(isolation, more, &format!("{attack} {}", user.number(4761)));
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
            assert_eq!(
                running(&format!(
                    "attacker.py\u{0}{attack}\u{0}{}",
                    user.number(4761)
                )),
                0,
                "{isolation} as {}",
                user.name
            );
        }
    });
}

/// True where at least ten programs wait for the CPUs of this machine.
fn is_crowded() -> bool {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ')
        .next()
        .and_then(|minute| minute.parse::<f64>().ok())
        .is_some_and(|minute| minute > 10.0)
}

/// The page has a row for every wall that the doctor knows.
#[test]
fn the_doctor_and_its_page_know_the_same_walls() {
    for_each_user(|user| {
        let output = user
            .stickler(&["doctor"])
            .output()
            .expect("stickler starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(
            output.status.code(),
            Some(i32::from(!user.missing.is_empty())),
            "as {}: {said}",
            user.name
        );
        let page = text(&root().join("docs/isolation.md"));
        let walls = said
            .lines()
            .skip(1)
            .take_while(|line| line.starts_with("  "))
            .filter_map(|line| line.split_whitespace().next());
        let walls: Vec<&str> = walls.collect();
        assert_eq!(walls.len(), 8, "{said}");
        let table = said
            .lines()
            .skip(1)
            .take(8)
            .map(|row| row.get(18..).unwrap_or_default());
        let kept_out: BTreeSet<&str> = table.filter(|text| text.len() > 10).collect();
        assert_eq!(kept_out.len(), 8, "{said}");
        let needs: Vec<&str> = said
            .lines()
            .filter_map(|line| line.strip_prefix("  needs "))
            .collect();
        assert!(needs.iter().all(|needs| needs.len() > 30), "{said}");
        for wall in walls {
            assert!(
                page.contains(&format!("\n| {wall} | ")),
                "{wall} has no row"
            );
            let is_missing = said.contains(&format!("\n{wall}: "));
            assert_eq!(
                said.contains(&format!("\n  {wall:<10}  yes")),
                !is_missing,
                "{said}"
            );
        }
    });
}
