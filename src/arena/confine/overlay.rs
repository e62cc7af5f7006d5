//! Folders as they were when a program began, whatever others write there: each is covered by an overlay in memory.

use nix::mount::{MsFlags, mount, umount};
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::fs::{Gid, Mode, OFlags, Uid, chmod, chown, fstat, open};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

const NOTHING: Option<&str> = None;
const FLAGS: MsFlags = MsFlags::MS_NOSUID.union(MsFlags::MS_NODEV);

/// Covers the current folder, those for temporary files, and what is mounted below them: what is written there is seen by
/// this process and its descendants alone, and gone with them. Needs a mount namespace of its own.
pub(super) fn cover() -> Result<(), String> {
    let told = |error: &dyn Display| error.to_string();
    let here = std::env::current_dir().map_err(|error| told(&error))?;
    mount(NOTHING, "/", NOTHING, MsFlags::MS_REC | MsFlags::MS_PRIVATE, NOTHING).map_err(|error| told(&error))?;
    // Every folder is opened before the first is covered, since one may lie in another.
    let folders = folders(&here)?.into_iter().map(Folder::open).collect::<Result<Vec<Folder>, String>>()?;
    folders.iter().try_for_each(Folder::cover)?;
    std::env::set_current_dir(&here).map_err(|error| told(&error))
}

/// The folders to cover, those above first.
fn folders(here: &Path) -> Result<BTreeSet<PathBuf>, String> {
    if here == Path::new("/") {
        return Err("the current folder is the root of the file system".into());
    }
    let temporary = ["/tmp", "/var/tmp", "/dev/shm"].map(PathBuf::from).into_iter().chain([std::env::temp_dir()]);
    let named = temporary.chain([here.to_path_buf()]).filter_map(|folder| folder.canonicalize().ok());
    let named: BTreeSet<PathBuf> = named.filter(|folder| folder.is_dir() && folder != Path::new("/")).collect();
    let lies_in_one = |folder: &Path| folder.ancestors().skip(1).any(|above| named.contains(above));
    let mounted = mount_points()?.into_iter().filter(|point| point.is_dir() && lies_in_one(point));
    Ok(mounted.chain(named.iter().cloned()).collect())
}

/// Where file systems are mounted.
fn mount_points() -> Result<Vec<PathBuf>, String> {
    let table = fs::read("/proc/self/mountinfo").map_err(|error| error.to_string())?;
    let lines = table.split(|&byte| byte == b'\n');
    Ok(lines.filter_map(|line| line.split(|&byte| byte == b' ').nth(4)).map(unescaped).collect())
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

/// A folder as it is below its cover.
struct Folder {
    path: PathBuf,
    fd: OwnedFd,
}

impl Folder {
    fn open(path: PathBuf) -> Result<Folder, String> {
        let fd = handle(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Folder { path, fd })
    }

    /// Mounts a file system in memory over the folder, and on it the overlay of both.
    fn cover(&self) -> Result<(), String> {
        let told = |error: std::io::Error| format!("{}: {error}", self.path.display());
        mount(Some("stickler"), &self.path, Some("tmpfs"), FLAGS, NOTHING).map_err(|error| told(error.into()))?;
        self.lay_over().map_err(|error| {
            // A folder that is not covered is there as it was.
            let _ = umount(&self.path);
            told(error)
        })
    }

    fn lay_over(&self) -> Result<(), std::io::Error> {
        let [upper, work] = ["upper", "work"].map(|name| self.path.join(name));
        fs::create_dir(&upper)?;
        fs::create_dir(&work)?;
        // An overlay's root has the owner and the rights of its upper folder.
        let status = fstat(&self.fd)?;
        chmod(&upper, Mode::from_raw_mode(status.st_mode))?;
        // In a namespace of one user, the folders of others cannot be given away.
        let _ = chown(&upper, Some(Uid::from_raw(status.st_uid)), Some(Gid::from_raw(status.st_gid)));
        // By number, since a path may hold the characters that separate options.
        let (upper, work) = (handle(&upper)?, handle(&work)?);
        let [lower, upper, work] = [&self.fd, &upper, &work].map(|fd| format!("/proc/self/fd/{}", fd.as_raw_fd()));
        let options = format!("lowerdir={lower},upperdir={upper},workdir={work},userxattr");
        Ok(mount(Some("stickler"), &self.path, Some("overlay"), FLAGS, Some(options.as_str()))?)
    }
}

fn handle(path: &Path) -> Result<OwnedFd, rustix::io::Errno> {
    open(path, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
}
