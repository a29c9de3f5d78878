//! What an examination of the installation found, for whoever runs it.

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was looked at, e.g. `SLACK_BOT_TOKEN`.
    pub about: String,
    pub health: Health,
    /// What was found, in one sentence.
    pub words: String,
    /// The command or the page that mends it.
    pub remedy: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    Sound,
    /// It works, though perhaps not as somebody expects; or it cannot be told from here.
    Doubtful,
    /// It does not work until somebody changes something.
    Broken,
}

impl Finding {
    pub fn sound(about: &str, words: impl Into<String>) -> Self {
        Self { about: about.to_owned(), health: Health::Sound, words: words.into(), remedy: None }
    }

    pub fn doubtful(about: &str, words: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { health: Health::Doubtful, remedy: Some(remedy.into()), ..Self::sound(about, words) }
    }

    pub fn broken(about: &str, words: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { health: Health::Broken, remedy: Some(remedy.into()), ..Self::sound(about, words) }
    }
}
