//! Laws of Betris logs: games of any legal answers are played, and their logs judged whole, without times, by seat, and changed.

use crate::support::played::every_number;
use crate::support::tier::cases;
use proptest::prelude::*;
use stickler::clock::Micros;
use stickler::explain::{Checked, Conclusion, Culprit, validate};
use stickler::game::{Outcome, Seat};
use stickler::games::{GAMES, erased::AnyGame};
use stickler::params::Settings;
use stickler::referee::{Awaits, Death, Fact, Observation, Stream, Verdict};
use stickler::stream::Recorded;

fn choices() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 0..200)
}

fn betris() -> &'static dyn AnyGame {
    GAMES.find("betris").expect("the game")
}

/// A game of few rounds on few blocks, so that ties and full boards are common.
fn small() -> Settings {
    Settings::read([
        "board=4x4",
        "rounds=5",
        "blocks=I2,L3,O4,P5",
        "chips=6",
        "max-bet=3",
    ])
    .expect("settings")
}

/// Plays a game by the stream; one answer in `spoilt` is no answer. The log's lines and the verdict.
fn play(settings: &Settings, numbers: Vec<u32>, spoilt: usize) -> (Vec<String>, Verdict) {
    let mut stream = Recorded::new(numbers);
    let mut referee = betris().with(settings).expect("a referee").referee();
    let (mut log, mut message) = (Vec::new(), String::new());
    loop {
        while let Some(seat) = referee.tell(&mut message) {
            log.push(format!("{seat}< {message}"));
        }
        match referee.awaits() {
            Awaits::Verdict => return (log, referee.verdict().clone()),
            Awaits::Choice => referee.choose(&mut stream, 0).expect("a choice is awaited"),
            Awaits::Replies(asks) => {
                let seat = asks[stream.pick(asks.len())].seat;
                let replies = referee.replies(seat);
                let is_spoilt = spoilt > 0 && stream.pick(spoilt) == spoilt - 1;
                let text = if is_spoilt {
                    "HELLO"
                } else {
                    &replies[stream.pick(replies.len())]
                };
                let took = Micros(1000 * stream.pick(200) as u64);
                log.push(format!("{seat}> {text} @{}ms", took.0 / 1000));
                let fact = Fact::Observed {
                    seat,
                    what: Observation::Lines(text.as_bytes()),
                    took: Some(took),
                };
                referee.take(fact, 0).expect("an answer is awaited");
            }
            Awaits::Exit { seats, .. } => {
                let seat = seats.iter().next().expect("a seat");
                log.push(format!("{seat}! exit 0"));
                referee
                    .take(
                        Fact::Exit {
                            seat,
                            what: Observation::Died(Death::Exit(0)),
                        },
                        0,
                    )
                    .expect("an end is awaited");
            }
            Awaits::Clock(_) => unreachable!("every time is told"),
        }
    }
}

fn check(settings: &Settings, log: &[String]) -> Checked {
    validate(
        betris(),
        &every_number(betris(), settings),
        (log.join("\n") + "\n").as_bytes(),
    )
    .expect("a log")
}

fn untimed(log: &[String]) -> Vec<String> {
    log.iter()
        .map(|line| line.split(" @").next().unwrap_or("").to_string())
        .collect()
}

fn half(log: &[String], seat: usize) -> Vec<String> {
    log.iter()
        .filter(|line| line.starts_with(&seat.to_string()))
        .cloned()
        .collect()
}

fn outcome(settings: &Settings, log: &[String]) -> Result<Option<Outcome>, TestCaseError> {
    let checked = check(settings, log);
    let shown = || {
        format!(
            "{:?} {:?}\n{}",
            checked.extent,
            checked.findings,
            log.join("\n")
        )
    };
    prop_assert_eq!(
        checked.conclusion(true),
        Conclusion::Conforms,
        "{}",
        shown()
    );
    Ok(checked.verdict.outcome)
}

