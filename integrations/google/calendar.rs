//! Calendar, typed: what we ask of it and what we read of its answers.
//!
//! Knows calendars and events, not people: whose calendars they are, the client was told before.

pub(crate) mod access;
mod audience;
mod beside;
mod busy;
mod card;
mod changes;
mod event;
mod guests;

mod make;
mod moment;
mod name;
mod onlookers;
mod outcome;
mod plan;
mod purpose;
mod reach;
mod recurrence;
pub(crate) mod revision;
pub(crate) mod routes;
mod row;
mod same;
mod shift;
mod slots;
mod span;
mod split;
pub(crate) mod take_back;
mod telling;
mod wanted;
mod write;
pub(crate) mod zone;

use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use kernel::ports::Clock;
use kernel::{Call, Failure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::api::{Api, Ask, Id, Trouble};
use crate::json::google_json;

pub(crate) use access::{Access, Accesses};
pub(crate) use busy::{Period, Whose, busy_label};
pub(crate) use changes::{Changes, Made};
pub(crate) use event::{Event, Known};
pub(crate) use guests::{GuestChanges, Notify};
pub(crate) use moment::{Moment, Stretch, Until, stamp};
pub(crate) use name::{CalendarId, EventName, own_id};
pub(crate) use purpose::Purpose;
pub(crate) use reach::{Named, Reach, Scope, Target};
pub(crate) use recurrence::Repeats;
pub(crate) use revision::Revision;
pub(crate) use row::{Reader, Row};
pub(crate) use slots::{Hours, Search, Weekends};
pub(crate) use wanted::{ShowsAs, Visibility, Wanted};
pub(crate) use write::Write;
pub(crate) use zone::{Zones, name_of, zone_named};

/// What we read of an event in a list.
const EVENT_FIELDS: &[&str] = &["items", "nextPageToken"];
/// More in one answer than anybody reads.
const PAGE: u32 = 250;
const MOST_PAGES: usize = 4;
/// Google makes meeting links on the side; they are there within seconds.
const LINK_WITHIN: usize = 5;
const LINK_PAUSE: Duration = Duration::from_secs(1);

/// The calendars of one account.
#[derive(Clone)]
pub(crate) struct Calendar {
    api: Api,
    zones: Arc<Zones>,
    accesses: Arc<Accesses>,
    clock: Arc<dyn Clock>,
}

google_json! {
    /// A calendar somebody has in their list.
    Entry {
        id: String,
        summary: String,
        summary_override: Option<String>,
        time_zone: String,
        access_role: String,
        primary: bool,
    }

    Setting { value: String }
}

impl Entry {
    pub(crate) fn name(&self) -> &str {
        self.summary_override.as_deref().unwrap_or(&self.summary)
    }
}

/// A calendar by its id, and by the name a person knows it by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Place {
    pub(crate) id: String,
    pub(crate) name: String,
}

impl Place {
    pub(crate) fn primary() -> Self {
        Self { id: "primary".to_owned(), name: "your main calendar".to_owned() }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Page<T> {
    #[serde(default = "Vec::new")]
    items: Vec<T>,
    next_page_token: Option<String>,
}

/// Which events are looked for.
#[derive(Clone, Debug)]
pub(crate) struct Window<'a> {
    pub(crate) from: Timestamp,
    pub(crate) to: Timestamp,
    pub(crate) words: Option<&'a str>,
}

/// What was found, and whether there is more of it.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) events: Vec<Event>,
    pub(crate) complete: bool,
}

