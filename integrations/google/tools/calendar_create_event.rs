//! `calendar.create_event`

use jiff::tz::TimeZone;
use serde_json::Value;

use super::prelude::*;
use crate::calendar::{
    CalendarId, Changes, GuestChanges, Made, Moment, Notify, Purpose, Repeats, ShowsAs, Stretch, Until,
    Visibility, Wanted, Write, own_id, zone_named,
};
use crate::scopes::{READ_CALENDAR_ACCESS, READ_CALENDAR_SETTINGS, READ_CALENDARS, WRITE_EVENTS};

/// Makes an event in the user's own Google Calendar, and invites guests to it.
///
/// Use it only when the user asked for an event. Guests are e-mailed unless `notify` says otherwise.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateEvent {
    /// One line.
    title: String,
    /// `2026-11-20T10:00` in the user's time zone, `2026-11-20T10:00:00+01:00`, or `2026-11-20` for a whole day.
    start: String,
    /// The same forms; for whole days the last day. Give this or `duration_minutes`; else it lasts an hour, or the day.
    #[serde(default)]
    end: Option<String>,
    #[serde(default)]
    duration_minutes: Option<u32>,
    /// On whose clocks it is, e.g. `America/New_York`. The user's time zone if left out.
    #[serde(default)]
    zone: Option<String>,
    /// Name or id of a calendar.
    #[serde(default = "main_calendar")]
    calendar: String,
    /// Who is invited, one address each.
    #[serde(default)]
    guests: Vec<String>,
    /// Who is invited and need not come.
    #[serde(default)]
    optional_guests: Vec<String>,
    /// Plain text.
    #[serde(default)]
    description: Option<String>,
    /// Where it takes place.
    #[serde(default)]
    location: Option<String>,
    /// How it repeats. Never if left out.
    #[serde(default)]
    repeats: Option<Repeats>,
    /// Whether it gets a Google Meet link.
    #[serde(default)]
    meet: bool,
    /// Whom Google e-mails about it: `all` guests (usual), `external` (those without Google Calendar) or `none`.
    #[serde(default)]
    notify: Option<Notify>,
    #[serde(default)]
    visibility: Option<Visibility>,
    /// Whether it takes up the time. `busy` if left out.
    #[serde(default)]
    shows_as: Option<ShowsAs>,
    /// How many minutes before the user is reminded, e.g. `[10, 60]`. As usual for the calendar if left out.
    #[serde(default)]
    reminders: Option<Vec<u32>>,
}

impl ChangeTool for CreateEvent {
    type Plan = Changes;

    const SPEC: Spec = Spec::edit("calendar.create_event")
        .deed(Deed::Schedule)
        .aka(&["google_calendar:create_event"])
        .needs(&[WRITE_EVENTS, READ_CALENDARS, READ_CALENDAR_SETTINGS, READ_CALENDAR_ACCESS]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Changes, Failure> {
        let id = own_id(call, "event");
        let calendar = google.calendar(call);
        let users = calendar.zone(call).await?;
        let zone = self.zone.as_deref().map(zone_named).transpose()?.unwrap_or_else(|| users.clone());
        let stretch = stretch(&self, &zone)?;
        let body = body(&self.wanted()?, &stretch, self.repeats.as_ref(), &id)?;
        let place = calendar.place(&self.calendar).await?;
        let over = stretch.end.instant(&users)? < calendar.now();
        let remark = over.then(|| "It is over already: it lies in the past".to_owned());
        let writes = vec![Write::Insert { event: id, body }];
        let onlookers = calendar.onlookers(call, &CalendarId::parse(&place.id)?, &writes).await;
        Ok(Changes::new(Purpose::Create, place, &users, writes)
            .seen_by(onlookers, &call.account)
            .telling(self.notify, &call.account.0)
            .remarking(remark))
    }

    fn answer(plan: &Changes, made: &Made, call: &Call) -> Result<Done, Failure> {
        plan.answer(made, call)
    }
}

impl CreateEvent {
    fn wanted(&self) -> Result<Wanted, Failure> {
        Ok(Wanted {
            title: Some(self.title.clone()),
            description: self.description.clone(),
            location: self.location.clone(),
            visibility: self.visibility,
            shows_as: self.shows_as,
            reminders: self.reminders.clone(),
            meet: Some(self.meet),
            guests: GuestChanges::parse(&self.guests, &self.optional_guests, &[])?,
        })
    }
}

fn stretch(args: &CreateEvent, zone: &TimeZone) -> Result<Stretch, Failure> {
    let until = Until::read(args.end.as_deref(), args.duration_minutes)?.unwrap_or(Until::Usual);
    Stretch::new(Moment::parse(&args.start, zone)?, until, zone)
}

fn body(wanted: &Wanted, stretch: &Stretch, repeats: Option<&Repeats>, id: &str) -> Result<Value, Failure> {
    let mut body = wanted.fields(None, id)?;
    body.retain(|_, value| !value.is_null());
    body.insert("id".to_owned(), json!(id));
    body.insert("start".to_owned(), stretch.start.json());
    body.insert("end".to_owned(), stretch.end.json());
    if let Some(repeats) = repeats {
        body.insert("recurrence".to_owned(), json!([repeats.rule(&stretch.start)?.line()]));
    }
    Ok(Value::Object(body))
}
