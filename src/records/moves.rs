//! Logs of answers alone, and the answers of a log.

use super::{
    LOG, MOVES, Opened, ReadError, Reason, Record, RecordSource, RecordStep, StepFact, check,
};
use crate::checker::View;
use crate::clause::Breach;
use crate::explain::{Checked, Extent, settings_of, validate_until};
use crate::formats::AnswerText;
use crate::game::Seat;
use crate::games::erased::{AnyGame, Variant};
use crate::params::Settings;
use crate::referee::{FaultKind, Revealed, Verdict};
use crate::transcript::{Entry, PREFIX, Transcript, Unreadable, unescape};
use crate::wire::Index;

/// A line of an answer has about so many.
const BYTES_OF_A_LINE: usize = 16;

/// True for answers without a message.
pub(super) fn is_one(transcript: &Transcript<'_>) -> bool {
    let mut body = transcript.body();
    let has_answers = body
        .clone()
        .any(|line| matches!(line.entry(), Ok(Entry::Said(..) | Entry::Event(..))));
    // Where neither sign stands anywhere, no line is looked at.
    let may_tell = || memchr::memchr2(b'<', b'.', body.rest()).is_some();
    has_answers && !(may_tell() && body.any(|line| line.told().is_some() || line.is_gap()))
}

/// Reads such a log: a transcript's header and lines, and `* CHOICE`.
pub(super) fn read(source: RecordSource<'_>) -> Result<Opened<'_>, ReadError> {
    let bytes = source.bytes;
    let place = |line: usize| Index::new(bytes).line(line);
    let unread = |line: usize, breach: Breach| ReadError::new(place(line), breach.why.to_string());
    let transcript = Transcript::parse(bytes).map_err(|error| unread(error.line, error.breach))?;
    let header = &transcript.header;
    let game = match &header.game {
        Some(name) => source.games.find(name).map_err(|why| {
            let is_name = |line: &&[u8]| line.starts_with(b"game:");
            let at = bytes
                .split(|&byte| byte == b'\n')
                .take_while(|line| !is_name(line))
                .count()
                + 1;
            ReadError::new(place(at), why)
        })?,
        None => source.game()?,
    };
    // A log of one seat, whose messages are missing, or whose messages were all in the head that is missing. Only `holds: answers`
    // promises the answers of all.
    let omits_messages = |variant: Box<dyn Variant>| {
        let view = View::new(&transcript, variant.seats());
        view.omits_messages || view.omits_head && !header.is_answers
    };
    if game.with(&header.settings).is_ok_and(omits_messages) {
        return Ok(Opened::Log(bytes.into(), None));
    }
    let mut record = Record::new(MOVES, game);
    record.settings = header.settings.clone();
    record.is_whole = header.is_answers;
    record.omits_tail = header.omits_tail;
    record.own_clock = header.own_clock;
    record
        .steps
        .reserve((bytes.len() / BYTES_OF_A_LINE).min(1 << 10));
    for line in transcript.body() {
        let mut at = line.place_in(bytes);
        if let Some((seat, text, took)) = line.said() {
            at.start += PREFIX.min(at.len());
            at.end = at.start + text.len();
            let took = took.filter(|_| !header.own_clock);
            record.step(StepFact::Said(seat, AnswerText::unescaped(text), took), at);
            continue;
        }
        let what = match line.entry() {
            Ok(Entry::Event(seat, event)) => StepFact::Event(seat, event),
            Ok(Entry::Chosen(text)) => {
                StepFact::Chosen(String::from_utf8_lossy(&unescape(text)).into_owned())
            }
            Ok(Entry::Failed(..)) => return Err(unread(line.number, Unreadable::Event.breach())),
            Err(unreadable) => return Err(unread(line.number, unreadable.breach())),
            Ok(Entry::Told(..) | Entry::Said(..) | Entry::Gap) => {
                return Err(ReadError::new(
                    at,
                    "a log of answers alone has no message and no gap",
                ));
            }
        };
        record.step(what, at);
    }
    Ok(record.into())
}

/// The answers of a whole log with what its messages tell of choices, times and seats without lines of their own, read in the
/// way that leads to the log's verdict. The error says why they cannot be had.
pub fn of_log<'a>(
    game: &'static dyn AnyGame,
    given: &Settings,
    bytes: &'a [u8],
) -> Result<Record<'a>, String> {
    let (record, checked) = played(game, given, bytes)?;
    if checked.extent == Extent::Whole {
        as_judged(record, &checked.verdict)
    } else {
        Ok(record)
    }
}

