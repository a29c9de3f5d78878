//! Changing an event: one occurrence, the rest of a series, or all of it.

use jiff::tz::TimeZone;
use kernel::{Code, Failure};
use serde_json::{Map, Value, json};

use super::event::{Known, picked};
use super::moment::{Moment, Stretch, Until, out_of_range};
use super::reach::{Reach, Scope, Series, Target};
use super::recurrence::Repeats;
use super::same::replacing;
use super::shift::Shift;
use super::wanted::Wanted;
use super::write::Write;

/// What the second half of a series takes over from the first.
const TAKEN_OVER: [&str; 17] = [
    "summary",
    "description",
    "location",
    "attendees",
    "transparency",
    "visibility",
    "colorId",
    "reminders",
    "conferenceData",
    "guestsCanModify",
    "guestsCanInviteOthers",
    "guestsCanSeeOtherGuests",
    "anyoneCanAddSelf",
    "attachments",
    "extendedProperties",
    "source",
    "eventLabelId",
];

/// What shall change.
pub(crate) struct Revision<'a> {
    pub(crate) wanted: Wanted,
    pub(crate) start: Option<&'a str>,
    pub(crate) until: Option<Until<'a>>,
    pub(crate) zone: Option<TimeZone>,
    pub(crate) repeats: Option<Repeats>,
    /// The id of a series that begins in the middle of another.
    pub(crate) own_id: String,
}

