//! What people see: replies and cards.

pub(crate) mod fallback_dm;
pub(crate) mod live_draft;
pub(crate) mod private_answer;
pub(crate) mod progress_feed;
pub(crate) mod share_answer;

use std::sync::atomic::Ordering;

use kernel::ports::{ChatError, Post, ThreadKind};
use kernel::{
    Body, CallEntry, Ending, Entry, Part, PlaceEntry, Record, Reply, ReplyEntry, View, Waiver, Withheld,
};

use crate::call::dry_run;
use crate::guard::{Known, tamed};
use crate::prompt::attachments;
use crate::thread::{Apart, ReplyProgress, Turn};
use crate::view::Place;
use crate::view::speech;
use crate::worker::{StepContext, Trouble};

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
            ReplyProgress::Final(reply) => match self.place_of_reply(turn).await {
                Place::RequesterOnly(withheld) => return self.set_reply_apart(turn, withheld).await,
                Place::Thread => answer(turn, reply, self.ctx.journal).with(Part::Feedback(turn.id)),
                Place::ThreadNamed => {
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
                let posted = Entry::Reply(ReplyEntry::Posted { turn: turn.id, message });
                Ok(self
                    .ctx
                    .append(vec![posted, Entry::Reply(ReplyEntry::Finished { turn: turn.id, ending })])
                    .await?)
            }
            Err(ChatError::Refused(why)) => self.reply_elsewhere(turn, post.view, &why).await,
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
        }
    }

    /// Nothing is told apart that an earlier attempt has left in the thread.
    async fn set_reply_apart(&self, turn: &Turn, withheld: Withheld) -> Result<(), Trouble> {
        let (post, turn) = (self.ctx.a_post(&reply_key(turn), View::plain("")), turn.id);
        let entry = match self.ctx.stands(&post).await? {
            Some(message) => Entry::Reply(ReplyEntry::Posted { turn, message }),
            None => Entry::Place(PlaceEntry::AnsweredApart { turn, message: None, withheld }),
        };
        Ok(self.ctx.append(vec![entry]).await?)
    }

    pub(crate) async fn give_up(&self, ending: Ending) -> Result<(), Trouble> {
        let Some(turn) = &self.ctx.progress.turn else { return Ok(()) };
        // Who reads along in a shared thread need not know to whom somebody writes.
        let done = match self.ctx.engine.ports.chat.kind(&self.ctx.lane.thread) {
            ThreadKind::Direct => speech::deeds(turn, &self.ctx.progress.cards),
            ThreadKind::Shared => turn.done.clone(),
        };
        let words = Body::new(speech::giving_up(&ending, turn, &done));
        Ok(self.ctx.append(vec![Entry::Reply(ReplyEntry::Silent { turn: turn.id, words, ending })]).await?)
    }

    pub(crate) async fn finish(&self, ending: Ending) -> Result<(), Trouble> {
        let Some(turn) = &self.ctx.progress.turn else { return Ok(()) };
        Ok(self.ctx.append(vec![Entry::Reply(ReplyEntry::Finished { turn: turn.id, ending })]).await?)
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
        Entry::Call(CallEntry::Answered { turn: of, words, kept: None, .. }) => {
            *of == turn.id && dry_run::is_told(words)
        }
        _ => false,
    })
}

/// What ran without a question because somebody had said so beforehand.
fn by_rule(turn: &Turn, journal: &[Record]) -> Option<String> {
    let ran = journal.iter().filter_map(|record| match &record.entry {
        Entry::Call(CallEntry::Running { turn: of, planned, waiver: Waiver::PersonRule(_), .. })
            if *of == turn.id =>
        {
            Some(planned.tool.as_str())
        }
        _ => None,
    });
    speech::by_rule(&ran.collect::<Vec<_>>())
}
