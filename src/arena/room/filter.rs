//! A filter that refuses the system calls that no bot needs. It cannot be taken off.
//!
//! The filter is a binary search, because the kernel tries every call with it when a bot starts.

use libc as sys;
use seccompiler::{BpfProgram, apply_filter, sock_filter};

/// The kernel's number for this architecture. Calls of another one are refused as a whole.
const ARCHITECTURE: Option<u32> = match std::env::consts::ARCH.as_bytes() {
    b"x86_64" => Some(0xc000_003e),
    b"aarch64" => Some(0xc000_00b7),
    b"riscv64" => Some(0xc000_00f3),
    _ => None,
};
/// The calls of x32 begin at this number. No bot of x86_64 uses them.
const X32: u32 = 0x4000_0000;
/// The flags of clone by which a process leaves namespaces.
const NAMESPACES: u32 = (sys::CLONE_NEWNS
    | sys::CLONE_NEWCGROUP
    | sys::CLONE_NEWUTS
    | sys::CLONE_NEWIPC
    | sys::CLONE_NEWUSER
    | sys::CLONE_NEWPID
    | sys::CLONE_NEWNET) as u32;

macro_rules! calls {
    ($($call:ident)*) => { &[$(sys::$call),*] };
}

/// Of the system, of its time, of namespaces, of others' memory, and keys and counters of the kernel.
const REFUSED: &[i64] = calls![
    SYS_acct SYS_add_key SYS_adjtimex SYS_bpf SYS_chroot SYS_clock_adjtime SYS_clock_settime SYS_delete_module
    SYS_fanotify_init SYS_finit_module SYS_fsconfig SYS_fsmount SYS_fsopen SYS_fspick SYS_init_module
    SYS_kexec_file_load SYS_kexec_load SYS_keyctl SYS_mount SYS_mount_setattr SYS_move_mount
    SYS_name_to_handle_at SYS_open_by_handle_at SYS_open_tree SYS_perf_event_open SYS_pivot_root
    SYS_process_madvise SYS_quotactl SYS_reboot SYS_request_key SYS_setdomainname SYS_sethostname SYS_setns
    SYS_settimeofday SYS_swapoff SYS_swapon SYS_syslog SYS_umount2 SYS_unshare SYS_userfaultfd SYS_vhangup
];

/// The kernel seems not to know these, so programs take another way. clone3 hides its flags from filters, a ring hides its calls,
/// and the last four reach any process that knows a number or a name.
const UNKNOWN: &[i64] = calls![
    SYS_clone3 SYS_io_uring_setup SYS_io_uring_enter SYS_io_uring_register SYS_shmget SYS_msgget SYS_semget SYS_mq_open
];

/// Calls that take a process id first: they change its limits and its scheduling.
const OF_A_PROCESS: &[i64] =
    calls![SYS_prlimit64 SYS_sched_setaffinity SYS_sched_setattr SYS_sched_setparam SYS_sched_setscheduler];

/// The kinds by which `setpriority` and `ioprio_set` mean all processes of a user, the keeper among them.
const PRIO_USER: u32 = 2;
const IOPRIO_WHO_USER: u32 = 3;

/// The keeper's number in its room.
const KEEPER: u32 = 1;

/// Calls that make memory which is seen in no process.
const HIDDEN_MEMORY: &[i64] = calls![SYS_memfd_create SYS_memfd_secret SYS_shmget SYS_vmsplice];

/// By these calls a pipe or a pair of sockets can hold more than looks count for it, or be open in no process.
const HIDING: &[i64] = calls![SYS_sendmsg SYS_sendmmsg SYS_setsockopt];

/// What a filter refuses.
#[derive(Clone, Copy, Debug)]
pub struct Denials {
    /// Calls that no bot needs.
    pub calls: bool,
    /// Sockets; pairs of them remain.
    pub sockets: bool,
    /// Memory that only a control group counts.
    pub hidden_memory: bool,
}

/// A filter that is ready to be applied.
#[derive(Debug)]
pub struct Filter(BpfProgram);

/// The offsets of the architecture, of the call's number, and of its first two arguments.
const ARCH: u32 = 4;
const CALL: u32 = 0;
const FIRST: u32 = 16;
const SECOND: u32 = 24;

const ALLOW: sock_filter = end(sys::SECCOMP_RET_ALLOW);
const DENY: sock_filter = end(sys::SECCOMP_RET_ERRNO | sys::EPERM as u32);
const NOT_KNOWN: sock_filter = end(sys::SECCOMP_RET_ERRNO | sys::ENOSYS as u32);

