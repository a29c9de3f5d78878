//! Posting a message once, whatever happens to the answers.

use kernel::{MessageRef, Part, View};
use tokio::time::Instant;
use wire::Again;

use super::message::{Beside, Destination, Mark, new};
use super::slack_chat::SlackChat;
use crate::SlackError;
use crate::json::text;
use crate::limits;
use crate::names::Place;
use crate::render::{Page, Rendered, pages, rendered};

const NO_FILES: &str = "Files cannot be uploaded here, so everything stands in messages. Whoever runs this workspace can allow \
                        uploads, or give the app `files:write`.";
pub(super) const POST: &str = "chat.postMessage";

/// Whether an earlier attempt at the same message may have got through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Earlier {
    None,
    MayBeThere,
}

pub(super) fn earlier(maybe_posted: bool) -> Earlier {
    if maybe_posted { Earlier::MayBeThere } else { Earlier::None }
}

/// What is to be said, and where.
pub(super) struct Saying<'a> {
    pub(super) to: &'a Destination,
    pub(super) key: &'a str,
    pub(super) view: &'a View,
    pub(super) earlier: Earlier,
}

impl Saying<'_> {
    /// The mark of its page of this number, counted from nothing. What stands beside it goes with the first.
    fn mark_of(&self, number: usize, beside: &Beside) -> Mark {
        match number {
            0 => Mark { key: self.key.to_owned(), beside: beside.clone() },
            later => Mark { key: format!("{}/{}", self.key, later + 1), beside: Beside::default() },
        }
    }
}

impl SlackChat {
    /// All pages of a view, in order; the first one is what the message is called by. Messages that were begun for it
    /// become its first pages, and those that are not needed go.
    pub(super) async fn say(
        &self,
        saying: &Saying<'_>,
        begun: Vec<String>,
    ) -> Result<MessageRef, SlackError> {
        // Posts to one channel stand in one line: Slack limits them per channel, and order matters to readers.
        let _turn = self.lines.queue(&saying.to.channel).await;
        let (pages, beside) = self.prepared(saying).await?;
        let mut begun = begun.into_iter();
        let mut first = None;
        for (number, page) in pages.into_iter().enumerate() {
            let mark = saying.mark_of(number, &beside);
            let ts = match begun.next() {
                Some(ts) => self.say_over(saying, &mark, page, ts).await?,
                None => self.say_page(saying.to, &mark, page, saying.earlier).await?,
            };
            first.get_or_insert(ts);
        }
        for ts in begun {
            self.take_away(saying.to, &ts).await?;
        }
        let refused = |code: &str| SlackError::Refused { method: POST.to_owned(), code: code.to_owned() };
        let ts = first.ok_or_else(|| refused("no_text"))?;
        let place = Place::new(&saying.to.team, &saying.to.channel, &ts).ok_or_else(|| refused("no_ts"))?;
        Ok(place.message())
    }

    /// The pages of a view, when what belongs beside them stands there: nobody can approve what could not be shown.
    async fn prepared(&self, saying: &Saying<'_>) -> Result<(Vec<Page>, Beside), SlackError> {
        let (mut rendered, mut beside) = (rendered(saying.view), Beside::default());
        if rendered.pages.len() > limits::PARTS {
            (rendered, beside) = self.shortened(saying).await?.unwrap_or((rendered, beside));
        }
        let Rendered { pages, files } = rendered;
        for file in &files {
            let there = match saying.earlier {
                Earlier::MayBeThere => self.file_named(saying.to, &file.name).await?,
                Earlier::None => None,
            };
            let uploaded = match there {
                Some(id) => Ok(id),
                None => self.upload(saying.to, file).await,
            };
            match uploaded {
                Ok(id) => beside.files.push(id),
                // An answer is given without its file. What is to be approved is shown whole, or not at all.
                Err(error @ SlackError::Refused { .. }) if !saying.view.asks() => {
                    tracing::warn!(%error, "Slack takes no file; all of the answer becomes messages");
                    return Ok((without_files(saying.view), beside));
                }
                Err(error) => return Err(error),
            }
        }
        Ok((pages, beside))
    }

    pub(super) async fn say_page(
        &self,
        to: &Destination,
        mark: &Mark,
        mut page: Page,
        mut earlier: Earlier,
    ) -> Result<String, SlackError> {
        let patience = self.client.settings().timing.patience;
        let (began, mut tried) = (Instant::now(), 0);
        loop {
            if earlier == Earlier::MayBeThere
                && let Some(ts) = self.find(to, &mark.key).await?
            {
                return Ok(ts);
            }
            let error = match self.post_page(to, mark, &page).await {
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

    async fn post_page(&self, to: &Destination, mark: &Mark, page: &Page) -> Result<String, SlackError> {
        let answer = self.client.post_once(POST, &new(to, mark, page)).await?;
        self.has_spoken(to);
        text(&answer, "/ts").map(str::to_owned).ok_or_else(|| SlackError::Unclear {
            method: POST.to_owned(),
            why: "there is no ts in the answer".to_owned(),
        })
    }
}

/// A view as messages alone, which say that they had to be.
fn without_files(view: &View) -> Vec<Page> {
    pages(&view.clone().with(Part::Guide(NO_FILES.to_owned())))
}
