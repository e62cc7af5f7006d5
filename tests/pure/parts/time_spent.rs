//! Where the time of an answer went: parts that add up, their form in a log, in JSON and in a page, and what follows.

use crate::support::tier::by_tier;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use stickler::explain::validate;
use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::params::{Ms, Settings};
use stickler::records::{CheckOptions, Text};
use stickler::report::{file_report, viewer};
use stickler::transcript::{Spending, TimeSpent};

fn spendings() -> impl Strategy<Value = (TimeSpent, u64)> {
    (
        prop::collection::vec((0..7usize, 0..3_000_000u64), 0..9),
        prop::option::of(0..9_000_000u64),
        any::<bool>(),
    )
        .prop_map(|(parts, cpu, hides_waits)| {
            let parts: Vec<_> = parts
                .into_iter()
                .map(|(of, micros)| (Spending::ALL[of], micros))
                .collect();
            let mut spent = TimeSpent::of_micros(&parts);
            (spent.cpu, spent.hides_waits) = (cpu.map(Ms), hides_waits);
            (spent, parts.iter().map(|(_, micros)| micros).sum())
        })
}

fn for_all(hold: impl Fn(TimeSpent, u64)) {
    let mut runner = TestRunner::new(ProptestConfig {
        cases: by_tier(50, 200, 5_000),
        ..ProptestConfig::default()
    });
    let held = runner.run(&spendings(), |(spent, micros)| {
        hold(spent, micros);
        Ok(())
    });
    held.unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn parts_add_up() {
    for_all(|spent, micros| {
        assert_eq!(spent.total, Ms(micros / 1000));
        assert_eq!(
            spent.parts().map(|(_, time)| time.0).sum::<u64>(),
            spent.total.0
        );
        assert!(
            spent
                .parts()
                .all(|(of, time)| time.0 > 0 && spent.of(of) == time)
        );
        // So do those of two answers.
        let twice = spent.and(&spent);
        assert_eq!(
            twice.parts().map(|(_, time)| time.0).sum::<u64>(),
            twice.total.0
        );
        assert_eq!(twice.total.0, 2 * spent.total.0);
    });
}

#[test]
fn what_a_log_tells_is_read_again() {
    for_all(|spent, _| {
        let (one, all) = (spent.note(Seat(2), false), spent.note(Seat(2), true));
        if spent.total.0 > 0 {
            assert_eq!(
                TimeSpent::read(format!("# {one}\r").as_bytes()),
                Some((Seat(2), spent)),
                "{one}"
            );
        }
        assert_eq!(
            TimeSpent::read(format!("# {all}").as_bytes()),
            None,
            "{all}"
        );
    });
}

#[test]
fn numbers_are_read_again() {
    for_all(|spent, _| {
        let mut read = TimeSpent::from_numbers(&spent.numbers());
        read.hides_waits = spent.hides_waits;
        assert_eq!(read, spent);
    });
}

#[test]
fn answers_are_summed() {
    let one = TimeSpent::of_micros(&[(Spending::Computing, 9_000), (Spending::Asleep, 4_000)]);
    let mut other = TimeSpent::of_micros(&[(Spending::Computing, 20_000)]);
    (other.cpu, other.hides_waits) = (Some(Ms(30)), true);
    assert_eq!(one.and(&one).to_string(), "26 ms: 18 computing, 8 asleep");
    for sum in [one.and(&other), other.and(&one)] {
        let words = "33 ms: 29 computing, 4 asleep (39 ms of CPU time on several CPUs) (this system hides waits for a CPU)";
        assert_eq!(sum.to_string(), words);
    }
}

#[test]
fn other_comments_tell_no_time() {
    for line in [
        "",
        "# ",
        "seat 0 took 5ms: 5ms asleep",
        "# seat 0 took 5ms",
        "# seat 0 took 5: 5ms asleep",
        "# seat x took 5ms: 5ms asleep",
        "# seat 0 took 5ms: five asleep",
        "# seat 0 in all took 5ms: 5ms asleep",
        "# seat 300 took 5ms: 5ms asleep",
    ] {
        assert_eq!(TimeSpent::read(line.as_bytes()), None, "{line}");
    }
    // What a later version may know is passed over.
    let (seat, spent) =
        TimeSpent::read(b"# seat 1 took 7ms: 5ms asleep, 2ms in a dream").expect("a time");
    assert_eq!(
        (seat, spent.to_string().as_str()),
        (Seat(1), "7 ms: 5 asleep")
    );
}

#[test]
fn what_took_the_most_decides_the_advice() {
    let of = |parts: &[(Spending, u64)]| {
        TimeSpent::of_micros(parts)
            .advice(None)
            .map(|advice| advice.split(' ').nth(2).expect("words"))
    };
    use Spending::{Asleep, Computing, Host, Judge, Stopped, Waiting};
    assert_eq!(of(&[(Computing, 60_000), (Asleep, 40_000)]), None);
    assert_eq!(of(&[(Computing, 40_000), (Asleep, 60_000)]), Some("slept:"));
    assert_eq!(of(&[(Computing, 50_000), (Asleep, 50_000)]), None);
    assert_eq!(of(&[(Computing, 40_000), (Stopped, 60_000)]), Some("was"));
    assert_eq!(
        of(&[
            (Computing, 40_000),
            (Waiting, 20_000),
            (Host, 20_000),
            (Judge, 20_000)
        ]),
        Some("was")
    );
    assert_eq!(of(&[]), None);
    let slept = |this: u64, in_all: u64| {
        let spent = |time| TimeSpent::of_micros(&[(Asleep, time)]);
        spent(this).advice(Some(spent(in_all)))
    };
    let before = "and so it did before earlier answers";
    for (this, in_all, is_before) in [
        (1_200_000, 9_600_000, true),
        (600_000, 900_000, true),
        (600_000, 899_000, false),
        (600_000, 600_000, false),
    ] {
        let advice = slept(this, in_all).expect("it slept");
        assert_eq!(advice.contains(before), is_before, "{this} of {in_all}");
    }
}

/// A game in which seat 0 is late.
const LATE: &str = "stickler: 1\ngame: gomoku\nset: board=3x3 row=3 bank=1000\n\
    0< READY FIRST\n1< READY SECOND\n0> OK @12ms\n# seat 0 took 12ms: 12ms computing\n1> OK @0ms\n0< TURN 1000 1000\n0! silent @1001ms\n\
    # seat 0 took 1001ms: 301ms computing, 700ms asleep\n# seat 0 in all took 1013ms: 313ms computing, 700ms asleep\n1< FINISH\n1! exit 0\n";

#[test]
fn a_late_answer_is_explained_by_the_comments_behind_it() {
    let told = |line: usize| {
        TimeSpent::told(LATE.as_bytes(), line).map(|spent| spent.map(|spent| spent.total.0))
    };
    assert_eq!(told(6), [Some(12), None]);
    assert_eq!(told(10), [Some(1001), Some(1013)]);
    assert_eq!(told(5), [None, None]);
    assert_eq!(told(99), [None, None]);
    let game = GAMES.find("gomoku").expect("the game");
    let checked = validate(game, &Settings::default(), LATE.as_bytes()).expect("a log");
    let words: Vec<String> = checked
        .findings
        .iter()
        .map(|found| found.breach.clause.id().to_string())
        .collect();
    assert_eq!(words, ["gomoku.turn.time"]);
}

#[test]
fn a_page_has_a_bar_for_each_answer() {
    let game = GAMES.find("gomoku").expect("the game");
    let set = Settings::default();
    let checked = validate(game, &set, LATE.as_bytes()).expect("a log");
    let ask = CheckOptions {
        game: Some(game),
        ..CheckOptions::new(GAMES, &set)
    };
    let report = file_report::report(ask, Text::new("late.log", LATE.as_bytes()));
    let log = LATE.as_bytes();
    let page = viewer::transcript("late.log", game, &set, log, &checked, &report, None);
    let page = page.expect("a page");
    assert_eq!(page.matches("<svg class=\"spent\"").count(), 2);
    for shown in [
        "<title>12 ms: 12 computing</title>",
        "<rect class=\"computing\" x=\"0.0\" width=\"84.2\"",
        "<rect class=\"asleep\" x=\"84.2\" width=\"195.8\"",
        "<dt>time</dt><dd><pre class=\"\">1,001 ms: 301 computing, 700 asleep; the program slept: does it wait for a line that does not come, or is its answer in a buffer that it did not flush? (Java, Go and C# drop such a buffer at the end, so nobody sees it.)</pre></dd>",
        "<dt>time in all</dt><dd><pre class=\"\">1,013 ms: 313 computing, 700 asleep</pre></dd>",
    ] {
        assert!(page.contains(shown), "{shown}");
    }
}
