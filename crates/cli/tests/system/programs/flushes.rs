//! An answer that was written and not flushed is told from one that is late, however the bot waits for its input.

use crate::support::files::{Scratch, scratch, text};
use crate::support::needs::{not_working, tests};
use crate::support::programs::{example, python, said, stickler, which};
use crate::support::trials::{leave_out, skipped};
use std::path::{Path, PathBuf};
use std::process::Command;

tests! {
    an_answer_that_python_keeps_was_not_flushed [TIMED, PYTHON],
    an_answer_that_node_keeps_was_not_flushed [TIMED, NODE],
    the_portable_arena_knows_a_kept_answer [GATE, TIMED],
    who_sleeps_computes_or_waits_for_something_else_is_late [TIMED],
    the_portable_arena_calls_late_who_does_not_listen [GATE, TIMED],
    the_bots_of_new_are_told_that_they_do_not_flush [GATE, TIMED],
}

const KEPT: &str = "wire.line.flush";
const LATE: &str = "gomoku.ready.time";

/// How the bot fails to answer READY, by its name, and the words that start it.
type Row = (&'static str, Vec<String>);

/// The limit of the answer to READY, in milliseconds. Nobody is judged by the first alone: a program may take longer to start on a
/// busy machine.
const LIMITS: [&str; 2] = ["ready=1000", "ready=10000"];

/// Holds that each of these bots is said to break this clause.
fn hold(arena: &str, clause: &str, rows: &[Row]) {
    if rows.is_empty() {
        leave_out("want Python or Node");
    }
    let clause_of = |bot: &[String], limit| {
        let words = [
            "--arena",
            arena,
            "check",
            "gomoku",
            "--only",
            "reference",
            "--cases",
            "1",
            "--enough",
            "1",
            "--shrink",
            "0",
            "--search",
            "0",
            "--json",
            "--set",
            limit,
            "--",
        ];
        let bot: Vec<&str> = bot.iter().map(String::as_str).collect();
        let text = said(&stickler(&scratch("flushes"), &[&words[..], &bot].concat()));
        let found = [KEPT, LATE]
            .into_iter()
            .find(|id| text.contains(&format!(r#"{{"clause":"{id}""#)));
        (found, text)
    };
    let held = |(name, bot): &Row| {
        let mut tries = LIMITS.iter().map(|limit| clause_of(bot, limit));
        let mut last = tries.next().expect("a try");
        if last.0 != Some(clause) {
            last = tries.next().expect("a second");
        }
        assert_eq!(last.0, Some(clause), "{arena}, {name}\n{}", last.1);
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = rows
            .iter()
            .map(|row| scope.spawn(move || held(row)))
            .collect();
        for row in running {
            if let Err(panic) = row.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

/// A bot in Python for each text, started with this beginning.
fn in_python(texts: &[(&'static str, &str)]) -> Vec<Row> {
    let Some(python) = python() else {
        skipped("bots in Python: want Python 3.9 or later");
        return Vec::new();
    };
    let start = "import asyncio, os, queue, select, selectors, socket, sys, threading, time\n";
    texts
        .iter()
        .map(|(name, text)| {
            let words = [
                python.display().to_string(),
                "-c".into(),
                format!("{start}{text}"),
            ];
            (*name, words.to_vec())
        })
        .collect()
}

fn in_node(texts: &[(&'static str, &str)]) -> Vec<Row> {
    let Some(node) = working("node") else {
        return Vec::new();
    };
    texts
        .iter()
        .map(|(name, text)| {
            let words = [node.display().to_string(), "-e".into(), (*text).to_string()];
            (*name, words.to_vec())
        })
        .collect()
}

/// A program of the search path that works.
fn working(tool: &str) -> Option<PathBuf> {
    let missing = not_working(tool, &["--version"]);
    let found = which(tool).filter(|_| missing.is_none());
    if let Some(why) = missing {
        skipped(&format!("bots in another language: {why}"));
    }
    found
}

/// Bots in Python that keep `OK` until their input ends.
const KEEP_IN_PYTHON: &[(&str, &str)] = &[
    ("a read", "for line in sys.stdin: sys.stdout.write('OK\\n')"),
    ("select", "
while select.select([0], [], [])[0] and os.read(0, 999): sys.stdout.write('OK\\n')"),
    ("select, and a time", "
while True:
    if select.select([0], [], [], 0.05)[0]:
        if not os.read(0, 999): break
        sys.stdout.write('OK\\n')"),
    ("poll", "
poll = select.poll(); poll.register(0, select.POLLIN)
while poll.poll() and os.read(0, 999): sys.stdout.write('OK\\n')"),
    ("poll, and a time", "
poll = select.poll(); poll.register(0, select.POLLIN)
while True:
    if poll.poll(50):
        if not os.read(0, 999): break
        sys.stdout.write('OK\\n')"),
    ("epoll", "
epoll = select.epoll(); epoll.register(0, select.EPOLLIN)
while epoll.poll() and os.read(0, 999): sys.stdout.write('OK\\n')"),
    ("asyncio", "
async def main():
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while await reader.readline(): sys.stdout.write('OK\\n')
asyncio.run(main())"),
    ("asyncio, and a clock that ticks", "
async def tick():
    while True: await asyncio.sleep(0.1)
async def main():
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    ticks = asyncio.create_task(tick())
    while await reader.readline(): sys.stdout.write('OK\\n')
asyncio.run(main())"),
    ("a thread that reads", "
lines = queue.Queue()
def listen():
    for line in iter(sys.stdin.readline, ''): lines.put(line)
    lines.put('')
threading.Thread(target=listen).start()
while lines.get(): sys.stdout.write('OK\\n')"),
    ("a thread that reads, and a loop that naps", "
lines = []
def listen():
    for line in iter(sys.stdin.readline, ''): lines.append(line)
    lines.append('')
threading.Thread(target=listen).start()
while True:
    while not lines: time.sleep(0.02)
    if not lines.pop(0): break
    sys.stdout.write('OK\\n')"),
];

const KEEP_IN_NODE: &[(&str, &str)] = &[
    ("readline", "
let kept = '';
const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', () => { kept += 'OK\\n'; });
lines.on('close', () => process.stdout.write(kept));"),
    ("data", "
let kept = '';
process.stdin.on('data', () => { kept += 'OK\\n'; }).on('end', () => process.stdout.write(kept));"),
    ("for await", "
(async () => {
  let kept = '';
  for await (const line of require('readline').createInterface({ input: process.stdin })) kept += 'OK\\n';
  process.stdout.write(kept);
})();"),
    ("readFileSync", "require('fs').readFileSync(0); console.log('OK');"),
];

/// Bots that sleep, compute, or wait for something that is not their input. Most of them would answer if their input ended.
const LATE_IN_PYTHON: &[(&str, &str)] = &[
    ("sleep", "input(); time.sleep(60); print('OK')"),
    ("compute", "input()\nwhile time.monotonic() >= 0: pass"),
    ("select for a time alone", "input(); select.select([], [], [], 60); print('OK')"),
    ("more input, or a time", "
os.read(0, 999); select.select([0], [], [], 60); print('OK', flush=True)"),
    ("more input, or a time, by poll", "
os.read(0, 999); poll = select.poll(); poll.register(0, select.POLLIN); poll.poll(60000); print('OK', flush=True)"),
    ("more input, or a time, by epoll", "
os.read(0, 999); epoll = select.epoll(); epoll.register(0, select.EPOLLIN); epoll.poll(60); print('OK', flush=True)"),
    ("asyncio sleeps", "
async def main():
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    await reader.readline(); await asyncio.sleep(60); print('OK', flush=True)
asyncio.run(main())"),
    ("a thread reads, and another sleeps", "
input(); threading.Thread(target=lambda: (sys.stdin.read(), print('OK', flush=True)), daemon=True).start(); time.sleep(60)"),
    ("a thread reads, and the first waits for it at most for a time", "
lines = queue.Queue()
def listen():
    for line in iter(sys.stdin.readline, ''): lines.put(line)
    lines.put('')
threading.Thread(target=listen, daemon=True).start()
lines.get()
try: lines.get(timeout=60)
except queue.Empty: pass
print('OK', flush=True)"),
    ("a thread reads, and another computes", "
input(); threading.Thread(target=lambda: (sys.stdin.read(), print('OK', flush=True)), daemon=True).start()
while time.monotonic() >= 0: pass"),
    ("a pipe of its own", "input(); out, into = os.pipe(); os.read(out, 1); print('OK', flush=True)"),
    ("a socket", "input(); ours, theirs = socket.socketpair(); ours.recv(1); print('OK', flush=True)"),
    ("a child that sleeps", "input(); os.system('sleep 60'); print('OK', flush=True)"),
    ("a lock", "input(); lock = threading.Lock(); lock.acquire(); lock.acquire(); print('OK', flush=True)"),
];

const LATE_IN_NODE: &[(&str, &str)] = &[
    (
        "a timer",
        "
const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', () => setTimeout(() => console.log('OK'), 60000));",
    ),
    (
        "compute",
        "require('readline').createInterface({ input: process.stdin }).on('line', () => { for (;;); });",
    ),
];

fn an_answer_that_python_keeps_was_not_flushed() {
    hold("linux", KEPT, &in_python(KEEP_IN_PYTHON));
}

fn an_answer_that_node_keeps_was_not_flushed() {
    hold("linux", KEPT, &in_node(KEEP_IN_NODE));
}

fn the_portable_arena_knows_a_kept_answer() {
    let rows = [in_python(KEEP_IN_PYTHON), in_node(KEEP_IN_NODE)].concat();
    hold("portable", KEPT, &rows);
}

fn who_sleeps_computes_or_waits_for_something_else_is_late() {
    let rows = [in_python(LATE_IN_PYTHON), in_node(LATE_IN_NODE)].concat();
    hold("linux", LATE, &rows);
}

/// The portable arena cannot see what a bot waits for. Whoever does not listen to its input is late there, too.
fn the_portable_arena_calls_late_who_does_not_listen() {
    let deaf = |(name, _): &Row| {
        [
            "sleep",
            "compute",
            "a socket",
            "a timer",
            "a child that sleeps",
        ]
        .contains(name)
    };
    let rows = [in_python(LATE_IN_PYTHON), in_node(LATE_IN_NODE)].concat();
    let rows: Vec<Row> = rows.into_iter().filter(deaf).collect();
    hold("portable", LATE, &rows);
}

/// The bots that `new` writes, each with its flush taken away.
fn the_bots_of_new_are_told_that_they_do_not_flush() {
    let folder = scratch("flushes");
    let mut rows = Vec::new();
    if let Some(python) = python() {
        let bot = changed(&folder, "gomoku.py", &[(", flush=True", "")]);
        rows.push(("python", vec![python.display().to_string(), bot]));
    } else {
        skipped("the bot in Python: want Python 3.9 or later");
    }
    if working("node").is_some() {
        let bot = changed(
            &folder,
            "gomoku.js",
            &[
                (
                    "const lines =",
                    "let kept = \"\";\nprocess.stdin.on(\"end\", () => process.stdout.write(kept));\nconst lines =",
                ),
                ("console.log(\"OK\")", "kept += \"OK\\n\""),
            ],
        );
        rows.push(("node", vec!["node".into(), bot]));
    }
    if working("g++").is_some() {
        let source = changed(
            &folder,
            "gomoku.cpp",
            &[
                ("int main() {", "int main() {\n    std::cin.tie(nullptr);"),
                ("\"OK\" << std::endl", "\"OK\\n\""),
            ],
        );
        rows.push((
            "c++",
            built(&folder, "g++", &["-std=c++17", "-o", "cpp", &source], "cpp"),
        ));
    }
    if working("rustc").is_some() {
        let source = changed(
            &folder,
            "gomoku.rs",
            &[
                ("use std::io::BufRead;", "use std::io::{BufRead, Write};"),
                (
                    "fn main() {",
                    "fn main() {\n    let mut out = std::io::BufWriter::new(std::io::stdout());",
                ),
                (
                    "println!(\"OK\")",
                    "writeln!(out, \"OK\").expect(\"written\")",
                ),
            ],
        );
        rows.push((
            "rust",
            built(
                &folder,
                "rustc",
                &["--edition=2024", "-o", "rust", &source],
                "rust",
            ),
        ));
    }
    hold("linux", KEPT, &rows);
    hold("portable", KEPT, &rows);
}

/// A bot of the examples with some of its text replaced; the path of the file.
fn changed(folder: &Scratch, name: &str, changes: &[(&str, &str)]) -> String {
    let mut text = text(&example(&format!("bots/{name}")));
    for (old, new) in changes {
        assert!(text.contains(old), "{name}: {old}");
        text = text.replace(old, new);
    }
    let path = folder.join(name);
    std::fs::write(&path, text).expect("written");
    path.display().to_string()
}

fn built(folder: &Path, compiler: &str, words: &[&str], program: &str) -> Vec<String> {
    let output = Command::new(compiler)
        .args(words)
        .current_dir(folder)
        .output()
        .expect("a compiler");
    assert!(output.status.success(), "{}", said(&output));
    vec![folder.join(program).display().to_string()]
}
