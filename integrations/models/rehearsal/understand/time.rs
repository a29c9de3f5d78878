//! Words for a stretch of time.

use jiff::civil::Weekday;

use super::words::{Words, number};
use crate::rehearsal::wish::When;

/// A stretch of time that begins at a word, and how many words it takes.
pub(crate) fn when(words: Words<'_>, at: usize) -> Option<(When, usize)> {
    if let ("since", Some(day)) = (words.plain(at), weekday(words.plain(at + 1))) {
        return Some((When::Since(day), 2));
    }
    let filling = (0..3)
        .take_while(|step| {
            matches!(
                words.plain(at + step),
                "in" | "over" | "during" | "within" | "since" | "the" | "of" | "for"
            )
        })
        .count();
    let at = at + filling;
    let (first, second, third) = (words.plain(at), words.plain(at + 1), words.plain(at + 2));
    let (when, length) = match (first, second, third) {
        ("today" | "today's" | "tonight", ..) | ("this", "morning" | "afternoon" | "evening", _) => {
            (When::Today, if first == "this" { 2 } else { 1 })
        }
        ("yesterday" | "yesterday's", ..) => (When::Yesterday, 1),
        ("on" | "last" | "from" | "this", day, _) if weekday(day).is_some() => (When::On(weekday(day)?), 2),
        (day, ..) if weekday(day).is_some() => (When::On(weekday(day)?), 1),
        ("this", "week" | "week's", _) => (When::ThisWeek, 2),
        ("this", "month" | "month's", _) => (When::ThisMonth, 2),
        ("last", "week" | "week's", _) => (When::LastWeek, 2),
        ("last", "month" | "month's", _) => (When::LastMonth, 2),
        ("past", "week", _) => (When::Days(7), 2),
        ("past", "month", _) => (When::Days(31), 2),
        ("last" | "past", count, "day" | "days") => (When::Days(number(count)?), 3),
        ("last" | "past", count, "week" | "weeks") => (When::Days(number(count)?.saturating_mul(7)), 3),
        ("recently" | "lately", ..) => (When::Days(7), 1),
        _ => return None,
    };
    Some((when, filling + length))
}

pub(crate) fn weekday(plain: &str) -> Option<Weekday> {
    Some(match plain.strip_suffix("'s").unwrap_or(plain) {
        "monday" => Weekday::Monday,
        "tuesday" => Weekday::Tuesday,
        "wednesday" => Weekday::Wednesday,
        "thursday" => Weekday::Thursday,
        "friday" => Weekday::Friday,
        "saturday" => Weekday::Saturday,
        "sunday" => Weekday::Sunday,
        _ => return None,
    })
}
