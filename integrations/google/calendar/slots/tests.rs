//! When everybody has time.

use proptest::prelude::*;

use super::*;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn period(start: &str, end: &str) -> Period {
    Period { start: at(start), end: at(end) }
}

fn zones(names: &[&str]) -> Vec<TimeZone> {
    names.iter().map(|name| TimeZone::get(name).unwrap()).collect()
}

fn search<'a>(zones: &'a [TimeZone], busy: &'a [Period]) -> Search<'a> {
    Search {
        span: period("2026-11-20T00:00:00Z", "2026-11-24T00:00:00Z"),
        lasts: SignedDuration::from_mins(30),
        buffer: SignedDuration::ZERO,
        hours: Hours::parse("09:00-17:00", Weekends::Free).unwrap(),
        zones,
        busy,
        most: 3,
    }
}

#[test]
fn hours_must_suit_everybodys_clocks_and_weekends_are_free() {
    let zones = zones(&["Europe/Berlin", "America/New_York"]);
    let busy = [period("2026-11-20T14:00:00Z", "2026-11-20T15:00:00Z")];
    let found = search(&zones, &busy).slots();
    assert_eq!(
        found,
        [
            period("2026-11-20T15:00:00Z", "2026-11-20T15:30:00Z"),
            period("2026-11-20T15:30:00Z", "2026-11-20T16:00:00Z"),
            period("2026-11-23T14:00:00Z", "2026-11-23T14:30:00Z"),
        ]
    );
}

#[test]
fn a_buffer_is_kept_on_both_sides() {
    let zones = zones(&["UTC"]);
    let busy = [period("2026-11-20T10:00:00Z", "2026-11-20T11:00:00Z")];
    let mut search = search(&zones, &busy);
    (search.buffer, search.most) = (SignedDuration::from_mins(15), 4);
    let starts: Vec<String> = search.slots().iter().map(|slot| slot.start.to_string()).collect();
    assert_eq!(
        starts,
        ["2026-11-20T09:00:00Z", "2026-11-20T11:30:00Z", "2026-11-20T12:00:00Z", "2026-11-20T12:30:00Z"]
    );
}

#[test]
fn working_hours_are_read_or_refused() {
    for bad in ["", "9-17", "17:00-09:00", "09:00", "09:00-25:00"] {
        assert!(Hours::parse(bad, Weekends::Free).is_err(), "{bad}");
    }
}

proptest! {
    #[test]
    fn nothing_offered_is_ever_taken(
        busy in prop::collection::vec((0_i64..5_760, 1_i64..300), 0..20), minutes in 5_i64..180
    ) {
        let zones = zones(&["Asia/Kolkata", "Europe/London"]);
        let from = at("2026-11-20T00:00:00Z");
        let busy: Vec<Period> = busy
            .into_iter()
            .map(|(start, lasts)| {
                let start = from + SignedDuration::from_mins(start);
                Period { start, end: start + SignedDuration::from_mins(lasts) }
            })
            .collect();
        let mut search = search(&zones, &busy);
        search.lasts = SignedDuration::from_mins(minutes);
        for slot in search.slots() {
            prop_assert!(busy.iter().all(|busy| busy.end <= slot.start || busy.start >= slot.end));
            prop_assert!(slot.start >= search.span.start && slot.end <= search.span.end);
        }
    }
}
