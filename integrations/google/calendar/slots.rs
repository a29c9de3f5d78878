//! Finding a time that suits everybody: free, within everybody's working hours, on their own clocks.

use jiff::civil::{Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use kernel::Failure;

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
            _ => Err(Failure::invalid("Working hours are written like `09:00-17:00`.")),
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
mod tests;
