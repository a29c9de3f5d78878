//! The RRULE that Google keeps of a series.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Weekday};
use jiff::tz::TimeZone;
use kernel::Failure;

use crate::calendar::moment::{Moment, out_of_range};

/// A rule of RFC 5545 that Google can keep: its parts, as they were given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule(pub(super) Vec<(String, String)>);

impl Rule {
    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        let text = text.trim().to_ascii_uppercase();
        let text = text.strip_prefix("RRULE:").unwrap_or(&text);
        let mut parts: Vec<(String, String)> = Vec::new();
        for part in text.split(';').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| wrong("each part is NAME=VALUE"))?;
            if parts.iter().any(|(known, _)| known == name) {
                return Err(wrong("a part stands in it twice"));
            }
            check_part(name, value)?;
            parts.push((name.to_owned(), value.to_owned()));
        }
        let rule = Self(parts);
        match (rule.part("FREQ"), rule.part("COUNT"), rule.part("UNTIL")) {
            (None, _, _) => Err(wrong("FREQ is missing")),
            (_, Some(_), Some(_)) => Err(wrong("it has COUNT and UNTIL; only one of them can be")),
            _ => Ok(rule),
        }
    }

    /// The rule among the lines that a series of Google's has.
    pub(crate) fn of_lines(lines: &[String]) -> Option<Self> {
        lines.iter().find(|line| line.starts_with("RRULE")).and_then(|line| Self::parse(line).ok())
    }

    pub(crate) fn line(&self) -> String {
        let parts: Vec<String> = self.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("RRULE:{}", parts.join(";"))
    }

    pub(crate) fn part(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn count(&self) -> Option<u32> {
        self.part("COUNT").and_then(|count| count.parse().ok())
    }

    /// With another end than it has: `COUNT` or `UNTIL`.
    #[must_use]
    pub(crate) fn ending(&self, name: &str, value: String) -> Self {
        let mut parts = self.0.clone();
        parts.retain(|(known, _)| known != "COUNT" && known != "UNTIL");
        parts.push((name.to_owned(), value));
        Self(parts)
    }

    #[must_use]
    pub(crate) fn on_days(&self, days: &str) -> Self {
        let replaced = |(name, value): &(String, String)| {
            (name.clone(), if name == "BYDAY" { days.to_owned() } else { value.clone() })
        };
        Self(self.0.iter().map(replaced).collect())
    }

    /// The last day on which it can occur, for a series that begins at `start`.
    pub(crate) fn last_day(&self, start: &Moment) -> Option<Date> {
        let until = self.part("UNTIL")?;
        let Moment::At(start) = start else { return date_of(until) };
        let Some(last) = instant_of(until) else { return date_of(until) };
        let last = last.to_zoned(start.time_zone().clone());
        if last.time() >= start.time() { Some(last.date()) } else { last.date().yesterday().ok() }
    }

    /// How `UNTIL` says that the day is the last one, for a series that begins at `start`.
    pub(crate) fn until_day(day: Date, start: &Moment) -> Result<String, Failure> {
        match start {
            Moment::Day(_) => Ok(Moment::Day(day).basic()),
            Moment::At(start) => {
                let end = day.at(23, 59, 59, 0).to_zoned(start.time_zone().clone());
                Ok(Moment::At(end.map_err(|_| out_of_range())?).basic())
            }
        }
    }

    /// A first occurrence that the rule does not give would come on top of the others.
    pub(super) fn check_against(&self, start: &Moment) -> Result<(), Failure> {
        let date = start.date();
        let day_fits = self.part("BYDAY").is_none_or(|days| {
            days.split(',').filter_map(day_of).any(|(nth, day)| {
                let nth_fits = nth == 0
                    || self.part("FREQ") == Some("YEARLY")
                    || date.nth_weekday_of_month(nth, day).is_ok_and(|found| found == date);
                day == date.weekday() && nth_fits
            })
        });
        let month_day_fits = self.part("BYMONTHDAY").is_none_or(|days| {
            let from_end = i16::from(date.day()) - i16::from(date.days_in_month()) - 1;
            days.split(',').any(|day| day.parse() == Ok(i16::from(date.day())) || day.parse() == Ok(from_end))
        });
        let until_fits = self.last_day(start).is_none_or(|last| last >= date);
        let form_fits = self.part("UNTIL").is_none_or(|until| match start {
            Moment::Day(_) => !until.contains('T'),
            Moment::At(_) => until.ends_with('Z'),
        });
        let words = if !day_fits || !month_day_fits {
            format!(
                "It begins on {}, on which it does not repeat. Begin on one of its own days.",
                date.strftime("%A, %Y-%m-%d")
            )
        } else if !form_fits {
            "UNTIL must be a day for whole days, else a time in UTC such as 20261231T225959Z.".to_owned()
        } else if !until_fits {
            "It would end before it begins. Give a later last day.".to_owned()
        } else {
            return Ok(());
        };
        Err(Failure::invalid(words))
    }
}

