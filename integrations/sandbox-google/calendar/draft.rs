//! What a client writes of an event, read and checked before anything is changed.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use serde_json::{Map, Value};

use super::event::{Attendee, Event, Status};
use super::recurrence::Recurrence;
use super::refused;
use super::when::{When, zone_named};
use crate::refusal::Refusal;

/// The fields that are kept as they are written.
const KEPT: [&str; 22] = [
    "summary",
    "description",
    "location",
    "colorId",
    "visibility",
    "transparency",
    "reminders",
    "guestsCanInviteOthers",
    "guestsCanModify",
    "guestsCanSeeOtherGuests",
    "anyoneCanAddSelf",
    "attachments",
    "extendedProperties",
    "source",
    "conferenceData",
    "eventType",
    "eventLabelId",
    "gadget",
    "focusTimeProperties",
    "outOfOfficeProperties",
    "workingLocationProperties",
    "birthdayProperties",
];

/// The largest number of attachments an event can have.
const MOST_FILES: usize = 25;
/// Four weeks, the earliest reminder there is.
const MOST_MINUTES: i64 = 40_320;

/// An event as a client wants it.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) status: Status,
    pub(super) start: When,
    pub(super) end: When,
    pub(super) recurrence: Vec<String>,
    pub(super) attendees: Vec<Attendee>,
    pub(super) fields: Map<String, Value>,
}

impl Draft {
    /// Reads a whole resource; times without a zone of their own are meant in the calendar's.
    pub(super) fn read(resource: &Value, calendar_zone: &str) -> Result<Self, Refusal> {
        let recurrence = lines(resource)?;
        let zones = Zones { calendar: calendar_zone, needed: !recurrence.is_empty() };
        let start = when(resource.get("start"), Side::Start, &zones)?;
        let end = when(resource.get("end"), Side::End, &zones)?;
        match (&start, &end) {
            (When::Day(start), When::Day(end)) if end <= start => return Err(refused::empty_range()),
            (When::Moment { at: start, .. }, When::Moment { at: end, .. }) if end < start => {
                return Err(refused::empty_range());
            }
            (When::Day(_), When::Day(_)) | (When::Moment { .. }, When::Moment { .. }) => {}
            _ => {
                let words = "Start and end times must either both be date or both be dateTime.";
                return Err(refused::invalid(words));
            }
        }
        let status = match resource.get("status") {
            None | Some(Value::Null) => Status::Confirmed,
            Some(given) => serde_json::from_value(given.clone())
                .map_err(|_| refused::invalid("Invalid status value."))?,
        };
        let kept = KEPT.iter().filter_map(|&name| {
            let value = resource.get(name).filter(|value| !value.is_null())?;
            Some((name.to_owned(), value.clone()))
        });
        let draft =
            Self { status, start, end, recurrence, attendees: attendees(resource)?, fields: kept.collect() };
        draft.check()?;
        Ok(draft)
    }

    /// What of an event a client can write, for a change of some of it.
    pub(super) fn resource_of(event: &Event) -> Value {
        let mut resource = Value::Object(event.fields.clone());
        let zone = TimeZone::UTC;
        if let Some(object) = resource.as_object_mut() {
            object.insert("start".to_owned(), event.start.json(&zone));
            object.insert("end".to_owned(), event.end.json(&zone));
            object.insert("status".to_owned(), serde_json::json!(event.status));
            object.insert("attendees".to_owned(), serde_json::json!(event.attendees));
            if event.is_series() {
                object.insert("recurrence".to_owned(), serde_json::json!(event.recurrence));
            }
        }
        resource
    }

    fn check(&self) -> Result<(), Refusal> {
        let text = |name: &str| self.fields.get(name).and_then(Value::as_str);
        if text("visibility")
            .is_some_and(|word| !["default", "public", "private", "confidential"].contains(&word))
        {
            return Err(refused::invalid("Invalid visibility value."));
        }
        if text("transparency").is_some_and(|word| !["opaque", "transparent"].contains(&word)) {
            return Err(refused::invalid("Invalid transparency value."));
        }
        if text("colorId").is_some_and(|id| !id.parse().is_ok_and(|id: u8| (1..=11).contains(&id))) {
            return Err(refused::invalid("Invalid color id."));
        }
        let source = self.fields.get("source").and_then(|source| source.get("url")).and_then(Value::as_str);
        if source.is_some_and(|url| !url.starts_with("https://") && !url.starts_with("http://")) {
            return Err(refused::invalid("Invalid source url."));
        }
        self.check_files()?;
        self.check_reminders()
    }

    fn check_files(&self) -> Result<(), Refusal> {
        let files = self.fields.get("attachments").and_then(Value::as_array);
        let files = files.map_or(&[][..], Vec::as_slice);
        if files.len() > MOST_FILES {
            return Err(refused::invalid("Too many attachments."));
        }
        let nowhere = |file: &&Value| file.get("fileUrl").and_then(Value::as_str).is_none_or(str::is_empty);
        match files.iter().find(nowhere) {
            Some(_) => Err(refused::missing("Missing attachment file URL.")),
            None => Ok(()),
        }
    }

