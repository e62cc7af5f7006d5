//! The report of a run in Markdown, for the summary page of a CI job.

use crate::bot::{Case, Plan, RunSummary};
use crate::report::closing_line::closing;
use crate::report::failure::{again, failure};
use crate::report::run::{Detail, shown, tables};
use crate::saved_failures::{file_name, saved_text};
use crate::smallest::HowFound;
use std::fmt::Write;

/// The report of a run; `title` names the bot.
pub fn run(
    title: &str,
    plan: &Plan,
    cases: impl Iterator<Item = Case>,
    summary: &RunSummary,
) -> String {
    let mut text = format!(
        "### {}\n\n**{}**\n\n",
        escape(title),
        escape(&closing(plan, summary))
    );
    text += &fenced(&tables(plan, cases, summary, Detail::Usual));
    for (played, fault, line) in shown(plan, summary) {
        let name = plan.name_of(played.case);
        let clause = fault.breach.clause;
        let found = summary.found.get(&clause);
        let flaky = found.and_then(HowFound::rate);
        let flaky = flaky.map_or(String::new(), |rate| format!(" · {rate}"));
        let _ = write!(
            text,
            "\n<details><summary><code>{clause}</code> in {name}{flaky}</summary>\n\n"
        );
        let log = format!("log of {name}");
        let shown = failure(plan, played, fault, line, &log, false);
        let rate = found.and_then(|how| how.seen);
        let found = found.map(|how| format!("\n{}", how.words.trim_end()));
        let file = file_name(played, fault);
        let again = again(plan, played, &file);
        text += &fenced(&format!(
            "{shown}{}\nagain: {again}",
            found.unwrap_or_default()
        ));
        let _ = write!(text, "\nThe game, for a file `{file}`:\n\n");
        text += &fenced(&saved_text(plan, (played, fault, line, rate)));
        text += "\n</details>\n";
    }
    text
}

/// Text that Markdown shows as it is, whatever stands in it.
fn fenced(text: &str) -> String {
    let longest = text
        .split(|letter| letter != '`')
        .map(str::len)
        .max()
        .unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{}\n{fence}\n", text.trim_end())
}

fn escape(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        if letter.is_ascii_punctuation() {
            safe.push('\\');
        }
        safe.push(if letter.is_control() { ' ' } else { letter });
    }
    safe
}
