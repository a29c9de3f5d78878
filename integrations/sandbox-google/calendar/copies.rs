//! The copies of an event in the calendars of its guests.
//!
//! The organiser's copy decides; of their own copy, guests decide their answer, their colour and their reminders.

use serde_json::{Map, Value};

use super::book::Book;
use super::event::{Attendee, Event, Status};
use super::instances;

/// What everybody sets for themselves.
const OWN: [&str; 3] = ["colorId", "reminders", "transparency"];

/// Brings all guests' copies up to date with the organiser's.
pub(super) fn publish(book: &mut Book, organizer: &str, id: &str) {
    let Some(source) = book.event(organizer, id).cloned() else { return };
    let calendars: Vec<String> = book
        .calendars
        .values()
        .filter(|calendar| calendar.primary_of.is_some() && calendar.id != organizer)
        .map(|calendar| calendar.id.clone())
        .collect();
    for calendar in calendars {
        let before = book.event(&calendar, id).filter(|event| event.uid == source.uid);
        let invited = source.guest(&calendar).is_some();
        let copy = match (before, invited) {
            (None, false) => continue,
            (Some(before), false) if before.is_cancelled() => continue,
            (Some(before), false) => Event { status: Status::Cancelled, ..before.clone() },
            (None, true) if source.is_cancelled() => match book.calendars.get(&calendar) {
                // A gap in a series of which the guest has a copy.
                Some(theirs) if instances::has_series(theirs, &source) => copy(&source, &Map::new()),
                _ => continue,
            },
            (None, true) => copy(&source, &Map::new()),
            (Some(before), true) => copy(&source, &before.fields),
        };
        book.keep(&calendar, copy);
    }
}

/// Makes a guest's answer known in every copy there is.
pub(super) fn answer(book: &mut Book, event: &Event, answered: &Attendee) {
    let calendars: Vec<String> = book.calendars.keys().cloned().collect();
    for calendar in calendars {
        let kept = book.calendars.get(&calendar).and_then(|theirs| theirs.event(&event.id));
        let Some(mut copy) = kept.filter(|copy| copy.uid == event.uid) else { continue };
        let mine = copy.attendees.iter_mut().find(|one| one.email.eq_ignore_ascii_case(&answered.email));
        let Some(mine) = mine.filter(|mine| *mine != answered) else { continue };
        *mine = answered.clone();
        book.keep(&calendar, copy);
    }
}

/// Takes an event out of a calendar; a series goes with all its departures.
pub(super) fn cancel(book: &mut Book, calendar: &str, event: Event) {
    let departures: Vec<Event> = book.calendars.get(calendar).map_or_else(Vec::new, |calendar| {
        let of_it = |one: &&Event| {
            one.exception.as_ref().is_some_and(|exception| exception.series == event.id)
                && !one.is_cancelled()
        };
        calendar.events.values().filter(of_it).cloned().collect()
    });
    for departure in departures {
        book.keep(calendar, Event { status: Status::Cancelled, ..departure });
    }
    let sequence = event.sequence + 1;
    book.keep(calendar, Event { status: Status::Cancelled, sequence, ..event });
}

fn copy(source: &Event, own: &Map<String, Value>) -> Event {
    Event { fields: with_own(source.fields.clone(), own), ..source.clone() }
}

/// What an event says, with what the owner of a copy has set for themselves.
pub(super) fn with_own(mut fields: Map<String, Value>, own: &Map<String, Value>) -> Map<String, Value> {
    for name in OWN {
        match own.get(name) {
            Some(value) => fields.insert(name.to_owned(), value.clone()),
            None => fields.remove(name),
        };
    }
    let private = own.get("extendedProperties").and_then(|all| all.get("private"));
    let properties = fields.entry("extendedProperties").or_insert_with(|| Map::new().into());
    if let Some(properties) = properties.as_object_mut() {
        match private {
            Some(private) => properties.insert("private".to_owned(), private.clone()),
            None => properties.remove("private"),
        };
        if properties.is_empty() {
            fields.remove("extendedProperties");
        }
    }
    fields
}
