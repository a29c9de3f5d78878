//! Running what was let through.

pub(crate) mod append_outcome;
pub(crate) mod interrupted;
pub(crate) mod recover;
pub(crate) mod undo_window;

use std::time::Duration;

use kernel::ports::{Approval, ChatError};
use kernel::{ApprovalId, Call, CallEntry, Code, Entry, Failure, Kind, PlannedCall, Standing};
use serde_json::Value;

use crate::call::countersign::{self, Approved};
use crate::call::dry_run::NOT_NOW;
use crate::call::finish::{self, Ran, Reduction};
use crate::call::prepare::Surroundings;
use crate::thread::CardKind;
use crate::view::tool_title;
use crate::worker::{StepContext, Trouble};

/// Runs approved calls, finds out about interrupted ones, and writes down the outcome.
pub(crate) struct RunCalls<'a> {
    pub(crate) ctx: &'a StepContext<'a>,
}

impl RunCalls<'_> {
    /// Runs what was countersigned: intent first, then the call, then its outcome.
    pub(crate) async fn run_approved(&self, id: &ApprovalId) -> Result<(), Trouble> {
        let Some(card) = self.ctx.progress.card(id) else { return Ok(()) };
        match card.kind {
            CardKind::Undo => return self.ctx.undo().undo(card).await,
            CardKind::Sharing => return self.ctx.replies().share(card).await,
            CardKind::Question | CardKind::Inquiry => {}
        }
        let (planned, turn) = (card.planned.clone(), card.turn);
        let ended = match self.approved(id, &planned).await? {
            Ok(approved) => {
                let waiver = approved.waiver.clone();
                // The card had them.
                let (planned, patterns) = (planned.clone(), Vec::new());
                self.ctx
                    .append(vec![Entry::Call(CallEntry::Running { turn, planned, waiver, patterns })])
                    .await?;
                self.run(approved).await
            }
            Err(failure) => Ran::refused(&planned.tool, failure),
        };
        self.outcome(&planned.call, turn, ended).await
    }

    /// Runs what was let through. A read can be broken off; of anything else its person hears that it goes on.
    pub(crate) async fn run(&self, approved: Approved) -> Ran {
        let (clock, limits) = (&*self.ctx.engine.ports.clock, &self.ctx.engine.limits);
        let definition = approved.tool.definition();
        if definition.kind == Kind::Read {
            return finish::run(approved, clock, limits).await;
        }
        let what = approved.tool.effect(&approved.plan);
        let what = what.map_or_else(|_| tool_title::title(definition), |effect| effect.sentence);
        let person = approved.planned.requester.clone();
        self.ctx.in_earshot(&person, &what, finish::run(approved, clock, limits)).await
    }

    /// How long ago it was countersigned.
    pub(crate) fn decided_ago(&self, id: &ApprovalId) -> Duration {
        let decided = self.ctx.progress.card(id).and_then(|card| card.decided).unwrap_or_default();
        self.ctx.engine.ports.clock.now().since(decided)
    }

    /// The claimed approval, turned into the right to run; or why not.
    pub(crate) async fn approved(
        &self,
        id: &ApprovalId,
        planned: &PlannedCall,
    ) -> Result<Result<Approved, Failure>, Trouble> {
        if self.ctx.prepare_calls().rehearses(&planned.requester).await {
            return Ok(Err(Failure::person(Code::NotAvailable, NOT_NOW)));
        }
        let approval: Option<Approval> = self.ctx.engine.ports.approvals.approval(id).await?;
        let Some(approval) = approval else {
            return Ok(Err(Failure::person(Code::Denied, "The approval is not known. Ask for it again.")));
        };
        let Some(tool) = self.ctx.engine.tools.toolbox().get(&planned.tool) else {
            return Ok(Err(Failure::person(Code::NotAvailable, "The tool is no longer there.")));
        };
        if let Err(failure) = self.ctx.authorization().still_allowed(&*tool) {
            return Ok(Err(failure));
        }
        let context = match self.call(planned).await? {
            Ok(context) => context,
            Err(failure) => return Ok(Err(failure)),
        };
        if let Err(failure) = self.ctx.authorization().still_signed(planned, &approval).await? {
            return Ok(Err(failure));
        }
        let ago = self.decided_ago(id);
        let approved = match countersign::claim(tool, planned.clone(), &approval, context, ago) {
            Ok(approved) => approved,
            Err(failure) => return Ok(Err(failure)),
        };
        // Others may read there since it was asked for.
        let checked = match approved.tool.flow(&approved.plan) {
            Ok(flow) => self.ctx.check_readers(&flow.sinks).await,
            Err(failure) => Err(failure),
        };
        Ok(checked.map(|()| approved))
    }

    /// Who and which account a planned call works for. Looked up anew: a person may have left and a grant may have
    /// been taken back since.
    pub(crate) async fn call(&self, planned: &PlannedCall) -> Result<Result<Call, Failure>, Trouble> {
        let looked_up = self.ctx.engine.ports.directory.person(&planned.requester).await;
        let requester = match looked_up {
            Ok(person) if person.standing == Standing::Member => person,
            Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
            Ok(_) | Err(ChatError::Refused(_)) => {
                let words = "The person who asked is no longer a member of this workspace.";
                return Ok(Err(Failure::person(Code::Denied, words)));
            }
        };
        let Surroundings { thread, key, files, stop, notes } =
            self.ctx.surroundings(&planned.call, &planned.requester);
        Ok(Ok(Call { requester, account: planned.account.clone(), thread, key, files, stop, notes }))
    }

    /// By what answers are made shorter.
    pub(crate) fn reduction<'a>(&'a self, arguments: &'a Value) -> Reduction<'a> {
        Reduction {
            reducers: &self.ctx.engine.reducers,
            arguments,
            turn: self.ctx.progress.past.len() as u64 + 1,
            budget: self.ctx.engine.results(&self.ctx.lane.thread),
            toolbox: self.ctx.engine.tools.toolbox().now(),
        }
    }
}
