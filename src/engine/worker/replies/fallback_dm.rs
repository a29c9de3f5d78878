//! What its place does not take is told its person directly: we were put out of a channel, or it was archived.

use kernel::ports::ChatError;
use kernel::{Ending, Entry, Item, Part, ReplyEntry, View};
use tracing::warn;

use crate::home::link;
use crate::thread::{Apart, Turn};
use crate::worker::replies::reply_key;
use crate::worker::{Replies, Trouble};

impl Replies<'_> {
    /// Ends the posting of a reply that the thread refused.
    pub(crate) async fn reply_elsewhere(&self, turn: &Turn, view: View, why: &str) -> Result<(), Trouble> {
        warn!(thread = %self.ctx.lane.thread, why, "the thread takes no reply");
        let id = turn.id;
        if let Apart::Told(..) = turn.apart {
            // They have it already; only the way to it has no place.
            return Ok(self
                .ctx
                .append(vec![Entry::Reply(ReplyEntry::Finished { turn: id, ending: Ending::Replied })])
                .await?);
        }
        let mut view = view.with(self.missed_place(turn).await);
        view.parts.retain(|part| !matches!(part, Part::Feedback(_)));
        let telling = self.ctx.a_telling(&reply_key(turn), view, &turn.requester);
        let entry = match self.ctx.engine.ports.chat.tell_once(&telling).await {
            Ok(message) => Entry::Reply(ReplyEntry::Posted { turn: id, message }),
            Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
            Err(ChatError::Refused(directly)) => {
                warn!(thread = %self.ctx.lane.thread, why = directly, "its requester cannot be told either");
                let ending = Ending::Failed(format!("the chat refused the reply: {why}"));
                Entry::Reply(ReplyEntry::Finished { turn: id, ending })
            }
        };
        Ok(self.ctx.append(vec![entry]).await?)
    }

    async fn missed_place(&self, turn: &Turn) -> Part {
        let words = format!("You asked this in {}, where I cannot write any more.", self.place().await);
        let way = match turn.request() {
            Some(request) => link(self.ctx.engine, &self.ctx.lane.thread, request, "Open the thread").await,
            None => None,
        };
        Part::Item(Box::new(Item { link: way, ..Item::new(words) }))
    }

    /// Where a card belongs that is shown elsewhere.
    pub(crate) async fn belongs(&self) -> Part {
        Part::Plain(format!("This is about what you asked in {}.", self.place().await))
    }

    async fn place(&self) -> String {
        let name = self.ctx.engine.ports.places.name(&self.ctx.lane.thread).await;
        name.unwrap_or_else(|error| {
            warn!(thread = %self.ctx.lane.thread, %error, "a place cannot be named");
            "another place".to_owned()
        })
    }
}
