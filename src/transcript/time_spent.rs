//! Where the time of an answer went, and the comment of a log that tells it.

use crate::clause::words;
use crate::game::Seat;
use crate::params::Ms;
use std::collections::BTreeMap;
use std::fmt;

/// Activities that a program's time can go to. Each moment counts once, for the first of these that is true of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spending {
    /// A thread of the program, or of a process that it has started, had a CPU.
    Computing,
    /// One of them wanted a CPU, and others had it.
    Waiting,
    /// The host of this virtual machine took the CPU away.
    Host,
    /// The judge was kept from looking, so that it does not know.
    Judge,
    /// A signal or a debugger had stopped the program.
    Stopped,
    /// The program slept, or waited for input, a file or a lock.
    Asleep,
    /// The time passed in answers that were too short to look into.
    Short,
}

words!(Spending:
    Computing "computing", Asleep "asleep", Waiting "waiting", Stopped "stopped", Host "host", Judge "judge", Short "short");

impl Spending {
    /// In the words of reports and logs.
    pub fn words(self) -> &'static str {
        match self {
            Spending::Computing => "computing",
            Spending::Waiting => "waiting for a CPU",
            Spending::Host => "taken by the machine's host",
            Spending::Judge => "the judge's",
            Spending::Stopped => "stopped",
            Spending::Asleep => "asleep",
            Spending::Short => "in short answers",
        }
    }
}

/// Where the time of one answer went, or of all answers of a seat.
///
/// ```
/// use stickler::game::Seat;
/// use stickler::params::Ms;
/// use stickler::transcript::{Spending, TimeSpent};
/// let line = b"# seat 0 took 10012ms: 9640ms computing, 330ms asleep, 42ms waiting for a CPU";
/// let (seat, spent) = TimeSpent::read(line).expect("the form of a log");
/// assert_eq!((seat, spent.of(Spending::Asleep)), (Seat(0), Ms(330)));
/// assert_eq!(spent.to_string(), "10,012 ms: 9,640 computing, 330 asleep, 42 waiting for a CPU");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeSpent {
    /// The time as it was measured, the sum of all parts.
    pub total: Ms,
    /// By the number of [`Spending`].
    parts: [Ms; 7],
    /// CPU time of all threads and processes, where it is more than the time in which any of them had a CPU.
    pub cpu: Option<Ms>,
    /// This system does not tell who waits for a CPU: those waits are among the time asleep.
    pub hides_waits: bool,
}

/// A time that a person feels.
const LONG: Ms = Ms(100);

const TOOK: &str = " took ";
const IN_ALL: &str = " in all took ";
const IN_PARALLEL: &str = "of CPU time on several CPUs";
const HIDES_WAITS: &str = "this system hides waits for a CPU";

impl TimeSpent {
    /// These parts of so many microseconds each, in milliseconds that add up to their sum.
    pub fn of_micros(parts: &[(Spending, u64)]) -> TimeSpent {
        let mut spent = TimeSpent::default();
        let total: u64 = parts.iter().map(|(_, micros)| micros).sum();
        let mut passed = [0, 0];
        for (spending, micros) in parts {
            passed = [passed[1], passed[1] + micros];
            spent.parts[*spending as usize].0 += passed[1] / 1000 - passed[0] / 1000;
        }
        spent.total = Ms(total / 1000);
        spent
    }

    /// How much of it went to this.
    pub fn of(&self, spending: Spending) -> Ms {
        self.parts[spending as usize]
    }

    /// Together with the time of another answer.
    #[must_use]
    pub fn and(&self, other: &TimeSpent) -> TimeSpent {
        let mut sum = TimeSpent {
            total: Ms(self.total.0 + other.total.0),
            ..*self
        };
        sum.parts
            .iter_mut()
            .zip(other.parts)
            .for_each(|(part, more)| part.0 += more.0);
        sum.hides_waits |= other.hides_waits;
        let cpu = |of: &TimeSpent| of.cpu.unwrap_or(of.of(Spending::Computing));
        sum.cpu = self
            .cpu
            .or(other.cpu)
            .map(|_| Ms(cpu(self).0 + cpu(other).0));
        sum
    }

