//! The files of a room: a root that nobody writes, devices that do no harm, and folders of its own in counted memory.

use super::walls::Files;
use landlock::{ABI, Access, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus};
use nix::mount::{MsFlags, mount};
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::fs::{Gid, Mode, OFlags, Uid, chmod, chown, fstat, open};
use rustix::process::fchdir;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

const NOTHING: Option<&str> = None;
const PLAIN: MsFlags = MsFlags::MS_NOSUID.union(MsFlags::MS_NODEV);
/// The most bytes and files that a room may write.
const OWN_FILES: &str = "mode=755,size=256m,nr_inodes=65536";
/// Where the file system in memory is mounted.
pub(super) const MEMORY: &str = "/dev/shm";
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
const LINKS: [(&str, &str); 4] = [
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
];

fn at(path: &Path, error: &dyn Display) -> String {
    format!("{}: {error}", path.display())
}

/// Once for all rooms, in a mount namespace of their own: makes every mount read-only.
pub(super) fn seal(files: Files) -> Result<(), String> {
    mount(NOTHING, "/", NOTHING, MsFlags::MS_REC | MsFlags::MS_PRIVATE, NOTHING)
        .map_err(|error| at(Path::new("/"), &error))?;
    if files == Files::Shared {
        return Ok(());
    }
    devices()?;
    for Mounted { path, flags } in mounted()? {
        // Each room gets a /proc of its own, and devices must stay writable.
        if path.starts_with("/proc") || path.starts_with("/dev") && path != Path::new("/dev") {
            continue;
        }
        let flags = flags | MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY | PLAIN;
        match mount(NOTHING, &path, NOTHING, flags, NOTHING) {
            // Nobody can write a mount that is hidden, gone, or out of this user's reach.
            Err(nix::Error::EINVAL | nix::Error::ENOENT | nix::Error::EACCES) => {}
            done => done.map_err(|error| at(&path, &error))?,
        }
    }
    Ok(())
}

/// The devices that every program may want, and no others.
fn devices() -> Result<(), String> {
    let real = DEVICES.iter().map(|path| (path, open(*path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())));
    let real: Vec<_> = real.filter_map(|(path, fd)| Some((Path::new(path), fd.ok()?))).collect();
    let dev = Path::new("/dev");
    mount(Some("stickler"), dev, Some("tmpfs"), MsFlags::MS_NOSUID, Some("mode=755,size=64k"))
        .map_err(|error| at(dev, &error))?;
    for (path, fd) in &real {
        fs::write(path, "").map_err(|error| at(path, &error))?;
        let fd = format!("/proc/self/fd/{}", fd.as_raw_fd());
        mount(Some(fd.as_str()), *path, NOTHING, MsFlags::MS_BIND, NOTHING).map_err(|error| at(path, &error))?;
    }
    for (to, path) in LINKS {
        symlink(to, path).map_err(|error| at(Path::new(path), &error))?;
    }
    fs::create_dir(MEMORY).map_err(|error| at(Path::new(MEMORY), &error))
}

/// For one room: a /proc with its own processes and no others.
pub(super) fn own_processes(files: Files) -> Result<(), String> {
    let flags = PLAIN | MsFlags::MS_NOEXEC;
    let flags = if files == Files::Shared { flags } else { flags | MsFlags::MS_RDONLY };
    // The keeper has the judge's command line, which bots must not see. Older kernels know only the second way.
    let own = |option| mount(Some("proc"), "/proc", Some("proc"), flags, Some(option));
    own("hidepid=4").or_else(|_| own("hidepid=2")).map_err(|error| at(Path::new("/proc"), &error))
}

/// For one room: covers the current folder, those for temporary files, and the mounts below them. They keep their content, but
/// what is written there is seen in this room alone, and is gone with it.
pub(super) fn own_folders(folders: &Folders) -> Result<(), String> {
    // Opens every folder before it covers the first, since one may lie in another.
    let opened = folders.covered.iter().map(|(path, may_be_empty)| Folder::open(path.clone(), *may_be_empty));
    let opened = opened.collect::<Result<Vec<Folder>, String>>()?;
    let memory = Path::new(MEMORY);
    mount(Some("stickler"), memory, Some("tmpfs"), PLAIN, Some(OWN_FILES)).map_err(|error| at(memory, &error))?;
    for (number, folder) in opened.iter().enumerate() {
        folder.cover(&memory.join(number.to_string())).map_err(|error| at(&folder.path, &error))?;
    }
    let own = memory.join("own");
    fs::create_dir(&own).map_err(|error| at(&own, &error))?;
    chmod(&own, Mode::from_raw_mode(0o1777)).map_err(|error| at(&own, &error))?;
    mount(Some(&own), memory, NOTHING, MsFlags::MS_BIND, NOTHING).map_err(|error| at(memory, &error))?;
    std::env::set_current_dir(&folders.here).map_err(|error| at(&folders.here, &error))
}

/// The current folder, and the folders to cover, parents first, each with whether it was empty. A folder that holds something
/// may be large, so it is not searched again.
#[derive(Default)]
pub(super) struct Folders {
    here: PathBuf,
    covered: BTreeMap<PathBuf, bool>,
}

