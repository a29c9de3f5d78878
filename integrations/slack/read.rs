//! Reads raw envelopes: which of them are for us, and what they say in the kernel's words.
//!
//! Nothing here can fail: what is not understood is of no interest, and stays in the inbox as it came.

mod action;
mod attached;
mod block_words;
mod command;
mod emoji;
mod event;
mod form;
mod home;
mod once;
mod outline;
mod pairs;
mod shortcut;
mod slack_reader;
mod steps;
mod viewed_item;
mod void;
mod whole;
mod words;

use kernel::Inbound;
use kernel::ports::Reader;
use serde_json::Value;

use crate::json::{at, text};
pub(crate) use event::files;
pub(crate) use slack_reader::{FROM, SlackReader};
pub(crate) use steps::{Kept, OPEN};
pub(crate) use void::{Glance, glance, is_profile, is_void};
pub(crate) use whole::{is_written, whole};

impl Reader for SlackReader {
    fn from(&self) -> &str {
        FROM
    }

    fn read(&self, raw: &Value) -> Option<Inbound> {
        let payload = at(raw, "/payload")?;
        match text(raw, "/type")? {
            "events_api" => event::read(self, payload),
            "interactive" => match text(payload, "/type")? {
                "view_submission" => form::read(&self.identity, payload),
                "message_action" => shortcut::read(self, payload),
                _ => action::read(&self.identity, payload),
            },
            "slash_commands" => command::read(&self.identity, payload),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
