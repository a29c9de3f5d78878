//! What happens around messages, and to the app.

use kernel::{Ends, Tab, ViewedItem};

use super::*;

pub(super) fn all() -> Vec<Sample> {
    let home = json!({"type": "app_home_opened", "user": "U1", "channel": "D1", "tab": "home", "event_ts": TS,
        "view": {"id": "V1", "team_id": "T1", "type": "home", "blocks": [], "private_metadata": "", "callback_id": "",
            "state": {"values": {}}, "hash": "1.a", "root_view_id": "V1", "previous_view_id": null, "app_id": "A1"}});
    let looks = json!({"type": "app_context_changed", "user": "U1", "channel": "D1", "event_ts": TS, "context": {
        "entities": [{"type": "slack#/types/message_context", "team_id": "T1",
            "value": {"channel_id": "C1", "message_ts": ROOT}},
            {"type": "slack#/types/channel_id", "value": "C1", "team_id": "T1"}]}});
    let stopped = json!({"type": "agent_session_stopped", "channel": "D1", "thread_ts": ROOT, "user": "U1",
        "streaming_message_ts": [TS], "event_ts": TS});
    let (by, thread) = (|| "T1:U1".into(), place("T1", "D1", ROOT));
    let item =
        ViewedItem::Message(place("T1", "C1", "0").as_str().into(), place("T1", "C1", ROOT).as_str().into());
    let understood = [
        ("our place", home, Inbound::HomeOpened { by: by(), channel: "T1:D1".into(), tab: Tab::Home }),
        ("what is looked at", looks, Inbound::Views { by: by(), item: Some(item) }),
        (
            "the Stop button",
            stopped,
            Inbound::Stop { thread: thread.as_str().into(), message: None, by: by(), ends: Ends::Thread },
        ),
    ];
    let passed_over = [
        (
            "who joins",
            json!({"type": "member_joined_channel", "user": "U2", "channel": "C1", "channel_type": "C",
            "team": "T1", "inviter": "U1", "event_ts": TS}),
        ),
        (
            "who shares",
            json!({"type": "channel_shared", "connected_team_id": "E7", "channel": "C1", "event_ts": TS}),
        ),
        (
            "what is taken back",
            json!({"type": "channel_unshared", "previously_connected_team_id": "E7", "channel": "C1",
            "is_ext_shared": false, "event_ts": TS}),
        ),
        (
            "what moves",
            json!({"type": "channel_id_changed", "old_channel_id": "C5", "new_channel_id": "C6",
            "event_ts": TS}),
        ),
        (
            "a token",
            json!({"type": "tokens_revoked", "tokens": {"oauth": ["U1"], "bot": ["UBOT"]}, "event_ts": TS}),
        ),
        ("the app", json!({"type": "app_uninstalled", "event_ts": TS})),
        ("what is new to us", json!({"type": "of_the_future", "user": {"id": "U1"}, "event_ts": TS})),
    ];
    let understood = understood.map(|(name, told, read)| (name, told, Some(read)));
    let samples = understood.into_iter().chain(passed_over.map(|(name, told)| (name, told, None)));
    let sample = |(name, told, read)| Sample { name, frame: event(&told), read, keeps: Keeps::Nothing };
    samples.map(sample).collect()
}
