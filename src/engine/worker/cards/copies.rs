//! The copies of a card that co-signers have before them.

use kernel::ports::ChatError;
use kernel::{CardEntry, Entry, Face, MessageRef, PersonId};
use tracing::warn;

use crate::thread::{CardProgress, Copy};
use crate::view::cards;
use crate::worker::{Cards, Trouble};

impl Cards<'_> {
    /// Puts the card before everybody whom the policy names, or brings what they have up to date.
    pub(crate) async fn show_copies(&self, card: &CardProgress) -> Result<Vec<Entry>, Trouble> {
        let mut entries = Vec::new();
        for to in card.copies_due() {
            let (message, face) = match card.copies.iter().find(|copy| copy.to == *to) {
                Some(copy) => (self.update_copy(card, copy).await?, card.face()),
                // As it was when it was asked, as in the thread: what happened since is the next thing to be shown.
                None => (self.first_copy(card, to).await?, Face::Pending),
            };
            let (approval, to) = (card.approval.clone(), to.clone());
            entries.push(Entry::Card(CardEntry::CopyShown { approval, to, message, face }));
        }
        Ok(entries)
    }

    async fn first_copy(&self, card: &CardProgress, to: &PersonId) -> Result<Option<MessageRef>, Trouble> {
        let view = cards::copy(card, Face::Pending);
        let telling = self.ctx.a_telling(&format!("copy/{}/{to}", card.approval), view, to);
        match self.ctx.engine.ports.chat.tell_once(&telling).await {
            Ok(message) => Ok(Some(message)),
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
            Err(ChatError::Refused(why)) => {
                warn!(thread = %self.ctx.lane.thread, %to, why, "an approver cannot be shown a card");
                Ok(None)
            }
        }
    }

    /// Whoever deleted theirs has seen it.
    async fn update_copy(&self, card: &CardProgress, copy: &Copy) -> Result<Option<MessageRef>, Trouble> {
        let Some(message) = &copy.message else { return Ok(None) };
        let face = card.face();
        match self.redraw(message, &face, &cards::copy(card, face.clone())).await {
            Ok(()) | Err(ChatError::Refused(_)) => Ok(Some(message.clone())),
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
        }
    }
}
