//! Finding the event that is meant.

use serde_json::json;

use super::super::answers::calendar::{Changed, Event as Row, EventList};
use super::super::past::Past;
use super::super::query::telling;
use super::super::tell;
use super::super::turn::Asked;
use super::super::turn::{Step, Turn};
use super::super::wish::Place;
use super::super::wish::calendar::{Days, Event};
use super::super::wish::named::Named;
use super::next::{Next, answered};
use super::open::Open;

/// How far ahead an event is looked for.
const AHEAD: u16 = 60;
const MOST: u32 = 50;
/// Words that may or may not be part of a title.
const GENERIC: &[&str] = &["meeting", "event", "appointment", "call", "series", "invitation"];

/// The event, or what comes first: a search, a question, or the news that there is none.
pub(super) fn locate(turn: &Turn, event: &Event, past: &[Past<'_>]) -> Result<Row, Next> {
    let known = match &event.named {
        Named::Words(words) | Named::Link(words) => return searched(turn, event, words),
        Named::Chosen(id) => {
            let mut rows = past.iter().rev().flat_map(|past| past.turn.steps()).flat_map(listed);
            rows.find(|row| row.id == *id)
        }
        Named::It => last_event(past),
        Named::Nth(place) => {
            let list = past
                .iter()
                .rev()
                .flat_map(|past| past.turn.steps().rev())
                .map(listed)
                .find(|rows| !rows.is_empty());
            match list {
                None => None,
                Some(rows) => {
                    let count = rows.len();
                    Some(at(rows, *place).ok_or_else(|| Next::Say(tell::no_such_line(count)))?)
                }
            }
        }
    };
    known.ok_or_else(|| Next::Say(tell::WHICH_EVENT.to_owned()))
}

/// A search for events by words of their titles.
pub(super) fn search(turn: &Turn, words: &str, days: Option<Days>) -> Asked {
    let telling = telling(words);
    let particular: Vec<&str> =
        telling.iter().map(String::as_str).filter(|word| !GENERIC.contains(word)).collect();
    let query = if particular.is_empty() { telling.join(" ") } else { particular.join(" ") };
    let mut args = json!({ "query": query, "limit": MOST });
    let clock = turn.clock();
    let span = match days {
        Some(days) => clock.days(days).map(|(first, last)| (first.to_string(), last.to_string())),
        None => clock.next_days(AHEAD),
    };
    if let (Some((from, to)), Some(args)) = (span, args.as_object_mut()) {
        args.insert("from".to_owned(), json!(from));
        args.insert("to".to_owned(), json!(to));
    }
    Asked { tool: "calendar.list_events", args }
}

fn searched(turn: &Turn, event: &Event, words: &str) -> Result<Row, Next> {
    let found: EventList = answered(turn, search(turn, words, event.days))?;
    let candidates = best(words, &found.events);
    match candidates.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(Next::Say(tell::calendar::none_called(words))),
        several => Err(Next::Ask {
            words: tell::calendar::which(several, &turn.clock()),
            open: Open::Choice {
                of: event.named.clone(),
                candidates: several.iter().map(|row| (row.id.clone(), row.title.clone())).collect(),
            },
        }),
    }
}

/// Those whose title has exactly these words, else all of them, else all but the general ones; of a series the next.
pub(super) fn best(words: &str, events: &[Row]) -> Vec<Row> {
    let wanted = telling(words);
    let particular: Vec<String> =
        wanted.iter().filter(|word| !GENERIC.contains(&word.as_str())).cloned().collect();
    let fitting = |fits: &dyn Fn(&[String]) -> bool| {
        let mut rows: Vec<Row> = Vec::new();
        for event in events.iter().filter(|event| fits(&telling(&event.title))) {
            let known =
                |row: &Row| row.id == event.id || (row.series.is_some() && row.series == event.series);
            if !rows.iter().any(known) {
                rows.push(event.clone());
            }
        }
        rows
    };
    let has = |title: &[String], words: &[String]| {
        words.iter().all(|word| title.iter().any(|known| known.starts_with(word.as_str())))
    };
    let exact = fitting(&|title| title == wanted);
    let all = fitting(&|title| has(title, &wanted));
    match (exact.is_empty(), all.is_empty()) {
        (false, _) => exact,
        (true, false) => all,
        (true, true) if particular.is_empty() => Vec::new(),
        (true, true) => fitting(&|title| has(title, &particular)),
    }
}

fn listed(step: &Step) -> Vec<Row> {
    if step.tool != "calendar.list_events" {
        return Vec::new();
    }
    step.read::<EventList>().map(|events| events.events).unwrap_or_default()
}

/// The event last spoken of: made, changed, or the only one of a list.
fn last_event(past: &[Past<'_>]) -> Option<Row> {
    past.iter().rev().flat_map(|past| past.turn.steps().rev()).find_map(|step| {
        let mut rows = listed(step);
        if rows.len() == 1 {
            return rows.pop();
        }
        let changes =
            step.tool.starts_with("calendar.") && step.args.get("event").or(step.args.get("title")).is_some();
        step.read::<Changed>().filter(|_| changes)?.event
    })
}

fn at(rows: Vec<Row>, place: Place) -> Option<Row> {
    match place {
        Place::Newest => rows.into_iter().next(),
        Place::Number(number) => rows.into_iter().nth(usize::try_from(number).ok()?.checked_sub(1)?),
        Place::Last => rows.into_iter().next_back(),
    }
}
