//! The page that lists the matches of a run, beside the pages of those that went wrong.

use super::JudgeRun;
use super::match_row::Row;
use crate::outputs;
use maud::html;
use stickler::report::leaf::page;
use stickler::report::record_pages::INDEX;

impl JudgeRun<'_> {
    /// Writes the list into the folder of the logs: what went wrong first, with a link to each page that is there.
    pub(super) fn write_index(&self, rows: &[Row]) -> Result<(), String> {
        if !self.args.html {
            return Ok(());
        }
        let mut sorted: Vec<&Row> = rows.iter().collect();
        sorted.sort_by_key(|row| (row.wrong == 0, row.judgement.unknown.is_empty()));
        let wrong = rows.iter().filter(|row| row.wrong > 0).count();
        let content = html! {
            p.closing.failed[wrong > 0] { (self.last(rows)) }
            div.scroll { table.cards {
                thead { tr { @for column in ["match", "what the judge had to do", "what it did", "log"] { th scope="col" { (column) } } } }
                tbody { @for row in sorted { tr.failed[row.wrong > 0].warned[row.wrong == 0 && !row.judgement.unknown.is_empty()] {
                    td { @if row.wrong > 0 { "✗ " } (row.task.to_string()) }
                    td { (self.due(&row.task)) }
                    td { @match row.judgement.wrong.first() {
                        Some(fault) => (fault.what),
                        None => (row.judgement.unknown.first().cloned().unwrap_or_else(|| row.did())),
                    } }
                    td { @for name in self.pages(row) { a href=(name) { (name) } " " } }
                } } }
            } }
        };
        let title = format!("{}: {}", self.game.name(), self.args.command.join(" "));
        outputs::write(&self.args.out.join(INDEX), page(&title, &content))
    }

    /// The pages of a match that are there, each once.
    fn pages(&self, row: &Row) -> Vec<String> {
        let shown = row.judgement.wrong.iter();
        let logs = shown.filter_map(|fault| fault.shown.as_ref().map(|(log, _)| log));
        let mut pages = Vec::new();
        for log in logs {
            let path = self.log_path(row, log).with_extension("html");
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned());
            pages.extend(name.filter(|name| path.exists() && !pages.contains(name)));
        }
        pages
    }
}
