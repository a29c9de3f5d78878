//! Slack's identifiers: a letter that says what it names, then capitals and digits.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

macro_rules! identifier {
    ($(#[$doc:meta])* $vis:vis $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        $vis struct $name(String);

        impl $name {
            /// The same seed always gives the same identifier, so that a world file can be reasoned about.
            pub(crate) fn of(seed: &str) -> Self {
                Self(derived($letter, seed))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    };
}

identifier!(
    /// The workspace.
    pub(crate) TeamId, 'T'
);
identifier!(
    /// A person, or the bot user of the app.
    pub UserId, 'U'
);
identifier!(
    /// A channel or a direct message.
    pub ChannelId, 'C'
);
identifier!(
    /// The bot behind the app's posts.
    pub BotId, 'B'
);
identifier!(
    /// The organisation of the workspace.
    pub(crate) EnterpriseId, 'E'
);
identifier!(
    /// The app.
    pub AppId, 'A'
);

impl UserId {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&BotId> for UserId {
    /// A bot without a user stands under its own id among those who have replied.
    fn from(bot: &BotId) -> Self {
        Self(bot.0.clone())
    }
}

impl ChannelId {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Direct messages have a letter of their own.
    pub(crate) fn direct(seed: &str) -> Self {
        Self(derived('D', seed))
    }
}

/// An identifier for something that happens once, e.g. `Ev` and ten characters.
pub(crate) fn once(prefix: &str) -> String {
    format!("{prefix}0{}", characters(Uuid::new_v4().as_bytes(), 10))
}

/// Letters and digits for tokens and block ids.
pub(crate) fn random(length: usize) -> String {
    let mut text = String::new();
    while text.len() < length {
        text.push_str(&Uuid::new_v4().simple().to_string());
    }
    text.truncate(length);
    text
}

/// So many digits, of which the first is never zero.
pub(crate) fn digits(length: usize) -> String {
    let mut text = String::from("1");
    text.extend(random(length.saturating_sub(1)).bytes().map(|byte| char::from(b'0' + byte % 10)));
    text
}

fn derived(letter: char, seed: &str) -> String {
    format!("{letter}0{}", characters(&Sha256::digest(format!("{letter}:{seed}")), 9))
}

fn characters(bytes: &[u8], length: usize) -> String {
    bytes
        .iter()
        .filter_map(|byte| char::from_digit(u32::from(*byte) % 36, 36))
        .map(|character| character.to_ascii_uppercase())
        .take(length)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_identifier_with_slacks_look() {
        assert_eq!(UserId::of("ana"), UserId::of("ana"));
        assert_ne!(UserId::of("ana"), UserId::of("ben"));
        let id = UserId::of("ana").to_string();
        assert_eq!(id.len(), 11);
        assert!(id.starts_with('U') && id.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()));
        assert!(ChannelId::direct("ana").as_str().starts_with('D'));
    }
}
