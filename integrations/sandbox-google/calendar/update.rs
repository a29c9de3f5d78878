//! `events.patch` and `events.update`: what the organiser changes, everybody sees; what a guest changes is theirs.

use serde_json::{Map, Value};

use super::draft::Draft;
use super::event::{Attendee, Event, Status};
use super::insert::{keep_files, shown};
use super::notices::{self, Occasion};
use super::{conference, copies, refused, remove};
use crate::State;
use crate::calendar::visit::Visit;
use crate::calendar::visit::{check_match, found};
use crate::refusal::Refusal;

/// What only the organiser may decide.
const RIGHTS: [&str; 3] = ["guestsCanInviteOthers", "guestsCanModify", "guestsCanSeeOtherGuests"];

/// Changes the fields that are given.
pub(super) fn patch(state: &mut State, visit: &Visit<'_>) -> Result<Value, Refusal> {
    change(state, visit, |before, given| merged(&Draft::resource_of(before), given))
}

/// Puts a whole event in the place of the one that is there.
pub(super) fn update(state: &mut State, visit: &Visit<'_>) -> Result<Value, Refusal> {
    change(state, visit, |_, given| given.clone())
}

fn change(
    state: &mut State,
    visit: &Visit<'_>,
    wanted: impl Fn(&Event, &Value) -> Value,
) -> Result<Value, Refusal> {
    let (place, before) = found(&state.book, visit)?;
    check_match(visit.call, &before)?;
    let mut resource = wanted(&before, &visit.call.body);
    if visit.call.body.get("attendeesOmitted") == Some(&Value::Bool(true)) {
        add_omitted(&mut resource, &before);
    }
    let organizes = before.is_organized_by(&place);
    let decides =
        |name: &&str| resource.get(*name).is_some_and(|value| Some(value) != before.fields.get(*name));
    if !organizes && RIGHTS.iter().any(decides) {
        return Err(refused::not_organizer());
    }
    let zone = state.book.calendars.get(&place).map(|calendar| calendar.zone.clone()).unwrap_or_default();
    let mut draft = Draft::read(&resource, &zone)?;
    if before.exception.is_some() && !draft.recurrence.is_empty() {
        return Err(refused::invalid("Invalid recurrence rule."));
    }
    keep_files(&mut draft.fields, before.fields.get("attachments"), visit.call);
    let version = visit.call.query.one("conferenceDataVersion");
    conference::settle(&mut draft.fields, before.fields.get("conferenceData"), version, state.book.meet)?;
    if draft.status == Status::Cancelled && !before.is_cancelled() {
        remove::cancel(state, visit, &place, before.clone())?;
    } else if organizes {
        by_organizer(state, visit, &place, &before, draft)?;
    } else if before.flag("guestsCanModify") == Some(true) {
        by_editor(state, visit, &place, &before, draft)?;
    } else {
        by_guest(state, visit, &place, &before, draft)?;
    }
    shown(&state.book, visit, &place, &before.id)
}

fn by_organizer(
    state: &mut State,
    visit: &Visit<'_>,
    place: &str,
    before: &Event,
    draft: Draft,
) -> Result<(), Refusal> {
    let after = applied(before, draft);
    state.book.keep(place, after.clone());
    copies::publish(&mut state.book, place, &after.id);
    tell(state, visit, before, &after)
}

/// A guest who may change the event changes the organiser's copy, and with it everybody's.
fn by_editor(
    state: &mut State,
    visit: &Visit<'_>,
    place: &str,
    before: &Event,
    draft: Draft,
) -> Result<(), Refusal> {
    state.book.keep(place, applied(before, draft.clone()));
    let organizer = before.organizer.email.to_lowercase();
    let theirs = state.book.calendars.get(&organizer).and_then(|calendar| calendar.event(&before.id));
    let Some(theirs) = theirs else { return Ok(()) };
    let fields = copies::with_own(draft.fields, &theirs.fields);
    by_organizer(state, visit, &organizer, &theirs, Draft { fields, ..draft })
}

