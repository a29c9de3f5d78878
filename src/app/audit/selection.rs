//! Which records somebody wants to see.

use std::str::FromStr;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use kernel::AuditRecord;

use super::belonging::{Belonging, Owner};
use super::stored::Stored;
use crate::cli::AuditSelection;

pub(super) struct Selection {
    which: AuditSelection,
    belonging: Belonging,
}

impl Selection {
    pub(super) fn of(which: &AuditSelection) -> Self {
        Self { which: which.clone(), belonging: Belonging::default() }
    }

    /// To be asked about every record in its order. What cannot be read fits no wish.
    pub(super) fn takes(&mut self, stored: &mut Stored) -> bool {
        let Some(record) = &stored.record else { return self.wants_everything() };
        let owner = self.belonging.of(&stored.thread, stored.entry, record);
        stored.tool.clone_from(&owner.tool);
        let AuditSelection { person, thread, tool, since } = &self.which;
        since.is_none_or(|Since(since)| stored.at >= since)
            && thread.as_deref().is_none_or(|wanted| is_within(&stored.thread, wanted))
            && person.as_deref().is_none_or(|wanted| is_about(record, &owner, wanted))
            && tool.as_deref().is_none_or(|wanted| calls(record, &owner, wanted))
    }

    fn wants_everything(&self) -> bool {
        let AuditSelection { person, thread, tool, since } = &self.which;
        person.is_none() && thread.is_none() && tool.is_none() && since.is_none()
    }
}

/// All of a name, or one of its parts: a channel is a part of its threads.
fn is_within(name: &str, wanted: &str) -> bool {
    name == wanted || name.split(':').any(|part| part == wanted)
}

/// By a record's own words, and by whose call or card it is about.
fn is_about(record: &AuditRecord, owner: &Owner, wanted: &str) -> bool {
    let people = [record.who.as_deref(), owner.who.as_deref()];
    let accounts = [record.account.as_deref(), owner.account.as_deref()];
    people.into_iter().flatten().any(|who| who == wanted || user_of(who) == wanted)
        || accounts.into_iter().flatten().any(|account| account.eq_ignore_ascii_case(wanted))
}

/// A person's name begins with their workspace.
fn user_of(who: &str) -> &str {
    who.split_once(':').map_or(who, |(_, user)| user)
}

fn calls(record: &AuditRecord, owner: &Owner, wanted: &str) -> bool {
    let tools = [record.tool.as_deref(), owner.tool.as_deref()].into_iter().flatten();
    tools.chain(record.calls.values().map(String::as_str)).any(|tool| fits(tool, wanted))
}

/// `gmail.*` is every name that begins with `gmail.`; a star may stand anywhere.
fn fits(name: &str, pattern: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return name == pattern };
    let Some(rest) = name.strip_prefix(before) else { return false };
    let mut starts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    starts.any(|at| rest.get(at..).is_some_and(|rest| fits(rest, after)))
}

/// From when on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Since(pub(crate) Timestamp);

#[derive(Debug, thiserror::Error)]
#[error("say a day (2026-11-01), a moment (2026-11-01T15:00Z) or how long ago (30m, 2h, 3d, 1w)")]
pub(crate) struct NoSuchTime;

impl FromStr for Since {
    type Err = NoSuchTime;

    /// A day begins where this machine is.
    fn from_str(words: &str) -> Result<Self, NoSuchTime> {
        if let Ok(moment) = words.parse::<Timestamp>() {
            return Ok(Self(moment));
        }
        if let Ok(day) = words.parse::<Date>() {
            let begins = day.to_zoned(TimeZone::system()).map_err(|_| NoSuchTime)?;
            return Ok(Self(begins.timestamp()));
        }
        let unit = words.chars().last().ok_or(NoSuchTime)?;
        let count: i64 = words.strip_suffix(unit).and_then(|count| count.parse().ok()).ok_or(NoSuchTime)?;
        let hours = match unit {
            'm' => None,
            'h' => Some(1),
            'd' => Some(24),
            'w' => Some(24 * 7),
            _ => return Err(NoSuchTime),
        };
        // More than the calendar has is no length of time.
        let count = Some(count).filter(|count| (0..=1_000_000).contains(count)).ok_or(NoSuchTime)?;
        let ago = hours.map_or_else(|| count.minutes(), |hours| (count * hours).hours());
        Timestamp::now().checked_sub(ago).map(Self).map_err(|_| NoSuchTime)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything() {
        for (name, pattern, does) in [
            ("gmail.send", "gmail.send", true),
            ("gmail.send", "gmail.*", true),
            ("gmail.send", "*.send", true),
            ("gmail.send", "*", true),
            ("gmail.send", "g*i*.s*d", true),
            ("gmail.send", "drive.*", false),
            ("gmail.send", "gmail", false),
            ("gmail.send", "gmail.*x", false),
        ] {
            assert_eq!(fits(name, pattern), does, "{name} {pattern}");
        }
    }

    #[test]
    fn a_time_is_a_day_a_moment_or_a_while_ago() {
        let ago = |words: &str| {
            let Since(since) = words.parse().unwrap();
            Timestamp::now().as_second() - since.as_second()
        };
        for (words, seconds) in [("30m", 1800), ("2h", 7200), ("3d", 259_200), ("1w", 604_800)] {
            assert!((seconds..seconds + 5).contains(&ago(words)), "{words}");
        }
        let moment: Since = "2026-11-01T15:00Z".parse().unwrap();
        assert_eq!(moment.0.to_string(), "2026-11-01T15:00:00Z");
        let Since(day) = "2026-11-01".parse().unwrap();
        assert_eq!(day.to_zoned(TimeZone::system()).date().to_string(), "2026-11-01");
        for wrong in ["", "yesterday", "3", "h", "-2h", "2026-13-01", "999999999999h", "3é"] {
            assert!(wrong.parse::<Since>().is_err(), "{wrong}");
        }
    }
}
