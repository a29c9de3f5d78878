//! The calendar: looked into, and events made, moved, answered and called off.

use jiff::civil::{Date, DateTime, Time, Weekday};
use jiff::{SignedDuration, ToSpan};
use serde_json::{Value, json};

use super::super::answers::calendar::{Event as Row, EventList};
use super::super::past::Past;
use super::super::tell;
use super::super::turn::Asked;
use super::super::turn::Turn;
use super::super::wish::Recipient;
use super::super::wish::calendar::{Agenda, Calendar, Meeting, Moment, Reach, Response};
use super::events::{best, locate, search};
use super::next::{Next, answered, carry_out};
use super::open::Open;
use super::people;

const SHORTEST: u32 = 30;
const UNTITLED: &str = "Meeting";
/// How far ahead the next event is looked for.
const NEXT: u16 = 30;

pub(super) fn pursue(turn: &Turn, calendar: &Calendar, past: &[Past<'_>]) -> Result<Next, Next> {
    let (tool, args, title) = match calendar {
        Calendar::Calendars => ("calendar.calendars", json!({}), String::new()),
        Calendar::Agenda(agenda) => return look(turn, agenda),
        Calendar::Show(event) => {
            let row = locate(turn, event, past)?;
            return Ok(Next::Say(tell::calendar::event(&row, &turn.clock())));
        }
        Calendar::Free(meeting) => {
            let minutes = meeting.minutes.unwrap_or(SHORTEST);
            let mut args =
                json!({ "people": addresses(turn, &meeting.people)?, "duration_minutes": minutes });
            // A tool that passes over weekends would find nothing on a Saturday that was asked about.
            if named_days(turn, meeting.when).is_some_and(|(first, last)| at_weekend(first, last)) {
                set(&mut args, "weekends", json!(true));
            }
            ("calendar.find_time", within(turn, args, meeting.when), String::new())
        }
        Calendar::Busy(meeting) => {
            let args = json!({ "who": addresses(turn, &meeting.people)? });
            ("calendar.free_busy", within(turn, args, meeting.when), String::new())
        }
        Calendar::Book(meeting) => ("calendar.create_event", booking(turn, meeting)?, String::new()),
        Calendar::Move { event, to } => {
            let row = locate(turn, event, past)?;
            let args = json!({ "event": row.id, "start": moved(turn, &row, *to)? });
            ("calendar.update_event", with_end(args, *to), row.title)
        }
        Calendar::Cancel { event, reach } => {
            let row = locate(turn, event, past)?;
            let mut args = json!({ "event": row.id });
            if *reach == Reach::Series {
                set(&mut args, "scope", json!("all"));
            }
            ("calendar.delete_event", args, row.title)
        }
        Calendar::Respond { event, answer, comment } => {
            let row = locate(turn, event, past)?;
            let mut args = json!({ "event": row.id, "answer": response(*answer) });
            if let Some(comment) = comment {
                set(&mut args, "comment", json!(comment));
            }
            ("calendar.respond", args, row.title)
        }
        Calendar::Invite { event, people } => {
            let row = locate(turn, event, past)?;
            let args = json!({ "event": row.id, "add_guests": addresses(turn, people)? });
            ("calendar.update_event", args, row.title)
        }
    };
    Ok(carry_out(turn, Asked { tool, args }, &title))
}

fn look(turn: &Turn, agenda: &Agenda) -> Result<Next, Next> {
    if let Some(about) = &agenda.about {
        let found: EventList = answered(turn, search(turn, about, agenda.days))?;
        return Ok(Next::Say(tell::calendar::found(&best(about, &found.events), about, &turn.clock())));
    }
    let mut args = if agenda.next { json!({ "limit": 1 }) } else { json!({}) };
    let clock = turn.clock();
    let span = match agenda.days {
        Some(days) => clock.days(days).map(|(first, last)| (first.to_string(), last.to_string())),
        None if agenda.next => clock.next_days(NEXT),
        None => None,
    };
    if let Some((from, to)) = span {
        set(&mut args, "from", json!(from));
        set(&mut args, "to", json!(to));
    }
    Ok(carry_out(turn, Asked { tool: "calendar.list_events", args }, ""))
}

fn addresses(turn: &Turn, people: &[Recipient]) -> Result<Vec<String>, Next> {
    people::addresses(turn, &people.iter().collect::<Vec<_>>())
}

/// The days that were named, or whatever the tool takes for usual.
fn within(turn: &Turn, mut args: Value, when: Moment) -> Value {
    if let Some((first, last)) = named_days(turn, when) {
        set(&mut args, "from", json!(turn.clock().not_before_now(first)));
        set(&mut args, "to", json!(last.to_string()));
    }
    args
}

fn named_days(turn: &Turn, when: Moment) -> Option<(Date, Date)> {
    when.days.and_then(|days| turn.clock().days(days))
}

/// Whether none of the days is a working day.
fn at_weekend(first: Date, last: Date) -> bool {
    let is_weekend = |day: &Date| matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday);
    first.series(1.day()).take_while(|day| *day <= last).all(|day| is_weekend(&day))
}