/// The record of a log's answers, whatever verdict the answers alone would lead to; and what the check of the log finds.
pub fn played<'a>(
    game: &'static dyn AnyGame,
    given: &Settings,
    bytes: &'a [u8],
) -> Result<(Record<'a>, Checked), String> {
    let (checked, referee) = validate_until(game, given, bytes, usize::MAX)
        .map_err(|refused| format!("the log cannot be followed: {refused:?}"))?;
    if let Extent::Gap(_) = checked.extent {
        return Err("the log has a gap: nobody knows what was played there".into());
    }
    let transcript = Transcript::parse(bytes).map_err(|error| error.breach.why.to_string())?;
    let mut record = Record::new(LOG, game);
    record.settings = settings_of(game, &transcript, given);
    record.is_whole = !transcript.header.omits_head;
    record.omits_tail = transcript.header.omits_tail;
    let early = checked
        .verdict
        .faults
        .iter()
        .filter(|fault| fault.kind == FaultKind::Unasked);
    record.lost = early
        .map(|fault| format!("that seat {} wrote before it was asked", fault.seat))
        .collect();
    let index = Index::new(bytes);
    let mut learned = referee.learned().into_iter().peekable();
    let last = checked.findings.last().map(|finding| finding.line);
    let stop = last.filter(|_| checked.extent == Extent::Contradicted);
    for line in transcript
        .body()
        .take_while(|line| stop.is_none_or(|stop| line.number < stop))
    {
        while let Some((mark, _)) = learned.peek()
            && *mark <= line.number
            && let Some((mark, known)) = learned.next()
        {
            learn(&mut record, known, index.line(mark))?;
        }
        let what = match line.entry() {
            Ok(Entry::Said(seat, text, took)) => StepFact::Said(
                seat,
                AnswerText::unescaped(text),
                took.filter(|_| !transcript.header.own_clock),
            ),
            Ok(Entry::Event(seat, event)) => StepFact::Event(seat, event),
            _ => continue,
        };
        record.step(what, index.line(line.number));
    }
    Ok((record, checked))
}

/// The record, read in the way that leads to the verdict of its log.
fn as_judged<'a>(record: Record<'a>, verdict: &Verdict) -> Result<Record<'a>, String> {
    let faults = |verdict: &Verdict| -> Vec<(Seat, FaultKind)> {
        let faults = verdict.faults.iter();
        faults.map(|fault| (fault.seat, fault.kind)).collect()
    };
    // Where the winner depends on a value that is not set, the answers alone name none.
    let is_same = |ours: &Verdict| {
        let has_winner = ours.outcome.is_some() && verdict.outcome.is_some();
        faults(ours) == faults(verdict) && (!has_winner || ours.outcome == verdict.outcome)
    };
    let record = &record;
    for notices_late in [false, true] {
        let reading = Record {
            notices_late,
            ..record.clone()
        };
        let read = check(&reading, &Settings::default(), false)?;
        if is_same(&read.checked.verdict) {
            return Ok(reading);
        }
    }
    Err("the answers alone would be judged otherwise than this log: its messages decide what they mean".into())
}

fn learn(
    record: &mut Record<'_>,
    known: Revealed<Option<String>>,
    at: std::ops::Range<usize>,
) -> Result<(), String> {
    let what = match known {
        Revealed::Choice(Some(choice)) => StepFact::Chosen(choice),
        Revealed::Unknown => {
            return Err("the log does not tell every answer: nobody knows what was played".into());
        }
        Revealed::Choice(None) => {
            return Err(
                "the log has a table of letters of its own, which answers cannot tell".into(),
            );
        }
        Revealed::Reply(seat, text, took) => {
            StepFact::Said(seat, AnswerText::new(text.as_bytes()), took)
        }
        Revealed::Failed(seat) => StepFact::Failed(seat, Reason::Fault),
        Revealed::Clock(seat, took) => {
            let is_latest = |step: &&mut RecordStep<'_>| matches!(&step.what, StepFact::Said(by, ..) if *by == seat);
            if let Some(RecordStep {
                what: StepFact::Said(_, _, time @ None),
                ..
            }) = record.steps.iter_mut().rev().find(is_latest)
            {
                *time = took;
            }
            return Ok(());
        }
    };
    record.step(what, at);
    Ok(())
}
