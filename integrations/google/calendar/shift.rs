//! Moving the occurrences of a series: by days, and to another time on the clocks of its zone.

use jiff::civil::Time;
use jiff::{SignedDuration, ToSpan, Zoned};
use kernel::Failure;

use super::moment::{Moment, Stretch, on_the_clocks, out_of_range};
use super::recurrence::{Rule, letters_of};

/// What happened to one occurrence, to be done to all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shift {
    days: i32,
    clock: Option<Clock>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Clock {
    start: Zoned,
    lasts: SignedDuration,
}

impl Shift {
    /// From where an occurrence is to where it shall be.
    pub(crate) fn between(from: &Moment, to: &Stretch) -> Result<Self, Failure> {
        let days = from.date().until(to.start.date()).map_err(|_| out_of_range())?.get_days();
        let clock = match (from, &to.start, &to.end) {
            (Moment::Day(_), Moment::Day(_), _) => None,
            (Moment::At(_), Moment::At(start), Moment::At(end)) => {
                Some(Clock { start: start.clone(), lasts: start.duration_until(end) })
            }
            _ => {
                let words =
                    "A series cannot change between whole days and times. Delete it and make a new one.";
                return Err(Failure::invalid(words));
            }
        };
        Ok(Self { days, clock })
    }

    /// Where another occurrence of the same series begins then: the same time on the clocks, whatever they do between.
    pub(crate) fn moved(&self, from: &Moment) -> Result<Moment, Failure> {
        let date = from.date().checked_add(self.days.days()).map_err(|_| out_of_range())?;
        match &self.clock {
            None => Ok(Moment::Day(date)),
            Some(clock) => {
                let zone = clock.start.time_zone();
                let time: Time = clock.start.time();
                on_the_clocks(date.to_datetime(time), zone)
                    .or_else(|_| date.to_datetime(time).to_zoned(zone.clone()).map_err(|_| out_of_range()))
                    .map(Moment::At)
            }
        }
    }

    pub(crate) fn stretch(&self, from: &Moment, to: &Stretch) -> Result<Stretch, Failure> {
        let start = self.moved(from)?;
        let end = if let (Moment::At(start), Some(clock)) = (&start, &self.clock) {
            Moment::At(start.checked_add(clock.lasts).map_err(|_| out_of_range())?)
        } else {
            let days = to.start.date().until(to.end.date()).map_err(|_| out_of_range())?;
            Moment::Day(start.date().checked_add(days).map_err(|_| out_of_range())?)
        };
        Ok(Stretch { start, end })
    }

    /// The rule after the move: its day of the week and its last day move along.
    pub(crate) fn rule(&self, rule: &Rule, from: &Moment) -> Result<Rule, Failure> {
        let to = self.moved(from)?;
        let mut moved = rule.clone();
        if self.days != 0 {
            let old = letters_of(from.date().weekday());
            moved = match (rule.part("FREQ"), rule.part("BYDAY"), rule.part("BYMONTHDAY")) {
                (_, None, None) => moved,
                (Some("WEEKLY"), Some(days), None) if days == old => {
                    moved.on_days(letters_of(to.date().weekday()))
                }
                _ => {
                    let words =
                        "Moving this series to another day changes how it repeats. Say how with `repeats`.";
                    return Err(Failure::invalid(words));
                }
            };
        }
        match rule.last_day(from) {
            None => Ok(moved),
            Some(last) => {
                let last = last.checked_add(self.days.days()).map_err(|_| out_of_range())?;
                Ok(moved.ending("UNTIL", Rule::until_day(last, &to)?))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;
    use proptest::prelude::*;

    use super::*;
    use crate::calendar::moment::Until;

    fn at(given: &str) -> Moment {
        Moment::parse(given, &TimeZone::get("Europe/Berlin").unwrap()).unwrap()
    }

    fn to(start: &str, minutes: u32) -> Stretch {
        Stretch::new(at(start), Until::Minutes(minutes), &TimeZone::get("Europe/Berlin").unwrap()).unwrap()
    }

    #[test]
    fn a_series_moves_with_its_day_and_its_end() {
        let first = at("2026-09-01T10:00");
        let shift = Shift::between(&at("2026-11-17T10:00"), &to("2026-11-18T11:30", 45)).unwrap();
        let moved = shift.stretch(&first, &to("2026-11-18T11:30", 45)).unwrap();
        assert_eq!(moved.start, at("2026-09-02T11:30"));
        assert_eq!(moved.end, at("2026-09-02T12:15"));
        let rule = Rule::parse("FREQ=WEEKLY;BYDAY=TU;UNTIL=20261229T090000Z").unwrap();
        assert_eq!(
            shift.rule(&rule, &first).unwrap().line(),
            "RRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20261230T225959Z"
        );
        let many = Rule::parse("FREQ=WEEKLY;BYDAY=TU,TH").unwrap();
        assert!(shift.rule(&many, &first).is_err());
    }

    proptest! {
        #[test]
        fn the_time_on_the_clocks_is_kept_across_every_change_of_them(
            weeks in 0_i64..200, hour in 4_i8..22, zone in 0_usize..4
        ) {
            let zone = ["Europe/Berlin", "America/New_York", "Australia/Sydney", "America/Santiago"][zone];
            let zone = TimeZone::get(zone).unwrap();
            let from = Moment::parse("2026-09-01T10:00", &zone).unwrap();
            let start = Moment::parse(&format!("2026-09-02T{hour:02}:30"), &zone).unwrap();
            let target = Stretch::new(start, Until::Minutes(30), &zone).unwrap();
            let shift = Shift::between(&from, &target).unwrap();
            let later = from.date().checked_add((weeks * 7).days()).unwrap();
            let occurrence = Moment::At(later.at(10, 0, 0, 0).to_zoned(zone).unwrap());
            let Moment::At(moved) = shift.moved(&occurrence).unwrap() else { panic!("a day") };
            prop_assert_eq!((moved.hour(), moved.minute()), (hour, 30));
            prop_assert_eq!(moved.date(), later.tomorrow().unwrap());
        }
    }
}
