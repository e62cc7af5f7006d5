//! Filters of system calls that no bot needs, for bubblewrap to apply. They cannot be taken off.

use libc as sys;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};
use std::collections::BTreeMap;

/// The calls of x32 begin at this number. They do what the others do.
const X32: i64 = 0x4000_0000;

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

/// The kernel seems not to know these, so programs take another way. clone3 hides its flags from filters, and a ring its calls.
const UNKNOWN: &[i64] =
    calls![SYS_clone3 SYS_io_uring_setup SYS_io_uring_enter SYS_io_uring_register];

/// Calls that make memory which is seen in no process.
const HIDDEN_MEMORY: &[i64] = calls![SYS_memfd_create SYS_memfd_secret SYS_shmget];

/// System calls that the filters refuse.
#[derive(Clone, Copy, Debug)]
pub(super) struct Denials {
    /// Calls that no bot needs.
    pub calls: bool,
    /// Sockets; pairs of them remain.
    pub sockets: bool,
    /// Memory that only a control group counts.
    pub hidden_memory: bool,
}

/// A filter, as the kernel reads it.
#[derive(Clone, Debug)]
pub(super) struct Filter(BpfProgram);

impl Filter {
    /// The filters for this architecture that refuse these calls: one says that they are not permitted, the other that the kernel
    /// does not know them.
    pub(super) fn all(refused: Denials) -> Result<Vec<Filter>, String> {
        let (mut denied, mut unknown) = (BTreeMap::new(), BTreeMap::new());
        if refused.calls {
            add(&mut denied, REFUSED, Vec::new());
            add(
                &mut denied,
                &[sys::SYS_fcntl],
                vec![where_argument(1, sys::F_SETLEASE as u64)?],
            );
            add(
                &mut denied,
                &[sys::SYS_clone],
                vec![where_bits(0, sys::CLONE_NEWUSER as u64)?],
            );
            add(&mut unknown, UNKNOWN, Vec::new());
        }
        if refused.sockets {
            add(&mut denied, &[sys::SYS_socket], Vec::new());
        }
        if refused.hidden_memory {
            add(&mut unknown, HIDDEN_MEMORY, Vec::new());
        }
        let answers = [(denied, sys::EPERM), (unknown, sys::ENOSYS)];
        let filled = answers.into_iter().filter(|(rules, _)| !rules.is_empty());
        filled
            .map(|(rules, error)| Filter::new(rules, SeccompAction::Errno(error as u32)))
            .collect()
    }

    fn new(
        rules: BTreeMap<i64, Vec<SeccompRule>>,
        answer: SeccompAction,
    ) -> Result<Filter, String> {
        let here = std::env::consts::ARCH
            .try_into()
            .map_err(|_| "there is no filter for this architecture")?;
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, answer, here);
        let program: Result<BpfProgram, _> = filter.and_then(TryInto::try_into);
        program.map(Filter).map_err(|error| error.to_string())
    }

    /// Its instructions: the code, how many to skip if the condition holds and if not, and the operand.
    pub(super) fn instructions(&self) -> impl Iterator<Item = (u16, u8, u8, u32)> {
        self.0.iter().map(|one| (one.code, one.jt, one.jf, one.k))
    }

    /// The bytes that bubblewrap reads.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let bytes = |(code, then, otherwise, operand): (u16, u8, u8, u32)| {
            let (code, operand) = (code.to_ne_bytes(), operand.to_ne_bytes());
            code.into_iter().chain([then, otherwise]).chain(operand)
        };
        self.instructions().flat_map(bytes).collect()
    }
}

/// Refuses these calls, or only where one of these rules holds.
fn add(to: &mut BTreeMap<i64, Vec<SeccompRule>>, calls: &[i64], only: Vec<SeccompRule>) {
    let others = if cfg!(target_arch = "x86_64") {
        Some(X32)
    } else {
        None
    };
    for call in calls {
        to.extend(
            [Some(0), others]
                .into_iter()
                .flatten()
                .map(|from| (from + call, only.clone())),
        );
    }
}

fn where_argument(number: u8, value: u64) -> Result<SeccompRule, String> {
    condition(number, SeccompCmpOp::Eq, value)
}

fn where_bits(number: u8, bits: u64) -> Result<SeccompRule, String> {
    condition(number, SeccompCmpOp::MaskedEq(bits), bits)
}

fn condition(number: u8, how: SeccompCmpOp, value: u64) -> Result<SeccompRule, String> {
    let condition = SeccompCondition::new(number, SeccompCmpArgLen::Dword, how, value);
    condition
        .and_then(|condition| SeccompRule::new(vec![condition]))
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
