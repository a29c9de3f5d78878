//! What the calendar's tools answered.

use serde::Deserialize;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct EventList {
    pub(crate) events: Vec<Event>,
    pub(crate) total: usize,
    pub(crate) next_skip: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Event {
    pub(crate) id: String,
    pub(crate) series: Option<String>,
    pub(crate) title: String,
    pub(crate) start: String,
    /// Of whole days, the last.
    pub(crate) end: String,
    pub(crate) all_day: bool,
    pub(crate) place: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) organizer: String,
    pub(crate) guests: Vec<Guest>,
    pub(crate) my_answer: Option<String>,
    pub(crate) meet: Option<String>,
    pub(crate) link: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Guest {
    pub(crate) address: String,
    pub(crate) answer: String,
}

/// What became of an event.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Changed {
    pub(crate) did: String,
    pub(crate) event: Option<Event>,
    pub(crate) notes: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct FreeTimes {
    pub(crate) times: Vec<Stretch>,
    pub(crate) working_hours: String,
    /// Whether Saturdays and Sundays were offered too.
    pub(crate) weekends: bool,
    pub(crate) unknown: Vec<Unknown>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Stretch {
    pub(crate) start: String,
    pub(crate) end: String,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Unknown {
    pub(crate) who: String,
    pub(crate) why: String,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct BusyTimes {
    pub(crate) who: Vec<Whose>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Whose {
    pub(crate) who: String,
    pub(crate) known: bool,
    pub(crate) problem: Option<String>,
    pub(crate) busy: Vec<Stretch>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Calendars {
    pub(crate) calendars: Vec<CalendarRow>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct CalendarRow {
    pub(crate) name: String,
    pub(crate) access: String,
    pub(crate) main: bool,
}
