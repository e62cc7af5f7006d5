//! Parts of `arena/launch/filter.rs`: what becomes of every system call, by a model of the kernel that follows the instructions.

use crate::launch::filter::{Denials, Filter};
use std::collections::BTreeMap;

const X86_64: u32 = 0xC000_003E;
const ALLOWED: u32 = 0x7FFF_0000;
const REFUSED: u32 = 0x0005_0001;
const UNKNOWN: u32 = 0x0005_0026;
const KILLED: u32 = 0x8000_0000;

/// The answer of all filters to a call of an architecture, with its first argument.
fn answer(filters: &[Filter], architecture: u32, call: u32, first: u32) -> u32 {
    answer_to_two(filters, architecture, call, [first, 0])
}

/// The same with its first two: the kernel takes the strictest.
fn answer_to_two(filters: &[Filter], architecture: u32, call: u32, arguments: [u32; 2]) -> u32 {
    let answers = filters
        .iter()
        .map(|filter| answer_of_one(filter, architecture, call, arguments));
    let strictness = |answer: &u32| match *answer {
        KILLED => 2,
        ALLOWED => 0,
        _ => 1,
    };
    answers.max_by_key(strictness).unwrap_or(ALLOWED)
}

fn answer_of_one(filter: &Filter, architecture: u32, call: u32, [first, second]: [u32; 2]) -> u32 {
    let program: Vec<_> = filter.instructions().collect();
    let (mut at, mut held) = (0, 0);
    loop {
        let (code, then, otherwise, operand) = program[at];
        at += 1;
        let holds = match code {
            0x20 => {
                held = match operand {
                    0 => call,
                    4 => architecture,
                    16 => first,
                    24 => second,
                    other => panic!("nothing is wanted of byte {other}"),
                };
                continue;
            }
            0x06 => return operand,
            0x15 => held == operand,
            // Everything in one place, and a jump.
            0x54 => {
                held &= operand;
                continue;
            }
            0x05 => {
                at += operand as usize;
                continue;
            }
            0x35 => held >= operand,
            0x45 => held & operand != 0,
            other => panic!("instruction {other:#x}"),
        };
        at += usize::from(if holds { then } else { otherwise });
    }
}

fn filter(calls: bool, sockets: bool, hidden_memory: bool) -> Option<Vec<Filter>> {
    if !cfg!(target_arch = "x86_64") {
        eprintln!("skipped: the filter of system calls: its numbers are those of x86_64");
        return None;
    }
    Some(
        Filter::all(Denials {
            calls,
            sockets,
            hidden_memory,
        })
        .expect("filters"),
    )
}

/// The calls that a filter does not allow, with what becomes of them.
fn refused(filter: &[Filter]) -> BTreeMap<u32, u32> {
    let answers = (0..1024).map(|call| (call, answer(filter, X86_64, call, 0)));
    answers.filter(|(_, answer)| *answer != ALLOWED).collect()
}

/// By the kernel's numbers: acct, mount, bpf and so on; clone3, rings and what is known by numbers; socket; memory without files.
#[test]
fn what_no_bot_needs_is_refused_and_nothing_else() {
    const CALLS: [u32; 41] = [
        103, 153, 155, 159, 161, 163, 164, 165, 166, 167, 168, 169, 170, 171, 175, 176, 179, 227,
        246, 248, 249, 250, 272, 298, 300, 303, 304, 305, 308, 313, 320, 321, 323, 428, 429, 430,
        431, 432, 433, 440, 442,
    ];
    const WITHOUT: [u32; 4] = [425, 426, 427, 435];
    for (calls, sockets, hidden) in (0..8).map(|set| (set & 1 != 0, set & 2 != 0, set & 4 != 0)) {
        let Some(filter) = filter(calls, sockets, hidden) else {
            return;
        };
        let mut expected = BTreeMap::new();
        if calls {
            expected.extend(CALLS.map(|call| (call, REFUSED)));
            expected.extend(WITHOUT.map(|call| (call, UNKNOWN)));
        }
        if sockets {
            expected.insert(41, REFUSED);
        }
        if hidden {
            expected.extend([29, 319, 447].map(|call| (call, UNKNOWN)));
        }
        assert_eq!(refused(&filter), expected, "{calls}, {sockets}, {hidden}");
        // The same calls by their numbers of x32.
        for (call, expected) in expected {
            assert_eq!(
                answer(&filter, X86_64, 0x4000_0000 + call, 0),
                expected,
                "{call} of x32"
            );
        }
        assert_eq!(
            answer(&filter, X86_64, 0x3FFF_FFFF, 0),
            ALLOWED,
            "no call at all"
        );
    }
}

#[test]
fn a_process_may_split_but_leaves_no_namespace() {
    const CLONE: u32 = 56;
    let (Some(filter), Some(without)) = (filter(true, true, true), filter(false, true, true))
    else {
        return;
    };
    // What a thread is made with, and a process.
    for flags in [0x003D_0F00, 0x0120_0011, 17] {
        assert_eq!(answer(&filter, X86_64, CLONE, flags), ALLOWED, "{flags:#x}");
    }
    // That of users, without which none of the others is permitted.
    let users = 0x1000_0000;
    assert_eq!(answer(&filter, X86_64, CLONE, users | 17), REFUSED);
    assert_eq!(answer(&without, X86_64, CLONE, users | 17), ALLOWED);
}

#[test]
fn calls_of_another_architecture_end_the_program() {
    let Some(filter) = filter(true, true, true) else {
        return;
    };
    for architecture in [0x4000_0003, 0xC000_00B7, 0] {
        assert_eq!(answer(&filter, architecture, 0, 0), KILLED);
    }
}

#[test]
fn bubblewrap_gets_the_instructions_as_the_kernel_reads_them() {
    let Some(filters) = filter(true, true, true) else {
        return;
    };
    assert_eq!(filters.len(), 2);
    for filter in filters {
        let bytes = filter.bytes();
        assert!(bytes.len() < 64 << 10, "a pipe holds it");
        let read = bytes.chunks(8).map(|one| {
            let operand = u32::from_ne_bytes([one[4], one[5], one[6], one[7]]);
            (
                u16::from_ne_bytes([one[0], one[1]]),
                one[2],
                one[3],
                operand,
            )
        });
        assert!(read.eq(filter.instructions()));
    }
}

#[test]
fn a_file_is_opened_read_and_locked_but_not_leased() {
    const FCNTL: u32 = 72;
    for (calls, hidden) in [(false, false), (false, true), (true, false), (true, true)] {
        let Some(filter) = filter(calls, true, hidden) else {
            return;
        };
        for (command, is_refused) in [
            (0, false),
            (6, false),
            (1024, calls),
            (1025, false),
            (1030, false),
            (1031, false),
        ] {
            let expected = if is_refused { REFUSED } else { ALLOWED };
            assert_eq!(
                answer_to_two(&filter, X86_64, FCNTL, [3, command]),
                expected,
                "{command}, {calls}, {hidden}"
            );
        }
    }
}
