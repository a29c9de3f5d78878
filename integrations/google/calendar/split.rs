//! Cutting a series in two: what repeats before a moment, and what repeats from it on.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use kernel::{Code, Failure};

use super::moment::{Moment, out_of_range};
use super::recurrence::Rule;
use super::shift::Shift;
use super::zone::name_of;

/// A series as its lines say it, and where it is cut.
pub(crate) struct Cut<'a> {
    pub(crate) lines: &'a [String],
    /// The first occurrence of the whole series.
    pub(crate) first: &'a Moment,
    /// The occurrence with which the second half begins.
    pub(crate) at: &'a Moment,
    /// How many occurrences the rule gives before that one.
    pub(crate) before: u32,
    /// Occurrences of the second half that were taken out one by one.
    pub(crate) skipped: &'a [Moment],
}

impl Cut<'_> {
    /// The lines of the first half.
    pub(crate) fn head(&self) -> Result<Vec<String>, Failure> {
        let until = match self.at {
            Moment::Day(day) => Moment::Day(day.yesterday().map_err(|_| out_of_range())?),
            Moment::At(at) => {
                Moment::At(at.checked_sub(SignedDuration::from_secs(1)).map_err(|_| out_of_range())?)
            }
        };
        let mut lines = vec![self.rule()?.ending("UNTIL", until.basic()).line()];
        for dates in self.dates()? {
            lines.extend(dates.written(|date| self.is_before(date), |date| Ok(date.clone()))?);
        }
        Ok(lines)
    }

    /// The lines of the second half, moved.
    pub(crate) fn tail(&self, shift: &Shift, rule: Option<&Rule>) -> Result<Vec<String>, Failure> {
        let rule = match rule {
            Some(rule) => rule.clone(),
            None => shift.rule(&self.rest()?, self.at)?,
        };
        let mut lines = vec![rule.line()];
        for dates in self.dates()? {
            lines.extend(dates.written(|date| !self.is_before(date), |date| shift.moved(date))?);
        }
        let skipped = Dates { name: "EXDATE", dates: self.skipped.to_vec() };
        lines.extend(skipped.written(|_| true, |date| shift.moved(date))?);
        Ok(lines)
    }

    fn rule(&self) -> Result<Rule, Failure> {
        let mut rules = self.lines.iter().filter(|line| line.starts_with("RRULE"));
        match (rules.next(), rules.next()) {
            (Some(rule), None) => Rule::parse(rule),
            _ => Err(unsplittable()),
        }
    }

    fn rest(&self) -> Result<Rule, Failure> {
        let rule = self.rule()?;
        match rule.count() {
            None => Ok(rule),
            Some(count) => {
                let left = count.saturating_sub(self.before).max(1);
                Ok(rule.ending("COUNT", left.to_string()))
            }
        }
    }

    fn is_before(&self, date: &Moment) -> bool {
        date.is_before(self.at)
    }

    /// The lines that name single dates.
    fn dates(&self) -> Result<Vec<Dates>, Failure> {
        let zone = self.first.own_zone();
        let lines = self.lines.iter().filter(|line| !line.starts_with("RRULE"));
        lines.map(|line| Dates::parse(line, &zone).ok_or_else(unsplittable)).collect()
    }

    /// How many dates were taken out (or, negative, added) before the cut: the rule counts the former, not the latter.
    pub(crate) fn uncounted_before(&self) -> Result<i64, Failure> {
        let mut sum = 0;
        for dates in self.dates()? {
            let count = dates.dates.iter().filter(|date| self.is_before(date)).count();
            let count = i64::try_from(count).unwrap_or(0);
            sum += if dates.name == "EXDATE" { count } else { -count };
        }
        Ok(sum)
    }
}

fn unsplittable() -> Failure {
    Failure::person(
        Code::NotAvailable,
        "This series repeats in a way that cannot be cut in two here. Change single occurrences, or all of it.",
    )
}

/// `EXDATE;TZID=Europe/Berlin:20261127T100000,20261204T100000`
struct Dates {
    name: &'static str,
    dates: Vec<Moment>,
}

impl Dates {
    fn parse(line: &str, zone: &TimeZone) -> Option<Self> {
        let (head, values) = line.split_once(':')?;
        let mut head = head.split(';');
        let name = ["EXDATE", "RDATE"].into_iter().find(|name| head.clone().next() == Some(name))?;
        let zone = match head.find_map(|part| part.strip_prefix("TZID=")) {
            Some(name) => TimeZone::get(name).ok()?,
            None => zone.clone(),
        };
        let dates = values.split(',').map(|value| date(value.trim(), &zone)).collect::<Option<Vec<_>>>()?;
        Some(Self { name, dates })
    }

    /// The line with the dates that are wanted; nothing if there are none.
    fn written(
        &self,
        wanted: impl Fn(&Moment) -> bool,
        moved: impl Fn(&Moment) -> Result<Moment, Failure>,
    ) -> Result<Option<String>, Failure> {
        let mut dates = Vec::new();
        for date in self.dates.iter().filter(|date| wanted(date)) {
            dates.push(moved(date)?);
        }
        let form = match dates.first() {
            None => return Ok(None),
            Some(Moment::Day(_)) => "VALUE=DATE".to_owned(),
            Some(Moment::At(at)) => format!("TZID={}", name_of(at.time_zone())),
        };
        let dates: Vec<String> = dates.iter().map(local).collect();
        Ok(Some(format!("{};{form}:{}", self.name, dates.join(","))))
    }
}

