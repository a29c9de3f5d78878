//! How a message begins that grows. Slack may take its time over that, and whoever says stop meanwhile does not wait for it:
//! what comes up after all is taken away.

use serde::Serialize;
use serde_json::Value;
use tokio::sync::oneshot;

use super::beginnings::Newest;
use crate::SlackError;
use crate::chat::message::Destination;
use crate::chat::slack_chat::SlackChat;
use crate::json::text;

/// A call that may outlive whoever waits for its answer.
pub(super) struct Beginning {
    pub(super) chat: SlackChat,
    pub(super) to: Destination,
    /// Messages that were begun before, which are somebody else's business.
    pub(super) known: Vec<String>,
}

impl Beginning {
    /// Says it once. Breaking this off does not break off the call.
    pub(super) async fn say(
        self,
        method: &'static str,
        words: impl Serialize + Send + Sync + 'static,
    ) -> Result<Value, SlackError> {
        let (answer, heard) = oneshot::channel();
        let number = self.chat.beginnings.begin(&self.to);
        tokio::spawn(async move {
            let answered = self.chat.client.post_once(method, &words).await;
            let newest = self.chat.beginnings.end(&self.to, number);
            if let Err(unheard) = answer.send(answered)
                && let Err(error) = self.take_away(unheard, newest).await
            {
                tracing::warn!(%error, "what was begun and is no longer wanted may still stand there");
            }
        });
        let unclear =
            |_| SlackError::Unclear { method: method.to_owned(), why: "it was broken off".to_owned() };
        heard.await.map_err(unclear)?
    }

    /// Unless it has become the answer meanwhile.
    async fn take_away(&self, unheard: Result<Value, SlackError>, newest: Newest) -> Result<(), SlackError> {
        let _turn = self.chat.lines.queue(&self.to.channel).await;
        let begun = match unheard {
            Ok(answer) => text(&answer, "/ts").map(str::to_owned),
            Err(SlackError::Unclear { .. }) => None,
            // It never began.
            Err(_) => return Ok(()),
        };
        let stands = match (begun, newest) {
            (Some(ts), _) => self.chat.still_begun(&self.to, &ts).await?.then_some(ts),
            (None, Newest::This) => self.chat.unheard_of(&self.to, &self.known).await?,
            // What is found there may be that one.
            (None, Newest::Another) => None,
        };
        match stands {
            Some(ts) => self.chat.take_away(&self.to, &ts).await,
            None => Ok(()),
        }
    }
}
