//! A task, played: the judge's program with its bots inside taps, or a grader, as often as it takes to be sure.

use super::command_words::{called, filled, spread, with_files};
use super::join::{joined_said, joined_words};
use super::match_row::{FAILED_ITSELF, Row, Way, ways};
use super::tasks::Task;
use super::{HungKind, JudgeRun};
use crate::common::this_program;
use crate::progress::Progress;
use crate::tap::unstarted;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use stickler::live::players::HarnessError;
use stickler::referee::Death;
use stickler_arena::threads::{locked, together, unlocked};
use stickler_arena::trial::{HangRule, ProcessResult};
use stickler_arena::{tap, trial};
use stickler_judge_test::grader_outputs::OutputChange;
use stickler_judge_test::join::{ANSWERS, Join, OVER};
use stickler_judge_test::verdict_patterns::{StatedVerdict, VerdictFormat};
use stickler_judge_test::{
    Doubt, Duty, Judgement, MatchKind, MatchRun, drew_otherwise, grader_outputs, judged,
};

/// The result of a match: the judge's words, the judgement of them, and how its program ran.
type TrialResult = (StatedVerdict, Judgement, ProcessResult);

/// With `--quick` no match begins later.
const QUICK: Duration = Duration::from_secs(10);

/// How long a grader may do nothing.
const GRADING: Duration = Duration::from_secs(10);

/// How often a match is played again that may have gone wrong because the machine was busy, and with how much more time.
const AGAIN: u32 = 2;
const MORE: u32 = 2;

