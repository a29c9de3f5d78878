//! The calendars of a world and what is in them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A calendar beside the one that everybody has.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CalendarSeed {
    /// A name that events refer to in `calendar`.
    pub key: String,
    /// What it is called, e.g. `Studio rooms`.
    pub name: String,
    /// The handle of whoever made it; nobody of this world unless named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Google's id for it, e.g. `en.german#holiday@group.v.calendar.google.com`; one is made unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The IANA time zone; by default the owner's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// By handle.
    #[serde(default)]
    pub shared_with: BTreeMap<String, ShareSeed>,
}

/// What somebody may do in a shared calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShareSeed {
    /// See when it is taken.
    Busy,
    Read,
    Write,
}

/// One event, or a series of them.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventSeed {
    /// Google's id for it, five or more of `a` to `v` and digits; one is made unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The `key` of a calendar; by default the owner's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calendar: Option<String>,
    /// The handle of the organiser, or `Name <address>` for somebody outside.
    pub owner: String,
    pub title: String,
    /// `+1d 09:00` (tomorrow), `mon 10:00` (of this week), `fri+1w 10:00` (of the next), on the owner's clock; or an
    /// RFC 3339 time. Without a time of day, or as a plain date, it is for the whole day.
    pub start: String,
    /// The same, or `10:30` on the day it starts. An hour later, or the end of the day, unless given. The day that
    /// a whole-day event ends with is the last one it lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    #[serde(default)]
    pub attendees: Vec<GuestSeed>,
    /// An RRULE, e.g. `FREQ=WEEKLY;BYDAY=MO,WE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<String>,
    /// Where single instances of a series depart from it.
    #[serde(default)]
    pub departures: Vec<DepartureSeed>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// HTML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether it has a Meet.
    #[serde(default)]
    pub meet: bool,
    /// Whether those the calendar is shared with see only that it is taken.
    #[serde(default)]
    pub private: bool,
    /// Whether the time counts as free all the same.
    #[serde(default)]
    pub free: bool,
}

/// A guest: a handle or `Name <address>`, who has not answered unless it is said.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum GuestSeed {
    Asked(String),
    Answered {
        who: String,
        answer: AnswerSeed,
        #[serde(default)]
        optional: bool,
    },
}

/// What a guest has said to an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerSeed {
    Yes,
    No,
    Maybe,
    Waiting,
}

/// An instance of a series that is elsewhere or not at all.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DepartureSeed {
    /// The day on which the series would have it, written as in `start`.
    pub day: String,
    /// When it begins instead; called off unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_to: Option<String>,
}

impl GuestSeed {
    /// The handle or address.
    pub fn who(&self) -> &str {
        match self {
            Self::Asked(who) | Self::Answered { who, .. } => who,
        }
    }

    pub fn answer(&self) -> AnswerSeed {
        match self {
            Self::Asked(_) => AnswerSeed::Waiting,
            Self::Answered { answer, .. } => *answer,
        }
    }

    pub fn is_optional(&self) -> bool {
        matches!(self, Self::Answered { optional: true, .. })
    }
}
