use kernel::{
    ChannelId, ConsentId, Ends, FileId, Mention, MessageRef, PersonId, Press, Purpose, SharedFile, ThreadId,
    Verdict,
};
use serde_json::json;

use super::*;
use crate::Habits;
use crate::scripted::identity;

fn reader() -> SlackReader {
    SlackReader::new(identity(), Habits::default())
}

fn event(event: &Value) -> Option<Inbound> {
    reader().read(
        &json!({"type": "events_api", "envelope_id": "e", "payload": {"team_id": "T1", "event": event}}),
    )
}

fn in_channel(text: &str, thread: Option<&str>) -> Option<Inbound> {
    let kind = json!({"type": "message", "user": "U1", "channel": "C1", "channel_type": "channel",
        "ts": "2.0", "thread_ts": thread, "text": text});
    event(&kind)
}

fn said(thread: &str, words: &str, addressed: bool) -> Inbound {
    Inbound::Message {
        thread: ThreadId::from(thread),
        message: MessageRef::from("T1:C1:2.0"),
        from: PersonId::from("T1:U1"),
        words: words.to_owned(),
        addressed,
        files: Vec::new(),
        quoted: None,
        mentions: Vec::new(),
    }
}

#[test]
fn a_mention_opens_a_thread_below_itself() {
    assert_eq!(in_channel("<@UBOT> hello", None), Some(said("T1:C1:2.0", "hello", true)));
    let mention =
        json!({"type": "app_mention", "user": "U1", "channel": "C1", "ts": "2.0", "text": "<@UBOT> hello"});
    assert_eq!(event(&mention), Some(said("T1:C1:2.0", "hello", true)));
}

#[test]
fn a_reply_in_a_thread_counts_without_a_mention_and_a_channel_message_does_not() {
    assert_eq!(in_channel("and now?", Some("1.0")), Some(said("T1:C1:1.0", "and now?", false)));
    assert_eq!(in_channel("and now?", None), None);
    assert_eq!(in_channel("and now?", Some("2.0")), None);
}

#[test]
fn words_for_somebody_else_in_the_thread_are_left_alone() {
    let overheard = Inbound::Overheard { thread: "T1:C1:1.0".into(), message: "T1:C1:2.0".into() };
    assert_eq!(in_channel("<@U2> what do you think?", Some("1.0")), Some(overheard.clone()));
    assert_eq!(in_channel("<!here> look", Some("1.0")), Some(overheard));
    assert_eq!(in_channel("<@U2> what do you think?", None), None);
    let Some(Inbound::Message { words, mentions, .. }) =
        in_channel("<@UBOT> ask <@U2> and <@U3|ben>", Some("1.0"))
    else {
        panic!()
    };
    let named = |person: &str, written: &str| Mention { person: person.into(), written: written.to_owned() };
    assert_eq!(
        (words.as_str(), mentions),
        ("ask @U2 and @ben", vec![named("T1:U2", "@U2"), named("T1:U3", "@ben")])
    );
}

#[test]
fn a_direct_message_is_for_us() {
    let direct = json!({"type": "message", "user": "U1", "channel": "D1", "channel_type": "im", "ts": "2.0",
        "text": "tell <@U2> hello", "subtype": "file_share"});
    let Some(Inbound::Message { words, addressed, thread, .. }) = event(&direct) else { panic!() };
    assert_eq!((words.as_str(), addressed, thread.0.as_str()), ("tell @U2 hello", true, "T1:D1:2.0"));
}

#[test]
fn edits_notices_programs_and_we_ourselves_are_not_people_who_ask() {
    for extra in [
        json!({"subtype": "message_changed"}),
        json!({"subtype": "message_deleted"}),
        json!({"subtype": "channel_join"}),
        json!({"subtype": "bot_message"}),
        json!({"bot_id": "B9"}),
        json!({"user": "UBOT"}),
        json!({"user": null}),
        json!({"ts": null}),
        json!({"channel": "C1:x"}),
    ] {
        let mut raw =
            json!({"type": "message", "user": "U1", "channel": "C1", "ts": "2.0", "text": "<@UBOT> hi"});
        assert!(event(&raw).is_some());
        raw.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        assert_eq!(event(&raw), None, "{extra}");
    }
}

