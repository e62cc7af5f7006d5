//! How the example bots are broken: where their sources are changed, and the changes that suit the bots of many games.

/// The example bots of a game, and how they are tried.
pub(crate) struct Bots {
    pub(crate) game: &'static str,
    /// The statement that answers, in Python and in C++: it writes WORDS.
    pub(crate) answer: [&'static str; 2],
    /// These words, in Python and in C++.
    pub(crate) words: [&'static str; 2],
    /// In which scenario a broken bot must be caught.
    pub(crate) scenario: &'static str,
    /// Limits that keep the game of a broken bot short.
    pub(crate) hurried: &'static [&'static str],
    /// Limits for a whole bot.
    pub(crate) patient: &'static [&'static str],
    pub(crate) broken: &'static [Broken],
}

/// A change that breaks a bot: where, what stands there instead in Python and in C++, and the class of what must be found.
pub(crate) struct Change {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    at: Place,
    instead: [&'static str; 2],
}

/// A changed bot, and the clause that it must be found to break.
pub(crate) struct Broken {
    pub(crate) change: Change,
    pub(crate) clause: &'static str,
}

/// The part of a source that is changed.
enum Place {
    /// This text, in Python and in C++.
    Text([&'static str; 2]),
    /// The statement that answers; what is put there may write the WORDS too.
    Answer,
    /// The end of the main function, where one statement more is put.
    End,
}

impl Change {
    /// The bots of a game, changed so, break this clause of it.
    pub(crate) const fn breaks(self, clause: &'static str) -> Broken {
        Broken {
            change: self,
            clause,
        }
    }

    /// The text to change and the text to put there; `language` is 0 for Python, 1 for C++.
    pub(crate) fn of(&self, bots: &Bots, language: usize) -> [String; 2] {
        let instead = self.instead[language];
        let with_words = |text: &str| text.replace("WORDS", bots.words[language]);
        match (&self.at, language) {
            (Place::Text(text), _) => [text[language].into(), instead.into()],
            (Place::Answer, _) => [bots.answer[language], instead].map(with_words),
            (Place::End, 0) => [
                "\n\n\nmain()\n".into(),
                format!("\n    {instead}\n\n\nmain()\n"),
            ],
            (Place::End, _) => [
                "\n    }\n}\n".into(),
                format!("\n    }}\n    {instead}\n}}\n"),
            ],
        }
    }
}

/// An answer that is sent at once.
pub(crate) const FLUSHED: [&str; 2] = [
    "print(WORDS, flush=True)",
    "std::cout << WORDS << std::endl;",
];
/// An answer that may wait for the end of the program.
pub(crate) const BUFFERED: [&str; 2] = ["print(WORDS)", "std::cout << WORDS << \"\\n\";"];

pub(crate) const NO_OK: Change = Change {
    name: "no_ok",
    kind: "late",
    at: Place::Text([
        "print(\"OK\", flush=True)",
        "std::cout << \"OK\" << std::endl;",
    ]),
    instead: ["pass", ""],
};

// Python's own standard output is flushed by `input`, and C++'s by reading.
pub(crate) const NO_FLUSH: Change = Change {
    name: "no_flush",
    kind: "late",
    at: Place::Answer,
    instead: [
        "print(WORDS, file=globals().setdefault('out', open(1, 'w', closefd=False)))",
        "std::cin.tie(nullptr); std::cout << WORDS << '\\n';",
    ],
};

pub(crate) const NO_NEWLINE: Change = Change {
    name: "no_newline",
    kind: "late",
    at: Place::Answer,
    instead: [
        "print(WORDS, end='', flush=True)",
        "std::cout << WORDS << std::flush;",
    ],
};

pub(crate) const TWO_LINES: Change = Change {
    name: "two_lines",
    kind: "unasked",
    at: Place::Answer,
    instead: [
        "print(WORDS, '\\n', WORDS, flush=True)",
        "std::cout << WORDS << '\\n' << WORDS << std::endl;",
    ],
};

pub(crate) const TOO_LATE: Change = Change {
    name: "too_late",
    kind: "late",
    at: Place::Answer,
    instead: [
        "__import__('time').sleep(3); print(WORDS, flush=True)",
        "std::system(\"sleep 3\"); std::cout << WORDS << std::endl;",
    ],
};

pub(crate) const OUTPUT_AFTER_FINISH: Change = Change {
    name: "output_after_finish",
    kind: "unasked",
    at: Place::End,
    instead: [
        "print('BYE', flush=True)",
        "std::cout << \"BYE\" << std::endl;",
    ],
};

pub(crate) const NEVER_EXITS: Change = Change {
    name: "never_exits",
    kind: "ending",
    at: Place::End,
    instead: [
        "sys.stdout.flush(); __import__('time').sleep(30)",
        "std::cout.flush(); std::system(\"sleep 30\");",
    ],
};

pub(crate) const EXIT_CODE: Change = Change {
    name: "exit_code",
    kind: "ending",
    at: Place::End,
    instead: ["sys.exit(3)", "return 3;"],
};

/// A game's own change of the statement that answers.
pub(crate) const fn answer(
    name: &'static str,
    kind: &'static str,
    clause: &'static str,
    instead: [&'static str; 2],
) -> Broken {
    Change {
        name,
        kind,
        at: Place::Answer,
        instead,
    }
    .breaks(clause)
}

/// A game's own statement at the end.
pub(crate) const fn end(
    name: &'static str,
    kind: &'static str,
    clause: &'static str,
    instead: [&'static str; 2],
) -> Broken {
    Change {
        name,
        kind,
        at: Place::End,
        instead,
    }
    .breaks(clause)
}

/// A game's own change of any text: what stood there and what stands there now, in Python and in C++.
pub(crate) const fn text(
    name: &'static str,
    kind: &'static str,
    clause: &'static str,
    python: (&'static str, &'static str),
    cpp: (&'static str, &'static str),
) -> Broken {
    Change {
        name,
        kind,
        at: Place::Text([python.0, cpp.0]),
        instead: [python.1, cpp.1],
    }
    .breaks(clause)
}
