//! Where a card is put: in the thread, or before its person alone.

use kernel::ports::{ChatError, ThreadKind};
use kernel::{ApprovalId, Entry, MessageRef, PlaceEntry, Showing, View};
use tracing::warn;

use crate::thread::{CardKind, CardProgress};
use crate::view::speech;
use crate::view::{Drawn, Place, drawn, place_of_card, showing_for};
use crate::worker::{Cards, Trouble};

/// A card that is to be put before people for the first time.
pub(crate) struct NewCard<'a> {
    /// Its approval, or the group it stands for.
    pub(crate) id: &'a ApprovalId,
    pub(crate) card: &'a CardProgress,
    pub(crate) view: View,
}

/// Where a card went.
pub(crate) enum Put {
    There(MessageRef),
    /// Nowhere yet: it was written down that it is for its requester alone.
    Apart,
}

impl Cards<'_> {
    /// A card says what was read in an account and what would be done there: no outsider sees a new one. What may
    /// already stand in the thread is not put up a second time.
    pub(crate) async fn put_card(&self, new: NewCard<'_>) -> Result<Put, Trouble> {
        let NewCard { id, card, view } = new;
        let (chat, name) = (&self.ctx.engine.ports.chat, format!("card/{id}"));
        let requester = &card.planned.requester;
        if card.apart {
            let offer = card.kind == CardKind::Sharing;
            let view = if offer { view } else { view.with(self.ctx.replies().belongs().await) };
            let message = chat.tell_once(&self.ctx.a_telling(&name, view, requester)).await?;
            if !card.kind.is_offer() {
                let pointer =
                    self.ctx.replies().pointing(&message, speech::ASKED_APART, "Open the card").await;
                if let Err(error) = chat.whisper(&self.ctx.lane.thread, requester, &pointer).await {
                    warn!(thread = %self.ctx.lane.thread, %error, "somebody could not be told where their card is");
                }
            }
            return Ok(Put::There(message));
        }
        let post = self.ctx.a_post(&name, view);
        match self.place_of_card(card).await {
            Place::Thread | Place::ThreadNamed => match chat.post(&post).await {
                Ok(message) => Ok(Put::There(message)),
                Err(ChatError::Refused(why)) => {
                    warn!(thread = %self.ctx.lane.thread, card = %id, why, "the thread takes no card");
                    self.ctx.append(vec![Entry::Place(PlaceEntry::PutApart { card: id.clone() })]).await?;
                    Ok(Put::Apart)
                }
                Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
            },
            Place::RequesterOnly(_) => {
                if let Some(message) = self.ctx.stands(&post).await? {
                    return Ok(Put::There(message));
                }
                self.ctx.append(vec![Entry::Place(PlaceEntry::PutApart { card: id.clone() })]).await?;
                Ok(Put::Apart)
            }
        }
    }

    /// Nobody is looked up for a question that anybody may read.
    async fn place_of_card(&self, card: &CardProgress) -> Place {
        let drawn = drawn(self.ctx.journal, card.turn);
        if card.kind == CardKind::Inquiry && drawn == Drawn::Nothing {
            return Place::Thread;
        }
        place_of_card(card, self.ctx.audience().await, drawn, self.ctx.engine.private_results)
    }

    /// How much of a card may be seen where it stands now: others may read there since it was put up.
    pub(crate) async fn showing_now(&self, card: &CardProgress) -> Showing {
        match self.ctx.engine.ports.chat.kind(&self.ctx.lane.thread) {
            _ if card.apart => Showing::Whole,
            ThreadKind::Direct => card.showing,
            ThreadKind::Shared => showing_for(card, self.ctx.audience().await),
        }
    }
}
