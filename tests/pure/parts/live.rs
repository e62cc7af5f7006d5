//! The driver of live matches, over a table that hears what a script says: every call to it, the transcript, and the verdict.

use crate::snapshots::holds_in;
use std::collections::VecDeque;
use std::fmt::Write;
use stickler::clock::Micros;
use stickler::game::{Seat, Seats};
use stickler::games::GAMES;
use stickler::games::erased::AnyReferee;
use stickler::live;
use stickler::live::players::{HarnessError, Players, Usage};
use stickler::live::{BuiltinPlayers, NoBuiltinPlayers};
use stickler::params::{Ms, Settings};
use stickler::referee::{Ask, Death, Observation, Stream};
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::{Spending, TimeSpent, Writer};

/// What is heard next: the seat, what it is, and the microseconds from the ask.
type Next = (u8, Observation<'static>, u64);

const fn says(seat: u8, lines: &'static str, took: u64) -> Next {
    (seat, Observation::Lines(lines.as_bytes()), took)
}

const fn ends(seat: u8, code: i32) -> Next {
    (seat, Observation::Died(Death::Exit(code)), 900)
}

const SILENT: Observation<'static> = Observation::Silent {
    unfinished: b"",
    unflushed: b"",
};

#[derive(Default)]
struct Script {
    heard: VecDeque<Next>,
    /// What a seat writes unasked, before it is told so many messages.
    stray: Option<(Seat, usize, &'static str)>,
    /// What the machine had lost, in microseconds.
    stalled: u64,
    /// How many processes each seat leaves.
    left: [usize; 2],
    /// The seat that is ended for its memory.
    outgrew: Option<Seat>,
    /// Peak memory in megabytes, CPU time, bytes that nobody kept.
    used: [(u64, u64, u64); 2],
    told: usize,
    /// The microseconds of the latest answer.
    took: u64,
    /// The log tells where the time of each answer went.
    tells: bool,
    calls: String,
}

impl Script {
    fn next(&mut self) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        let (seat, what, took) = self.heard.pop_front().ok_or(HarnessError::Interrupted)?;
        self.took = took;
        Ok((Seat(seat), what, Micros(took)))
    }
}

impl Players for Script {
    fn limit_memory(&mut self, bytes: u64) {
        let _ = writeln!(self.calls, "limit memory to {} MB", bytes >> 20);
    }

    fn left(&mut self, seat: Seat) -> usize {
        self.left[seat.index()]
    }

    fn outgrew(&mut self, seat: Seat) -> bool {
        self.outgrew == Some(seat)
    }

    fn tell(&mut self, to: Seat, text: &str) {
        self.told += 1;
        let _ = writeln!(self.calls, "tell {to}: {}", text.replace('\n', " / "));
    }

    fn close(&mut self, seat: Seat) {
        let _ = writeln!(self.calls, "close {seat}");
    }

    fn unsolicited(&mut self, seat: Seat) -> Result<Option<&[u8]>, HarnessError> {
        let told = self.told;
        Ok(self
            .stray
            .take_if(|(who, when, _)| *who == seat && told >= *when)
            .map(|(_, _, text)| text.as_bytes()))
    }

    fn wait(&mut self, asks: &[Ask]) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        let asked: Vec<String> = asks
            .iter()
            .map(|ask| format!("{} for {} lines in {} ms", ask.seat, ask.lines, ask.budget))
            .collect();
        let _ = writeln!(self.calls, "wait for {}", asked.join(", "));
        self.next()
    }

    fn end(
        &mut self,
        seats: Seats,
        grace: Ms,
    ) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        let seats: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
        let _ = writeln!(self.calls, "end {} in {grace} ms", seats.join(" "));
        self.next()
    }

    fn stalled(&mut self, _seat: Seat) -> Micros {
        Micros(self.stalled)
    }

    /// It computes for a quarter of its time, and then sleeps.
    fn spent(&mut self) -> Option<TimeSpent> {
        let parts = [
            (Spending::Computing, self.took / 4),
            (Spending::Asleep, self.took - self.took / 4),
        ];
        (self.took >= 5_000).then(|| TimeSpent::of_micros(&parts))
    }

    fn retire(&mut self, seat: Seat) -> Result<Usage, HarnessError> {
        let _ = writeln!(self.calls, "retire {seat}");
        let (megabytes, cpu, unkept) = self.used[seat.index()];
        Ok(Usage {
            cpu: Ms(cpu),
            peak: megabytes << 20,
            unkept,
            ..Usage::default()
        })
    }
}

