//! The tap in the portable arena: threads read, and this one passes on and records.

use super::super::pipes::{ByteSink, ByteSource};
use super::super::portable;
use super::super::portable::streams::{Notifier, ReaderThread, WriterThread};
use super::super::process_players::is_interrupted;
use super::super::running_program::ProgramHandle;
use super::super::stdio::{UnlessInterrupted, close_output};
use super::super::system::piped;
use super::{ENDING, Log, QUEUE_CAP, TapResult, stamp, unless_interrupted};
use std::io::Write;
use std::time::Instant;
use stickler::live::players::HarnessError;
use stickler::transcript::Event;

pub(super) fn run(words: &[String], log: &mut Log) -> Result<TapResult, HarnessError> {
    let (bell, ear) = Notifier::new();
    let (mut bot, (stdin, stdout, _)) = portable::spawn(words, piped(words), &bell)?;
    let (mut to, mut judge) = (
        Some(WriterThread::to(stdin)?),
        Some(ReaderThread::of(std::io::stdin(), &bell)?),
    );
    let mut from = Some(ReaderThread::of(stdout, &bell)?);
    let mut closed: Option<Instant> = None;
    let mut pass = || loop {
        if is_interrupted() {
            return Err(HarnessError::Interrupted);
        }
        if to.as_ref().is_none_or(|to| to.waiting() < QUEUE_CAP)
            && hear_judge(&mut judge, to.as_mut(), log)
        {
            (to, judge) = (None, None);
        }
        let has_ended = bot.has_ended(from.is_none()) == Some(true);
        if from.as_mut().is_some_and(|from| hear_bot(from, log)) {
            (from, closed) = (None, Some(Instant::now()));
        }
        if has_ended {
            return Ok(());
        }
        // A bot that ends closes its output and ends at once, and so does its tap.
        if closed.is_some_and(|at| at.elapsed() >= ENDING) && !bot.is_exiting() {
            closed = None;
            log.last(Event::Closed, 0);
            close_output();
        }
        ear.hears(ENDING);
    };
    let passed = unless_interrupted(pass());
    let end = bot.end(passed.is_ok());
    Ok((passed, end))
}

/// Passes on and records what the judge has said; true where it says no more.
fn hear_judge(
    judge: &mut Option<ReaderThread>,
    to: Option<&mut WriterThread>,
    log: &mut Log,
) -> bool {
    let (Some(judge), Some(to)) = (judge, to) else {
        return false;
    };
    let mut bytes = Vec::new();
    match judge.read(&mut bytes) {
        Ok((0, _)) => {
            log.heard_all();
            true
        }
        Ok(_) => {
            let passed = stamp();
            // Nothing is said of a bot that no longer hears.
            let _ = to.write(&bytes);
            log.told(&bytes, passed);
            false
        }
        Err(_) => false,
    }
}

/// Records the bot's output and passes it on; true if the bot will write no more, or the judge will read no more.
fn hear_bot(from: &mut ReaderThread, log: &mut Log) -> bool {
    let mut bytes = Vec::new();
    match from.read(&mut bytes) {
        Ok((0, _)) => true,
        Ok(_) => {
            log.said(&bytes);
            let mut out = UnlessInterrupted(std::io::stdout());
            out.write_all(&bytes).and_then(|()| out.flush()).is_err()
        }
        Err(_) => false,
    }
}
