//! `events.insert`: a new event, its guests' copies and their invitations.

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::book::Book;
use super::draft::Draft;
use super::event::{Event, Party};
use super::notices::{self, Occasion};
use super::render::Viewer;
use super::{conference, copies, refused};
use crate::State;
use crate::calendar::role::Role;
use crate::calendar::visit::Visit;
use crate::call::Call;
use crate::refusal::Refusal;

pub(super) fn insert(state: &mut State, visit: &Visit<'_>) -> Result<Value, Refusal> {
    let call = visit.call;
    let calendar = state.book.open(visit.account, call.path("calendarId"), Role::Writer)?;
    let place = calendar.id.clone();
    let id = call.text("/id").map_or_else(fresh_id, str::to_owned);
    if !is_id(&id) {
        return Err(refused::invalid("Invalid resource id value."));
    }
    if calendar.events.contains_key(&id) {
        return Err(refused::duplicate());
    }
    let organizer = calendar.party(visit.everybody);
    let mut draft = Draft::read(&call.body, &calendar.zone)?;
    keep_files(&mut draft.fields, None, call);
    let version = call.query.one("conferenceDataVersion");
    conference::settle(&mut draft.fields, None, version, state.book.meet)?;
    let event = made(id, draft, organizer, Party::of(visit.account));
    state.book.keep(&place, event.clone());
    copies::publish(&mut state.book, &place, &event.id);
    notices::tell_guests(state, visit, Occasion::Invitation, &event)?;
    shown(&state.book, visit, &place, &event.id)
}

/// An event as it is now, for whoever has just changed it.
pub(super) fn shown(book: &Book, visit: &Visit<'_>, place: &str, id: &str) -> Result<Value, Refusal> {
    let calendar = book.calendars.get(place).ok_or_else(refused::not_found)?;
    let event = calendar.events.get(id).ok_or_else(refused::not_found)?;
    Ok(Viewer::new(calendar, &visit.account.address, visit.call)?.shows(event))
}

/// A new event of somebody's.
pub(super) fn made(id: String, draft: Draft, organizer: Party, creator: Party) -> Event {
    let now = sandbox_world::now();
    Event {
        uid: format!("{id}@google.com"),
        id,
        status: draft.status,
        start: draft.start,
        end: draft.end,
        recurrence: draft.recurrence,
        exception: None,
        organizer,
        creator,
        attendees: draft.attendees,
        sequence: 0,
        created: Timestamp::from_second(now.as_second()).unwrap_or(now),
        updated: now,
        fields: draft.fields,
    }
}

/// Files are touched only by a client that says it knows of them.
pub(super) fn keep_files(fields: &mut Map<String, Value>, before: Option<&Value>, call: &Call) {
    if call.query.is_true("supportsAttachments") {
        return;
    }
    match before {
        Some(before) => fields.insert("attachments".to_owned(), before.clone()),
        None => fields.remove("attachments"),
    };
}

/// The alphabet of base32hex, in lower case.
fn is_id(id: &str) -> bool {
    let sign = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'v').contains(&byte);
    (5..=1024).contains(&id.len()) && id.bytes().all(sign)
}

pub(super) fn fresh_id() -> String {
    let random = uuid::Uuid::new_v4().simple().to_string();
    random.get(..26).unwrap_or_default().to_owned()
}
