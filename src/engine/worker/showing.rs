//! What people see: replies and cards.

use std::sync::atomic::Ordering;

use kernel::ports::{ChatError, Post, Status};
use kernel::{ApprovalId, Ending, Entry, Face, MessageRef, Part, Record, Reply, View};
use tracing::warn;

use super::{Moment, Trouble, Worker};
use crate::cards;
use crate::progress::{CardKind, CardProgress, ReplyProgress};
use crate::speech;
use crate::title::title_of;

impl Worker {
    /// Posts the words a turn ends with.
    pub(super) async fn post(&self, moment: &Moment<'_>) -> Result<(), Trouble> {
        let Some(turn) = &moment.progress.turn else { return Ok(()) };
        let view = match &turn.reply {
            ReplyProgress::Final(reply) => {
                let text = serde_json::from_str::<Reply>(reply.words()).map(|reply| reply.text);
                let view = View::words(text.unwrap_or_else(|_| reply.words().to_owned()));
                let view = match turn.recalled.and_then(speech::coverage) {
                    Some(line) => view.with(Part::Plain(line)),
                    None => view,
                };
                view.with(Part::Feedback(turn.id))
            }
            ReplyProgress::Silent(words, _) => View::plain(words.words()),
            ReplyProgress::NotYet | ReplyProgress::Calls => return Ok(()),
        };
        let post = self.a_post(&format!("reply/{}", turn.id.0), view);
        let chat = &self.desk.ports.chat;
        let posted = match &turn.begun {
            Some(begun) => chat.complete(&post, begun).await,
            None => chat.post(&post).await,
        };
        match posted {
            Ok(message) => Ok(self.append(vec![Entry::Posted { turn: turn.id, message }]).await?),
            Err(ChatError::Refused(why)) => {
                warn!(thread = %self.lane.thread, why, "a reply was refused for good");
                if turn.withdrawn {
                    // The thread may be gone with its request, and what was done must be said all the same.
                    self.desk.ports.chat.tell(&turn.requester, &post.view).await?;
                }
                let ending = Ending::Failed(format!("the chat refused the reply: {why}"));
                Ok(self.append(vec![Entry::Finished { turn: turn.id, ending }]).await?)
            }
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
        }
    }

    /// Puts a card into the thread, or brings it up to date.
    pub(super) async fn show(&self, approval: &ApprovalId, moment: &Moment<'_>) -> Result<(), Trouble> {
        let Some(card) = moment.progress.card(approval) else { return Ok(()) };
        if let Some(group) = &card.group {
            return self.show_group(group, moment).await;
        }
        let entries = match &card.shown {
            Some((message, _)) => self.show_again(card, message).await?,
            None => self.show_first(card).await?,
        };
        Ok(self.append(entries).await?)
    }

    async fn show_first(&self, card: &CardProgress) -> Result<Vec<Entry>, Trouble> {
        let approval = card.approval.clone();
        // Always as it was when it was asked: a card that a crash hid from us stands there with this face. Whatever
        // has happened to it since is the next thing to be shown.
        let post = self.a_post(&format!("card/{approval}"), cards::view(card, Face::Pending));
        match self.desk.ports.chat.post(&post).await {
            Ok(message) => Ok(vec![Entry::CardShown { approval, message, face: Face::Pending }]),
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
            // Nobody can press what was never shown.
            Err(ChatError::Refused(why)) => {
                warn!(thread = %self.lane.thread, %approval, why, "a card cannot be shown");
                let why = format!("The card could not be shown: {why}");
                let face = Face::Void { why: why.clone() };
                let voided = Entry::Voided { approval: approval.clone(), why };
                Ok(vec![voided, Entry::CardShown { approval, message: MessageRef(String::new()), face }])
            }
        }
    }

    /// A card that has vanished from the thread holds nothing up.
    async fn show_again(&self, card: &CardProgress, message: &MessageRef) -> Result<Vec<Entry>, Trouble> {
        let (approval, face) = (card.approval.clone(), card.face());
        match self.desk.ports.chat.update(message, &cards::view(card, face.clone())).await {
            Ok(()) => {}
            Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
            Err(ChatError::Refused(why)) => {
                warn!(thread = %self.lane.thread, %approval, why, "a card cannot be brought up to date");
                if card.is_open() && card.kind != CardKind::Undo {
                    return Ok(self.lost(&[card]).await);
                }
            }
        }
        Ok(vec![Entry::CardShown { approval, message: message.clone(), face }])
    }

    /// What is not to be seen any more cannot be decided, and its person hears of it where they can.
    pub(super) async fn lost(&self, cards: &[&CardProgress]) -> Vec<Entry> {
        let words: Vec<String> = cards.iter().map(|card| speech::card_gone(card)).collect();
        let view = View::plain(words.join("\n"));
        if let Some(person) = cards.first().map(|card| &card.planned.requester)
            && let Err(error) = self.desk.ports.chat.tell(person, &view).await
        {
            warn!(thread = %self.lane.thread, %error, "somebody could not be told that their card is gone");
        }
        let voided = |card: &&CardProgress| {
            let why = speech::CARD_GONE.to_owned();
            Entry::Voided { approval: card.approval.clone(), why }
        };
        cards.iter().map(voided).collect()
    }

    /// What people see us doing, under the thread's title.
    pub(super) async fn show_status(&self, status: Status, journal: &[Record]) {
        self.desk.ports.chat.show_status(&self.lane.thread, status, &title_of(journal)).await;
    }

    pub(super) fn a_post(&self, name: &str, view: View) -> Post {
        let thread = self.lane.thread.clone();
        Post {
            key: format!("{thread}/{name}"),
            thread,
            view,
            maybe_posted: self.doubtful.load(Ordering::Relaxed),
        }
    }
}
