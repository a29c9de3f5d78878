//! The time where the person is: what "today" means to them, and how a moment is told to them.

mod ahead;

use jiff::civil::{Date, DateTime, Weekday};
use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};

use super::wish::When;

/// Unset where a message does not say what time it is for its writer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Clock {
    now: Option<Zoned>,
}

impl Clock {
    /// `2026-11-15 10:22 Europe/Berlin`. A zone nobody knows is taken for UTC.
    pub(crate) fn of(words: &str) -> Self {
        let mut parts = words.split_whitespace();
        let (day, time, zone) = (parts.next(), parts.next(), parts.next());
        let now = day.zip(time).and_then(|(day, time)| {
            let moment: DateTime = format!("{day}T{time}").parse().ok()?;
            let zone = zone.and_then(|zone| TimeZone::get(zone).ok()).unwrap_or(TimeZone::UTC);
            moment.to_zoned(zone).ok()
        });
        Self { now }
    }

    /// `Sat 14 Nov, 07:51`, from the moment as a tool tells it; what is no moment stays as it is.
    pub(crate) fn told(&self, moment: &str) -> String {
        match self.here(moment) {
            Some(here) => format!("{}, {}", self.day(here.date()), here.strftime("%H:%M")),
            None => moment.to_owned(),
        }
    }

    /// `Thu 19 Nov, 10:00–11:30`, or `Thu 19 Nov – Fri 20 Nov` of whole days.
    pub(crate) fn told_from_to(&self, start: &str, end: &str) -> String {
        if let (Ok(first), Ok(last)) = (start.parse::<Date>(), end.parse::<Date>())
            && start.len() == end.len()
            && !start.contains('T')
        {
            return if first == last {
                format!("{}, all day", self.day(first))
            } else {
                format!("{} – {}", self.day(first), self.day(last))
            };
        }
        match (self.here(start), self.here(end)) {
            (Some(from), Some(to)) if from.date() == to.date() => {
                format!("{}, {}–{}", self.day(from.date()), from.strftime("%H:%M"), to.strftime("%H:%M"))
            }
            _ => format!("{} – {}", self.told(start), self.told(end)),
        }
    }

    /// `Sat 14 Nov`, with the year where it is another one.
    fn day(&self, day: Date) -> String {
        let this_year = self.now.as_ref().is_none_or(|now| now.year() == day.year());
        day.strftime(if this_year { "%a %-d %b" } else { "%a %-d %b %Y" }).to_string()
    }

    /// Tools tell moments with an offset, or in full.
    fn here(&self, moment: &str) -> Option<Zoned> {
        let moment = moment.trim();
        let zone = self.now.as_ref()?.time_zone().clone();
        let with_offset = strtime::parse("%Y-%m-%d %H:%M %:z", moment).and_then(|read| read.to_timestamp());
        let there = with_offset.ok().or_else(|| moment.parse::<Timestamp>().ok())?;
        Some(there.to_zoned(zone))
    }

    /// A stretch of time in the mailbox's own language. Its dates would be those of California, so moments are given.
    pub(crate) fn stretch(&self, when: When) -> String {
        self.now.as_ref().and_then(|now| moments(when, now)).unwrap_or_else(|| ages(when))
    }
}

fn moments(when: When, now: &Zoned) -> Option<String> {
    let today = now.date();
    let monday = today.checked_sub(i64::from(today.weekday().to_monday_zero_offset()).days()).ok()?;
    let month = today.first_of_month();
    let (after, before) = match when {
        When::Today => (today, None),
        When::Yesterday => (today.yesterday().ok()?, Some(today)),
        When::On(weekday) => {
            let day = newest(weekday, today)?;
            (day, Some(day.tomorrow().ok()?))
        }
        When::Since(weekday) => (newest(weekday, today)?, None),
        When::ThisWeek => (monday, None),
        When::LastWeek => (monday.checked_sub(7.days()).ok()?, Some(monday)),
        When::ThisMonth => (month, None),
        When::LastMonth => (month.checked_sub(1.month()).ok()?, Some(month)),
        When::Days(_) => return None,
    };
    let midnight = |day: Date| {
        day.to_zoned(now.time_zone().clone()).ok().map(|midnight| midnight.timestamp().as_second())
    };
    let after = format!("after:{}", midnight(after)?);
    Some(match before {
        Some(day) => format!("{after} before:{}", midnight(day)?),
        None => after,
    })
}

