//! What an explanation costs. The table is in `spec/log.md`.

/// The mistakes that an explanation needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cost {
    /// Lines that nothing explains.
    pub(crate) deviations: usize,
    /// Messages that are missing from the file, and that seats answer.
    pub(crate) lacking: usize,
    /// A seat that the file does not show failed.
    pub(crate) fails_unseen: bool,
    /// A seat that the file shows failed, and no line shows how: a file that does not show one failure need not show another.
    pub(crate) fails_seen: bool,
}

impl Cost {
    /// The sum.
    pub(crate) fn sum(self) -> usize {
        let failures = match self.fails_seen {
            true => 2,
            false => usize::from(self.fails_unseen),
        };
        2 * (self.deviations + self.lacking) + failures
    }

    /// True where it supposes what the file should show: a failure of a seat that it shows, or a missing line.
    pub(crate) fn supposes(self) -> bool {
        self.fails_seen || self.lacking > 0
    }
}
