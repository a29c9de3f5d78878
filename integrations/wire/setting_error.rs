//! A setting that cannot be used.

use crate::WireError;

/// A key of the configuration, or a variable of the environment, that cannot be used: which, why, and what to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingError {
    /// As it is written, e.g. `[slack] sockets`; empty where the problem names it.
    pub key: String,
    pub problem: String,
    /// Empty where the problem says enough.
    pub hint: String,
}

impl SettingError {
    pub fn new(key: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { key: key.into(), problem: problem.into(), hint: String::new() }
    }

    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }

    /// The same, of a key in this table: `deny` within `[roles.clerk]` is `[roles.clerk] deny`.
    #[must_use]
    pub fn within(self, table: &str) -> Self {
        let key = if self.key.is_empty() { table.to_owned() } else { format!("{table} {}", self.key) };
        Self { key, ..self }
    }
}

impl From<WireError> for SettingError {
    fn from(error: WireError) -> Self {
        Self::new("", error.to_string())
    }
}

impl std::error::Error for SettingError {}

/// A table is the subject of its sentence; a key stands before a colon.
impl std::fmt::Display for SettingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { key, problem, hint } = self;
        let between = match key.as_str() {
            "" => "",
            table if table.ends_with(']') => " ",
            _ => ": ",
        };
        write!(f, "{key}{between}{problem}")?;
        if hint.is_empty() { Ok(()) } else { write!(f, " {hint}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_stands_first_and_the_hint_last() {
        let unset = SettingError::new("listen", "it is no address.").hint("It looks like \"127.0.0.1:1\".");
        assert_eq!(unset.to_string(), "listen: it is no address. It looks like \"127.0.0.1:1\".");
        let within = SettingError::new("deny", "there is none.").within("[roles.clerk]");
        assert_eq!(within.to_string(), "[roles.clerk] deny: there is none.");
        assert_eq!(SettingError::new("", "has two.").within("[vault]").to_string(), "[vault] has two.");
    }
}
