//! Commands that are written wrong, with the command that was meant.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::report::diagnostic::program as own_name;

/// The program that is the reference bot alone.
const REFBOT: &str = "refbot";

/// How Python is called here, and how elsewhere.
const PYTHON: [&str; 2] = if cfg!(windows) {
    ["python", "python3"]
} else {
    ["python3", "python"]
};
/// Programs that run a file, by the end of its name.
const INTERPRETERS: [(&str, &str); 3] = [("py", PYTHON[0]), ("js", "node"), ("sh", "sh")];

/// The game of this name. The error of a name that is a file's says where a bot stands.
pub(crate) fn game(games: Registry, name: &str) -> Result<&'static dyn AnyGame, String> {
    games.find(name).map_err(|why| match Path::new(name).is_file() {
        true => format!("{why}; `{name}` is a file: name the game first, as in `{} check gomoku -- COMMAND`", own_name()),
        false => why,
    })
}

/// Refuses a command that cannot be what was meant. What only the start of the program can tell is left to that.
pub(crate) fn startable(command: &[String]) -> Result<(), String> {
    let Some((program, rest)) = command.split_first() else {
        return Ok(());
    };
    let (path, by) = (Path::new(program), interpreter(program));
    let meant = |words: &[&str]| {
        let rest = rest.iter().map(String::as_str);
        let words: Vec<&str> = words.iter().copied().chain(rest).collect();
        format!("`{}`", shell_words::join(words))
    };
    if rest.is_empty() && program.contains(' ') && !path.exists() {
        return Err(format!(
            "`{program}` is one word, and no program is called so; take the quotes away: `-- {program}`"
        ));
    }
    let refused = |why: String| Err(format!("`{program}` could not be started: {why}"));
    if program.contains('/') || cfg!(windows) && program.contains('\\') {
        match path.metadata() {
            Ok(about) if about.is_dir() => return refused("it is a folder".into()),
            Ok(about) if !is_executable(&about, by) => {
                let named =
                    by.map(|by| format!(", or name what runs it: {}", meant(&[by, program])));
                return refused(format!(
                    "it is not executable. To fix it, type `chmod +x {program}`{}",
                    named.unwrap_or_default()
                ));
            }
            Ok(_) => first_line(path).or_else(refused)?,
            Err(_) => {}
        }
    } else if on_path(program).is_none() {
        // Windows looks in the current folder as well.
        if path.is_file() && (cfg!(unix) || by.is_some()) {
            let here = format!("./{program}");
            let words = by.map_or(vec![here.as_str()], |by| vec![by, program]);
            return Err(format!(
                "no program is called `{program}`, but a file is; this was meant: {}",
                meant(&words)
            ));
        }
        if program == REFBOT {
            return Err(format!(
                "no program is called `{program}` here; stickler plays as the reference bot, too: {}",
                meant(&["stickler", program])
            ));
        }
        if program == PYTHON[1] && on_path(PYTHON[0]).is_some() {
            let words = meant(&[PYTHON[0]]);
            return Err(format!(
                "no program is called `{program}` here; this was meant: {words}"
            ));
        }
    }
    // An interpreter whose file is missing ends at once, which is no answer of a bot.
    match rest.iter().find(|word| *word != "-u") {
        Some(file) if interpreter(file).is_some() && !Path::new(file).exists() => Err(format!(
            "`{file}` is not there: `{program}` would end at once. Paths begin in the current folder"
        )),
        _ => Ok(()),
    }
}

/// The interpreter of a file that is called so.
fn interpreter(file: &str) -> Option<&'static str> {
    let end = Path::new(file).extension()?;
    let found = INTERPRETERS.iter().find(|(own, _)| end == *own);
    found.map(|(_, by)| *by)
}

fn is_executable(_about: &std::fs::Metadata, _by: Option<&str>) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::PermissionsExt::mode(&_about.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    _by.is_none()
}

/// Refuses a script whose first line names no program, one that is not here, or has a Windows line end.
fn first_line(script: &Path) -> Result<(), String> {
    let mut head = Vec::new();
    let read = File::open(script).and_then(|file| file.take(256).read_to_end(&mut head));
    let head = std::str::from_utf8(&head)
        .ok()
        .filter(|head| !head.contains('\0'));
    let (Ok(_), Some(head), true) = (read, head, cfg!(unix)) else {
        return Ok(());
    };
    let line = head.split('\n').next().unwrap_or_default();
    let by = line.strip_prefix("#!").map(str::trim_start);
    let by = by.and_then(|by| by.split([' ', '\t', '\r']).next());
    match by.unwrap_or_default() {
        // A shell would run it as a script of its own.
        "" => Err(
            "it is no program: as a script it needs a first line such as `#!/usr/bin/env python3`"
                .into(),
        ),
        _ if line.ends_with('\r') => Err(
            "its first line has a Windows line end; `sed -i 's/\\r$//' FILE` takes these away"
                .into(),
        ),
        by if !Path::new(by).exists() => Err(format!(
            "the program of its first line, `{by}`, is not there"
        )),
        _ => Ok(()),
    }
}

/// Where a program lies that is called by its name.
pub(super) fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // On Windows a program has an end that names its kind, which is omitted when it is called.
    let ends = std::env::var("PATHEXT").ok().filter(|_| cfg!(windows));
    let ends = ends.unwrap_or_default();
    let names = || std::iter::once("").chain(ends.split(';'));
    std::env::split_paths(&path).find_map(|folder| {
        let files = names().map(|end| folder.join(format!("{program}{end}")));
        files.into_iter().find(|file| file.is_file())
    })
}
