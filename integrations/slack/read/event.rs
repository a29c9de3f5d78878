//! Messages, mentions and the Stop button.

use kernel::{FileId, Inbound, SharedFile};
use serde_json::Value;

use super::home;
use super::words::{Spoken, listen};
use crate::Identity;
use crate::json::{first, list, text, yes};
use crate::names::{Place, User};

/// Kinds of message that people write; every other subtype is a notice, an edit or a machine.
const WRITTEN: [&str; 3] = ["file_share", "thread_broadcast", "me_message"];

pub(super) fn read(identity: &Identity, payload: &Value) -> Option<Inbound> {
    let event = payload.pointer("/event")?;
    let team = first(payload, &["/team_id", "/event/team"]).unwrap_or(&identity.team);
    match text(event, "/type")? {
        "app_mention" | "message" => message(identity, team, event),
        "agent_session_stopped" => stopped(team, event),
        "app_home_opened" => home::opened(team, event),
        _ => None,
    }
}

fn message(identity: &Identity, team: &str, event: &Value) -> Option<Inbound> {
    let written = text(event, "/subtype").is_none_or(|subtype| WRITTEN.contains(&subtype));
    let by = text(event, "/user")?;
    if !written || by == identity.bot_user || text(event, "/bot_id").is_some() {
        return None;
    }
    let from = User::new(team, by)?.person();
    let (channel, ts) = (text(event, "/channel")?, text(event, "/ts")?);
    let message = Place::new(team, channel, ts)?.message();
    let root = text(event, "/thread_ts").unwrap_or(ts);
    let thread = Place::new(team, channel, root)?.thread();

    let spoken = listen(text(event, "/text").unwrap_or_default(), &identity.bot_user);
    let direct = text(event, "/channel_type") == Some("im") || channel.starts_with('D');
    let addressed = direct || spoken.to_us || text(event, "/type") == Some("app_mention");
    if !addressed && (root == ts || spoken.to_others) {
        return None;
    }
    if says_stop(&spoken) {
        return Some(Inbound::Stop { thread, message: Some(message), by: from });
    }
    let files = list(event, "/files").iter().filter_map(file).collect();
    Some(Inbound::Message { thread, message, from, words: spoken.words, addressed, files })
}

/// One that is kept outside of Slack, or was deleted, cannot be had.
fn file(raw: &Value) -> Option<SharedFile> {
    let there = text(raw, "/mode") != Some("tombstone") && !yes(raw, "/is_external");
    let size = raw.pointer("/size").and_then(Value::as_u64).unwrap_or_default();
    let name = text(raw, "/name").or(text(raw, "/title")).unwrap_or("a file").to_owned();
    let media_type = text(raw, "/mimetype").unwrap_or("application/octet-stream").to_owned();
    there.then_some(SharedFile { id: FileId::from(text(raw, "/id")?), name, media_type, size })
}

fn stopped(team: &str, event: &Value) -> Option<Inbound> {
    let channel = first(event, &["/channel", "/channel_id"])?;
    let thread = Place::new(team, channel, text(event, "/thread_ts")?)?.thread();
    let by = User::new(team, first(event, &["/user", "/user_id"])?)?.person();
    Some(Inbound::Stop { thread, message: None, by })
}

/// The word alone: "stop the newsletter" is a request like any other.
fn says_stop(spoken: &Spoken) -> bool {
    let words = spoken.words.trim_end_matches(['.', '!', '…', ' ']).to_lowercase();
    matches!(words.as_str(), "stop" | "stop it" | "stop that" | "please stop" | "halt" | "cancel that")
}
