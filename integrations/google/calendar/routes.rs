//! The methods of Calendar that we use.

use crate::api::{Cost, Meter, routes};
use crate::scopes::{
    READ_BUSY, READ_CALENDAR_ACCESS, READ_CALENDAR_SETTINGS, READ_CALENDARS, READ_EVENTS, WRITE_EVENTS,
};

routes! {
    CALENDARS_LIST: get "calendar.calendarList.list",
        "calendar/v3/users/me/calendarList", READ_CALENDARS, ONE;
    SETTING_GET: get "calendar.settings.get",
        "calendar/v3/users/me/settings/{setting}", READ_CALENDAR_SETTINGS, ONE;
    ACL_LIST: get "calendar.acl.list", "calendar/v3/calendars/{calendarId}/acl", READ_CALENDAR_ACCESS, ONE;
    EVENTS_LIST: get "calendar.events.list", "calendar/v3/calendars/{calendarId}/events", READ_EVENTS, ONE;
    EVENTS_GET: get "calendar.events.get",
        "calendar/v3/calendars/{calendarId}/events/{eventId}", READ_EVENTS, ONE;
    EVENTS_INSTANCES: get "calendar.events.instances",
        "calendar/v3/calendars/{calendarId}/events/{eventId}/instances", READ_EVENTS, ONE;
    EVENTS_INSERT: post "calendar.events.insert",
        "calendar/v3/calendars/{calendarId}/events", WRITE_EVENTS, ONE;
    EVENTS_PATCH: patch "calendar.events.patch",
        "calendar/v3/calendars/{calendarId}/events/{eventId}", WRITE_EVENTS, ONE;
    EVENTS_DELETE: delete "calendar.events.delete",
        "calendar/v3/calendars/{calendarId}/events/{eventId}", WRITE_EVENTS, ONE;
    BUSY_QUERY: post "calendar.freebusy.query", "calendar/v3/freeBusy", READ_BUSY, ONE;
}

/// Calendar counts requests, whatever they ask.
const ONE: Cost = Cost::of(Meter::Calendar, 1);
