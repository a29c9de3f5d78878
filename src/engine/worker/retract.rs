//! What follows from what people wrote meanwhile, changed, or took back.

use std::time::Duration;

use kernel::ports::ChatError;
use kernel::{
    ApprovalId, CardEntry, Digest, Entry, MessageEntry, MessageRef, PlaceEntry, Record, ReplyEntry, TurnId,
    View,
};
use tracing::warn;

use crate::base::within;
use crate::thread::{Apart, Posting, Turn};
use crate::worker::{StepContext, Trouble};

/// In the place of a title that said what somebody has deleted.
const TITLE_GONE: &str = "Deleted request";
const FOR_A_TITLE: Duration = Duration::from_secs(10);

/// Takes back turns and words that were edited, deleted or stopped.
pub(crate) struct Retract<'a> {
    pub(crate) ctx: &'a StepContext<'a>,
}

impl Retract<'_> {
    /// Takes back a card that nobody has decided.
    pub(crate) async fn void(&self, approval: ApprovalId) -> Result<(), Trouble> {
        let why = self.ctx.progress.card(&approval).and_then(|card| card.taken_back).unwrap_or_default();
        Ok(self.ctx.append(vec![Entry::Card(CardEntry::Voided { approval, why: why.to_owned() })]).await?)
    }

    pub(crate) async fn steer(&self, added: Vec<TurnId>) -> Result<(), Trouble> {
        let Some(turn) = &self.ctx.progress.turn else { return Ok(()) };
        self.ctx.append(vec![Entry::Message(MessageEntry::Steered { turn: turn.id, added })]).await?;
        let noted = View::plain("Noted, I\u{2019}m taking it into account.");
        if let Err(error) =
            self.ctx.engine.ports.chat.whisper(&self.ctx.lane.thread, &turn.requester, &noted).await
        {
            warn!(thread = %self.ctx.lane.thread, %error, "somebody could not be told that they were heard");
        }
        Ok(())
    }

    /// A reply that cannot be removed any more holds nothing up.
    pub(crate) async fn remove(&self, id: TurnId) -> Result<(), Trouble> {
        let turns = self.ctx.progress.turn.iter().chain(&self.ctx.progress.past);
        for reply in turns.filter(|turn| turn.id == id).flat_map(standing) {
            match self.ctx.engine.ports.chat.remove(&self.ctx.lane.thread, reply).await {
                Ok(()) => {}
                Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
                Err(ChatError::Refused(why)) => {
                    warn!(thread = %self.ctx.lane.thread, why, "a reply cannot be removed");
                }
            }
        }
        Ok(self.ctx.append(vec![Entry::Reply(ReplyEntry::Removed { turn: id })]).await?)
    }

    pub(crate) async fn forget(&self, digests: Vec<Digest>) -> Result<(), Trouble> {
        let seen = self.ctx.journal.last().map_or(0, |record| record.number);
        if is_called_after(self.ctx.journal, &digests) {
            let ports = &self.ctx.engine.ports;
            let deadline = ports.clock.now().plus(FOR_A_TITLE);
            let retitling = ports.chat.retitle(&self.ctx.lane.thread, TITLE_GONE);
            // The words must go, whatever becomes of the title.
            match within(retitling, &*ports.clock, deadline).await {
                Some(Ok(())) => {}
                Some(Err(error)) => {
                    warn!(thread = %self.ctx.lane.thread, %error, "a title still says what was deleted");
                }
                None => warn!(thread = %self.ctx.lane.thread, "a title may still say what was deleted"),
            }
        }
        Ok(self.ctx.append(vec![Entry::Message(MessageEntry::Forgotten { digests, seen })]).await?)
    }
}

/// Whether the thread bears a title of ours that is made of these words.
fn is_called_after(journal: &[Record], digests: &[Digest]) -> bool {
    let theirs = journal.iter().any(|record| matches!(record.entry, Entry::Place(PlaceEntry::Titled { .. })));
    let first = journal.iter().find_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Asked { words, .. }) => Some(&words.digest),
        _ => None,
    });
    !theirs && first.is_some_and(|first| digests.contains(first))
}

/// What stands of its reply, in the thread and elsewhere.
fn standing(turn: &Turn) -> impl Iterator<Item = &MessageRef> {
    let here = match &turn.posting {
        Posting::Stands(message) => Some(message),
        Posting::NotYet | Posting::Removed => None,
    };
    let apart = match &turn.apart {
        Apart::Told(message, _) => Some(message),
        Apart::No | Apart::Due(_) => None,
    };
    here.into_iter().chain(apart).chain(&turn.shared)
}
