//! Days and times as a world file writes them, counted from the day on which the sandbox starts.

use jiff::civil::{Date, Time, Weekday};
use jiff::{Span, Timestamp, ToSpan, Zoned};

/// A whole day, or a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    Day(Date),
    Moment(Timestamp),
}

/// Reads `+1d 09:00`, `mon 10:00`, `fri+1w`, a date or an RFC 3339 time; `None` for anything else.
pub fn read(text: &str, now: &Zoned) -> Option<Told> {
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Some(Told::Moment(moment));
    }
    let (day, clock) = match text.trim().split_once(' ') {
        Some((day, clock)) => (day, Some(time(clock.trim())?)),
        None => (text.trim(), None),
    };
    let day = date(day, now.date())?;
    match clock {
        None => Some(Told::Day(day)),
        Some(clock) => at(day, clock, now).map(Told::Moment),
    }
}

/// `10:30`.
pub fn time(text: &str) -> Option<Time> {
    let (hour, minute) = text.split_once(':')?;
    Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

/// A time of a day on somebody's clock.
pub fn at(day: Date, clock: Time, now: &Zoned) -> Option<Timestamp> {
    now.time_zone().to_timestamp(day.to_datetime(clock)).ok()
}

fn date(text: &str, today: Date) -> Option<Date> {
    if let Ok(date) = text.parse::<Date>() {
        return Some(date);
    }
    let cut = text.find(['+', '-']).unwrap_or(text.len());
    let (name, offset) = text.split_at_checked(cut)?;
    let from = match name {
        "" if !offset.is_empty() => today,
        "today" => today,
        name => {
            let monday = today.checked_sub(i64::from(today.weekday().to_monday_zero_offset()).days()).ok()?;
            let later = weekday(name)?.to_monday_zero_offset();
            monday.checked_add(i64::from(later).days()).ok()?
        }
    };
    if offset.is_empty() {
        return Some(from);
    }
    let (number, unit) = offset.split_at_checked(offset.len().checked_sub(1)?)?;
    let number: i64 = number.parse().ok()?;
    let days = match unit {
        "d" => number,
        "w" => number.checked_mul(7)?,
        _ => return None,
    };
    from.checked_add(Span::new().try_days(days).ok()?).ok()
}

fn weekday(name: &str) -> Option<Weekday> {
    Some(match name {
        "mon" => Weekday::Monday,
        "tue" => Weekday::Tuesday,
        "wed" => Weekday::Wednesday,
        "thu" => Weekday::Thursday,
        "fri" => Weekday::Friday,
        "sat" => Weekday::Saturday,
        "sun" => Weekday::Sunday,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_today_or_named() {
        let now: Zoned = "2026-11-12T15:00:00[Europe/Berlin]".parse().unwrap();
        let told = |text: &str| match read(text, &now).unwrap() {
            Told::Day(date) => date.to_string(),
            Told::Moment(at) => at.to_string(),
        };
        assert_eq!(told("+1d 09:00"), "2026-11-13T08:00:00Z");
        assert_eq!(told("-2d"), "2026-11-10");
        assert_eq!(told("today"), "2026-11-12");
        assert_eq!(told("mon 10:30"), "2026-11-09T09:30:00Z");
        assert_eq!(told("fri+1w 08:00"), "2026-11-20T07:00:00Z");
        assert_eq!(told("2026-12-24"), "2026-12-24");
        assert_eq!(told("2026-12-24T18:00:00+01:00"), "2026-12-24T17:00:00Z");
        for wrong in ["", "soon", "mon 25:00", "+1x", "+d", "funday 10:00", "10:30", "+ 10:00"] {
            assert_eq!(read(wrong, &now), None, "{wrong}");
        }
    }
}
