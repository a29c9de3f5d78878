//! Running what was let through.

use std::time::Duration;

use kernel::ports::{Approval, ChatError};
use kernel::{ApprovalId, Call, Code, Entry, Failure, Kind, PlannedCall, Standing};
use serde_json::Value;

use super::{Moment, Trouble, Worker};
use crate::call::countersign::{self, Approved};
use crate::call::dry_run::NOT_NOW;
use crate::call::finish::{self, Ran, Reduction};
use crate::call::prepare::Surroundings;
use crate::thread::CardKind;
use crate::view::tool_title;

impl Worker {
    /// Runs what was countersigned: intent first, then the call, then its outcome.
    pub(super) async fn run_approved(&self, id: &ApprovalId, moment: &Moment<'_>) -> Result<(), Trouble> {
        let Some(card) = moment.progress.card(id) else { return Ok(()) };
        match card.kind {
            CardKind::Undo => return self.undo(card, moment).await,
            CardKind::Sharing => return self.share(card, moment).await,
            CardKind::Question | CardKind::Inquiry => {}
        }
        let (planned, turn) = (card.planned.clone(), card.turn);
        let ended = match self.approved(id, &planned, moment).await? {
            Ok(approved) => {
                let waiver = approved.waiver.clone();
                // The card had them.
                let (planned, patterns) = (planned.clone(), Vec::new());
                self.append(vec![Entry::Running { turn, planned, waiver, patterns }]).await?;
                self.run(approved).await
            }
            Err(failure) => Ran::refused(&planned.tool, failure),
        };
        self.outcome(&planned.call, turn, ended, moment).await
    }

    /// Runs what was let through. A read can be broken off; of anything else its person hears that it goes on.
    pub(super) async fn run(&self, approved: Approved) -> Ran {
        let (clock, limits) = (&*self.engine.ports.clock, &self.engine.limits);
        let definition = approved.tool.definition();
        if definition.kind == Kind::Read {
            return finish::run(approved, clock, limits).await;
        }
        let what = approved.tool.effect(&approved.plan);
        let what = what.map_or_else(|_| tool_title::title(definition), |effect| effect.sentence);
        let person = approved.planned.requester.clone();
        self.in_earshot(&person, &what, finish::run(approved, clock, limits)).await
    }

    /// How long ago it was countersigned.
    pub(super) fn decided_ago(&self, id: &ApprovalId, moment: &Moment<'_>) -> Duration {
        let decided = moment.progress.card(id).and_then(|card| card.decided).unwrap_or_default();
        self.engine.ports.clock.now().since(decided)
    }

    /// The claimed approval, turned into the right to run; or why not.
    pub(super) async fn approved(
        &self,
        id: &ApprovalId,
        planned: &PlannedCall,
        moment: &Moment<'_>,
    ) -> Result<Result<Approved, Failure>, Trouble> {
        if self.rehearses(&planned.requester).await {
            return Ok(Err(Failure::person(Code::NotAvailable, NOT_NOW)));
        }
        let approval: Option<Approval> = self.engine.ports.approvals.approval(id).await?;
        let Some(approval) = approval else {
            return Ok(Err(Failure::person(Code::Denied, "The approval is not known. Ask for it again.")));
        };
        let Some(tool) = self.engine.tools.toolbox().get(&planned.tool) else {
            return Ok(Err(Failure::person(Code::NotAvailable, "The tool is no longer there.")));
        };
        if let Err(failure) = self.still_allowed(&*tool) {
            return Ok(Err(failure));
        }
        let context = match self.call(planned, moment).await? {
            Ok(context) => context,
            Err(failure) => return Ok(Err(failure)),
        };
        if let Err(failure) = self.still_signed(planned, &approval).await? {
            return Ok(Err(failure));
        }
        let ago = self.decided_ago(id, moment);
        let approved = match countersign::claim(tool, planned.clone(), &approval, context, ago) {
            Ok(approved) => approved,
            Err(failure) => return Ok(Err(failure)),
        };
        // Others may read there since it was asked for.
        let checked = match approved.tool.flow(&approved.plan) {
            Ok(flow) => self.check_readers(&flow.sinks).await,
            Err(failure) => Err(failure),
        };
        Ok(checked.map(|()| approved))
    }

    /// Who and which account a planned call works for. Looked up anew: a person may have left and a grant may have
    /// been taken back since.
    pub(super) async fn call(
        &self,
        planned: &PlannedCall,
        moment: &Moment<'_>,
    ) -> Result<Result<Call, Failure>, Trouble> {
        let looked_up = self.engine.ports.directory.person(&planned.requester).await;
        let requester = match looked_up {
            Ok(person) if person.standing == Standing::Member => person,
            Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
            Ok(_) | Err(ChatError::Refused(_)) => {
                let words = "The person who asked is no longer a member of this workspace.";
                return Ok(Err(Failure::person(Code::Denied, words)));
            }
        };
        let Surroundings { thread, key, files, stop, notes } =
            self.surroundings(&planned.call, &planned.requester, moment);
        Ok(Ok(Call { requester, account: planned.account.clone(), thread, key, files, stop, notes }))
    }

    /// By what answers are made shorter.
    pub(super) fn reduction<'a>(&'a self, arguments: &'a Value, moment: &Moment<'_>) -> Reduction<'a> {
        Reduction {
            reducers: &self.engine.reducers,
            arguments,
            turn: moment.progress.past.len() as u64 + 1,
            budget: self.engine.results(&self.lane.thread),
            toolbox: self.engine.tools.toolbox().now(),
        }
    }
}