impl Folders {
    pub(super) fn find() -> Result<Folders, String> {
        let here = std::env::current_dir().map_err(|error| error.to_string())?;
        let temporary = ["/tmp", "/var/tmp"].map(PathBuf::from).into_iter().chain([std::env::temp_dir()]);
        let named = temporary.chain([here.clone()]).filter_map(|folder| folder.canonicalize().ok());
        let is_apart = |folder: &PathBuf| folder.is_dir() && folder != Path::new("/") && !folder.starts_with("/dev");
        let named: BTreeSet<PathBuf> = named.filter(is_apart).collect();
        let lies_in_one = |folder: &Path| folder.ancestors().skip(1).any(|above| named.contains(above));
        let mounted = mounted()?.into_iter().map(|mounted| mounted.path);
        let below = mounted.filter(|point| lies_in_one(point) && point.is_dir());
        // Files can be made in the current folder whoever owns it: the root of the overlay belongs to the room.
        let apart = named.iter().filter(|folder| !lies_in_one(folder) || here.starts_with(folder));
        let covered = below.chain(apart.cloned()).map(|path| (path.clone(), is_empty(&path)));
        Ok(Folders { covered: covered.collect(), here })
    }
}

/// Where a file system is mounted, and with which flags.
struct Mounted {
    path: PathBuf,
    flags: MsFlags,
}

fn mounted() -> Result<Vec<Mounted>, String> {
    let table = fs::read("/proc/self/mountinfo").map_err(|error| at(Path::new("/proc/self/mountinfo"), &error))?;
    let words = |line: &[u8]| -> Option<Mounted> {
        let mut words = line.split(|&byte| byte == b' ').skip(4);
        Some(Mounted { path: unescaped(words.next()?), flags: flags(words.next()?) })
    };
    Ok(table.split(|&byte| byte == b'\n').filter_map(words).collect())
}

/// The flags that a remount must repeat, beside [`PLAIN`].
fn flags(options: &[u8]) -> MsFlags {
    let flag = |option: &[u8]| match option {
        b"noexec" => MsFlags::MS_NOEXEC,
        b"noatime" => MsFlags::MS_NOATIME,
        b"nodiratime" => MsFlags::MS_NODIRATIME,
        b"relatime" => MsFlags::MS_RELATIME,
        _ => MsFlags::empty(),
    };
    let flags: MsFlags = options.split(|&byte| byte == b',').map(flag).collect();
    let of_times = MsFlags::MS_NOATIME | MsFlags::MS_RELATIME;
    if flags.intersects(of_times) { flags } else { flags | MsFlags::MS_STRICTATIME }
}

/// The kernel writes blanks and backslashes of a path as three octal digits.
fn unescaped(path: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path;
    while let [first, after @ ..] = rest {
        let octal = after.get(..3).filter(|_| *first == b'\\').and_then(|digits| std::str::from_utf8(digits).ok());
        match octal.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[3..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

/// A folder as it was before it was covered.
struct Folder {
    path: PathBuf,
    fd: OwnedFd,
    is_empty: bool,
}

impl Folder {
    fn open(path: PathBuf, may_be_empty: bool) -> Result<Folder, String> {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let fd = open(&path, flags, Mode::empty()).map_err(|error| at(&path, &error))?;
        let is_empty = may_be_empty && is_empty(&path);
        Ok(Folder { path, fd, is_empty })
    }

    /// Covers it with a folder in memory, or with an overlay of both if it holds anything.
    fn cover(&self, memory: &Path) -> Result<(), std::io::Error> {
        let [upper, work] = ["upper", "work"].map(|name| memory.join(name));
        fs::create_dir(memory)?;
        fs::create_dir(&upper)?;
        // An overlay's root has the owner and the rights of its upper folder.
        let status = fstat(&self.fd)?;
        chmod(&upper, Mode::from_raw_mode(status.st_mode))?;
        // In a namespace of one user, the folders of others cannot be given away.
        let _ = chown(&upper, Some(Uid::from_raw(status.st_uid)), Some(Gid::from_raw(status.st_gid)));
        if self.is_empty {
            return Ok(mount(Some(&upper), &self.path, NOTHING, MsFlags::MS_BIND, NOTHING)?);
        }
        fs::create_dir(&work)?;
        // By way of the current folder, since a path may hold the characters that separate options.
        fchdir(&self.fd)?;
        let options = format!("lowerdir=.,upperdir={},workdir={},userxattr", upper.display(), work.display());
        match mount(Some("stickler"), &self.path, Some("overlay"), PLAIN, Some(options.as_str())) {
            // In a namespace of a user, what lies below a mount stays hidden.
            Err(nix::Error::EINVAL) => {
                Err(std::io::Error::other("the kernel makes no copy of it; is a file system mounted in it?"))
            }
            laid => Ok(laid?),
        }
    }
}

fn is_empty(path: &Path) -> bool {
    fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none())
}

/// For bots without a room: every file can be read and run, but only the null device written.
pub(super) fn write_nothing() -> Result<(), String> {
    let restrict = || -> Result<RulesetStatus, Box<dyn std::error::Error>> {
        let ruleset = Ruleset::default().handle_access(AccessFs::from_all(ABI::V3))?.create()?;
        let ruleset = ruleset.add_rule(PathBeneath::new(PathFd::new("/")?, AccessFs::from_read(ABI::V3)))?;
        let null = PathBeneath::new(PathFd::new("/dev/null")?, AccessFs::ReadFile | AccessFs::WriteFile);
        Ok(ruleset.add_rule(null)?.restrict_self()?.ruleset)
    };
    match restrict().map_err(|error| error.to_string())? {
        RulesetStatus::NotEnforced => Err("this kernel has no Landlock".into()),
        RulesetStatus::PartiallyEnforced => Err("this kernel's Landlock knows only some kinds of writing".into()),
        RulesetStatus::FullyEnforced => Ok(()),
    }
}