impl Filter {
    /// A filter for this architecture.
    pub fn new(refused: Denials) -> Result<Filter, String> {
        let arch = ARCHITECTURE.ok_or("there is no filter for this architecture")?;
        let [split, keeper, priority, ioprio] = [
            vec![load(FIRST), jump(sys::BPF_JSET, NAMESPACES, 0, 1), DENY, ALLOW],
            deny_where(&[(FIRST, KEEPER)]),
            deny_where(&[(FIRST, PRIO_USER), (SECOND, KEEPER)]),
            deny_where(&[(FIRST, IOPRIO_WHO_USER), (SECOND, KEEPER)]),
        ];
        let commands = [(refused.calls, sys::F_SETLEASE), (refused.hidden_memory, sys::F_SETPIPE_SZ)];
        let commands: Vec<_> =
            commands.iter().filter(|(wanted, _)| *wanted).map(|(_, command)| (SECOND, *command as u32)).collect();
        let of_files = deny_where(&commands);
        let mut refusals: Vec<(u32, &[sock_filter])> = Vec::new();
        let mut refuse = |wanted: bool, calls: &[i64], answer| {
            refusals.extend(calls.iter().filter(|_| wanted).map(|&call| (call as u32, answer)));
        };
        refuse(refused.calls, REFUSED, &[DENY]);
        refuse(refused.sockets, &[sys::SYS_socket], &[DENY]);
        refuse(refused.calls, UNKNOWN, &[NOT_KNOWN]);
        refuse(refused.hidden_memory, HIDDEN_MEMORY, &[NOT_KNOWN]);
        refuse(refused.hidden_memory, HIDING, &[DENY]);
        refuse(refused.calls, &[sys::SYS_clone], &split);
        refuse(refused.calls, OF_A_PROCESS, &keeper);
        refuse(refused.calls, &[sys::SYS_setpriority], &priority);
        refuse(refused.calls, &[sys::SYS_ioprio_set], &ioprio);
        refuse(!commands.is_empty(), &[sys::SYS_fcntl], &of_files);
        refusals.sort_by_key(|(call, _)| *call);
        let mut program =
            vec![load(ARCH), jump(sys::BPF_JEQ, arch, 1, 0), end(sys::SECCOMP_RET_KILL_PROCESS), load(CALL)];
        if cfg!(target_arch = "x86_64") {
            program.extend([jump(sys::BPF_JGE, X32, 0, 1), NOT_KNOWN]);
        }
        program.extend(search(&refusals)?);
        Ok(Filter(program))
    }

    /// Its instructions: the code, how many to skip if the condition holds and if not, and the operand.
    pub fn instructions(&self) -> impl Iterator<Item = (u16, u8, u8, u32)> {
        self.0.iter().map(|one| (one.code, one.jt, one.jf, one.k))
    }

    /// Applies it to this process and to all that it executes and starts.
    pub fn apply(&self) -> Result<(), String> {
        apply_filter(&self.0).map_err(|error| error.to_string())
    }
}

/// A search for a call by its number: a listed call gets the answer beside it, and every other is allowed.
fn search(refusals: &[(u32, &[sock_filter])]) -> Result<Vec<sock_filter>, String> {
    if refusals.len() <= 4 {
        let refuse = |&(call, answer): &(u32, &[sock_filter])| {
            [&[jump(sys::BPF_JEQ, call, 0, answer.len() as u8)], answer].concat()
        };
        return Ok(refusals.iter().flat_map(refuse).chain([ALLOW]).collect());
    }
    let (low, high) = refusals.split_at(refusals.len() / 2);
    let (first_high, low, high) = (high[0].0, search(low)?, search(high)?);
    let over = u8::try_from(low.len()).map_err(|error| error.to_string())?;
    Ok([vec![jump(sys::BPF_JGE, first_high, over, 0)], low, high].concat())
}

/// Denies a call if an argument has one of these values.
fn deny_where(values: &[(u32, u32)]) -> Vec<sock_filter> {
    let deny = |&(at, value): &(u32, u32)| [load(at), jump(sys::BPF_JEQ, value, 0, 1), DENY];
    values.iter().flat_map(deny).chain([ALLOW]).collect()
}

fn load(at: u32) -> sock_filter {
    sock_filter { code: (sys::BPF_LD | sys::BPF_W | sys::BPF_ABS) as u16, jt: 0, jf: 0, k: at }
}

fn jump(condition: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: (sys::BPF_JMP | condition | sys::BPF_K) as u16, jt, jf, k }
}

const fn end(action: u32) -> sock_filter {
    sock_filter { code: (sys::BPF_RET | sys::BPF_K) as u16, jt: 0, jf: 0, k: action }
}
