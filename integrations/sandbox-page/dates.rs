//! Days and times in words.

use jiff::{ToSpan, Zoned, civil::Date};

/// `14:05`
pub(super) fn clock(moment: &Zoned) -> String {
    moment.strftime("%H:%M").to_string()
}

/// `Today`, `Yesterday`, or `Tuesday, 3 November 2026`.
pub(super) fn day(date: Date, today: Date) -> String {
    recent(date, today).map_or_else(|| date.strftime("%A, %-d %B %Y").to_string(), str::to_owned)
}

/// As short as a list wants it: `14:05` today, `3 Nov` this year, `3 Nov 2025` before.
pub(super) fn short(moment: &Zoned, now: &Zoned) -> String {
    if moment.date() == now.date() {
        clock(moment)
    } else if moment.year() == now.year() {
        moment.strftime("%-d %b").to_string()
    } else {
        moment.strftime("%-d %b %Y").to_string()
    }
}

/// Everything: `Tue, 3 November 2026, 14:05`.
pub(super) fn full(moment: &Zoned) -> String {
    moment.strftime("%a, %-d %B %Y, %H:%M").to_string()
}

/// For machines.
pub(super) fn exact(moment: &Zoned) -> String {
    moment.timestamp().to_string()
}

/// A date as a message asks for it, e.g. `{date_short} at {time}`.
pub(super) fn filled(pattern: &str, moment: &Zoned, now: &Zoned) -> String {
    let pretty = |long: &str| {
        recent(moment.date(), now.date()).map_or_else(|| moment.strftime(long).to_string(), str::to_lowercase)
    };
    let written = |format: &str| moment.strftime(format).to_string();
    let values = [
        ("{date_num}", written("%Y-%m-%d")),
        ("{date_pretty}", pretty("%-d %B %Y")),
        ("{date_short_pretty}", pretty("%-d %b %Y")),
        ("{date_long_pretty}", pretty("%A, %-d %B %Y")),
        ("{date}", written("%-d %B %Y")),
        ("{date_short}", written("%-d %b %Y")),
        ("{date_long}", written("%A, %-d %B %Y")),
        ("{time}", clock(moment)),
        ("{time_secs}", written("%H:%M:%S")),
    ];
    values.iter().fold(pattern.to_owned(), |text, (name, value)| text.replace(name, value))
}

fn recent(date: Date, today: Date) -> Option<&'static str> {
    if date == today {
        Some("Today")
    } else if today.checked_sub(1.day()).is_ok_and(|yesterday| yesterday == date) {
        Some("Yesterday")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Zoned {
        text.parse().unwrap()
    }

    #[test]
    fn days_are_named_as_people_name_them() {
        let today = moment("2026-11-04T10:00:00[UTC]").date();
        assert_eq!(day(today, today), "Today");
        assert_eq!(day(moment("2026-11-03T23:59:00[UTC]").date(), today), "Yesterday");
        assert_eq!(day(moment("2026-11-02T00:00:00[UTC]").date(), today), "Monday, 2 November 2026");
    }

    #[test]
    fn a_pattern_is_filled_with_the_local_time() {
        let (then, now) = (moment("2026-11-02T14:05:09[UTC]"), moment("2026-11-03T10:00:00[UTC]"));
        assert_eq!(filled("{date_short} at {time_secs}", &then, &now), "2 Nov 2026 at 14:05:09");
        assert_eq!(filled("due {date_pretty}, {time}", &then, &now), "due yesterday, 14:05");
    }
}
