//! Rules against the dates a person would write down.

use jiff::civil::{Date, date};
use proptest::prelude::*;

use super::*;

fn starts(lines: &[&str], first: &When, most: usize) -> Vec<String> {
    let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let horizon = "2040-01-01T00:00:00Z".parse().unwrap();
    let starts = Recurrence::read(&lines).unwrap().starts(first, horizon);
    starts.iter().take(most).map(|when| when.civil().strftime("%Y-%m-%d").to_string()).collect()
}

fn day(year: i16, month: i8, day: i8) -> When {
    When::Day(date(year, month, day))
}

#[test]
fn days_weeks_months_and_years_are_counted() {
    let cases: [(&str, When, &[&str]); 9] = [
        ("FREQ=DAILY;INTERVAL=3", day(2026, 11, 1), &["2026-11-01", "2026-11-04", "2026-11-07"]),
        ("FREQ=WEEKLY;BYDAY=MO,WE", day(2026, 11, 2), &["2026-11-02", "2026-11-04", "2026-11-09"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", day(2026, 11, 3), &["2026-11-03", "2026-11-15"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO", day(2026, 11, 3), &["2026-11-03", "2026-11-08"]),
        ("FREQ=MONTHLY", day(2026, 1, 31), &["2026-01-31", "2026-03-31", "2026-05-31"]),
        ("FREQ=MONTHLY;BYDAY=-1FR", day(2026, 11, 27), &["2026-11-27", "2026-12-25", "2027-01-29"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", day(2026, 1, 31), &["2026-01-31", "2026-02-28", "2026-03-31"]),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", day(2026, 10, 30), &["2026-10-30", "2026-11-30"]),
        ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", day(2026, 11, 26), &["2026-11-26", "2027-11-25"]),
    ];
    for (rule, first, wanted) in cases {
        assert_eq!(starts(&[&format!("RRULE:{rule}")], &first, wanted.len()), wanted, "{rule}");
    }
}

#[test]
fn a_leap_day_waits_for_its_year_and_an_impossible_day_never_comes() {
    assert_eq!(
        starts(&["RRULE:FREQ=YEARLY"], &day(2024, 2, 29), 3),
        ["2024-02-29", "2028-02-29", "2032-02-29"]
    );
    let never = starts(&["RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30"], &day(2026, 2, 1), 5);
    assert_eq!(never, ["2026-02-01"]);
}

#[test]
fn a_series_ends_by_count_or_by_date_and_dates_come_and_go() {
    let first = day(2026, 11, 2);
    assert_eq!(starts(&["RRULE:FREQ=DAILY;COUNT=3"], &first, 9).len(), 3);
    assert_eq!(starts(&["RRULE:FREQ=DAILY;UNTIL=20261104"], &first, 9).len(), 3);
    let lines = ["RRULE:FREQ=DAILY;COUNT=3", "EXDATE;VALUE=DATE:20261103", "RDATE;VALUE=DATE:20261201"];
    assert_eq!(starts(&lines, &first, 9), ["2026-11-02", "2026-11-04", "2026-12-01"]);
}

#[test]
fn exceptions_are_found_on_any_clock() {
    let zone = "Europe/Berlin".to_owned();
    let first = When::Moment { at: "2026-11-02T08:30:00Z".parse().unwrap(), zone };
    for exception in
        ["EXDATE:20261103T083000Z", "EXDATE;TZID=Europe/Berlin:20261103T093000", "EXDATE:20261103T093000"]
    {
        let found = starts(&["RRULE:FREQ=DAILY;COUNT=3", exception], &first, 9);
        assert_eq!(found, ["2026-11-02", "2026-11-04"], "{exception}");
    }
    let found = starts(&["RRULE:FREQ=DAILY;UNTIL=20261103T083000Z"], &first, 9);
    assert_eq!(found.len(), 2);
}

#[test]
fn what_is_no_rule_is_refused() {
    for wrong in [
        "RRULE:FREQ=HOURLY",
        "RRULE:INTERVAL=2",
        "RRULE:FREQ=DAILY;INTERVAL=0",
        "RRULE:FREQ=DAILY;COUNT=2;UNTIL=20261201",
        "RRULE:FREQ=WEEKLY;BYDAY=2MO",
        "RRULE:FREQ=DAILY;BYDAY=XX",
        "RRULE:FREQ=MONTHLY;BYMONTHDAY=32",
        "FREQ=DAILY",
        "DTSTART:20261101T090000Z",
        "EXDATE:tomorrow",
        "EXDATE;TZID=Mars/Base:20261101T090000",
        "RRULE:FREQ=DAILY;BYDAY=é",
    ] {
        assert!(Recurrence::read(&[wrong.to_owned()]).is_none(), "{wrong}");
    }
}

proptest! {
    #[test]
    fn a_series_keeps_its_local_time_when_the_clocks_change(
        zone in prop::sample::select(vec!["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo"]),
        month in 1i8..=12, day in 1i8..=28, hour in 4i8..=23, minute in 0i8..=59,
        rule in prop::sample::select(vec!["FREQ=DAILY;COUNT=400", "FREQ=WEEKLY;COUNT=60", "FREQ=MONTHLY;COUNT=14"]),
    ) {
        let civil = date(2026, month, day).at(hour, minute, 0, 0);
        let at = TimeZone::get(zone).unwrap().to_timestamp(civil).unwrap();
        let first = When::Moment { at, zone: zone.to_owned() };
        let recurrence = Recurrence::read(&[format!("RRULE:{rule}")]).unwrap();
        let starts = recurrence.starts(&first, at);
        prop_assert!(starts.len() >= 14);
        for start in &starts {
            prop_assert_eq!(start.civil().time(), civil.time());
        }
        let mut dates: Vec<Date> = starts.iter().map(|start| start.civil().date()).collect();
        dates.dedup();
        prop_assert_eq!(dates.len(), starts.len());
    }

    #[test]
    fn any_line_is_read_without_a_panic(line in "(RRULE|EXDATE|RDATE)[A-Z;=:0-9,-]{0,40}") {
        if let Some(recurrence) = Recurrence::read(&[line]) {
            let first = When::Day(date(2026, 11, 2));
            recurrence.starts(&first, "2027-01-01T00:00:00Z".parse().unwrap());
        }
    }
}
