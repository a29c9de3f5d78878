//! Telling earlier turns in fewer words, before a model has no room left for them.

use std::sync::Arc;

use kernel::ports::Quiet;
use kernel::{Body, Compacted, Ended, Entry, Label, Message, ReplyEntry, Request, Tier};
use tracing::{info, warn};

use crate::guard::steady_fence;
use crate::prompt::{Audience, Outgrown, conversation};
use crate::thread::{Turn, label_of};
use crate::tools::COMPACTION;
use crate::tools::View;
use crate::worker::ask_model::scanned;
use crate::worker::{AskModel, StepContext, Trouble};

/// How long a summary may be, in tokens.
const LONGEST: u32 = 2_000;
/// How often a turn is told in fewer words before it is given up: of our own accord, and because it was refused.
const MOST_IN_A_TURN: usize = 2;

impl AskModel<'_> {
    /// How many tokens of a conversation the model has room for before it must be told in fewer words.
    pub(crate) fn room(&self, view: &View) -> usize {
        self.ctx.engine.room(view)
    }

    /// Tells a conversation in fewer words that a model found too long although there seemed to be room for it: half of
    /// that must do. Whether it did; a turn tries that once.
    pub(crate) async fn shorten(
        &self,
        turn: &Turn,
        audience: &Audience<'_>,
        view: &View,
    ) -> Result<bool, Trouble> {
        let written = self.ctx.journal.iter().filter(
            |record| matches!(&record.entry, Entry::Reply(ReplyEntry::Compacted(compacted)) if compacted.turn == turn.id),
        );
        if written.count() >= MOST_IN_A_TURN {
            return Ok(false);
        }
        let most = self.room(view) / 2;
        match conversation(self.ctx.journal, self.ctx.progress, audience, most).outgrown {
            Some(outgrown) => self.compact(outgrown, turn).await,
            None => Ok(false),
        }
    }

    /// Writes down what stands for earlier turns from now on. Whether there is anything new; if the model has no summary to
    /// give, older turns are left out of the request as they are.
    pub(crate) async fn compact(&self, outgrown: Outgrown, turn: &Turn) -> Result<bool, Trouble> {
        let Outgrown { turns, upto, text } = outgrown;
        let mut entries = Vec::new();
        let summary = match text {
            None => Some((standing_summary(turn, self.ctx), Label::trusted())),
            Some(text) => {
                let request = Request {
                    system: COMPACTION.into(),
                    // Nothing to call: who is offered nothing does not search by itself either.
                    tools: Arc::new([]),
                    messages: vec![Message::User(steady_fence(&Body::new(text), "conversation"))],
                    max_tokens: LONGEST,
                    tier: Tier::Fast,
                };
                match self
                    .ctx
                    .engine
                    .ports
                    .model
                    .reply(&request, &mut self.ctx.tally.beside(&mut Quiet))
                    .await
                {
                    Ok(reply) => {
                        entries.extend(self.spent(turn, &reply));
                        let usable = reply.ended != Ended::Refused && !reply.text.trim().is_empty();
                        usable.then(|| (Body::new(reply.text.trim()), scanned(reply.read)))
                    }
                    Err(error) => {
                        warn!(thread = %self.ctx.lane.thread, %error, "no summary of what was said before");
                        None
                    }
                }
            }
        };
        let written = summary.is_some();
        entries.extend(summary.map(|(summary, read)| {
            info!(thread = %self.ctx.lane.thread, turns = turns.len(), "earlier turns are told in fewer words");
            let label = label_of(self.ctx.journal, &self.ctx.progress.cards, &turn.requester).join(&read);
            let requester = turn.requester.clone();
            let compacted = Compacted { turn: turn.id, requester, turns, upto, summary, label };
            Entry::Reply(ReplyEntry::Compacted(Box::new(compacted)))
        }));
        if !entries.is_empty() {
            self.ctx.append(entries).await?;
        }
        Ok(written)
    }
}

/// The summary as it is; an empty one where there is none yet.
fn standing_summary(turn: &Turn, ctx: &StepContext<'_>) -> Body {
    let standing = crate::prompt::standing(ctx.journal, &turn.requester);
    standing.map_or_else(|| Body::new(""), |compacted| compacted.summary.clone())
}
