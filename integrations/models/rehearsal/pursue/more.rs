//! Going on: the rest of a long text, the next page of a list.

use serde_json::{Value, json};

use super::super::answers::Outcome;
use super::super::past::{Past, last_search};
use super::super::tell;
use super::super::turn::Asked;
use super::super::turn::Turn;
use super::next::Next;

/// The tools whose answers come in parts.
const READERS: [&str; 14] = [
    "gmail.search",
    "gmail.read",
    "gmail.thread",
    "gmail.attachments",
    "calendar.list_events",
    "calendar.calendars",
    "calendar.find_time",
    "drive.search",
    "drive.list",
    "drive.read",
    "docs.read",
    "docs.comments",
    "sheets.read",
    "sheets.list",
];

/// The rest of a long mail, or the next page of a list, whichever was seen last.
pub(super) fn more(turn: &Turn, past: &[Past<'_>]) -> Next {
    let mails = turn.mails();
    if !mails.is_empty() {
        return Next::Say(tell::mails(&mails, &tell::Part::All, &turn.clock()));
    }
    if let Some(found) = turn.found() {
        return Next::Say(tell::list(&last_search(past), found, (tell::Page::Next, &turn.clock())));
    }
    let Some(seen) = past.iter().rev().find_map(|past| past.turn.steps().next_back()) else {
        return Next::Say(tell::NOTHING_MORE.to_owned());
    };
    if let Some(step) = turn.steps().next_back() {
        return Next::Say(tell::answer(step, "", &turn.clock()));
    }
    let rest = match seen.outcome() {
        Outcome::Mail(mail) => {
            mail.continue_with.map(|rest| json!({ "id": mail.id, "from_char": rest.from_char }))
        }
        Outcome::Found(found) => {
            found.next_page.as_ref().and_then(|page| with(&seen.args, &json!({ "page": page })))
        }
        Outcome::Told(answer) => onwards(answer).and_then(|rest| with(&seen.args, &rest)),
        Outcome::Sent(_) | Outcome::Failed(_) | Outcome::Unreadable => None,
    };
    match (rest, READERS.iter().find(|tool| **tool == seen.tool)) {
        (Some(args), Some(tool)) => Next::Call(vec![Asked { tool, args }]),
        _ => Next::Say(tell::NOTHING_MORE.to_owned()),
    }
}

/// How a tool says what to ask for next, each in its own way.
fn onwards(answer: &Value) -> Option<Value> {
    let given = |name: &str| answer.get(name).filter(|value| !value.is_null()).cloned();
    if let Some(page) = given("next_page") {
        return Some(json!({ "page": page }));
    }
    if let Some(skip) = given("next_skip") {
        return Some(json!({ "skip": skip }));
    }
    let range = answer.pointer("/ranges/0/next_range").filter(|range| range.is_string());
    range.map(|range| json!({ "range": range })).or_else(|| given("continue_with"))
}

fn with(args: &Value, rest: &Value) -> Option<Value> {
    let (mut args, rest) = (args.as_object()?.clone(), rest.as_object()?.clone());
    args.extend(rest);
    Some(Value::Object(args))
}