/// A house that plays seat 1: it says what its script says, and fails after that.
struct Own {
    says: VecDeque<&'static str>,
    drains: bool,
    peeks: bool,
    heard: String,
}

impl BuiltinPlayers for Own {
    fn seats(&self) -> Seats {
        Seats::only(Seat(1))
    }

    fn told(&mut self, _seat: Seat, message: &str) {
        let _ = writeln!(self.heard, "the house is told {message}");
    }

    fn peeks(&self) -> bool {
        self.peeks
    }

    fn drains(&self) -> Option<Ms> {
        self.drains.then_some(Ms(500))
    }

    fn heard(&mut self, answer: &[u8]) {
        let _ = writeln!(
            self.heard,
            "the house hears {}",
            String::from_utf8_lossy(answer)
        );
    }

    fn answer(
        &mut self,
        _: &dyn AnyReferee,
        _: Seat,
        _: &mut dyn Stream,
    ) -> (Option<String>, Micros) {
        (self.says.pop_front().map(String::from), Micros(1_500))
    }
}

const GREETED: [Next; 2] = [says(0, "OK", 200), says(1, "OK", 1_999)];

fn script(after: &[Next]) -> Script {
    Script {
        heard: GREETED.iter().chain(after).copied().collect(),
        ..Script::default()
    }
}

fn played(title: &str, game: &str, set: &[&str], table: Script, text: &mut String) {
    let _ = writeln!(text, "== {title}");
    played_with(game, set, table, &mut NoBuiltinPlayers, text);
}

fn played_with(
    game: &str,
    set: &[&str],
    mut table: Script,
    house: &mut dyn BuiltinPlayers,
    text: &mut String,
) {
    let game = GAMES.find(game).expect("the game");
    let settings = Settings::read(set.iter().copied()).expect("settings");
    let variant = game.with(&settings).expect("the game");
    let mut writer = Writer::new(game.name(), &settings, &[]).telling_spending(table.tells);
    let mut stream = Seeded::new(SplitMix64(4));
    let seats = variant.seats();
    let record = live::play(
        variant.referee(),
        seats,
        &mut table,
        house,
        &mut stream,
        &mut writer,
    );
    let _ = writeln!(text, "{}--\n{}--", table.calls, writer.text());
    match record {
        Err(error) => {
            let _ = writeln!(text, "{error}");
        }
        Ok(record) => {
            for (fault, line) in record.verdict.faults.iter().zip(&record.fault_lines) {
                let _ = writeln!(
                    text,
                    "line {line}: seat {}: {}: {}",
                    fault.seat,
                    fault.kind.word(),
                    fault.breach.why
                );
            }
            assert_eq!(record.verdict.faults.len(), record.fault_lines.len());
            let outcome = record
                .verdict
                .outcome
                .map_or("no result".into(), |outcome| outcome.to_string());
            let slowest: Vec<u64> = record.slowest.iter().map(|ms| ms.0).collect();
            let peaks: Vec<_> = record
                .usage
                .iter()
                .map(|usage| usage.as_ref().map(|usage| usage.peak >> 20))
                .collect();
            let _ = writeln!(text, "{outcome}; slowest {slowest:?}; peaks {peaks:?}");
            for (seat, spent) in record.spent.iter().enumerate() {
                let _ = spent.map(|spent| writeln!(text, "the slowest of seat {seat}: {spent}"));
            }
        }
    }
    text.push('\n');
}

