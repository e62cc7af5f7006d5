//! Commands that are written wrong, with the command that was meant.

mod file;

use std::path::{Path, PathBuf};

/// Programs that run a file, by the end of its name.
const INTERPRETERS: [(&str, &str); 6] = [
    ("py", PYTHON[0]),
    ("js", "node"),
    ("rb", "ruby"),
    ("pl", "perl"),
    ("lua", "lua"),
    ("sh", "sh"),
];
/// How Python is called here, and how elsewhere.
const PYTHON: [&str; 2] = if cfg!(windows) {
    ["python", "python3"]
} else {
    ["python3", "python"]
};

/// Refuses a command that cannot be what was meant. What only the start of the program can tell is left to that.
pub(crate) fn startable(command: &[String]) -> Result<(), String> {
    let Some((program, rest)) = command.split_first() else {
        return Ok(());
    };
    let path = Path::new(program);
    let meant = |words: &[&str]| {
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        format!("`{}`", shell_words::join([words, &rest].concat()))
    };
    match path.metadata() {
        _ if rest.is_empty() && program.contains(' ') && !path.exists() => Err(format!(
            "`{program}` is one word, and no program is called so; take the quotes away: `-- {program}`"
        )),
        Ok(about) if is_path(program) && about.is_dir() => {
            Err(format!("`{program}` could not be started: it is a folder"))
        }
        Ok(about)
            if is_path(program)
                && !is_executable(path, &about)
                && file::source(program).is_some() =>
        {
            Err(format!(
                "`{program}` could not be started: {}",
                file::source(program).unwrap_or_default()
            ))
        }
        Ok(about) if is_path(program) && !is_executable(path, &about) => {
            let other = interpreter(program)
                .map(|by| format!("name what runs it: {}", meant(&[by, program])));
            let mark = cfg!(unix).then(|| format!("type `chmod +x {program}`"));
            let mend = mark
                .into_iter()
                .chain(other)
                .collect::<Vec<_>>()
                .join(", or ");
            Err(format!(
                "`{program}` could not be started: it is not executable. To mend it, {mend}"
            ))
        }
        // Windows looks in the current folder as well.
        Ok(about)
            if !is_path(program)
                && !is_on_path(program)
                && (cfg!(unix) || !is_executable(path, &about)) =>
        {
            let here = format!("./{program}");
            let words = interpreter(program).map_or(vec![here.as_str()], |by| vec![by, program]);
            Err(format!(
                "no program is called `{program}`, but a file is; this was meant: {}",
                meant(&words)
            ))
        }
        Err(_) if program == PYTHON[1] && !is_on_path(program) && is_on_path(PYTHON[0]) => {
            Err(format!(
                "no program is called `{program}` here; this was meant: {}",
                meant(&[PYTHON[0]])
            ))
        }
        Ok(_) if is_path(program) => file::runnable(program).and_then(|()| script(path, rest)),
        _ => script(path, rest),
    }
}

/// The interpreter of a file that is called so.
fn interpreter(file: &str) -> Option<&'static str> {
    let end = Path::new(file).extension()?;
    INTERPRETERS
        .iter()
        .find(|(own, _)| end == *own)
        .map(|(_, by)| *by)
}

/// Programs that run the file that their first plain word names, and their options of one word.
const RUNNERS: [(&str, &[&str]); 14] = [
    (
        "python",
        &[
            "-u", "-B", "-E", "-s", "-S", "-O", "-OO", "-I", "-b", "-q", "-v",
        ],
    ),
    ("pypy", &["-u", "-B", "-E", "-s", "-S", "-O", "-OO", "-I"]),
    ("node", &[]),
    ("nodejs", &[]),
    ("ruby", &["-w"]),
    ("perl", &["-w"]),
    ("lua", &[]),
    ("luajit", &[]),
    ("php", &["-q"]),
    ("sh", &["-e", "-u", "-x"]),
    (
        "bash",
        &["-e", "-u", "-x", "--norc", "--noprofile", "--posix"],
    ),
    ("dash", &["-e", "-u", "-x"]),
    ("zsh", &["-e", "-u", "-x", "-f"]),
    ("ksh", &["-e", "-u", "-x"]),
];

/// An interpreter whose file is missing ends at once, which is no answer of a bot.
fn script(program: &Path, rest: &[String]) -> Result<(), String> {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let plain = name.trim_end_matches(".exe");
    let plain = plain.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let file = match RUNNERS.iter().find(|(own, _)| *own == plain) {
        // What stands behind another option may be its value.
        Some((_, flags)) => rest
            .iter()
            .find(|word| !is_flag(word, flags))
            .filter(|word| !word.starts_with('-')),
        None if plain == "java" => archive(rest),
        None => None,
    };
    match file {
        Some(file) if !Path::new(file).exists() => Err(format!(
            "`{file}` is not there: `{name}` would end at once. Paths begin in the current folder"
        )),
        _ => Ok(()),
    }
}

/// True for an option that has its value in itself, or none.
fn is_flag(word: &str, flags: &[&str]) -> bool {
    flags.contains(&word) || word.starts_with("--") && word.contains('=')
}

/// The archive that Java is to run, behind options of one word.
fn archive(rest: &[String]) -> Option<&String> {
    let at = rest.iter().position(|word| word == "-jar")?;
    let is_plain =
        |word: &String| word.starts_with("-X") || word.starts_with("-D") || word == "-server";
    rest[..at]
        .iter()
        .all(is_plain)
        .then(|| rest.get(at + 1))
        .flatten()
}

fn is_on_path(program: &str) -> bool {
    on_path(program).is_some()
}

/// Where a program lies that is called by its name.
pub(super) fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // On Windows a program has an end that names its kind, which is left out when it is called.
    let ends = std::env::var("PATHEXT")
        .ok()
        .filter(|_| cfg!(windows))
        .unwrap_or_default();
    let names = || {
        std::iter::once("")
            .chain(ends.split(';'))
            .map(|end| format!("{program}{end}"))
    };
    let in_folder = |folder: PathBuf| {
        names()
            .map(|name| folder.join(name))
            .find(|file| file.is_file())
    };
    std::env::split_paths(&path).find_map(in_folder)
}

/// True for words that say where a program lies.
fn is_path(program: &str) -> bool {
    program.contains('/') || cfg!(windows) && program.contains('\\')
}

fn is_executable(_file: &Path, _about: &std::fs::Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::PermissionsExt::mode(&_about.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    interpreter(&_file.to_string_lossy()).is_none()
}
