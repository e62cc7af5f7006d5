//! An interactive validator and a submission, joined as contest systems join them.
//!
//! They differ in who closes the streams, who counts as the first to end, and what happens to the other. The four ways
//! follow these sources: DOMjudge's `judge/runpipe.cc`, without and with `-o`, and the verdict of its judgedaemon; Kattis'
//! problemtools, `support/interactive/interactive.cc` and `verifyproblem.py`; BAPCtools, `bapctools/interactive.py`.

#[cfg(target_os = "linux")]
mod between;

use std::fmt;
use std::time::Duration;
use stickler::live::players::HarnessError;
use stickler::referee::Death;

/// How a validator and a submission are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// DOMjudge's `runpipe`: each holds its ends of two pipes.
    Direct,
    /// DOMjudge's `runpipe -o`: between them stands a process that copies every block.
    Proxy,
    /// Kattis' `interactive`: neither reads the end of a stream before its writer has been reaped.
    Kattis,
    /// BAPCtools: the validator reads the end of its input only after the submission has ended.
    Bapctools,
}

/// One of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The validator.
    Validator,
    /// The submission.
    Submission,
}

/// Exit codes of an output validator: accepted and wrong.
pub const ANSWERS: [i32; 2] = [42, 43];

/// The words for a submission whose time was over.
pub const OVER: &str = "; its time was over";

/// How a joined run ended.
#[derive(Clone, Debug)]
pub struct Joined {
    /// How the validator ended; `None`: the system did not wait for it.
    pub validator: Option<Death>,
    /// How the submission ended; `None`: the system did not wait for it.
    pub submission: Option<Death>,
    /// Which of them ended first.
    pub first: Option<Party>,
    /// True where the submission ran out of time.
    pub is_late: bool,
}

impl Join {
    /// All of them.
    pub const ALL: [Join; 4] = [Join::Direct, Join::Proxy, Join::Kattis, Join::Bapctools];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Join::Direct => "direct",
            Join::Proxy => "proxy",
            Join::Kattis => "kattis",
            Join::Bapctools => "bapctools",
        }
    }

    /// The verdict of this system: `AC`, `WA`, `TLE`, `RTE`, or `JE`, the validator's own error.
    pub fn verdict(self, joined: &Joined) -> &'static str {
        let Joined {
            validator,
            submission,
            first,
            is_late,
        } = joined;
        let code = match validator {
            // This system reports a wrong answer of a validator that has not ended.
            None if self == Join::Kattis => Some(ANSWERS[1]),
            Some(Death::Exit(code)) => Some(*code),
            _ => None,
        };
        let is_wrong = code == Some(ANSWERS[1]);
        // In this system a submission may write to a validator that has ended.
        let is_broken_pipe = |death| self == Join::Kattis && death == Death::Signal(13);
        let has_failed =
            submission.is_some_and(|death| death != Death::Exit(0) && !is_broken_pipe(death));
        match () {
            () if code.is_none_or(|code| !ANSWERS.contains(&code)) => "JE",
            () if self == Join::Bapctools && *is_late => "TLE",
            () if is_wrong && *first == Some(Party::Validator) => "WA",
            () if *is_late => "TLE",
            () if has_failed => "RTE",
            () if is_wrong => "WA",
            () => "AC",
        }
    }
}

impl fmt::Display for Joined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |death: Option<Death>| {
            death.map_or("was not waited for".to_string(), |death| death.to_string())
        };
        let first = |party| {
            if self.first == Some(party) {
                ", first"
            } else {
                ""
            }
        };
        let (validator, submission) = (end(self.validator), end(self.submission));
        write!(f, "validator: {validator}{}; ", first(Party::Validator))?;
        write!(f, "submission: {submission}{}", first(Party::Submission))?;
        if self.is_late {
            f.write_str(OVER)
        } else {
            Ok(())
        }
    }
}

/// Runs both until they have ended, or until the system gives up.
pub fn join(
    how: Join,
    validator: &[String],
    submission: &[String],
    limit: Duration,
) -> Result<Joined, HarnessError> {
    #[cfg(target_os = "linux")]
    return between::join(how, validator, submission, limit);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (how, validator, submission, limit);
        Err(HarnessError::System(std::io::Error::other(
            "a validator and its bot are joined on Linux alone",
        )))
    }
}

#[cfg(test)]
mod tests;
