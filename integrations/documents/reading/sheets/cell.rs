//! One cell in words.

use calamine::{Data, ExcelDateTime};

/// On one line and without tabs, for those separate cells and rows. Dates as in ISO 8601.
pub(super) fn words(value: &Data) -> String {
    match value {
        Data::Empty => String::new(),
        Data::String(text) => text.split(['\t', '\n', '\r']).map(str::trim).collect::<Vec<_>>().join(" "),
        Data::Int(number) => number.to_string(),
        Data::Float(number) => number.to_string(),
        Data::Bool(truth) => if *truth { "TRUE" } else { "FALSE" }.to_owned(),
        Data::DateTime(time) => moment(time),
        Data::DateTimeIso(text) | Data::DurationIso(text) => text.clone(),
        Data::Error(error) => error.to_string(),
    }
}

fn moment(time: &ExcelDateTime) -> String {
    if time.is_duration() {
        return duration(time.as_f64());
    }
    let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
    let clock = format!("{hour:02}:{minute:02}:{second:02}");
    let date = format!("{year:04}-{month:02}-{day:02}");
    if time.as_f64() < 1.0 {
        clock
    } else if time.as_f64().fract() == 0.0 {
        date
    } else {
        format!("{date}T{clock}")
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a duration longer than i64 seconds saturates")]
fn duration(days: f64) -> String {
    let seconds = (days * 86_400.0).round() as i64;
    let sign = if seconds < 0 { "-" } else { "" };
    let seconds = seconds.unsigned_abs();
    format!("{sign}{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use calamine::ExcelDateTimeType::{DateTime, TimeDelta};

    use super::*;

    fn at(value: f64) -> String {
        words(&Data::DateTime(ExcelDateTime::new(value, DateTime, false)))
    }

    #[test]
    fn dates_are_written_as_in_iso_8601() {
        assert_eq!(at(45943.0), "2025-10-13");
        assert_eq!(at(45943.5), "2025-10-13T12:00:00");
        assert_eq!(at(0.25), "06:00:00");
        assert_eq!(words(&Data::DateTime(ExcelDateTime::new(1.5, TimeDelta, false))), "36:00:00");
    }

    #[test]
    fn a_cell_stays_in_its_line() {
        assert_eq!(words(&Data::String("two\r\nlines\tand a tab".to_owned())), "two  lines and a tab");
        assert_eq!(words(&Data::Float(1250.0)), "1250");
    }
}
