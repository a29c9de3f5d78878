//! Finds a message of ours by its key, where an answer got lost.

use std::time::Duration;

use serde_json::Value;
use tracing::debug;

use super::message::{Destination, EVENT_TYPE};
use super::slack_chat::SlackChat;
use crate::SlackError;
use crate::json::{list, text};
use crate::limits;

/// Outside of threads it is looked among the newest messages: what is looked for was said a moment ago, or before a crash.
const PAGES_OF_A_CHANNEL: usize = 5;
/// Whoever is whispered to does not wait longer.
const SOON: Duration = Duration::from_secs(3);

impl SlackChat {
    /// Its ts, if it is there.
    pub(super) async fn find(&self, to: &Destination, key: &str) -> Result<Option<String>, SlackError> {
        let found = self.first(to, |message| self.is_ours(message, key)).await?;
        Ok(found.and_then(|message| text(&message, "/ts").map(str::to_owned)))
    }

    /// The file of this name that we have put there.
    pub(super) async fn file_named(
        &self,
        to: &Destination,
        name: &str,
    ) -> Result<Option<String>, SlackError> {
        let named = |message: &Value| {
            let mut files = list(message, "/files").iter();
            let file = files.find(|file| text(file, "/name") == Some(name))?;
            Some(text(file, "/id").unwrap_or_default().to_owned())
        };
        let found = self.first(to, |message| self.is_by_us(message) && named(message).is_some()).await?;
        Ok(found.as_ref().and_then(named))
    }

    /// Whether somebody has replied in a thread. What is not known soon is taken for no.
    pub(super) async fn has_replies(&self, to: &Destination) -> bool {
        let Some(root) = &to.root else { return false };
        // The root is the first.
        let parameters = [("channel", to.channel.clone()), ("ts", root.clone()), ("limit", "2".to_owned())];
        let reading = self.client.get("conversations.replies", &parameters);
        match tokio::time::timeout(SOON, reading).await {
            Ok(Ok(answer)) => list(&answer, "/messages").len() > 1,
            Ok(Err(error)) => {
                debug!(%error, "it is not known whether somebody has replied in a thread");
                false
            }
            Err(_) => false,
        }
    }

    /// The first message of which this is true.
    pub(super) async fn first(
        &self,
        to: &Destination,
        is_it: impl Fn(&Value) -> bool,
    ) -> Result<Option<Value>, SlackError> {
        let mut cursor = String::new();
        let most = if to.root.is_some() { usize::MAX } else { PAGES_OF_A_CHANNEL };
        for _ in 0..most {
            let answer = self.read_back(to, &cursor).await?;
            if let Some(found) = list(&answer, "/messages").iter().find(|message| is_it(message)) {
                return Ok(Some(found.clone()));
            }
            match text(&answer, "/response_metadata/next_cursor") {
                Some(next) if next != cursor => next.clone_into(&mut cursor),
                _ => break,
            }
        }
        Ok(None)
    }

    pub(super) async fn read_back(&self, to: &Destination, cursor: &str) -> Result<Value, SlackError> {
        let mut parameters = vec![
            ("channel", to.channel.clone()),
            ("limit", limits::MESSAGES.to_string()),
            ("include_all_metadata", "true".to_owned()),
        ];
        if !cursor.is_empty() {
            parameters.push(("cursor", cursor.to_owned()));
        }
        match &to.root {
            Some(root) => {
                parameters.push(("ts", root.clone()));
                self.client.get("conversations.replies", &parameters).await
            }
            None => self.client.get("conversations.history", &parameters).await,
        }
    }

    /// Metadata can be written by any app, so the author counts too.
    fn is_ours(&self, message: &Value, key: &str) -> bool {
        self.is_by_us(message)
            && text(message, "/metadata/event_type") == Some(EVENT_TYPE)
            && text(message, "/metadata/event_payload/key") == Some(key)
    }

    pub(super) fn is_by_us(&self, message: &Value) -> bool {
        text(message, "/bot_id") == Some(&self.identity.bot_id)
            || text(message, "/user") == Some(&self.identity.bot_user)
    }
}
