//! How the process ends.

use std::process::ExitCode;

/// The exit codes, for scripts and service managers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything went as asked.
    Fine = 0,
    /// Something failed that may work another time.
    Failed = 1,
    /// The configuration or the environment is wrong.
    Configuration = 3,
    /// Slack will not let us in until somebody changes something.
    SlackRefused = 4,
    /// Another instance works with the same data, or listens as the same app.
    AlreadyRunning = 5,
    /// The vault cannot be opened.
    Vault = 6,
    /// The audit has been tampered with.
    Audit = 7,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command ended early: the code for scripts, the words for people.
#[derive(Debug, thiserror::Error)]
#[error("{words}")]
pub struct Trouble {
    pub exit: Exit,
    pub words: String,
}

impl Trouble {
    #[expect(clippy::needless_pass_by_value, reason = "an error ends here")]
    pub(crate) fn new(exit: Exit, words: impl ToString) -> Self {
        Self { exit, words: words.to_string() }
    }
}