    fn check_reminders(&self) -> Result<(), Refusal> {
        let Some(reminders) = self.fields.get("reminders") else { return Ok(()) };
        let overrides = reminders.get("overrides").and_then(Value::as_array);
        let overrides = overrides.map_or(&[][..], Vec::as_slice);
        if !overrides.is_empty() && reminders.get("useDefault").and_then(Value::as_bool) == Some(true) {
            let words = "Cannot specify both default reminders and overrides at the same time.";
            return Err(Refusal::older(400, "cannotUseDefaultRemindersAndSpecifyOverride", words)
                .of_domain("calendar"));
        }
        let sound = |reminder: &Value| {
            let minutes = reminder.get("minutes").and_then(Value::as_i64);
            matches!(reminder.get("method").and_then(Value::as_str), Some("email" | "popup"))
                && minutes.is_some_and(|minutes| (0..=MOST_MINUTES).contains(&minutes))
        };
        if overrides.len() > 5 || !overrides.iter().all(sound) {
            return Err(refused::invalid("Invalid reminder override."));
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
enum Side {
    Start,
    End,
}

impl Side {
    fn pick(self, start: &'static str, end: &'static str) -> &'static str {
        match self {
            Self::Start => start,
            Self::End => end,
        }
    }
}

struct Zones<'a> {
    calendar: &'a str,
    /// A series must say on whose clocks it repeats.
    needed: bool,
}

fn when(given: Option<&Value>, side: Side, zones: &Zones<'_>) -> Result<When, Refusal> {
    let given = given.filter(|given| !given.is_null());
    let given =
        given.ok_or_else(|| refused::missing(side.pick("Missing start time.", "Missing end time.")))?;
    let text = |name: &str| given.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let wrong = || refused::invalid(side.pick("Invalid start time.", "Invalid end time."));
    let zone = text("timeZone");
    if zone.is_some_and(|zone| TimeZone::get(zone).is_err()) {
        let words = side.pick(
            "Invalid time zone definition for start time.",
            "Invalid time zone definition for end time.",
        );
        return Err(refused::invalid(words));
    }
    let zone_missing = || {
        refused::missing(side.pick(
            "Missing time zone definition for start time.",
            "Missing time zone definition for end time.",
        ))
    };
    match (text("date"), text("dateTime")) {
        (Some(date), None) => date.parse::<Date>().map(When::Day).map_err(|_| wrong()),
        (None, Some(_)) if zones.needed && zone.is_none() => Err(zone_missing()),
        (None, Some(time)) => {
            let at = match (time.parse::<Timestamp>(), zone) {
                (Ok(at), _) => at,
                (Err(_), None) => return Err(zone_missing()),
                (Err(_), Some(zone)) => {
                    let civil: DateTime = time.parse().map_err(|_| wrong())?;
                    zone_named(zone).to_timestamp(civil).map_err(|_| wrong())?
                }
            };
            // Calendar keeps whole seconds.
            let at = Timestamp::from_second(at.as_second()).map_err(|_| wrong())?;
            Ok(When::Moment { at, zone: zone.unwrap_or(zones.calendar).to_owned() })
        }
        (Some(_), Some(_)) | (None, None) => Err(wrong()),
    }
}

fn lines(resource: &Value) -> Result<Vec<String>, Refusal> {
    let given = resource.get("recurrence").and_then(Value::as_array).into_iter().flatten();
    let lines: Vec<String> = given.filter_map(Value::as_str).map(str::to_owned).collect();
    match Recurrence::read(&lines) {
        Some(_) => Ok(lines),
        None => Err(refused::invalid("Invalid recurrence rule.")),
    }
}

fn attendees(resource: &Value) -> Result<Vec<Attendee>, Refusal> {
    let mut attendees: Vec<Attendee> = Vec::new();
    for given in resource.get("attendees").and_then(Value::as_array).into_iter().flatten() {
        let email = given.get("email").and_then(Value::as_str).unwrap_or_default();
        if !is_address(email) {
            return Err(refused::invalid("Invalid attendee email."));
        }
        let attendee: Attendee = serde_json::from_value(without_nulls(given))
            .map_err(|_| refused::invalid("Invalid attendee response status."))?;
        if !attendees.iter().any(|known| known.email.eq_ignore_ascii_case(email)) {
            attendees.push(attendee);
        }
    }
    Ok(attendees)
}

fn is_address(text: &str) -> bool {
    let Some((local, host)) = text.rsplit_once('@') else { return false };
    let clean = !text.chars().any(|sign| sign.is_whitespace() || matches!(sign, ',' | '<' | '>' | ';'));
    clean && !local.is_empty() && host.contains('.') && host.split('.').all(|label| !label.is_empty())
}

fn without_nulls(value: &Value) -> Value {
    let fields = value.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    fields.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>().into()
}