    /// The parts of the time that are not zero.
    pub fn parts(&self) -> impl Iterator<Item = (Spending, Ms)> + '_ {
        Spending::ALL
            .into_iter()
            .map(|spending| (spending, self.of(spending)))
            .filter(|(_, time)| time.0 > 0)
    }

    /// The milliseconds by [word](Spending::word), with their sum as `total` and the CPU time as `cpu` where it is more.
    pub fn numbers(&self) -> BTreeMap<String, u64> {
        let parts = self.parts().map(|(of, time)| (of.word(), time));
        let others = [("total", Some(self.total)), ("cpu", self.cpu)];
        let others = others
            .into_iter()
            .filter_map(|(word, time)| Some((word, time?)));
        parts
            .chain(others)
            .map(|(word, time)| (word.to_string(), time.0))
            .collect()
    }

    /// The time that these numbers tell.
    pub fn from_numbers(numbers: &BTreeMap<String, u64>) -> TimeSpent {
        let mut spent = TimeSpent {
            cpu: numbers.get("cpu").copied().map(Ms),
            ..TimeSpent::default()
        };
        spent.total = Ms(numbers.get("total").copied().unwrap_or(0));
        for of in Spending::ALL {
            spent.parts[of as usize] = Ms(numbers.get(of.word()).copied().unwrap_or(0));
        }
        spent
    }

    /// The parts of the time, in words.
    pub fn in_parts(&self) -> String {
        let parts = self
            .parts()
            .map(|(of, time)| format!("{} {}", thousands(time.0), of.words()));
        let mut text = parts.collect::<Vec<_>>().join(", ");
        if let Some(cpu) = self.cpu {
            text += &format!(" ({} ms {IN_PARALLEL})", thousands(cpu.0));
        }
        if self.hides_waits {
            text += &format!(" ({HIDES_WAITS})");
        }
        text
    }

    /// True where somebody would feel it.
    pub fn is_long(&self) -> bool {
        self.total >= LONG
    }

    /// Advice for the program's author, where most of the time went elsewhere than into computing. `in_all`: the time of all its
    /// answers until this one, where it is known.
    pub fn advice(&self, in_all: Option<TimeSpent>) -> Option<&'static str> {
        let asleep = |spent: &TimeSpent| spent.of(Spending::Asleep).0;
        // Asleep for half as long in earlier answers, which all came.
        let slept_before = in_all.is_some_and(|in_all| 2 * asleep(&in_all) >= 3 * asleep(self));
        let most = |spendings: &[Spending]| {
            2 * spendings.iter().map(|of| self.of(*of).0).sum::<u64>() > self.total.0
        };
        Some(match () {
            () if most(&[Spending::Asleep]) && slept_before => {
                "the program slept, and so it did before earlier answers: does it sleep on purpose, or wait for another program?"
            }
            () if most(&[Spending::Asleep]) => {
                "the program slept: does it wait for a line that does not come, or is its answer in a buffer that it did not flush? (Java, Go and C# drop such a buffer at the end, so nobody sees it.)"
            }
            () if most(&[Spending::Stopped]) => {
                "the program was stopped: by a debugger, or by a signal?"
            }
            () if most(&[Spending::Waiting, Spending::Host, Spending::Judge]) => {
                "the machine was busy: try again while nothing else runs, or with fewer `--jobs`"
            }
            () => return None,
        })
    }

    /// The comment of a log that tells it, without its `# `.
    pub fn note(&self, seat: Seat, is_in_all: bool) -> String {
        let took = if is_in_all { IN_ALL } else { TOOK };
        let parts = self
            .parts()
            .map(|(of, time)| format!("{time}ms {}", of.words()));
        let cpu = self.cpu.map(|cpu| format!("{cpu}ms {IN_PARALLEL}"));
        let hides = self.hides_waits.then(|| HIDES_WAITS.to_string());
        let all: Vec<String> = parts.chain(cpu).chain(hides).collect();
        format!("seat {seat}{took}{}ms: {}", self.total, all.join(", "))
    }

    /// The time that a log's line tells of one answer of a seat; `None` for any other line.
    pub fn read(line: &[u8]) -> Option<(Seat, TimeSpent)> {
        read(line, TOOK)
    }

    /// Facts of the comments after a line of a log, counted from 1, about its answer and all answers of its seat until then.
    pub fn told(log: &[u8], line: usize) -> [Option<TimeSpent>; 2] {
        let comments = log
            .split(|&byte| byte == b'\n')
            .skip(line)
            .take_while(|line| line.starts_with(b"#"));
        let mut told = [None; 2];
        for comment in comments {
            told[0] = told[0].or(read(comment, TOOK).map(|(_, spent)| spent));
            told[1] = told[1].or(read(comment, IN_ALL).map(|(_, spent)| spent));
        }
        told
    }
}

fn read(line: &[u8], took: &str) -> Option<(Seat, TimeSpent)> {
    let line = std::str::from_utf8(line).ok()?.trim_end();
    let (seat, rest) = line.strip_prefix("# seat ")?.split_once(took)?;
    let (total, parts) = rest.split_once(": ")?;
    let mut spent = TimeSpent {
        total: Ms(total.strip_suffix("ms")?.parse().ok()?),
        ..TimeSpent::default()
    };
    for part in parts.split(", ") {
        if part == HIDES_WAITS {
            spent.hides_waits = true;
            continue;
        }
        let (time, words) = part.split_once("ms ")?;
        let time = Ms(time.parse().ok()?);
        match Spending::ALL.into_iter().find(|of| of.words() == words) {
            Some(of) => spent.parts[of as usize] = time,
            None if words == IN_PARALLEL => spent.cpu = Some(time),
            // A later version may know more.
            None => {}
        }
    }
    Some((Seat(seat.parse().ok()?), spent))
}

impl fmt::Display for TimeSpent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms: {}", thousands(self.total.0), self.in_parts())
    }
}

/// A number with a comma between each three digits.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
