//! Days, times and lengths as people write them, and whether a stretch of time is the one they wrote.

use std::collections::BTreeSet;

use jiff::civil::{Date, DateTime, Time, Weekday};
use jiff::{Span as Length, ToSpan};
use kernel::Span;

use super::lengths::{length, shift};

/// What a text says about when.
#[derive(Debug, Default)]
pub(crate) struct Moments {
    days: BTreeSet<Date>,
    times: BTreeSet<Time>,
    minutes: BTreeSet<i64>,
    /// By how many minutes something is to be later; less than nothing is earlier.
    shifts: BTreeSet<i64>,
}

/// How long something lasts when nobody says how long.
const USUAL: [i64; 2] = [30, 60];

const WEEKDAYS: [(&str, Weekday); 28] = [
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
    ("montag", Weekday::Monday),
    ("dienstag", Weekday::Tuesday),
    ("mittwoch", Weekday::Wednesday),
    ("donnerstag", Weekday::Thursday),
    ("freitag", Weekday::Friday),
    ("samstag", Weekday::Saturday),
    ("sonntag", Weekday::Sunday),
    ("lundi", Weekday::Monday),
    ("mardi", Weekday::Tuesday),
    ("mercredi", Weekday::Wednesday),
    ("jeudi", Weekday::Thursday),
    ("vendredi", Weekday::Friday),
    ("samedi", Weekday::Saturday),
    ("dimanche", Weekday::Sunday),
    ("lunes", Weekday::Monday),
    ("martes", Weekday::Tuesday),
    ("miércoles", Weekday::Wednesday),
    ("jueves", Weekday::Thursday),
    ("viernes", Weekday::Friday),
    ("sábado", Weekday::Saturday),
    ("domingo", Weekday::Sunday),
];
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const GERMAN_MONTHS: [&str; 12] =
    ["jan", "feb", "mär", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez"];

impl Moments {
    /// What a text means for whoever wrote it on this day.
    pub(crate) fn read(text: &str, today: Date) -> Self {
        let mut moments = Self::default();
        let lowered = text.to_lowercase();
        let words: Vec<&str> = lowered
            .split(|letter: char| {
                matches!(letter, ',' | ';' | '!' | '?' | '(' | ')' | '"' | '“' | '”' | '–' | '—')
                    || letter.is_whitespace()
            })
            .map(|word| word.trim_end_matches('.').trim_end_matches("'s"))
            .filter(|word| !word.is_empty())
            .collect();
        for at in 0..words.len() {
            moments.day(&words, at, today);
            moments.time(&words, at);
            if let Some((minutes, end)) = length(&words, at) {
                moments.minutes.insert(minutes);
                moments.shifts.extend(shift(&lowered, &words, (at, end), minutes));
            }
        }
        moments
    }

    pub(crate) fn and(mut self, other: Self) -> Self {
        self.days.extend(other.days);
        self.times.extend(other.times);
        self.minutes.extend(other.minutes);
        self.shifts.extend(other.shifts);
        self
    }

    /// Whether this stretch is what they wrote; what stays as it was needs no words.
    pub(crate) fn agree(&self, span: &Span, today: Date) -> bool {
        let was = span.was.as_ref();
        match (day_of(&span.from), time_of(&span.from)) {
            (Some(day), None) => {
                let kept = was.and_then(|(from, _)| day_of(from)) == Some(day);
                (kept || self.days.contains(&day)) && self.agree_on_last_day(span, day)
            }
            (Some(day), Some(time)) => {
                let before = was.and_then(|(from, _)| from.parse::<DateTime>().ok());
                let same_day = before.is_some_and(|before| before.date() == day);
                let same_time = before.is_some_and(|before| before.time() == time);
                let silent = self.days.is_empty() && day == today && before.is_none();
                let written = (same_day || silent || self.days.contains(&day))
                    && (same_time || self.times.contains(&time))
                    && self.agree_on_end(span);
                written || self.agree_on_shift(span)
            }
            (None, _) => false,
        }
    }

    /// All of it is as much later or earlier as they wrote.
    fn agree_on_shift(&self, span: &Span) -> bool {
        let by = |before: &str, after: &str| -> Option<i64> {
            let (before, after) = (before.parse::<DateTime>().ok()?, after.parse::<DateTime>().ok()?);
            (before.second() == after.second()).then(|| minutes(before, after))
        };
        let moved = span.was.as_ref().and_then(|(from, to)| Some((by(from, &span.from)?, by(to, &span.to)?)));
        moved.is_some_and(|(from, to)| from == to && self.shifts.contains(&from))
    }

    fn agree_on_last_day(&self, span: &Span, first: Date) -> bool {
        let Some(last) = day_of(&span.to) else { return false };
        // Google counts the day after the last one.
        let before = last.yesterday().unwrap_or(last);
        before <= first || self.days.contains(&before) || self.days.contains(&last)
    }

    fn agree_on_end(&self, span: &Span) -> bool {
        let (Ok(from), Ok(to)) = (span.from.parse::<DateTime>(), span.to.parse::<DateTime>()) else {
            return false;
        };
        let length = minutes(from, to);
        let before =
            span.was.as_ref().and_then(|(from, to)| Some(minutes(from.parse().ok()?, to.parse().ok()?)));
        before == Some(length)
            || self.minutes.contains(&length)
            || self.times.contains(&to.time())
            || (self.minutes.is_empty() && USUAL.contains(&length))
    }

    fn day(&mut self, words: &[&str], at: usize, today: Date) {
        let word = words.get(at).copied().unwrap_or_default();
        let next = words.get(at + 1).copied().unwrap_or_default();
        let before = at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or_default();
        let ahead = |span: Length| today.checked_add(span).ok();
        match word {
            "today" | "tonight" | "heute" | "aujourd'hui" | "hoy" => self.days.extend([today]),
            "tomorrow" | "morgen" | "demain" | "mañana" if before != "after" => {
                self.days.extend(ahead(1.day()));
            }
            "tomorrow" | "übermorgen" => self.days.extend(ahead(2.days())),
            _ => {}
        }
        if let Some((_, weekday)) = WEEKDAYS.iter().find(|(name, _)| *name == word) {
            let coming = today.nth_weekday(1, *weekday).ok();
            self.days.extend(coming);
            if matches!(before, "next" | "nächsten" | "nächste" | "prochain") {
                self.days.extend(coming.and_then(|day| day.checked_add(7.days()).ok()));
            }
            if *weekday == today.weekday() && before != "next" {
                self.days.extend([today]);
            }
        }
        if before == "in"
            && let (Ok(count), "day" | "days" | "week" | "weeks" | "tagen" | "wochen") =
                (word.parse::<i64>(), next)
        {
            let days = if next.starts_with('w') { count.saturating_mul(7) } else { count };
            self.days.extend(Length::new().try_days(days).ok().and_then(ahead));
        }
        // To find out that a word is no date costs a hundred times as much as to see that it cannot be one.
        if has_digit(word) {
            if word.len() >= "20261120".len() {
                self.days.extend(word.parse::<Date>().ok());
            }
            self.days.extend(numbered(word, today));
        }
        if has_digit(word) || has_digit(next) {
            self.days.extend(spelled(word, next, words.get(at + 2).copied().unwrap_or_default(), today));
        }
    }

    fn time(&mut self, words: &[&str], at: usize) {
        let word = words.get(at).copied().unwrap_or_default();
        let next = words.get(at + 1).copied().unwrap_or_default();
        let before = at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or_default();
        match word {
            "noon" | "midday" | "mittag" | "mittags" | "midi" | "mediodía" => {
                self.times.extend(Time::new(12, 0, 0, 0).ok());
            }
            "midnight" => self.times.extend([Time::midnight()]),
            _ => {}
        }
        if !has_digit(word) {
            return;
        }
        let half = |word: &str| {
            ["am", "pm", "a.m", "p.m"].iter().find(|half| word == **half).map(|half| half.starts_with('p'))
        };
        for part in word.split('-') {
            let last = word.rsplit('-').next().unwrap_or_default();
            let own =
                part.strip_suffix("pm").map(|_| true).or_else(|| part.strip_suffix("am").map(|_| false));
            let end =
                last.strip_suffix("pm").map(|_| true).or_else(|| last.strip_suffix("am").map(|_| false));
            let afternoon = own.or(end).or_else(|| half(next));
            let introduced = matches!(
                before,
                "at" | "to" | "from" | "until" | "till" | "um" | "von" | "bis" | "à" | "las" | "by" | "-"
            );
            let Some((time, exact)) = clock(part.trim_end_matches(['a', 'p', 'm', 'h'])) else { continue };
            let hour = matches!(next, "uhr" | "h" | "o'clock");
            // "By 2 hours" says how much, and not when.
            let introduced =
                introduced && !(matches!(before, "by" | "um") && !hour && length(words, at).is_some());
            if let Some(afternoon) = afternoon {
                self.times.extend(on_the_half(time, afternoon));
            } else if exact || introduced || hour {
                self.times.extend([time]);
                // "At 3" is three in the afternoon more often than not.
                if time.hour() < 12 && !exact {
                    self.times.extend(on_the_half(time, true));
                }
            }
        }
    }
}

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

/// `11:30`, `15.00`, `3`; and whether it can be nothing but a time.
fn clock(word: &str) -> Option<(Time, bool)> {
    let (hour, minute, exact) = match word.split_once([':', '.']) {
        Some((hour, minute)) if minute.len() == 2 => (hour, minute, word.contains(':')),
        Some(_) => return None,
        None => (word, "0", false),
    };
    let time = Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()?;
    Some((time, exact))
}

fn on_the_half(time: Time, afternoon: bool) -> Option<Time> {
    let hour = time.hour() % 12 + if afternoon { 12 } else { 0 };
    Time::new(hour, time.minute(), 0, 0).ok()
}

/// `20.11.`, `20.11.2026`, `11/20`, `20/11/2026`: where it can be read in two ways, both are what they wrote.
fn numbered(word: &str, today: Date) -> Vec<Date> {
    let parts: Vec<i16> =
        word.split(['.', '/']).filter(|part| !part.is_empty()).filter_map(|part| part.parse().ok()).collect();
    let (one, two, year) = match parts.as_slice() {
        [one, two] => (*one, *two, today.year()),
        [one, two, year] => (*one, *two, if *year < 100 { 2000 + *year } else { *year }),
        _ => return Vec::new(),
    };
    let readings = if word.contains('/') { vec![(one, two), (two, one)] } else { vec![(two, one)] };
    let date =
        |(month, day): (i16, i16)| Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok();
    readings.into_iter().filter_map(date).collect()
}

/// `20 Nov`, `November 20th`, with or without a year; the next one there is.
fn spelled(word: &str, next: &str, third: &str, today: Date) -> Option<Date> {
    let month = |word: &str| {
        let begins = |month: &&str| word.starts_with(*month);
        let at = MONTHS.iter().position(begins).or_else(|| GERMAN_MONTHS.iter().position(begins))?;
        word.chars().all(char::is_alphabetic).then_some(at + 1)
    };
    let day = |word: &str| {
        word.trim_end_matches(|letter: char| letter.is_alphabetic() || letter == '.').parse::<i8>().ok()
    };
    let (month, day) = match (day(word), month(next)) {
        (Some(day), Some(month)) => (month, day),
        _ => (month(word)?, day(next)?),
    };
    let month = i8::try_from(month).ok()?;
    if let Ok(year) = third.parse::<i16>()
        && year > 1900
    {
        return Date::new(year, month, day).ok();
    }
    let this_year = Date::new(today.year(), month, day).ok()?;
    if this_year >= today { Some(this_year) } else { Date::new(today.year() + 1, month, day).ok() }
}

fn day_of(moment: &str) -> Option<Date> {
    moment.get(..10)?.parse().ok()
}

fn time_of(moment: &str) -> Option<Time> {
    moment.contains('T').then(|| moment.parse::<DateTime>().ok().map(DateTime::time)).flatten()
}

fn minutes(from: DateTime, to: DateTime) -> i64 {
    to.duration_since(from).as_mins()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    /// A Monday.
    const TODAY: Date = date(2026, 11, 16);

    fn agree(words: &str, from: &str, to: &str) -> bool {
        let span = Span { from: from.to_owned(), to: to.to_owned(), was: None };
        Moments::read(words, TODAY).agree(&span, TODAY)
    }

    #[test]
    fn what_was_written_is_what_is_meant() {
        for (words, from, to) in [
            ("lunch with Ana on Friday at noon", "2026-11-20T12:00", "2026-11-20T13:00"),
            ("tomorrow 3pm for 45 minutes", "2026-11-17T15:00", "2026-11-17T15:45"),
            ("tomorrow from 3 to 4", "2026-11-17T15:00", "2026-11-17T16:00"),
            ("on 2026-12-01 at 09:30", "2026-12-01T09:30", "2026-12-01T10:00"),
            ("Nov 20th, 10-11am", "2026-11-20T10:00", "2026-11-20T11:00"),
            ("am 20.11. um 15 Uhr", "2026-11-20T15:00", "2026-11-20T15:30"),
            ("in 3 days at 14:00 for 2 hours", "2026-11-19T14:00", "2026-11-19T16:00"),
            ("call at 5pm", "2026-11-16T17:00", "2026-11-16T17:30"),
            ("I am off on 24 December", "2026-12-24", "2026-12-25"),
            ("half an hour tomorrow at 9:00", "2026-11-17T09:00", "2026-11-17T09:30"),
            ("next Friday at 8am", "2026-11-27T08:00", "2026-11-27T09:00"),
        ] {
            assert!(agree(words, from, to), "{words}: {:?}", Moments::read(words, TODAY));
        }
    }

    #[test]
    fn what_was_not_written_is_not() {
        for (words, from, to) in [
            ("lunch with Ana on Friday at noon", "2026-11-19T12:00", "2026-11-19T13:00"),
            ("lunch with Ana on Friday at noon", "2026-11-20T13:00", "2026-11-20T14:00"),
            ("lunch with Ana on Friday at noon", "2026-11-20T12:00", "2026-11-20T18:00"),
            ("lunch with Ana on Friday", "2026-11-20T12:00", "2026-11-20T13:00"),
            ("find a time", "2026-11-16T12:00", "2026-11-16T13:00"),
            ("room 12, 30 people, 11 chairs", "2026-11-16T11:00", "2026-11-16T11:30"),
            ("I am off on 24 December", "2026-12-24", "2026-12-31"),
        ] {
            assert!(!agree(words, from, to), "{words}: {:?}", Moments::read(words, TODAY));
        }
    }

    #[test]
    fn what_stays_needs_no_words() {
        let span = |from: &str, to: &str| Span {
            from: from.to_owned(),
            to: to.to_owned(),
            was: Some(("2026-11-20T12:00".to_owned(), "2026-11-20T13:30".to_owned())),
        };
        let moments = Moments::read("move it to 3pm", TODAY);
        assert!(moments.agree(&span("2026-11-20T15:00", "2026-11-20T16:30"), TODAY));
        assert!(!moments.agree(&span("2026-11-21T15:00", "2026-11-21T16:30"), TODAY));
        assert!(!moments.agree(&span("2026-11-20T15:00", "2026-11-20T19:00"), TODAY));
    }
}
