//! Presses of our own buttons.

use kernel::{AccountId, ApprovalId, ConsentId, Inbound, Opening, Press, Verdict};
use serde_json::Value;

use super::home;
use super::{APPROVE, CANCEL_SIGN_IN, DENY, DISCONNECT, PASTE_ADDRESS, TAKE_BACK, UNDO};
use crate::Identity;
use crate::json::{first, list, text};
use crate::names::{Place, User};

pub(super) fn read(identity: &Identity, payload: &Value) -> Option<Inbound> {
    if text(payload, "/type")? != "block_actions" {
        return None;
    }
    // An org-wide installation sends no team.
    let team = first(payload, &["/team/id", "/user/team_id"]).unwrap_or(&identity.team);
    let by = User::new(team, text(payload, "/user/id")?)?.person();
    if text(payload, "/view/type") == Some("home") {
        return home::pressed(&by, payload);
    }
    let channel = first(payload, &["/container/channel_id", "/channel/id"])?;
    let ts = first(payload, &["/container/message_ts", "/message/ts"])?;
    let root = first(payload, &["/container/thread_ts", "/message/thread_ts"]).unwrap_or(ts);
    let thread = Place::new(team, channel, root)?.thread();
    let message = Place::new(team, channel, ts)?.message();

    list(payload, "/actions").iter().find_map(|action| {
        let value = text(action, "/value")?;
        let click = |verdict| Inbound::Click {
            thread: thread.clone(),
            by: by.clone(),
            approval: ApprovalId::from(value),
            verdict,
        };
        let pressed = |press| Inbound::Pressed {
            by: by.clone(),
            press,
            message: message.clone(),
            opening: text(payload, "/trigger_id").map(Opening::from),
        };
        match text(action, "/action_id")? {
            APPROVE | UNDO => Some(click(Verdict::Approve)),
            DENY | TAKE_BACK => Some(click(Verdict::Deny)),
            DISCONNECT => Some(pressed(Press::Disconnect(AccountId::from(value)))),
            PASTE_ADDRESS => Some(pressed(Press::PasteAddress(ConsentId::from(value)))),
            CANCEL_SIGN_IN => Some(pressed(Press::CancelSignIn(ConsentId::from(value)))),
            _ => None,
        }
    })
}
