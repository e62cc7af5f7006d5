//! The report of `stickler judge`: in words, as a table, JSON and JUnit.

use super::{JudgeRun, Task};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use stickler::clause::Clause;
use stickler::explain::{Conclusion, Finding};
use stickler::records::{CheckOptions, Text};
use stickler::report::diagnostic::{Diagnosis, Source};
use stickler::report::file_report::{self, explained};
use stickler::report::journal::Journal;
use stickler::report::viewer;
use stickler_check::report::junit;
use stickler_check::report::junit::{Status, TestCase};
use stickler_judge_test::match_line::MatchLine;
use stickler_judge_test::{Duty, JOINED, JudgeFault, Judgement, MatchKind, of_messages, rare};

/// The results of a match, played once or more.
pub(super) struct Row {
    pub(super) task: Task,
    pub(super) runs: u32,
    /// Runs in which something was wrong.
    pub(super) wrong: u32,
    /// The first of those, or else the last run.
    pub(super) judgement: Judgement,
    /// The judge's words, and how often.
    pub(super) said: BTreeMap<String, u32>,
    /// The judge's own last words, where no verdict was read.
    pub(super) words: String,
    /// How a grader ended that gave no verdict.
    pub(super) failed: Option<String>,
}

/// In how many matches the judge was put to the test on a clause.
#[derive(Clone, Copy, Default)]
struct ClauseCounts {
    passed: usize,
    failed: usize,
}

/// The error, whatever the seat and the numbers: the clause and the reason of a message, or the words.
fn way(wrong: &JudgeFault) -> (Option<Clause>, String) {
    match &wrong.shown {
        Some((_, finding)) => (
            Some(finding.breach.clause),
            finding.breach.why.parts().0.to_string(),
        ),
        None => (
            None,
            wrong.what.chars().filter(|c| !c.is_ascii_digit()).collect(),
        ),
    }
}

