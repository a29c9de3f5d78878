//! `events.list` and `events.instances`: which events, in which order, page by page.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::{Timestamp, ToSpan};
use serde_json::{Map, Value, json};

use super::book::Book;
use super::event::{Event, Window};
use super::render::Viewer;
use super::when::stamp;
use super::{instances, refused};
use crate::account::Account;
use crate::calendar::record::Calendar;
use crate::calendar::role::Role;
use crate::call::Call;
use crate::refusal::Refusal;

/// What a sync token cannot be combined with.
const NOT_WHEN_SYNCING: [&str; 8] = [
    "iCalUID",
    "orderBy",
    "privateExtendedProperty",
    "q",
    "sharedExtendedProperty",
    "timeMin",
    "timeMax",
    "updatedMin",
];

/// `events.list`.
pub(super) fn list(book: &Book, account: &Account, call: &Call) -> Result<Value, Refusal> {
    let calendar = book.open(account, call.path("calendarId"), Role::Reader)?;
    let asked = Asked::read(book, calendar, call)?;
    let mut found = if asked.single { calendar.within(&asked.window) } else { asked.kept(calendar) };
    found.retain(|event| asked.wants(event));
    page(&found, &asked, &Viewer::new(calendar, &account.address, call)?, call)
}

/// `events.instances`.
pub(super) fn instances(book: &Book, account: &Account, call: &Call) -> Result<Value, Refusal> {
    let calendar = book.open(account, call.path("calendarId"), Role::Reader)?;
    let series = calendar.events.get(call.path("eventId")).ok_or_else(refused::not_found)?;
    let asked = Asked { order: Order::Start, ..Asked::read(book, calendar, call)? };
    let mut found = instances::of_series(calendar, series, &asked.window);
    if !series.is_series() {
        found.clear();
    }
    let original = call.query.one("originalStart").map(str::parse::<Timestamp>);
    found.retain(|event| {
        let start =
            event.exception.as_ref().map(|exception| exception.original.instant(&calendar.time_zone()));
        let fits = original.as_ref().is_none_or(|wanted| wanted.as_ref().ok() == start.as_ref());
        fits && (asked.deleted || !event.is_cancelled())
    });
    page(&found, &asked, &Viewer::new(calendar, &account.address, call)?, call)
}

/// What a list is asked for.
struct Asked<'a> {
    window: Window,
    single: bool,
    deleted: bool,
    /// Only what has changed after this; what was deleted since is told too.
    since: Option<Timestamp>,
    syncing: bool,
    words: Vec<String>,
    call: &'a Call,
    order: Order,
    /// The time of the latest change of all: what comes after it is news.
    latest: Timestamp,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Start,
    Updated,
    Created,
}

impl<'a> Asked<'a> {
    fn read(book: &Book, calendar: &Calendar, call: &'a Call) -> Result<Self, Refusal> {
        let time = |name: &str| call.query.one(name).and_then(|text| text.parse::<Timestamp>().ok());
        let window = Window { from: time("timeMin"), to: time("timeMax") };
        if let (Some(from), Some(to)) = (window.from, window.to)
            && from >= to
        {
            return Err(refused::empty_range());
        }
        let single = call.query.is_true("singleEvents");
        let order = match call.query.one("orderBy") {
            Some("startTime") if !single => {
                let words = "The requested ordering is not available for the particular query.";
                return Err(refused::parameter("orderBy", words));
            }
            Some("startTime") => Order::Start,
            Some("updated") => Order::Updated,
            Some(_) | None => Order::Created,
        };
        let token = call.query.one("syncToken").filter(|token| !token.is_empty());
        let since = match token {
            Some(token) => Some(synced(book, calendar, call, token)?),
            // What changed at that very moment counts.
            None => time("updatedMin").and_then(|at| at.checked_sub(1.nanosecond()).ok()),
        };
        let words = call.query.one("q").unwrap_or_default().split_whitespace();
        Ok(Self {
            window,
            single,
            deleted: call.query.is_true("showDeleted"),
            since,
            syncing: token.is_some(),
            words: words.map(str::to_lowercase).collect(),
            call,
            order,
            latest: book.latest(),
        })
    }

    /// The events of the window as they are kept; a series is in it with any of its instances.
    fn kept(&self, calendar: &Calendar) -> Vec<Event> {
        let zone = calendar.time_zone();
        let inside = |event: &&Event| {
            if event.is_series() {
                !instances::of_series(calendar, event, &self.window).is_empty()
            } else {
                self.window.holds(event, &zone)
            }
        };
        calendar.events.values().filter(inside).cloned().collect()
    }

    fn wants(&self, event: &Event) -> bool {
        if self.since.is_some_and(|since| event.updated <= since) {
            return false;
        }
        // The gaps in a series are part of it, unless it is shown by its instances.
        let gap = event.exception.is_some() && !self.single;
        if event.is_cancelled() && !self.deleted && !gap && self.since.is_none() {
            return false;
        }
        self.names(event) && self.says(event)
    }