/// The log with one number of a message made greater, for every such number; and the line that changed, from 1.
fn with_a_number_changed(log: &[String]) -> Vec<(Vec<String>, usize)> {
    let mut changed = Vec::new();
    for (at, line) in log
        .iter()
        .enumerate()
        .filter(|(_, line)| line.as_bytes()[1] == b'<')
    {
        for (index, word) in line.split(' ').enumerate() {
            let Ok(number) = word.parse::<u64>() else {
                continue;
            };
            let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
            words[index] = (number + 1).to_string();
            let mut other = log.to_vec();
            other[at] = words.join(" ");
            changed.push((other, at + 1));
        }
    }
    changed
}

proptest! {
    #![proptest_config(cases(256))]

    /// Whole, without its times, and by seat: a good game's log conforms and gives the outcome.
    #[test]
    fn every_view_of_a_good_game_conforms(numbers in choices(), is_small in any::<bool>()) {
        let settings = if is_small { small() } else { Settings::default() };
        let (log, verdict) = play(&settings, numbers, 0);
        prop_assert_eq!(&check(&settings, &log).verdict, &verdict);
        for view in [log.clone(), half(&log, 0), half(&log, 1)] {
            prop_assert_eq!(outcome(&settings, &view)?, verdict.outcome);
            prop_assert_eq!(outcome(&settings, &untimed(&view))?, verdict.outcome);
        }
    }

    /// A game that ends by a fault gives the same verdict when it is read, and the innocent seat's half conforms.
    #[test]
    fn every_view_of_a_fault_is_judged_alike(numbers in choices(), spoilt in 2usize..20) {
        let (log, verdict) = play(&small(), numbers, spoilt);
        let read = check(&small(), &log).verdict;
        prop_assert_eq!(read.outcome, verdict.outcome);
        prop_assert_eq!(&read.rests_on, &verdict.rests_on);
        prop_assert_eq!(read.faults.len(), verdict.faults.len());
        let failed = |seat: usize| verdict.faults.iter().any(|fault| fault.seat == Seat(seat as u8));
        for seat in (0..2).filter(|&seat| !failed(seat)) {
            prop_assert_eq!(outcome(&small(), &half(&log, seat))?, verdict.outcome);
        }
    }

    /// No message or answer can be left out, or come twice, unseen.
    #[test]
    fn lines_left_out_or_doubled_are_seen(numbers in choices()) {
        let (log, _) = play(&small(), numbers, 0);
        for (at, line) in log.iter().enumerate().filter(|(_, line)| line.as_bytes()[1] != b'!') {
            let without = [&log[..at], &log[at + 1..]].concat();
            prop_assert_ne!(check(&small(), &without).conclusion(false), Conclusion::Conforms, "without {}", line);
            let twice = [&log[..=at], &log[at..]].concat();
            prop_assert_eq!(check(&small(), &twice).conclusion(false), Conclusion::Violates, "twice {}", line);
        }
    }

    /// No number that the judge writes can be changed unseen: the very line is reported.
    #[test]
    fn numbers_of_the_judge_are_all_checked(numbers in choices()) {
        let (log, _) = play(&small(), numbers, 0);
        for (changed, line) in with_a_number_changed(&log) {
            let checked = check(&small(), &changed);
            let first = checked.findings.first().map(|finding| (finding.line, finding.culprit));
            prop_assert_eq!(first, Some((line, Culprit::Judge)), "{}", changed[line - 1]);
        }
    }

    /// Lines that look like a log, in any order, make no check panic.
    #[test]
    fn no_order_of_lines_makes_a_check_panic(numbers in choices(), order in proptest::collection::vec(any::<prop::sample::Index>(), 0..40)) {
        let (mut log, _) = play(&small(), numbers, 10);
        log.push("...".to_string());
        let shuffled: Vec<String> = order.iter().map(|index| index.get(&log).clone()).collect();
        check(&small(), &shuffled);
        let half_shuffled = [&log[..log.len() / 2], &shuffled[..]].concat();
        check(&small(), &half_shuffled);
    }
}
