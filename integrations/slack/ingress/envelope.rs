//! The outside of what comes through the socket or is posted to us: what kind of frame it is, and what makes it the same again.

use kernel::{Delivery, Raw};
use serde_json::Value;

use super::proof::is_proofread;
use crate::json::{first, text};
use crate::read::{FROM, Glance, glance};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Incoming {
    /// With the count of all sockets of this app, whosever they are.
    Hello(usize),
    /// The socket will be closed; the reason is Slack's word.
    Disconnect(String),
    /// To be written down, then acknowledged.
    Envelope(Envelope),
    /// To be acknowledged by its id, and nothing else.
    Void(String),
    /// Somebody's profile: to be acknowledged by its id, and passed on without being written down.
    Profile { id: String, raw: Value },
    /// Nothing we know how to answer.
    Other,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Envelope {
    /// By which it is acknowledged.
    pub(super) id: String,
    pub(super) delivery: Delivery,
    /// Whether it is a form that is looked at first.
    pub(super) is_proofread: bool,
}

/// Most of what comes is an event, and is not taken apart here: whoever reads it does that.
pub(super) fn understand(frame: String) -> Incoming {
    match glance(&frame) {
        Glance::Void(id) => return Incoming::Void(id),
        Glance::Profile(id) => {
            return Incoming::Profile { id, raw: serde_json::from_str(&frame).unwrap_or_default() };
        }
        Glance::Event { envelope, event } => {
            let delivery = written(of_event(&event), Raw::written(frame));
            return Incoming::Envelope(Envelope { id: envelope, delivery, is_proofread: false });
        }
        Glance::Other => {}
    }
    let Ok(raw) = serde_json::from_str::<Value>(&frame) else {
        return Incoming::Other;
    };
    match text(&raw, "/type") {
        Some("hello") => {
            let sockets = raw.pointer("/num_connections").and_then(Value::as_u64);
            Incoming::Hello(sockets.and_then(|count| usize::try_from(count).ok()).unwrap_or_default())
        }
        Some("disconnect") => Incoming::Disconnect(text(&raw, "/reason").unwrap_or("unknown").to_owned()),
        _ => match text(&raw, "/envelope_id").map(str::to_owned) {
            Some(id) => {
                let delivery = written(key(&raw, &id), Raw::written(frame));
                Incoming::Envelope(Envelope { id, delivery, is_proofread: is_proofread(&raw) })
            }
            None => Incoming::Other,
        },
    }
}

/// `own_id` is what it goes by if it says nothing better.
pub(super) fn delivery(raw: &Value, own_id: &str) -> Delivery {
    written(key(raw, own_id), Raw::from(raw))
}

fn written(key: String, raw: Raw) -> Delivery {
    Delivery { key, from: FROM.to_owned(), raw }
}

fn of_event(id: &str) -> String {
    format!("event:{id}")
}

/// The same for every redelivery: an envelope's own id is new each time, an event's is not. A click has no id of its
/// own, but its trigger is made for it alone.
fn key(raw: &Value, own_id: &str) -> String {
    if let Some(event) = text(raw, "/payload/event_id") {
        return of_event(event);
    }
    if let Some(trigger) = text(raw, "/payload/trigger_id") {
        return format!("trigger:{trigger}");
    }
    let by = text(raw, "/payload/user/id");
    let when = first(raw, &["/payload/actions/0/action_ts", "/payload/action_ts"]);
    match (by, when) {
        (Some(by), Some(when)) => {
            let message =
                first(raw, &["/payload/container/message_ts", "/payload/message/ts"]).unwrap_or("-");
            let action = text(raw, "/payload/actions/0/action_id").unwrap_or("-");
            format!("action:{by}:{message}:{action}:{when}")
        }
        _ => format!("envelope:{own_id}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn key_of(frame: &Value) -> String {
        match understand(frame.to_string()) {
            Incoming::Envelope(envelope) => {
                assert_eq!(envelope.delivery.key, key(frame, &envelope.id), "taken apart or not");
                envelope.delivery.key
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_redelivery_has_the_key_of_the_first_delivery() {
        let event = |envelope: &str| json!({"type": "events_api", "envelope_id": envelope, "payload": {"event_id": "Ev1"}});
        assert_eq!(key_of(&event("a")), key_of(&event("b")));
        let click = |envelope: &str, when: &str| {
            json!({"type": "interactive", "envelope_id": envelope, "payload": {"user": {"id": "U1"},
                "container": {"message_ts": "1.0"}, "actions": [{"action_id": "x", "action_ts": when}]}})
        };
        assert_eq!(key_of(&click("a", "5.0")), key_of(&click("b", "5.0")));
        assert_ne!(key_of(&click("a", "5.0")), key_of(&click("a", "6.0")));
    }

    #[test]
    fn anything_else_is_kept_calm_about() {
        for frame in ["", "null", "[]", "{}", "{\"type\":7}", "{\"envelope_id\":null}", "\u{fffd}"] {
            assert_eq!(understand(frame.to_owned()), Incoming::Other, "{frame}");
        }
        assert_eq!(
            understand(r#"{"type":"disconnect"}"#.to_owned()),
            Incoming::Disconnect("unknown".to_owned())
        );
    }
}
