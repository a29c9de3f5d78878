//! Slack's timestamps, which are also the identities of messages: `1699999999.000123`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// Microseconds since the epoch; unique and rising within a workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Ts(u64);

impl Ts {
    pub(crate) fn now() -> Self {
        Self(u64::try_from(sandbox_world::now().as_microsecond()).unwrap_or_default())
    }

    /// The clock's time, or just after `last` where the clock has not moved on.
    pub(crate) fn after(last: Self) -> Self {
        Self::now().max(Self(last.0 + 1))
    }

    pub(crate) fn seconds(self) -> u64 {
        self.0 / 1_000_000
    }

    pub(crate) fn microseconds(self) -> u64 {
        self.0
    }

    pub(crate) fn plus_milliseconds(self, milliseconds: u64) -> Self {
        Self(self.0.saturating_add(milliseconds.saturating_mul(1000)))
    }

    /// As it stands in a permalink: `p1699999999000123`.
    pub(crate) fn in_permalink(self) -> String {
        format!("p{}{:06}", self.seconds(), self.0 % 1_000_000)
    }
}

impl fmt::Display for Ts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{:06}", self.seconds(), self.0 % 1_000_000)
    }
}

/// The text was not a timestamp.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a timestamp like 1699999999.000123")]
pub struct NotATimestamp(String);

impl FromStr for Ts {
    type Err = NotATimestamp;

    fn from_str(text: &str) -> Result<Self, NotATimestamp> {
        let wrong = || NotATimestamp(text.to_owned());
        let (seconds, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(seconds) || !digits(fraction) || seconds.len() > 12 || fraction.len() > 6 {
            return Err(wrong());
        }
        let seconds: u64 = seconds.parse().map_err(|_| wrong())?;
        let fraction: u64 = format!("{fraction:0<6}").parse().map_err(|_| wrong())?;
        Ok(Self(seconds * 1_000_000 + fraction))
    }
}

impl From<Ts> for String {
    fn from(ts: Ts) -> Self {
        ts.to_string()
    }
}

impl TryFrom<String> for Ts {
    type Error = NotATimestamp;

    fn try_from(text: String) -> Result<Self, NotATimestamp> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_reads_back_as_it_was_written() {
        let ts: Ts = "1699999999.000123".parse().unwrap();
        assert_eq!(ts.to_string(), "1699999999.000123");
        assert_eq!(ts.in_permalink(), "p1699999999000123");
        assert!("1699999999.".parse::<Ts>().is_err());
        assert!("yesterday".parse::<Ts>().is_err());
    }

    #[test]
    fn timestamps_rise_even_when_the_clock_stands_still() {
        let first = Ts::after(Ts::default());
        let ahead = first.plus_milliseconds(60_000);
        assert!(Ts::after(ahead) > ahead);
    }
}
