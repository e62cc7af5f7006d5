//! The report of `stickler judge` in words.

use super::JudgeRun;
use super::clause_counts::{JudgeChoice, has_caught, is_untried};
use super::match_row::Row;
use super::tasks::Task;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use stickler::clause::Clause;
use stickler::explain::Conclusion;
use stickler_arena::threads::locked;
use stickler_judge_test::{Duty, MatchKind};

fn named(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// True where a match came to this clause, and nobody can tell of that match.
fn is_met_untold(rows: &[Row], clause: Clause) -> bool {
    let mut untold = rows.iter().filter(|row| !row.judgement.unknown.is_empty());
    untold.any(|row| {
        row.judgement.tried.contains(&clause) || row.judgement.had_occasion.contains(&clause)
    })
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
        let why = match clause.is_assumed() {
            true => "no document states this clause, so no judge is accused by it",
            false => "it binds bots, and no document says what a judge makes of it",
        };
        format!(
            "\nwarning[{clause}]: {what}\n  {why}; it stands in {}\n  clause: {}\n",
            few(&names),
            clause.statement().sentence
        )
    };
    warned.into_iter().map(warning).collect()
}

/// Outputs that a grader refused by an error of its own: the exit code was read as its verdict, and was none.
fn crashes(rows: &[Row]) -> String {
    let right = rows.iter().filter(|row| row.wrong == 0);
    let crashed = right.filter_map(|row| Some((row.task.to_string(), row.crash.as_deref()?)));
    let (names, words): (Vec<String>, Vec<&str>) = crashed.unzip();
    let Some(last) = words.first() else {
        return String::new();
    };
    let count = named(names.len(), "output", "outputs");
    format!(
        "\nwarning: the grader ended by an error of its own on {count}, and its exit code was read as a refusal: {}\n  \
         its standard error ends with `{last}`; a system that tells an error from a verdict blames the grader there\n",
        few(&names)
    )
}

/// True where the judge started no bot in any match, so that nothing was shown.
fn has_started_none(rows: &[Row]) -> bool {
    !rows.is_empty() && rows.iter().all(|row| row.judgement.started_no_bot)
}

/// Clauses that the judge keeps only where parameters have other values, each with these values and the matches.
fn other_values(choices: &[JudgeChoice]) -> String {
    let told = |choice: &JudgeChoice| {
        let matches = named(choice.names.len(), "match", "matches");
        let stands = format!("{matches}: {}", few(&choice.names));
        let clause = choice.clause;
        if let (Some(set), Some(other)) = (choice.options(), &choice.denied_by) {
            return format!(
                "\ncould not tell of {clause}: the judge keeps it only with {set}, in {stands}, and breaks a clause with that in {other}\n"
            );
        }
        match (choice.options(), choice.is_free()) {
            (Some(set), true) => format!(
                "\nchoice[{clause}]: the judge does as with {set}, in {stands}\n  no document states this clause; name the value, and the judge is held to it\n"
            ),
            (Some(set), false) => format!(
                "\ncould not tell of {clause}: the judge keeps it only with {set}, in {stands}\n  a document states this clause; name the value, and the rest is checked\n"
            ),
            (None, _) => format!(
                "\ncould not tell of {clause}: the judge keeps it with one value of a parameter here and another there, in {stands}\n"
            ),
        }
    };
    choices.iter().map(told).collect()
}

/// Matches of which nobody can tell, by the reason.
fn not_told(rows: &[Row]) -> String {
    let mut open: Vec<(String, Vec<String>)> = Vec::new();
    for row in rows {
        for why in &row.judgement.unknown {
            // Where another match has a verdict, this one has failed itself.
            let why = match (&row.failed, row.other_codes) {
                (Some(how), Some(other)) => {
                    format!("{why}: {how}; {other}; --verdict says which are read")
                }
                (Some(how), None) => format!("{why}: {how}"),
                (None, _) => why.clone(),
            };
            let why = if row.words.is_empty() {
                why
            } else {
                format!("{why}; its last line: {}", row.words)
            };
            let takes_files = why.starts_with("it did not start the bot")
                && row.words.contains("No such file or directory");
            let why = match takes_files {
                true => format!(
                    "{why}\n  a judge that takes the path of a program gets one by {{0.file}} in place of {{0}}"
                ),
                false => why,
            };
            match open.iter_mut().find(|(known, _)| *known == why) {
                Some((_, names)) => names.push(row.task.to_string()),
                None => open.push((why, vec![row.task.to_string()])),
            }
        }
    }
    let told = open
        .iter()
        .map(|(why, names)| format!("\ncould not tell of {}: {why}\n", few(names)));
    told.collect()
}

fn counted(count: usize, what: &str) -> String {
    match count {
        0 => String::new(),
        _ => format!("; {count} {what}"),
    }
}

fn listed(clauses: &[Clause]) -> String {
    let ids: Vec<&str> = clauses.iter().map(|clause| clause.id()).collect();
    ids.join(", ")
}

