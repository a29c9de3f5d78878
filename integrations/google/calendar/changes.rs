//! What a call does to a calendar: its writes, who hears of them, and what a person should know before.

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Place;
use super::access::Onlookers;
use super::event::Known;
use super::guests::{Notify, others};
use super::purpose::Purpose;
use super::write::Write;
use super::zone::name_of;

/// What is countersigned, and all that runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Changes {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    purpose: Option<Purpose>,
    pub(crate) calendar: Place,
    /// The event it is about, as it was; nothing for a new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) about: Option<About>,
    /// In which the card tells times.
    pub(crate) zone: String,
    pub(crate) notify: Notify,
    /// Everybody else who has the event, or will have it.
    pub(crate) guests: Vec<String>,
    /// Who else sees it, because they see the calendar.
    #[serde(default)]
    pub(super) onlookers: Onlookers,
    /// The domain of the requester's own organisation, if by default everybody there sees the calendar. Nobody chose
    /// them for this event, so they are no onlookers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) organisation: Option<String>,
    /// What a person should know before.
    pub(crate) remarks: Vec<String>,
    #[serde(default)]
    pub(super) way_back: WayBack,
    pub(crate) writes: Vec<Write>,
}

/// Whether it can be turned round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WayBack {
    #[default]
    Open,
    /// Only by somebody else.
    Closed,
}

/// An event in words by which a person recognises it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct About {
    pub(crate) described: String,
    #[serde(default)]
    pub(super) title: String,
    /// Who comes to it or called it.
    #[serde(default)]
    pub(super) people: Vec<String>,
    pub(crate) link: Option<String>,
}

/// What became of each write that was made.
pub(crate) type Made = Vec<Option<Known>>;

impl Changes {
    pub(crate) fn new(purpose: Purpose, place: Place, zone: &TimeZone, writes: Vec<Write>) -> Self {
        Self {
            purpose: Some(purpose),
            calendar: place,
            about: None,
            zone: name_of(zone).to_owned(),
            notify: Notify::None,
            guests: Vec::new(),
            onlookers: Onlookers::Unasked,
            organisation: None,
            remarks: Vec::new(),
            way_back: WayBack::Open,
            writes,
        }
    }

    pub(crate) fn purpose(&self) -> Purpose {
        self.purpose.unwrap_or_else(|| Purpose::of_writes(&self.writes))
    }

    #[must_use]
    pub(crate) fn about(mut self, known: &Known, zone: &TimeZone) -> Self {
        let guests = known.event.attendees.iter().map(|guest| guest.email.as_str());
        let people = guests.chain([known.event.organizer()]).filter(|address| !address.is_empty());
        self.about = Some(About {
            described: known.event.described(zone),
            title: known.event.title(),
            people: people.map(str::to_owned).collect(),
            link: known.event.html_link.clone(),
        });
        self
    }

    /// Everybody in the lists of guests before and after is told, unless said otherwise.
    #[must_use]
    pub(crate) fn telling(mut self, notify: Option<Notify>, account: &str) -> Self {
        let states = self.writes.iter().flat_map(|write| write.was().into_iter().chain(write.body()));
        self.guests = others(states.filter_map(|state| state.get("attendees")), account);
        self.notify = Notify::or_usual(notify, &self.guests);
        self
    }

    /// Only these hear of it.
    #[must_use]
    pub(crate) fn telling_only(
        mut self,
        notify: Option<Notify>,
        told: impl IntoIterator<Item = String>,
    ) -> Self {
        self.guests = told.into_iter().filter(|address| !address.is_empty()).collect();
        self.notify = Notify::or_usual(notify, &self.guests);
        self
    }

    #[must_use]
    pub(crate) fn remarking(mut self, remarks: impl IntoIterator<Item = String>) -> Self {
        self.remarks.extend(remarks);
        self
    }

    #[must_use]
    pub(super) fn for_good(mut self) -> Self {
        self.way_back = WayBack::Closed;
        self
    }

    /// Who is a guest after it and was none before.
    pub(super) fn invited(&self, account: &str) -> Vec<String> {
        let before = others(self.writes.iter().filter_map(|write| write.was()?.get("attendees")), account);
        let after = others(self.writes.iter().filter_map(|write| write.body()?.get("attendees")), account);
        without(&after, &before)
    }

    /// Whether it leaves everything as it is but for guests who come.
    pub(super) fn only_invites(&self) -> bool {
        self.writes.iter().all(|write| {
            let names = write.body().and_then(Value::as_object).into_iter().flat_map(Map::keys);
            let list = |state: Option<&Value>| others(state.and_then(|state| state.get("attendees")), "");
            names.into_iter().all(|name| name == "attendees")
                && without(&list(write.was()), &list(write.body())).is_empty()
        })
    }

    pub(crate) fn zone(&self) -> TimeZone {
        TimeZone::get(&self.zone).unwrap_or(TimeZone::UTC)
    }
}

/// Those of the first who are not among the second.
fn without(those: &[String], others: &[String]) -> Vec<String> {
    let is_other = |guest: &&String| !others.iter().any(|other| other.eq_ignore_ascii_case(guest));
    those.iter().filter(is_other).cloned().collect()
}
