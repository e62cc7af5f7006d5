//! A validator and a submission: each join makes its verdict of both ends.

use crate::join::{Join, Joined, Party};
use stickler::referee::Death;

#[test]
fn each_join_makes_its_verdict_of_both_ends() {
    let exit = |code: i32| Some(Death::Exit(code));
    let signal = |signal: i32| Some(Death::Signal(signal));
    let [validator, submission] = [Some(Party::Validator), Some(Party::Submission)];
    for (ends, first, is_late, verdicts) in [
        ((exit(42), exit(0)), submission, false, ["AC"; 4]),
        ((exit(43), exit(0)), submission, false, ["WA"; 4]),
        ((exit(42), exit(1)), submission, false, ["RTE"; 4]),
        ((exit(42), exit(1)), validator, false, ["RTE"; 4]),
        ((exit(43), exit(1)), submission, false, ["RTE"; 4]),
        ((exit(43), exit(1)), validator, false, ["WA"; 4]),
        (
            (exit(42), signal(13)),
            submission,
            false,
            ["RTE", "RTE", "AC", "RTE"],
        ),
        (
            (exit(43), signal(13)),
            submission,
            false,
            ["RTE", "RTE", "WA", "RTE"],
        ),
        ((exit(42), signal(11)), submission, false, ["RTE"; 4]),
        ((exit(42), signal(9)), submission, true, ["TLE"; 4]),
        (
            (exit(43), signal(9)),
            validator,
            true,
            ["WA", "WA", "WA", "TLE"],
        ),
        ((exit(43), signal(9)), submission, true, ["TLE"; 4]),
        ((exit(0), exit(0)), submission, false, ["JE"; 4]),
        ((exit(1), signal(9)), validator, true, ["JE"; 4]),
        ((signal(15), exit(0)), validator, false, ["JE"; 4]),
        (
            (None, signal(9)),
            submission,
            true,
            ["JE", "JE", "TLE", "JE"],
        ),
        ((None, exit(0)), submission, false, ["JE", "JE", "WA", "JE"]),
    ] {
        let joined = Joined {
            validator: ends.0,
            submission: ends.1,
            first,
            is_late,
        };
        assert_eq!(
            Join::ALL.map(|how| how.verdict(&joined)),
            verdicts,
            "{joined}"
        );
    }
}
