//! The results of matches for other programs: a line of JSON each, and JUnit.

use super::JudgeRun;
use super::match_row::Row;
use stickler_check::report::junit;
use stickler_check::report::junit::{Status, TestCase};
use stickler_judge_test::match_line::MatchLine;
use stickler_judge_test::{JudgeFault, Judgement};

impl JudgeRun<'_> {
    pub(super) fn line(&self, row: &Row) -> MatchLine {
        let Judgement {
            wrong,
            unknown,
            has_caught,
            warned,
            excused: _,
            tried,
            is_untried,
            failed: _,
            had_occasion: _,
            has_hung: _,
            doubt: _,
            let_pass: _,
            kinds: _,
            log: _,
            kept: _,
            draws: _,
            was_other_game: _,
            started_no_bot: _,
        } = &row.judgement;
        let clause = |wrong: &JudgeFault| wrong.clause().map(|clause| clause.id().to_string());
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
                    Status::Failed(what.to_string(), self.failure(row, false))
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
