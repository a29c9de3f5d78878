//! Posting a message once, whatever happens to the answers.

use kernel::{MessageRef, View};
use tokio::time::Instant;
use wire::Again;

use super::SlackChat;
use super::message::{Destination, new};
use crate::SlackError;
use crate::json::text;
use crate::names::Place;
use crate::render::{Page, pages};

pub(super) const POST: &str = "chat.postMessage";

/// Whether an earlier attempt at the same message may have got through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Earlier {
    None,
    MayBeThere,
}

impl SlackChat {
    /// All pages of a view, in order; the first one is what the message is called by.
    pub(super) async fn say(
        &self,
        to: &Destination,
        key: &str,
        view: &View,
        earlier: Earlier,
    ) -> Result<MessageRef, SlackError> {
        // Posts to one channel stand in one line: Slack limits them per channel, and order matters to readers.
        let _turn = self.lines.queue(&to.channel).await;
        let mut first = None;
        for (number, page) in pages(view).into_iter().enumerate() {
            let key = if number == 0 { key.to_owned() } else { format!("{key}/{}", number + 1) };
            let ts = self.say_page(to, &key, page, earlier).await?;
            first.get_or_insert(ts);
        }
        let refused = |code: &str| SlackError::Refused { method: POST.to_owned(), code: code.to_owned() };
        let ts = first.ok_or_else(|| refused("no_text"))?;
        let place = Place::new(&to.team, &to.channel, &ts).ok_or_else(|| refused("no_ts"))?;
        Ok(place.message())
    }

    async fn say_page(
        &self,
        to: &Destination,
        key: &str,
        mut page: Page,
        mut earlier: Earlier,
    ) -> Result<String, SlackError> {
        let patience = self.client.settings().timing.patience;
        let (began, mut tried) = (Instant::now(), 0);
        loop {
            if earlier == Earlier::MayBeThere
                && let Some(ts) = self.find(to, key).await?
            {
                return Ok(ts);
            }
            let error = match self.post_page(to, key, &page).await {
                Ok(ts) => return Ok(ts),
                Err(error) => error,
            };
            if let Some(simpler) = page.simpler().filter(|_| error.is_about_blocks()) {
                tracing::warn!(%error, "Slack did not take our blocks; posting plain text instead");
                page = simpler;
                continue;
            }
            if matches!(error, SlackError::Unclear { .. }) {
                earlier = Earlier::MayBeThere;
            }
            tried += 1;
            let pause = match error.again() {
                Again::No => return Err(error),
                Again::Soon => patience.pause(tried),
                Again::After(said) => said,
            };
            if tried >= patience.tries || began.elapsed() + pause > patience.total {
                return Err(error);
            }
            tokio::time::sleep(pause).await;
        }
    }

    async fn post_page(&self, to: &Destination, key: &str, page: &Page) -> Result<String, SlackError> {
        let answer = self.client.post_once(POST, &new(to, key, page)).await?;
        text(&answer, "/ts").map(str::to_owned).ok_or_else(|| SlackError::Unclear {
            method: POST.to_owned(),
            why: "there is no ts in the answer".to_owned(),
        })
    }
}
