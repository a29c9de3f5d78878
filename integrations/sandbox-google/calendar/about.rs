//! What there is to know of a calendar and of one event in it.

use serde_json::{Value, json};

use super::book::Book;
use super::render::Viewer;
use super::{colors, refused};
use crate::account::Account;
use crate::calendar::record::Calendar;
use crate::calendar::role::Role;
use crate::call::Call;
use crate::refusal::Refusal;

/// `calendarList.list`: somebody's own calendar first.
pub(super) fn list(book: &Book, account: &Account, call: &Call) -> Result<Value, Refusal> {
    let least = call.query.one("minAccessRole").and_then(Role::read).unwrap_or(Role::Reader);
    let mut mine: Vec<&Calendar> = book
        .calendars
        .values()
        .filter(|calendar| calendar.is_listed_for(&account.address))
        .filter(|calendar| calendar.role_of(&account.address).is_some_and(|role| role >= least))
        .collect();
    mine.sort_by_key(|calendar| (!is_primary(calendar, account), calendar.id.clone()));
    if let Some(token) = call.query.one("pageToken").filter(|token| !token.is_empty()) {
        let shown = mine.iter().position(|calendar| calendar.id == token);
        let shown = shown.ok_or_else(|| refused::parameter("pageToken", "Invalid page token value."))?;
        mine.drain(..=shown);
    }
    let most = call.query.count("maxResults", 100, 250);
    let items: Vec<Value> = mine.iter().take(most).map(|calendar| line(calendar, account)).collect();
    let mut answer = json!({
        "kind": "calendar#calendarList", "etag": etag(&format!("{} {items:?}", account.address)), "items": items,
    });
    let end = mine.get(most.saturating_sub(1)).filter(|_| mine.len() > most);
    if let (Some(end), Some(fields)) = (end, answer.as_object_mut()) {
        fields.insert("nextPageToken".to_owned(), end.id.clone().into());
    }
    Ok(answer)
}

/// `calendarList.get`.
pub(super) fn entry(book: &Book, account: &Account, call: &Call) -> Result<Value, Refusal> {
    let calendar = book.open(account, call.path("calendarId"), Role::Reader)?;
    Ok(line(calendar, account))
}

/// `calendars.get`.
pub(super) fn calendar(book: &Book, account: &Account, call: &Call) -> Result<Value, Refusal> {
    book.open(account, call.path("calendarId"), Role::Reader).map(shown)
}

/// A `Calendar`, which is the same for everybody.
pub(super) fn shown(calendar: &Calendar) -> Value {
    let mut shown = json!({
        "kind": "calendar#calendar", "etag": etag(&calendar.id), "id": calendar.id,
        "summary": calendar.name, "timeZone": calendar.zone,
        "conferenceProperties": { "allowedConferenceSolutionTypes": ["hangoutsMeet"] },
    });
    tell(&mut shown, calendar);
    shown
}

/// Adds what only some calendars have.
fn tell(shown: &mut Value, calendar: &Calendar) {
    let more = [("description", &calendar.description), ("location", &calendar.location)];
    for (name, text) in more {
        if let (Some(text), Some(fields)) = (text, shown.as_object_mut()) {
            fields.insert(name.to_owned(), text.as_str().into());
        }
    }
}

/// `acl.list`.
pub(super) fn rules(book: &Book, account: &Account, call: &Call) -> Result<Value, Refusal> {
    let calendar = book.open(account, call.path("calendarId"), Role::Owner)?;
    let rules = calendar.rules.iter().map(|rule| {
        let (kind, value) = rule.scope.parts();
        let id = format!("{kind}:{value}");
        json!({
            "kind": "calendar#aclRule", "etag": etag(&format!("{id}{:?}", rule.role)), "id": id,
            "scope": { "type": kind, "value": value }, "role": rule.role.word(),
        })
    });
    let items: Vec<Value> = rules.collect();
    Ok(json!({ "kind": "calendar#acl", "etag": etag(&format!("{items:?}")), "items": items }))
}

/// `events.get`.
pub(super) fn event(book: &Book, account: &Account, call: &Call) -> Result<Value, Refusal> {
    let calendar = book.open(account, call.path("calendarId"), Role::Reader)?;
    let event = calendar.event(call.path("eventId")).ok_or_else(refused::not_found)?;
    Ok(Viewer::new(calendar, &account.address, call)?.shows(&event))
}

/// A version of something that is none of an event's.
pub(super) fn etag(of: &str) -> String {
    use sha2::{Digest as _, Sha256};
    let digest = hex::encode(Sha256::digest(of));
    format!("\"{}\"", digest.get(..16).unwrap_or_default())
}

fn line(calendar: &Calendar, account: &Account) -> Value {
    let role = calendar.role_of(&account.address).unwrap_or(Role::FreeBusyReader);
    let (color, background) = colors::of_calendar(&calendar.id);
    let reminders =
        if role == Role::Owner { json!([{ "method": "popup", "minutes": 10 }]) } else { json!([]) };
    let mut entry = json!({
        "kind": "calendar#calendarListEntry", "etag": etag(&calendar.id), "id": calendar.id,
        "summary": calendar.name, "timeZone": calendar.zone, "accessRole": role.word(),
        "colorId": color, "backgroundColor": background, "foregroundColor": "#000000", "selected": true,
        "defaultReminders": reminders,
        "conferenceProperties": { "allowedConferenceSolutionTypes": ["hangoutsMeet"] },
    });
    tell(&mut entry, calendar);
    if let (true, Some(fields)) = (is_primary(calendar, account), entry.as_object_mut()) {
        fields.insert("primary".to_owned(), true.into());
    }
    entry
}

fn is_primary(calendar: &Calendar, account: &Account) -> bool {
    calendar.primary_of.as_ref() == Some(&account.handle)
}
