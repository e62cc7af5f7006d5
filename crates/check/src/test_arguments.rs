//! The command line of a test program. libtest-mimic takes one name of a test; like the usual harness, this takes several.

use libtest_mimic::{Arguments, Conclusion, Trial};

/// Options that take the next word as their value.
const WITH_VALUE: [&str; 5] = [
    "--test-threads",
    "--skip",
    "--format",
    "--color",
    "--logfile",
];

/// The options of a test program, and the names of tests.
pub struct TestArguments {
    /// The options, without a name.
    pub options: Arguments,
    /// The names, or parts of names, of the tests that are asked for; none: all tests.
    pub names: Vec<String>,
}

impl TestArguments {
    /// The arguments of this process. A command line that is not understood ends the process with an error.
    pub fn from_args() -> TestArguments {
        TestArguments::read(std::env::args())
    }

    /// The arguments of a command line, whose first word is the program.
    fn read(words: impl Iterator<Item = String>) -> TestArguments {
        let (mut others, mut names) = (Vec::new(), Vec::new());
        let mut is_value = true; // The first word is the program.
        for word in words {
            let is_other = is_value || word.starts_with('-');
            is_value = WITH_VALUE.contains(&word.as_str());
            if is_other { &mut others } else { &mut names }.push(word);
        }
        TestArguments {
            options: Arguments::from_iter(others),
            names,
        }
    }

    /// True where this name of the command line means this test.
    pub(crate) fn means(&self, name: &str, test: &str) -> bool {
        test == name || !self.options.exact && test.contains(name)
    }

    /// True where the test of this name is asked for; `--skip` and `--ignored` may leave it out all the same.
    pub(crate) fn asks_for(&self, test: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| self.means(name, test))
    }

    /// The tests that are asked for; `--skip` and `--ignored` drop more.
    pub fn chosen(&self, mut trials: Vec<Trial>) -> Vec<Trial> {
        trials.retain(|trial| self.asks_for(trial.name()));
        trials
    }

    /// Runs those that are asked for.
    pub fn run(&self, trials: Vec<Trial>) -> Conclusion {
        libtest_mimic::run(&self.options, self.chosen(trials))
    }
}

#[cfg(test)]
mod tests {
    use super::TestArguments;
    use libtest_mimic::Trial;

    fn chosen(words: &str) -> String {
        let words = ["program"].into_iter().chain(words.split_whitespace());
        let trials = ["rules::one", "rules::one_more", "pages::two"]
            .map(|name| Trial::test(name, || Ok(())));
        let arguments = TestArguments::read(words.map(str::to_string));
        let chosen = arguments.chosen(trials.into());
        chosen.iter().map(Trial::name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn several_names_choose_what_any_of_them_means() {
        assert_eq!(chosen(""), "rules::one rules::one_more pages::two");
        assert_eq!(chosen("more two"), "rules::one_more pages::two");
        assert_eq!(chosen("--exact rules::one pages"), "rules::one");
        assert_eq!(chosen("--test-threads 2 two -q"), "pages::two");
        assert_eq!(chosen("--format=terse three"), "");
    }
}
