//! What people press, fill in and command.

use kernel::{ApprovalId, CardPress, FilledIn, HomePress, Press, Purpose, Rating, TurnId, Verdict};

use super::*;
use crate::action_ids::{
    ANSWERS, APPROVE, ASK_ABOUT, CONNECT, DENY, EDIT, FEEDBACK, LINE, LINK, REASON, TURN,
};
use crate::read::Kept;

pub(super) fn all() -> Vec<Sample> {
    let of = |(name, frame, read)| Sample { name, frame, read, keeps: Keeps::Nothing };
    on_messages().into_iter().chain(elsewhere()).map(of).collect()
}

type Told = (&'static str, Value, Option<Inbound>);

fn pressed(action: &str, value: &str, more: &Value) -> Value {
    let card = with(asked(), &json!({"user": "UBOT", "bot_id": "BBOT", "app_id": "A1", "thread_ts": ROOT}));
    let press = json!({
        "container": {"type": "message", "message_ts": TS, "channel_id": "C1", "is_ephemeral": false, "thread_ts": ROOT},
        "channel": {"id": "C1", "name": "general"}, "state": {"values": {}}, "message": card,
        "response_url": "https://hooks.slack.example/actions/T1/1/x",
        "actions": [{"type": "button", "action_id": action, "block_id": "b1", "value": value, "action_ts": TS,
            "text": {"type": "plain_text", "text": "Press", "emoji": true}, "style": "primary"}],
    });
    interaction("block_actions", &with(press, more))
}

fn on_messages() -> Vec<Told> {
    let whole = json!({"team": null, "enterprise": {"id": "E1", "name": "Harbours"}, "is_enterprise_install": true,
        "user": {"id": "U1", "username": "ana", "name": "ana", "team_id": "T9"}});
    let aside = json!({"message": null, "container": {"type": "message", "message_ts": TS, "channel_id": "C1",
        "is_ephemeral": true}});
    let (thread, there) = (place("T1", "C1", ROOT), place("T1", "C1", TS));
    let of_whole = place("T9", "C1", ROOT);
    let click = |thread: &str, by: &str, verdict| {
        Some(Inbound::Click { thread: thread.into(), by: by.into(), approval: "a1".into(), verdict })
    };
    let edit = Inbound::Pressed {
        by: "T1:U1".into(),
        press: Press::OnCard(CardPress::Edit("a1".into())),
        message: there.as_str().into(),
        opening: Some("T1:12.34.ab".into()),
    };
    let rated = Inbound::Rated {
        thread: thread.as_str().into(),
        by: "T1:U1".into(),
        turn: TurnId(7),
        rating: Rating::Good,
    };
    let shortcut = json!({"callback_id": ASK_ABOUT, "action_ts": TS, "channel": {"id": "C1", "name": "general"},
        "message_ts": TS, "message": with(asked(), &json!({"thread_ts": ROOT})),
        "response_url": "https://hooks.slack.example/app/T1/1/x"});
    let about = Inbound::AskAbout {
        by: "T1:U1".into(),
        thread: thread.as_str().into(),
        message: there.as_str().into(),
        opening: "T1:12.34.ab".into(),
    };
    vec![
        ("approve", pressed(APPROVE, "a1", &json!({})), click(&thread, "T1:U1", Verdict::Approve)),
        (
            "approve in an organisation",
            pressed(APPROVE, "a1", &whole),
            click(&of_whole, "T9:U1", Verdict::Approve),
        ),
        ("deny what one person sees", pressed(DENY, "a1", &aside), click(&there, "T1:U1", Verdict::Deny)),
        ("edit", pressed(EDIT, "a1", &json!({})), Some(edit)),
        ("praise", pressed(FEEDBACK, "good/7", &json!({})), Some(rated)),
        ("a link", pressed(LINK, "x", &json!({})), None),
        ("a shortcut", interaction("message_action", &shortcut), Some(about)),
    ]
}

/// A form, or our own place, with a line that is filled in.
fn view(kind: &str, callback: &str, kept: &str) -> Value {
    json!({"view": {"id": "V1", "team_id": "T1", "type": kind, "callback_id": callback, "private_metadata": kept,
        "blocks": [{"type": "input", "block_id": "why", "element": {"type": "plain_text_input", "action_id": LINE}}],
        "state": {"values": {"why": {LINE: {"type": "plain_text_input", "value": WORDS}}}}, "hash": "1.a",
        "title": {"type": "plain_text", "text": "Form"}, "root_view_id": "V1", "previous_view_id": null,
        "app_id": "A1", "bot_id": "BBOT", "app_installed_team_id": "T1", "external_id": ""}})
}

fn elsewhere() -> Vec<Told> {
    let at = |view: &Value| {
        with(
            view.clone(),
            &json!({"container": {"type": "view", "view_id": "V1"}, "message": null, "channel": null}),
        )
    };
    let filled: FilledIn = [("why".to_owned(), WORDS.to_owned())].into();
    let reason = view("modal", REASON, "a1");
    let sent = Inbound::Filled {
        by: "T1:U1".into(),
        purpose: Purpose::Reason(ApprovalId::from("a1")),
        answers: filled.clone(),
    };
    let kept =
        Kept { about: "a1".to_owned(), names: vec!["why".to_owned()], filled: FilledIn::new() }.written();
    let turned = Inbound::Pressed {
        by: "T1:U1".into(),
        press: Press::OnCard(CardPress::Turn("a1".into(), 1, filled)),
        message: "".into(),
        opening: Some("T1:view V1".into()),
    };
    let command = json!({"type": "slash_commands", "envelope_id": "e1", "accepts_response_payload": true, "payload": {
        "token": "x", "team_id": "T1", "team_domain": "harbour", "channel_id": "C1", "channel_name": "general",
        "user_id": "U1", "user_name": "ana", "command": "/countersign", "text": WORDS, "api_app_id": "A1",
        "is_enterprise_install": "false", "response_url": "https://hooks.slack.example/commands/T1/1/x",
        "trigger_id": "12.34.ab"}});
    let commanded = Inbound::Command {
        by: "T1:U1".into(),
        channel: "T1:C1".into(),
        command: "countersign".to_owned(),
        words: WORDS.to_owned(),
    };
    let connect = Inbound::PressedAtHome { by: "T1:U1".into(), press: HomePress::Connect };
    let turn = format!("{TURN}next");
    vec![
        ("connect at home", pressed(CONNECT, "go", &at(&view("home", "", ""))), Some(connect)),
        ("another page", pressed(&turn, "1", &at(&view("modal", ANSWERS, &kept))), Some(turned)),
        (
            "a form that is sent",
            interaction("view_submission", &with(reason.clone(), &json!({"response_urls": []}))),
            Some(sent),
        ),
        (
            "a form that is closed",
            interaction("view_closed", &with(reason, &json!({"is_cleared": false}))),
            None,
        ),
        (
            "a menu that asks",
            interaction("block_suggestion", &json!({"action_id": "x", "block_id": "b1", "value": "a"})),
            None,
        ),
        ("a command", command, Some(commanded)),
    ]
}
