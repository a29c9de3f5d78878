//! What is changed, taken back, said by programs, or said outside of threads.

use super::*;
use crate::DirectMessages;

fn heard(habits: Habits, event: &Value) -> Option<Inbound> {
    let payload = json!({"team_id": "T1", "api_app_id": "AUS", "event": event});
    SlackReader::new(identity(), habits).read(&json!({"type": "events_api", "payload": payload}))
}

fn changed(before: &Value, now: &Value) -> Option<Inbound> {
    let mut message = json!({"type": "message", "user": "U1", "ts": "2.0", "thread_ts": "1.0"});
    let mut previous = message.clone();
    message.as_object_mut().unwrap().extend(now.as_object().unwrap().clone());
    previous.as_object_mut().unwrap().extend(before.as_object().unwrap().clone());
    event(
        &json!({"type": "message", "subtype": "message_changed", "channel": "C1", "channel_type": "channel",
        "ts": "8.0", "message": message, "previous_message": previous}),
    )
}

#[test]
fn a_file_that_is_gone_is_a_revision_and_another_preview_is_none() {
    let with = |files: &serde_json::Value| json!({"text": "<@UBOT> one", "files": files});
    let (both, tombstone) =
        (json!([{"id": "F1"}, {"id": "F2"}]), json!([{"id": "F1", "mode": "tombstone"}, {"id": "F2"}]));
    for left in [json!([{"id": "F2"}]), tombstone] {
        let Some(Inbound::Revised { without, words, .. }) = changed(&with(&both), &with(&left)) else {
            panic!("{left}")
        };
        assert_eq!((words.as_str(), without), ("one", vec!["T1:F1".into()]));
    }
    let named = json!([{"id": "F1", "title": "Another"}, {"id": "F2"}]);
    assert_eq!(changed(&with(&both), &with(&named)), None);
}

#[test]
fn new_words_are_a_revision_of_their_message() {
    let revised = |words: &str, addressed, mentions| {
        Some(Inbound::Revised {
            thread: "T1:C1:1.0".into(),
            message: "T1:C1:2.0".into(),
            from: "T1:U1".into(),
            words: words.to_owned(),
            addressed,
            mentions,
            without: Vec::new(),
        })
    };
    let old = json!({"text": "<@UBOT> one"});
    assert_eq!(changed(&old, &json!({"text": "<@UBOT> two"})), revised("two", true, Vec::new()));
    let bob = kernel::Mention { person: "T1:U2".into(), written: "@U2".to_owned() };
    assert_eq!(changed(&old, &json!({"text": "<@U2> two"})), revised("@U2 two", false, vec![bob]));
    let root = json!({"text": "nothing for you", "thread_ts": null});
    let Some(Inbound::Revised { thread, addressed, .. }) = changed(&old, &root) else { panic!() };
    assert_eq!((thread.0.as_str(), addressed), ("T1:C1:2.0", false));
}

#[test]
fn a_change_of_anything_but_the_words_is_none() {
    let old = json!({"text": "<@UBOT> one"});
    for now in [
        json!({"text": "<@UBOT> one", "attachments": [{"title": "a preview"}]}),
        json!({"text": "<@UBOT> one", "edited": {"user": "U1", "ts": "8.0"}}),
        json!({"text": "<@UBOT> one", "agent_session": {"status": "processing"}}),
        json!({"text": "two", "bot_id": "BBOT"}),
        json!({"text": "two", "user": "UBOT"}),
        json!({"text": "two", "bot_id": "B9"}),
        json!({"text": "two", "subtype": "channel_topic"}),
    ] {
        assert_eq!(changed(&old, &now), None, "{now}");
    }
    let emoji = json!({"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [
        {"type": "emoji", "name": "tada", "unicode": "1f389"}]}]});
    let (bare, told) = (json!({"text": ":tada:"}), json!({"text": ":tada:", "blocks": [emoji]}));
    assert_eq!(changed(&bare, &told), None, "which sign it is was only not said before");
    let Some(Inbound::Revised { words, .. }) = changed(&old, &told) else { panic!("it is another") };
    assert_eq!(words, "🎉");
}

