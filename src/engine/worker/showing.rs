//! What people see: replies and cards.

use std::sync::atomic::Ordering;

use kernel::ports::{ChatError, Post, Status};
use kernel::{ApprovalId, Ending, Entry, Face, MessageRef, Record, Reply, View};
use tracing::warn;

use super::{Moment, Trouble, Worker};
use crate::cards;
use crate::progress::{CardProgress, ReplyProgress};
use crate::title::title_of;

impl Worker {
    /// Posts the words a turn ends with.
    pub(super) async fn post(&self, moment: &Moment<'_>) -> Result<(), Trouble> {
        let Some(turn) = &moment.progress.turn else { return Ok(()) };
        let view = match &turn.reply {
            ReplyProgress::Final(reply) => {
                let text = serde_json::from_str::<Reply>(reply.words()).map(|reply| reply.text);
                View::words(text.unwrap_or_else(|_| reply.words().to_owned()))
            }
            ReplyProgress::Silent(words, _) => View::plain(words.words()),
            ReplyProgress::NotYet | ReplyProgress::Calls => return Ok(()),
        };
        let post = self.a_post(&format!("reply/{}", turn.id.0), view);
        match self.desk.ports.chat.post(&post).await {
            Ok(message) => Ok(self.append(vec![Entry::Posted { turn: turn.id, message }]).await?),
            Err(ChatError::Refused(why)) => {
                warn!(thread = %self.lane.thread, why, "a reply was refused for good");
                let ending = Ending::Failed(format!("the chat refused the reply: {why}"));
                Ok(self.append(vec![Entry::Finished { turn: turn.id, ending }]).await?)
            }
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
        }
    }

    /// Puts a card into the thread, or brings it up to date.
    pub(super) async fn show(&self, approval: &ApprovalId, moment: &Moment<'_>) -> Result<(), Trouble> {
        let Some(card) = moment.progress.card(approval) else { return Ok(()) };
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
            }
        }
        Ok(vec![Entry::CardShown { approval, message: message.clone(), face }])
    }

    /// What people see us doing, under the thread's title.
    pub(super) async fn show_status(&self, status: Status, journal: &[Record]) {
        self.desk.ports.chat.show_status(&self.lane.thread, status, &title_of(journal)).await;
    }

    fn a_post(&self, name: &str, view: View) -> Post {
        let thread = self.lane.thread.clone();
        Post {
            key: format!("{thread}/{name}"),
            thread,
            view,
            maybe_posted: self.doubtful.load(Ordering::Relaxed),
        }
    }
}