/// The clauses of which the judge was warned, in their order.
fn warned_of(rows: &[Row]) -> impl Iterator<Item = Clause> + use<> {
    let warned = rows.iter().flat_map(|row| &row.judgement.warned);
    let clauses: BTreeSet<Clause> = warned.map(|(clause, _)| *clause).collect();
    clauses.into_iter()
}

/// Matches that are named where many are told of at once.
const SHOWN: usize = 8;

impl JudgeRun<'_> {
    pub(super) fn report(&self, rows: &[Row]) -> String {
        let head = format!("{} · {}\n", self.game.name(), self.args.command.join(" "));
        let paragraphs = [
            self.failures(rows),
            self.skipped(rows),
            self.differences(rows),
            warnings(rows),
            crashes(rows),
            self.undecided(rows),
            other_values(self.choices(rows)),
            not_told(rows),
            self.not_tried(rows),
            self.table(rows),
            self.tallies(rows),
        ];
        head + &paragraphs.concat() + "\n" + &self.last(rows) + "\n"
    }

    /// The faults. Those that are alike are told once, with all matches that show them.
    fn failures(&self, rows: &[Row]) -> String {
        let mut alike: Vec<Vec<&Row>> = Vec::new();
        for row in rows.iter().filter(|row| row.wrong > 0) {
            match alike.iter_mut().find(|rows| rows[0].is_like(row)) {
                Some(rows) => rows.push(row),
                None => alike.push(vec![row]),
            }
        }
        let mut text = String::new();
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
            text += &self.failure(row, true);
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
        text
    }

    /// How many matches were skipped, and why.
    fn skipped(&self, rows: &[Row]) -> String {
        let mut text = String::new();
        for hung in locked(&self.hung).iter().filter(|hung| hung.left_out > 0) {
            let others = named(hung.left_out, "other match", "other matches");
            let _ = writeln!(
                text,
                "\nskipped: {others} of the kind of {}, in which the judge did not end; fix that first",
                hung.name
            );
        }
        let skipped = locked(&self.enough).skipped;
        if skipped > 0 {
            let others = named(skipped, "other match", "other matches");
            let _ = writeln!(
                text,
                "\nskipped: {others}, because so many {}; fix that first, or play them with --enough 0",
                match has_started_none(rows) {
                    true => "showed nothing",
                    false => "went wrong in the same way",
                }
            );
        }
        text
    }

    /// Matches whose fault never came, and what no match can try here.
    fn not_tried(&self, rows: &[Row]) -> String {
        let mut text = String::new();
        let untried: Vec<&Row> = rows.iter().filter(|row| is_untried(row)).collect();
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
        if let Some(why) = MatchKind::without_thoughts(self.game, &self.settings)
            && self.args.only.is_none()
            && self.seats > 1
        {
            let _ = writeln!(text, "\nnot tried: thoughts\n  {why}");
        }
        if let Some(why) = MatchKind::without_cpu_time(self.game, &self.settings)
            && self.args.only.is_none()
        {
            let _ = writeln!(text, "\nnot judged: the CPU time of bots\n  {why}");
        }
        text
    }

    /// With `--table`, a line for each match.
    fn table(&self, rows: &[Row]) -> String {
        if !self.args.table {
            return String::new();
        }
        let mut text = format!("\n{:<24} {:<44} the judge\n", "match", "it said");
        for row in rows {
            let due = if row.judgement.is_untried {
                "was not tried".into()
            } else {
                self.due(&row.task)
            };
            let _ = writeln!(text, "{:<24} {:<44} {due}", row.task.to_string(), row.did());
        }
        text
    }

    pub(super) fn last(&self, rows: &[Row]) -> String {
        let matches = || named(rows.len(), "match", "matches");
        let warned = self.warned(rows);
        let tail = self.tail(rows) + &warned;
        match self.conclusion(rows) {
            Conclusion::Violates => {
                let wrong = rows.iter().filter(|row| row.wrong > 0).count();
                let planned = self.broken_off.map_or(String::new(), |planned| {
                    format!("; the run was broken off: {planned} were to be played")
                });
                format!(
                    "violates: the judge went wrong in {wrong} of {} matches{tail}{planned}",
                    rows.len()
                )
            }
            Conclusion::Conforms => {
                let caught = rows.iter().filter(|row| has_caught(row)).count();
                format!(
                    "conforms: {}, in {caught} of them it caught the bot's fault{tail}",
                    matches()
                )
            }
            Conclusion::Unknown if self.broken_off.is_some() => {
                format!(
                    "could not tell: the run was broken off after {} of {} matches{tail}",
                    rows.len(),
                    self.broken_off.unwrap_or_default()
                )
            }
            Conclusion::Unknown if has_started_none(rows) => {
                let skipped = counted(locked(&self.enough).skipped, "were skipped");
                format!(
                    "could not tell: the judge started no bot in {}{skipped}",
                    matches()
                )
            }
            Conclusion::Unknown if !self.untold(rows).is_empty() => {
                format!("could not tell: {}{warned}", self.untested(rows))
            }
            Conclusion::Unknown if self.choices(rows).iter().any(|choice| !choice.is_free()) => {
                format!("could not tell: {}{tail}", self.kept_otherwise(rows))
            }
            Conclusion::Unknown if rows.iter().any(|row| row.judgement.was_other_game) => {
                let others = rows.iter().filter(|row| row.judgement.was_other_game);
                let names: Vec<String> = others.map(|row| row.task.to_string()).collect();
                format!(
                    "could not tell: {} went wrong, and the judge drew another game the next time; --jobs 1 plays one match at a time{tail}",
                    few(&names)
                )
            }
            Conclusion::Unknown => {
                format!(
                    "could not tell: no match had a fault that the judge had to see, and a verdict that could be read{warned}"
                )
            }
        }
    }

    /// How many matches told nothing.
    fn tail(&self, rows: &[Row]) -> String {
        let untried = rows.iter().filter(|row| is_untried(row)).count();
        let unknown = { rows.iter() }
            .filter(|row| !row.judgement.unknown.is_empty())
            .count();
        let left_out = locked(&self.hung).iter().map(|hung| hung.left_out).sum();
        counted(left_out, "were skipped")
            + &counted(locked(&self.enough).skipped, "were skipped")
            + &counted(untried, "tried nothing")
            + &counted(unknown, "could not be told")
    }

    /// The clauses of which the judge was warned, and those that it may choose.
    fn warned(&self, rows: &[Row]) -> String {
        let (assumed, stated): (Vec<Clause>, Vec<Clause>) =
            { warned_of(rows) }.partition(|clause| clause.is_assumed());
        let free = self.choices(rows).iter().filter(|choice| choice.is_free());
        let free: Vec<Clause> = free.map(|choice| choice.clause).collect();
        let mut text = String::new();
        if !assumed.is_empty() {
            text += &format!("; warned of {}, which no document states", listed(&assumed));
        }
        if !stated.is_empty() {
            text += &format!("; warned of {}", listed(&stated));
        }
        if !free.is_empty() {
            text += &format!("; its choice: {}", listed(&free));
        }
        text
    }

    /// The clauses on which no match put the judge to the test, and what to do.
    fn untested(&self, rows: &[Row]) -> String {
        let (met, never): (Vec<Clause>, Vec<Clause>) = { self.untold(rows) }
            .into_iter()
            .partition(|clause| is_met_untold(rows, *clause));
        let advice = match warned_of(rows).next() {
            None => "let the judge play a smaller or a shorter game, and say so with --set",
            Some(_) => "nothing can be checked after the message in the warning: change that first",
        };
        let mut parts = Vec::new();
        if !never.is_empty() {
            parts.push(format!("no match came to {}; {advice}", listed(&never)));
        }
        if !met.is_empty() {
            parts.push(format!(
                "{} came up only in matches that could not be told",
                listed(&met)
            ));
        }
        parts.join("; ")
    }

    /// The clauses that the judge keeps only under other values of the parameters.
    fn kept_otherwise(&self, rows: &[Row]) -> String {
        let open = self.choices(rows).iter().filter(|choice| !choice.is_free());
        let open: Vec<&JudgeChoice> = open.collect();
        let clauses: Vec<Clause> = open.iter().map(|choice| choice.clause).collect();
        let set: BTreeSet<String> = open.iter().filter_map(|open| open.options()).collect();
        let set = set.into_iter().collect::<Vec<_>>().join(", or ");
        let how = match set.is_empty() {
            true => String::new(),
            false => format!(" only with {set}"),
        };
        let denied = open.iter().find_map(|open| open.denied_by.as_deref());
        let denied = denied.map_or(String::new(), |other| {
            format!(", and breaks a clause with that in {other}")
        });
        format!("the judge keeps {}{how}{denied}", listed(&clauses))
    }

    /// A grader's verdicts on outputs that no document decides.
    fn undecided(&self, rows: &[Row]) -> String {
        let is_open = |row: &&Row| {
            matches!(&row.task, Task::Output(change, number)
                if matches!(self.duty_of(change, *number), Duty::May(_)))
        };
        let (mut accepted, mut refused) = (Vec::new(), Vec::new());
        for row in rows.iter().filter(is_open) {
            let is_accepted = |said: &String| said.contains("AC");
            let mut said = row.said.keys().filter(|said| said.contains("seat "));
            let all = match said.next().map(is_accepted) {
                Some(true) if said.all(is_accepted) => &mut accepted,
                Some(false) if !said.any(is_accepted) => &mut refused,
                _ => continue,
            };
            all.push(row.task.to_string());
        }
        let told = |verb: &str, names: &[String]| match names {
            [] => String::new(),
            names => format!("  it {verb}: {}\n", names.join(", ")),
        };
        let open = accepted.len() + refused.len();
        if open == 0 {
            return String::new();
        }
        format!(
            "\nthe grader may accept or refuse {}, as no document decides them or contest systems differ:\n{}{}",
            named(open, "output", "outputs"),
            told("accepts", &accepted),
            told("refuses", &refused)
        )
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
}
