//! The dates on which something repeats: `RRULE`, `RDATE` and `EXDATE` of RFC 5545, as far as Google's own calendar
//! writes them.
//!
//! Knows rules and clocks, nothing of events.

mod periods;
mod rule;
mod stamp;

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use self::rule::Rule;
use super::when::{When, zone_named};
use crate::calendar::recurrence::stamp::Stamp;

/// More dates than this of one series are never looked at.
const MOST: usize = 20_000;

/// The lines of an event's `recurrence`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recurrence {
    rules: Vec<Rule>,
    extra: Vec<Stamp>,
    except: Vec<Stamp>,
}

impl Recurrence {
    /// Reads the lines; `None` when one of them is not a rule that Google keeps.
    pub(super) fn read(lines: &[String]) -> Option<Self> {
        let mut read = Self { rules: Vec::new(), extra: Vec::new(), except: Vec::new() };
        for line in lines {
            let (head, value) = line.trim().split_once(':')?;
            let mut head = head.split(';');
            let name = head.next()?.to_ascii_uppercase();
            match name.as_str() {
                "RRULE" => read.rules.push(Rule::read(value)?),
                "RDATE" => read.extra.extend(stamps(head, value)?),
                "EXDATE" => read.except.extend(stamps(head, value)?),
                _ => return None,
            }
        }
        Some(read)
    }

    /// The starts from the first on, in order. Rules without an end stop at the horizon.
    pub(super) fn starts(&self, first: &When, horizon: Timestamp) -> Vec<When> {
        let utc = TimeZone::UTC;
        let mut found = BTreeMap::new();
        found.insert(first.instant(&utc), first.clone());
        for rule in &self.rules {
            let date = first.civil().date();
            let later = rule.dates(date).filter(|next| *next != date);
            for (count, date) in (1_usize..).zip(later) {
                let when = first.when_clock_shows(date.to_datetime(first.civil().time()));
                let past = rule.until.is_some_and(|until| until.is_before(&when));
                let beyond = !rule.is_finite() && when.instant(&utc) >= horizon;
                if past || beyond || rule.count.is_some_and(|most| count >= most) || count >= MOST {
                    break;
                }
                found.insert(when.instant(&utc), when);
            }
        }
        for stamp in &self.extra {
            let when = stamp.on(first);
            found.insert(when.instant(&utc), when);
        }
        found.retain(|_, when| !self.except.iter().any(|stamp| stamp.is(when)));
        found.into_values().collect()
    }
}

/// The values of an `RDATE` or `EXDATE`, on the clocks of its `TZID` if it has one.
fn stamps<'a>(attributes: impl Iterator<Item = &'a str>, values: &str) -> Option<Vec<Stamp>> {
    let mut zone = None;
    for attribute in attributes {
        match attribute.split_once('=')? {
            ("TZID", name) => zone = Some(TimeZone::get(name).is_ok().then(|| zone_named(name))?),
            ("VALUE", "DATE" | "DATE-TIME") => {}
            _ => return None,
        }
    }
    let read = |text: &str| match (Stamp::read(text.trim())?, &zone) {
        (Stamp::Local(civil), Some(zone)) => zone.to_timestamp(civil).ok().map(Stamp::Moment),
        (stamp, _) => Some(stamp),
    };
    values.split(',').map(read).collect()
}

#[cfg(test)]
mod tests;