impl JudgeRun<'_> {
    /// Plays the matches, several at a time. If the system fails or the user interrupts, those that were played come with the error.
    pub(super) fn play(&self, tasks: &[Task]) -> (Vec<Row>, Option<HarnessError>) {
        let time_box = self.args.quick.then_some(QUICK);
        let progress = Progress::new("matches", tasks.len(), 0, time_box);
        let began = Instant::now();
        let trouble: Mutex<Option<HarnessError>> = Mutex::new(None);
        let step = |task: &Task| match task.is_long(self.game) {
            true => progress.long_step(),
            false => progress.step(None),
        };
        let each = |(at, task): (usize, &Task)| {
            if self.args.quick && began.elapsed() > QUICK || locked(&trouble).is_some() {
                return Ok(None);
            }
            if locked(&self.enough).skips() {
                step(task);
                return Ok(None);
            }
            let kind = self.duty_kind(task);
            if let Some(hung) = locked(&self.hung).iter_mut().find(|hung| hung.kind == kind) {
                hung.left_out += 1;
                step(task);
                return Ok(None);
            }
            let row = self.row(task).map_err(|error| {
                locked(&trouble).get_or_insert(error);
            });
            if row
                .as_ref()
                .is_ok_and(|row| row.judgement.has_hung && row.wrong > 0)
            {
                let mut hung = locked(&self.hung);
                if hung.iter().all(|hung| hung.kind != kind) {
                    hung.push(HungKind {
                        kind,
                        name: task.to_string(),
                        left_out: 0,
                    });
                }
            }
            if let Ok(row) = &row {
                locked(&self.enough).note(row, self.args.enough);
            }
            step(task);
            Ok::<_, Infallible>(row.ok().map(|row| (at, row)))
        };
        let mut in_turn: Vec<(usize, &Task)> = tasks.iter().enumerate().collect();
        // One that begins last would have the others wait for it.
        if !self.args.quick {
            in_turn.sort_by_key(|(_, task)| !task.is_long(self.game));
        }
        let is_beside = |task: &Task| self.args.quick && self.args.jobs > 1 && task.holds_clocks();
        let (beside, others): (Vec<_>, Vec<_>) =
            { in_turn.into_iter() }.partition(|(_, task)| is_beside(task));
        let run = |jobs: usize, tasks: Vec<(usize, &Task)>| {
            let Ok(rows) = together(jobs, tasks, each);
            rows
        };
        let rows = std::thread::scope(|scope| {
            let beside = scope.spawn(|| run(beside.len(), beside));
            let others = run(self.args.jobs.into(), others);
            let beside = beside.join().unwrap_or_else(|panic| resume_unwind(panic));
            others.into_iter().chain(beside).collect::<Vec<_>>()
        });
        progress.end();
        let mut rows: Vec<(usize, Row)> = rows.into_iter().flatten().collect();
        rows.sort_by_key(|(at, _)| *at);
        let mut rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
        // A grader that says nothing at all may have its words elsewhere; one that says something else now and then has failed.
        let is_heard = rows.iter().any(|row| row.failed.is_none());
        let blamed = rows.iter_mut().filter(|row| is_heard || row.has_crashed);
        blamed.for_each(Row::blame_failure);
        (rows, unlocked(trouble))
    }

    /// How a grader ended that gives its verdict by its exit code, where that is no verdict; and how a judge failed that says none.
    fn without_verdict(
        &self,
        task: &Task,
        said: &StatedVerdict,
        ran: &ProcessResult,
    ) -> Option<String> {
        if let (Task::Match(_, None), Some(Death::Exit(code @ 1..))) = (task, ran.end) {
            let is_silent = *said == StatedVerdict::default();
            return is_silent.then(|| format!("exit code {code}, and no verdict"));
        }
        let is_of_codes =
            matches!(self.reader, VerdictFormat::Exit(_)) && matches!(task, Task::Output(..));
        let end = ran
            .end
            .filter(|_| is_of_codes && *said == StatedVerdict::default())?;
        Some(match end {
            Death::Exit(code) => format!("exit code {code} is no verdict"),
            Death::Signal(signal) => format!("signal {signal} ended it"),
        })
    }

    fn row(&self, task: &Task) -> Result<Row, HarnessError> {
        let runs = self.args.times_over;
        let (judgement, said) = (Judgement::default(), BTreeMap::new());
        let mut row = Row {
            task: *task,
            runs,
            wrong: 0,
            judgement,
            said,
            words: String::new(),
            errors: Vec::new(),
            has_crashed: false,
            failed: None,
            other_codes: None,
            crash: None,
            noise: None,
        };
        for run in 0..runs {
            let (said, judgement, ran) = self.calmly(task, run)?;
            let is_wrong = !judgement.wrong.is_empty();
            *row.said.entry(said.to_string()).or_insert(0) += 1;
            let is_spared = judgement.doubt == Doubt::HeldUp;
            row.failed = row.failed.or_else(|| {
                self.without_verdict(task, &said, &ran)
                    .filter(|_| !is_spared)
            });
            let other_codes = exit(&ran).and_then(|code| self.reader.other_codes(code));
            row.other_codes = row
                .other_codes
                .or(other_codes.filter(|_| row.failed.is_some()));
            let is_output = matches!(task, Task::Output(..));
            row.crash = row.crash.or(crash(&ran.stderr).filter(|_| is_output));
            let noise = self.reader.noise(&ran.stdout).map(str::to_string);
            row.noise = row.noise.or(noise);
            if row.errors.is_empty() && self.has_failed(task, &said, &judgement, &ran) {
                row.errors = last_lines(&ran.stderr);
            }
            // One that could not start its bots may have been called wrongly.
            let has_played = !judgement
                .unknown
                .iter()
                .any(|why| why.starts_with(UNSTARTED));
            row.has_crashed |= has_played && crash(&ran.stderr).is_some();
            if row.wrong == 0 {
                let last = last_line(&ran.stderr).or(last_line(&ran.stdout));
                (row.judgement, row.words) = (judgement, last.unwrap_or_default());
            }
            row.wrong += u32::from(is_wrong);
        }
        Ok(row)
    }

    /// True where the judge itself failed, so that its standard error may say why.
    fn has_failed(
        &self,
        task: &Task,
        said: &StatedVerdict,
        judgement: &Judgement,
        ran: &ProcessResult,
    ) -> bool {
        let is_own = |what: &str| what.starts_with(FAILED_ITSELF);
        judgement.wrong.iter().any(|wrong| is_own(&wrong.what))
            || self.without_verdict(task, said, ran).is_some()
            || crash(&ran.stderr).is_some()
    }

    /// True where the judge has hung in a match of this kind.
    fn has_hung(&self, kind: &str) -> bool {
        locked(&self.hung).iter().any(|hung| hung.kind == kind)
    }

    /// The duty that matches have in common in which a judge may hang for the same reason.
    fn duty_kind(&self, task: &Task) -> String {
        let duty = match task {
            Task::Match(played, _) => played.duty(self.game),
            Task::Output(change, number) => self.duty_of(change, *number),
        };
        match duty {
            Duty::Must(kind) => kind.map_or("a fault", |kind| kind.word()).to_string(),
            Duty::May(_) => "open".into(),
            Duty::Told => "by the rules".into(),
            Duty::Nobody => "nobody".into(),
        }
    }

    /// Plays a match once. If it goes wrong by a time, or beside others, it is played again, alone. If the machine held it up each
    /// time, or it is right alone, nothing can be said of the judge.
    fn calmly(&self, task: &Task, run: u32) -> Result<TrialResult, HarnessError> {
        let limit = self.limit;
        let is_alone = self.args.jobs == 1 || self.one_at_a_time.load(Ordering::Relaxed);
        let mut came = match is_alone {
            true => self.played_alone(task, run, limit)?,
            false => {
                let _others = self.alone.read().unwrap_or_else(PoisonError::into_inner);
                self.played(task, run, limit)?
            }
        };
        let mut left = AGAIN;
        while came.1.doubt != Doubt::None && left > 0 {
            // One that hangs takes long, and another one of its kind was looked at again.
            if came.1.has_hung && (left < AGAIN || self.has_hung(&self.duty_kind(task))) {
                break;
            }
            came = self.played_alone(task, run, limit * MORE)?;
            left -= 1;
        }
        if !is_alone && left == AGAIN {
            came = self.without_others(task, run, came)?;
        }
        let (_, judgement, _) = &mut came;
        if judgement.doubt == Doubt::HeldUp
            && let Some(wrong) = judgement.wrong.first()
        {
            let why = format!(
                "the machine held it up each time it was played: {}",
                wrong.what
            );
            judgement.unknown.push(why);
            judgement.wrong.clear();
        }
        Ok(came)
    }

    /// A match that went wrong beside others, alone. If it is right there each time, it was wrong because of the others, or now and
    /// then: that accuses nobody. What is wrong alone in one match counts in all.
    fn without_others(
        &self,
        task: &Task,
        run: u32,
        came: TrialResult,
    ) -> Result<TrialResult, HarnessError> {
        let is_known = |way: &Way| locked(&self.confirmed).contains(way);
        let is_hung = came.1.has_hung && self.has_hung(&self.duty_kind(task));
        let wrong = self.wrong_ways(task, &came);
        if wrong.is_empty() || is_hung || wrong.iter().any(is_known) {
            return Ok(came);
        }
        let mut again = came.clone();
        for _ in 0..AGAIN {
            again = self.played_alone(task, run, self.limit)?;
            let wrong = self.wrong_ways(task, &again);
            if !wrong.is_empty() {
                locked(&self.confirmed).extend(wrong);
                return Ok(again);
            }
        }
        self.one_at_a_time.store(true, Ordering::Relaxed);
        let (_, judgement, ran) = &mut again;
        // These are the words of a match that went well.
        ran.stdout.clear();
        ran.stderr.clear();
        if drew_otherwise(&came.1.draws, &judgement.draws) {
            judgement.was_other_game = true;
            let what = came.1.wrong.first().map(|wrong| wrong.what.clone());
            judgement.unknown.push(format!(
                "it went wrong once beside other matches, and the judge drew another game when it was played alone; --jobs 1 plays one \
                 at a time: {}",
                what.unwrap_or_default()
            ));
            return Ok(again);
        }
        let beside = &came.2;
        let last = last_line(&beside.stderr).or(last_line(&beside.stdout));
        let last = last.map_or(String::new(), |last| {
            format!("; beside them its last line was: {last}")
        });
        judgement.unknown.push(format!(
            "it goes wrong only beside other matches: do they share a file or a port? --jobs 1 plays one at a time{last}"
        ));
        Ok(again)
    }

    /// The ways in which a match went wrong; a judge that says nothing has failed itself.
    fn wrong_ways(&self, task: &Task, (said, judgement, ran): &TrialResult) -> Vec<Way> {
        let failed = self.without_verdict(task, said, ran);
        ways(judgement)
            .chain(failed.map(|how| (None, how)))
            .collect()
    }

    fn played_alone(
        &self,
        task: &Task,
        run: u32,
        limit: Duration,
    ) -> Result<TrialResult, HarnessError> {
        let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        self.played(task, run, limit)
    }

    fn played(&self, task: &Task, run: u32, limit: Duration) -> Result<TrialResult, HarnessError> {
        match task {
            Task::Match(played, how) => self.once(task, played, *how, run, limit),
            Task::Output(change, number) => self.graded(change, *number, limit),
        }
    }

    /// Plays a match once, with a tap in front of each bot.
    fn once(
        &self,
        task: &Task,
        played: &MatchKind,
        how: Option<Join>,
        run: u32,
        mut limit: Duration,
    ) -> Result<TrialResult, HarnessError> {
        let folder = self.folder.join(task.to_string());
        std::fs::create_dir_all(&folder)?;
        let log = |seat: usize| folder.join(format!("seat{seat}.log"));
        let bots = (0..self.seats)
            .map(|seat| self.bot(played, seat, run, &log(seat)))
            .collect::<Result<Vec<_>, _>>()?;
        let mut words = self.args.command.clone();
        if let Some(template) = &self.template {
            let config = folder.join("config");
            let text = with_files(vec![template.clone()], &bots, &folder)?.concat();
            std::fs::write(&config, filled(&text, &bots))?;
            words
                .iter_mut()
                .for_each(|word| *word = word.replace("{config}", &config.to_string_lossy()));
        }
        let mut joined = None;
        words = with_files(words, &bots, &folder)?;
        let mut words: Vec<String> = words.iter().flat_map(|word| spread(word, &bots)).collect();
        if let Some((how, case)) = how.zip(self.args.kattis.as_ref()) {
            words = joined_words(how, limit, called(words, case, &folder)?, &bots[0])?;
            joined = Some(limit.as_secs());
            // The validator may end after its bot.
            limit += Duration::from_secs(10);
        }
        let hang = HangRule {
            logs: (0..self.seats).map(log).collect(),
            most: self.longest_wait,
        };
        // A contest system gives a bot its whole time, whatever the validator does.
        let began = Instant::now();
        let (ran, held_up) = self.tried(&words, limit, Some(&hang).filter(|_| how.is_none()))?;
        let took = began.elapsed().as_secs().min(limit.as_secs());
        let said = match how {
            Some(_) => joined_said(&ran),
            None => self.reader.said(&ran.stdout, exit(&ran)),
        };
        let failed = match (&ran.end, how) {
            (Some(Death::Signal(signal)), _) => Some(format!("signal {signal} ended it")),
            (_, Some(_)) if said.words.get(&0).is_some_and(|word| word == "JE") => {
                let how = ran.stdout.lines().nth(1).unwrap_or_default();
                let of_code = |code: i32| match code {
                    120 => Some(LAST_WRITE),
                    // What a validator says itself is more than a word about codes.
                    _ if !may_be_testlib(&ran.stderr) => None,
                    _ => VerdictFormat::Exit(ANSWERS).other_codes(code),
                };
                Some(match validator_code(how).and_then(of_code) {
                    Some(known) => format!("{how}; {known}"),
                    None => how.to_string(),
                })
            }
            _ => None,
        };
        let went = MatchRun {
            taps: (0..self.seats)
                .map(|seat| std::fs::read_to_string(log(seat)).ok())
                .collect(),
            ended_after: ran.end.is_none().then_some(took),
            left: ran.left,
            over: tap::stamp(),
            held_up,
            fault_came: (0..self.seats).any(|seat| mark(&log(seat)).exists()),
            failed,
            is_joined: how.is_some(),
            out_of_time: joined.filter(|_| ran.stdout.contains(OVER)),
            said,
        };
        let of_tap = |seat| std::fs::read_to_string(unstarted(&log(seat))).ok();
        let short = (0..self.seats).find_map(of_tap).or(no_more_processes(&ran));
        let _ = std::fs::remove_dir_all(&folder);
        let mut judgement = judged(self.game, &self.settings, played, &went);
        if let Some(why) = short {
            spare_of_system(&mut judgement, &why);
        }
        Ok((went.said, judgement, ran))
    }

    /// Runs the judge, and says how long the machine held it up.
    fn tried(
        &self,
        words: &[String],
        limit: Duration,
        hang: Option<&HangRule>,
    ) -> Result<(ProcessResult, Duration), HarnessError> {
        let stood_still = self.heartbeat.stood_still();
        let ran = trial::run(words, limit, hang)?;
        let held_up = ran.starved + self.heartbeat.stood_still().saturating_sub(stood_still);
        Ok((ran, held_up))
    }

    /// Has one output graded.
    fn graded(
        &self,
        change: &OutputChange,
        number: usize,
        limit: Duration,
    ) -> Result<TrialResult, HarnessError> {
        let case = self.cases.get(number);
        let [input, right] = case.map_or([""; 2], |case| [&case[0], &case[1]]);
        let folder = self.folder.join(format!("{}-{number}", change.name));
        std::fs::create_dir_all(folder.join("feedback"))?;
        let output = change.of(right);
        let mut words = self.args.command.clone();
        for (name, bytes) in [
            ("input", input.as_bytes()),
            ("output", &output),
            ("answer", right.as_bytes()),
        ] {
            let path = folder.join(name);
            std::fs::write(&path, bytes)?;
            words.iter_mut().for_each(|word| {
                *word = word.replace(&format!("{{{name}}}"), &path.to_string_lossy())
            });
        }
        let feedback = folder.join("feedback/");
        words
            .iter_mut()
            .for_each(|word| *word = word.replace("{feedback}", &feedback.to_string_lossy()));
        let hang = HangRule {
            logs: Vec::new(),
            most: GRADING,
        };
        let began = Instant::now();
        let (ran, held_up) = self.tried(&words, limit, Some(&hang))?;
        let took = began.elapsed().as_secs().min(limit.as_secs());
        let _ = std::fs::remove_dir_all(&folder);
        let said = self.reader.said(&ran.stdout, exit(&ran));
        let word = said.words.get(&0).map(String::as_str);
        let mut judgement = grader_outputs::graded(self.game, self.duty_of(change, number), word);
        judgement.ended(ran.end.is_none().then_some(took), ran.left);
        if ran.end.is_none() && held_up > limit / 4 {
            judgement.doubt = Doubt::HeldUp;
        }
        Ok((said, judgement, ran))
    }

    pub(super) fn duty_of(&self, change: &OutputChange, number: usize) -> Duty {
        match self.cases.get(number) {
            Some(case) => change.duty(self.game, &self.settings, case),
            None => Duty::May("there is no case"),
        }
    }

    /// The command of a bot inside its tap.
    fn bot(
        &self,
        played: &MatchKind,
        seat: usize,
        run: u32,
        log: &Path,
    ) -> std::io::Result<Vec<String>> {
        let program = this_program()?;
        let set: Vec<String> = self
            .settings
            .0
            .iter()
            .map(|(name, value)| format!("--set={name}={value}"))
            .collect();
        let own = |words: &[&str]| {
            words
                .iter()
                .map(|word| (*word).to_string())
                .collect::<Vec<_>>()
        };
        let (game, seat) = (self.game.name(), seat.to_string());
        let tap = own(&[
            &program,
            "tap",
            "--stamps",
            "--game",
            game,
            "--seat",
            &seat,
            "--log",
            &log.to_string_lossy(),
        ]);
        let bot = own(&["--", &program, "refbot", game]);
        let mark = mark(log);
        let at = own(&[
            "--at",
            &played.to_string(),
            &seat,
            &run.to_string(),
            &mark.to_string_lossy(),
        ]);
        Ok([tap, set.clone(), bot, set, at].concat())
    }
}