fn by_guest(
    state: &mut State,
    visit: &Visit<'_>,
    place: &str,
    before: &Event,
    draft: Draft,
) -> Result<(), Refusal> {
    let mut after = applied(before, draft);
    let others = after.attendees.iter_mut().filter(|guest| !guest.email.eq_ignore_ascii_case(place));
    for other in others {
        // Nobody answers for somebody else.
        if let Some(known) = before.guest(&other.email) {
            *other = known.clone();
        }
    }
    let mine = after.guest(place).cloned();
    state.book.keep(place, after.clone());
    let Some(mine) = mine.filter(|mine| before.guest(place) != Some(mine)) else { return Ok(()) };
    copies::answer(&mut state.book, &after, &mine);
    notices::tell(state, visit, Occasion::Answer, &after, vec![after.organizer.email.clone()])
}

/// New guests are invited, those who are no longer guests are told so, the others hear of the change.
fn tell(state: &mut State, visit: &Visit<'_>, before: &Event, after: &Event) -> Result<(), Refusal> {
    let guests = |event: &Event, of: &dyn Fn(&Attendee) -> bool| -> Vec<String> {
        let those = event.attendees.iter().filter(|guest| of(guest) && !event.is_organized_by(&guest.email));
        those.map(|guest| guest.email.clone()).collect()
    };
    let invited = guests(after, &|guest| before.guest(&guest.email).is_none());
    let staying = guests(after, &|guest| before.guest(&guest.email).is_some());
    let gone = guests(before, &|guest| after.guest(&guest.email).is_none());
    notices::tell(state, visit, Occasion::Invitation, after, invited)?;
    notices::tell(state, visit, Occasion::Update, after, staying)?;
    notices::tell(state, visit, Occasion::Cancellation, before, gone)
}

fn applied(before: &Event, draft: Draft) -> Event {
    let moved = before.start != draft.start
        || before.end != draft.end
        || before.recurrence != draft.recurrence
        || before.status != draft.status;
    Event {
        status: draft.status,
        start: draft.start,
        end: draft.end,
        recurrence: draft.recurrence,
        attendees: draft.attendees,
        fields: draft.fields,
        sequence: before.sequence + i64::from(moved),
        ..before.clone()
    }
}

/// The guests that the client did not see stay as they are.
fn add_omitted(resource: &mut Value, before: &Event) {
    let given: Vec<Value> = resource.get("attendees").and_then(Value::as_array).cloned().unwrap_or_default();
    let named = |email: &str| {
        given.iter().find(|one| {
            one.get("email").and_then(Value::as_str).is_some_and(|other| other.eq_ignore_ascii_case(email))
        })
    };
    let old = before.attendees.iter();
    let mut all: Vec<Value> =
        old.map(|guest| named(&guest.email).cloned().unwrap_or_else(|| serde_json::json!(guest))).collect();
    let email_of = |one: &Value| one.get("email").and_then(Value::as_str).unwrap_or_default().to_owned();
    all.extend(given.iter().filter(|one| before.guest(&email_of(one)).is_none()).cloned());
    if let Some(fields) = resource.as_object_mut() {
        fields.insert("attendees".to_owned(), all.into());
    }
}

/// A JSON merge patch: objects field by field, lists as a whole, `null` takes away.
fn merged(onto: &Value, given: &Value) -> Value {
    let (Some(onto), Some(given)) = (onto.as_object(), given.as_object()) else { return given.clone() };
    let mut result: Map<String, Value> = onto.clone();
    for (name, value) in given {
        match (value, onto.get(name)) {
            (Value::Null, _) => {
                result.remove(name);
            }
            (Value::Object(_), Some(before @ Value::Object(_))) => {
                result.insert(name.clone(), merged(before, value));
            }
            (value, _) => {
                result.insert(name.clone(), value.clone());
            }
        }
    }
    Value::Object(result)
}