fn named(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The first three names, and how many there are beside.
fn few(names: &[String]) -> String {
    let shown = names[..names.len().min(3)].join(", ");
    match names.len().saturating_sub(3) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Clauses that no document states and that the judge broke, each once, with what it did first.
fn warnings(rows: &[Row]) -> String {
    let mut warned: BTreeMap<Clause, (&str, Vec<String>)> = BTreeMap::new();
    for row in rows {
        for (clause, what) in &row.judgement.warned {
            let (_, names) = warned.entry(*clause).or_insert((what, Vec::new()));
            names.push(row.task.to_string());
        }
    }
    let warning = |(clause, (what, mut names)): (Clause, (&str, Vec<String>))| {
        names.dedup();
        format!(
            "\nwarning[{clause}]: {what}\n  no document states this clause, so no judge is accused by it; it stands in {}\n  clause: {}\n",
            few(&names),
            clause.statement().sentence
        )
    };
    warned.into_iter().map(warning).collect()
}

/// Matches that are named where many are told of at once.
const SHOWN: usize = 8;

impl Row {
    /// A grader that gives its verdict by its exit code, and ended with none, has failed itself.
    pub(super) fn blame_failure(&mut self) {
        if let Some(how) = self.failed.take()
            && self.wrong == 0
        {
            self.judgement.unknown.clear();
            let what = format!("it failed itself: {how}");
            self.judgement.wrong.push(JudgeFault::unshown(what));
            self.wrong = self.runs;
        }
    }

    /// The judge's words, with how often where that differs.
    fn did(&self) -> String {
        let often = |(said, count): (&String, &u32)| match self.said.len() {
            1 => said.clone(),
            _ => format!("{said} ({count} of {})", self.runs),
        };
        self.said.iter().map(often).collect::<Vec<_>>().join("; ")
    }

    /// True where another match went wrong in the same way.
    fn is_like(&self, other: &Row) -> bool {
        let ways = |row: &Row| row.judgement.wrong.iter().map(way).collect::<Vec<_>>();
        ways(self) == ways(other)
    }

    /// The lines of the first log that shows what is wrong.
    fn lines(&self) -> usize {
        let mut shown = self
            .judgement
            .wrong
            .iter()
            .filter_map(|wrong| wrong.shown.as_ref());
        let first = shown.next().map(|(log, _)| log.lines().count());
        first.unwrap_or(usize::MAX)
    }

    fn often(&self) -> String {
        match self.wrong {
            all if all == self.runs && self.runs > 1 => format!(" (always: {all} times)"),
            some if self.runs > 1 => format!(" (racy: {some} of {} times)", self.runs),
            _ => String::new(),
        }
    }
}

impl JudgeRun<'_> {
    /// The duty of the judge on a match, in words.
    pub(super) fn due(&self, task: &Task) -> String {
        match task {
            Task::Match(played, how) => self.due_of(played, how.is_some()),
            Task::Output(change, number) => {
                let duty = match self.duty_of(change, *number) {
                    Duty::Must(Some(kind)) => format!("must say {}", self.game.word(kind)),
                    Duty::Must(None) | Duty::Told => "must refuse it".to_string(),
                    Duty::May(ground) => format!("may refuse it: {ground}"),
                    Duty::Nobody => "must accept it".to_string(),
                };
                format!("{duty}; the output {}", change.about)
            }
        }
    }

    fn due_of(&self, played: &MatchKind, is_joined: bool) -> String {
        let about = match played {
            MatchKind::Fault(way, seat) => format!("; the bot of seat {seat} {}", way.about),
            MatchKind::Two(seat) => {
                format!("; the bot of seat {seat} gives two answers at once in place of its third")
            }
            MatchKind::Illegal(clause, _, seat) => {
                format!("; the bot of seat {seat} gives an answer that breaks {clause} alone")
            }
            MatchKind::Made(aim) => format!("; {}", aim.about()),
            MatchKind::Sides(..) | MatchKind::Side(_) => {
                "; the bots play towards lines of the board".to_string()
            }
            _ => String::new(),
        };
        match (played.duty(self.game), played.seat()) {
            (Duty::Must(Some(kind)), Some(seat))
                if is_joined && JOINED.contains(&self.game.word(kind)) =>
            {
                format!("must say {} of seat {seat}{about}", JOINED.join(" or "))
            }
            (Duty::Must(Some(kind)), Some(seat)) => {
                format!("must say {} of seat {seat}{about}", self.game.word(kind))
            }
            (Duty::Must(None), Some(seat)) => format!("must blame seat {seat}{about}"),
            (Duty::Told, Some(seat)) => format!("must judge seat {seat} by the rules{about}"),
            (Duty::May(ground), Some(seat)) => format!("may blame seat {seat}: {ground}{about}"),
            _ => format!("must blame nobody{about}"),
        }
    }

    /// A judge is right if it caught faults, did nothing wrong, and was put to the test on all that it must know.
    pub(super) fn conclusion(&self, rows: &[Row]) -> Conclusion {
        match () {
            () if rows.iter().any(|row| row.wrong > 0) => Conclusion::Violates,
            () if !self.untold(rows).is_empty() => Conclusion::Unknown,
            () if rows.iter().any(|row| row.judgement.has_caught) => Conclusion::Conforms,
            () => Conclusion::Unknown,
        }
    }

    /// The clauses on which the judge was put to the test, and those that a match was to try.
    fn clauses(&self, rows: &[Row]) -> BTreeMap<Clause, ClauseCounts> {
        let mut clauses: BTreeMap<Clause, ClauseCounts> = BTreeMap::new();
        let planned = rows.iter().filter_map(|row| match row.task {
            Task::Match(MatchKind::Illegal(clause, ..), _) => Some(clause),
            _ => None,
        });
        let is_output = rows.iter().any(|row| matches!(row.task, Task::Output(..)));
        let rare = rare(self.game, &self.settings)
            .into_iter()
            .filter(|_| !is_output && !self.is_part);
        clauses.extend(
            planned
                .chain(rare)
                .map(|clause| (clause, ClauseCounts::default())),
        );
        if !is_output && !self.is_part {
            let of_messages = of_messages(self.game, &self.settings).into_iter();
            clauses.extend(of_messages.map(|clause| (clause, ClauseCounts::default())));
        }
        for row in rows {
            let broken: BTreeSet<Clause> = row
                .judgement
                .wrong
                .iter()
                .filter_map(|wrong| wrong.shown.as_ref())
                .map(|(_, finding)| finding.breach.clause)
                .collect();
            for clause in row.judgement.had_occasion.difference(&broken) {
                if !row.judgement.tried.contains(clause) {
                    clauses.entry(*clause).or_default().passed += 1;
                }
            }
            // A line that is written wrongly says nothing of the rules, unless the judge let a fault pass before it.
            let is_of_form = !row.judgement.let_pass
                && row.judgement.wrong.iter().all(|wrong| wrong.is_of_form());
            let tried = row.judgement.tried.iter();
            for clause in tried.filter(|_| row.wrong == 0 || !is_of_form) {
                let tally = clauses.entry(*clause).or_default();
                match row.wrong {
                    0 => tally.passed += 1,
                    _ => tally.failed += 1,
                }
            }
            for clause in broken {
                if !clause.is_assumed() && !row.judgement.tried.contains(&clause) {
                    clauses.entry(clause).or_default().failed += 1;
                }
            }
        }
        clauses
    }

    /// Clauses on which a run of all matches did not put the judge to the test.
    fn untold(&self, rows: &[Row]) -> Vec<Clause> {
        if self.is_part {
            return Vec::new();
        }
        let clauses = self.clauses(rows).into_iter();
        clauses
            .filter(|(clause, tally)| tally.passed + tally.failed == 0 && !clause.is_assumed())
            .map(|(clause, _)| clause)
            .collect()
    }

    /// How often each clause came up: in numbers, and with `--table` a line each.
    fn tallies(&self, rows: &[Row]) -> String {
        let clauses = self.clauses(rows);
        let named = |is: fn(&ClauseCounts) -> bool| -> Vec<&str> {
            let found = clauses.iter().filter(|(_, tally)| is(tally));
            found.map(|(clause, _)| clause.id()).collect()
        };
        let passed = named(|tally| tally.failed == 0 && tally.passed > 0).len();
        let failed = named(|tally| tally.failed > 0);
        let never = named(|tally| tally.failed + tally.passed == 0);
        if clauses.is_empty() {
            return String::new();
        }
        let mut text = format!(
            "\nclauses: {passed} passed, {} failed, {} never came up\n",
            failed.len(),
            never.len()
        );
        for (word, ids) in [("failed", failed), ("never came up", never)] {
            if !ids.is_empty() {
                let _ = writeln!(text, "  {word}: {}", ids.join(", "));
            }
        }
        if self.args.table {
            let _ = write!(text, "\n{:<32} matches: passed failed\n", "clause");
            for (clause, ClauseCounts { passed, failed }) in &clauses {
                let _ = match passed + failed {
                    0 => writeln!(text, "{:<32} never came up", clause.id()),
                    _ => writeln!(text, "{:<32} {passed:>15} {failed:>6}", clause.id()),
                };
            }
        }
        text
    }

    pub(super) fn report(&self, rows: &[Row]) -> Result<String, std::io::Error> {
        let mut text = format!("{} · {}\n", self.game.name(), self.args.command.join(" "));
        let wrong: Vec<&Row> = rows.iter().filter(|row| row.wrong > 0).collect();
        // What is wrong in the same way is told once, with all matches that show it.
        let mut alike: Vec<Vec<&Row>> = Vec::new();
        for row in wrong {
            match alike.iter_mut().find(|rows| rows[0].is_like(row)) {
                Some(rows) => rows.push(row),
                None => alike.push(vec![row]),
            }
        }
        for mut rows in alike {
            // The shortest log shows the error best.
            let shortest = (0..rows.len()).min_by_key(|at| rows[*at].lines());
            rows[..=shortest.unwrap_or(0)].rotate_right(1);
            let row = rows[0];
            let _ = writeln!(
                text,
                "\n{}: the judge {}{}",
                row.task,
                self.due(&row.task),
                row.often()
            );
            text += &self.failure(row)?;
            if rows.len() > 1 {
                let names: Vec<String> = rows[1..].iter().map(|row| row.task.to_string()).collect();
                let _ = writeln!(
                    text,
                    "  the same in {}: {}",
                    named(names.len(), "more match", "more matches"),
                    names.join(", ")
                );
            }
        }
        text += &self.differences(rows);
        text += &warnings(rows);
        let mut open: Vec<(String, Vec<String>)> = Vec::new();
        for row in rows {
            for why in &row.judgement.unknown {
                let why = if row.words.is_empty() {
                    why.clone()
                } else {
                    format!("{why}; its last line: {}", row.words)
                };
                match open.iter_mut().find(|(known, _)| *known == why) {
                    Some((_, names)) => names.push(row.task.to_string()),
                    None => open.push((why, vec![row.task.to_string()])),
                }
            }
        }
        for (why, names) in &open {
            let _ = writeln!(text, "\ncould not tell of {}: {why}", few(names));
        }
        let untried: Vec<&Row> = rows.iter().filter(|row| row.judgement.is_untried).collect();
        if !untried.is_empty() {
            let names: Vec<String> = untried
                .iter()
                .take(SHOWN)
                .map(|row| row.task.to_string())
                .collect();
            let more = match untried.len().saturating_sub(SHOWN) {
                0 => String::new(),
                more => format!(" and {more} more; --table lists them"),
            };
            let why = "the game was over before the bot misbehaved, or no answer of that kind could be given";
            let _ = writeln!(text, "\nnot tried: {}{more}\n  {why}", names.join(", "));
        }
        if self.args.table {
            let _ = write!(text, "\n{:<24} {:<44} the judge\n", "match", "it said");
            for row in rows {
                let due = if row.judgement.is_untried {
                    "was not tried".into()
                } else {
                    self.due(&row.task)
                };
                let _ = writeln!(text, "{:<24} {:<44} {due}", row.task.to_string(), row.did());
            }
        }
        text += &self.tallies(rows);
        Ok(text + "\n" + &self.last(rows) + "\n")
    }

    fn last(&self, rows: &[Row]) -> String {
        let wrong = rows.iter().filter(|row| row.wrong > 0).count();
        let caught = rows.iter().filter(|row| row.judgement.has_caught).count();
        let untried = rows.iter().filter(|row| row.judgement.is_untried).count();
        let unknown = rows
            .iter()
            .filter(|row| !row.judgement.unknown.is_empty())
            .count();
        let counted = |count: usize, what: &str| match count {
            0 => String::new(),
            _ => format!("; {count} {what}"),
        };
        let warned: BTreeSet<Clause> = rows
            .iter()
            .flat_map(|row| row.judgement.warned.iter().map(|(clause, _)| *clause))
            .collect();
        let warned: Vec<&str> = warned.iter().map(|clause| clause.id()).collect();
        let has_warned = !warned.is_empty();
        let warned = match warned.is_empty() {
            true => String::new(),
            false => format!(
                "; warned of {}, which no document states",
                warned.join(", ")
            ),
        };
        let untried =
            counted(untried, "tried nothing") + &counted(unknown, "could not be told") + &warned;
        match self.conclusion(rows) {
            Conclusion::Violates => {
                format!(
                    "violates: the judge went wrong in {wrong} of {} matches{untried}",
                    rows.len()
                )
            }
            Conclusion::Conforms => {
                format!(
                    "conforms: {}, in {caught} of them it caught the bot's fault{untried}",
                    named(rows.len(), "match", "matches")
                )
            }
            Conclusion::Unknown if !self.untold(rows).is_empty() => {
                let ids: Vec<&str> = self.untold(rows).iter().map(|clause| clause.id()).collect();
                let advice = match has_warned {
                    false => {
                        "let the judge play a smaller or a shorter game, and say so with --set"
                    }
                    true => {
                        "behind the message that is warned of nothing can be seen: change it first"
                    }
                };
                format!(
                    "could not tell: no match came to {}; {advice}{warned}",
                    ids.join(", ")
                )
            }
            Conclusion::Unknown => {
                format!(
                    "could not tell: no match had a fault that the judge had to see, and a verdict that could be read{warned}"
                )
            }
        }
    }

    /// Matches of which a validator's verdict depends on what joins it to the bot.
    fn differences(&self, rows: &[Row]) -> String {
        let mut by_match: BTreeMap<String, Vec<(&'static str, &Row)>> = BTreeMap::new();
        for row in rows {
            if let Task::Match(played, Some(how)) = &row.task {
                by_match
                    .entry(played.to_string())
                    .or_default()
                    .push((how.name(), row));
            }
        }
        by_match.retain(|_, rows| rows.iter().any(|(_, row)| row.said != rows[0].1.said));
        let mut text = String::new();
        if !by_match.is_empty() {
            text += "\nThe verdict depends on what joins validator and bot (docs/judges-compared.md):\n";
        }
        for (name, rows) in by_match {
            let said: Vec<String> = rows
                .iter()
                .map(|(how, row)| format!("{how}: {}", row.did()))
                .collect();
            let _ = writeln!(text, "  {name:<20} {}", said.join(" · "));
        }
        text
    }

    /// The errors in a match, with the diagnosis of each message, and the command that plays it again.
    fn failure(&self, row: &Row) -> std::io::Result<String> {
        let mut text = String::new();
        for JudgeFault {
            what,
            because,
            shown,
        } in &row.judgement.wrong
        {
            let _ = writeln!(text, "  {what}");
            if let Some(because) = because {
                let _ = writeln!(text, "  by the rules: {because}");
            }
            if let Some((log, finding)) = shown {
                text += &self.shown(row, log, *finding)?;
            }
        }
        let set = self
            .args
            .set
            .iter()
            .map(|set| format!(" --set {set}"))
            .collect::<String>();
        let kattis = self
            .args
            .kattis
            .as_ref()
            .map(|case| format!(" --kattis {}", case.display()))
            .unwrap_or_default();
        let verdict = self
            .args
            .verdict
            .as_ref()
            .map(|path| format!(" --verdict {}", path.display()));
        let config = self
            .args
            .config
            .as_ref()
            .map(|path| format!(" --config {}", path.display()));
        let more = [verdict, config].into_iter().flatten().collect::<String>();
        let (game, again) = (self.game.name(), shell_words::join(&self.args.command));
        let _ = writeln!(
            text,
            "  again: stickler judge {game}{set}{kattis}{more} --only {} -- {again}",
            row.task
        );
        Ok(text)
    }

    /// The diagnosis of a message, with the log that shows it kept.
    fn shown(&self, row: &Row, log: &str, finding: Finding) -> std::io::Result<String> {
        std::fs::create_dir_all(&self.args.out)?;
        let path = self.args.out.join(format!("{}.log", row.task));
        std::fs::write(&path, log)?;
        let name = path.to_string_lossy();
        if self.args.html {
            let ask = CheckOptions {
                games: self.games,
                game: Some(self.game),
                format: None,
                given: &self.settings,
                strict: false,
            };
            let (_, told) = file_report::tell(ask, Text::new(&name, log.as_bytes()));
            let (game, settings) = (self.game, &self.settings);
            if let Ok(page) = viewer::transcript(&name, game, settings, log.as_bytes(), &told) {
                std::fs::write(path.with_extension("html"), page)?;
            }
        }
        let source = Source::new(&name, log.as_bytes());
        let journal = Journal::new(self.game, &self.settings, &source);
        let around = journal.around_one(&finding, true);
        let (diagnosis, board) = explained(self.game, Diagnosis::new(finding, false), around);
        Ok(diagnosis.render(&source, true) + &board)
    }

    pub(super) fn line(&self, row: &Row) -> MatchLine {
        let Judgement {
            wrong,
            unknown,
            has_caught,
            warned,
            tried,
            is_untried,
            had_occasion: _,
            doubt: _,
            let_pass: _,
        } = &row.judgement;
        let clause = |wrong: &JudgeFault| {
            wrong
                .shown
                .as_ref()
                .map(|(_, finding)| finding.breach.clause.id().to_string())
        };
        MatchLine {
            name: row.task.to_string(),
            due: self.due(&row.task),
            said: row.said.clone(),
            runs: row.runs,
            wrong_runs: row.wrong,
            wrong: wrong.iter().map(|wrong| wrong.what.clone()).collect(),
            clauses: wrong.iter().filter_map(clause).collect(),
            tries: tried.iter().map(|clause| clause.id().to_string()).collect(),
            unknown: unknown.clone(),
            warned: warned
                .iter()
                .map(|(clause, _)| clause.id().to_string())
                .collect(),
            tried: !is_untried,
            caught: *has_caught,
        }
    }

    /// A test a match.
    pub(super) fn junit(&self, rows: &[Row]) -> String {
        let test = |row: &Row| -> TestCase {
            let status = match () {
                () if row.wrong > 0 => {
                    let what = row
                        .judgement
                        .wrong
                        .first()
                        .map_or("", |wrong| wrong.what.as_str());
                    Status::Failed(what.to_string(), self.failure(row).unwrap_or_default())
                }
                () if row.judgement.is_untried => Status::Skipped("its fault never came".into()),
                () if !row.judgement.unknown.is_empty() => {
                    Status::Skipped(row.judgement.unknown.join("; "))
                }
                () => Status::Passed(Some(row.did())),
            };
            (row.task.to_string(), status)
        };
        let tests: Vec<TestCase> = rows.iter().map(test).collect();
        junit::report(
            &self.args.command.join(" "),
            self.game.name(),
            &[("judge", &tests, Some(&self.last(rows)))],
        )
    }
}
