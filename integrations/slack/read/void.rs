//! What says nothing to anybody: our own words as they come back, and changes that change no words. Slack sends several of
//! them for every answer; they are acknowledged and not written down.

use serde_json::Value;

use crate::json::{at, first, text};

/// Sees only what holds for every workspace and every setting, so that it never differs from what a reader would say.
pub(crate) fn is_void(raw: &Value) -> bool {
    let event = match (text(raw, "/type"), at(raw, "/payload/event")) {
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
    let words = |place: &str| at(event, place).and_then(Value::as_str);
    words("/message/subtype") != Some("tombstone")
        && words("/message/text").is_some()
        && words("/message/text") == words("/previous_message/text")
}

#[cfg(test)]
mod tests {
    use kernel::ports::Reader as _;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::Habits;
    use crate::read::SlackReader;
    use crate::scripted::identity;

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

    proptest! {
        /// What is not written down would have been left alone by whoever read it.
        #[test]
        fn nothing_is_void_that_a_reader_understands(
            (app, user) in (one_of(["A1", "A2"]), one_of(["U1", "UBOT"])),
            subtype in one_of(["message_changed", "message_deleted", "bot_message", "file_share", "me_message"]),
            (now, before) in (one_of(["<@UBOT> a", "b"]), one_of(["<@UBOT> a", "b"])),
            (thread, grave) in (one_of(["1.0"]), one_of(["tombstone"])),
        ) {
            let message = |text: Option<&str>| json!({ "type": "message", "user": user, "app_id": app, "ts": "2.0",
                "thread_ts": thread, "text": text, "subtype": grave });
            let mut whole = message(now);
            whole["channel"] = "C1".into();
            whole["subtype"] = json!(subtype);
            whole["message"] = message(now);
            whole["previous_message"] = before.map_or(Value::Null, |before| message(Some(before)));
            let raw = event(&whole);
            let reader = SlackReader::new(identity(), Habits::default());
            prop_assert!(!is_void(&raw) || reader.read(&raw).is_none(), "{raw}");
        }
    }

    fn one_of<const N: usize>(words: [&'static str; N]) -> impl Strategy<Value = Option<&'static str>> {
        prop::option::of(prop::sample::select(words.to_vec()))
    }
}
