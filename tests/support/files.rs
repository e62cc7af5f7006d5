//! Files of the repository, and folders for files of a test.

use std::fs;
use std::ops::Deref;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use stickler::fixture;

/// The repository: the folder that holds `spec/`, of whatever package these tests are.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let has_pages = |folder: &&Path| folder.join("spec").is_dir();
    package.ancestors().find(has_pages).expect("the repository")
}

/// True where this is root.
pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

/// The paths below a folder, in order.
pub(crate) fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
}

/// All files below a folder with this ending, in order.
pub(crate) fn below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let found = |path: PathBuf| match path.is_dir() {
        true => below(&path, ending),
        false => Some(path)
            .filter(|path| path.extension().is_some_and(|own| own == ending))
            .into_iter()
            .collect(),
    };
    sorted(folder).into_iter().flat_map(found).collect()
}

/// The files of cases in `fixtures/`. Faulty bots and broken files have tests of their own.
pub(crate) fn case_files() -> Vec<PathBuf> {
    let folder = root().join("fixtures");
    let is_case = |path: &PathBuf| {
        !["mutants", "broken"]
            .iter()
            .any(|name| path.starts_with(folder.join(name)))
    };
    below(&folder, "yaml").into_iter().filter(is_case).collect()
}

/// The cases of these files, each with the name of its game, which is that of the folder where the case names none.
pub(crate) fn fixture_cases() -> Vec<(String, fixture::Fixture)> {
    let of_file = |file: PathBuf| {
        let folder = file.parent().and_then(Path::file_name).expect("a folder");
        let folder = folder.to_string_lossy().into_owned();
        let cases = fixture::read(&text(&file)).expect("cases");
        cases
            .into_iter()
            .map(move |case| (case.game.clone().unwrap_or(folder.clone()), case))
    };
    case_files().into_iter().flat_map(of_file).collect()
}

pub(crate) fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Holds a kept file against what it should be; `STICKLER_BLESS=1` writes it anew.
pub(crate) fn keep(path: &Path, wanted: &str) {
    if std::env::var_os("STICKLER_BLESS").is_some() {
        fs::write(path, wanted).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    let name = path.display();
    assert!(
        kept == wanted,
        "{name} is out of date; the same command after STICKLER_BLESS=1 writes it anew"
    );
}

/// True where every user may enter the folders that lead here, and this one where it is a folder.
pub(crate) fn is_open_to_all(path: &Path) -> bool {
    let may_enter =
        |at: &Path| fs::metadata(at).is_ok_and(|found| found.permissions().mode() & 0o1 != 0);
    path.ancestors().all(may_enter)
}

/// A folder of a test's own, which is gone when the test is over.
pub(crate) struct Scratch(tempfile::TempDir);

/// A new folder for one test; the name is there to be recognised. It lies below `target/`, unless this is root and others may not
/// enter there: root starts programs as an ordinary user too.
pub(crate) fn scratch(name: &str) -> Scratch {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let is_shut = is_root() && !is_open_to_all(&target);
    let mut made = tempfile::Builder::new();
    made.prefix(name)
        .permissions(fs::Permissions::from_mode(0o755));
    let folder = if is_shut {
        made.tempdir()
    } else {
        made.tempdir_in(&target).or_else(|_| made.tempdir())
    };
    Scratch(folder.expect("a scratch folder"))
}

impl Deref for Scratch {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

impl AsRef<Path> for Scratch {
    fn as_ref(&self) -> &Path {
        self.0.path()
    }
}
