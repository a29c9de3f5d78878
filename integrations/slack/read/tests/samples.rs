//! Whole payloads of every kind we know, as Slack sends them, each with what is read of it.

mod acts;
mod around;
mod changes;
mod messages;

use kernel::Inbound;
use serde_json::{Value, json};

/// What every message here says, however it says it.
pub(super) const WORDS: &str = "move the needle to Friday";
pub(super) const TS: &str = "1700000002.000100";
pub(super) const ROOT: &str = "1700000001.000100";

pub(super) struct Sample {
    pub(super) name: &'static str,
    pub(super) frame: Value,
    /// What is read of it if nothing is wrong with it.
    pub(super) read: Option<Inbound>,
    pub(super) keeps: Keeps,
}

/// What has to be read of it as long as only other parts of it are odd.
pub(super) enum Keeps {
    Nothing,
    /// That a message is gone.
    Gone,
    /// The words of the message at this place, as long as its text or its blocks say them, and what else it takes to be heard.
    Words(&'static str, &'static [&'static str]),
}

pub(super) fn all() -> Vec<Sample> {
    [messages::all(), changes::all(), around::all(), acts::all()].into_iter().flatten().collect()
}

/// The fields of both; those of the second count.
fn with(mut value: Value, more: &Value) -> Value {
    let more = more.as_object().unwrap().clone();
    value.as_object_mut().unwrap().extend(more);
    value
}

/// An event as it comes through a socket, with more that is said about it.
fn event_with(event: &Value, about: &Value) -> Value {
    let payload = json!({
        "token": "x", "team_id": "T1", "context_team_id": "T1", "context_enterprise_id": null, "api_app_id": "A1",
        "event": event, "type": "event_callback", "event_id": "Ev1", "event_time": 1_700_000_002,
        "authorizations": [{"enterprise_id": null, "team_id": "T1", "user_id": "UBOT", "is_bot": true,
            "is_enterprise_install": false}],
        "is_ext_shared_channel": false, "event_context": "4-eyJldCI6Im1lc3NhZ2UifQ",
    });
    json!({"type": "events_api", "envelope_id": "e1", "accepts_response_payload": false, "retry_attempt": 0,
        "retry_reason": "", "payload": with(payload, about)})
}

fn event(event: &Value) -> Value {
    event_with(event, &json!({}))
}

fn interaction(kind: &str, more: &Value) -> Value {
    let payload = json!({
        "type": kind, "team": {"id": "T1", "domain": "harbour"}, "api_app_id": "A1", "token": "x",
        "user": {"id": "U1", "username": "ana", "name": "ana", "team_id": "T1"}, "enterprise": null,
        "is_enterprise_install": false, "trigger_id": "12.34.ab",
    });
    json!({"type": "interactive", "envelope_id": "e1", "accepts_response_payload": true,
        "payload": with(payload, more)})
}

/// Rich text with these elements in one line.
fn rich(elements: &Value) -> Value {
    json!([{"type": "rich_text", "block_id": "b1",
        "elements": [{"type": "rich_text_section", "elements": elements}]}])
}

/// A message of a person who mentions us.
fn asked() -> Value {
    json!({
        "type": "message", "user": "U1", "client_msg_id": "0d6b7b0e-0f6e-4b8e-9d6e-1f1f1f1f1f1f", "ts": TS, "team": "T1",
        "channel": "C1", "channel_type": "channel", "event_ts": TS, "text": format!("<@UBOT> {WORDS}"),
        "blocks": rich(&json!([{"type": "user", "user_id": "UBOT"}, {"type": "text", "text": format!(" {WORDS}")}])),
    })
}

/// A program's, with a user of its own or without.
fn reported() -> Value {
    json!({
        "type": "message", "bot_id": "B9", "app_id": "A9", "ts": TS, "thread_ts": ROOT, "team": "T1",
        "channel": "C1", "channel_type": "channel", "event_ts": TS, "text": format!("<@UBOT> {WORDS}"),
        "bot_profile": {"id": "B9", "app_id": "A9", "name": "Alerts", "deleted": false, "updated": 1_700_000_000,
            "team_id": "T1", "icons": {"image_36": "", "image_48": "", "image_72": ""}},
        "blocks": [{"type": "section", "block_id": "b1",
            "text": {"type": "mrkdwn", "text": format!("<@UBOT> *{WORDS}*"), "verbatim": false}}],
    })
}

fn message(thread: &str, from: &str, addressed: bool) -> Inbound {
    Inbound::Message {
        thread: thread.into(),
        message: thread.replace(ROOT, TS).as_str().into(),
        from: from.into(),
        words: WORDS.to_owned(),
        addressed,
        files: Vec::new(),
        quoted: None,
        mentions: Vec::new(),
    }
}

fn place(team: &str, channel: &str, ts: &str) -> String {
    format!("{team}:{channel}:{ts}")
}