#[test]
fn the_word_stop_alone_stops() {
    let stop = |thread: &str, message: Option<&str>| {
        let (thread, by) = (ThreadId::from(thread), PersonId::from("T1:U1"));
        Some(Inbound::Stop { thread, message: message.map(kernel::MessageRef::from), by, ends: Ends::Thread })
    };
    for words in ["stop", "Stop.", "STOP!", "halt", "Cancel that.", "<@UBOT> stop"] {
        assert_eq!(in_channel(words, Some("1.0")), stop("T1:C1:1.0", Some("T1:C1:2.0")), "{words}");
    }
    assert!(matches!(in_channel("stop the newsletter", Some("1.0")), Some(Inbound::Message { .. })));
    assert_eq!(in_channel("stop", None), None);
    let native = json!({"type": "agent_session_stopped", "channel": "D1", "thread_ts": "1.0", "user": "U1",
        "streaming_message_ts": []});
    assert_eq!(event(&native), stop("T1:D1:1.0", None));
}

fn press(action: &Value, container: &Value) -> Option<Inbound> {
    reader().read(&json!({"type": "interactive", "envelope_id": "e", "payload": {"type": "block_actions",
        "team": null, "user": {"id": "U1"}, "container": container, "actions": [action]}}))
}

#[test]
fn a_click_carries_the_approval_and_nothing_else() {
    let container = json!({"type": "message", "channel_id": "C1", "message_ts": "3.0", "thread_ts": "1.0"});
    let click = press(&json!({"action_id": "countersign.approve", "value": "a1"}), &container);
    let Some(Inbound::Click { thread, by, approval, verdict }) = click else { panic!() };
    assert_eq!((thread.0.as_str(), by.0.as_str(), approval.0.as_str()), ("T1:C1:1.0", "T1:U1", "a1"));
    assert_eq!(verdict, Verdict::Approve);
    let root = json!({"channel_id": "C1", "message_ts": "3.0"});
    let click = press(&json!({"action_id": "countersign.deny", "value": "a1"}), &root);
    let Some(Inbound::Click { thread, verdict, .. }) = click else { panic!() };
    assert_eq!((thread.0.as_str(), verdict), ("T1:C1:3.0", Verdict::Deny));
    let pressed = press(&json!({"action_id": "countersign.disconnect", "value": "a@b.example"}), &container);
    let Some(Inbound::Pressed { press: Press::Disconnect(account), message, .. }) = pressed else { panic!() };
    assert_eq!((account.0.as_str(), message.0.as_str()), ("a@b.example", "T1:C1:3.0"));
}

#[test]
fn a_link_or_a_foreign_button_is_not_a_click() {
    let container = json!({"channel_id": "C1", "message_ts": "3.0"});
    assert_eq!(press(&json!({"action_id": "countersign.link", "value": "x"}), &container), None);
    assert_eq!(press(&json!({"action_id": "other", "value": "x"}), &container), None);
    assert_eq!(press(&json!({"action_id": "countersign.approve"}), &container), None);
}

#[test]
fn a_press_can_open_a_form_with_its_trigger() {
    let pressed = reader().read(&json!({"type": "interactive", "payload": {"type": "block_actions",
        "trigger_id": "1.2.x", "user": {"id": "U1", "team_id": "T1"},
        "container": {"channel_id": "C1", "message_ts": "3.0"},
        "actions": [{"action_id": "countersign.paste_address", "value": "c1"}]}}));
    let Some(Inbound::Pressed { press: Press::PasteAddress(consent), opening, .. }) = pressed else {
        panic!()
    };
    assert_eq!((consent.0.as_str(), opening.unwrap().0.as_str()), ("c1", "T1:1.2.x"));
    let container = json!({"channel_id": "C1", "message_ts": "3.0", "thread_ts": "1.0"});
    for (action, meant) in [("countersign.undo", Verdict::Approve), ("countersign.take_back", Verdict::Deny)]
    {
        let click = press(&json!({"action_id": action, "value": "a1"}), &container);
        assert!(matches!(click, Some(Inbound::Click { verdict, .. }) if verdict == meant), "{action}");
    }
}