#[test]
fn the_same_words_for_somebody_else_are_a_revision() {
    let (ours, bare) = (json!({"text": "<@UBOT> send it to Mara"}), json!({"text": "send it to Mara"}));
    let root = |message: &Value| {
        let mut message = message.clone();
        message["thread_ts"] = Value::Null;
        message
    };
    let revised = |read: Option<Inbound>| match read {
        Some(Inbound::Revised { words, addressed, mentions, .. }) => Some((words, addressed, mentions.len())),
        None => None,
        other => panic!("{other:?}"),
    };
    let words = |words: &str, addressed, mentions| Some((words.to_owned(), addressed, mentions));
    assert_eq!(revised(changed(&root(&ours), &root(&bare))), words("send it to Mara", false, 0));
    assert_eq!(revised(changed(&root(&bare), &root(&ours))), words("send it to Mara", true, 0));
    // In a thread it may be for us all the same; whether it is, is not for us to say.
    assert_eq!(revised(changed(&ours, &bare)), words("send it to Mara", true, 0));
    let typed = |sign: &str| json!({ "text": format!("{sign} look") });
    assert_eq!(revised(changed(&typed("@here"), &typed("<!here>"))), words("@here look", false, 0));
    assert_eq!(revised(changed(&typed("<@U2|ana>"), &typed("<@U3|ana>"))), words("@ana look", false, 1));
    let direct = |text: &str| json!({"user": "U1", "ts": "2.0", "text": text});
    let told = event(
        &json!({"type": "message", "subtype": "message_changed", "channel": "D1", "channel_type": "im",
        "ts": "8.0", "message": direct("send it"), "previous_message": direct("<@UBOT> send it")}),
    );
    assert_eq!(told, None, "whoever writes to us directly need not name us");
}

#[test]
fn a_message_without_a_text_is_changed_in_its_blocks() {
    let said = |words: &str| {
        json!({"text": "", "blocks": [{"type": "rich_text", "elements": [
            {"type": "rich_text_section", "elements": [{"type": "text", "text": words}]}]}]})
    };
    assert_eq!(changed(&said("one"), &said("one")), None);
    let Some(Inbound::Revised { words, .. }) = changed(&said("one"), &said("two")) else { panic!() };
    assert_eq!(words, "two");
}

#[test]
fn what_was_before_need_not_be_said() {
    let told = |fields: &Value| {
        let mut raw = json!({"type": "message", "channel": "C1", "channel_type": "channel", "ts": "8.0"});
        raw.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        event(&raw)
    };
    let now = json!({"user": "U1", "ts": "2.0", "thread_ts": "1.0", "text": "two"});
    let changed = told(&json!({"subtype": "message_changed", "message": now}));
    assert!(matches!(changed, Some(Inbound::Revised { addressed: true, .. })), "{changed:?}");
    let gone = Some(Inbound::Deleted { message: "T1:C1:2.0".into() });
    assert_eq!(told(&json!({"subtype": "message_deleted", "deleted_ts": "2.0"})), gone);
    let tombstone = json!({"user": "USLACKBOT", "subtype": "tombstone", "ts": "2.0", "thread_ts": "2.0"});
    let buried = json!({"subtype": "message_changed", "message": tombstone, "previous_message": null});
    assert_eq!(told(&buried), gone);
}

#[test]
fn what_is_deleted_is_withdrawn_tombstone_or_not() {
    let gone = |thread: &str| Some(Inbound::Withdrawn { thread: thread.into(), message: "T1:C1:2.0".into() });
    let deleted = |previous: &Value| {
        event(&json!({"type": "message", "subtype": "message_deleted", "channel": "C1", "ts": "8.0",
            "deleted_ts": "2.0", "previous_message": previous}))
    };
    assert_eq!(deleted(&json!({"ts": "2.0", "user": "U1", "thread_ts": "1.0"})), gone("T1:C1:1.0"));
    assert_eq!(deleted(&json!({"ts": "2.0", "user": "U1"})), gone("T1:C1:2.0"));
    let ours = Some(Inbound::OursDeleted { message: "T1:C1:2.0".into() });
    assert_eq!(deleted(&json!({"ts": "2.0", "user": "UBOT", "bot_id": "BBOT"})), ours);
    let tombstone = json!({"subtype": "tombstone", "user": "USLACKBOT", "text": "This message was deleted."});
    assert_eq!(changed(&json!({"text": "secret"}), &tombstone), gone("T1:C1:1.0"));
}

