//! `calendar.delete_event`

use super::prelude::*;
use crate::calendar::revision::ended;
use crate::calendar::{Changes, Made, Named, Notify, Purpose, Reach, Scope, Target, Write};
use crate::scopes::{READ_CALENDAR_SETTINGS, READ_CALENDARS, WRITE_EVENTS};

/// Deletes an event of the user's own Google Calendar. Its guests are told that it is off unless `notify` says otherwise.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeleteEvent {
    /// The `id` or `link` of an event, from `calendar.list_events`, or its exact title.
    event: String,
    /// Name or id of the calendar it is in.
    #[serde(default = "main_calendar")]
    calendar: String,
    /// For a series: `this` occurrence, this and all `following` ones, or `all`.
    #[serde(default)]
    scope: Scope,
    /// Whom Google e-mails about it: `all` guests (usual), `external` (those without Google Calendar) or `none`.
    #[serde(default)]
    notify: Option<Notify>,
}

impl ChangeTool for DeleteEvent {
    type Plan = Changes;

    const SPEC: Spec = Spec::commit("calendar.delete_event")
        .deed(Deed::Destroy)
        .aka(&["google_calendar:delete_event"])
        .needs(&[WRITE_EVENTS, READ_CALENDARS, READ_CALENDAR_SETTINGS]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Changes, Failure> {
        let named = Named { event: &self.event, calendar: &self.calendar, scope: self.scope };
        let target = Target::find_to_change(&google.calendar(call), call, &named).await?;
        let write = match &target.reach {
            Reach::One(known) => Write::delete(known),
            Reach::Whole(series) => Write::delete(&series.master),
            Reach::Rest(series) => ended(series, &[])?,
        };
        Ok(target.changes(Purpose::Delete, vec![write], self.notify, call))
    }

    fn answer(plan: &Changes, made: &Made, call: &Call) -> Result<Done, Failure> {
        plan.answer(made, call)
    }
}
