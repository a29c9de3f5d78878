//! Words for days and times ahead: `next Friday at 3pm`, `for half an hour`.

use jiff::civil::{Date, Time};

use super::time::weekday;
use super::words::Words;
use super::words::number;
use crate::rehearsal::wish::calendar::{Days, Moment};

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
/// The last hour of which nobody means the early morning: a meeting "at 3" is in the afternoon.
const AFTERNOON: i8 = 6;

/// A whole phrase, nothing of which is left over.
pub(crate) fn moment(words: Words<'_>) -> Option<Moment> {
    let mut moment = Moment::default();
    let mut at = 0;
    while at < words.words.len() {
        at += piece(words, at, &mut moment).or_else(|| bare_hour(words, at, &mut moment))?;
    }
    moment.is_given().then_some(moment)
}

/// Days alone.
pub(crate) fn only_days(words: Words<'_>) -> Option<Days> {
    let (days, length) = days(words, 0)?;
    (length == words.words.len()).then_some(days)
}

/// What begins at a word, put into the moment; how many words it takes.
pub(crate) fn piece(words: Words<'_>, at: usize, moment: &mut Moment) -> Option<usize> {
    if let Some((days, length)) = days(words, at) {
        moment.days.get_or_insert(days);
        return Some(length);
    }
    let introduced = usize::from(matches!(words.plain(at), "at" | "from" | "between" | "@" | "around"));
    let (time, length) =
        clock_time(words, at + introduced).filter(|(time, _)| introduced > 0 || time.is_sure)?;
    let mut taken = introduced + length;
    moment.time = Some(time.time);
    moment.until = time.until;
    if matches!(words.plain(at + taken), "to" | "until" | "till" | "and" | ":")
        && let Some((end, length)) = clock_time(words, at + taken + 1)
    {
        moment.until = Some(end.time);
        taken += 1 + length;
    }
    Some(taken)
}

/// `3` alone, where nothing but a time can stand.
fn bare_hour(words: Words<'_>, at: usize, moment: &mut Moment) -> Option<usize> {
    let (time, length) = clock_time(words, at)?;
    (moment.time, moment.until) = (Some(time.time), time.until);
    Some(length)
}

/// `30 minutes`, `an hour`, `half an hour`, `1.5 hours`, with what introduces it.
pub(crate) fn minutes(words: Words<'_>, at: usize) -> Option<(u32, usize)> {
    let introduced = usize::from(words.plain(at) == "for");
    let at = at + introduced;
    let (first, second, third) = (words.plain(at), words.plain(at + 1), words.plain(at + 2));
    let is_hour = |word: &str| matches!(word, "hour" | "hours" | "h" | "hr" | "hrs");
    let is_minute = |word: &str| matches!(word, "minute" | "minutes" | "min" | "mins" | "m");
    let (minutes, length) = match (first, second, third) {
        ("half", "an" | "a", hour) if is_hour(hour) => (30, 3),
        ("a" | "an" | "one", hour, _) if is_hour(hour) => (60, 2),
        (count, unit, _) if is_minute(unit) => (number(count)?, 2),
        (count, unit, _) if is_hour(unit) => (hours(count)?, 2),
        (joined, ..) => {
            let digits = joined.find(|letter: char| !letter.is_ascii_digit())?;
            let (count, unit) = joined.split_at(digits);
            let count: u32 = count.parse().ok()?;
            (if is_hour(unit) { count.checked_mul(60)? } else { is_minute(unit).then_some(count)? }, 1)
        }
    };
    (1..=24 * 60).contains(&minutes).then_some((minutes, introduced + length))
}

fn hours(count: &str) -> Option<u32> {
    if let Some((whole, "5")) = count.split_once('.') {
        return whole.parse::<u32>().ok()?.checked_mul(60)?.checked_add(30);
    }
    number(count)?.checked_mul(60)
}

