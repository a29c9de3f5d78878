//! Days and moments of a calendar: as they are given, as Google keeps them, and as people read them.

use jiff::civil::{Date, DateTime};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{Timestamp, ToSpan, Zoned};
use kernel::Failure;
use serde_json::{Value, json};

use super::zone::name_of;

/// A whole day, or a moment on the clocks of its zone.
#[derive(Clone, Debug, Eq)]
pub(crate) enum Moment {
    Day(Date),
    At(Zoned),
}

/// The same moment on other clocks is another one: what repeats follows its clocks.
impl PartialEq for Moment {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Day(one), Self::Day(other)) => one == other,
            (Self::At(one), Self::At(other)) => {
                one.timestamp() == other.timestamp() && name_of(one.time_zone()) == name_of(other.time_zone())
            }
            (Self::Day(_), Self::At(_)) | (Self::At(_), Self::Day(_)) => false,
        }
    }
}

impl Moment {
    /// `2026-11-20`, `2026-11-20T10:00` on the clocks of `zone`, or `2026-11-20T10:00:00+01:00`.
    pub(crate) fn parse(given: &str, zone: &TimeZone) -> Result<Self, Failure> {
        let given = given.trim();
        if given.len() == "2026-11-20".len()
            && let Ok(date) = given.parse::<Date>()
        {
            return Ok(Self::Day(date));
        }
        if let Ok(moment) = given.parse::<Timestamp>() {
            return Ok(Self::At(moment.to_zoned(zone.clone())));
        }
        let local: DateTime = given.parse().map_err(|_| {
            Failure::invalid("That is no time. Write `2026-11-20T10:00`, `2026-11-20T10:00:00+01:00`, or `2026-11-20` for a whole \
                 day.")
        })?;
        on_the_clocks(local, zone).map(Self::At)
    }

    /// As a resource of Google's has it.
    pub(crate) fn of(resource: &Value, fallback: &TimeZone) -> Option<Self> {
        let text = |name: &str| resource.get(name).and_then(Value::as_str);
        if let Some(date) = text("date") {
            return date.parse().ok().map(Self::Day);
        }
        let zone =
            text("timeZone").and_then(|name| TimeZone::get(name).ok()).unwrap_or_else(|| fallback.clone());
        let given = text("dateTime")?;
        match given.parse::<Timestamp>() {
            Ok(moment) => Some(Self::At(moment.to_zoned(zone))),
            Err(_) => given.parse::<DateTime>().ok()?.to_zoned(zone).ok().map(Self::At),
        }
    }

    pub(crate) fn json(&self) -> Value {
        match self {
            Self::Day(date) => json!({ "date": date.to_string() }),
            Self::At(moment) => {
                json!({ "dateTime": stamp(moment), "timeZone": name_of(moment.time_zone()) })
            }
        }
    }

    /// On the clocks of `zone`, with the offset.
    pub(crate) fn written(&self, zone: &TimeZone) -> String {
        match self {
            Self::Day(date) => date.to_string(),
            Self::At(moment) => stamp(&moment.with_time_zone(zone.clone())),
        }
    }

    pub(crate) fn date(&self) -> Date {
        match self {
            Self::Day(date) => *date,
            Self::At(moment) => moment.date(),
        }
    }

    /// When it is, or when the day begins on the clocks of `zone`.
    pub(crate) fn instant(&self, zone: &TimeZone) -> Result<Timestamp, Failure> {
        match self {
            Self::Day(date) => Ok(date.to_zoned(zone.clone()).map_err(|_| out_of_range())?.timestamp()),
            Self::At(moment) => Ok(moment.timestamp()),
        }
    }

    /// When it is over: a day is over when the next one begins.
    pub(crate) fn end_instant(&self, zone: &TimeZone) -> Result<Timestamp, Failure> {
        match self {
            Self::Day(date) => Self::Day(date.tomorrow().map_err(|_| out_of_range())?).instant(zone),
            Self::At(moment) => Ok(moment.timestamp()),
        }
    }

    pub(crate) fn is_before(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::At(one), Self::At(other)) => one.timestamp() < other.timestamp(),
            (one, other) => one.date() < other.date(),
        }
    }

    /// On whose clocks a series repeats that begins then.
    pub(crate) fn own_zone(&self) -> TimeZone {
        match self {
            Self::At(moment) => moment.time_zone().clone(),
            Self::Day(_) => TimeZone::UTC,
        }
    }

    /// The same moment on other clocks.
    pub(crate) fn on(self, zone: &TimeZone) -> Self {
        match self {
            Self::At(moment) => Self::At(moment.with_time_zone(zone.clone())),
            day @ Self::Day(_) => day,
        }
    }

    /// In the form that RRULE, EXDATE and the ids of instances have.
    pub(crate) fn basic(&self) -> String {
        match self {
            Self::Day(date) => date.strftime("%Y%m%d").to_string(),
            Self::At(moment) => moment.with_time_zone(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string(),
        }
    }
}

