//! What has come into a conversation since somebody looked at it.

use std::collections::BTreeSet;

use kernel::{Code, Failure};
use serde::{Deserialize, Serialize};

use super::Gmail;
use super::labels::Target;

const DRAFT: &str = "DRAFT";

/// The messages that a conversation had. Drafts do not count: nobody has sent them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seen {
    conversation: String,
    messages: BTreeSet<String>,
}

impl Seen {
    pub(crate) async fn fetch(gmail: &Gmail, conversation: &str) -> Result<Self, Failure> {
        let labels = gmail.labels_of(&Target::Conversation(conversation.to_owned())).await?;
        let messages = labels.into_iter().filter(|(_, labels)| !labels.contains(DRAFT)).map(|(id, _)| id);
        Ok(Self { conversation: conversation.to_owned(), messages: messages.collect() })
    }

    /// Refuses when there is something new: what it says may change what is to be answered.
    pub(crate) async fn check(&self, gmail: &Gmail) -> Result<(), Failure> {
        let now = Self::fetch(gmail, &self.conversation).await?;
        if now.messages.is_subset(&self.messages) {
            return Ok(());
        }
        let words = "A new message has come into the conversation in the meantime, so nothing was sent. Read it, then ask \
                     again if the answer still fits.";
        Err(Failure::model(Code::StaleWrite, words))
    }
}
