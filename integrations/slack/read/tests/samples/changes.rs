//! What people change and delete.

use super::*;

const MESSAGE: &str = "/payload/event/message";

pub(super) fn all() -> Vec<Sample> {
    let old = json!({"text": "<@UBOT> move it", "edited": null,
        "blocks": rich(&json!([{"type": "user", "user_id": "UBOT"}, {"type": "text", "text": " move it"}]))});
    let edited =
        json!({"edited": {"user": "U1", "ts": "1700000009.000000"}, "source_team": "T1", "user_team": "T1"});
    let preview = json!({"attachments": [{"id": 1, "title": "A page", "title_link": "https://a.example",
        "from_url": "https://a.example", "original_url": "https://a.example", "service_name": "a.example"}]});
    let unnamed = json!({"text": WORDS, "blocks": rich(&json!([{"type": "text", "text": WORDS}]))});
    let tombstone = json!({"type": "message", "subtype": "tombstone", "user": "USLACKBOT", "hidden": true, "ts": TS,
        "thread_ts": TS, "text": "This message was deleted.", "reply_count": 1});
    let revised = |addressed| Inbound::Revised {
        thread: place("T1", "C1", TS).as_str().into(),
        message: place("T1", "C1", TS).as_str().into(),
        from: "T1:U1".into(),
        words: WORDS.to_owned(),
        addressed,
        mentions: Vec::new(),
    };
    let there = place("T1", "C1", TS);
    let withdrawn = Inbound::Withdrawn { thread: there.as_str().into(), message: there.as_str().into() };
    let (was, is) = (with(asked(), &old), with(asked(), &edited));
    let keeps = Keeps::Words(MESSAGE, &["/payload/team_id"]);
    let sample = |name, frame, read, keeps| Sample { name, frame, read, keeps };
    vec![
        sample("an edit", changed(&is, &was), Some(revised(true)), keeps),
        sample("a preview", changed(&with(asked(), &preview), &asked()), None, Keeps::Nothing),
        sample(
            "our mention taken out",
            changed(&with(is, &unnamed), &asked()),
            Some(revised(false)),
            Keeps::Nothing,
        ),
        sample(
            "a root that was deleted",
            changed(&tombstone, &asked()),
            Some(withdrawn.clone()),
            Keeps::Nothing,
        ),
        sample("a message that was deleted", deleted(&asked()), Some(withdrawn), Keeps::Gone),
    ]
}

fn changed(now: &Value, before: &Value) -> Value {
    event(&json!({"type": "message", "subtype": "message_changed", "message": inner(now),
        "previous_message": inner(before), "channel": "C1", "hidden": true, "ts": "1700000009.000100",
        "event_ts": "1700000009.000100", "channel_type": "channel"}))
}

fn deleted(before: &Value) -> Value {
    event(
        &json!({"type": "message", "subtype": "message_deleted", "previous_message": inner(before), "channel": "C1",
        "hidden": true, "deleted_ts": TS, "ts": "1700000009.000100", "event_ts": "1700000009.000100",
        "channel_type": "channel"}),
    )
}

/// As a message stands in an event about it.
fn inner(message: &Value) -> Value {
    let mut inner = message.clone();
    for outside in ["channel", "channel_type", "event_ts"] {
        inner.as_object_mut().unwrap().remove(outside);
    }
    inner
}