fn local(date: &Moment) -> String {
    match date {
        Moment::Day(_) => date.basic(),
        Moment::At(at) => at.strftime("%Y%m%dT%H%M%S").to_string(),
    }
}

fn date(text: &str, zone: &TimeZone) -> Option<Moment> {
    if let Some(utc) = text.strip_suffix('Z') {
        let at: Timestamp =
            TimeZone::UTC.to_timestamp(DateTime::strptime("%Y%m%dT%H%M%S", utc).ok()?).ok()?;
        return Some(Moment::At(at.to_zoned(zone.clone())));
    }
    if let Ok(local) = DateTime::strptime("%Y%m%dT%H%M%S", text) {
        return local.to_zoned(zone.clone()).ok().map(Moment::At);
    }
    Date::strptime("%Y%m%d", text).ok().map(Moment::Day)
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use proptest::prelude::*;

    use super::*;
    use crate::calendar::moment::{Stretch, Until};

    fn at(given: &str) -> Moment {
        Moment::parse(given, &TimeZone::get("Europe/Berlin").unwrap()).unwrap()
    }

    /// No move at all: an occurrence stays where it is.
    fn standing(at: &Moment) -> Shift {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        Shift::between(at, &Stretch::new(at.clone(), Until::Usual, &zone).unwrap()).unwrap()
    }

    #[test]
    fn every_date_goes_to_its_half() {
        let lines = [
            "RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=10".to_owned(),
            "EXDATE;TZID=Europe/Berlin:20261009T100000,20261204T100000".to_owned(),
            "RDATE:20261201T090000Z".to_owned(),
        ];
        let (first, cut) = (at("2026-10-02T10:00"), at("2026-11-20T10:00"));
        let skipped = [at("2026-11-27T10:00")];
        let cut = Cut { lines: &lines, first: &first, at: &cut, before: 7, skipped: &skipped };
        assert_eq!(
            cut.head().unwrap(),
            [
                "RRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=20261120T085959Z",
                "EXDATE;TZID=Europe/Berlin:20261009T100000"
            ]
        );
        assert_eq!(
            cut.tail(&standing(cut.at), None).unwrap(),
            [
                "RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=3",
                "EXDATE;TZID=Europe/Berlin:20261204T100000",
                "RDATE;TZID=Europe/Berlin:20261201T100000",
                "EXDATE;TZID=Europe/Berlin:20261127T100000",
            ]
        );
        assert_eq!(cut.uncounted_before().unwrap(), 1);
    }

    #[test]
    fn whole_days_are_cut_between_days() {
        let lines = ["RRULE:FREQ=DAILY".to_owned(), "EXDATE;VALUE=DATE:20261121".to_owned()];
        let (first, at) = (at("2026-11-01"), at("2026-11-20"));
        let cut = Cut { lines: &lines, first: &first, at: &at, before: 0, skipped: &[] };
        assert_eq!(cut.head().unwrap(), ["RRULE:FREQ=DAILY;UNTIL=20261119"]);
        assert_eq!(
            cut.tail(&standing(&at), None).unwrap(),
            ["RRULE:FREQ=DAILY", "EXDATE;VALUE=DATE:20261121"]
        );
    }

    #[test]
    fn what_cannot_be_cut_is_said_so() {
        let lines = ["RRULE:FREQ=DAILY".to_owned(), "RRULE:FREQ=WEEKLY".to_owned()];
        let (first, at) = (at("2026-11-01"), at("2026-11-20"));
        let cut = Cut { lines: &lines, first: &first, at: &at, before: 0, skipped: &[] };
        assert_eq!(cut.head().unwrap_err().code, Code::NotAvailable);
    }

    /// The occurrences of a weekly rule, told naively.
    fn occurrences(rule: &Rule, first: &Moment) -> Vec<Moment> {
        let Moment::At(first) = first else { panic!("a day") };
        let until = rule.part("UNTIL").map(|until| date(until, &TimeZone::UTC).unwrap());
        let most = rule.count().unwrap_or(60);
        (0..i64::from(most))
            .map(|week| {
                let day = first.date().checked_add((week * 7).days()).unwrap();
                day.to_datetime(first.time()).to_zoned(first.time_zone().clone()).unwrap()
            })
            .take_while(|one| match &until {
                Some(Moment::At(until)) => one.timestamp() <= until.timestamp(),
                _ => true,
            })
            .map(Moment::At)
            .collect()
    }

    proptest! {
        #[test]
        fn both_halves_together_are_the_series_whatever_the_clocks_do(
            whole in 2_u32..60, place in 1_u32..59, zone in 0_usize..4
        ) {
            prop_assume!(place < whole);
            let zone = ["Europe/Berlin", "America/New_York", "Australia/Sydney", "America/Santiago"][zone];
            let first = Moment::parse("2026-09-01T10:00", &TimeZone::get(zone).unwrap()).unwrap();
            let lines = [format!("RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT={whole}")];
            let all = occurrences(&Rule::parse(&lines[0]).unwrap(), &first);
            let at = &all[place as usize];
            let cut = Cut { lines: &lines, first: &first, at, before: place, skipped: &[] };
            let head = Rule::parse(&cut.head().unwrap()[0]).unwrap();
            let tail = Rule::parse(&cut.tail(&standing(at), None).unwrap()[0]).unwrap();
            let mut together = occurrences(&head, &first);
            together.extend(occurrences(&tail, at));
            prop_assert_eq!(together, all);
        }
    }
}
