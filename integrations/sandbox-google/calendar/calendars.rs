//! `calendars.insert` and `calendars.delete`: calendars beside one's own.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::{about, refused};
use crate::State;
use crate::calendar::record::{Calendar, Rule, Scope};
use crate::calendar::role::Role;
use crate::calendar::visit::Visit;
use crate::refusal::Refusal;

pub(super) fn insert(state: &mut State, visit: &Visit<'_>) -> Result<Value, Refusal> {
    let (call, account) = (visit.call, visit.account);
    let name = call.text("/summary").ok_or_else(|| refused::missing("Missing title."))?;
    let zone = call.text("/timeZone").unwrap_or("UTC");
    if TimeZone::get(zone).is_err() {
        return Err(refused::invalid("Invalid time zone value."));
    }
    let text = |pointer: &str| call.text(pointer).map(str::to_owned);
    let calendar = Calendar {
        id: format!(
            "c_{}{}@group.calendar.google.com",
            uuid::Uuid::new_v4().simple(),
            uuid::Uuid::new_v4().simple()
        ),
        name: name.to_owned(),
        description: text("/description"),
        location: text("/location"),
        zone: zone.to_owned(),
        primary_of: None,
        rules: vec![Rule { scope: Scope::User(account.address.clone()), role: Role::Owner }],
        events: BTreeMap::new(),
    };
    let shown = about::shown(&calendar);
    state.book.calendars.insert(calendar.id.clone(), calendar);
    Ok(shown)
}

pub(super) fn delete(state: &mut State, visit: &Visit<'_>) -> Result<Value, Refusal> {
    let id = visit.call.path("calendarId");
    let calendar = state.book.open(visit.account, id, Role::Owner)?;
    if calendar.primary_of.is_some() {
        return Err(refused::invalid("Cannot delete primary calendars."));
    }
    let id = calendar.id.clone();
    state.book.calendars.remove(&id);
    Ok(json!({}))
}
