//! System calls that no bot needs, refused for good.

use libc as sys;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, apply_filter,
};
use std::collections::BTreeMap;

/// The bit by which a kernel that knows x32 tells its calls from others.
const X32: i64 = 0x4000_0000;
/// The flags of clone by which a process leaves namespaces.
const NAMESPACES: [i32; 7] = [
    sys::CLONE_NEWNS,
    sys::CLONE_NEWCGROUP,
    sys::CLONE_NEWUTS,
    sys::CLONE_NEWIPC,
    sys::CLONE_NEWUSER,
    sys::CLONE_NEWPID,
    sys::CLONE_NEWNET,
];

/// Of the system, of its time, of namespaces, of others' memory, and keys and counters of the kernel.
const REFUSED: &[i64] = &[
    sys::SYS_acct,
    sys::SYS_add_key,
    sys::SYS_adjtimex,
    sys::SYS_bpf,
    sys::SYS_chroot,
    sys::SYS_clock_adjtime,
    sys::SYS_clock_settime,
    sys::SYS_delete_module,
    sys::SYS_fanotify_init,
    sys::SYS_finit_module,
    sys::SYS_fsconfig,
    sys::SYS_fsmount,
    sys::SYS_fsopen,
    sys::SYS_fspick,
    sys::SYS_init_module,
    sys::SYS_kexec_file_load,
    sys::SYS_kexec_load,
    sys::SYS_keyctl,
    sys::SYS_mount,
    sys::SYS_mount_setattr,
    sys::SYS_move_mount,
    sys::SYS_name_to_handle_at,
    sys::SYS_open_by_handle_at,
    sys::SYS_open_tree,
    sys::SYS_perf_event_open,
    sys::SYS_pivot_root,
    sys::SYS_process_madvise,
    sys::SYS_quotactl,
    sys::SYS_reboot,
    sys::SYS_request_key,
    sys::SYS_setdomainname,
    sys::SYS_sethostname,
    sys::SYS_setns,
    sys::SYS_settimeofday,
    sys::SYS_swapoff,
    sys::SYS_swapon,
    sys::SYS_syslog,
    sys::SYS_umount2,
    sys::SYS_unshare,
    sys::SYS_userfaultfd,
    sys::SYS_vhangup,
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

/// Filters that are ready to be applied.
#[derive(Debug)]
pub(super) struct Filters(Vec<BpfProgram>);

impl Filters {
    pub(super) fn new(refused: Refused) -> Result<Filters, String> {
        let mut denied = BTreeMap::new();
        if refused.calls {
            REFUSED.iter().for_each(|&call| whole(&mut denied, call));
            whole(&mut denied, sys::SYS_clone);
            denied.insert(sys::SYS_clone, leaves_namespaces()?);
        }
        if refused.sockets {
            whole(&mut denied, sys::SYS_socket);
        }
        let mut unknown = BTreeMap::new();
        if refused.calls {
            UNKNOWN.iter().for_each(|&call| whole(&mut unknown, call));
        }
        if refused.hidden_memory {
            HIDDEN_MEMORY.iter().for_each(|&call| whole(&mut unknown, call));
        }
        let filters = [(denied, sys::EPERM), (unknown, sys::ENOSYS)].into_iter().filter(|(calls, _)| !calls.is_empty());
        filters.map(|(calls, error)| program(calls, error)).collect::<Result<_, _>>().map(Filters)
    }

    /// For this process and all that it becomes and starts.
    pub(super) fn apply(&self) -> Result<(), String> {
        self.0.iter().try_for_each(|filter| apply_filter(filter).map_err(|error| error.to_string()))
    }
}

/// Refuses a call whatever its arguments are, under both its numbers.
fn whole(calls: &mut BTreeMap<i64, Vec<SeccompRule>>, call: i64) {
    calls.insert(call, Vec::new());
    if cfg!(target_arch = "x86_64") {
        calls.insert(call | X32, Vec::new());
    }
}

/// One of the flags is enough.
fn leaves_namespaces() -> Result<Vec<SeccompRule>, String> {
    let flag = |&flag: &i32| {
        let flag = flag as u64;
        let is_set = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(flag), flag)?;
        SeccompRule::new(vec![is_set])
    };
    NAMESPACES.iter().map(flag).collect::<Result<_, _>>().map_err(|error| error.to_string())
}

fn program(calls: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> Result<BpfProgram, String> {
    let made = || {
        let arch = TargetArch::try_from(std::env::consts::ARCH)?;
        let filter = SeccompFilter::new(calls, SeccompAction::Allow, SeccompAction::Errno(error as u32), arch)?;
        BpfProgram::try_from(filter)
    };
    made().map_err(|error: seccompiler::BackendError| error.to_string())
}
