//! The words in which a judge says its verdict: `--verdict`, other words, and half of a line.

use super::{EXAMPLES, changed, copied, here, judged};
use crate::support::files::text;
use crate::support::trials::named;
use libtest_mimic::{Failed, Trial};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        named(
            "judges::verdict_words::a_verdict_in_other_words_is_read",
            other_words_are_read,
        ),
        named(
            "judges::verdict_words::a_verdict_that_is_cut_off_is_not_guessed",
            a_verdict_that_is_cut_off_is_not_guessed,
        ),
    ]
}

/// A judge with numbers from 1 and words of its own; patterns that do not read their own examples are refused.
fn other_words_are_read() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    let path = folder.join("judges/gomoku.py");
    let ours = text(&path).replace(
        "print(\"seat\", seat, words[seat])",
        "print(f\"player #{seat + 1}: {dict(OK='fine', RE='broken', TLE='slow')[words[seat]]} in the end\")",
    );
    std::fs::write(&path, ours)?;
    let rules = "seat: ['player #{seat}: {word} …']\nfirst: 1\nwinner: ['winner {seat}']\nwords: {fine: OK, broken: RE, slow: TLE}\nexamples:\n- text: 'player #2: slow in the end'\n  says: {words: {1: TLE}}\n";
    std::fs::write(folder.join("words.yaml"), rules)?;
    let gomoku = &EXAMPLES[0];
    let (code, text) = judged(
        &folder,
        gomoku,
        &["--verdict", "words.yaml", "--only", "crash"],
        &python,
    );
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("conforms: 3 matches, in 3 of them it caught the bot's fault"),
        "{text}"
    );
    let (code, text) = judged(&folder, gomoku, &["--only", "crash"], &python);
    assert_eq!(code, Some(2), "{text}");
    std::fs::write(folder.join("words.yaml"), rules.replace("1: TLE", "0: TLE"))?;
    let (code, text) = judged(&folder, gomoku, &["--verdict", "words.yaml"], &python);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains(
            "words.yaml: example 1: expected seat 0 TLE, and the patterns read seat 1 TLE"
        ),
        "{text}"
    );
    Ok(())
}

/// A last line without a newline is read. Of half a line nobody knows what it means.
fn a_verdict_that_is_cut_off_is_not_guessed() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let told = |printed: &str| -> Result<(Option<i32>, String), Failed> {
        let folder = copied()?;
        let old = "print(\"seat\", seat, words[seat])";
        let new = format!("print({printed}, end='\\n' * (1 - seat))");
        changed(&folder, ["gomoku.py", old, &new])?;
        Ok(judged(
            &folder,
            &EXAMPLES[0],
            &["--only", "crash-1"],
            &python,
        ))
    };
    let (code, text) = told("f'seat {seat} {words[seat]}'")?;
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = told("f'seat {seat} {words[seat]}'[:11 - 9 * seat]")?;
    assert_eq!(code, Some(2), "{text}");
    let why = "could not tell of crash-1: no word was read for seat 1; its last line: se\n";
    assert!(text.contains(why), "{text}");
    Ok(())
}
