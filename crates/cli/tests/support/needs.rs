//! What a test needs of its machine. Where that is missing, the test is left out aloud.

use super::files::is_root;
use super::programs::{browser, python, which, with_open_spiel};
use super::trials::{Company, trial, usual_if};
use libtest_mimic::{Failed, Trial};
use rustix::process::{Resource, getrlimit};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// Something that a test needs: why it is missing here, if it is.
pub(crate) enum Need {
    /// Looked up once.
    Tool(&'static LazyLock<Option<String>>),
    /// Nothing: but the test waits for real time, so where it fails it is tried again alone.
    Patience,
    /// Nothing: but only the gate runs the test.
    Gate,
    /// Only where the tests go deep.
    Depth,
}

macro_rules! needs {
    ($($(#[$doc:meta])* $name:ident = $missing:expr;)*) => {
        $($(#[$doc])* pub(crate) const $name: Need = {
            static MISSING: LazyLock<Option<String>> = LazyLock::new(|| $missing);
            Need::Tool(&MISSING)
        };)*
    };
}

needs! {
    /// An interpreter of Python 3.9 or later.
    PYTHON = python().is_none().then(|| "want Python 3.9 or later".to_string());
    /// bubblewrap, for the user who runs the tests.
    BUBBLEWRAP = bubblewrap();
    /// Node.
    NODE = not_working("node", &["--version"]);
    /// A compiler of C++.
    CPP = not_working("g++", &["--version"]);
    /// A compiler of Rust.
    RUSTC = not_working("rustc", &["--version"]);
    /// A daemon of docker.
    DOCKER = not_working("docker", &["info"]);
    /// A browser.
    CHROMIUM = browser().is_none().then(|| "want chromium or google-chrome, and one that opens a page".to_string());
    /// Python's package jsonschema.
    JSONSCHEMA = module("jsonschema", "Debian: python3-jsonschema");
    /// Python's package open_spiel.
    OPEN_SPIEL = with_open_spiel().is_none().then(|| "want Python's package open_spiel; STICKLER_OPEN_SPIEL may name a Python that has it".to_string());
    /// The checker of problem packages.
    VERIFYPROBLEM = not_working("verifyproblem", &["--help"]);
    /// Root, who can become an ordinary user.
    ORDINARY_USER = no_ordinary_user();
    /// A session in which a stack may have 8 MB.
    STACK = small_stack();
    /// The arena that limits bots.
    LIMITS = portable("limits bots");
    /// The arena that ends whatever a program has started.
    FAMILIES = portable("reaches the programs that leave their process group");
    /// The arena that counts what a program's children use.
    USAGE = portable("knows what the children of a program have used");
}

/// Where such a test fails, it is tried again alone: it waits for real time.
pub(crate) const TIMED: Need = Need::Patience;
/// Only in the gate: a variation of what another test holds, see [`super::tier`].
pub(crate) const GATE: Need = Need::Gate;
/// Only where the tests go deep, and with `--include-ignored`.
pub(crate) const DEEP: Need = Need::Depth;

/// Why a test of the arena of Linux is left out in the portable one.
pub(crate) fn portable(does: &str) -> Option<String> {
    let is_portable = std::env::var("STICKLER_ARENA").as_deref() == Ok("portable");
    is_portable.then(|| format!("want the arena of Linux, which {does}"))
}

/// The hard limit of the stack, which no test can raise.
fn small_stack() -> Option<String> {
    let most = getrlimit(Resource::Stack).maximum?;
    (most < 8 << 20).then(|| {
        format!(
            "want a session that allows a stack of 8 MB; `ulimit -Hs` is {} KB",
            most >> 10
        )
    })
}

fn module(name: &str, from: &str) -> Option<String> {
    let imports = |python| {
        let mut command = Command::new(python);
        command.args(["-c", &format!("import {name}")]);
        command.output().is_ok_and(|output| output.status.success())
    };
    let has_it = python().is_some_and(imports);
    (!has_it).then(|| format!("want Python's package {name} ({from})"))
}

fn bubblewrap() -> Option<String> {
    let words = [
        "--unshare-user",
        "--unshare-pid",
        "--ro-bind",
        "/",
        "/",
        "true",
    ];
    portable("has sandboxes").or_else(|| not_working("bwrap", &words))
}

/// Why a tool cannot be used: it is not there, or these words do not end well. Some stand-ins can be started and do nothing.
pub(crate) fn not_working(tool: &str, words: &[&str]) -> Option<String> {
    if which(tool).is_none() {
        return Some(format!("want {tool}"));
    }
    let mut command = Command::new(tool);
    command.args(words).stdin(Stdio::null());
    let works = command.output().is_ok_and(|output| output.status.success());
    (!works).then(|| format!("want {tool}, which is there and does not work"))
}

/// What a test returns.
pub(crate) trait Held {
    fn held(self) -> Result<(), Failed>;
}

impl Held for () {
    fn held(self) -> Result<(), Failed> {
        Ok(())
    }
}

impl Held for Result<(), Failed> {
    fn held(self) -> Result<(), Failed> {
        self
    }
}

/// The trial of a test in this module with these needs.
pub(crate) fn listed<R: Held + 'static>(
    module: &str,
    name: &str,
    needs: &[Need],
    hold: fn() -> R,
) -> Trial {
    let (_, module) = module.split_once("::").unwrap_or(("", module));
    let (folder, module) = module.split_once("::").unwrap_or(("", module));
    let missing = needs.iter().find_map(|need| match need {
        Need::Tool(missing) => (**missing).clone(),
        Need::Patience | Need::Gate | Need::Depth => None,
    });
    let company = Company {
        is_alone: folder == "clocks",
        is_timed: needs.iter().any(|need| matches!(need, Need::Patience)),
    };
    let name = match company.is_alone {
        true => format!("{folder}::{module}::{name}"),
        false => format!("{module}::{name}"),
    };
    let trial = trial(&name, missing, company, move || hold().held());
    if needs.iter().any(|need| matches!(need, Need::Depth)) {
        return trial.with_ignored_flag(true);
    }
    let is_of_gate = needs.iter().any(|need| matches!(need, Need::Gate));
    usual_if(!is_of_gate, trial)
}

/// Why nothing can be run here as an ordinary user, if it cannot.
pub(crate) fn no_ordinary_user() -> Option<String> {
    match is_root() {
        false => Some("want root, to become an ordinary user".into()),
        true => not_working("setpriv", &["--reuid=65534", "--clear-groups", "true"]),
    }
}

/// The tests of a module, with what they need; those of the second list are run by this user, and in the gate by an ordinary one.
#[allow(unused_macros)]
macro_rules! tests {
    ($($name:ident $([$($need:ident),*])?),* $(,)? $(; each user: $($common:ident $([$($its:ident),*])?),* $(,)?)?) => {
        pub(crate) fn tests() -> Vec<libtest_mimic::Trial> {
            use crate::support::needs::listed;
            #[allow(unused_imports)]
            use crate::support::needs;
            let module = module_path!();
            vec![
                $(listed(module, stringify!($name), &[$($(needs::$need),*)?], $name),)*
                $($(
                    listed(module, concat!(stringify!($common), "::as_oneself"), &[$($(needs::$its),*)?], || {
                        $common(&crate::support::users::oneself());
                    }),
                    listed(module, concat!(stringify!($common), "::as_an_ordinary_user"), &[needs::GATE, $($(needs::$its,)*)? needs::ORDINARY_USER], || {
                        $common(&crate::support::users::ordinary());
                    }),
                )*)?
            ]
        }
    };
}
#[allow(unused_imports)]
pub(crate) use tests;
