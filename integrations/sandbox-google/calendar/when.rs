//! When something is: a whole day, or a moment on the clocks of a zone.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The start or the end of an event.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) enum When {
    Day(Date),
    /// `zone` is an IANA name.
    Moment {
        at: Timestamp,
        zone: String,
    },
}

impl When {
    /// The instant it stands for; a day begins at midnight in the given zone.
    pub(crate) fn instant(&self, zone: &TimeZone) -> Timestamp {
        match self {
            Self::Day(date) => midnight(*date, zone),
            Self::Moment { at, .. } => *at,
        }
    }

    /// What the clock on its own wall shows.
    pub(super) fn civil(&self) -> DateTime {
        match self {
            Self::Day(date) => date.to_datetime(jiff::civil::Time::midnight()),
            Self::Moment { at, zone } => at.to_zoned(zone_named(zone)).datetime(),
        }
    }

    pub(crate) fn is_day(&self) -> bool {
        matches!(self, Self::Day(_))
    }

    /// The same kind of thing when its own wall clock shows something else. A time that the clock leaps over is as
    /// much later as the clock leaps.
    pub(super) fn when_clock_shows(&self, civil: DateTime) -> Self {
        match self {
            Self::Day(_) => Self::Day(civil.date()),
            Self::Moment { at, zone } => {
                let moved = zone_named(zone).to_timestamp(civil);
                Self::Moment { at: moved.unwrap_or(*at), zone: zone.clone() }
            }
        }
    }

    /// What follows the underscore in the id of an instance that began here.
    pub(super) fn suffix(&self) -> String {
        match self {
            Self::Day(date) => date.strftime("%Y%m%d").to_string(),
            Self::Moment { at, .. } => at.strftime("%Y%m%dT%H%M%SZ").to_string(),
        }
    }

    /// As the API shows it to somebody in a zone.
    pub(super) fn json(&self, shown_in: &TimeZone) -> Value {
        match self {
            Self::Day(date) => json!({ "date": date.to_string() }),
            Self::Moment { at, zone } => {
                json!({ "dateTime": rfc3339(&at.to_zoned(shown_in.clone())), "timeZone": zone })
            }
        }
    }
}

/// RFC 3339 with the offset of its zone, as Google writes it.
pub(super) fn rfc3339(moment: &Zoned) -> String {
    let pattern = if moment.offset().is_zero() { "%Y-%m-%dT%H:%M:%SZ" } else { "%Y-%m-%dT%H:%M:%S%:z" };
    moment.strftime(pattern).to_string()
}

/// `created` and `updated`: UTC with milliseconds.
pub(super) fn stamp(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string()
}

/// A zone that was checked when its name came in.
pub(crate) fn zone_named(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap_or(TimeZone::UTC)
}

pub(super) fn midnight(date: Date, zone: &TimeZone) -> Timestamp {
    let start = date.to_zoned(zone.clone()).map(|zoned| zoned.timestamp());
    start.unwrap_or(Timestamp::UNIX_EPOCH)
}
