//! A rule's dates, period by period: the days, weeks, months or years it counts in.

use jiff::civil::{Date, Weekday};
use jiff::{Span, ToSpan};

use super::rule::{Frequency, Rule};

/// A rule that has found nothing in so many periods never will.
const MOST_PERIODS: i32 = 50_000;

impl Rule {
    /// The dates from a first one on. The first itself is among them only if it follows the rule.
    pub(super) fn dates(&self, first: Date) -> impl Iterator<Item = Date> {
        (0..MOST_PERIODS)
            .map_while(move |number| self.period(first, number.checked_mul(self.interval)?))
            .flatten()
            .filter(move |date| *date >= first)
    }

    /// The dates of the period so many days, weeks, months or years after the first one's; `None` at the end of time.
    fn period(&self, first: Date, later: i32) -> Option<Vec<Date>> {
        let mut dates = match self.frequency {
            Frequency::Daily => vec![first.checked_add(Span::new().try_days(later).ok()?).ok()?],
            Frequency::Weekly => self.week(first, later)?,
            Frequency::Monthly => {
                let months = i32::from(first.year()) * 12 + i32::from(first.month()) - 1 + later;
                let year = i16::try_from(months.div_euclid(12)).ok()?;
                let month = i8::try_from(months.rem_euclid(12)).ok()? + 1;
                self.month(Date::new(year, month, 1).ok()?, first.day())
            }
            Frequency::Yearly => {
                let year = i16::try_from(i32::from(first.year()).checked_add(later)?).ok()?;
                self.year(Date::new(year, 1, 1).ok()?, first)
            }
        };
        dates.retain(|date| self.allows(*date));
        dates.sort_unstable();
        dates.dedup();
        Some(self.positions(dates))
    }

    fn week(&self, first: Date, later: i32) -> Option<Vec<Date>> {
        let into = first.weekday().since(self.week_start);
        let start = first.checked_sub(i64::from(into).days()).ok()?;
        let start = start.checked_add(Span::new().try_weeks(later).ok()?).ok()?;
        let wanted = |weekday: Weekday| match self.by_day.as_slice() {
            [] => weekday == first.weekday(),
            days => days.iter().any(|(_, day)| *day == weekday),
        };
        Some(days_from(start, 7).filter(|date| wanted(date.weekday())).collect())
    }

    /// `start` is the first of the month; without any `BY…` the day is the series' own, where the month has it.
    fn month(&self, start: Date, own_day: i8) -> Vec<Date> {
        let days = || days_from(start, i64::from(start.days_in_month()));
        let by_month_day = |date: &Date| {
            let from_end = date.day() - start.days_in_month() - 1;
            self.by_month_day.iter().any(|day| *day == date.day() || *day == from_end)
        };
        match (self.by_month_day.is_empty(), self.by_day.is_empty()) {
            (true, true) => days().filter(|date| date.day() == own_day).collect(),
            (false, true) => days().filter(by_month_day).collect(),
            (true, false) => self.weekdays(&days().collect::<Vec<_>>()),
            (false, false) => {
                self.weekdays(&days().collect::<Vec<_>>()).into_iter().filter(by_month_day).collect()
            }
        }
    }

    /// `start` is the first of January.
    fn year(&self, start: Date, first: Date) -> Vec<Date> {
        if self.by_month.is_empty() && self.by_month_day.is_empty() && !self.by_day.is_empty() {
            return self.weekdays(&days_from(start, i64::from(start.days_in_year())).collect::<Vec<_>>());
        }
        let own = [first.month()];
        let every = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        let months: &[i8] = match (self.by_month.is_empty(), self.by_month_day.is_empty()) {
            (false, _) => &self.by_month,
            (true, false) => &every,
            (true, true) => &own,
        };
        let firsts = months.iter().filter_map(|month| Date::new(start.year(), *month, 1).ok());
        firsts.flat_map(|month| self.month(month, first.day())).collect()
    }

    /// The `BYDAY` days among those of a month or a year, ordinals counted within it.
    fn weekdays(&self, days: &[Date]) -> Vec<Date> {
        let mut found = Vec::new();
        for (ordinal, weekday) in &self.by_day {
            let such: Vec<Date> = days.iter().filter(|date| date.weekday() == *weekday).copied().collect();
            match ordinal {
                0 => found.extend(such),
                ordinal => found.extend(nth(&such, *ordinal)),
            }
        }
        found
    }

    /// The `BY…` parts that only take away.
    fn allows(&self, date: Date) -> bool {
        let month = self.by_month.is_empty() || self.by_month.contains(&date.month());
        let daily = self.frequency == Frequency::Daily;
        let weekday =
            !daily || self.by_day.is_empty() || self.by_day.iter().any(|(_, day)| *day == date.weekday());
        let from_end = date.day() - date.days_in_month() - 1;
        let month_day = !daily
            || self.by_month_day.is_empty()
            || self.by_month_day.iter().any(|day| *day == date.day() || *day == from_end);
        month && weekday && month_day
    }

    fn positions(&self, dates: Vec<Date>) -> Vec<Date> {
        if self.by_set_position.is_empty() {
            return dates;
        }
        let mut chosen: Vec<Date> =
            self.by_set_position.iter().filter_map(|position| nth(&dates, *position)).collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }
}

/// The first is 1, the last -1.
fn nth(dates: &[Date], ordinal: i32) -> Option<Date> {
    let index = usize::try_from(ordinal.unsigned_abs()).ok()?.checked_sub(1)?;
    if ordinal > 0 { dates.get(index).copied() } else { dates.iter().rev().nth(index).copied() }
}

fn days_from(start: Date, count: i64) -> impl Iterator<Item = Date> {
    (0..count).filter_map(move |day| start.checked_add(day.days()).ok())
}
