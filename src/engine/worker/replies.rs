//! What people see: replies and cards.

pub(crate) mod fallback_dm;
pub(crate) mod live_draft;
pub(crate) mod private_answer;
pub(crate) mod progress_feed;
pub(crate) mod share_answer;

use std::sync::atomic::Ordering;

use kernel::ports::{ChatError, Post};
use kernel::{
    ApprovalId, Body, Ending, Entry, Face, MessageRef, Part, Record, Reply, Showing, View, Waiver, Withheld,
};
use tracing::warn;

use crate::call::dry_run;
use crate::guard::{Known, tamed};
use crate::prompt::attachments;
use crate::thread::{Apart, CardProgress, ReplyProgress, Turn};
use crate::view::Room;
use crate::view::cards;
use crate::view::speech;
use crate::worker::replies::private_answer::{NewCard, Put};
use crate::worker::{Cards, StepContext, Trouble};

/// Posts replies where their readers may see them.
pub(crate) struct Replies<'a> {
    pub(crate) ctx: &'a StepContext<'a>,
}

impl Replies<'_> {
    /// Posts the words a turn ends with.
    pub(crate) async fn post(&self) -> Result<(), Trouble> {
        let Some(turn) = &self.ctx.progress.turn else { return Ok(()) };
        let view = match &turn.reply {
            ReplyProgress::Final(_) if let Apart::Told(told, withheld) = &turn.apart => {
                self.pointer(told, *withheld).await
            }
            ReplyProgress::Final(reply) => match self.room_for_reply(turn).await {
                Room::Apart(withheld) => return self.set_reply_apart(turn, withheld).await,
                Room::Thread => answer(turn, reply, self.ctx.journal).with(Part::Feedback(turn.id)),
                Room::ThreadNamed => {
                    let whose = Part::Plain(self.whose(turn).await);
                    answer(turn, reply, self.ctx.journal).with(whose).with(Part::Feedback(turn.id))
                }
            },
            ReplyProgress::Silent(words, _) => View::plain(words.words()),
            ReplyProgress::NotYet | ReplyProgress::Calls => return Ok(()),
        };
        let ending = match &turn.reply {
            ReplyProgress::Silent(_, ending) => ending.clone(),
            _ => Ending::Replied,
        };
        let post = self.ctx.a_post(&reply_key(turn), view);
        let chat = &self.ctx.engine.ports.chat;
        let posted = match &turn.begun {
            Some(begun) => chat.complete(&post, begun).await,
            None => chat.post(&post).await,
        };
        match posted {
            // Said, it is over; both go down together.
            Ok(message) => {
                let posted = Entry::Posted { turn: turn.id, message };
                Ok(self.ctx.append(vec![posted, Entry::Finished { turn: turn.id, ending }]).await?)
            }
            Err(ChatError::Refused(why)) => self.reply_elsewhere(turn, post.view, &why).await,
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
        }
    }

    /// Nothing is told apart that an earlier attempt has left in the thread.
    async fn set_reply_apart(&self, turn: &Turn, withheld: Withheld) -> Result<(), Trouble> {
        let (post, turn) = (self.ctx.a_post(&reply_key(turn), View::plain("")), turn.id);
        let entry = match self.ctx.stands(&post).await? {
            Some(message) => Entry::Posted { turn, message },
            None => Entry::AnsweredApart { turn, message: None, withheld },
        };
        Ok(self.ctx.append(vec![entry]).await?)
    }
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
            Ok(Put::There(message)) => Ok(vec![Entry::CardShown { approval, message, face: Face::Pending }]),
            Ok(Put::Apart) => Ok(Vec::new()),
            // Nobody can press what was never shown.
            Err(Trouble::Chat(ChatError::Refused(why))) => {
                warn!(thread = %self.ctx.lane.thread, %approval, why, "a card cannot be shown");
                let why = format!("The card could not be shown: {why}");
                let face = Face::Void { why: why.clone() };
                let voided = Entry::Voided { approval: approval.clone(), why };
                Ok(vec![voided, Entry::CardShown { approval, message: MessageRef(String::new()), face }])
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
        Ok(vec![Entry::CardShown { approval, message: message.clone(), face }])
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
            Entry::Voided { approval: card.approval.clone(), why }
        };
        cards.iter().map(voided).collect()
    }
}

impl StepContext<'_> {
    pub(crate) fn a_post(&self, name: &str, view: View) -> Post {
        let thread = self.lane.thread.clone();
        Post {
            key: format!("{thread}/{name}"),
            thread,
            view,
            maybe_posted: self.doubtful.load(Ordering::Relaxed),
        }
    }
}

/// What the model said, with the links that may be pressed.
pub(crate) fn text_of(reply: &Body, journal: &[Record]) -> String {
    let text = serde_json::from_str::<Reply>(reply.words()).map(|reply| reply.text);
    tamed(&text.unwrap_or_else(|_| reply.words().to_owned()), &Known::of(journal))
}

/// What the reply of a turn goes by.
pub(crate) fn reply_key(turn: &Turn) -> String {
    format!("reply/{}", turn.id.0)
}

/// What the model answered, and how much of the thread it had read for it.
pub(crate) fn answer(turn: &Turn, reply: &Body, journal: &[Record]) -> View {
    let view = View::words(text_of(reply, journal));
    let read = turn.recalled.and_then(speech::coverage);
    let lines = read.into_iter().chain(attachments::shortfall(journal, turn)).chain(by_rule(turn, journal));
    let lines = lines.chain(was_dry(turn, journal).then(|| speech::WAS_DRY.to_owned()));
    lines.fold(view, |view, line| view.with(Part::Plain(line)))
}

/// Whether anything was only told that would have been done.
fn was_dry(turn: &Turn, journal: &[Record]) -> bool {
    journal.iter().any(|record| match &record.entry {
        Entry::Answered { turn: of, words, kept: None, .. } => *of == turn.id && dry_run::is_told(words),
        _ => false,
    })
}

/// What ran without a question because somebody had said so beforehand.
fn by_rule(turn: &Turn, journal: &[Record]) -> Option<String> {
    let ran = journal.iter().filter_map(|record| match &record.entry {
        Entry::Running { turn: of, planned, waiver: Waiver::PersonRule(_), .. } if *of == turn.id => {
            Some(planned.tool.as_str())
        }
        _ => None,
    });
    speech::by_rule(&ran.collect::<Vec<_>>())
}