fn command(payload: &Value) -> Option<Inbound> {
    reader().read(&json!({"type": "slash_commands", "envelope_id": "e", "payload": payload}))
}

#[test]
fn a_command_is_read_without_its_slash_and_with_its_words() {
    let given = json!({"team_id": "T1", "channel_id": "C1", "user_id": "U1", "command": "/google",
        "text": "  auth device "});
    let read = |command: &str, words: &str| {
        Some(Inbound::Command {
            by: PersonId::from("T1:U1"),
            channel: ChannelId::from("T1:C1"),
            command: command.to_owned(),
            words: words.to_owned(),
        })
    };
    assert_eq!(command(&given), read("google", "auth device"));
    let bare = json!({"channel_id": "C1", "user_id": "U1", "command": "/countersign", "text": ""});
    assert_eq!(command(&bare), read("countersign", ""));
}

#[test]
fn a_command_from_nobody_or_nowhere_is_none() {
    for extra in [
        json!({"user_id": null}),
        json!({"user_id": "U1>"}),
        json!({"channel_id": ""}),
        json!({"channel_id": "C1:x"}),
        json!({"command": null}),
    ] {
        let mut raw = json!({"team_id": "T1", "channel_id": "C1", "user_id": "U1", "command": "/google"});
        assert!(command(&raw).is_some());
        raw.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        assert_eq!(command(&raw), None, "{extra}");
    }
}

fn submission(view: &Value) -> Option<Inbound> {
    reader().read(&json!({"type": "interactive", "payload": {"type": "view_submission", "team": null,
        "user": {"id": "U1", "team_id": "T1"}, "trigger_id": "1.2.x", "view": view}}))
}

#[test]
fn a_form_that_was_filled_in_says_what_for_and_by_whom() {
    let answered = |value: &Value| {
        json!({"callback_id": "countersign.pasted_address", "private_metadata": "c1",
        "state": {"values": {"address": {"line": {"type": "plain_text_input", "value": value}}}}})
    };
    assert_eq!(
        submission(&answered(&json!("http://127.0.0.1/?code=x"))),
        Some(Inbound::Filled {
            by: PersonId::from("T1:U1"),
            purpose: Purpose::PastedAddress(ConsentId::from("c1")),
            answers: [("address".to_owned(), "http://127.0.0.1/?code=x".to_owned())].into(),
        })
    );
    assert_eq!(submission(&answered(&Value::Null)), None, "nothing was written");
    let mut foreign = answered(&json!("x"));
    foreign["callback_id"] = json!("other");
    assert_eq!(submission(&foreign), None);
    let mut aimless = answered(&json!("x"));
    aimless["private_metadata"] = json!("");
    assert_eq!(submission(&aimless), None);
    let closed = json!({"type": "interactive", "payload": {"type": "view_closed", "user": {"id": "U1"},
        "view": answered(&json!("x"))}});
    assert_eq!(reader().read(&closed), None, "closing is no answer");
}

#[test]
fn files_come_with_their_message_even_where_little_is_said_of_them() {
    let message = json!({"type": "message", "subtype": "file_share", "user": "U1", "channel": "D1", "ts": "2.0",
    "channel_type": "im", "text": "", "files": [
        {"id": "F1", "name": "plan.csv", "mimetype": "text/csv", "size": 8, "mode": "hosted"},
        {"id": "F2", "title": "A scan", "file_access": "check_file_info"},
        {"id": "F3", "mode": "tombstone"},
        {"id": "F4", "name": "sheet", "mode": "external", "is_external": true},
        {"name": "nameless"},
        null,
    ]});
    let Some(Inbound::Message { words, files, .. }) = event(&message) else { panic!() };
    assert_eq!(words, "");
    let file = |id: &str, name: &str, media_type: &str, size| SharedFile {
        id: FileId(format!("T1:{id}")),
        name: name.to_owned(),
        media_type: media_type.to_owned(),
        size,
    };
    assert_eq!(
        files,
        [
            file("F1", "plan.csv", "text/csv", 8),
            file("F2", "A scan", "application/octet-stream", 0),
            file("F3", "a file", "application/octet-stream", 0),
            file("F4", "sheet", "application/octet-stream", 0),
        ]
    );
}

mod odd;
mod revisions;
mod samples;
