//! The methods of Calendar that we use.

use wire::Method;

use crate::api::{Cost, Meter, Route};
use crate::scopes::{
    READ_BUSY, READ_CALENDAR_ACCESS, READ_CALENDAR_SETTINGS, READ_CALENDARS, READ_EVENTS, WRITE_EVENTS,
};

pub(super) const CALENDARS_LIST: Route = Route {
    id: "calendar.calendarList.list",
    method: Method::GET,
    path: &["calendar", "v3", "users", "me", "calendarList"],
    any_of: READ_CALENDARS,
    cost: ONE,
};

pub(super) const SETTING_GET: Route = Route {
    id: "calendar.settings.get",
    method: Method::GET,
    path: &["calendar", "v3", "users", "me", "settings", "{setting}"],
    any_of: READ_CALENDAR_SETTINGS,
    cost: ONE,
};

pub(super) const ACL_LIST: Route = Route {
    id: "calendar.acl.list",
    method: Method::GET,
    path: &["calendar", "v3", "calendars", "{calendarId}", "acl"],
    any_of: READ_CALENDAR_ACCESS,
    cost: ONE,
};

pub(super) const EVENTS_LIST: Route = Route {
    id: "calendar.events.list",
    method: Method::GET,
    path: &["calendar", "v3", "calendars", "{calendarId}", "events"],
    any_of: READ_EVENTS,
    cost: ONE,
};

pub(super) const EVENTS_GET: Route = Route {
    id: "calendar.events.get",
    method: Method::GET,
    path: &["calendar", "v3", "calendars", "{calendarId}", "events", "{eventId}"],
    any_of: READ_EVENTS,
    cost: ONE,
};

pub(super) const EVENTS_INSTANCES: Route = Route {
    id: "calendar.events.instances",
    method: Method::GET,
    path: &["calendar", "v3", "calendars", "{calendarId}", "events", "{eventId}", "instances"],
    any_of: READ_EVENTS,
    cost: ONE,
};

pub(super) const EVENTS_INSERT: Route = Route {
    id: "calendar.events.insert",
    method: Method::POST,
    path: &["calendar", "v3", "calendars", "{calendarId}", "events"],
    any_of: WRITE_EVENTS,
    cost: ONE,
};

pub(super) const EVENTS_PATCH: Route = Route {
    id: "calendar.events.patch",
    method: Method::PATCH,
    path: &["calendar", "v3", "calendars", "{calendarId}", "events", "{eventId}"],
    any_of: WRITE_EVENTS,
    cost: ONE,
};

pub(super) const EVENTS_DELETE: Route = Route {
    id: "calendar.events.delete",
    method: Method::DELETE,
    path: &["calendar", "v3", "calendars", "{calendarId}", "events", "{eventId}"],
    any_of: WRITE_EVENTS,
    cost: ONE,
};

pub(super) const BUSY_QUERY: Route = Route {
    id: "calendar.freebusy.query",
    method: Method::POST,
    path: &["calendar", "v3", "freeBusy"],
    any_of: READ_BUSY,
    cost: ONE,
};

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