impl Calendar {
    pub(crate) fn new(api: Api, zones: Arc<Zones>, accesses: Arc<Accesses>, clock: Arc<dyn Clock>) -> Self {
        Self { api, zones, accesses, clock }
    }

    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.clock.now().0).unwrap_or(Timestamp::MAX)
    }

    /// The zone the account's owner lives by: the setting of the calendar, else what the chat says.
    pub(crate) async fn zone(&self, call: &Call) -> Result<TimeZone, Failure> {
        let now = self.clock.now();
        if let Some(zone) = self.zones.known(call, "", now) {
            return Ok(zone);
        }
        let setting = Id::parse("setting", "timezone")?;
        let ask = Ask::to(&routes::SETTING_GET).at(&setting).only(&["value"]);
        let set = match self.api.ask::<Setting>(&ask).await {
            Ok(setting) => Some(setting.value),
            Err(Trouble::Missing(_)) => None,
            Err(trouble) => return Err(trouble.into()),
        };
        let names = set.as_deref().into_iter().chain(call.requester.zone.as_deref());
        let zone = names.into_iter().find_map(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC);
        self.zones.remember(call, "", zone.clone(), now);
        Ok(zone)
    }

    /// Every calendar in the owner's list.
    pub(crate) async fn calendars(&self) -> Result<Vec<Entry>, Trouble> {
        let ask = Ask::to(&routes::CALENDARS_LIST)
            .with("maxResults", PAGE.to_string())
            .only(&["items(id,summary,summaryOverride,timeZone,accessRole,primary)", "nextPageToken"]);
        Ok(self.pages(&ask).await?.0)
    }

    /// A calendar by `primary`, its id, or its name.
    pub(crate) async fn place(&self, given: &str) -> Result<Place, Failure> {
        if given == "primary" {
            return Ok(Place::primary());
        }
        let entries = self.calendars().await?;
        placed(given, &entries)
    }

    pub(crate) async fn events(
        &self,
        at: &CalendarId,
        window: &Window<'_>,
        zone: &TimeZone,
    ) -> Result<Listed, Trouble> {
        let time = |moment: Timestamp| stamp(&Zoned::new(moment, zone.clone()));
        let ask = Ask::to(&routes::EVENTS_LIST)
            .at(at)
            .with("timeMin", time(window.from))
            .with("timeMax", time(window.to))
            .with("singleEvents", "true")
            .with("orderBy", "startTime")
            .with("timeZone", zone::name_of(zone))
            .with_some("q", window.words)
            .with("maxResults", PAGE.to_string())
            .only(EVENT_FIELDS);
        let (events, complete) = self.pages(&ask).await?;
        Ok(Listed { events, complete })
    }

    /// The occurrences of a series that differ from it, taken out ones included.
    pub(crate) async fn exceptions(&self, at: &CalendarId, series: &Event) -> Result<Vec<Event>, Trouble> {
        let ask = Ask::to(&routes::EVENTS_LIST)
            .at(at)
            .with("iCalUID", series.ical_uid.as_str())
            .with("showDeleted", "true")
            .with("maxResults", PAGE.to_string())
            .only(EVENT_FIELDS);
        let (mut events, _): (Vec<Event>, bool) = self.pages(&ask).await?;
        events.retain(|event| event.recurring_event_id.as_deref() == Some(series.id.as_str()));
        Ok(events)
    }

    /// The occurrences of a series, in order, taken out ones included.
    pub(crate) async fn instances(
        &self,
        at: &CalendarId,
        series: &Id,
        from: Option<Timestamp>,
    ) -> Result<Vec<Known>, Trouble> {
        let ask = Ask::to(&routes::EVENTS_INSTANCES)
            .at(at)
            .at(series)
            .with_some("timeMin", from.map(|from| from.to_string()))
            .with("showDeleted", "true")
            .with("maxResults", PAGE.to_string())
            .only(EVENT_FIELDS);
        let (events, _): (Vec<Value>, bool) = self.pages(&ask).await?;
        Ok(events.into_iter().map(Known::read).collect::<Result<_, Failure>>()?)
    }

    pub(crate) async fn event(&self, at: &CalendarId, id: &Id) -> Result<Known, Trouble> {
        let raw: Value = self.api.ask(&Ask::to(&routes::EVENTS_GET).at(at).at(id)).await?;
        Ok(Known::read(raw)?)
    }

    /// Waits a little for a meeting link that Google is still making.
    async fn with_its_link(&self, at: &CalendarId, mut known: Option<Known>) -> Option<Known> {
        for _ in 0..LINK_WITHIN {
            let Some(waiting) = known.as_ref().filter(|known| known.event.awaits_meet()) else { break };
            self.clock.sleep_until(self.clock.now().plus(LINK_PAUSE)).await;
            let Ok(id) = Id::parse("event", &waiting.event.id) else { break };
            let Ok(again) = self.event(at, &id).await else { break };
            known = Some(again);
        }
        known
    }

    /// All pages of a list, up to a limit, and whether that was all.
    async fn pages<T: for<'de> Deserialize<'de>>(&self, ask: &Ask<'_>) -> Result<(Vec<T>, bool), Trouble> {
        let (mut items, mut next): (Vec<T>, Option<String>) = (Vec::new(), None);
        for _ in 0..MOST_PAGES {
            let page: Page<T> = self.api.ask(&ask.clone().with_some("pageToken", next)).await?;
            items.extend(page.items);
            next = page.next_page_token;
            if next.is_none() {
                break;
            }
        }
        Ok((items, next.is_none()))
    }
}

/// A calendar among those of somebody's list; an id that is not in it is taken as it is.
pub(crate) fn placed(given: &str, entries: &[Entry]) -> Result<Place, Failure> {
    let named = |entry: &&Entry| entry.name().eq_ignore_ascii_case(given.trim());
    let by_id = entries.iter().find(|entry| entry.id.eq_ignore_ascii_case(given));
    let mut by_name = entries.iter().filter(named);
    let place = |entry: &Entry| Place {
        id: if entry.primary { "primary".to_owned() } else { entry.id.clone() },
        name: crate::gmail::visible_line(entry.name()),
    };
    match (by_id, by_name.next(), by_name.next()) {
        (Some(entry), _, _) | (None, Some(entry), None) => Ok(place(entry)),
        (None, Some(_), Some(_)) => Err(Failure::conflict(
            "Several calendars have that name. Use the id of one, from calendar.calendars.",
        )),
        (None, None, _) if given == "primary" => Ok(Place::primary()),
        (None, None, _) if given.contains('@') => {
            let id = CalendarId::parse(given)?;
            Ok(Place { id: id.as_str().to_owned(), name: id.as_str().to_owned() })
        }
        (None, None, _) => Err(Failure::not_found(
            "There is no calendar of that name. Use a name or an id from calendar.calendars.",
        )),
    }
}

#[cfg(test)]
mod tests;
