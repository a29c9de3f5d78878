//! The line that says the app is at work, with its Stop button.

use maud::{Markup, html};
use serde_json::{Value, json};

use crate::{Page, address, places::Place, reader::Reader};

/// A thread the app is at work in.
pub(super) struct Session {
    pub(super) thread: String,
    /// What the app says it does, e.g. `is thinking…`; empty when it rests.
    words: String,
    can_stop: bool,
    title: String,
    /// `active`, `processing`, `suspended` or `closed`; empty where there is no session.
    state: String,
}

/// The threads of a channel that the app has said anything about.
pub(super) fn all(page: &Page, channel: &str) -> Vec<Session> {
    page.slack.statuses().iter().filter_map(|session| read(session, channel)).collect()
}

/// What a thread is about, with the way to call it something else.
pub(super) fn head(reader: &Reader, place: &Place, session: &Session) -> Markup {
    let id = session.thread.replace('.', "-");
    let said = json!({"channel": place.id, "thread": session.thread}).to_string();
    html! {
        div.session data-session=(session.state) {
            span.session-title { @if session.title.is_empty() { "Untitled session" } @else { (session.title) } }
            @if session.state == "suspended" { " " span.tag { "Waiting for you" } }
            @if session.state == "closed" { " " span.tag { "Closed" } }
            details.rename id={ "rename-" (id) } {
                summary aria-label="Rename this session" { "✎" }
                form hx-post=(address::rename(reader)) hx-vals=(said) hx-swap="none" {
                    label.hidden for={ "title-" (id) } { "Title" }
                    input id={ "title-" (id) } name="title" value=(session.title) autocomplete="off" maxlength="200";
                    button.button.small type="submit" { "Rename" }
                }
            }
        }
    }
}

/// The title where the thread is only named, unless its first message says it already.
pub(super) fn named(session: &Session, first: &str) -> Markup {
    html! {
        @if !first.contains(session.title.trim_end_matches('…')) { p.session-name { (session.title) } }
    }
}

impl Session {
    pub(super) fn is_session(&self) -> bool {
        !self.state.is_empty()
    }
}

/// With `region`, so that ids stay apart where a thread is open beside its channel.
pub(super) fn shown(reader: &Reader, place: &Place, session: &Session, region: &str) -> Markup {
    let thread = &session.thread;
    let stop = json!({"channel": place.id, "thread": thread}).to_string();
    if session.words.is_empty() {
        return html! {};
    }
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
    if text("channel") != channel {
        return None;
    }
    let words = match (text("status"), text("session")) {
        ("", "processing") => "is working on it…",
        (said, _) => said,
    };
    Some(Session {
        thread: text("thread_ts").to_owned(),
        words: words.to_owned(),
        can_stop: session.get("stoppable") == Some(&Value::Bool(true)),
        title: text("title").to_owned(),
        state: text("session").to_owned(),
    })
}
