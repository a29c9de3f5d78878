//! Commands: `/google auth`.

use kernel::Inbound;
use serde_json::Value;

use crate::Identity;
use crate::json::text;
use crate::names::{Channel, User};

pub(super) fn read(identity: &Identity, payload: &Value) -> Option<Inbound> {
    let team = identity.team.as_str();
    let by = User::new(team, text(payload, "/user_id")?)?.person();
    let channel = Channel::new(team, text(payload, "/channel_id")?)?.id();
    let command = text(payload, "/command")?.trim_start_matches('/').to_owned();
    let words = text(payload, "/text").unwrap_or_default().trim().to_owned();
    Some(Inbound::Command { by, channel, command, words })
}
