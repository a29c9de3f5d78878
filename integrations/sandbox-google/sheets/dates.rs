//! Days and hours as sheets count them: days since 30 December 1899, with the hours as a fraction.

use jiff::civil::{Date, DateTime, Time};
use jiff::{Span, Unit};

const FIRST: Date = Date::constant(1899, 12, 30);
const SECONDS: f64 = 86_400.0;

pub(crate) fn serial(date: Date) -> f64 {
    let days = FIRST.until((Unit::Day, date)).map_or(0, |span| span.get_days());
    f64::from(days)
}

/// The fraction of a day.
pub(crate) fn fraction(time: Time) -> f64 {
    let seconds = i32::from(time.hour()) * 3600 + i32::from(time.minute()) * 60 + i32::from(time.second());
    f64::from(seconds) / SECONDS
}

/// The moment of a serial number, to the second; nothing for what is no date.
pub(crate) fn moment(serial: f64) -> Option<DateTime> {
    if !serial.is_finite() || serial.abs() > 3_000_000.0 {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "checked above")]
    let seconds = (serial * SECONDS).round() as i64;
    let span = Span::new().try_seconds(seconds).ok()?;
    FIRST.to_datetime(Time::midnight()).checked_add(span).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_the_end_of_1899() {
        assert!((serial(Date::constant(2026, 1, 5)) - 46027.0).abs() < f64::EPSILON);
        assert_eq!(moment(46027.5).unwrap().to_string(), "2026-01-05T12:00:00");
        assert_eq!(moment(f64::NAN), None);
    }
}