    fn names(&self, event: &Event) -> bool {
        let query = &self.call.query;
        let kinds = query.all("eventTypes");
        let kind = event.text("eventType").unwrap_or("default");
        let properties = |parameter: &str, place: &str| {
            query.all(parameter).iter().all(|wanted| {
                let (name, value) = wanted.split_once('=').unwrap_or((wanted, ""));
                let known = event.fields.get("extendedProperties").and_then(|all| all.get(place)?.get(name));
                known.and_then(Value::as_str) == Some(value)
            })
        };
        query.one("iCalUID").is_none_or(|uid| event.uid == uid)
            && (kinds.is_empty() || kinds.iter().any(|one| one == kind))
            && properties("privateExtendedProperty", "private")
            && properties("sharedExtendedProperty", "shared")
    }

    /// Whether every word of the search stands somewhere in it.
    fn says(&self, event: &Event) -> bool {
        if self.words.is_empty() {
            return true;
        }
        let mut text: String = ["summary", "description", "location"]
            .iter()
            .filter_map(|field| event.text(field))
            .chain([event.organizer.email.as_str(), event.organizer.name.as_deref().unwrap_or_default()])
            .collect::<Vec<_>>()
            .join("\n");
        for guest in &event.attendees {
            text.push('\n');
            text.push_str(&guest.email);
            text.push('\n');
            text.push_str(guest.display_name.as_deref().unwrap_or_default());
        }
        let text = text.to_lowercase();
        self.words.iter().all(|word| text.contains(word.as_str()))
    }

    /// Where an event stands in the list.
    fn key(&self, event: &Event, calendar: &Calendar) -> (Timestamp, String) {
        let at = match self.order {
            Order::Start => event.start.instant(&calendar.time_zone()),
            Order::Updated => event.updated,
            Order::Created => event.created,
        };
        (at, event.id.clone())
    }
}

fn synced(book: &Book, calendar: &Calendar, call: &Call, token: &str) -> Result<Timestamp, Refusal> {
    if NOT_WHEN_SYNCING.iter().any(|name| call.query.one(name).is_some()) {
        let words = "Sync token cannot be combined with the other parameters of the request.";
        return Err(refused::parameter("syncToken", words));
    }
    let wrong = || refused::parameter("syncToken", "Invalid sync token value.");
    let text = URL_SAFE_NO_PAD.decode(token).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let text = text.ok_or_else(wrong)?;
    let (at, id) = text.split_once(' ').ok_or_else(wrong)?;
    let at = at.parse().ok().and_then(|at| Timestamp::from_millisecond(at).ok()).ok_or_else(wrong)?;
    if id != calendar.id {
        return Err(wrong());
    }
    if at < book.forgotten { Err(refused::full_sync_required()) } else { Ok(at) }
}

/// One page. Its token names the last event shown, so that new ones shift nothing.
fn page(found: &[Event], asked: &Asked<'_>, viewer: &Viewer<'_>, call: &Call) -> Result<Value, Refusal> {
    let calendar = viewer.calendar;
    let mut keyed: Vec<_> = found.iter().map(|event| (asked.key(event, calendar), event)).collect();
    keyed.sort_by(|(one, _), (other, _)| one.cmp(other));
    if let Some(token) = call.query.one("pageToken").filter(|token| !token.is_empty()) {
        let last =
            after(token).ok_or_else(|| refused::parameter("pageToken", "Invalid page token value."))?;
        keyed.retain(|(key, _)| *key > last);
    }
    let most = call.query.count("maxResults", 250, 2500);
    let mut answer = head(viewer);
    if keyed.len() > most
        && let Some(((at, id), _)) = most.checked_sub(1).and_then(|last| keyed.get(last))
    {
        let token = URL_SAFE_NO_PAD.encode(format!("{} {id}", at.as_microsecond()));
        answer.insert("nextPageToken".to_owned(), token.into());
    } else if asked.syncing || !NOT_WHEN_SYNCING.iter().any(|name| call.query.one(name).is_some()) {
        let latest = asked.latest.as_millisecond();
        let token = URL_SAFE_NO_PAD.encode(format!("{latest} {}", calendar.id));
        answer.insert("nextSyncToken".to_owned(), token.into());
    }
    let items: Vec<Value> = keyed.iter().take(most).map(|(_, event)| viewer.shows(event)).collect();
    answer.insert("items".to_owned(), items.into());
    Ok(Value::Object(answer))
}

fn after(token: &str) -> Option<(Timestamp, String)> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(token).ok()?).ok()?;
    let (at, id) = text.split_once(' ')?;
    Some((Timestamp::from_microsecond(at.parse().ok()?).ok()?, id.to_owned()))
}

fn head(viewer: &Viewer<'_>) -> Map<String, Value> {
    let calendar = viewer.calendar;
    let reminders =
        if viewer.role == Role::Owner { json!([{ "method": "popup", "minutes": 10 }]) } else { json!([]) };
    let updated = calendar.updated();
    let head = json!({
        "kind": "calendar#events",
        "etag": format!("\"p{}\"", updated.as_microsecond()),
        "summary": calendar.name,
        "updated": stamp(updated),
        "timeZone": viewer.zone.iana_name().unwrap_or(&calendar.zone),
        "accessRole": viewer.role.word(),
        "defaultReminders": reminders,
    });
    head.as_object().cloned().unwrap_or_default()
}
