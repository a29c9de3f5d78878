//! A stretch of time that is looked at.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use kernel::Failure;

use super::busy::Period;
use super::moment::{Moment, out_of_range};

impl Period {
    /// As it was given: from now on, and for a week, unless said otherwise.
    pub(crate) fn given(
        from: Option<&str>,
        to: Option<&str>,
        now: Timestamp,
        zone: &TimeZone,
    ) -> Result<Self, Failure> {
        let start = match from {
            Some(from) => Moment::parse(from, zone)?.instant(zone)?,
            // Google keeps whole seconds.
            None => Timestamp::from_second(now.as_second()).map_err(|_| out_of_range())?,
        };
        let end = if let Some(to) = to {
            Moment::parse(to, zone)?.end_instant(zone)?
        } else {
            let week = start.to_zoned(zone.clone()).checked_add(7.days()).map_err(|_| out_of_range())?;
            week.timestamp()
        };
        if end <= start {
            return Err(Failure::invalid("`to` is before `from`. Give a later one."));
        }
        Ok(Self { start, end })
    }

    pub(crate) fn is_longer_than(self, days: i64) -> bool {
        self.end.duration_since(self.start) > SignedDuration::from_hours(days * 24)
    }
}

#[cfg(test)]
mod tests {
    use kernel::Code;

    use super::*;

    fn period(from: Option<&str>, to: Option<&str>) -> Result<(String, String), Failure> {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let now = "2026-10-24T10:00:00.5Z".parse().unwrap();
        let period = Period::given(from, to, now, &zone)?;
        Ok((period.start.to_string(), period.end.to_string()))
    }

    #[test]
    fn a_week_is_seven_days_on_the_clocks_and_a_day_counts_as_a_whole() {
        let is = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        assert_eq!(period(None, None).unwrap(), is("2026-10-24T10:00:00Z", "2026-10-31T11:00:00Z"));
        assert_eq!(
            period(Some("2026-10-25"), Some("2026-10-25")).unwrap(),
            is("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z")
        );
        assert_eq!(period(Some("2026-10-25"), Some("2026-10-24")).unwrap_err().code, Code::InputInvalid);
    }
}
