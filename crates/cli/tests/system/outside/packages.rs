//! The problem packages, as the tools of other judges see them.

use crate::support::files::root;
use crate::support::needs::{not_working, tests};
use crate::support::programs::STICKLER;
use crate::support::trials::skipped;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

tests! {
    verifyproblem_accepts_the_package [VERIFYPROBLEM],
}

fn verifyproblem_accepts_the_package() {
    let mut parts = vec!["config", "data", "graders", "validators", "submissions"];
    if not_working("lualatex", &["--version"]).is_some() {
        skipped("the statement of the package: lualatex is not installed");
    } else {
        parts.push("statement");
    }
    let bin = Path::new(STICKLER)
        .parent()
        .expect("a folder")
        .to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&path)))
        .expect("a path");
    let Output { status, stdout, .. } = Command::new("verifyproblem")
        .arg("-p")
        .args(parts)
        .arg("--")
        .arg(root().join("packages/blackout"))
        .env("PATH", path)
        .output()
        .expect("runs");
    let text = String::from_utf8_lossy(&stdout);
    std::io::stdout()
        .write_all(text.as_bytes())
        .expect("printed");
    assert!(
        status.success() && text.contains("tested: 0 errors"),
        "{text}"
    );
}
