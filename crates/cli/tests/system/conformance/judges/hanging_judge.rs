//! A judge that hangs.

use super::{EXAMPLES, changed, copied, here, judged};
use crate::support::trials::named;
use libtest_mimic::{Failed, Trial};

pub(crate) fn tests() -> Vec<Trial> {
    vec![named(
        "judges::hanging_judge::a_judge_that_hangs_is_not_waited_for_again",
        a_judge_that_hangs_is_not_waited_for_again,
    )]
}

/// A match in which nothing happens any more is over long before its limit, and the others of its kind are skipped and counted.
fn a_judge_that_hangs_is_not_waited_for_again() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    changed(&folder, ["programs.py", "limit / 1000", "limit"])?;
    let began = std::time::Instant::now();
    let only = ["--only", "h", "--jobs", "1"];
    let (code, text) = judged(&folder, &EXAMPLES[0], &only, &python);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("hang-0: the judge must say TLE of seat 0"),
        "{text}"
    );
    assert!(text.contains("it had not ended after "), "{text}");
    let left_out = "skipped: 1 other match of the kind of hang-0, in which the judge did not end";
    assert!(text.contains(left_out), "{text}");
    assert!(text.ends_with("; 1 were skipped\n"), "{text}");
    assert!(began.elapsed().as_secs() < 55, "{:?}", began.elapsed());
    Ok(())
}
