//! System calls that no bot needs, refused for good.
//!
//! The program of the filter is a chain of comparisons, short enough that the kernel takes it in quickly for every bot.

use libc as sys;
use seccompiler::{BpfProgram, apply_filter, sock_filter};

/// The kernel's name of this architecture; calls of another are refused as a whole.
const ARCHITECTURE: Option<u32> = match std::env::consts::ARCH.as_bytes() {
    b"x86_64" => Some(0xc000_003e),
    b"aarch64" => Some(0xc000_00b7),
    b"riscv64" => Some(0xc000_00f3),
    _ => None,
};
/// From this number on the calls of x32 begin, which no bot of x86_64 uses.
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

/// Programs have another way where these are not known: clone3 hides its flags from filters, and a ring its calls.
const UNKNOWN: &[i64] =
    &[sys::SYS_clone3, sys::SYS_io_uring_setup, sys::SYS_io_uring_enter, sys::SYS_io_uring_register];

/// Memory that is seen in no process.
const HIDDEN_MEMORY: &[i64] = &[sys::SYS_memfd_create, sys::SYS_memfd_secret, sys::SYS_shmget];

/// What is refused.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refused {
    /// Calls that no bot needs.
    pub(super) calls: bool,
    /// Sockets; pairs of them remain.
    pub(super) sockets: bool,
    /// Memory that only a control group counts.
    pub(super) hidden_memory: bool,
}

/// A filter that is ready to be applied.
#[derive(Debug)]
pub(super) struct Filter(BpfProgram);

/// Where a filter finds the architecture, the call's number, and its first argument.
const ARCH: u32 = 4;
const CALL: u32 = 0;
const FIRST: u32 = 16;

impl Filter {
    pub(super) fn new(refused: Refused) -> Result<Filter, String> {
        let arch = ARCHITECTURE.ok_or("there is no filter for this architecture")?;
        let part = |wanted: bool, calls: &[i64]| if wanted { calls.to_vec() } else { Vec::new() };
        let denied = [part(refused.calls, REFUSED), part(refused.sockets, &[sys::SYS_socket])].concat();
        let unknown = [part(refused.calls, UNKNOWN), part(refused.hidden_memory, HIDDEN_MEMORY)].concat();
        let clone = part(refused.calls, &[sys::SYS_clone]);
        // After the chain stand: allow, deny, unknown, and what becomes of clone.
        let chain: Vec<(u32, usize)> = [(&denied, 1), (&unknown, 2), (&clone, 3)]
            .into_iter()
            .flat_map(|(calls, end)| calls.iter().map(move |&call| (call as u32, end)))
            .collect();
        let mut program =
            vec![load(ARCH), jump(sys::BPF_JEQ, arch, 1, 0), end(sys::SECCOMP_RET_KILL_PROCESS), load(CALL)];
        if cfg!(target_arch = "x86_64") {
            program.push(jump(sys::BPF_JGE, X32, 0, 1));
            program.push(end(sys::SECCOMP_RET_ERRNO | sys::ENOSYS as u32));
        }
        for (at, &(call, to)) in chain.iter().enumerate() {
            let over = u8::try_from(chain.len() - 1 - at + to).map_err(|error| error.to_string())?;
            program.push(jump(sys::BPF_JEQ, call, over, 0));
        }
        program.extend([
            end(sys::SECCOMP_RET_ALLOW),
            end(sys::SECCOMP_RET_ERRNO | sys::EPERM as u32),
            end(sys::SECCOMP_RET_ERRNO | sys::ENOSYS as u32),
            load(FIRST),
            jump(sys::BPF_JSET, NAMESPACES, 0, 1),
            end(sys::SECCOMP_RET_ERRNO | sys::EPERM as u32),
            end(sys::SECCOMP_RET_ALLOW),
        ]);
        Ok(Filter(program))
    }

    /// For this process and all that it becomes and starts.
    pub(super) fn apply(&self) -> Result<(), String> {
        apply_filter(&self.0).map_err(|error| error.to_string())
    }
}

fn load(at: u32) -> sock_filter {
    sock_filter { code: (sys::BPF_LD | sys::BPF_W | sys::BPF_ABS) as u16, jt: 0, jf: 0, k: at }
}

fn jump(condition: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: (sys::BPF_JMP | condition | sys::BPF_K) as u16, jt, jf, k }
}

fn end(action: u32) -> sock_filter {
    sock_filter { code: (sys::BPF_RET | sys::BPF_K) as u16, jt: 0, jf: 0, k: action }
}
