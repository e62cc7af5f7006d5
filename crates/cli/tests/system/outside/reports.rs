//! Reports for other programs, read by other programs.

use crate::support::files::{scratch, text};
use crate::support::needs::tests;
use crate::support::programs::{python, said, stickler};
use crate::support::trials::leave_out;
use std::process::Command;

tests! {
    reports_for_ci_can_be_read [PYTHON],
}

/// Prints the suites, the number of failures, and the status of one test.
const READ: &str = "import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
print(*[suite.get('name') for suite in root.findall('testsuite')])
print(root.get('tests') == str(len(root.findall('.//testcase'))), root.get('failures') == str(len(root.findall('.//failure'))))
case = next(case for case in root.iter('testcase') if case.get('name') == 'gomoku.turn.answer')
print(case.get('classname'), case.find('failure').get('message'))
print(case.find('failure').text)";

/// The files for other programs hold what the run came to, whatever a bot wrote.
fn reports_for_ci_can_be_read() {
    let folder = scratch("ci");
    let script = "read l; echo OK; printf '\\001\\033[1m' >&2; while read l; do echo '</failure> ]]> ``` <script>'; done";
    let check = [
        "check",
        "gomoku",
        "--shrink",
        "0",
        "--cases",
        "2",
        "--junit",
        "r.xml",
        "--markdown",
        "r.md",
        "--",
    ];
    let output = stickler(&folder, &[&check[..], &["sh", "-c", script]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let markdown = text(&folder.join("r.md"));
    assert!(
        markdown.contains("````text\nerror[gomoku.turn.answer]"),
        "a longer fence than any in the text: {markdown}"
    );
    assert_eq!(
        markdown.matches("<details>").count(),
        markdown.matches("</details>").count()
    );
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let read = Command::new(python)
        .args(["-c", READ])
        .arg(folder.join("r.xml"))
        .output()
        .expect("Python starts");
    let read = said(&read);
    let lines: Vec<&str> = read.lines().collect();
    assert_eq!(
        lines[..3],
        ["Some(0)", "gomoku.scenarios gomoku.clauses", "True True"],
        "{read}"
    );
    assert!(
        lines[3].starts_with("stickler.gomoku.clause ") && read.contains("</failure> ]]>"),
        "{read}"
    );
}