fn newest(weekday: Weekday, today: Date) -> Option<Date> {
    today.checked_sub(i64::from(weekday.until(today.weekday())).days()).ok()
}

/// Where we do not know what day it is for the person.
fn ages(when: When) -> String {
    match when {
        When::Today => "newer_than:1d".to_owned(),
        When::Yesterday => "newer_than:2d".to_owned(),
        When::On(_) | When::Since(_) | When::ThisWeek => "newer_than:7d".to_owned(),
        When::LastWeek => "newer_than:14d older_than:7d".to_owned(),
        When::ThisMonth => "newer_than:31d".to_owned(),
        When::LastMonth => "newer_than:62d older_than:31d".to_owned(),
        When::Days(days) => format!("newer_than:{days}d"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sunday() -> Clock {
        Clock::of("2026-11-15 10:22 Europe/Berlin")
    }

    fn second(moment: &str) -> i64 {
        moment.parse::<jiff::Timestamp>().unwrap().as_second()
    }

    #[test]
    fn days_begin_at_midnight_where_the_person_is() {
        let (saturday, today) = (second("2026-11-14T00:00+01:00"), second("2026-11-15T00:00+01:00"));
        assert_eq!(sunday().stretch(When::Today), format!("after:{today}"));
        assert_eq!(sunday().stretch(When::Yesterday), format!("after:{saturday} before:{today}"));
        assert_eq!(sunday().stretch(When::On(Weekday::Saturday)), format!("after:{saturday} before:{today}"));
        assert_eq!(sunday().stretch(When::Since(Weekday::Saturday)), format!("after:{saturday}"));
        assert_eq!(
            sunday().stretch(When::LastWeek),
            format!("after:{} before:{}", second("2026-11-02T00:00+01:00"), second("2026-11-09T00:00+01:00"))
        );
        // Before the clocks were put back.
        let month =
            format!("after:{} before:{}", second("2026-10-01T00:00+02:00"), second("2026-11-01T00:00+01:00"));
        assert_eq!(sunday().stretch(When::LastMonth), month);
        assert_eq!(sunday().stretch(When::Days(3)), "newer_than:3d");
    }

    #[test]
    fn moments_are_told_in_the_persons_own_time() {
        assert_eq!(sunday().told("2026-11-14 06:51 +00:00"), "Sat 14 Nov, 07:51");
        assert_eq!(sunday().told("2025-07-01 19:30 -04:00"), "Wed 2 Jul 2025, 01:30");
        assert_eq!(sunday().told("some day"), "some day");
        assert_eq!(sunday().told("2026-11-09 08:12 +01:00"), "Mon 9 Nov, 08:12");
        assert_eq!(sunday().told("2026-11-19T10:00:00+01:00"), "Thu 19 Nov, 10:00");
    }

    #[test]
    fn stretches_are_told_with_their_day_once() {
        let told = |start, end| sunday().told_from_to(start, end);
        assert_eq!(told("2026-11-19T10:00:00+01:00", "2026-11-19T11:30:00+01:00"), "Thu 19 Nov, 10:00–11:30");
        assert_eq!(
            told("2026-11-19T22:00:00+01:00", "2026-11-20T02:00:00+01:00"),
            "Thu 19 Nov, 22:00 – Fri 20 Nov, 02:00"
        );
        assert_eq!(told("2026-11-20", "2026-11-20"), "Fri 20 Nov, all day");
        assert_eq!(told("2026-12-21", "2027-01-02"), "Mon 21 Dec – Sat 2 Jan 2027");
    }
}
