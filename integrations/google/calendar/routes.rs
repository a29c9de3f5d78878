//! The methods of Calendar that we use.

use crate::api::{Cost, Meter, Route};
use crate::scopes::{
    READ_BUSY, READ_CALENDAR_ACCESS, READ_CALENDAR_SETTINGS, READ_CALENDARS, READ_EVENTS, WRITE_EVENTS,
};

pub(super) static CALENDARS_LIST: Route =
    Route::get("calendar.calendarList.list", "calendar/v3/users/me/calendarList", READ_CALENDARS, ONE);
pub(super) static SETTING_GET: Route = Route::get(
    "calendar.settings.get",
    "calendar/v3/users/me/settings/{setting}",
    READ_CALENDAR_SETTINGS,
    ONE,
);
pub(super) static ACL_LIST: Route =
    Route::get("calendar.acl.list", "calendar/v3/calendars/{calendarId}/acl", READ_CALENDAR_ACCESS, ONE);
pub(super) static EVENTS_LIST: Route =
    Route::get("calendar.events.list", "calendar/v3/calendars/{calendarId}/events", READ_EVENTS, ONE);
pub(super) static EVENTS_GET: Route = Route::get(
    "calendar.events.get",
    "calendar/v3/calendars/{calendarId}/events/{eventId}",
    READ_EVENTS,
    ONE,
);
pub(super) static EVENTS_INSTANCES: Route = Route::get(
    "calendar.events.instances",
    "calendar/v3/calendars/{calendarId}/events/{eventId}/instances",
    READ_EVENTS,
    ONE,
);
pub(super) static EVENTS_INSERT: Route =
    Route::post("calendar.events.insert", "calendar/v3/calendars/{calendarId}/events", WRITE_EVENTS, ONE);
pub(super) static EVENTS_PATCH: Route = Route::patch(
    "calendar.events.patch",
    "calendar/v3/calendars/{calendarId}/events/{eventId}",
    WRITE_EVENTS,
    ONE,
);
pub(super) static EVENTS_DELETE: Route = Route::delete(
    "calendar.events.delete",
    "calendar/v3/calendars/{calendarId}/events/{eventId}",
    WRITE_EVENTS,
    ONE,
);
pub(super) static BUSY_QUERY: Route =
    Route::post("calendar.freebusy.query", "calendar/v3/freeBusy", READ_BUSY, ONE);

/// Calendar counts requests, whatever they ask.
const ONE: Cost = Cost::of(Meter::Calendar, 1);

/// All that are described in the contract of this API.
#[cfg(test)]
pub(crate) const ALL: &[&Route] = &[
    &CALENDARS_LIST,
    &SETTING_GET,
    &ACL_LIST,
    &EVENTS_LIST,
    &EVENTS_GET,
    &EVENTS_INSTANCES,
    &EVENTS_INSERT,
    &EVENTS_PATCH,
    &EVENTS_DELETE,
    &BUSY_QUERY,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_in_googles_contract_and_asks_for_the_least_scope() {
        crate::testing::in_contract("calendar.v3", ALL);
    }
}
