//! How somebody has set their calendar up.

use serde_json::{Value, json};

use super::about::etag;
use super::book::Book;
use super::refused;
use crate::account::Account;
use crate::calendar::role::Role;
use crate::call::Call;
use crate::refusal::Refusal;

/// `settings.list`.
pub(super) fn list(book: &Book, account: &Account, _: &Call) -> Result<Value, Refusal> {
    let items: Vec<Value> = all(book, account)?.iter().map(|(id, value)| setting(id, value)).collect();
    Ok(json!({ "kind": "calendar#settings", "etag": etag(&format!("{items:?}")), "items": items }))
}

/// `settings.get`.
pub(super) fn get(book: &Book, account: &Account, call: &Call) -> Result<Value, Refusal> {
    let settings = all(book, account)?;
    let found = settings.iter().find(|(id, _)| *id == call.path("setting"));
    found.map(|(id, value)| setting(id, value)).ok_or_else(refused::not_found)
}

fn all(book: &Book, account: &Account) -> Result<Vec<(&'static str, String)>, Refusal> {
    let zone = book.open(account, "primary", Role::Owner)?.zone.clone();
    let rest = [
        ("locale", "en"),
        ("weekStart", "1"),
        ("dateFieldOrder", "DMY"),
        ("format24HourTime", "true"),
        ("defaultEventLength", "60"),
        ("autoAddHangouts", "false"),
        ("hideInvitations", "false"),
        ("hideWeekends", "false"),
        ("remindOnRespondedEventsOnly", "false"),
        ("showDeclinedEvents", "true"),
        ("useKeyboardShortcuts", "true"),
    ];
    let rest = rest.into_iter().map(|(id, value)| (id, value.to_owned()));
    Ok(std::iter::once(("timezone", zone)).chain(rest).collect())
}

fn setting(id: &str, value: &str) -> Value {
    json!({ "kind": "calendar#setting", "etag": etag(&format!("{id} {value}")), "id": id, "value": value })
}
