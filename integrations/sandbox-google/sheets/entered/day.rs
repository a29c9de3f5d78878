//! Dates and times as people type them.

use jiff::civil::{Date, Time};
use serde_json::{Value, json};

use crate::sheets::customs::{Customs, Order};
use crate::sheets::dates;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The serial number of a date, a time or both, with the format it is shown in.
pub(super) fn read(text: &str, customs: Customs) -> Option<(f64, Option<Value>)> {
    if let Some((date, pattern)) = date(text, customs) {
        return Some((dates::serial(date), Some(format("DATE", &pattern))));
    }
    if let Some((time, pattern)) = time(text) {
        return Some((dates::fraction(time), Some(format("TIME", pattern))));
    }
    let blanks = text.match_indices([' ', 'T']).map(|(at, _)| at);
    for at in blanks {
        let (left, right) = (text.get(..at)?, text.get(at + 1..)?);
        if let (Some((date, day)), Some((time, clock))) = (date(left, customs), time(right)) {
            let serial = dates::serial(date) + dates::fraction(time);
            return Some((serial, Some(format("DATE_TIME", &format!("{day} {clock}")))));
        }
    }
    None
}

fn format(kind: &str, pattern: &str) -> Value {
    json!({ "type": kind, "pattern": pattern })
}

fn date(text: &str, customs: Customs) -> Option<(Date, String)> {
    let whole = |text: &str| {
        let short = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if short { text.parse::<i16>().ok() } else { None }
    };
    let three = |sign: char| {
        let parts: Vec<&str> = text.split(sign).collect();
        match parts.as_slice() {
            [first, second, third] => Some([whole(first)?, whole(second)?, whole(third)?]),
            _ => None,
        }
    };
    for sign in ['-', '/'] {
        if let Some([year, month, day]) = three(sign).filter(|[year, ..]| *year >= 1000) {
            return Some((valid(year, month, day)?, format!("yyyy{sign}mm{sign}dd")));
        }
    }
    if let Some([first, second, year]) = three('/') {
        let (month, day, pattern) = match customs.order {
            Order::MonthFirst => (first, second, "m/d/yyyy"),
            Order::DayFirst => (second, first, "dd/mm/yyyy"),
        };
        return Some((valid(full(year), month, day)?, pattern.to_owned()));
    }
    if let Some([day, month, year]) = three('.').filter(|_| customs.date.contains('.')) {
        return Some((valid(full(year), month, day)?, "dd.mm.yyyy".to_owned()));
    }
    in_words(text)
}

/// `Jan 5, 2026`, `5 January 2026`.
fn in_words(text: &str) -> Option<(Date, String)> {
    let parts: Vec<&str> = text.split([' ', ',']).filter(|part| !part.is_empty()).collect();
    let [first, second, year] = parts.as_slice() else { return None };
    let year: i16 = year.parse().ok().filter(|year| *year >= 1000)?;
    if let (Some((month, name)), Ok(day)) = (month(first), second.parse()) {
        return Some((valid(year, month, day)?, format!("{name} d, yyyy")));
    }
    let ((month, name), day) = (month(second)?, first.parse().ok()?);
    Some((valid(year, month, day)?, format!("d {name} yyyy")))
}

fn month(word: &str) -> Option<(i16, &'static str)> {
    let word = word.to_ascii_lowercase();
    let (at, full) = MONTHS
        .iter()
        .enumerate()
        .find(|(_, month)| **month == word || (word.len() == 3 && month.starts_with(&word)))?;
    Some((i16::try_from(at).ok()? + 1, if *full == word && word.len() > 3 { "mmmm" } else { "mmm" }))
}

/// Two digits are of this century or, from 50 on, of the last.
fn full(year: i16) -> i16 {
    match year {
        0..50 => year + 2000,
        50..100 => year + 1900,
        _ => year,
    }
}

fn valid(year: i16, month: i16, day: i16) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

fn time(text: &str) -> Option<(Time, &'static str)> {
    let lower = text.trim().to_ascii_lowercase();
    let (half, clock) = match (lower.strip_suffix("pm"), lower.strip_suffix("am")) {
        (Some(clock), _) => (Some(12), clock.trim_end()),
        (_, Some(clock)) => (Some(0), clock.trim_end()),
        (None, None) => (None, lower.as_str()),
    };
    let parts: Vec<i8> =
        clock.split(':').map(|part| part.parse().ok().filter(|_| part.len() <= 2)).collect::<Option<_>>()?;
    let (hour, minute, second, seconds) = match parts.as_slice() {
        [hour, minute] => (*hour, *minute, 0, false),
        [hour, minute, second] => (*hour, *minute, *second, true),
        _ => return None,
    };
    let hour = match half {
        Some(half) if (1..=12).contains(&hour) => hour % 12 + half,
        Some(_) => return None,
        None => hour,
    };
    let pattern = match (half.is_some(), seconds) {
        (true, true) => "h:mm:ss am/pm",
        (true, false) => "h:mm am/pm",
        (false, true) => "h:mm:ss",
        (false, false) => "h:mm",
    };
    Some((Time::new(hour, minute, second, 0).ok()?, pattern))
}
