//! Forms that were filled in.

use kernel::{ApprovalId, ConsentId, FilledIn, Inbound, Purpose};
use serde_json::Value;

use super::steps;
use super::words::unescaped;
use crate::Identity;
use crate::action_ids::{ALWAYS_FORM, ANSWERS, ASK_ABOUT, EDITS, LINE, PASTED_ADDRESS, REASON};
use crate::json::text;
use crate::names::User;

pub(super) fn read(identity: &Identity, payload: &Value) -> Option<Inbound> {
    if let Some(sent) = steps::sent(identity, payload, filled(payload)) {
        return Some(sent);
    }
    let by = User::new(&identity.team, text(payload, "/user/id")?)?.person();
    let about = text(payload, "/view/private_metadata")?;
    let purpose = match text(payload, "/view/callback_id")? {
        PASTED_ADDRESS => Purpose::PastedAddress(ConsentId::from(about)),
        ASK_ABOUT => {
            let (thread, message) = about.split_once(' ')?;
            Purpose::AskAbout { thread: thread.into(), message: message.into() }
        }
        ANSWERS => Purpose::Answers(ApprovalId::from(about)),
        EDITS => Purpose::Edits(ApprovalId::from(about)),
        ALWAYS_FORM => Purpose::Always(ApprovalId::from(about)),
        REASON => Purpose::Reason(ApprovalId::from(about)),
        _ => return None,
    };
    let answers = filled(payload);
    // An emptied form is an edit; anywhere else it says nothing.
    let says = !answers.is_empty() || matches!(purpose, Purpose::Edits(_));
    says.then_some(Inbound::Filled { by, purpose, answers })
}

/// Somebody pressed a button in a form.
pub(super) fn pressed(identity: &Identity, payload: &Value) -> Option<Inbound> {
    steps::pressed(identity, payload, filled(payload))
}

/// Every line that was filled in, by its block. A choice is told by what it says, which its value may cut short, and which
/// Slack gives back as it escapes it.
fn filled(payload: &Value) -> FilledIn {
    let blocks = payload.pointer("/view/state/values").and_then(Value::as_object);
    let answers = blocks.into_iter().flatten().filter_map(|(block, line)| {
        let written = text(line, &format!("/{LINE}/value")).map(str::to_owned);
        let chosen = || text(line, &format!("/{LINE}/selected_option/text/text")).map(unescaped);
        Some((block.clone(), written.or_else(chosen)?))
    });
    answers.collect()
}
