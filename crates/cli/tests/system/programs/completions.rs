//! `completions` and `manual`.

use crate::support::needs::tests;
use crate::support::programs::run;

tests! {
    completions_and_the_manual_know_every_command,
}

fn completions_and_the_manual_know_every_command() {
    for words in [
        &["completions", "bash"][..],
        &["completions", "zsh"],
        &["manual"],
    ] {
        let (code, text) = run(words, b"");
        assert!(
            code == 0
                && ["validate", "grade", "oracle"]
                    .iter()
                    .all(|name| text.contains(name)),
            "{words:?}: {text}"
        );
        assert!(
            text.contains(if words == ["manual"] {
                "\\-\\-shrink"
            } else {
                "--shrink"
            }),
            "{words:?}"
        );
    }
}