#[test]
fn what_a_match_makes_of_what_it_hears() {
    const SMALL: &[&str] = &["board=3x3", "row=3", "bank=1000"];
    let mut text = String::new();
    let mut gomoku = |title: &str, table: Script| played(title, "gomoku", SMALL, table, &mut text);
    let whole = [
        says(0, "MOVE 1 1", 10_400),
        says(1, "MOVE 2 1", 0),
        says(0, "MOVE 1 2", 20_999),
        says(1, "MOVE 2 2", 5_000),
        says(0, "MOVE 1 3", 900),
    ];
    let with = |more: &[Next]| script(&[&whole, more].concat());
    gomoku(
        "a whole game",
        Script {
            used: [(5, 30, 0), (0, 0, 0)],
            ..with(&[ends(1, 0), ends(0, 0)])
        },
    );
    gomoku(
        "one ends with a code, the other leaves a process and writes more",
        Script {
            left: [0, 2],
            used: [(0, 0, 9), (1, 1, 0)],
            ..with(&[ends(1, 0), says(0, "bye", 3), ends(0, 3)])
        },
    );
    gomoku(
        "a whole game, and where its time went",
        Script {
            tells: true,
            ..with(&[ends(1, 0), ends(0, 0)])
        },
    );
    gomoku(
        "a bank runs dry",
        script(&[
            says(0, "MOVE 1 1", 400_000),
            says(1, "MOVE 2 1", 0),
            says(0, "MOVE 1 2", 601_000),
            ends(1, 0),
        ]),
    );
    gomoku(
        "one does not end",
        with(&[(0, SILENT, 1_000_000), ends(1, 0)]),
    );
    gomoku(
        "memory beyond the limit after the end",
        Script {
            used: [(1025, 1, 0), (1, 1, 0)],
            ..with(&[ends(1, 0), ends(0, 0)])
        },
    );
    let late = [says(0, "MOVE 1 1", 1_001_000), ends(1, 0)];
    gomoku("an answer is late", script(&late));
    gomoku(
        "an answer is late by less than the machine had lost",
        Script {
            stalled: 1_500,
            ..script(&late)
        },
    );
    gomoku(
        "an answer is late by as much as the machine had lost",
        Script {
            stalled: 1_000,
            ..script(&late)
        },
    );
    gomoku(
        "an answer is late by more than the machine had lost",
        Script {
            stalled: 999,
            ..script(&late)
        },
    );
    gomoku(
        "an illegal answer, while the machine had lost much",
        Script {
            stalled: 90_000,
            ..script(&[says(0, "MOVE 9 9", 5), ends(1, 0)])
        },
    );
    let unfinished = Observation::Silent {
        unfinished: b"MOVE 1",
        unflushed: b"",
    };
    gomoku(
        "half an answer",
        script(&[(0, unfinished, 1_000_000), ends(1, 0)]),
    );
    let unflushed = Observation::Silent {
        unfinished: b"",
        unflushed: b"MOVE 1 1",
    };
    gomoku(
        "an answer that was not flushed",
        script(&[(0, unflushed, 1_000_000), ends(1, 0)]),
    );
    let chatter = Observation::Silent {
        unfinished: b"",
        unflushed: b"good bye",
    };
    gomoku(
        "silence, and a word at the end",
        script(&[(0, chatter, 1_000_000), ends(1, 0)]),
    );
    gomoku(
        "standard output is closed",
        script(&[(0, Observation::Closed, 5), ends(1, 0)]),
    );
    gomoku(
        "a flood",
        script(&[(0, Observation::TooMuch, 5), ends(1, 0)]),
    );
    gomoku(
        "an end by a signal, and a process is left",
        Script {
            left: [1, 0],
            ..script(&[
                (0, Observation::Died(Death::Signal(11)), 70_000),
                ends(1, 0),
            ])
        },
    );
    gomoku(
        "an end for its memory",
        Script {
            outgrew: Some(Seat(0)),
            used: [(2000, 8, 0), (1, 1, 0)],
            ..script(&[(0, Observation::Died(Death::Signal(9)), 70), ends(1, 0)])
        },
    );
    gomoku(
        "a line that nobody asked for",
        Script {
            stray: Some((Seat(1), 3, "hello")),
            ..script(&[says(0, "MOVE 1 1", 5), ends(0, 0)])
        },
    );
    gomoku(
        "two lines that nobody asked for",
        Script {
            stray: Some((Seat(1), 3, "hello\nagain")),
            ..script(&[says(0, "MOVE 1 1", 5), ends(0, 0)])
        },
    );
    gomoku(
        "a line that nobody asked for, after the end",
        Script {
            stray: Some((Seat(1), 11, "hello")),
            ..with(&[ends(1, 0), ends(0, 0)])
        },
    );
    gomoku(
        "two lines at once after the end",
        with(&[says(1, "one\nmore", 3), ends(1, 0), ends(0, 0)]),
    );
    gomoku("an interruption", script(&[says(0, "MOVE 1 1", 5)]));
    let exact = Script {
        stalled: 9_000,
        ..script(&[says(0, "MOVE 1 1", 10_000), ends(1, 0)])
    };
    let set = ["board=3x3", "row=3", "bank=10", "exact=late"];
    played(
        "an answer that uses all that was left is late, and by nothing",
        "gomoku",
        &set,
        exact,
        &mut text,
    );
    let lost = Script {
        heard: [says(0, "1 1 1 1", 5), ends(0, 0)].into(),
        ..Script::default()
    };
    played(
        "the jury wins with its first move",
        "blackout",
        &["board=1x2", "jury=first"],
        lost,
        &mut text,
    );
    let tetris: &[&str] = &["cases=3", "length=4", "total=12", "mix=any"];
    let batch = |answers: &'static str, took: u64, more: &[Next]| Script {
        heard: [says(0, answers, took)]
            .iter()
            .chain(more)
            .copied()
            .collect(),
        ..Script::default()
    };
    played(
        "a batch with a wrong word",
        "tetris",
        tetris,
        batch("YES\nMAYBE\nNO", 12_000, &[ends(0, 0)]),
        &mut text,
    );
    played(
        "a batch that is late",
        "tetris",
        tetris,
        batch("YES\nYES\nYES", 1_002_000, &[ends(0, 0)]),
        &mut text,
    );
    let late = [says(0, "nothing", 1_000_400), says(1, "nothing", 1_000_400)];
    for set in [["rounding=down"], ["rounding=up"]] {
        let table = Script {
            heard: late.into(),
            ..Script::default()
        };
        played(
            &format!("a first answer 0.4 ms beyond its time, {}", set[0]),
            "blokus",
            &set,
            table,
            &mut text,
        );
    }
    // Up to half a second more than the bank the time is made; beyond that the answer is late.
    for (title, drains, peeks, took, stalled) in [
        ("the house plays", false, false, [8_000, 7_000], 0),
        ("the house drains", true, false, [8_000, 7_000], 0),
        (
            "the house drains, and an answer takes far longer than the bank",
            true,
            false,
            [1_499_000, 751_000],
            0,
        ),
        (
            "the house drains, and the machine held up an answer before the late one",
            true,
            false,
            [8_000, 751_000],
            2_000_000,
        ),
        ("the house peeks", false, true, [8_000, 7_000], 0),
    ] {
        let mut house = Own {
            says: ["OK", "MOVE 2 1"].into(),
            drains,
            peeks,
            heard: String::new(),
        };
        let table = Script {
            heard: [
                says(0, "OK", 3_000),
                says(0, "MOVE 1 1", took[0]),
                says(0, "MOVE 1 2", took[1]),
                ends(0, 0),
            ]
            .into(),
            stalled,
            ..Script::default()
        };
        let _ = writeln!(text, "== {title}");
        played_with("gomoku", SMALL, table, &mut house, &mut text);
        text.push_str(&house.heard);
        text.push('\n');
    }
    for shown in text.split("== ").skip(1) {
        let (title, _) = shown.split_once('\n').expect("a title");
        holds_in("live_matches", title, shown);
    }
}