fn wrong(why: &str) -> Failure {
    Failure::invalid(format!(
        "That rule cannot be used: {why}. Write it like RRULE:FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10."
    ))
}

fn check_part(name: &str, value: &str) -> Result<(), Failure> {
    let numbers = |allowed: std::ops::RangeInclusive<i32>| {
        value.split(',').all(|one| one.parse::<i32>().is_ok_and(|one| one != 0 && allowed.contains(&one)))
    };
    let sound = match name {
        "FREQ" => ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].contains(&value),
        "INTERVAL" => numbers(1..=999) && !value.contains(','),
        "COUNT" => numbers(1..=9_999) && !value.contains(','),
        "UNTIL" => instant_of(value).is_some() || (date_of(value).is_some() && value.len() == 8),
        "BYDAY" => value.split(',').all(|day| day_of(day).is_some()),
        "BYMONTHDAY" => numbers(-31..=31),
        "BYMONTH" => numbers(1..=12),
        "BYSETPOS" | "BYYEARDAY" => numbers(-366..=366),
        "BYWEEKNO" => numbers(-53..=53),
        "WKST" => matches!(day_of(value), Some((0, _))),
        _ => return Err(wrong("it has a part that Google Calendar does not keep")),
    };
    if sound { Ok(()) } else { Err(wrong(&format!("what stands after {name}= is not allowed there"))) }
}

/// `20261231T225959Z`
fn instant_of(text: &str) -> Option<Timestamp> {
    let local = DateTime::strptime("%Y%m%dT%H%M%SZ", text).ok()?;
    TimeZone::UTC.to_timestamp(local).ok()
}

/// `20261231`, or the day of a time.
fn date_of(text: &str) -> Option<Date> {
    Date::strptime("%Y%m%d", text.get(..8)?).ok()
}

pub(super) const DAYS: [(&str, Weekday); 7] = [
    ("MO", Weekday::Monday),
    ("TU", Weekday::Tuesday),
    ("WE", Weekday::Wednesday),
    ("TH", Weekday::Thursday),
    ("FR", Weekday::Friday),
    ("SA", Weekday::Saturday),
    ("SU", Weekday::Sunday),
];

pub(crate) fn letters_of(day: Weekday) -> &'static str {
    DAYS.iter().find(|(_, known)| *known == day).map_or("MO", |(letters, _)| letters)
}

/// `TU` is every Tuesday, `2TU` the second, `-1TU` the last.
pub(super) fn day_of(text: &str) -> Option<(i8, Weekday)> {
    let (nth, letters) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let day = DAYS.iter().find(|(known, _)| *known == letters).map(|(_, day)| *day)?;
    let nth: i8 = if nth.is_empty() { 0 } else { nth.parse().ok().filter(|nth| *nth != 0)? };
    (-53..=53).contains(&nth).then_some((nth, day))
}
