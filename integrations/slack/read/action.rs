//! Presses of our own buttons.

use kernel::{
    AccountId, ApprovalId, CardPress, ConsentId, Inbound, Opening, Press, Rating, Time, TurnId, Verdict,
};
use serde_json::Value;

use super::{form, home};
use crate::Identity;
use crate::action_ids::{
    ALWAYS, ANSWER_IN_FORM, APPROVE, APPROVE_ALIKE, APPROVE_ALL, BAD, CANCEL_SIGN_IN, CHOOSE, DENY, DENY_ALL,
    DENY_BECAUSE, DISCONNECT, DISCONNECT_AS_ASKED, EDIT, FEEDBACK, GOOD, ONE_BY_ONE, PASTE_ADDRESS, SHARE,
    STOP_AS_ASKED, TAKE_BACK, UNDO, UNDO_LISTED, VIEW_ALL,
};
use crate::json::{first, list, text};
use crate::names::{Place, User, in_workspace};

pub(super) fn read(identity: &Identity, payload: &Value) -> Option<Inbound> {
    if text(payload, "/type")? != "block_actions" {
        return None;
    }
    let team = identity.team.as_str();
    let by = User::new(team, text(payload, "/user/id")?)?.person();
    match text(payload, "/view/type") {
        Some("home") => return home::pressed(&by, payload),
        Some("modal") => return form::pressed(identity, payload),
        _ => {}
    }
    let channel = first(payload, &["/container/channel_id", "/channel/id"])?;
    let ts = first(payload, &["/container/message_ts", "/message/ts"])?;
    let root = first(payload, &["/container/thread_ts", "/message/thread_ts"]).unwrap_or(ts);
    let place = Place::new(team, channel, root)?;
    let thread = place.thread();
    let message = Place::new(team, channel, ts)?.message();
    // Whoever presses what we told them directly does not look into its thread.
    let told = root == ts && place.is_direct();
    let answered_at = if told { Place::session(team, channel)?.thread() } else { thread.clone() };

    list(payload, "/actions").iter().find_map(|action| {
        let value = text(action, "/value")?;
        let click = |verdict| Inbound::Click {
            thread: answered_at.clone(),
            by: by.clone(),
            approval: ApprovalId::from(value),
            verdict,
        };
        let pressed = |press| Inbound::Pressed {
            by: by.clone(),
            press,
            message: message.clone(),
            opening: text(payload, "/trigger_id").map(|trigger| Opening(in_workspace(team, trigger))),
        };
        match text(action, "/action_id")? {
            APPROVE | UNDO | SHARE => Some(click(Verdict::Approve)),
            APPROVE_ALIKE => Some(click(Verdict::ApproveAlike)),
            DENY | TAKE_BACK => Some(click(Verdict::Deny)),
            DISCONNECT => Some(pressed(Press::Disconnect(AccountId::from(value)))),
            DISCONNECT_AS_ASKED => {
                let (asked, account) = value.split_once('/')?;
                Some(pressed(Press::DisconnectAsAsked(AccountId::from(account), Time(asked.parse().ok()?))))
            }
            STOP_AS_ASKED => Some(pressed(Press::StopAsAsked(Time(value.parse().ok()?)))),
            UNDO_LISTED => Some(pressed(Press::TakeBack(ApprovalId::from(value)))),
            PASTE_ADDRESS => Some(pressed(Press::PasteAddress(ConsentId::from(value)))),
            CANCEL_SIGN_IN => Some(pressed(Press::CancelSignIn(ConsentId::from(value)))),
            FEEDBACK => {
                let (rating, turn) = value.split_once('/')?;
                let rating = match rating {
                    GOOD => Rating::Good,
                    BAD => Rating::Bad,
                    _ => return None,
                };
                let turn = TurnId(turn.parse().ok()?);
                Some(Inbound::Rated { thread: thread.clone(), by: by.clone(), turn, rating })
            }
            other => Some(pressed(Press::OnCard(on_card(other, ApprovalId::from(value))?))),
        }
    })
}

fn on_card(action: &str, approval: ApprovalId) -> Option<CardPress> {
    let press = match action {
        ANSWER_IN_FORM => CardPress::Answer(approval),
        EDIT => CardPress::Edit(approval),
        DENY_BECAUSE => CardPress::DenyBecause(approval),
        VIEW_ALL => CardPress::ViewAll(approval),
        APPROVE_ALL => CardPress::ApproveAll(approval),
        DENY_ALL => CardPress::DenyAll(approval),
        ONE_BY_ONE => CardPress::OneByOne(approval),
        ALWAYS => CardPress::Always(approval),
        other => CardPress::Choose(approval, other.strip_prefix(CHOOSE)?.parse().ok()?),
    };
    Some(press)
}
