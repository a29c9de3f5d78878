//! Where a card is put: in the thread, or before its person alone.

use kernel::ports::{Audience, ChatError, ThreadKind};
use kernel::{ApprovalId, Entry, MessageRef, Showing, View, Withheld};
use tracing::warn;

use crate::thread::{CardKind, CardProgress};
use crate::view::speech;
use crate::view::{Drawn, Room, drawn, is_for_requester_alone, room};
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
        match self.room_for_card(card).await {
            Room::Thread | Room::ThreadNamed => match chat.post(&post).await {
                Ok(message) => Ok(Put::There(message)),
                Err(ChatError::Refused(why)) => {
                    warn!(thread = %self.ctx.lane.thread, card = %id, why, "the thread takes no card");
                    self.ctx.append(vec![Entry::PutApart { card: id.clone() }]).await?;
                    Ok(Put::Apart)
                }
                Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
            },
            Room::Apart(_) => {
                if let Some(message) = self.ctx.stands(&post).await? {
                    return Ok(Put::There(message));
                }
                self.ctx.append(vec![Entry::PutApart { card: id.clone() }]).await?;
                Ok(Put::Apart)
            }
        }
    }

    /// Where a card may stand. What it asks, offers and shows may be made of what was read, as an answer may be. Among
    /// members a call that waits stays where it was asked for if all it shows was written there.
    async fn room_for_card(&self, card: &CardProgress) -> Room {
        let (drawn, private) = (drawn(self.ctx.journal, card.turn), self.ctx.engine.private_results);
        // A question that draws on nothing may be read by anybody, and answered where it was asked.
        if card.kind == CardKind::Inquiry && drawn == Drawn::Nothing {
            return Room::Thread;
        }
        match (self.ctx.audience().await, card.kind) {
            (Audience::Outsiders, _) => Room::Apart(Withheld::FromOutsiders),
            (_, CardKind::Question) if is_for_requester_alone(card.showing, private) => {
                Room::Apart(Withheld::UntilAgreed)
            }
            (_, CardKind::Question) => Room::Thread,
            (audience, CardKind::Undo | CardKind::Inquiry | CardKind::Sharing) => {
                room(audience, drawn, private)
            }
        }
    }

    /// How much of a card may be seen where it stands now: others may read there since it was put up.
    pub(crate) async fn showing_now(&self, card: &CardProgress) -> Showing {
        match self.ctx.engine.ports.chat.kind(&self.ctx.lane.thread) {
            _ if card.apart => Showing::Whole,
            ThreadKind::Direct => card.showing,
            ThreadKind::Shared => match self.ctx.audience().await {
                Audience::Requester | Audience::Members => card.showing,
                Audience::Outsiders => Showing::Outline,
            },
        }
    }
}
