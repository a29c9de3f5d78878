//! `calendar.find_time`

use std::collections::BTreeMap;

use jiff::SignedDuration;
use jiff::tz::TimeZone;

use super::prelude::*;
use crate::calendar::{
    Entry, Hours, Period, Place, Search, Weekends, Whose, busy_label, name_of, placed, stamp, zone_named,
};
use crate::gmail::visible_line;
use crate::scopes::{READ_BUSY, READ_CALENDAR_SETTINGS, READ_CALENDARS};

const MOST_DAYS: i64 = 31;

/// Finds times at which the user and others are free, within everybody's working hours on their own clocks.
///
/// `unknown` names people whose calendars cannot be seen: the times offered may not suit them. Offer the times to the user;
/// use `calendar.create_event` for the one that was chosen.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindTime {
    /// Addresses of the people who shall come, without the user.
    #[serde(default)]
    people: Vec<String>,
    #[serde(default = "number::<30>")]
    #[schemars(range(min = 5, max = 480))]
    duration_minutes: u32,
    /// From when on: `2026-11-20`, or `2026-11-20T10:00` in the user's time zone. Now if left out.
    #[serde(default)]
    from: Option<String>,
    /// Until when; a day counts as a whole. 7 days after `from` if left out.
    #[serde(default)]
    to: Option<String>,
    /// Of a working day, for everybody, e.g. `09:00-17:00`.
    #[serde(default = "office_hours")]
    working_hours: String,
    /// Whether Saturdays and Sundays are working days.
    #[serde(default)]
    weekends: bool,
    /// Minutes that shall be free before and after.
    #[serde(default)]
    #[schemars(range(max = 120))]
    buffer_minutes: u32,
    /// In which zone somebody is, where it is known: `{"ben@example.com": "America/New_York"}`.
    #[serde(default)]
    zones: BTreeMap<String, String>,
    /// How many times to offer.
    #[serde(default = "count::<5>")]
    #[schemars(range(min = 1, max = 20))]
    limit: usize,
}

fn office_hours() -> String {
    "09:00-17:00".to_owned()
}

#[derive(Serialize)]
struct Answer {
    times: Vec<Slot>,
    shown: usize,
    from: String,
    to: String,
    zone: String,
    working_hours: String,
    weekends: bool,
    /// Whose calendars cannot be seen, and why.
    unknown: Vec<Unknown>,
    /// Whose zone is not known: the user's was taken.
    zone_assumed: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    continue_with: Option<Continue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

#[derive(Serialize)]
struct Slot {
    start: String,
    end: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    elsewhere: Vec<String>,
}

#[derive(Serialize)]
struct Unknown {
    who: String,
    why: String,
}

impl Unknown {
    fn of(whose: &Whose) -> Option<Self> {
        let why = whose.times.as_ref().err()?.to_string();
        Some(Self { who: visible_line(&whose.id), why })
    }
}

#[derive(Serialize)]
struct Continue {
    from: String,
}

impl ReadTool for FindTime {
    const SPEC: Spec =
        Spec::read("calendar.find_time").needs(&[READ_BUSY, READ_CALENDARS, READ_CALENDAR_SETTINGS]);