impl Revision<'_> {
    pub(crate) fn writes(&self, target: &Target) -> Result<Vec<Write>, Failure> {
        let writes = match &target.reach {
            Reach::One(known) => self.of_one(known, &target.zone)?,
            Reach::Whole(series) => self.of_all(series, &target.zone)?,
            Reach::Rest(series) => self.of_rest(series, &target.zone)?,
        };
        if writes.is_empty() {
            let words = "Nothing would change: the event is like that already. Say what shall be different.";
            return Err(Failure::invalid(words));
        }
        Ok(writes)
    }

    fn of_one(&self, known: &Known, zone: &TimeZone) -> Result<Vec<Write>, Failure> {
        let mut body = self.wanted.fields(Some(known), &self.own_id)?;
        let old = known.event.stretch(zone).ok_or_else(timeless)?;
        let new = self.times(&old, zone)?;
        set_times(&mut body, &new, &known.raw, zone);
        if let Some(repeats) = &self.repeats {
            if known.event.recurring_event_id.is_some() {
                let words = "One occurrence cannot repeat by itself. Use `scope`: `following` or `all`.";
                return Err(Failure::invalid(words));
            }
            body.insert("recurrence".to_owned(), json!([repeats.rule(&new.start)?.line()]));
            // Google wants the zone said for what repeats.
            body.entry("start").or_insert_with(|| new.start.json());
            body.entry("end").or_insert_with(|| new.end.json());
        }
        Ok(if body.is_empty() { Vec::new() } else { vec![Write::patch(known, body)] })
    }

    fn of_all(&self, series: &Series, zone: &TimeZone) -> Result<Vec<Write>, Failure> {
        let mut body = self.wanted.fields(Some(&series.master), &self.own_id)?;
        let (old, new) = self.occurrence(series, zone)?;
        if old != new || self.repeats.is_some() {
            let shift = Shift::between(&series.at, &new)?;
            let first = shift.stretch(&series.first, &new)?;
            let skipped = series.skipped(Scope::All);
            let rule = self.repeats.as_ref().map(|repeats| repeats.rule(&first.start)).transpose()?;
            let lines = series.whole(&skipped).tail(&shift, rule.as_ref())?;
            set_times(&mut body, &first, &series.master.raw, zone);
            if lines != series.master.event.recurrence {
                body.insert("recurrence".to_owned(), json!(lines));
            }
        }
        Ok(if body.is_empty() { Vec::new() } else { vec![Write::patch(&series.master, body)] })
    }

    /// The series ends before the named occurrence, and another one begins with it.
    fn of_rest(&self, series: &Series, zone: &TimeZone) -> Result<Vec<Write>, Failure> {
        let fields = self.wanted.fields(Some(&series.master), &self.own_id)?;
        let (old, new) = self.occurrence(series, zone)?;
        if fields.is_empty() && old == new && self.repeats.is_none() {
            return Ok(Vec::new());
        }
        let skipped = series.skipped(Scope::Following);
        let cut = series.cut(&skipped);
        let shift = Shift::between(&series.at, &new)?;
        let rule = self.repeats.as_ref().map(|repeats| repeats.rule(&new.start)).transpose()?;
        let mut body = match picked(&series.master.raw, &TAKEN_OVER) {
            Value::Object(body) => body,
            _ => Map::new(),
        };
        body.extend(fields);
        body.retain(|_, value| !value.is_null());
        body.insert("id".to_owned(), json!(self.own_id));
        body.insert("start".to_owned(), new.start.json());
        body.insert("end".to_owned(), new.end.json());
        body.insert("recurrence".to_owned(), json!(cut.tail(&shift, rule.as_ref())?));
        Ok(vec![
            ended(series, &skipped)?,
            Write::Insert { event: self.own_id.clone(), body: Value::Object(body) },
        ])
    }

    /// Where the named occurrence is and where it shall be.
    fn occurrence(&self, series: &Series, zone: &TimeZone) -> Result<(Stretch, Stretch), Failure> {
        let first = series.master.event.stretch(zone).ok_or_else(timeless)?;
        let old = Shift::between(&first.start, &first)?.stretch(&series.at, &first)?;
        let new = self.times(&old, zone)?;
        Ok((old, new))
    }

    /// A time without a zone is on the user's clocks; the event stays in its own zone unless another one is named.
    fn times(&self, old: &Stretch, users: &TimeZone) -> Result<Stretch, Failure> {
        let given_in = self.zone.as_ref().unwrap_or(users);
        let start = match self.start {
            Some(start) => Moment::parse(start, given_in)?,
            None => old.start.clone(),
        };
        let new = match (self.until, &start, &old.start, &old.end) {
            (Some(until), _, _, _) => Stretch::new(start, until, given_in)?,
            (None, Moment::At(start), Moment::At(from), Moment::At(to)) => {
                let end = start.checked_add(from.duration_until(to)).map_err(|_| out_of_range())?;
                Stretch { start: Moment::At(start.clone()), end: Moment::At(end) }
            }
            (None, Moment::Day(start), Moment::Day(from), Moment::Day(to)) => {
                let days = from.until(*to).map_err(|_| out_of_range())?;
                let end = start.checked_add(days).map_err(|_| out_of_range())?;
                Stretch { start: Moment::Day(*start), end: Moment::Day(end) }
            }
            (None, _, _, _) => Stretch::new(start, Until::Usual, given_in)?,
        };
        // Beginning and end may each have a zone of its own, as with a flight.
        let placed = |moment: Moment, old: &Moment| match (moment, &self.zone, old) {
            (Moment::At(at), Some(zone), _) => Moment::At(at.with_time_zone(zone.clone())),
            (Moment::At(at), None, Moment::At(old)) => Moment::At(at.with_time_zone(old.time_zone().clone())),
            (Moment::At(at), None, Moment::Day(_)) => Moment::At(at.with_time_zone(users.clone())),
            (day @ Moment::Day(_), _, _) => day,
        };
        Ok(Stretch { start: placed(new.start, &old.start), end: placed(new.end, &old.end) })
    }
}

/// The series without the named occurrence and all later ones.
pub(crate) fn ended(series: &Series, skipped: &[Moment]) -> Result<Write, Failure> {
    let mut body = Map::new();
    body.insert("recurrence".to_owned(), json!(series.cut(skipped).head()?));
    Ok(Write::patch(&series.master, body))
}

/// `users` is the zone of what Google names none for.
fn set_times(body: &mut Map<String, Value>, new: &Stretch, raw: &Value, users: &TimeZone) {
    for (name, moment) in [("start", &new.start), ("end", &new.end)] {
        let now = raw.get(name).unwrap_or(&Value::Null);
        if Moment::of(now, users).as_ref() != Some(moment) {
            body.insert(name.to_owned(), replacing(&moment.json(), now));
        }
    }
}

fn timeless() -> Failure {
    Failure::model(
        Code::NotAvailable,
        "Google does not say when this event takes place. Look at it in Google Calendar.",
    )
}
