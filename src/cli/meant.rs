//! Commands that are written wrong, with the command that was meant.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Programs that run a file, by the end of its name.
const INTERPRETERS: [(&str, &str); 6] =
    [("py", "python3"), ("js", "node"), ("rb", "ruby"), ("pl", "perl"), ("lua", "lua"), ("sh", "sh")];

/// Refuses a command that cannot be what was meant. What only the start of the program can tell is left to that.
pub(crate) fn startable(command: &[String]) -> Result<(), String> {
    let Some((program, rest)) = command.split_first() else { return Ok(()) };
    let path = Path::new(program);
    let meant = |words: &[&str]| {
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        format!("`{}`", shell_words::join([words, &rest].concat()))
    };
    match path.metadata() {
        _ if rest.is_empty() && program.contains(' ') && !path.exists() => {
            Err(format!("`{program}` is one word, and no program is called so; take the quotes away: `-- {program}`"))
        }
        Ok(about) if program.contains('/') && about.is_dir() => {
            Err(format!("`{program}` could not be started: it is a folder"))
        }
        Ok(about) if program.contains('/') && about.permissions().mode() & 0o111 == 0 => {
            let other = interpreter(program).map(|by| format!(", or name what runs it: {}", meant(&[by, program])));
            let other = other.unwrap_or_default();
            Err(format!("`{program}` could not be started: it is not executable. Type `chmod +x {program}`{other}"))
        }
        Ok(_) if !program.contains('/') && !is_on_path(program) => {
            let here = format!("./{program}");
            let words = interpreter(program).map_or(vec![here.as_str()], |by| vec![by, program]);
            Err(format!("no program is called `{program}`, but a file is; this was meant: {}", meant(&words)))
        }
        Err(_) if program == "python" && !is_on_path(program) && is_on_path("python3") => {
            Err(format!("no program is called `python` here; this was meant: {}", meant(&["python3"])))
        }
        _ => script(path, rest),
    }
}

/// What runs a file that is called so.
fn interpreter(file: &str) -> Option<&'static str> {
    let end = Path::new(file).extension()?;
    INTERPRETERS.iter().find(|(own, _)| end == *own).map(|(_, by)| *by)
}

/// An interpreter whose file is missing ends at once, which is no answer of a bot.
fn script(program: &Path, rest: &[String]) -> Result<(), String> {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let runs = |by: &str| {
        name == by || name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') == "python" && by == "python3"
    };
    // What stands behind an option may be its value.
    let file = rest.first().filter(|word| !word.starts_with('-'));
    match file.and_then(|file| Some((file, interpreter(file)?))) {
        Some((file, by)) if runs(by) && !Path::new(file).exists() => {
            Err(format!("`{file}` is not there: `{name}` would end at once. Paths begin in the current folder"))
        }
        _ => Ok(()),
    }
}

fn is_on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
