//! The kind of a file that is to be started: a program of this machine, a script and its interpreter, or neither.

use super::{interpreter, on_path};
use std::io::Read;
use std::path::Path;
use stickler_arena::system;

/// Sources that a compiler makes a program of: the ends of their names, the language, and how it is compiled.
const SOURCES: &[(&[&str], &str, &str)] = &[
    (&["cpp", "cc", "cxx", "c++"], "C++", "g++ -O2 -o bot"),
    (&["c"], "C", "gcc -O2 -o bot"),
    (&["rs"], "Rust", "rustc -O -o bot"),
    (&["go"], "Go", "go build -o bot"),
    (&["hs"], "Haskell", "ghc -O2 -o bot"),
    (&["swift"], "Swift", "swiftc -O -o bot"),
    (&["d"], "D", "dmd -O -of=bot"),
    (&["pas"], "Pascal", "fpc -O2 -obot"),
    (&["java"], "Java", "javac"),
    (&["kt"], "Kotlin", "kotlinc"),
    (&["cs"], "C#", "dotnet build"),
    (&["scala"], "Scala", "scalac"),
];

/// The source that a file is by the end of its name, with how to make a program of it.
pub(super) fn source(program: &str) -> Option<String> {
    let end = Path::new(program).extension()?.to_str()?;
    let (_, language, compiler) = SOURCES.iter().find(|(ends, ..)| ends.contains(&end))?;
    Some(format!(
        "it is {language} source: compile it first, as in `{compiler} {program}`, and start what that makes"
    ))
}

/// How many bytes of a file are looked at.
const LOOKED_AT: u64 = 4096;

/// Refuses an executable file that the system would not start. What cannot be told is left to the system.
pub(super) fn runnable(program: &str) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let mut head = Vec::new();
    let read =
        std::fs::File::open(program).and_then(|file| file.take(LOOKED_AT).read_to_end(&mut head));
    if read.is_err() {
        return Ok(());
    }
    let why = match &head[..] {
        [b'#', b'!', line @ ..] => return script(program, line),
        [0x7f, b'E', b'L', b'F', ..] => of_other_machine(&head).or_else(|| without_loader(&head)),
        [] => Some("it is empty".to_string()),
        [b'M', b'Z', ..] => Some("it is a program for Windows".to_string()),
        [b'P', b'K', 3, 4, ..] if program.ends_with(".jar") => {
            Some(format!("it is a Java archive: start it by `java -jar {program}`"))
        }
        [0xcf | 0xce, 0xfa, 0xed, 0xfe, ..] => Some("it is a program for macOS".to_string()),
        _ => Some(source(program).unwrap_or_else(|| {
            let first = "#!/usr/bin/env ".to_string() + interpreter(program).unwrap_or("python3");
            format!("exec format error: it is no program, and as a script it needs a first line such as `{first}`")
        })),
    };
    match why {
        // The system may have been taught to start files of this format.
        Some(why) if !system::starts(Path::new(program)) => {
            Err(format!("`{program}` could not be started: {why}"))
        }
        _ => Ok(()),
    }
}

/// The machines of ELF files that start on this one, and what others are called.
const MACHINES: &[(u16, &str)] = &[
    (3, "x86"),
    (62, "x86_64"),
    (40, "arm"),
    (183, "aarch64"),
    (243, "riscv64"),
    (8, "mips"),
];

/// Why an ELF file is not of this machine; `None`: it is, or nobody can tell.
fn of_other_machine(head: &[u8]) -> Option<String> {
    let (Some(&order), Some(&[a, b])) = (
        head.get(5),
        head.get(18..20).and_then(|pair| pair.first_chunk()),
    ) else {
        return Some("exec format error: it is cut short".into());
    };
    let machine = if order == 2 {
        u16::from_be_bytes([a, b])
    } else {
        u16::from_le_bytes([a, b])
    };
    let named = MACHINES
        .iter()
        .find(|(number, _)| *number == machine)
        .map(|(_, name)| *name);
    let ours = std::env::consts::ARCH;
    let is_ours = match named {
        Some(name) => {
            name == ours || matches!((name, ours), ("x86", "x86_64") | ("arm", "aarch64"))
        }
        // It may be of a machine that is not in the list.
        None => machine != 0,
    };
    let of = named.map_or(String::new(), |name| format!(", {name}"));
    (!is_ours).then(|| {
        format!("exec format error: it was made for another machine{of}; this one is {ours}")
    })
}

/// Why a program for this machine cannot be loaded: it names a loader that is not here.
fn without_loader(head: &[u8]) -> Option<String> {
    let texts = head
        .split(|&byte| byte == 0)
        .filter_map(|text| std::str::from_utf8(text).ok());
    let loader = texts
        .into_iter()
        .find(|text| text.starts_with('/') && text.contains("/ld"))?;
    (!Path::new(loader).exists()).then(|| {
        format!("it is there, but its loader, `{loader}`, is not: it was made for another system; build it here, or link it statically")
    })
}

/// Refuses a script whose first line names no program that is here.
fn script(program: &str, line: &[u8]) -> Result<(), String> {
    let line = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let refused = |why: String| {
        Err(format!(
            "`{program}` could not be started: it is there, but {why}"
        ))
    };
    if line.ends_with('\r') {
        let by = line.trim().escape_default();
        let mend = "save it with Unix line ends, as `sed -i 's/\\r$//' FILE` does";
        return refused(format!(
            "the program of its first line, `{by}\\r`, is not: the file has Windows line ends; {mend}"
        ));
    }
    let mut words = line.trim().splitn(2, [' ', '\t']);
    let (by, argument) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default().trim(),
    );
    if by.is_empty() {
        return refused("its first line names no program behind `#!`".into());
    }
    if !Path::new(by).exists() {
        return refused(format!("the program of its first line, `{by}`, is not"));
    }
    let is_env = Path::new(by).file_name().is_some_and(|name| name == "env");
    if !is_env || argument.starts_with('-') || argument.contains('=') {
        return Ok(());
    }
    match argument.split_once([' ', '\t']) {
        Some((name, _)) => refused(format!(
            "`env` of its first line looks for a program called `{argument}`: write `#!{by} -S {argument}`, or `{name}` alone"
        )),
        None if argument.is_empty() => {
            refused("its first line names no program behind `env`".into())
        }
        None if argument.contains('/') || on_path(argument).is_some() => Ok(()),
        None => refused(format!(
            "the program of its first line, `{argument}`, is not on the PATH"
        )),
    }
}