    fn check(&self, _call: &Call) -> Result<(), Failure> {
        self.hours()?;
        let sound = (5..=480).contains(&self.duration_minutes)
            && self.buffer_minutes <= 120
            && (1..=20).contains(&self.limit);
        if !sound {
            let words = "`duration_minutes` is between 5 and 480, `buffer_minutes` at most 120, `limit` between 1 and 20.";
            return Err(Failure::invalid(words));
        }
        Ok(())
    }

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let calendar = google.calendar(call);
        let users = calendar.zone(call).await?;
        let span = Period::given(self.from.as_deref(), self.to.as_deref(), calendar.now(), &users)?;
        if span.is_longer_than(MOST_DAYS) {
            return Err(Failure::invalid(format!("Look for a time within at most {MOST_DAYS} days.")));
        }
        let entries = calendar.calendars().await?;
        let mut whose = vec![Place::primary()];
        for given in &self.people {
            whose.push(placed(given, &entries)?);
        }
        let found = calendar.busy(&whose, span, &users).await?;
        let clocks = Clocks::of(&self, &entries, &users)?;
        let busy: Vec<Period> =
            found.iter().filter_map(|whose| whose.times.as_ref().ok()).flatten().copied().collect();
        let search = Search {
            span,
            lasts: SignedDuration::from_mins(i64::from(self.duration_minutes)),
            buffer: SignedDuration::from_mins(i64::from(self.buffer_minutes)),
            hours: self.hours()?,
            zones: &clocks.zones(),
            busy: &busy,
            most: self.limit,
        };
        let slots = search.slots();
        let unknown: Vec<Unknown> = found.iter().filter_map(Unknown::of).collect();
        let moment = |at: jiff::Timestamp| stamp(&at.to_zoned(users.clone()));
        let answer = Answer {
            shown: slots.len(),
            from: moment(span.start),
            to: moment(span.end),
            zone: name_of(&users).to_owned(),
            working_hours: self.working_hours.clone(),
            weekends: self.weekends,
            note: note(&slots, &unknown),
            unknown,
            zone_assumed: clocks.assumed.clone(),
            continue_with: slots
                .last()
                .filter(|_| slots.len() == self.limit)
                .map(|last| Continue { from: moment(last.end) }),
            times: slots.iter().map(|slot| clocks.told(*slot)).collect(),
        };
        labeled(&answer, busy_label(Self::SPEC.name, &call.account.0))
    }

    fn effect(&self) -> Effect {
        let or = |given: &Option<String>, usual: &str| given.clone().unwrap_or_else(|| usual.to_owned());
        Effect::new("Look for a time that suits everybody")
            .field("People", self.people.join(", "))
            .field("Minutes", self.duration_minutes.to_string())
            .field("From", or(&self.from, "now"))
            .field("To", or(&self.to, "7 days later"))
            .field("Working hours", &self.working_hours)
    }
}

fn note(slots: &[Period], unknown: &[Unknown]) -> Option<&'static str> {
    match (slots.is_empty(), unknown.is_empty()) {
        (true, _) => {
            Some("There is no such time. Try more days, longer working hours, or a shorter meeting.")
        }
        (false, false) => Some("These times may not suit those in `unknown`. Say so when offering them."),
        (false, true) => None,
    }
}

impl FindTime {
    fn hours(&self) -> Result<Hours, Failure> {
        let weekends = if self.weekends { Weekends::Worked } else { Weekends::Free };
        Hours::parse(&self.working_hours, weekends)
    }
}

/// On whose clocks the day is.
struct Clocks {
    users: TimeZone,
    theirs: Vec<(String, TimeZone)>,
    assumed: Vec<String>,
}

impl Clocks {
    fn of(plan: &FindTime, entries: &[Entry], users: &TimeZone) -> Result<Self, Failure> {
        let mut clocks = Self { users: users.clone(), theirs: Vec::new(), assumed: Vec::new() };
        for person in &plan.people {
            let said = plan.zones.iter().find(|(who, _)| who.eq_ignore_ascii_case(person));
            let listed = entries.iter().find(|entry| entry.id.eq_ignore_ascii_case(person));
            match (said, listed.and_then(|entry| TimeZone::get(&entry.time_zone).ok())) {
                (Some((_, zone)), _) => clocks.theirs.push((visible_line(person), zone_named(zone)?)),
                (None, Some(zone)) => clocks.theirs.push((visible_line(person), zone)),
                (None, None) => clocks.assumed.push(visible_line(person)),
            }
        }
        Ok(clocks)
    }

    fn zones(&self) -> Vec<TimeZone> {
        let theirs = self.theirs.iter().map(|(_, zone)| zone.clone());
        [self.users.clone()].into_iter().chain(theirs).collect()
    }

    fn told(&self, slot: Period) -> Slot {
        let moment = |at: jiff::Timestamp| stamp(&at.to_zoned(self.users.clone()));
        Slot { start: moment(slot.start), end: moment(slot.end), elsewhere: self.elsewhere(slot.start) }
    }

    fn elsewhere(&self, at: jiff::Timestamp) -> Vec<String> {
        let others =
            self.theirs.iter().filter(|(_, zone)| zone.to_datetime(at) != self.users.to_datetime(at));
        others
            .map(|(who, zone)| {
                let there = at.to_zoned(zone.clone());
                format!("{} {} ({who})", there.strftime("%Y-%m-%d %H:%M"), name_of(zone))
            })
            .collect()
    }
}
