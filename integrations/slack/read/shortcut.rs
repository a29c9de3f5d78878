//! The shortcut on a message.

use kernel::{Inbound, Opening};
use serde_json::Value;

use super::slack_reader::SlackReader;
use crate::action_ids::ASK_ABOUT;
use crate::json::{first, text};
use crate::names::{Place, User, in_workspace};

pub(super) fn read(reader: &SlackReader, payload: &Value) -> Option<Inbound> {
    if text(payload, "/callback_id")? != ASK_ABOUT {
        return None;
    }
    let team = reader.identity.team.as_str();
    let by = User::new(team, text(payload, "/user/id")?)?.person();
    let channel = text(payload, "/channel/id")?;
    let ts = first(payload, &["/message_ts", "/message/ts"])?;
    let root = text(payload, "/message/thread_ts").unwrap_or(ts);
    Some(Inbound::AskAbout {
        by,
        thread: Place::new(team, channel, root)?.thread(),
        message: Place::new(team, channel, ts)?.message(),
        opening: Opening(in_workspace(team, text(payload, "/trigger_id")?)),
    })
}