/// Days that begin at a word, and how many words they take.
pub(crate) fn days(words: Words<'_>, at: usize) -> Option<(Days, usize)> {
    let filling = (0..3)
        .take_while(|step| {
            matches!(words.plain(at + step), "on" | "for" | "in" | "during" | "the" | "of" | "over")
        })
        .count();
    let at = at + filling;
    let plain = |step: usize| {
        let word = words.plain(at + step);
        word.strip_suffix("'s").unwrap_or(word)
    };
    let (first, second, third) = (plain(0), plain(1), plain(2));
    let (days, length) = match (first, second, third) {
        ("today" | "tonight", ..) => (Days::Today, 1),
        ("this", "morning" | "afternoon" | "evening", _) => (Days::Today, 2),
        ("tomorrow", "morning" | "afternoon" | "evening", _) => (Days::Tomorrow, 2),
        ("tomorrow", ..) => (Days::Tomorrow, 1),
        ("day", "after", "tomorrow") => (Days::AfterTomorrow, 3),
        ("this" | "coming", day, _) if weekday(day).is_some() => (Days::On(weekday(day)?), 2),
        ("next", day, _) if weekday(day).is_some() => (Days::OnOfNextWeek(weekday(day)?), 2),
        (day, ..) if weekday(day).is_some() => (Days::On(weekday(day)?), 1),
        ("this", "week", _) | ("rest", "of", "this") => (Days::ThisWeek, if first == "this" { 2 } else { 4 }),
        ("next", "week", _) => (Days::NextWeek, 2),
        ("weekend", ..) => (Days::Weekend, 1),
        ("this", "weekend", _) => (Days::Weekend, 2),
        ("next" | "coming", count, "day" | "days") => (Days::Next(u16::try_from(number(count)?).ok()?), 3),
        ("next" | "coming", count, "week" | "weeks") => {
            (Days::Next(u16::try_from(number(count)?).ok()?.checked_mul(7)?), 3)
        }
        _ => date(first, second, third)?,
    };
    Some((days, filling + length))
}

/// `2026-11-20`, `20 November`, `20th of November`, `November 20`.
fn date(first: &str, second: &str, third: &str) -> Option<(Days, usize)> {
    if first.len() == "2026-11-20".len()
        && let Ok(date) = first.parse::<Date>()
    {
        return Some((Days::Date(date), 1));
    }
    let yearly = |day: &str, of: &str| {
        let day = day.trim_end_matches(|letter: char| letter.is_ascii_alphabetic()).parse().ok()?;
        let month = month(of)?;
        // A leap year has every day there is.
        Date::new(2028, month, day).ok().map(|_| Days::Yearly { month, day })
    };
    if second == "of" {
        return Some((yearly(first, third)?, 3));
    }
    Some((yearly(first, second).or_else(|| yearly(second, first))?, 2))
}

fn month(name: &str) -> Option<i8> {
    let place =
        MONTHS.iter().position(|month| *month == name || (name.len() == 3 && month.starts_with(name)))?;
    i8::try_from(place + 1).ok()
}

struct ClockTime {
    time: Time,
    until: Option<Time>,
    /// It can be nothing but a time.
    is_sure: bool,
}

/// `10`, `10:30`, `3pm`, `3 pm`, `10-11:30`, `noon`.
fn clock_time(words: Words<'_>, at: usize) -> Option<(ClockTime, usize)> {
    let (plain, after) = (words.plain(at), words.plain(at + 1));
    if matches!(plain, "noon" | "midday") {
        return Some((ClockTime { time: Time::constant(12, 0, 0, 0), until: None, is_sure: true }, 1));
    }
    let (half, taken) = match after {
        "am" | "pm" | "a.m" | "p.m" => (after.get(..1), 2),
        "o'clock" | "uhr" => (None, 2),
        _ => (None, 1),
    };
    if let Some((from, to)) = plain.split_once(['-', '–']) {
        let (time, until) = (hour(from, half)?, hour(to, half)?);
        return Some((ClockTime { time, until: Some(until), is_sure: true }, taken));
    }
    let is_sure = taken == 2 || plain.contains(':') || plain.ends_with("am") || plain.ends_with("pm");
    Some((ClockTime { time: hour(plain, half)?, until: None, is_sure }, taken))
}

