//! People's calendars, from inside.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use serde::Serialize;
use serde_json::Value;

use crate::Google;
use crate::calendar::{self, Calendar, Event, GuestAnswer, Meet, Notice, Role, When, Window};
use crate::call::{Answer, Call};
use crate::contract::Query;
use crate::refusal::Refusal;

/// An event as somebody finds it in one of their calendars.
#[derive(Clone, Debug, Serialize)]
pub struct EventView {
    pub id: String,
    /// The id of the calendar, and what it is called.
    pub calendar: String,
    pub calendar_name: String,
    pub title: String,
    pub start: Timestamp,
    pub end: Timestamp,
    /// The first and the last day of an event that has no time of day.
    pub days: Option<(Date, Date)>,
    pub location: Option<String>,
    /// HTML.
    pub description: Option<String>,
    pub organizer: String,
    pub guests: Vec<GuestView>,
    /// What the person themselves has answered, if they are a guest.
    pub answer: Option<GuestAnswer>,
    pub meet: Option<String>,
    pub recurrence: Vec<String>,
    /// The series it is an instance of.
    pub series: Option<String>,
    pub private: bool,
    pub cancelled: bool,
    pub etag: String,
}

/// A guest and what they say to the invitation.
#[derive(Clone, Debug, Serialize)]
pub struct GuestView {
    pub name: String,
    pub address: String,
    pub answer: GuestAnswer,
    pub optional: bool,
    pub comment: Option<String>,
}

impl Google {
    /// What is in somebody's calendars within a window, in order, series by their instances.
    pub fn events(&self, handle: &str, window: &Window) -> Vec<EventView> {
        let Some(account) = self.account(handle) else { return Vec::new() };
        self.look_at(|state| {
            let mut found: Vec<EventView> = Vec::new();
            for calendar in state.book.listed_for(&account.address) {
                let events = calendar.within(window).into_iter().filter(|event| !event.is_cancelled());
                found.extend(events.map(|event| view(calendar, &event, &account.address)));
            }
            found.sort_by(|one, other| (one.start, &one.title).cmp(&(other.start, &other.title)));
            found
        })
    }

    /// One event in any of somebody's calendars, also one that is called off.
    pub fn event(&self, handle: &str, id: &str) -> Option<EventView> {
        let account = self.account(handle)?;
        self.look_at(|state| {
            let mut calendars = state.book.listed_for(&account.address);
            calendars.find_map(|calendar| Some(view(calendar, &calendar.event(id)?, &account.address)))
        })
    }

    /// The mails that went out because of events, oldest first.
    pub fn calendar_mails(&self) -> Vec<Notice> {
        self.look_at(|state| state.book.notices().to_vec())
    }

    /// Whether a Meet is there at once. What was only promised is there as soon as it is.
    pub fn set_meet(&self, meet: Meet) {
        self.with(|state| state.book.set_meet(meet));
        self.changes.ring();
    }

    /// Lets somebody, or a whole domain, into a person's first calendar.
    pub fn share_calendar(&self, handle: &str, with: &str, role: Role) {
        let Some(account) = self.account(handle) else { return };
        self.with(|state| state.book.share_primary(account, with, role));
        self.changes.ring();
    }

    /// Makes every sync token there is too old.
    pub fn forget_changes(&self) {
        self.with(|state| state.book.forget());
        self.changes.ring();
    }

    /// Somebody does something in a calendar with their own hands: `insert`, `patch` or `delete`.
    pub fn in_calendar(&self, handle: &str, method: &str, hand: &Hand) -> Result<Value, Refusal> {
        let path = [("calendarId", &hand.calendar), ("eventId", &hand.event)];
        let call = Call {
            method: format!("calendar.events.{method}"),
            person: handle.to_owned(),
            scopes: std::collections::BTreeSet::new(),
            path: path
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.clone()))
                .collect::<BTreeMap<_, _>>(),
            query: Query::default(),
            body: hand.body.clone(),
            media: None,
            if_match: None,
            origin: String::new(),
        };
        calendar::perform(self, &call).map(|answer| match answer {
            Answer::Json(value) => value,
            Answer::Content { .. } => Value::Null,
        })
    }
}

/// Which event in which calendar, and what becomes of it.
#[derive(Clone, Debug)]
pub struct Hand {
    pub calendar: String,
    pub event: String,
    pub body: Value,
}

fn view(calendar: &Calendar, event: &Event, address: &str) -> EventView {
    let text = |field: &str| event.text(field).map(str::to_owned);
    let (start, end) = event.span(&calendar::zone_named(&calendar.zone));
    let days = match (&event.start, &event.end) {
        (When::Day(first), When::Day(end)) => Some((*first, end.checked_sub(1.day()).unwrap_or(*first))),
        _ => None,
    };
    let guests = event.attendees.iter().map(|guest| GuestView {
        name: guest.display_name.clone().unwrap_or_else(|| guest.email.clone()),
        address: guest.email.clone(),
        answer: guest.response_status,
        optional: guest.optional,
        comment: guest.comment.clone(),
    });
    EventView {
        id: event.id.clone(),
        calendar: calendar.id.clone(),
        calendar_name: calendar.name.clone(),
        title: text("summary").unwrap_or_else(|| "(No title)".to_owned()),
        start,
        end,
        days,
        location: text("location"),
        description: text("description"),
        organizer: event.organizer.name.clone().unwrap_or_else(|| event.organizer.email.clone()),
        guests: guests.collect(),
        answer: event.guest(address).map(|guest| guest.response_status),
        meet: calendar::meet_link(event),
        recurrence: event.recurrence.clone(),
        series: event.series().map(str::to_owned),
        private: event.is_private(),
        cancelled: event.is_cancelled(),
        etag: event.etag(),
    }
}
