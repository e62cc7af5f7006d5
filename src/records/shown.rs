//! A record of any format as a log, to be shown.

use super::{CheckOptions, CheckedRecord, Opened, Text, check, open};
use crate::finding::Checked;
use crate::games::erased::AnyGame;
use crate::wire::Index;

/// A record of any format as a log.
#[derive(Clone)]
pub struct ShownLog {
    /// The log.
    pub bytes: Vec<u8>,
    /// The game, where the record tells it.
    pub game: Option<&'static dyn AnyGame>,
    /// The result of the check of the file, with its findings at lines of this log, 0 where no line of it shows them; `None`: the log
    /// could not be checked.
    pub checked: Option<Checked>,
    /// The file's line of each of its steps, and the log's line of that.
    places: Option<(Vec<usize>, Vec<usize>)>,
}

impl ShownLog {
    /// The log's line for a line of the file.
    pub fn line(&self, line: usize) -> usize {
        let Some((steps, lines)) = &self.places else {
            return line;
        };
        let last = lines.last().map_or(0, |last| last + 1);
        steps
            .iter()
            .position(|own| *own >= line)
            .and_then(|step| lines.get(step).copied())
            .unwrap_or(last)
    }

    /// The file's line for a line of the log: that of the last step which begins at it or before it.
    pub fn line_of_file(&self, line: usize) -> usize {
        let Some((steps, lines)) = &self.places else {
            return line;
        };
        let places = steps.iter().zip(lines);
        let own = places.take_while(|(_, own)| **own <= line).last();
        own.or(steps.iter().zip(lines).next())
            .map_or(line, |(step, _)| *step)
    }
}

impl CheckOptions<'_> {
    /// The record as a log. An error says why it cannot be read, with its place in the file.
    pub fn shown(self, text: Text<'_>) -> Result<ShownLog, String> {
        let (text, is_torn) = self.readable(text.unmarked());
        let lines = Index::new(text.bytes);
        let line = |start: usize| text.line_by(&lines, start).0;
        match open(text.bytes, self.format, self.game, self.games)
            .map_err(|error| error.of(text))?
        {
            Opened::Log(log, places) => {
                let steps = |places: &[std::ops::Range<usize>]| {
                    places.iter().map(|at| line(at.start)).collect()
                };
                let looked = self.log(text, None, log.clone(), places.as_deref()).ok();
                let places = places.map(|places| (steps(&places), (1..=places.len()).collect()));
                let (bytes, checked) = match looked {
                    Some(mut looked) => {
                        looked.checked.tear(is_torn);
                        (looked.log.into_owned(), Some(looked.checked))
                    }
                    None => (log.into_owned(), None),
                };
                Ok(ShownLog {
                    bytes,
                    game: self.game,
                    checked,
                    places,
                })
            }
            Opened::Record(record) => {
                let CheckedRecord {
                    mut checked,
                    mut kept,
                } = check(&record, self.given, true)?;
                checked.tear(is_torn);
                for found in checked.findings.iter_mut().chain(&mut checked.certain) {
                    found.line = kept.line_of(found).unwrap_or(0);
                }
                let starts = record
                    .steps
                    .iter()
                    .map(|step| line(step.at.start))
                    .collect();
                let places = Some((starts, kept.lines));
                Ok(ShownLog {
                    bytes: kept.log.drain().into_bytes(),
                    game: Some(record.game),
                    checked: Some(checked),
                    places,
                })
            }
        }
    }
}
