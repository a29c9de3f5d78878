//! One call, who makes it, and the event that it is about.

use crate::{
    account::Account,
    calendar::{book::Book, event::Event, refused, role::Role},
    call::Call,
    refusal::Refusal,
};

/// One call and who makes it.
pub(super) struct Visit<'a> {
    pub(super) account: &'a Account,
    pub(super) everybody: &'a [Account],
    pub(super) call: &'a Call,
}

/// The event a call is about, kept or still only an instance of its series.
pub(super) fn found(book: &Book, visit: &Visit<'_>) -> Result<(String, Event), Refusal> {
    let calendar = book.open(visit.account, visit.call.path("calendarId"), Role::Writer)?;
    let event = calendar.event(visit.call.path("eventId")).ok_or_else(refused::not_found)?;
    Ok((calendar.id.clone(), event))
}

/// Refuses a change of something else than the client has seen.
pub(super) fn check_match(call: &Call, event: &Event) -> Result<(), Refusal> {
    match &call.if_match {
        Some(wanted) if wanted != "*" && *wanted != event.etag() => Err(refused::changed()),
        Some(_) | None => Ok(()),
    }
}