/// How a judge says that the system gave it no more processes or memory: by the words of the system, which end a line.
fn no_more_processes(ran: &ProcessResult) -> Option<String> {
    let shortages = ["Resource temporarily unavailable", "Cannot allocate memory"];
    let is_shortage = |line: &&str| shortages.iter().any(|words| line.contains(words));
    let line = ran.stderr.lines().rfind(is_shortage)?;
    Some(line.trim().to_string())
}

/// Takes back what is wrong in a match for which the system had not enough processes: nobody is accused of that.
fn spare_of_system(judgement: &mut Judgement, why: &str) {
    let why = format!("the system has no more processes or threads for its programs: {why}");
    judgement.wrong.clear();
    judgement.unknown = vec![why];
    judgement.started_no_bot = false;
    judgement.doubt = Doubt::HeldUp;
}

/// Why a validator in Python ends with 120.
const LAST_WRITE: &str = "Python ends with 120 if nobody reads its last output: point standard output to /dev/null where you \
                          catch BrokenPipeError";

/// The exit code of the validator in what `join` says of both.
fn validator_code(how: &str) -> Option<i32> {
    let rest = how.strip_prefix("validator: exit ")?;
    rest.split([',', ';']).next()?.trim().parse().ok()
}

/// The file that a bot with a fault makes when its fault comes, beside the log of its tap.
fn mark(log: &Path) -> PathBuf {
    log.with_extension("fault")
}

