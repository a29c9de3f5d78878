//! One event as a calendar keeps it: a single one, a series, or an instance that departs from its series.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::when::When;

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Event {
    pub(crate) id: String,
    /// The same in every calendar that has a copy.
    pub(super) uid: String,
    pub(crate) status: Status,
    pub(crate) start: When,
    pub(crate) end: When,
    /// Empty unless it is a series.
    pub(crate) recurrence: Vec<String>,
    pub(super) exception: Option<Exception>,
    pub(crate) organizer: Party,
    pub(super) creator: Party,
    pub(crate) attendees: Vec<Attendee>,
    pub(super) sequence: i64,
    pub(super) created: Timestamp,
    /// No two changes have the same time, so that it stands for the version.
    pub(super) updated: Timestamp,
    /// The rest of what a client may write, as it was written: `summary`, `description`, `reminders` …
    pub(super) fields: Map<String, Value>,
}

/// Which instance of which series an event is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Exception {
    pub(super) series: String,
    pub(super) original: When,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    #[default]
    Confirmed,
    Tentative,
    Cancelled,
}

/// Whoever made or organises an event.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Party {
    pub(crate) email: String,
    #[serde(rename = "displayName", default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
}

/// A guest, in the API's own words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Attendee {
    pub(crate) email: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) display_name: Option<String>,
    #[serde(default)]
    pub(crate) response_status: Answer,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) optional: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) resource: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) comment: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) additional_guests: Option<i32>,
}

/// What a guest says to the invitation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Answer {
    #[default]
    NeedsAction,
    Declined,
    Tentative,
    Accepted,
}

impl Event {
    /// The version, as `etag` and `If-Match` write it.
    pub(crate) fn etag(&self) -> String {
        format!("\"{}\"", self.updated.as_microsecond().saturating_mul(2))
    }

    /// A text that the client wrote, e.g. `summary`.
    pub(crate) fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field).and_then(Value::as_str)
    }

    /// Something the client may have set to true or false.
    pub(super) fn flag(&self, field: &str) -> Option<bool> {
        self.fields.get(field).and_then(Value::as_bool)
    }

    pub(crate) fn is_series(&self) -> bool {
        !self.recurrence.is_empty()
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.status == Status::Cancelled
    }

    /// The id of the series it is an instance of.
    pub(crate) fn series(&self) -> Option<&str> {
        self.exception.as_ref().map(|exception| exception.series.as_str())
    }

    /// Whether the calendar with this address organises it.
    pub(super) fn is_organized_by(&self, calendar: &str) -> bool {
        self.organizer.email.eq_ignore_ascii_case(calendar)
    }

    pub(crate) fn guest(&self, address: &str) -> Option<&Attendee> {
        self.attendees.iter().find(|attendee| attendee.email.eq_ignore_ascii_case(address))
    }

    pub(crate) fn is_private(&self) -> bool {
        matches!(self.text("visibility"), Some("private" | "confidential"))
    }

    /// Whether the owner of a calendar cannot be had meanwhile.
    pub(super) fn blocks(&self, owner: &str) -> bool {
        let declined = self.guest(owner).is_some_and(|guest| guest.response_status == Answer::Declined);
        !self.is_cancelled() && !declined && self.text("transparency") != Some("transparent")
    }

    /// From when to when, days counted in a zone.
    pub(crate) fn span(&self, zone: &TimeZone) -> (Timestamp, Timestamp) {
        (self.start.instant(zone), self.end.instant(zone))
    }
}

impl Attendee {
    pub(crate) fn new(party: Party, answer: Answer) -> Self {
        Self {
            email: party.email,
            display_name: party.name,
            response_status: answer,
            optional: false,
            resource: false,
            comment: None,
            additional_guests: None,
        }
    }
}

/// A stretch of time that may be open at either end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Window {
    pub from: Option<Timestamp>,
    pub to: Option<Timestamp>,
}

impl Window {
    /// Whether an event has not ended when it opens and has begun before it closes.
    pub(crate) fn holds(&self, event: &Event, zone: &TimeZone) -> bool {
        let (start, end) = event.span(zone);
        // Something without any length is there for as long as its moment.
        let after = self.from.is_none_or(|from| end > from || (start == end && start == from));
        after && self.to.is_none_or(|to| start < to)
    }
}
