//! `calendar.take_back`

use kernel::{Call, Code, Done, Failure, Probe, Spec, Tool};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Google;
use crate::api::{Id, Trouble};
use crate::calendar::changes::{Changes, WAY_BACK};
use crate::calendar::guests::Notify;
use crate::calendar::purpose::Purpose;
use crate::calendar::write::Write;
use crate::calendar::zone::zone_named;
use crate::calendar::{CalendarId, Place};
use crate::scopes::{READ_CALENDAR_SETTINGS, READ_CALENDARS, WRITE_EVENTS};

/// Turns a change of a calendar round, as long as nobody has changed the event since.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    calendar: Place,
    zone: String,
    notify: Notify,
    writes: Vec<Write>,
}

pub(crate) struct TakeBack {
    pub(super) google: Google,
}

impl Tool for TakeBack {
    type Args = Args;
    type Plan = Changes;

    const SPEC: Spec =
        Spec::commit(WAY_BACK).unlisted().needs(&[WRITE_EVENTS, READ_CALENDARS, READ_CALENDAR_SETTINGS]);

    async fn plan(&self, args: Args, call: &Call) -> Result<Changes, Failure> {
        let calendar = self.google.calendar(call);
        let at = CalendarId::parse(&args.calendar.id)?;
        let zone = zone_named(&args.zone)?;
        let mut about = None;
        for write in &args.writes {
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
        let changes = Changes::new(Purpose::TakeBack, args.calendar, &zone, args.writes)
            .telling(Some(args.notify), &call.account.0);
        Ok(match about {
            Some(known) => changes.about(&known, &zone),
            None => changes,
        })
    }

    async fn run(&self, plan: Changes, call: &Call) -> Result<Done, Failure> {
        plan.run(&self.google, call).await
    }

    async fn probe(&self, plan: &Changes, call: &Call) -> Probe {
        plan.probe(&self.google, call).await
    }
}
