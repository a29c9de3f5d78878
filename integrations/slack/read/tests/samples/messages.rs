//! What people and programs write.

use kernel::{Ends, FileId, SharedFile};

use super::*;

const HEARD: &[&str] = &["/payload/team_id"];
/// Where a message stands is known by nothing else.
const IN_THREAD: &[&str] = &["/payload/team_id", "/payload/event/thread_ts"];
/// Whose a program is.
const BY_PROGRAM: &[&str] = &["/payload/team_id", "/payload/api_app_id"];
const EVENT: &str = "/payload/event";

pub(super) fn all() -> Vec<Sample> {
    [in_channels(), across_companies(), directly(), by_programs(), not_for_us()]
        .into_iter()
        .flatten()
        .collect()
}

fn says(name: &'static str, frame: Value, read: Inbound) -> Sample {
    Sample { name, frame, read: Some(read), keeps: Keeps::Words(EVENT, HEARD) }
}

fn in_channels() -> Vec<Sample> {
    let (root, reply) = (place("T1", "C1", TS), place("T1", "C1", ROOT));
    let mention = with(asked(), &json!({"type": "app_mention"}));
    let begun = json!({"type": "message", "subtype": "thread_broadcast", "text": "when?", "user": "U2", "ts": ROOT,
        "thread_ts": ROOT, "reply_count": 1, "reply_users": ["U1"], "latest_reply": TS, "is_locked": false});
    let shown_to_all =
        with(asked(), &json!({"subtype": "thread_broadcast", "thread_ts": ROOT, "root": begun}));
    let metadata = json!({"event_type": "task_created", "event_payload": {"id": 11, "urgent": true, "parts": [1, null],
        "of": {"text": "not this"}}});
    let edited = json!({"thread_ts": ROOT, "parent_user_id": "U2", "edited": {"user": "U1", "ts": "1700000003.000000"},
        "metadata": metadata, "reactions": [{"name": "eyes", "users": ["U2"], "count": 1}]});
    let unnamed = json!({"thread_ts": ROOT, "parent_user_id": "UBOT", "text": WORDS,
        "blocks": rich(&json!([{"type": "text", "text": WORDS}]))});
    let party = json!({"text": format!("<@UBOT> {WORDS} :tada:"), "blocks": rich(&json!([
        {"type": "user", "user_id": "UBOT"}, {"type": "text", "text": format!(" {WORDS} ")},
        {"type": "emoji", "name": "tada", "unicode": "1f389"}]))});
    let merry = match message(&root, "T1:U1", true) {
        Inbound::Message { thread, message, from, addressed, files, quoted, mentions, .. } => {
            let words = format!("{WORDS} 🎉");
            Inbound::Message { thread, message, from, words, addressed, files, quoted, mentions }
        }
        other => other,
    };
    vec![
        says("a mention as a message", event(&asked()), message(&root, "T1:U1", true)),
        says("a mention as such", event(&mention), message(&root, "T1:U1", true)),
        says("a reply that all see", event(&shown_to_all), message(&reply, "T1:U1", true)),
        says("with metadata", event(&with(asked(), &edited)), message(&reply, "T1:U1", true)),
        says("with an emoji", event(&with(asked(), &party)), merry),
        says(
            "in a group",
            event(&with(asked(), &json!({"subtype": "me_message", "channel": "G1", "channel_type": "mpim"}))),
            message(&place("T1", "G1", TS), "T1:U1", true),
        ),
        Sample {
            keeps: Keeps::Words(EVENT, IN_THREAD),
            ..says(
                "a reply without a mention",
                event(&with(asked(), &unnamed)),
                message(&reply, "T1:U1", false),
            )
        },
    ]
}

fn across_companies() -> Vec<Sample> {
    let whole = json!({"team_id": "T9", "enterprise_id": "E1", "context_team_id": "T9", "context_enterprise_id": "E1",
        "authorizations": [{"enterprise_id": "E1", "team_id": null, "user_id": "UBOT", "is_bot": true,
            "is_enterprise_install": true}]});
    let in_organisation = event_with(&with(asked(), &json!({"team": "T9"})), &whole);
    // Whoever is not of our company, and what they bring along, is described only to those who ask.
    let profile = json!({"name": "zoe", "real_name": "Zoe", "team": "T7", "is_restricted": false,
        "is_ultra_restricted": true, "avatar_hash": "g0", "display_name": ""});
    let stranger = json!({"user": "U7", "team": "T7", "user_team": "T7", "source_team": "T7", "user_profile": profile,
        "subtype": "file_share", "files": [{"id": "F1", "created": 0, "timestamp": 0, "mode": "file_access",
            "file_access": "check_file_info"}]});
    let theirs = json!({"team_id": "T7", "is_ext_shared_channel": true, "enterprise_id": null});
    let file = SharedFile {
        id: FileId("T1:F1".to_owned()),
        name: "a file".to_owned(),
        media_type: "application/octet-stream".to_owned(),
        size: 0,
    };
    let heard = match message(&place("T1", "C1", TS), "T1:U7", true) {
        Inbound::Message { thread, message, from, words, addressed, quoted, mentions, .. } => {
            Inbound::Message { thread, message, from, words, addressed, files: vec![file], quoted, mentions }
        }
        other => other,
    };
    let seen_by: &[&str] = &["/payload/authorizations/0/team_id"];
    vec![
        Sample {
            keeps: Keeps::Words(EVENT, &["/payload/team_id", "/payload/enterprise_id"]),
            ..says("in an organisation", in_organisation, message(&place("T9", "C1", TS), "T9:U1", true))
        },
        Sample {
            keeps: Keeps::Words(EVENT, seen_by),
            ..says("from another company", event_with(&with(asked(), &stranger), &theirs), heard)
        },
    ]
}

