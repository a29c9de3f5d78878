//! Cards: shown, kept true, and taken back.

pub(crate) mod copies;
pub(crate) mod group;
pub(crate) mod place_card;

use kernel::ports::ChatError;
use kernel::{ApprovalId, CardEntry, Entry, Face, MessageRef, Showing, View};
use tracing::warn;

use crate::thread::CardProgress;
use crate::view::cards;
use crate::view::speech;
use crate::worker::cards::place_card::{NewCard, Put};
use crate::worker::{StepContext, Trouble};

/// Shows cards and keeps them true.
pub(crate) struct Cards<'a> {
    pub(crate) ctx: &'a StepContext<'a>,
}

impl Cards<'_> {
    /// Puts a card into the thread, or brings it up to date.
    pub(crate) async fn show(&self, approval: &ApprovalId) -> Result<(), Trouble> {
        let Some(card) = self.ctx.progress.card(approval) else { return Ok(()) };
        if let Some(group) = &card.group {
            return self.show_group(group).await;
        }
        let entries = match &card.shown {
            Some(_) if card.stands_as_it_is() => self.show_copies(card).await?,
            Some((message, _)) => self.show_again(card, message).await?,
            None => self.show_first(card).await?,
        };
        if entries.is_empty() { Ok(()) } else { Ok(self.ctx.append(entries).await?) }
    }

    async fn show_first(&self, card: &CardProgress) -> Result<Vec<Entry>, Trouble> {
        let approval = card.approval.clone();
        // Always as it was when it was asked: a card that a crash hid from us stands there with this face. Whatever
        // has happened to it since is the next thing to be shown.
        let showing = if card.apart { Showing::Whole } else { card.showing };
        let view = cards::view(card, Face::Pending, showing);
        match self.put_card(NewCard { id: &approval, card, view }).await {
            Ok(Put::There(message)) => {
                Ok(vec![Entry::Card(CardEntry::CardShown { approval, message, face: Face::Pending })])
            }
            Ok(Put::Apart) => Ok(Vec::new()),
            // Nobody can press what was never shown.
            Err(Trouble::Chat(ChatError::Refused(why))) => {
                warn!(thread = %self.ctx.lane.thread, %approval, why, "a card cannot be shown");
                let why = format!("The card could not be shown: {why}");
                let face = Face::Void { why: why.clone() };
                let voided = Entry::Card(CardEntry::Voided { approval: approval.clone(), why });
                Ok(vec![
                    voided,
                    Entry::Card(CardEntry::CardShown { approval, message: MessageRef(String::new()), face }),
                ])
            }
            Err(trouble) => Err(trouble),
        }
    }

    /// A card that has vanished from the thread holds nothing up.
    async fn show_again(&self, card: &CardProgress, message: &MessageRef) -> Result<Vec<Entry>, Trouble> {
        let (approval, face) = (card.approval.clone(), card.face());
        let view = cards::view(card, face.clone(), self.showing_now(card).await);
        match self.redraw(message, &face, &view).await {
            Ok(()) => {}
            Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
            Err(ChatError::Refused(why)) => {
                warn!(thread = %self.ctx.lane.thread, %approval, why, "a card cannot be brought up to date");
                if card.is_open() && !card.kind.is_offer() {
                    return Ok(self.lost(&[card]).await);
                }
            }
        }
        Ok(vec![Entry::Card(CardEntry::CardShown { approval, message: message.clone(), face })])
    }

    /// Brings a card up to date. What goes with one holds its words, and when these are forgotten it goes.
    pub(crate) async fn redraw(
        &self,
        message: &MessageRef,
        face: &Face,
        view: &View,
    ) -> Result<(), ChatError> {
        let chat = &self.ctx.engine.ports.chat;
        if let Face::Forgotten { .. } = face
            && let Err(error) = chat.strip(&self.ctx.lane.thread, message).await
        {
            match error {
                ChatError::Unavailable { .. } => return Err(error),
                ChatError::Refused(why) => {
                    warn!(thread = %self.ctx.lane.thread, %message, why, "what goes with a card cannot be taken away");
                }
            }
        }
        chat.update(message, view).await
    }

    /// What is not to be seen any more cannot be decided, and its person hears of it where they can.
    pub(crate) async fn lost(&self, cards: &[&CardProgress]) -> Vec<Entry> {
        let words: Vec<String> = cards.iter().map(|card| speech::card_gone(card)).collect();
        let view = View::plain(words.join("\n"));
        if let Some(person) = cards.first().map(|card| &card.planned.requester)
            && let Err(error) = self.ctx.engine.ports.chat.tell(person, &view).await
        {
            warn!(thread = %self.ctx.lane.thread, %error, "somebody could not be told that their card is gone");
        }
        let voided = |card: &&CardProgress| {
            let why = speech::CARD_GONE.to_owned();
            Entry::Card(CardEntry::Voided { approval: card.approval.clone(), why })
        };
        cards.iter().map(voided).collect()
    }
}
