//! How a message begins that grows. Slack may take its time over that, and whoever says stop meanwhile does not wait for it:
//! what comes up after all is taken away.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value;
use tokio::sync::oneshot;

use crate::SlackError;
use crate::chat::SlackChat;
use crate::chat::message::Destination;
use crate::json::text;

/// Which message was begun last in each thread that one is being begun in.
#[derive(Default)]
pub(in crate::chat) struct Beginnings(Mutex<(u64, HashMap<String, u64>)>);

/// Whether another was begun after this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Newest {
    This,
    Another,
}

impl Beginnings {
    fn begin(&self, at: &Destination) -> u64 {
        let mut begun = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        begun.0 += 1;
        let number = begun.0;
        begun.1.insert(place(at), number);
        number
    }

    fn end(&self, at: &Destination, number: u64) -> Newest {
        let mut begun = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = place(at);
        if begun.1.get(&place) == Some(&number) {
            begun.1.remove(&place);
            return Newest::This;
        }
        Newest::Another
    }
}

fn place(at: &Destination) -> String {
    format!("{}/{}", at.channel, at.root.as_deref().unwrap_or_default())
}

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
