//! `gmail.read`

use super::prelude::*;
use crate::api::Id;
use crate::gmail::mime::readable;
use crate::gmail::{Attachment, Continue, Excerpt, message_label};
use crate::scopes::READ_MAIL;

const LONGEST: usize = 8_000;

/// Reads one message of the user's own Gmail mailbox: who wrote it to whom, its text, and what is attached.
///
/// A long text comes in parts: `continue_with` says how to get the next one.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    /// The `id` of a message, from gmail.search.
    id: String,
    /// Where in the text to begin, in characters.
    #[serde(default)]
    from_char: usize,
}

#[derive(Serialize)]
struct Answer {
    id: String,
    thread: String,
    from: String,
    to: String,
    cc: String,
    date: String,
    subject: String,
    labels: Vec<String>,
    body: String,
    attachments: Vec<Attachment>,
    body_shown: String,
    continue_with: Option<Continue>,
    hidden_removed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
}

impl ReadTool for Read {
    const SPEC: Spec = Spec::read("gmail.read").aka(&["google_gmail:read"]).needs(&[READ_MAIL]);

    fn check(&self, _call: &Call) -> Result<(), Failure> {
        Id::parse("message", &self.id)?;
        Ok(())
    }

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let id = Id::parse("message", &self.id)?;
        let message = google.gmail(call).whole(&id).await?;
        let found = readable(&message.payload);
        let (part, remark) = (Excerpt::of(&found.words, self.from_char, LONGEST)?, found.remark());
        let answer = Answer {
            from: message.shown("From"),
            to: message.shown("To"),
            cc: message.shown("Cc"),
            date: message.date_for(&call.requester),
            subject: message.shown("Subject"),
            body_shown: part.shown(),
            continue_with: part.next(),
            body: part.words,
            attachments: found.attachments,
            hidden_removed: found.hidden,
            remark,
            id: message.id.clone(),
            thread: message.thread_id.clone(),
            labels: message.label_ids.clone(),
        };
        let label = message_label(&message, Self::SPEC.name, &call.account.0);
        let label = if found.disputed { label.disputed() } else { label };
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        Effect::new("Read a message of yours").field("Message", &self.id)
    }
}
