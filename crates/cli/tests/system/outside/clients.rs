//! The clients in other languages, each with tests of its own, where the language is installed.

use crate::support::files::root;
use crate::support::needs::tests;
use crate::support::programs::{STICKLER, python, quoted};
use std::process::Command;

tests! {
    the_python_client_passes_its_tests [PYTHON],
}

fn the_python_client_passes_its_tests() {
    let python = python().expect("an interpreter");
    let folder = root().join("clients/python");
    let output = Command::new(python)
        .args([
            "-B", "-W", "error", "-m", "unittest", "discover", "-s", "tests",
        ])
        // It holds the words of a command line.
        .env("STICKLER", quoted(STICKLER))
        .env("PYTHONPATH", folder.join("src"))
        .current_dir(&folder)
        .output()
        .expect("python runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    // Those of the plugin are skipped where pytest is missing, and counted all the same.
    let written: usize = std::fs::read_dir(folder.join("tests"))
        .expect("a folder")
        .map(|file| std::fs::read_to_string(file.expect("a file").path()).unwrap_or_default())
        .map(|text| text.matches("    def test_").count())
        .sum();
    assert!(said.contains(&format!("Ran {written} tests")), "{said}");
}
