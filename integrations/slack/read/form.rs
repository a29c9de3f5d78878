//! Forms that were filled in.

use kernel::{ConsentId, Inbound, Purpose};
use serde_json::Value;

use super::{ANSWER, ANSWER_BLOCK, ASK_ABOUT, PASTED_ADDRESS};
use crate::Identity;
use crate::json::{first, text};
use crate::names::User;

pub(super) fn read(identity: &Identity, payload: &Value) -> Option<Inbound> {
    let team = first(payload, &["/team/id", "/user/team_id"]).unwrap_or(&identity.team);
    let by = User::new(team, text(payload, "/user/id")?)?.person();
    let about = text(payload, "/view/private_metadata")?;
    let purpose = match text(payload, "/view/callback_id")? {
        PASTED_ADDRESS => Purpose::PastedAddress(ConsentId::from(about)),
        ASK_ABOUT => {
            let (thread, message) = about.split_once(' ')?;
            Purpose::AskAbout { thread: thread.into(), message: message.into() }
        }
        _ => return None,
    };
    let answer = text(payload, &format!("/view/state/values/{ANSWER_BLOCK}/{ANSWER}/value"))?;
    Some(Inbound::Filled { by, purpose, answer: answer.to_owned() })
}