fn hour(plain: &str, half: Option<&str>) -> Option<Time> {
    let (digits, own) = match plain {
        morning if morning.ends_with("am") => (morning.strip_suffix("am")?, Some("a")),
        afternoon if afternoon.ends_with("pm") => (afternoon.strip_suffix("pm")?, Some("p")),
        plain => (plain, None),
    };
    let (hour, minute) = digits.split_once([':', '.']).unwrap_or((digits, ""));
    let hour: i8 = hour.parse().ok()?;
    let minutes: i8 = if minute.is_empty() { 0 } else { minute.parse().ok()? };
    let hour = match (own.or(half), hour) {
        (Some("a"), 12) => 0,
        (Some("p"), 1..=11) => hour + 12,
        (None, 1..=AFTERNOON) if minute.is_empty() => hour + 12,
        _ => hour,
    };
    Time::new(hour, minutes, 0, 0).ok()
}

/// The days that a phrase mentions, and the phrase without them.
pub(crate) fn without_days(words: Words<'_>) -> (Option<Days>, String) {
    let mut found = None;
    let mut rest: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < words.words.len() {
        if let Some((days, length)) = days(words, at).filter(|_| found.is_none()) {
            found = Some(days);
            at += length;
        } else {
            rest.push(words.part(at..at + 1).original());
            at += 1;
        }
    }
    (found, rest.join(" "))
}

#[cfg(test)]
mod tests {
    use jiff::civil::Weekday;

    use super::super::words::{Words, split};
    use super::*;

    fn read(text: &str) -> Option<Moment> {
        let words = split(text);
        moment(Words::new(text, &words))
    }

    fn at(hour: i8, minute: i8) -> Time {
        Time::constant(hour, minute, 0, 0)
    }

    #[test]
    fn days_and_times_ahead() {
        let friday = Some(Days::On(Weekday::Friday));
        let cases = [
            ("tomorrow at 10", Some(Days::Tomorrow), Some(at(10, 0)), None),
            ("on Friday at 3pm", friday, Some(at(15, 0)), None),
            ("3 pm on Friday", friday, Some(at(15, 0)), None),
            ("Friday 10-11:30", friday, Some(at(10, 0)), Some(at(11, 30))),
            ("Friday from 14:00 to 15:30", friday, Some(at(14, 0)), Some(at(15, 30))),
            ("at 3", None, Some(at(15, 0)), None),
            ("3", None, Some(at(15, 0)), None),
            ("9", None, Some(at(9, 0)), None),
            ("12am", None, Some(at(0, 0)), None),
            ("noon", None, Some(at(12, 0)), None),
            ("next Friday", Some(Days::OnOfNextWeek(Weekday::Friday)), None, None),
            ("the day after tomorrow", Some(Days::AfterTomorrow), None, None),
            ("20 November", Some(Days::Yearly { month: 11, day: 20 }), None, None),
            ("on the 20th of Nov", Some(Days::Yearly { month: 11, day: 20 }), None, None),
            ("Nov 20 at 9:15", Some(Days::Yearly { month: 11, day: 20 }), Some(at(9, 15)), None),
            ("2026-11-20", Some(Days::Date(Date::constant(2026, 11, 20))), None, None),
            ("next 3 days", Some(Days::Next(3)), None, None),
        ];
        for (text, days, time, until) in cases {
            assert_eq!(read(text), Some(Moment { days, time, until }), "{text}");
        }
        for text in ["", "the archive", "31 February", "at 25", "Friday maybe"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn lengths_of_time() {
        let read = |text: &str| {
            let words = split(text);
            minutes(Words::new(text, &words), 0)
        };
        let cases = [
            ("30 minutes", 30, 2),
            ("for half an hour", 30, 4),
            ("an hour", 60, 2),
            ("1.5 hours", 90, 2),
            ("45min", 45, 1),
            ("2h", 120, 1),
        ];
        for (text, minutes, length) in cases {
            assert_eq!(read(text), Some((minutes, length)), "{text}");
        }
        assert_eq!(read("30 people"), None);
    }
}
