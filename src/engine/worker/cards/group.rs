//! The card that shows several calls of one reply, and its split into single cards.

use kernel::ports::ChatError;
use kernel::{ApprovalId, CardEntry, Entry, Face, MessageRef, Showing, View};
use tracing::warn;

use crate::thread::CardProgress;
use crate::view::cards;
use crate::worker::cards::place_card::{NewCard, Put};
use crate::worker::{Cards, Trouble};

/// Whether people see a card as it is now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Yes,
    No,
}

impl Cards<'_> {
    /// Puts the card of a group into the thread, or brings it up to date.
    pub(crate) async fn show_group(&self, group: &ApprovalId) -> Result<(), Trouble> {
        let members = self.ctx.progress.members(group);
        let shown = members.iter().find_map(|card| card.shown.as_ref());
        let (message, faces) = if let Some((message, _)) = shown {
            let showing = match members.first() {
                Some(first) => self.showing_now(first).await,
                None => Showing::Outline,
            };
            let seen = self.bring_up_to_date(message, &cards::group(group, &members, showing)).await?;
            let open: Vec<&CardProgress> = members.iter().copied().filter(|card| card.is_open()).collect();
            if seen == Seen::No && !open.is_empty() {
                let lost = self.lost(&open).await;
                return Ok(self.ctx.append(lost).await?);
            }
            (message.clone(), members.iter().map(|card| card.face()).collect::<Vec<_>>())
        } else {
            let Some(first) = members.first() else { return Ok(()) };
            let view = cards::first_group(group, &members, Showing::Whole);
            match self.put_card(NewCard { id: group, card: first, view }).await {
                Ok(Put::There(message)) => (message, vec![Face::Pending; members.len()]),
                Ok(Put::Apart) => return Ok(()),
                // Each may still be shown by itself.
                Err(Trouble::Chat(ChatError::Refused(why))) => {
                    warn!(thread = %self.ctx.lane.thread, %group, why, "a card cannot be shown");
                    return Ok(self
                        .ctx
                        .append(vec![Entry::Card(CardEntry::SetApart { group: group.clone() })])
                        .await?);
                }
                Err(trouble) => return Err(trouble),
            }
        };
        let entries = members.iter().zip(faces).map(|(card, face)| {
            Entry::Card(CardEntry::CardShown {
                approval: card.approval.clone(),
                message: message.clone(),
                face,
            })
        });
        Ok(self.ctx.append(entries.collect()).await?)
    }

    /// The card of a group gives up its buttons to the cards of its calls.
    pub(crate) async fn show_apart(&self, group: &ApprovalId) -> Result<(), Trouble> {
        let known = self.ctx.progress.groups.iter().find(|known| known.id == *group);
        if let Some(message) = known.and_then(|known| known.leaving.as_ref()) {
            let view = View::plain("Each of these has a card of its own below.");
            self.bring_up_to_date(message, &view).await?;
        }
        Ok(self.ctx.append(vec![Entry::Card(CardEntry::ShownApart { group: group.clone() })]).await?)
    }

    /// A card that has vanished from the thread holds nothing up.
    async fn bring_up_to_date(&self, message: &MessageRef, view: &View) -> Result<Seen, Trouble> {
        match self.ctx.engine.ports.chat.update(message, view).await {
            Ok(()) => Ok(Seen::Yes),
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
            Err(ChatError::Refused(why)) => {
                warn!(thread = %self.ctx.lane.thread, %message, why, "a card cannot be brought up to date");
                Ok(Seen::No)
            }
        }
    }
}