/// `2026-11-20T10:00:00+01:00`
pub(crate) fn stamp(moment: &Zoned) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// A local time that clocks skip or show twice is nobody's guess.
pub(crate) fn on_the_clocks(local: DateTime, zone: &TimeZone) -> Result<Zoned, Failure> {
    let found = zone.to_ambiguous_zoned(local);
    let shown = local.strftime("%H:%M on %Y-%m-%d");
    let words = match found.offset() {
        AmbiguousOffset::Unambiguous { .. } => {
            return found.unambiguous().map_err(|_| out_of_range());
        }
        AmbiguousOffset::Gap { .. } => {
            let later = found.later().map_err(|_| out_of_range())?;
            format!(
                "{shown} does not exist in {}: the clocks skip it. Say which time is meant, e.g. {}.",
                name_of(zone),
                later.strftime("%Y-%m-%dT%H:%M")
            )
        }
        AmbiguousOffset::Fold { before, after } => format!(
            "{shown} comes twice in {}: the clocks go back. Say which one is meant: {1}{before} or {1}{after}.",
            name_of(zone),
            local.strftime("%Y-%m-%dT%H:%M:%S")
        ),
    };
    Err(Failure::invalid(words))
}

pub(crate) fn out_of_range() -> Failure {
    Failure::invalid("That time is too far away. Choose one within the next years.")
}

/// From when to when. The end of whole days is the day after the last one, as Google has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) start: Moment,
    pub(crate) end: Moment,
}

/// How an end was given.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Until<'a> {
    /// A time, or the last whole day.
    End(&'a str),
    Minutes(u32),
    /// An hour, or the one day.
    Usual,
}

impl<'a> Until<'a> {
    pub(crate) fn read(end: Option<&'a str>, minutes: Option<u32>) -> Result<Option<Self>, Failure> {
        match (end, minutes) {
            (Some(_), Some(_)) => Err(Failure::invalid("Give `end` or `duration_minutes`, not both.")),
            (Some(end), None) => Ok(Some(Self::End(end))),
            (None, Some(minutes)) => Ok(Some(Self::Minutes(minutes))),
            (None, None) => Ok(None),
        }
    }
}

impl Stretch {
    pub(crate) fn new(start: Moment, until: Until<'_>, zone: &TimeZone) -> Result<Self, Failure> {
        let end = match (&start, until) {
            (_, Until::End(end)) => match Moment::parse(end, zone)? {
                Moment::Day(last) => Moment::Day(last.tomorrow().map_err(|_| out_of_range())?),
                at @ Moment::At(_) => at,
            },
            (Moment::Day(_), Until::Minutes(_)) => {
                let words = "Whole days have no minutes. Give `end` as the last day, or `start` with a time.";
                return Err(Failure::invalid(words));
            }
            (Moment::Day(day), Until::Usual) => Moment::Day(day.tomorrow().map_err(|_| out_of_range())?),
            (Moment::At(start), Until::Minutes(minutes)) => later(start, minutes)?,
            (Moment::At(start), Until::Usual) => later(start, 60)?,
        };
        let sound = match (&start, &end) {
            (Moment::Day(start), Moment::Day(end)) => end > start,
            (Moment::At(start), Moment::At(end)) => end.timestamp() > start.timestamp(),
            (Moment::Day(_), Moment::At(_)) | (Moment::At(_), Moment::Day(_)) => {
                return Err(Failure::invalid("`start` and `end` must both be times or both be whole days."));
            }
        };
        if !sound {
            return Err(Failure::invalid("It would end before it begins. Give a later `end`."));
        }
        Ok(Self { start, end })
    }

    /// As an event of Google's has it.
    pub(crate) fn of(event: &Value, fallback: &TimeZone) -> Option<Self> {
        let side = |name: &str| Moment::of(event.get(name)?, fallback);
        Some(Self { start: side("start")?, end: side("end")? })
    }

    /// The last day that belongs to it; for times the end itself.
    pub(crate) fn last(&self) -> Moment {
        match &self.end {
            Moment::Day(end) => Moment::Day(end.yesterday().unwrap_or(*end)),
            at @ Moment::At(_) => at.clone(),
        }
    }

    /// `Fri 20 Nov 2026, 10:00–10:30 (Europe/Berlin)`
    pub(crate) fn in_words(&self, zone: &TimeZone) -> String {
        let day = |date: Date| date.strftime("%a %-d %b %Y").to_string();
        match (&self.start, &self.last()) {
            (Moment::At(start), Moment::At(end)) => {
                let (start, end) = (start.with_time_zone(zone.clone()), end.with_time_zone(zone.clone()));
                let clock = |moment: &Zoned| moment.strftime("%H:%M").to_string();
                let until = if start.date() == end.date() {
                    clock(&end)
                } else {
                    format!("{}, {}", day(end.date()), clock(&end))
                };
                format!("{}, {}–{until} ({})", day(start.date()), clock(&start), name_of(zone))
            }
            (start, last) if start.date() == last.date() => format!("{}, all day", day(start.date())),
            (start, last) => format!("{} – {}, all day", day(start.date()), day(last.date())),
        }
    }

