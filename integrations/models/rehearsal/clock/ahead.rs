//! Days ahead, as the person's own calendar has them.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::Clock;
use crate::rehearsal::wish::calendar::Days;

impl Clock {
    pub(crate) fn today(&self) -> Option<Date> {
        self.now.as_ref().map(jiff::Zoned::date)
    }

    /// The first and the last of them.
    pub(crate) fn days(&self, days: Days) -> Option<(Date, Date)> {
        let today = self.today()?;
        let after = |count: i64| today.checked_add(count.days()).ok();
        let from_monday = i64::from(today.weekday().to_monday_zero_offset());
        let one = |day: Option<Date>| day.map(|day| (day, day));
        match days {
            Days::Today => Some((today, today)),
            Days::Tomorrow => one(after(1)),
            Days::AfterTomorrow => one(after(2)),
            Days::On(weekday) => one(after(i64::from(weekday.since(today.weekday())))),
            Days::OnOfNextWeek(weekday) => {
                one(after(7 - from_monday + i64::from(weekday.to_monday_zero_offset())))
            }
            Days::Weekend => {
                let saturday = i64::from(Weekday::Saturday.to_monday_zero_offset()) - from_monday;
                Some((after(saturday)?, after(saturday + 1)?))
            }
            Days::ThisWeek => Some((after(-from_monday)?, after(6 - from_monday)?)),
            Days::NextWeek => Some((after(7 - from_monday)?, after(13 - from_monday)?)),
            Days::Next(count) => Some((today, after(i64::from(count.max(1)) - 1)?)),
            Days::Date(date) => Some((date, date)),
            Days::Yearly { month, day } => {
                let years = (0..5).filter_map(|more| Date::new(today.year() + more, month, day).ok());
                one(years.into_iter().find(|date| *date >= today))
            }
        }
    }

    /// From this minute on, for so many days.
    pub(crate) fn next_days(&self, days: u16) -> Option<(String, String)> {
        let now = self.now.as_ref()?;
        let last = now.date().checked_add(i64::from(days).days()).ok()?;
        Some((now.strftime("%Y-%m-%dT%H:%M").to_string(), last.to_string()))
    }

    /// The day, or this minute where it is today: what is over is of no use.
    pub(crate) fn not_before_now(&self, day: Date) -> String {
        match &self.now {
            Some(now) if day <= now.date() => now.strftime("%Y-%m-%dT%H:%M").to_string(),
            _ => day.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_ahead_are_those_of_the_persons_calendar() {
        // A Sunday.
        let clock = Clock::of("2026-11-15 10:22 Europe/Berlin");
        let cases = [
            (Days::Today, "2026-11-15", "2026-11-15"),
            (Days::Tomorrow, "2026-11-16", "2026-11-16"),
            (Days::On(Weekday::Sunday), "2026-11-15", "2026-11-15"),
            (Days::On(Weekday::Friday), "2026-11-20", "2026-11-20"),
            (Days::OnOfNextWeek(Weekday::Monday), "2026-11-16", "2026-11-16"),
            (Days::Weekend, "2026-11-14", "2026-11-15"),
            (Days::ThisWeek, "2026-11-09", "2026-11-15"),
            (Days::NextWeek, "2026-11-16", "2026-11-22"),
            (Days::Next(3), "2026-11-15", "2026-11-17"),
            (Days::Yearly { month: 11, day: 14 }, "2027-11-14", "2027-11-14"),
            (Days::Yearly { month: 2, day: 29 }, "2028-02-29", "2028-02-29"),
        ];
        for (days, first, last) in cases {
            let read = clock.days(days).map(|(first, last)| (first.to_string(), last.to_string()));
            assert_eq!(read, Some((first.to_owned(), last.to_owned())), "{days:?}");
        }
        assert_eq!(clock.next_days(1), Some(("2026-11-15T10:22".to_owned(), "2026-11-16".to_owned())));
        assert_eq!(Clock::default().days(Days::Today), None);
    }
}
