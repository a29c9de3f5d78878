//! Where Slack streams nothing, a message grows by being written anew, not too often.

use std::time::Duration;

use kernel::ports::Growth;
use tokio::time::Instant;

use super::slack_draft::{SlackDraft, Stream};
use crate::SlackError;
use crate::chat::message::{Destination, begun, begun_anew};
use crate::chat::once::POST;
use crate::chat::slack_chat::UPDATE;
use crate::json::text;
use crate::names::Place;
use crate::render::draft_page;

/// Slack lets an app change its messages about once a second in a channel.
const BETWEEN: Duration = Duration::from_secs(1);

/// What is said meanwhile is written with what comes next.
pub(super) async fn pause(stream: &Stream) {
    tokio::time::sleep_until(stream.told + BETWEEN).await;
}

impl SlackDraft {
    /// The ts of the message, unless it has to be tried again with what comes next.
    pub(super) async fn post(
        &mut self,
        to: &Destination,
        said: &Growth,
    ) -> Result<Option<String>, SlackError> {
        match self.beginning_at(to).say(POST, begun(to, &draft_page(said))).await {
            Ok(answer) => Ok(text(&answer, "/ts").map(str::to_owned)),
            Err(SlackError::Unclear { .. }) => self.chat.unheard_of(to, &self.begun).await,
            Err(error) => self.trouble(error).map(|()| None),
        }
    }

    pub(super) async fn rewrite(&mut self, to: &Destination, stream: Stream) -> Result<(), SlackError> {
        let mut said = stream.said.clone();
        said.add(&self.pending);
        let place = Place { team: to.team.clone(), channel: to.channel.clone(), ts: stream.ts.clone() };
        let rewritten = self.chat.client.post_once(UPDATE, &begun_anew(&place, &draft_page(&said))).await;
        let told = Instant::now();
        match rewritten {
            Ok(_) => {
                self.pending = Growth::default();
                self.stream = Some(Stream { said, told, ..stream });
                Ok(())
            }
            Err(error) => {
                self.stream = Some(Stream { told, ..stream });
                self.trouble(error)
            }
        }
    }
}
