//! The line that says the app is at work, with its Stop button.

use maud::{Markup, html};
use serde_json::{Value, json};

use crate::page::{Page, address, places::Place, reader::Reader};

/// A thread the app is at work in.
pub(super) struct Session {
    pub(super) thread: String,
    /// What the app says it does, e.g. `is thinking…`.
    words: String,
    can_stop: bool,
}

/// The threads of a channel in which the app is at work.
pub(super) fn all(page: &Page, channel: &str) -> Vec<Session> {
    page.slack.statuses().iter().filter_map(|session| read(session, channel)).collect()
}

/// With `region`, so that ids stay apart where a thread is open beside its channel.
pub(super) fn shown(reader: &Reader, place: &Place, session: &Session, region: &str) -> Markup {
    let thread = &session.thread;
    let stop = json!({"channel": place.id, "thread": thread}).to_string();
    html! {
        p.working id={ "working-" (region) "-" (thread.replace('.', "-")) } {
            span.dots aria-hidden="true" { span {} span {} span {} }
            span { (reader.app.name) " " (session.words) }
            @if session.can_stop {
                button.button.small type="button" id={ "stop-" (region) "-" (thread.replace('.', "-")) }
                    hx-post=(address::stop(reader)) hx-vals=(stop) hx-swap="none" { "Stop" }
            }
        }
    }
}

fn read(session: &Value, channel: &str) -> Option<Session> {
    let text = |field: &str| session.get(field).and_then(Value::as_str).unwrap_or_default();
    let can_stop = text("session") == "processing";
    let said = text("status");
    if text("channel") != channel || (said.is_empty() && !can_stop) {
        return None;
    }
    let words = if said.is_empty() { "is working on it…" } else { said };
    Some(Session { thread: text("thread_ts").to_owned(), words: words.to_owned(), can_stop })
}
