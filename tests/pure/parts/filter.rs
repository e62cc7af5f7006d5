//! Parts of `arena/room/filter.rs`: what becomes of every system call, by a model of the kernel that follows the instructions.

use crate::support::trials::skipped;
use std::collections::BTreeMap;
use stickler::arena::room::filter::{Denials, Filter};

tests! {
    what_no_bot_needs_is_refused_and_nothing_else,
    a_process_may_split_but_leaves_no_namespace,
    calls_of_another_architecture_end_the_program,
    a_keeper_is_out_of_reach_of_calls_that_name_a_process,
    a_file_is_opened_read_and_locked_but_not_leased,
}

const X86_64: u32 = 0xC000_003E;
const ALLOWED: u32 = 0x7FFF_0000;
const REFUSED: u32 = 0x0005_0001;
const UNKNOWN: u32 = 0x0005_0026;
const KILLED: u32 = 0x8000_0000;

/// What a filter answers to a call of an architecture, with its first argument.
fn answer(filter: &Filter, architecture: u32, call: u32, first: u32) -> u32 {
    answer_to_two(filter, architecture, call, [first, 0])
}

/// The same with its first two.
fn answer_to_two(filter: &Filter, architecture: u32, call: u32, [first, second]: [u32; 2]) -> u32 {
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
            0x35 => held >= operand,
            0x45 => held & operand != 0,
            other => panic!("instruction {other:#x}"),
        };
        at += usize::from(if holds { then } else { otherwise });
    }
}

fn filter(calls: bool, sockets: bool, hidden_memory: bool) -> Option<Filter> {
    if !cfg!(target_arch = "x86_64") {
        skipped("the filter of system calls: its numbers are those of x86_64");
        return None;
    }
    Some(Filter::new(Denials { calls, sockets, hidden_memory }).expect("a filter"))
}

/// The calls that a filter does not allow, with what becomes of them.
fn refused(filter: &Filter) -> BTreeMap<u32, u32> {
    let answers = (0..1024).map(|call| (call, answer(filter, X86_64, call, 0)));
    answers.filter(|(_, answer)| *answer != ALLOWED).collect()
}

/// By the kernel's numbers: acct, mount, bpf and so on; clone3, rings and what is known by numbers; socket; memory without files.
fn what_no_bot_needs_is_refused_and_nothing_else() {
    const CALLS: [u32; 41] = [
        103, 153, 155, 159, 161, 163, 164, 165, 166, 167, 168, 169, 170, 171, 175, 176, 179, 227, 246, 248, 249, 250,
        272, 298, 300, 303, 304, 305, 308, 313, 320, 321, 323, 428, 429, 430, 431, 432, 433, 440, 442,
    ];
    const WITHOUT: [u32; 8] = [29, 64, 68, 240, 425, 426, 427, 435];
    for (calls, sockets, hidden) in (0..8).map(|set| (set & 1 != 0, set & 2 != 0, set & 4 != 0)) {
        let Some(filter) = filter(calls, sockets, hidden) else { return };
        let mut expected = BTreeMap::new();
        if calls {
            expected.extend(CALLS.map(|call| (call, REFUSED)));
            expected.extend(WITHOUT.map(|call| (call, UNKNOWN)));
        }
        if sockets {
            expected.insert(41, REFUSED);
        }
        if hidden {
            expected.extend([29, 278, 319, 447].map(|call| (call, UNKNOWN)));
            expected.extend([46, 54, 307].map(|call| (call, REFUSED)));
        }
        assert_eq!(refused(&filter), expected, "{calls}, {sockets}, {hidden}");
        assert_eq!(answer(&filter, X86_64, 0x4000_0000, 0), UNKNOWN, "x32");
        assert_eq!(answer(&filter, X86_64, 0x4000_0027, 0), UNKNOWN, "x32");
        assert_eq!(answer(&filter, X86_64, 0x3FFF_FFFF, 0), ALLOWED, "no call at all");
    }
}

fn a_process_may_split_but_leaves_no_namespace() {
    const CLONE: u32 = 56;
    let (Some(filter), Some(without)) = (filter(true, true, true), filter(false, true, true)) else { return };
    // What a thread is made with, and a process.
    for flags in [0x003D_0F00, 0x0120_0011, 17] {
        assert_eq!(answer(&filter, X86_64, CLONE, flags), ALLOWED, "{flags:#x}");
    }
    // Those of mounts, groups, names, queues, users, processes and networks.
    for flag in [0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000] {
        assert_eq!(answer(&filter, X86_64, CLONE, flag | 17), REFUSED, "{flag:#x}");
        assert_eq!(answer(&without, X86_64, CLONE, flag | 17), ALLOWED, "{flag:#x}");
    }
}

fn calls_of_another_architecture_end_the_program() {
    let Some(filter) = filter(true, true, true) else { return };
    for architecture in [0x4000_0003, 0xC000_00B7, 0] {
        assert_eq!(answer(&filter, architecture, 0, 0), KILLED);
    }
}

/// A program may do all of that to itself, by 0 or by its number, and to others of its room.
fn a_keeper_is_out_of_reach_of_calls_that_name_a_process() {
    let (Some(filter), Some(without)) = (filter(true, true, true), filter(false, true, true)) else { return };
    // sched_setparam, sched_setscheduler, sched_setaffinity, prlimit64, sched_setattr.
    for call in [142, 144, 203, 302, 314] {
        for (process, expected) in [(0, ALLOWED), (1, REFUSED), (2, ALLOWED), (40_000, ALLOWED)] {
            assert_eq!(answer(&filter, X86_64, call, process), expected, "{call} of {process}");
            assert_eq!(answer(&without, X86_64, call, process), ALLOWED, "{call} of {process}");
        }
    }
    // setpriority and ioprio_set: a process, a group, a user.
    for (call, kinds) in [(141, [0, 1, 2]), (251, [1, 2, 3])] {
        for (kind, whom, expected) in [
            (kinds[0], 0, ALLOWED),
            (kinds[0], 7, ALLOWED),
            (kinds[0], 1, REFUSED),
            (kinds[1], 0, ALLOWED),
            (kinds[2], 0, REFUSED),
            (kinds[2], 1000, REFUSED),
        ] {
            assert_eq!(answer_to_two(&filter, X86_64, call, [kind, whom]), expected, "{call} {kind} {whom}");
            assert_eq!(answer_to_two(&without, X86_64, call, [kind, whom]), ALLOWED, "{call} {kind} {whom}");
        }
    }
}

/// Nor does a pipe grow where nobody counts it.
fn a_file_is_opened_read_and_locked_but_not_leased() {
    const FCNTL: u32 = 72;
    for (calls, hidden) in [(false, false), (false, true), (true, false), (true, true)] {
        let Some(filter) = filter(calls, true, hidden) else { return };
        for (command, is_refused) in
            [(0, false), (6, false), (1024, calls), (1025, false), (1030, false), (1031, hidden)]
        {
            let expected = if is_refused { REFUSED } else { ALLOWED };
            assert_eq!(answer_to_two(&filter, X86_64, FCNTL, [3, command]), expected, "{command}, {calls}, {hidden}");
        }
    }
}
