//! What says nothing to anybody: our own words as they come back, and changes that change no words. Slack sends several of
//! them for every answer; they are acknowledged and not written down.

use serde_json::Value;

use crate::json::{first, text};

/// Sees only what holds for every workspace and every setting, so that it never differs from what a reader would say.
pub(crate) fn is_void(raw: &Value) -> bool {
    let event = match (text(raw, "/type"), raw.pointer("/payload/event")) {
        (Some("events_api"), Some(event)) if text(event, "/type") == Some("message") => event,
        _ => return false,
    };
    match text(event, "/subtype") {
        Some("message_changed") => changes_no_words(event),
        Some("message_deleted") => false,
        _ => {
            let app = first(event, &["/app_id", "/bot_profile/app_id"]);
            app.is_some() && app == text(raw, "/payload/api_app_id")
        }
    }
}

fn changes_no_words(event: &Value) -> bool {
    let words = |place: &str| event.pointer(place).and_then(Value::as_str);
    words("/message/subtype") != Some("tombstone")
        && words("/message/text").is_some()
        && words("/message/text") == words("/previous_message/text")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn event(event: &Value) -> Value {
        json!({ "type": "events_api", "payload": { "api_app_id": "A1", "event": event } })
    }

    fn changed(now: &Value, before: &Value) -> Value {
        event(
            &json!({ "type": "message", "subtype": "message_changed", "message": now, "previous_message": before }),
        )
    }

    #[test]
    fn what_comes_back_of_our_own_words_is_void() {
        assert!(is_void(&event(&json!({ "type": "message", "text": "a", "app_id": "A1" }))));
        assert!(is_void(&event(&json!({ "type": "message", "bot_profile": { "app_id": "A1" } }))));
        let same = changed(
            &json!({ "text": "a", "agent_session": { "status": "active" } }),
            &json!({ "text": "a" }),
        );
        assert!(is_void(&same));
    }

    #[test]
    fn whatever_may_mean_something_is_not() {
        for not in [
            event(&json!({ "type": "message", "text": "a", "user": "U1" })),
            event(&json!({ "type": "message", "text": "a", "app_id": "A2", "bot_id": "B2" })),
            event(&json!({ "type": "app_mention", "text": "a", "app_id": "A1" })),
            event(&json!({ "type": "message", "subtype": "message_deleted", "app_id": "A1" })),
            changed(&json!({ "text": "b" }), &json!({ "text": "a" })),
            changed(&json!({ "text": "a" }), &Value::Null),
            changed(&json!({}), &json!({})),
            changed(&json!({ "subtype": "tombstone", "text": "a" }), &json!({ "text": "a" })),
            json!({ "type": "interactive", "payload": { "api_app_id": "A1" } }),
            json!({ "type": "events_api", "payload": { "event": { "type": "message", "text": "a" } } }),
        ] {
            assert!(!is_void(&not), "{not}");
        }
    }
}
