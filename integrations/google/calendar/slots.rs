//! Finding a time that suits everybody: free, within everybody's working hours, on their own clocks.

use jiff::civil::{Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use kernel::{Code, Failure};

use super::busy::Period;

/// Suggestions begin at whole quarters of an hour.
const GRID: i64 = 15 * 60;
/// Longer meetings are offered at half hours only.
const LONG: SignedDuration = SignedDuration::from_mins(30);

/// What is looked for.
#[derive(Clone, Debug)]
pub(crate) struct Search<'a> {
    pub(crate) span: Period,
    pub(crate) lasts: SignedDuration,
    /// Kept free before and after.
    pub(crate) buffer: SignedDuration,
    pub(crate) hours: Hours,
    /// On whose clocks the working hours are.
    pub(crate) zones: &'a [TimeZone],
    pub(crate) busy: &'a [Period],
    pub(crate) most: usize,
}

/// Working hours of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hours {
    pub(crate) from: Time,
    pub(crate) to: Time,
    pub(crate) weekends: Weekends,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weekends {
    Free,
    Worked,
}

impl Hours {
    /// `09:00-17:00`
    pub(crate) fn parse(given: &str, weekends: Weekends) -> Result<Self, Failure> {
        let parts = given.split_once('-').map(|(from, to)| (from.trim().parse(), to.trim().parse()));
        match parts {
            Some((Ok(from), Ok(to))) if from < to => Ok(Self { from, to, weekends }),
            _ => {
                let words = "Working hours are written like `09:00-17:00`.";
                Err(Failure::model(Code::InputInvalid, words))
            }
        }
    }

    /// Whether a meeting lies within one working day on the clocks of a zone.
    fn hold(&self, meeting: Period, zone: &TimeZone) -> bool {
        let (start, end) = (zone.to_datetime(meeting.start), zone.to_datetime(meeting.end));
        let weekend = matches!(start.weekday(), Weekday::Saturday | Weekday::Sunday);
        let works = match self.weekends {
            Weekends::Worked => true,
            Weekends::Free => !weekend,
        };
        works && start.date() == end.date() && start.time() >= self.from && end.time() <= self.to
    }
}

impl Search<'_> {
    /// The first times that suit everybody; none of them overlap.
    pub(crate) fn slots(&self) -> Vec<Period> {
        let step = if self.lasts >= LONG { 2 * GRID } else { GRID };
        let first = self.span.start.as_second();
        let mut at = first + (step - first.rem_euclid(step)) % step;
        let mut found = Vec::new();
        while found.len() < self.most {
            let Some(meeting) = self.meeting(at) else { break };
            if meeting.end > self.span.end {
                break;
            }
            if self.suits(meeting) {
                at = meeting.end.as_second() + (step - meeting.end.as_second().rem_euclid(step)) % step;
                found.push(meeting);
            } else {
                at += step;
            }
        }
        found
    }

    fn meeting(&self, at: i64) -> Option<Period> {
        let start = Timestamp::from_second(at).ok()?;
        Some(Period { start, end: start.checked_add(self.lasts).ok()? })
    }

    fn suits(&self, meeting: Period) -> bool {
        let free = self.busy.iter().all(|busy| {
            let starts_after = meeting.start.duration_since(busy.end) >= self.buffer;
            let ends_before = busy.start.duration_since(meeting.end) >= self.buffer;
            starts_after || ends_before
        });
        free && self.zones.iter().all(|zone| self.hours.hold(meeting, zone))
    }
}

#[cfg(test)]
mod tests {
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
}
