//! A first look at what comes in, without taking it apart: which event it is, and whether it says anything to anybody. Our own
//! words as they come back and changes that change no words do not: Slack sends several of them for every answer, and they are
//! acknowledged and not written down.

use serde::Deserialize;
use serde_json::Value;

use super::outline::{Part, Word};
use crate::json::text;

/// What a frame of a socket is at first sight.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Glance {
    /// It says nothing, and is acknowledged by this id.
    Void(String),
    /// It tells of somebody's profile, and is acknowledged by this id.
    Profile(String),
    /// It is acknowledged by the one id, and is the same again by the other.
    Event { envelope: String, event: String },
    /// It has to be taken apart.
    Other,
}

pub(crate) fn glance(frame: &str) -> Glance {
    let outline = serde_json::from_str::<Outline>(frame).unwrap_or_default();
    let (is_void, is_profile, event) = (outline.is_void(), outline.is_profile(), outline.event());
    match (outline.envelope_id.given(), event) {
        (Some(id), _) if is_void => Glance::Void(id),
        (Some(id), _) if is_profile => Glance::Profile(id),
        (Some(envelope), Some(event)) => Glance::Event { envelope, event },
        _ => Glance::Other,
    }
}

pub(crate) fn is_void(raw: &Value) -> bool {
    Outline::deserialize(raw).is_ok_and(|outline| outline.is_void())
}

pub(crate) fn is_profile(raw: &Value) -> bool {
    Outline::deserialize(raw).is_ok_and(|outline| outline.is_profile())
}

/// As much of an envelope as it takes to see whether it says anything. Half of what comes in says nothing, and is not worth
/// being taken apart.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Outline {
    r#type: Word,
    envelope_id: Word,
    payload: Part<Payload>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Payload {
    api_app_id: Word,
    event_id: Word,
    event: Part<Event>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Event {
    r#type: Word,
    subtype: Word,
    app_id: Word,
    bot_profile: Part<Profile>,
    message: Part<Message>,
    previous_message: Part<Message>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Profile {
    app_id: Word,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Message {
    subtype: Word,
    text: Word,
    app_id: Word,
    bot_profile: Part<Profile>,
    files: Value,
}

impl Outline {
    fn event(&self) -> Option<String> {
        let payload = self.payload.there().filter(|_| self.r#type.said() == Some("events_api"))?;
        payload.event_id.said().map(str::to_owned)
    }

    /// Slack tells of a profile whenever somebody sets a status. Nobody is answered because of it, so it is not written
    /// down: after a restart people are looked up anew.
    fn is_profile(&self) -> bool {
        let event = self.payload.there().and_then(|payload| payload.event.there());
        self.r#type.said() == Some("events_api")
            && event.is_some_and(|event| matches!(event.r#type.said(), Some("user_change" | "team_join")))
    }

    /// Sees only what holds for every workspace and every setting, so that it never differs from what a reader would say.
    fn is_void(&self) -> bool {
        let (Some("events_api"), Some(payload)) = (self.r#type.said(), self.payload.there()) else {
            return false;
        };
        let event = match payload.event.there() {
            Some(event) if event.r#type.said() == Some("message") => event,
            _ => return false,
        };
        let us = payload.api_app_id.said();
        match event.subtype.said() {
            Some("message_changed") => event.changes_no_words(us),
            Some("message_deleted") => false,
            _ => is_by(us, &event.app_id, &event.bot_profile),
        }
    }
}

impl Event {
    /// What has no text may have changed elsewhere.
    fn changes_no_words(&self, us: Option<&str>) -> bool {
        let Some(now) = self.message.there().filter(|now| now.subtype.said() != Some("tombstone")) else {
            return false;
        };
        let same = |before: &Message| {
            // Who takes a file out of a message takes back what it said.
            let fewer_files = files_of(now) < files_of(before);
            now.text.said().is_some() && now.text == before.text && !fewer_files
        };
        self.previous_message.there().is_some_and(same) || is_by(us, &now.app_id, &now.bot_profile)
    }
}

fn is_by(us: Option<&str>, app: &Word, profile: &Part<Profile>) -> bool {
    let app = app.said().or_else(|| profile.there().and_then(|profile| profile.app_id.said()));
    app.is_some() && app == us
}

/// How many files it shows. Of one that was deleted Slack may leave a tombstone.
fn files_of(message: &Message) -> usize {
    let files = message.files.as_array().map(Vec::as_slice).unwrap_or_default();
    files.iter().filter(|file| text(file, "/mode") != Some("tombstone")).count()
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
        assert!(is_void(&changed(&json!({ "text": "b", "app_id": "A1" }), &json!({ "text": "a" }))));
        assert!(is_void(&changed(&json!({ "text": "", "bot_profile": { "app_id": "A1" } }), &Value::Null)));
    }

    #[test]
    fn a_profile_is_told_from_everything_else() {
        for kind in ["user_change", "team_join"] {
            let mut frame = event(&json!({ "type": kind, "user": { "id": "U1" } }));
            assert!(is_profile(&frame) && !is_void(&frame));
            frame["envelope_id"] = "e1".into();
            frame["payload"]["event_id"] = "Ev1".into();
            assert_eq!(glance(&frame.to_string()), Glance::Profile("e1".to_owned()));
        }
        assert!(!is_profile(&event(&json!({ "type": "message", "text": "user_change" }))));
    }

    #[test]
    fn what_is_of_another_type_is_not_there() {
        let ours = json!({ "type": "message", "text": "a", "app_id": "A1" });
        for (place, odd) in [("subtype", json!(7)), ("message", json!([1])), ("bot_profile", json!("x"))] {
            let mut event_of_ours = ours.clone();
            event_of_ours[place] = odd;
            assert!(is_void(&event(&event_of_ours)), "{event_of_ours}");
        }
        assert!(!is_void(&json!({ "type": "events_api", "payload": [ours] })));
        assert_eq!(glance("{\"envelope_id\":\"a\",\"envelope_id\":\"b\"}"), Glance::Other);
    }

    #[test]
    fn whatever_may_mean_something_is_not() {
        for not in [
            event(&json!({ "type": "message", "text": "a", "user": "U1" })),
            event(&json!({ "type": "message", "text": "a", "app_id": "A2", "bot_id": "B2" })),
            event(&json!({ "type": "app_mention", "text": "a", "app_id": "A1" })),
            event(&json!({ "type": "message", "subtype": "message_deleted", "app_id": "A1" })),
            changed(&json!({ "text": "b" }), &json!({ "text": "a" })),
            changed(&json!({ "text": "a" }), &json!({ "text": "<@UBOT> a" })),
            changed(&json!({ "text": "", "blocks": [] }), &json!({ "text": "" })),
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
            (now, before) in (one_of(["<@UBOT> a", "a", "b", ""]), one_of(["<@UBOT> a", "a", "b", ""])),
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
            let mut frame = raw;
            prop_assert_eq!(glance(&frame.to_string()), Glance::Other, "what has no id cannot be acknowledged");
            frame["envelope_id"] = "e1".into();
            frame["payload"]["event_id"] = "Ev1".into();
            let event = Glance::Event { envelope: "e1".to_owned(), event: "Ev1".to_owned() };
            let expected = if is_void(&frame) { Glance::Void("e1".to_owned()) } else { event };
            prop_assert_eq!(glance(&frame.to_string()), expected);
        }
    }

    fn one_of<const N: usize>(words: [&'static str; N]) -> impl Strategy<Value = Option<&'static str>> {
        prop::option::of(prop::sample::select(words.to_vec()))
    }
}
