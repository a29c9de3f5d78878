//! Calendar's refusals, in its own words. It is one of the older services: its errors have a reason and no `status`.

use crate::calendar::role::Role;
use crate::refusal::Refusal;

/// 400 about something in the body.
pub(super) fn invalid(message: &'static str) -> Refusal {
    Refusal::older(400, "invalid", message)
}

/// 400: something that must be there is not.
pub(super) fn missing(message: &'static str) -> Refusal {
    Refusal::older(400, "required", message)
}

/// 400 about a parameter of the query.
pub(super) fn parameter(name: &'static str, message: &'static str) -> Refusal {
    Refusal::older(400, "invalid", message).at(name, "parameter")
}

/// 400: what should lie between two times, when the second is not after the first.
pub(super) fn empty_range() -> Refusal {
    Refusal::older(400, "timeRangeEmpty", "The specified time range is empty.")
        .of_domain("calendar")
        .at("timeMax", "parameter")
}

/// 400: more time between two times than a query may ask about.
pub(super) fn long_range() -> Refusal {
    Refusal::older(400, "timeRangeTooLong", "The requested time range is too long.")
        .of_domain("calendar")
        .at("timeMax", "parameter")
}

/// 403: more than this person's role in the calendar allows.
pub(super) fn needs(role: Role) -> Refusal {
    let words = format!("You need to have {} access to this calendar.", role.word());
    Refusal::older(403, "requiredAccessLevel", words).of_domain("calendar")
}

/// 403: only the organiser decides what guests may do.
pub(super) fn not_organizer() -> Refusal {
    let words = "Shared properties can only be changed by the organizer of the event.";
    Refusal::older(403, "forbiddenForNonOrganizer", words).of_domain("calendar")
}

/// 404: no such calendar or event, or none that this person may know of.
pub(super) fn not_found() -> Refusal {
    Refusal::older(404, "notFound", "Not Found")
}

/// 409: an event of this id is or was there.
pub(super) fn duplicate() -> Refusal {
    Refusal::older(409, "duplicate", "The requested identifier already exists.")
}

/// 410: it has been deleted already.
pub(super) fn deleted() -> Refusal {
    Refusal::older(410, "deleted", "Resource has been deleted")
}

/// 410: what has changed since then is no longer known.
pub(super) fn full_sync_required() -> Refusal {
    let words = "Sync token is no longer valid, a full sync is required.";
    Refusal::older(410, "fullSyncRequired", words).of_domain("calendar").at("syncToken", "parameter")
}

/// 412: it is no longer what `If-Match` says.
pub(super) fn changed() -> Refusal {
    Refusal::older(412, "conditionNotMet", "Precondition Failed").at("If-Match", "header")
}

/// 500: what should always work did not.
pub(super) fn backend() -> Refusal {
    Refusal::older(500, "backendError", "Backend Error")
}
