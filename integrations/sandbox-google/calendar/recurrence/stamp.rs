//! A time or a day in a recurrence.

use jiff::{
    Timestamp,
    civil::{Date, DateTime},
    tz::TimeZone,
};

use crate::calendar::when::When;

/// A date or time in a recurrence line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stamp {
    Day(Date),
    /// On the clock of the series itself.
    Local(DateTime),
    Moment(Timestamp),
}

impl Stamp {
    pub(crate) fn read(text: &str) -> Option<Self> {
        if text.len() == 8 {
            return Date::strptime("%Y%m%d", text).ok().map(Self::Day);
        }
        let local = DateTime::strptime("%Y%m%dT%H%M%S", text.strip_suffix('Z').unwrap_or(text)).ok()?;
        if text.ends_with('Z') {
            return TimeZone::UTC.to_timestamp(local).ok().map(Self::Moment);
        }
        Some(Self::Local(local))
    }

    /// Whether this is where a start lies.
    pub(crate) fn is(self, when: &When) -> bool {
        match self {
            Self::Day(date) => when.is_day() && when.civil().date() == date,
            Self::Local(civil) => when.civil() == civil,
            Self::Moment(at) => when.instant(&TimeZone::UTC) == at,
        }
    }

    /// Whether a start lies after this, as the end of a rule.
    pub(crate) fn is_before(self, when: &When) -> bool {
        match self {
            Self::Day(date) => when.civil().date() > date,
            Self::Local(civil) => when.civil() > civil,
            Self::Moment(at) => when.instant(&TimeZone::UTC) > at,
        }
    }

    /// A start of the same kind as the first.
    pub(crate) fn on(self, first: &When) -> When {
        match (self, first) {
            (Self::Moment(at), When::Moment { zone, .. }) => When::Moment { at, zone: zone.clone() },
            (Self::Moment(at), When::Day(_)) => When::Day(at.to_zoned(TimeZone::UTC).date()),
            (Self::Local(civil), first) => first.when_clock_shows(civil),
            (Self::Day(date), first) => first.when_clock_shows(date.to_datetime(first.civil().time())),
        }
    }
}
