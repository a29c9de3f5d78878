//! `events.delete` and `events.move`: events that leave a calendar.

use serde_json::Value;

use super::event::{Answer, Attendee, Event, Status};
use super::insert::shown;
use super::notices::{self, Occasion};
use super::{copies, refused};
use crate::State;
use crate::calendar::role::Role;
use crate::calendar::visit::Visit;
use crate::calendar::visit::{check_match, found};
use crate::refusal::Refusal;

/// `events.delete`.
pub(super) fn delete(state: &mut State, visit: &Visit<'_>) -> Result<Value, Refusal> {
    let (place, event) = found(&state.book, visit)?;
    if event.is_cancelled() {
        return Err(refused::deleted());
    }
    check_match(visit.call, &event)?;
    cancel(state, visit, &place, event)?;
    Ok(Value::Null)
}

/// The organiser calls an event off for everybody; a guest declines and is rid of it.
pub(super) fn cancel(state: &mut State, visit: &Visit<'_>, place: &str, event: Event) -> Result<(), Refusal> {
    if event.is_organized_by(place) {
        let holders: Vec<(String, Event)> = state
            .book
            .calendars
            .values()
            .filter(|calendar| calendar.id != place)
            .filter_map(|calendar| Some((calendar.id.clone(), calendar.events.get(&event.id)?.clone())))
            .filter(|(_, copy)| copy.uid == event.uid && !copy.is_cancelled())
            .collect();
        copies::cancel(&mut state.book, place, event.clone());
        for (holder, copy) in holders {
            copies::cancel(&mut state.book, &holder, copy);
        }
        copies::publish(&mut state.book, place, &event.id);
        return notices::tell_guests(state, visit, Occasion::Cancellation, &event);
    }
    let declined =
        event.guest(place).map(|guest| Attendee { response_status: Answer::Declined, ..guest.clone() });
    if let Some(declined) = declined.filter(|declined| event.guest(place) != Some(declined)) {
        copies::answer(&mut state.book, &event, &declined);
        let mut answered = event.clone();
        for guest in answered.attendees.iter_mut().filter(|guest| guest.email == declined.email) {
            *guest = declined.clone();
        }
        let organizer = vec![event.organizer.email.clone()];
        notices::tell(state, visit, Occasion::Answer, &answered, organizer)?;
        copies::cancel(&mut state.book, place, answered);
        return Ok(());
    }
    copies::cancel(&mut state.book, place, event);
    Ok(())
}

/// `events.move`: another calendar organises it from now on.
pub(super) fn relocate(state: &mut State, visit: &Visit<'_>) -> Result<Value, Refusal> {
    let (place, event) = found(&state.book, visit)?;
    let wanted = visit.call.query.one("destination").unwrap_or_default();
    let destination = state.book.open(visit.account, wanted, Role::Writer)?;
    let (target, organizer) = (destination.id.clone(), destination.party(visit.everybody));
    if event.is_cancelled() {
        return Err(refused::deleted());
    }
    if !event.is_organized_by(&place) {
        let words = "Only the organizer can move an event.";
        return Err(Refusal::older(403, "forbiddenForNonOrganizer", words).of_domain("calendar"));
    }
    if event.exception.is_some() {
        return Err(refused::invalid("Cannot move an instance of a recurring event."));
    }
    if target == place {
        return Err(refused::invalid("The event is already in the destination calendar."));
    }
    let departures = state.book.calendars.get(&place).map_or_else(Vec::new, |calendar| {
        let of_it =
            |one: &&Event| one.exception.as_ref().is_some_and(|exception| exception.series == event.id);
        calendar.events.values().filter(of_it).cloned().collect()
    });
    for moved in std::iter::once(event.clone()).chain(departures) {
        state.book.keep(&place, Event { status: Status::Cancelled, ..moved.clone() });
        let moved = Event { organizer: organizer.clone(), ..moved };
        let id = moved.id.clone();
        state.book.keep(&target, moved);
        copies::publish(&mut state.book, &target, &id);
    }
    notices::tell_guests(state, visit, Occasion::Update, &event)?;
    shown(&state.book, visit, &target, &event.id)
}