#[test]
fn another_bot_is_heard_only_if_it_is_allowed_and_mentions_us() {
    let allowed = || Habits { bots: ["B9".to_owned()].into(), ..Habits::default() };
    let said = |text: &str, thread: Option<&str>| {
        json!({"type": "message", "subtype": "bot_message", "bot_id": "B9", "app_id": "A9", "channel": "C1",
            "ts": "2.0", "thread_ts": thread, "text": text})
    };
    let overheard = Inbound::Overheard { thread: "T1:C1:1.0".into(), message: "T1:C1:2.0".into() };
    assert_eq!(heard(Habits::default(), &said("<@UBOT> hi", None)), None);
    assert_eq!(heard(Habits::default(), &said("<@UBOT> hi", Some("1.0"))), Some(overheard.clone()));
    assert_eq!(heard(allowed(), &said("hi", Some("1.0"))), Some(overheard));
    let Some(Inbound::Message { from, words, addressed, .. }) = heard(allowed(), &said("<@UBOT> stop", None))
    else {
        panic!("a bot's word stops nothing")
    };
    assert_eq!((from.0.as_str(), words.as_str(), addressed), ("T1:B9", "stop", true));
}

#[test]
fn whatever_bears_one_of_our_own_names_is_never_heard() {
    let every = Habits { bots: ["BBOT".to_owned(), "B9".to_owned()].into(), ..Habits::default() };
    for ours in [
        json!({"bot_id": "BBOT"}),
        json!({"bot_id": "B9", "user": "UBOT"}),
        json!({"bot_id": "B9", "app_id": "AUS"}),
        json!({"bot_id": "B9", "bot_profile": {"app_id": "AUS"}}),
    ] {
        let mut raw = json!({"type": "message", "channel": "C1", "ts": "2.0", "text": "<@UBOT> hi"});
        raw.as_object_mut().unwrap().extend(ours.as_object().unwrap().clone());
        assert_eq!(heard(every.clone(), &raw), None, "{ours}");
    }
}

#[test]
fn a_direct_message_is_a_thread_of_its_own_or_part_of_one_session() {
    let one = Habits { direct_messages: DirectMessages::OneSession, ..Habits::default() };
    let said = |channel: &str, kind: &str, thread: Option<&str>| {
        json!({"type": "message", "user": "U1", "channel": channel, "channel_type": kind, "ts": "2.0",
            "thread_ts": thread, "text": "<@UBOT> hi"})
    };
    let thread = |habits: &Habits, event: &Value| match heard(habits.clone(), event) {
        Some(Inbound::Message { thread, .. }) => thread.0,
        other => panic!("{other:?}"),
    };
    assert_eq!(thread(&Habits::default(), &said("D1", "im", None)), "T1:D1:2.0");
    assert_eq!(thread(&one, &said("D1", "im", None)), "T1:D1:0");
    assert_eq!(thread(&one, &said("D1", "im", Some("1.0"))), "T1:D1:1.0");
    assert_eq!(thread(&one, &said("G1", "mpim", None)), "T1:G1:2.0", "a group is like a channel");
}

#[test]
fn a_group_of_several_people_is_like_a_channel() {
    let said = |text: &str, thread: Option<&str>| {
        event(&json!({"type": "message", "user": "U1", "channel": "G1", "channel_type": "mpim", "ts": "2.0",
            "thread_ts": thread, "text": text}))
    };
    assert_eq!(said("hello", None), None);
    assert!(matches!(said("<@UBOT> hello", None), Some(Inbound::Message { addressed: true, .. })));
    assert!(matches!(said("hello", Some("1.0")), Some(Inbound::Message { addressed: false, .. })));
}

#[test]
fn the_shortcut_names_the_message_and_its_thread() {
    let used = |callback: &str, message: &Value| {
        reader().read(
            &json!({"type": "interactive", "payload": {"type": "message_action", "callback_id": callback,
            "trigger_id": "1.2.x", "team": {"id": "T1"}, "user": {"id": "U1"}, "channel": {"id": "C1"},
            "message_ts": "2.0", "message": message}}),
        )
    };
    let about = |thread: &str| {
        Some(Inbound::AskAbout {
            by: "T1:U1".into(),
            thread: thread.into(),
            message: "T1:C1:2.0".into(),
            opening: "T1:1.2.x".into(),
        })
    };
    assert_eq!(used("ask_about_message", &json!({"ts": "2.0", "thread_ts": "1.0"})), about("T1:C1:1.0"));
    assert_eq!(used("ask_about_message", &json!({"ts": "2.0"})), about("T1:C1:2.0"));
    assert_eq!(used("other", &json!({"ts": "2.0"})), None);
}
