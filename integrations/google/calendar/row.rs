//! An event as the model gets it.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use serde::Serialize;

use super::Entry;
use super::event::Event;
use super::moment::Moment;
use super::zone::name_of;
use crate::gmail::visible_line;

const MOST_GUESTS: usize = 20;

/// One line of a list. Whole days end with their last day.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    series: Option<String>,
    calendar: String,
    title: String,
    start: String,
    end: String,
    all_day: bool,
    /// The same on the clocks of others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    elsewhere: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// How many of its characters these are, where they are not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    description_part: Option<Part>,
    organizer: String,
    guests: Vec<Guest>,
    guests_total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    my_answer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meet: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    status: String,
    link: Option<String>,
}

#[derive(Debug, Serialize)]
struct Part {
    shown: usize,
    total: usize,
}

#[derive(Debug, Serialize)]
struct Guest {
    address: String,
    answer: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    optional: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

/// In whose words a row is told.
pub(crate) struct Reader<'a> {
    pub(crate) account: &'a str,
    pub(crate) zone: &'a TimeZone,
    /// Whose calendars are known, and with them their zones.
    pub(crate) known: &'a [Entry],
    pub(crate) description: usize,
}

impl Row {
    pub(crate) fn of(event: &Event, calendar: &str, reader: &Reader<'_>) -> Self {
        let stretch = event.stretch(reader.zone);
        let text =
            |moment: Option<&Moment>| moment.map(|moment| moment.written(reader.zone)).unwrap_or_default();
        let last = stretch.as_ref().map(super::moment::Stretch::last);
        let shown = |text: &Option<String>| text.as_deref().map(visible_line).filter(|text| !text.is_empty());
        let whole = event.description();
        let total = whole.chars().count();
        let description: String = whole.chars().take(reader.description).collect();
        let cut = total > reader.description;
        Self {
            id: event.id.clone(),
            series: event.recurring_event_id.clone(),
            calendar: calendar.to_owned(),
            title: event.title(),
            start: text(stretch.as_ref().map(|stretch| &stretch.start)),
            end: text(last.as_ref()),
            all_day: stretch.as_ref().is_some_and(|stretch| matches!(stretch.start, Moment::Day(_))),
            elsewhere: elsewhere(event, reader),
            place: shown(&event.location),
            description: (!description.is_empty()).then_some(description),
            description_part: cut.then_some(Part { shown: reader.description, total }),
            organizer: visible_line(event.organizer()),
            guests: event.attendees.iter().take(MOST_GUESTS).map(guest).collect(),
            guests_total: event.attendees.len(),
            my_answer: event.me(reader.account).map(|me| answer(&me.response_status).to_owned()),
            meet: event.meet().map(visible_line),
            kind: event.kind.clone().filter(|kind| kind != "default"),
            status: event.status.clone(),
            link: event.html_link.clone(),
        }
    }
}

/// What somebody said to an invitation, in words of our own.
pub(crate) fn answer(status: &str) -> &str {
    match status {
        "accepted" => "accepted",
        "declined" => "declined",
        "tentative" => "tentative",
        _ => "no answer yet",
    }
}

fn guest(guest: &super::event::Attendee) -> Guest {
    Guest {
        address: visible_line(&guest.email),
        answer: answer(&guest.response_status).to_owned(),
        optional: guest.optional,
        comment: guest.comment.as_deref().map(visible_line).filter(|comment| !comment.is_empty()),
    }
}

/// When it begins on the clocks of the event's own zone and of the guests whose zone is known, where they differ.
fn elsewhere(event: &Event, reader: &Reader<'_>) -> Vec<String> {
    let Some(Moment::At(start)) = event.stretch(reader.zone).map(|stretch| stretch.start) else {
        return Vec::new();
    };
    let mut zones: BTreeMap<String, Vec<String>> = BTreeMap::new();
    zones.entry(name_of(start.time_zone()).to_owned()).or_default();
    for guest in &event.attendees {
        let theirs = reader.known.iter().find(|entry| entry.id.eq_ignore_ascii_case(&guest.email));
        if let Some(theirs) = theirs.filter(|theirs| !theirs.primary) {
            zones.entry(theirs.time_zone.clone()).or_default().push(visible_line(&guest.email));
        }
    }
    let here = start.with_time_zone(reader.zone.clone());
    zones
        .into_iter()
        .filter_map(|(name, people)| {
            let there = start.with_time_zone(TimeZone::get(&name).ok()?);
            // Two names for the same clocks tell nobody anything.
            if there.datetime() == here.datetime() {
                return None;
            }
            let who = if people.is_empty() { String::new() } else { format!(" ({})", people.join(", ")) };
            Some(format!("{} {name}{who}", there.strftime("%Y-%m-%d %H:%M")))
        })
        .collect()
}
