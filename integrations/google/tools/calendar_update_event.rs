//! `calendar.update_event`

use super::prelude::*;
use crate::calendar::{
    CalendarId, Changes, GuestChanges, Made, Named, Notify, Purpose, Repeats, Revision, Scope, ShowsAs,
    Target, Until, Visibility, Wanted, own_id, zone_named,
};
use crate::scopes::{READ_CALENDAR_ACCESS, READ_CALENDAR_SETTINGS, READ_CALENDARS, WRITE_EVENTS};

/// Changes an event of the user's own Google Calendar. What is left out stays as it is.
///
/// Guests are added and removed one by one; those who stay keep their answers. Guests are e-mailed unless `notify` says
/// otherwise.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateEvent {
    /// The `id` or `link` of an event, from `calendar.list_events`, or its exact title.
    event: String,
    /// Name or id of the calendar it is in.
    #[serde(default = "main_calendar")]
    calendar: String,
    /// For a series: `this` occurrence, this and all `following` ones, or `all`.
    #[serde(default)]
    scope: Scope,
    #[serde(default)]
    title: Option<String>,
    /// Empty to remove it.
    #[serde(default)]
    description: Option<String>,
    /// Empty to remove it.
    #[serde(default)]
    location: Option<String>,
    /// `2026-11-20T10:00` in the user's time zone, `2026-11-20T10:00:00+01:00`, or `2026-11-20` for a whole day. It lasts
    /// as long as before unless `end` or `duration_minutes` is given.
    #[serde(default)]
    start: Option<String>,
    /// The same forms; for whole days the last day.
    #[serde(default)]
    end: Option<String>,
    #[serde(default)]
    duration_minutes: Option<u32>,
    /// On whose clocks it is from now on, e.g. `America/New_York`; times given here are meant on these clocks too.
    #[serde(default)]
    zone: Option<String>,
    /// Who is invited in addition.
    #[serde(default)]
    add_guests: Vec<String>,
    /// Who is invited in addition and need not come.
    #[serde(default)]
    add_optional_guests: Vec<String>,
    /// Who is no longer invited.
    #[serde(default)]
    remove_guests: Vec<String>,
    /// How it repeats from now on.
    #[serde(default)]
    repeats: Option<Repeats>,
    /// Whether it has a Google Meet link.
    #[serde(default)]
    meet: Option<bool>,
    /// Whom Google e-mails about it: `all` guests (usual), `external` (those without Google Calendar) or `none`.
    #[serde(default)]
    notify: Option<Notify>,
    #[serde(default)]
    visibility: Option<Visibility>,
    #[serde(default)]
    shows_as: Option<ShowsAs>,
    /// How many minutes before the user is reminded, e.g. `[10, 60]`.
    #[serde(default)]
    reminders: Option<Vec<u32>>,
}

impl ChangeTool for UpdateEvent {
    type Plan = Changes;

    const SPEC: Spec = Spec::edit("calendar.update_event")
        .deed(Deed::Schedule)
        .aka(&["google_calendar:update_event"])
        .needs(&[WRITE_EVENTS, READ_CALENDARS, READ_CALENDAR_SETTINGS, READ_CALENDAR_ACCESS]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Changes, Failure> {
        let named = Named { event: &self.event, calendar: &self.calendar, scope: self.scope };
        let calendar = google.calendar(call);
        let target = Target::find_to_change(&calendar, call, &named).await?;
        let writes = self.revision(own_id(call, "rest"))?.writes(&target)?;
        let onlookers = calendar.onlookers(call, &CalendarId::parse(&target.place.id)?, &writes).await;
        Ok(target.changes(Purpose::Update, writes, self.notify, call).seen_by(onlookers, &call.account))
    }

    fn answer(plan: &Changes, made: &Made, call: &Call) -> Result<Done, Failure> {
        plan.answer(made, call)
    }
}

impl UpdateEvent {
    fn revision(&self, own_id: String) -> Result<Revision<'_>, Failure> {
        Ok(Revision {
            wanted: Wanted {
                title: self.title.clone(),
                description: self.description.clone(),
                location: self.location.clone(),
                visibility: self.visibility,
                shows_as: self.shows_as,
                reminders: self.reminders.clone(),
                meet: self.meet,
                guests: GuestChanges::parse(
                    &self.add_guests,
                    &self.add_optional_guests,
                    &self.remove_guests,
                )?,
            },
            start: self.start.as_deref(),
            until: Until::read(self.end.as_deref(), self.duration_minutes)?,
            zone: self.zone.as_deref().map(zone_named).transpose()?,
            repeats: self.repeats.clone(),
            own_id,
        })
    }
}
