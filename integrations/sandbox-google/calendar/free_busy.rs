//! `freebusy.query`: when people and rooms cannot be had, and nothing more.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};

use super::book::Book;
use super::event::Window;
use super::refused;
use super::render::moment;
use super::when::stamp;
use crate::account::Account;
use crate::calendar::record::Calendar;
use crate::calendar::role::Role;
use crate::call::Call;
use crate::refusal::Refusal;

/// The longest range of a query. Google does not document it; clients have found it to be 90 days.
const LONGEST: SignedDuration = SignedDuration::from_hours(90 * 24);

/// The largest number of calendars in one query.
const MOST: usize = 50;

pub(super) fn query(book: &Book, account: &Account, call: &Call) -> Result<Value, Refusal> {
    let time = |pointer: &str| call.text(pointer).and_then(|text| text.parse::<Timestamp>().ok());
    let from = time("/timeMin").ok_or_else(|| refused::missing("Missing timeMin parameter."))?;
    let to = time("/timeMax").ok_or_else(|| refused::missing("Missing timeMax parameter."))?;
    if from >= to {
        return Err(refused::empty_range());
    }
    if to.duration_since(from) > LONGEST {
        return Err(refused::long_range());
    }
    let zone = match call.text("/timeZone") {
        None => TimeZone::UTC,
        Some(name) => {
            TimeZone::get(name).map_err(|_| refused::parameter("timeZone", "Invalid time zone value."))?
        }
    };
    let items = call.body.get("items").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let most = call.body.get("calendarExpansionMax").and_then(Value::as_u64);
    let most = most.and_then(|most| usize::try_from(most).ok()).unwrap_or(MOST);
    if most > MOST {
        return Err(refused::invalid("Invalid calendar expansion maximum."));
    }
    let window = Window { from: Some(from), to: Some(to) };
    let mut calendars = Map::new();
    for id in items.iter().filter_map(|item| item.get("id").and_then(Value::as_str)) {
        let calendar = book.open(account, id, Role::FreeBusyReader);
        let shown = match calendar {
            _ if items.len() > most => error("tooManyCalendarsRequested"),
            Err(_) => error("notFound"),
            Ok(calendar) => {
                let blocks = busy(calendar, &window).into_iter();
                let shown = blocks
                    .map(|(start, end)| json!({ "start": moment(start, &zone), "end": moment(end, &zone) }));
                json!({ "busy": shown.collect::<Vec<_>>() })
            }
        };
        calendars.insert(id.to_owned(), shown);
    }
    Ok(json!({
        "kind": "calendar#freeBusy", "timeMin": stamp(from), "timeMax": stamp(to), "calendars": calendars,
    }))
}

/// The stretches in which a calendar is taken, none touching the next, cut at the window's ends.
fn busy(calendar: &Calendar, window: &Window) -> Vec<(Timestamp, Timestamp)> {
    let zone = calendar.time_zone();
    let blocking = calendar.within(window).into_iter().filter(|event| event.blocks(&calendar.id));
    let mut taken: Vec<(Timestamp, Timestamp)> =
        blocking.map(|event| event.span(&zone)).filter(|(start, end)| start < end).collect();
    taken.sort_unstable();
    let mut merged: Vec<(Timestamp, Timestamp)> = Vec::new();
    for (start, end) in taken {
        let start = window.from.map_or(start, |from| start.max(from));
        let end = window.to.map_or(end, |to| end.min(to));
        match merged.last_mut().filter(|last| last.1 >= start) {
            Some(last) => last.1 = last.1.max(end),
            None => merged.push((start, end)),
        }
    }
    merged
}

fn error(reason: &str) -> Value {
    json!({ "errors": [{ "domain": "global", "reason": reason }], "busy": [] })
}
