//! `calendar.list_events`

use std::sync::Arc;

use super::prelude::*;
use crate::calendar::{
    Access, CalendarId, Entry, Event, Period, Place, Reader, Row, Window, name_of, placed,
};
use crate::scopes::{READ_CALENDAR_SETTINGS, READ_CALENDARS, READ_EVENTS};

const MOST_CALENDARS: usize = 10;

/// Lists events of the user's own Google calendars in the order of their start, by default of the next 7 days.
///
/// Times are in the user's time zone; `elsewhere` gives them on the clocks of others where these differ. Whole days end
/// with their last day. `id` names one occurrence of a series, `series` the series. `description_part` says how much of a
/// long description is shown; ask for more with `description_chars`.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListEvents {
    /// Names or ids of calendars, from calendar.calendars, or addresses of people. The main calendar if left out.
    #[serde(default = "main_calendars")]
    calendars: Vec<String>,
    /// From when on: `2026-11-20`, or `2026-11-20T10:00` in the user's time zone. Now if left out.
    #[serde(default)]
    from: Option<String>,
    /// Until when; a day counts as a whole. 7 days after `from` if left out.
    #[serde(default)]
    to: Option<String>,
    /// Words that stand in the title, description, place or among the guests.
    #[serde(default)]
    query: Option<String>,
    /// How many events to show.
    #[serde(default = "count::<50>")]
    #[schemars(range(min = 1, max = 100))]
    limit: usize,
    /// How many to leave out, from `next_skip` of an earlier answer.
    #[serde(default)]
    skip: usize,
    /// How many characters of each description to show.
    #[serde(default = "count::<300>")]
    #[schemars(range(max = 8000))]
    description_chars: usize,
}

fn main_calendars() -> Vec<String> {
    vec![main_calendar()]
}

#[derive(Serialize)]
struct Answer {
    events: Vec<Row>,
    from: String,
    to: String,
    zone: String,
    shown: usize,
    total: usize,
    next_skip: Option<usize>,
    /// Why there may be more than `total`.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

impl ReadTool for ListEvents {
    const SPEC: Spec = Spec::read("calendar.list_events").aka(&["google_calendar:list_events"]).needs(&[
        READ_EVENTS,
        READ_CALENDARS,
        READ_CALENDAR_SETTINGS,
    ]);

    fn check(&self, _call: &Call) -> Result<(), Failure> {
        if self.calendars.is_empty() || self.calendars.len() > MOST_CALENDARS {
            return Err(Failure::invalid("Name between 1 and 10 calendars."));
        }
        if !(1..=100).contains(&self.limit) || self.description_chars > 8_000 {
            return Err(Failure::invalid("`limit` is between 1 and 100, `description_chars` at most 8000."));
        }
        Ok(())
    }

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let calendar = google.calendar(call);
        let zone = calendar.zone(call).await?;
        let Period { start, end } =
            Period::given(self.from.as_deref(), self.to.as_deref(), calendar.now(), &zone)?;
        let known = calendar.calendars().await?;
        let window = Window { from: start, to: end, words: self.query.as_deref() };
        let (mut found, mut complete): (Vec<Found>, bool) = (Vec::new(), true);
        for given in &self.calendars {
            let place = placed(given, &known)?;
            let id = CalendarId::parse(&place.id)?;
            let listed = calendar.events(&id, &window, &zone).await?;
            complete &= listed.complete;
            // Only owners are told.
            let access = if is_owned(&place, &known) { calendar.access(call, &id).await } else { None };
            let (place, access) = (Arc::new(place), Arc::new(access));
            let found_there = |event| Found { place: Arc::clone(&place), access: Arc::clone(&access), event };
            found.extend(listed.events.into_iter().map(found_there));
        }
        found.sort_by_cached_key(|found| {
            let start = found.event.stretch(&zone).map(|stretch| stretch.start);
            start.and_then(|start| start.instant(&zone).ok())
        });
        let shown: Vec<&Found> = found.iter().skip(self.skip).take(self.limit).collect();
        let reader = Reader {
            account: &call.account.0,
            zone: &zone,
            known: &known,
            description: self.description_chars,
        };
        let label = shown.iter().fold(Label::trusted(), |label, Found { event, access, .. }| {
            label.join(&event.label(Self::SPEC.name, &call.account.0, access.as_ref().as_ref()))
        });
        let next = self.skip + shown.len();
        let answer = Answer {
            from: start.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M %:z").to_string(),
            to: end.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M %:z").to_string(),
            zone: name_of(&zone).to_owned(),
            shown: shown.len(),
            total: found.len(),
            next_skip: (next < found.len()).then_some(next),
            note: (!complete).then_some("There are more events in this time. Ask for a shorter one."),
            events: shown.iter().map(|found| Row::of(&found.event, &found.place.name, &reader)).collect(),
        };
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        let or = |given: &Option<String>, usual: &str| given.clone().unwrap_or_else(|| usual.to_owned());
        Effect::new("List events of your calendars")
            .field("Calendars", self.calendars.join(", "))
            .field("From", or(&self.from, "now"))
            .field("To", or(&self.to, "7 days later"))
            .field("Words", or(&self.query, "any"))
    }
}

/// An event, where it is, and who sees that place.
struct Found {
    place: Arc<Place>,
    access: Arc<Option<Access>>,
    event: Event,
}

fn is_owned(place: &Place, known: &[Entry]) -> bool {
    let is_it = |entry: &&Entry| entry.id == place.id || (entry.primary && place.id == "primary");
    known.iter().filter(is_it).any(|entry| entry.access_role == "owner")
}
