//! In which zone somebody's times are meant: the setting of their calendar, remembered for a day.

use std::time::Duration;

use jiff::tz::TimeZone;
use kernel::Failure;

use crate::remembered::Remembered;

pub(crate) type Zones = Remembered<TimeZone>;

pub(crate) const REMEMBERED: Duration = Duration::from_hours(24);

/// A zone that a model named.
pub(crate) fn zone_named(name: &str) -> Result<TimeZone, Failure> {
    TimeZone::get(name).ok().filter(|zone| zone.iana_name().is_some()).ok_or_else(|| {
        Failure::invalid("That is not the name of a time zone. Use an IANA name such as `Europe/Berlin`.")
    })
}

/// How a zone is called.
pub(crate) fn name_of(zone: &TimeZone) -> &str {
    zone.iana_name().unwrap_or("UTC")
}
