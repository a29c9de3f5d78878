//! Calendar: calendars, events and what is mailed because of them.
//!
//! Knows its own content; routes, tokens and parameter types have been checked before anything here runs.

mod about;
mod book;
mod calendars;
mod colors;
mod conference;
mod copies;
mod draft;
mod event;
mod free_busy;
mod insert;
mod instances;
mod listing;
mod notices;
mod record;
mod recurrence;
mod refused;
mod remove;
mod render;
mod role;
mod seed;
mod settings;
mod update;
mod visit;
mod when;

use serde_json::Value;

pub(crate) use book::Book;
pub use conference::Meet;
pub(crate) use conference::link as meet_link;
pub(crate) use event::Event;
pub use event::{Answer as GuestAnswer, Window};
pub(crate) use notices::Notice;
pub(crate) use record::Calendar;
pub use role::Role;
pub(crate) use seed::{seed, welcome};
pub(crate) use when::{When, zone_named};

use super::account::Account;
use super::refusal::Refusal;
use super::{Google, State};
use crate::calendar::visit::Visit;
use crate::call::{Answer, Call};

/// Performs a checked call.
pub(crate) fn perform(google: &Google, call: &Call) -> Result<Answer, Refusal> {
    let account = google.account(&call.person).ok_or_else(Refusal::bad_credentials)?;
    let visit = Visit { account, everybody: &google.accounts, call };
    if let Some(read) = reading(&call.method) {
        return google.look_at(|state| read(&state.book, account, call)).map(Answer::Json);
    }
    let write = writing(&call.method).ok_or_else(|| Refusal::not_implemented(&call.method))?;
    let answer = google.with(|state| write(state, &visit));
    if answer.is_ok() {
        google.changes.ring();
    }
    answer.map(Answer::Json)
}

type Read = fn(&Book, &Account, &Call) -> Result<Value, Refusal>;
type Write = fn(&mut State, &Visit<'_>) -> Result<Value, Refusal>;

fn reading(method: &str) -> Option<Read> {
    Some(match method.strip_prefix("calendar.")? {
        "calendarList.list" => about::list,
        "calendarList.get" => about::entry,
        "calendars.get" => about::calendar,
        "acl.list" => about::rules,
        "colors.get" => |_, _, _| Ok(colors::all()),
        "settings.list" => settings::list,
        "settings.get" => settings::get,
        "events.list" => listing::list,
        "events.instances" => listing::instances,
        "events.get" => about::event,
        "freebusy.query" => free_busy::query,
        _ => return None,
    })
}

fn writing(method: &str) -> Option<Write> {
    Some(match method.strip_prefix("calendar.")? {
        "calendars.insert" => calendars::insert,
        "calendars.delete" => calendars::delete,
        "events.insert" => insert::insert,
        "events.patch" => update::patch,
        "events.update" => update::update,
        "events.delete" => remove::delete,
        "events.move" => remove::relocate,
        _ => return None,
    })
}
