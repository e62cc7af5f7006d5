//! Judges that break an assumed clause alone.

use super::{EXAMPLES, changed, copied, here, judged};
use crate::support::trials::{named, of_gate};
use libtest_mimic::{Failed, Trial};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        named(
            "judges::assumed_clauses::a_clause_that_no_document_states_accuses_no_judge",
            assumed_clauses_accuse_no_judge,
        ),
        of_gate(named(
            "judges::assumed_clauses::a_judge_that_reads_on_over_further_words_is_warned_of",
            reading_on_is_warned_of,
        )),
    ]
}

/// The contest's own judge of Black Out read on, so no judge is accused of it.
fn reading_on_is_warned_of() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    let reads_on = [
        "blackout.py",
        "\"replace\").split()",
        "\"replace\").split()[:4]",
    ];
    changed(&folder, reads_on)?;
    let more = ["--only", "text-extra-word"];
    let (code, text) = judged(&folder, &EXAMPLES[1], &more, &python);
    assert_eq!(code, Some(2), "{text}");
    let warning = "\nwarning[blackout.move.extra]: it went on after an answer: ";
    assert!(text.contains(warning), "{text}");
    Ok(())
}

/// A judge that breaks an assumed clause alone is warned of, and the last line says so; what follows from it accuses nobody either.
fn assumed_clauses_accuse_no_judge() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let gomoku = &EXAMPLES[0];
    let told = |change: [&str; 3], only: &str| -> Result<(Option<i32>, String), Failed> {
        let folder = copied()?;
        changed(&folder, change)?;
        Ok(judged(&folder, gomoku, &["--only", only], &python))
    };
    let warned = "; warned of wire.judge.plain, which no document states\n";
    // Its lines end with CRLF, which stickler's own bots can read.
    let crlf = [
        "programs.py",
        "text.encode() + b\"\\n\"",
        "text.encode() + b\"\\r\\n\"",
    ];
    let (code, text) = told(crlf, "crash")?;
    assert_eq!(code, Some(0), "{text}");
    let warning = "\nwarning[wire.judge.plain]: its lines end with a carriage return and a newline\n  \
                   no document states this clause, so no judge is accused by it; it stands in crash-end-0, crash-0, crash-1\n";
    assert!(
        text.contains(warning) && text.ends_with(&format!("it caught the bot's fault{warned}")),
        "{text}"
    );
    // It writes leading zeros, which they cannot read, so they fail, and the judge says so.
    let zeros = ["gomoku.py", "{left[1 - seat]}\"", "0{left[1 - seat]}\""];
    let (code, text) = told(zeros, "plain")?;
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("could not tell of plain: it says RE of seat 0, which did nothing wrong: stickler's own bots may not follow")
            && text.ends_with(warned),
        "{text}"
    );
    let (code, text) = told(zeros, "again-1")?;
    assert!(
        code == Some(2) && !text.contains("violates") && text.ends_with(warned),
        "{code:?} {text}"
    );
    let (_, text) = told(crlf, "crash-0")?;
    assert!(!text.contains("error["), "{text}");
    Ok(())
}