fn directly() -> Vec<Sample> {
    let direct = with(
        asked(),
        &json!({"channel": "D1", "channel_type": "im", "text": WORDS,
        "blocks": rich(&json!([{"type": "text", "text": WORDS}]))}),
    );
    let files = json!({"subtype": "file_share", "upload": false, "display_as_bot": false, "files": [
        {"id": "F1", "created": 1_700_000_000, "name": "plan.csv", "title": "Plan", "mimetype": "text/csv", "filetype": "csv",
            "size": 8, "mode": "hosted", "url_private": "", "url_private_download": "", "is_external": false,
            "user": "U1", "user_team": "T1", "file_access": "visible", "has_rich_preview": false},
        {"id": "F2", "name": "Sheet", "mimetype": "application/vnd.google-apps.spreadsheet", "mode": "external",
            "is_external": true, "external_type": "gdrive", "url_private": "https://a.example/sheet", "size": "0"}]});
    let passed_on = json!({"attachments": [{"id": "1", "ts": "1699999999.000100", "author_id": "U2", "author_name": "Eve",
        "author_subname": "", "channel_id": "C2", "channel_team": "T1", "is_msg_unfurl": true, "is_share": true,
        "is_thread_root_unfurl": false, "from_url": "https://harbour.slack.example/archives/C2/p1699999999000100",
        "fallback": "[November 14th, 2023] eve: the figures", "text": "the <https://a.example/f|figures>",
        "mrkdwn_in": ["text"], "footer": "Posted in #sales", "files": [{"id": "F3", "name": "june.csv"}],
        "message_blocks": [{"team": "T1", "channel": "C2", "ts": "1699999999.000100",
            "message": {"blocks": rich(&json!([{"type": "text", "text": "the figures"}]))}}]}]});
    let place = place("T1", "D1", TS);
    let file = |id: &str, name: &str, media_type: &str, size| SharedFile {
        id: FileId(id.to_owned()),
        name: name.to_owned(),
        media_type: media_type.to_owned(),
        size,
    };
    let came = vec![
        file("T1:F1", "plan.csv", "text/csv", 8),
        file("T1:F2", "Sheet", "application/vnd.google-apps.spreadsheet", 0),
    ];
    let stood = "Eve\nthe figures (https://a.example/f)\n[file: june.csv]\n\
        https://harbour.slack.example/archives/C2/p1699999999000100\nPosted in #sales";
    let heard = |files: Vec<SharedFile>, quoted: Option<&str>| match message(&place, "T1:U1", true) {
        Inbound::Message { thread, message, from, words, addressed, mentions, .. } => {
            let quoted = quoted.map(str::to_owned);
            Inbound::Message { thread, message, from, words, addressed, files, quoted, mentions }
        }
        other => other,
    };
    vec![
        says("with files", event(&with(direct.clone(), &files)), heard(came, None)),
        says("with a message passed on", event(&with(direct, &passed_on)), heard(Vec::new(), Some(stood))),
    ]
}

/// Nobody has allowed these to ask us.
fn by_programs() -> Vec<Sample> {
    let overheard = Inbound::Overheard {
        thread: place("T1", "C1", ROOT).as_str().into(),
        message: place("T1", "C1", TS).as_str().into(),
    };
    let app = with(
        reported(),
        &json!({"user": "U9", "attachments": [{"id": 1, "color": "36a64f", "fallback": "x"}]}),
    );
    let integration = json!({"subtype": "bot_message", "username": "Alerts", "icons": {"emoji": ":bell:"}});
    let ours = json!({"user": "UBOT", "bot_id": "BBOT", "app_id": "A1", "bot_profile": {"id": "BBOT", "app_id": "A1"}});
    let program = |name, message: &Value| Sample {
        keeps: Keeps::Words(EVENT, BY_PROGRAM),
        ..says(name, event(message), overheard.clone())
    };
    vec![
        program("of another app", &app),
        program("of an integration", &with(reported(), &integration)),
        Sample { name: "our own", frame: event(&with(asked(), &ours)), read: None, keeps: Keeps::Nothing },
    ]
}

fn not_for_us() -> Vec<Sample> {
    let (thread, there) = (place("T1", "C1", ROOT), place("T1", "C1", TS));
    let reply = |text: &str| event(&with(asked(), &json!({"thread_ts": ROOT, "text": text})));
    let stop = Inbound::Stop {
        thread: thread.as_str().into(),
        message: Some(there.as_str().into()),
        by: "T1:U1".into(),
        ends: Ends::Thread,
    };
    let overheard = Inbound::Overheard { thread: thread.as_str().into(), message: there.as_str().into() };
    let notice = |name, more: &Value| Sample {
        name,
        frame: event(&with(asked(), more)),
        read: None,
        keeps: Keeps::Nothing,
    };
    vec![
        Sample { name: "stop", frame: reply("Stop."), read: Some(stop), keeps: Keeps::Nothing },
        Sample {
            name: "to others",
            frame: reply("<@U2|ben> you?"),
            read: Some(overheard),
            keeps: Keeps::Nothing,
        },
        notice(
            "somebody joined",
            &json!({"subtype": "channel_join", "inviter": "U2", "text": "<@U1> has joined"}),
        ),
        notice(
            "a call",
            &json!({"subtype": "huddle_thread", "user": "USLACKBOT", "text": "", "room": {"id": "R1"}}),
        ),
        notice("to nobody", &json!({"text": WORDS})),
    ]
}
