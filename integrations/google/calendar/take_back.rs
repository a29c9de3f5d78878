//! The way back from a change of a calendar, as long as nobody has changed the event since.

use kernel::{Call, Code, Effect, Failure, Plan as _, Sink, Spec};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::changes::Changes;
use super::guests::Notify;
use super::purpose::Purpose;
use super::write::Write;
use super::zone::zone_named;
use super::{Calendar, CalendarId, Place, card};
use crate::api::{Id, Trouble};
use crate::scopes::{READ_CALENDAR_SETTINGS, READ_CALENDARS, WRITE_EVENTS};
use crate::way_back::WayBack;

/// Turns a change of a calendar round, as long as nobody has changed the event since.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    pub(super) calendar: Place,
    pub(super) zone: String,
    pub(super) notify: Notify,
    pub(super) writes: Vec<Write>,
}

impl WayBack for Back {
    type Change = Changes;

    const SPEC: Spec =
        Spec::commit("calendar.take_back").needs(&[WRITE_EVENTS, READ_CALENDARS, READ_CALENDAR_SETTINGS]);

    async fn planned(self, calendar: &Calendar, call: &Call) -> Result<Changes, Failure> {
        let at = CalendarId::parse(&self.calendar.id)?;
        let zone = zone_named(&self.zone)?;
        let mut about = None;
        for write in &self.writes {
            let (Write::Patch { etag, .. } | Write::Delete { etag, .. }) = write else { continue };
            match calendar.event(&at, &Id::parse("event", write.event())?).await {
                Ok(known) if known.event.etag == *etag => about = Some(known),
                Ok(known) => {
                    let words = "The event has been changed since, so nothing was taken back. Open it in Google \
                                 Calendar and decide there.";
                    return Err(Failure::person(Code::Conflict, words).quoting(known.event.described(&zone)));
                }
                Err(Trouble::Missing(_)) => {
                    let words = "The event is not there any more, so nothing was taken back. Look in the trash of \
                                 Google Calendar.";
                    return Err(Failure::person(Code::Conflict, words));
                }
                Err(trouble) => return Err(trouble.into()),
            }
        }
        let changes = Changes::new(Purpose::Update, self.calendar, &zone, self.writes)
            .telling(Some(self.notify), &call.account.0);
        Ok(match about {
            Some(known) => changes.about(&known, &zone),
            None => changes,
        })
    }

    fn effect(changes: &Changes) -> Effect {
        card::effect("Take back a change of an event", changes)
    }

    fn sinks(changes: &Changes) -> Vec<Sink> {
        changes.sinks()
    }
}
