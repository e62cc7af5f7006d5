//! The clauses of records that are no logs: `spec/records.md`.

use crate::clauses;

clauses! {
    page include_str!("../../spec/records.md");
    /// `records.shape.form`
    pub SHAPE_FORM "records.shape.form",
    /// `records.turn.order`
    pub TURN_ORDER "records.turn.order",
    /// `records.turn.count`
    pub TURN_COUNT "records.turn.count",
    /// `records.time.sum`
    pub TIME_SUM "records.time.sum",
    /// `records.end.after`
    pub END_AFTER "records.end.after",
    /// `records.end.before`
    pub END_BEFORE "records.end.before",
    /// `records.verdict.winner`
    pub WINNER "records.verdict.winner",
    /// `records.verdict.reason`
    pub REASON "records.verdict.reason",
    /// `records.verdict.innocent`
    pub INNOCENT "records.verdict.innocent",
    /// `records.verdict.exit`
    pub EXIT "records.verdict.exit",
    /// `records.score.points`
    pub SCORE "records.score.points",
    /// `records.score.rank`
    pub RANK "records.score.rank",
}