fn exit(ran: &ProcessResult) -> Option<i32> {
    match ran.end {
        Some(Death::Exit(code)) => Some(code),
        _ => None,
    }
}

/// How it is told that a bot was never started.
const UNSTARTED: &str = "it did not start the bot";

/// True for a validator that wrote nothing to standard error, or words of testlib, whose exit codes mean something else.
fn may_be_testlib(stderr: &str) -> bool {
    let words = [
        "ok",
        "wrong ",
        "FAIL",
        "points",
        "partially",
        "unexpected",
        "validator",
    ];
    let first = stderr.lines().find(|line| !line.trim().is_empty());
    first.is_none_or(|line| words.iter().any(|word| line.starts_with(word)))
}

/// The words with which Python begins to tell an error that nothing caught.
const TRACEBACK: &str = "Traceback (most recent call last)";

/// The last line of standard error, where a program of Python or Rust ended by an error of its own.
fn crash(stderr: &str) -> Option<String> {
    let has_crashed = [TRACEBACK, "' panicked at "]
        .iter()
        .any(|sign| stderr.contains(sign));
    last_line(stderr).filter(|_| has_crashed)
}

/// The most of a line that a report quotes.
const QUOTED: usize = 200;

/// The last lines that are shown of a judge that failed itself.
const LAST_LINES: usize = 5;

/// A line of the recorder beside a bot, on the standard error that it shares with the judge, where the judge ends it.
const RECORDER_INTERRUPTED: &str = "stickler: interrupted";

/// The lines of a judge that are not blank.
fn own_lines(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    let is_own = |line: &&str| !line.trim().is_empty() && *line != RECORDER_INTERRUPTED;
    text.lines().filter(is_own)
}

/// The last of its lines, as much of it as a report has room for.
fn last_line(text: &str) -> Option<String> {
    own_lines(text).next_back().map(quoted)
}

/// The last of its lines, in order.
fn last_lines(text: &str) -> Vec<String> {
    let lines = own_lines(text).rev();
    let mut lines: Vec<String> = lines.take(LAST_LINES).map(quoted).collect();
    lines.reverse();
    lines
}

/// As much of a line as a report has room for.
fn quoted(line: &str) -> String {
    let mut rest = line.trim_end().chars();
    let shown: String = rest.by_ref().take(QUOTED).collect();
    match rest.count() {
        0 => shown,
        more => format!("{shown}… ({more} more characters)"),
    }
}
