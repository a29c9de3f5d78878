//! Reads raw envelopes: which of them are for us, and what they say in the kernel's words.
//!
//! Nothing here can fail: what is not understood is of no interest, and stays in the inbox as it came.

mod action;
mod command;
mod event;
mod form;
mod home;
mod words;

use kernel::Inbound;
use kernel::ports::Reader;
use serde_json::Value;

use crate::Identity;
use crate::json::text;

/// The name of this integration on a delivery.
pub(crate) const FROM: &str = "slack";

/// What our buttons are called. An action of another name is not ours.
pub(crate) const APPROVE: &str = "countersign.approve";
pub(crate) const DENY: &str = "countersign.deny";
/// Denies what was approved and is still held back.
pub(crate) const TAKE_BACK: &str = "countersign.take_back";
/// Approves the way back.
pub(crate) const UNDO: &str = "countersign.undo";
pub(crate) const DISCONNECT: &str = "countersign.disconnect";
pub(crate) const LINK: &str = "countersign.link";
pub(crate) const PASTE_ADDRESS: &str = "countersign.paste_address";
pub(crate) const CANCEL_SIGN_IN: &str = "countersign.cancel_sign_in";

/// The same on somebody's own page.
pub(crate) const CONNECT: &str = "countersign.connect";
pub(crate) const USE_ACCOUNT: &str = "countersign.use_account";
pub(crate) const ASK_ALWAYS: &str = "countersign.ask_always";
pub(crate) const ASK_BY_KIND: &str = "countersign.ask_by_kind";

/// What our forms are called, and the one line in them.
pub(crate) const PASTED_ADDRESS: &str = "countersign.pasted_address";
pub(crate) const ANSWER_BLOCK: &str = "answer";
pub(crate) const ANSWER: &str = "answer";

pub struct SlackReader {
    identity: Identity,
}

impl SlackReader {
    pub fn new(identity: Identity) -> Self {
        Self { identity }
    }
}

impl Reader for SlackReader {
    fn from(&self) -> &str {
        FROM
    }

    fn read(&self, raw: &Value) -> Option<Inbound> {
        let payload = raw.pointer("/payload")?;
        match text(raw, "/type")? {
            "events_api" => event::read(&self.identity, payload),
            "interactive" if text(payload, "/type") == Some("view_submission") => {
                form::read(&self.identity, payload)
            }
            "interactive" => action::read(&self.identity, payload),
            "slash_commands" => command::read(&self.identity, payload),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
