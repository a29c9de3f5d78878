//! An event as the API shows it in one calendar to one person.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};

use super::event::{Attendee, Event, Party};
use super::when::stamp;
use super::{refused, when};
use crate::calendar::record::Calendar;
use crate::calendar::role::Role;
use crate::call::Call;
use crate::refusal::Refusal;

/// Whoever looks, and how they want to see it.
pub(super) struct Viewer<'a> {
    pub(super) calendar: &'a Calendar,
    pub(super) role: Role,
    pub(super) zone: TimeZone,
    pub(super) most_attendees: Option<usize>,
}

impl<'a> Viewer<'a> {
    pub(super) fn new(calendar: &'a Calendar, address: &str, call: &Call) -> Result<Self, Refusal> {
        let zone = match call.query.one("timeZone").filter(|zone| !zone.is_empty()) {
            None => calendar.time_zone(),
            Some(name) => {
                TimeZone::get(name).map_err(|_| refused::parameter("timeZone", "Invalid time zone value."))?
            }
        };
        let most_attendees = call.query.one("maxAttendees").and_then(|most| most.parse().ok());
        let role = calendar.role_of(address).unwrap_or(Role::FreeBusyReader);
        Ok(Self { calendar, role, zone, most_attendees })
    }

    pub(super) fn shows(&self, event: &Event) -> Value {
        let mut shown = Map::new();
        shown.insert("kind".to_owned(), "calendar#event".into());
        shown.insert("etag".to_owned(), event.etag().into());
        shown.insert("id".to_owned(), event.id.clone().into());
        shown.insert("status".to_owned(), json!(event.status));
        if let Some(exception) = &event.exception {
            shown.insert("recurringEventId".to_owned(), exception.series.clone().into());
            shown.insert("originalStartTime".to_owned(), exception.original.json(&self.zone));
            if event.is_cancelled() {
                return Value::Object(shown);
            }
        }
        shown.insert("start".to_owned(), event.start.json(&self.zone));
        shown.insert("end".to_owned(), event.end.json(&self.zone));
        shown.insert("updated".to_owned(), stamp(event.updated).into());
        if event.is_private() && self.role < Role::Writer {
            shown.insert("visibility".to_owned(), "private".into());
            return Value::Object(shown);
        }
        self.show_details(event, &mut shown);
        Value::Object(shown)
    }

    fn show_details(&self, event: &Event, shown: &mut Map<String, Value>) {
        for (name, value) in &event.fields {
            shown.insert(name.clone(), value.clone());
        }
        let link = STANDARD_NO_PAD.encode(format!("{} {}", event.id, self.calendar.id));
        let link = format!("https://www.google.com/calendar/event?eid={link}");
        shown.insert("htmlLink".to_owned(), link.into());
        shown.insert("created".to_owned(), stamp(event.created).into());
        shown.insert("iCalUID".to_owned(), event.uid.clone().into());
        shown.insert("sequence".to_owned(), event.sequence.into());
        shown.insert("creator".to_owned(), self.party(&event.creator));
        shown.insert("organizer".to_owned(), self.party(&event.organizer));
        shown.entry("eventType").or_insert_with(|| "default".into());
        shown.entry("reminders").or_insert_with(|| json!({ "useDefault": true }));
        if event.is_series() {
            shown.insert("recurrence".to_owned(), json!(event.recurrence));
        }
        if let Some(link) = super::conference::link(event) {
            shown.insert("hangoutLink".to_owned(), link.into());
        }
        self.show_attendees(event, shown);
    }

    fn show_attendees(&self, event: &Event, shown: &mut Map<String, Value>) {
        if event.attendees.is_empty() {
            return;
        }
        let mine = |attendee: &Attendee| attendee.email.eq_ignore_ascii_case(&self.calendar.id);
        let hidden =
            event.flag("guestsCanSeeOtherGuests") == Some(false) && !event.is_organized_by(&self.calendar.id);
        let too_many = self.most_attendees.is_some_and(|most| event.attendees.len() > most);
        let seen = event.attendees.iter().filter(|attendee| !(hidden || too_many) || mine(attendee));
        let seen: Vec<Value> = seen.map(|attendee| self.attendee(event, attendee)).collect();
        if too_many || hidden {
            shown.insert("attendeesOmitted".to_owned(), true.into());
        }
        if !seen.is_empty() {
            shown.insert("attendees".to_owned(), seen.into());
        }
    }

    fn attendee(&self, event: &Event, attendee: &Attendee) -> Value {
        let mut shown = json!(attendee);
        if let Some(fields) = shown.as_object_mut() {
            if event.is_organized_by(&attendee.email) {
                fields.insert("organizer".to_owned(), true.into());
            }
            if attendee.email.eq_ignore_ascii_case(&self.calendar.id) {
                fields.insert("self".to_owned(), true.into());
            }
        }
        shown
    }

    fn party(&self, party: &Party) -> Value {
        let mut shown = json!(party);
        let this = party.email.eq_ignore_ascii_case(&self.calendar.id);
        if let (true, Some(fields)) = (this, shown.as_object_mut()) {
            fields.insert("self".to_owned(), true.into());
        }
        shown
    }
}

/// A moment as `freeBusy` shows it.
pub(super) fn moment(at: jiff::Timestamp, zone: &TimeZone) -> String {
    when::rfc3339(&at.to_zoned(zone.clone()))
}