fn booking(turn: &Turn, meeting: &Meeting) -> Result<Value, Next> {
    let day = match meeting.when.days {
        None => turn.clock().today(),
        Some(days) => turn.clock().days(days).map(|(first, _)| first),
    };
    let (Some(day), Some(time)) = (day, meeting.when.time) else {
        return Err(Next::Ask { words: tell::AT_WHAT_TIME.to_owned(), open: Open::Time });
    };
    let title = meeting.title.as_deref().unwrap_or(UNTITLED);
    let args = json!({
        "title": title,
        "start": written(day, time),
        "guests": addresses(turn, &meeting.people)?,
    });
    let mut args = with_end(args, meeting.when);
    if let (Some(minutes), None) = (meeting.minutes, meeting.when.until) {
        set(&mut args, "duration_minutes", json!(minutes));
    }
    if let Some(place) = &meeting.place {
        set(&mut args, "location", json!(place));
    }
    if meeting.meet {
        set(&mut args, "meet", json!(true));
    }
    Ok(args)
}

/// On the day it was, unless another is named; at the time it was, unless another is.
fn moved(turn: &Turn, row: &Row, to: Moment) -> Result<String, Next> {
    let was = row.start.get(..16).and_then(|start| start.parse::<DateTime>().ok());
    let day = match to.days {
        Some(days) => turn.clock().days(days).map(|(first, _)| first),
        None => was.map(DateTime::date).or_else(|| row.start.parse().ok()),
    };
    match (day, to.time.or(was.map(DateTime::time))) {
        (Some(day), Some(time)) => Ok(written(day, time)),
        (Some(day), None) => Ok(day.to_string()),
        (None, _) => Err(Next::Say(tell::AT_WHAT_TIME.to_owned())),
    }
}

/// How long it lasts, where both ends were given.
fn with_end(mut args: Value, when: Moment) -> Value {
    if let (Some(from), Some(until)) = (when.time, when.until) {
        let lasts: SignedDuration = from.duration_until(until);
        if let Some(minutes) = u32::try_from(lasts.as_mins()).ok().filter(|minutes| *minutes > 0) {
            set(&mut args, "duration_minutes", json!(minutes));
        }
    }
    args
}

fn written(day: Date, time: Time) -> String {
    format!("{day}T{:02}:{:02}", time.hour(), time.minute())
}

fn response(answer: Response) -> &'static str {
    match answer {
        Response::Accept => "accept",
        Response::Decline => "decline",
        Response::Tentative => "tentative",
    }
}

fn set(args: &mut Value, name: &str, value: Value) {
    if let Some(args) = args.as_object_mut() {
        args.insert(name.to_owned(), value);
    }
}