    /// The same on the clocks of the zone the event itself has, where that is another one.
    pub(crate) fn in_both_zones(&self, zone: &TimeZone) -> String {
        match &self.start {
            Moment::At(start) if start.time_zone() != zone => {
                format!("{} = {}", self.in_words(start.time_zone()), self.in_words(zone))
            }
            Moment::At(_) | Moment::Day(_) => self.in_words(zone),
        }
    }
}

fn later(start: &Zoned, minutes: u32) -> Result<Moment, Failure> {
    start.checked_add(i64::from(minutes).minutes()).map(Moment::At).map_err(|_| out_of_range())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn berlin() -> TimeZone {
        TimeZone::get("Europe/Berlin").unwrap()
    }

    fn moment(given: &str) -> Moment {
        Moment::parse(given, &berlin()).unwrap()
    }

    #[test]
    fn times_are_taken_in_three_forms() {
        let expected = json!({ "dateTime": "2026-11-20T10:00:00+01:00", "timeZone": "Europe/Berlin" });
        for given in
            ["2026-11-20T10:00", "2026-11-20 10:00:00", "2026-11-20T04:00:00-05:00", "2026-11-20T09:00Z"]
        {
            assert_eq!(moment(given).json(), expected, "{given}");
        }
        assert_eq!(moment("2026-11-20").json(), json!({ "date": "2026-11-20" }));
        for bad in ["", "tomorrow", "10:00", "2026-13-01", "2026-02-30T10:00"] {
            assert!(Moment::parse(bad, &berlin()).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_same_moment_on_other_clocks_is_another_one() {
        let on = |zone: &str| Moment::parse("2026-11-20T09:00:00Z", &TimeZone::get(zone).unwrap()).unwrap();
        assert_eq!(on("Europe/Berlin"), moment("2026-11-20T10:00"));
        assert_ne!(on("Europe/Berlin"), on("Africa/Lagos"), "though both clocks show ten");
        assert_ne!(moment("2026-11-20"), moment("2026-11-20T00:00"));
    }

    #[test]
    fn a_time_that_clocks_skip_or_repeat_is_asked_about() {
        let gap = Moment::parse("2027-03-28T02:30", &berlin()).unwrap_err();
        assert!(
            gap.words.contains("does not exist") && gap.words.contains("2027-03-28T03:30"),
            "{}",
            gap.words
        );
        let fold = Moment::parse("2026-10-25T02:30", &berlin()).unwrap_err();
        assert!(
            fold.words.contains("2026-10-25T02:30:00+02") && fold.words.contains("+01"),
            "{}",
            fold.words
        );
        assert!(Moment::parse("2026-10-25T02:30+02:00", &berlin()).is_ok());
    }

    #[test]
    fn whole_days_end_the_day_after() {
        let one = Stretch::new(moment("2026-11-20"), Until::Usual, &berlin()).unwrap();
        assert_eq!(one.end.json(), json!({ "date": "2026-11-21" }));
        assert_eq!(one.in_words(&berlin()), "Fri 20 Nov 2026, all day");
        let three = Stretch::new(moment("2026-11-20"), Until::End("2026-11-22"), &berlin()).unwrap();
        assert_eq!(three.end.json(), json!({ "date": "2026-11-23" }));
        assert_eq!(three.in_words(&berlin()), "Fri 20 Nov 2026 – Sun 22 Nov 2026, all day");
    }

    #[test]
    fn what_ends_before_it_begins_is_refused() {
        for (start, end) in [
            ("2026-11-20", "2026-11-19"),
            ("2026-11-20T10:00", "2026-11-20T10:00"),
            ("2026-11-20T10:00", "2026-11-20"),
        ] {
            assert!(Stretch::new(moment(start), Until::End(end), &berlin()).is_err(), "{start} {end}");
        }
    }

    #[test]
    fn both_zones_are_said_where_they_differ() {
        let there = TimeZone::get("America/New_York").unwrap();
        let start = Moment::parse("2026-11-20T04:00", &there).unwrap();
        let stretch = Stretch::new(start, Until::Minutes(30), &there).unwrap();
        assert_eq!(
            stretch.in_both_zones(&berlin()),
            "Fri 20 Nov 2026, 04:00–04:30 (America/New_York) = Fri 20 Nov 2026, 10:00–10:30 (Europe/Berlin)"
        );
    }
}
