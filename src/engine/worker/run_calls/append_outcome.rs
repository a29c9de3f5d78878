//! How a call that came to its end goes into the journal.

use kernel::ports::TaskState;
use kernel::{
    ApprovalId, Body, CallEntry, CallId, CardEntry, Digest, Entry, Outcome, PlannedCall, Showing, TurnId,
    Undo,
};
use tracing::error;
use uuid::Uuid;

use crate::call::answers::told_once;
use crate::call::finish::{self, Finished, Ran};
use crate::thread::{CardKind, is_news};
use crate::worker::authorization::disclosure_check::found_in;
use crate::worker::prepare_calls::Prepared;
use crate::worker::prepare_calls::arguments_of;
use crate::worker::run_calls::recover::intent;
use crate::worker::{RunCalls, Trouble};

impl RunCalls<'_> {
    /// Answers a call that did not run.
    pub(crate) async fn answer(
        &self,
        turn: TurnId,
        call: &CallId,
        ended: Finished,
    ) -> Result<Prepared, Trouble> {
        let Finished { outcome, words, label, kept, gate, tool, .. } = ended;
        self.ctx.live_draft.progress_feed.end_task(&call.0, ended_as(outcome));
        let call = call.clone();
        self.ctx
            .append(vec![Entry::Call(CallEntry::Answered {
                turn,
                call,
                outcome,
                words,
                label,
                kept,
                gate,
                tool,
            })])
            .await?;
        Ok(Prepared::Answered)
    }

    /// Answers a call that ran without a question.
    pub(crate) async fn answer_run(
        &self,
        turn: TurnId,
        planned: &PlannedCall,
        ended: Finished,
    ) -> Result<Prepared, Trouble> {
        let Finished { outcome, words, label, kept, undo, gate, tool } = ended;
        self.ctx.live_draft.progress_feed.end_task(&planned.call.0, ended_as(outcome));
        let call = planned.call.clone();
        let mut entries =
            vec![Entry::Call(CallEntry::Answered { turn, call, outcome, words, label, kept, gate, tool })];
        entries.extend(undo.and_then(|undo| self.offer_of(turn, planned, undo)));
        self.ctx.append(entries).await?;
        Ok(Prepared::Answered)
    }

    pub(crate) async fn outcome(&self, call: &CallId, turn: TurnId, ran: Ran) -> Result<(), Trouble> {
        let arguments = arguments_of(call, self.ctx);
        let ended = finish::label(finish::reduce(ran, &self.reduction(&arguments)));
        self.record(call, turn, ended).await
    }

    /// A call that had been given up before gets an entry of its own; any other gets its answer.
    pub(crate) async fn record(&self, call: &CallId, turn: TurnId, ended: Finished) -> Result<(), Trouble> {
        let Finished { outcome, words, mut label, kept, undo, gate, tool } = ended;
        let card = self.ctx.progress.card_of(call);
        // What is said of what only its requester was to see is for them too; that it was not done says nothing of it.
        if let Some(card) = card.filter(|card| card.showing != Showing::Whole && is_news(outcome)) {
            label = found_in(&card.planned.account, label);
        }
        let planned = card.map(|card| card.planned.clone());
        let planned = planned.or_else(|| intent(call, self.ctx).map(|(_, planned, _)| planned));
        let call = call.clone();
        let entry = match card {
            Some(card)
                if card.kind == CardKind::Undo && self.ctx.undo().can_be_pressed_again(card, outcome) =>
            {
                return self.ctx.undo().offer_undo_again(card).await;
            }
            Some(card) if card.kind == CardKind::Undo => {
                // Of what an undo says, nobody reads on.
                let words = match &kept {
                    Some(kept) => told_once(&words, kept, &label),
                    None => words,
                };
                Entry::Card(CardEntry::Undone {
                    approval: card.approval.clone(),
                    call,
                    outcome,
                    words,
                    label,
                })
            }
            Some(card) if card.closed => Entry::Call(CallEntry::Resolved {
                approval: card.approval.clone(),
                call,
                outcome,
                words,
                label,
                kept,
            }),
            _ => {
                let tool = planned.as_ref().map(|planned| planned.tool.clone()).or(tool);
                Entry::Call(CallEntry::Answered { turn, call, outcome, words, label, kept, gate, tool })
            }
        };
        let offer = planned.zip(undo).and_then(|(planned, undo)| self.offer_of(turn, &planned, undo));
        Ok(self.ctx.append([entry].into_iter().chain(offer).collect()).await?)
    }

    /// The button that undoes what was done, for whom it was done, in the same account.
    fn offer_of(&self, turn: TurnId, done: &PlannedCall, undo: Undo) -> Option<Entry> {
        let Undo { words, tool, arguments, until } = undo;
        let Some(way_back) = self.ctx.engine.tools.toolbox().get(&tool) else {
            error!(tool, "there is no such way back");
            return None;
        };
        let version = way_back.definition().version;
        let planned = PlannedCall {
            call: CallId(format!("undo_{}", Uuid::new_v4().simple())),
            digest: Digest::of_call(&tool, version, &done.account, &arguments),
            tool,
            version,
            account: done.account.clone(),
            requester: done.requester.clone(),
            plan: Body::new(arguments.to_string()),
        };
        let approval = ApprovalId(Uuid::new_v4().simple().to_string());
        let undoes = Some(done.call.clone());
        Some(Entry::Card(CardEntry::UndoOffered {
            turn,
            approval,
            planned,
            words: Body::new(words),
            until,
            undoes,
        }))
    }
}

fn ended_as(outcome: Outcome) -> TaskState {
    match outcome {
        Outcome::Done => TaskState::Done,
        Outcome::Failed(_) | Outcome::Unknown => TaskState::Failed,
    }
}
