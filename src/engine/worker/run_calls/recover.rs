//! Calls that were under way when an earlier life ended.

use kernel::{ApprovalId, CallEntry, CallId, Entry, PlannedCall, Probe, TurnId, Waiver};

use crate::call::countersign;
use crate::call::finish::{self, Ran};
use crate::thread::CardKind;
use crate::view::tool_title;
use crate::worker::{RunCalls, StepContext, Trouble};

impl RunCalls<'_> {
    /// After a crash: what happened is reported; what provably did not goes on; what nobody can tell is said to be
    /// unknown, and never run again.
    pub(crate) async fn recover(&self, call: &CallId) -> Result<(), Trouble> {
        let Some((turn, planned, waiver)) = intent(call, self.ctx) else { return Ok(()) };
        let Some(tool) = self.ctx.engine.tools.toolbox().get(&planned.tool) else {
            let words = format!("{} is no longer there; it is not known whether it was done.", planned.tool);
            return self.outcome(call, turn, Ran::unknown(planned.tool.clone(), words)).await;
        };
        let context = match self.call(&planned).await? {
            Ok(context) => context,
            Err(failure) => {
                let ran = Ran::unknown(planned.tool.clone(), failure.words);
                return self.outcome(call, turn, ran).await;
            }
        };
        let plan = serde_json::from_str(planned.plan.words()).unwrap_or_default();
        let finding_out =
            finish::find_out(&*tool, &plan, &context, &*self.ctx.engine.ports.clock, &self.ctx.engine.limits);
        let what = tool_title::title(tool.definition());
        let ran = match self.ctx.in_earshot(&planned.requester, &what, finding_out).await {
            Probe::Happened(done) => Ran::happened(&planned.tool, *done),
            Probe::Unknown(words) => Ran::unknown(planned.tool.clone(), words),
            Probe::DidNot => {
                let approved = match waiver {
                    Waiver::Approval(id) if is_undo(&id, self.ctx) => {
                        self.ctx.undo().undo_again(&id, &planned).await?
                    }
                    Waiver::Approval(id) => self.approved(&id, &planned).await?,
                    waiver => match self.ctx.authorization().still_ruled(&waiver, &planned, &*tool).await? {
                        Ok(()) => countersign::go_on(tool, planned.clone(), waiver, context),
                        Err(failure) => Err(failure),
                    },
                };
                match approved {
                    Ok(approved) => self.run(approved).await,
                    Err(failure) => Ran::refused(&planned.tool, failure),
                }
            }
        };
        self.outcome(call, turn, ran).await
    }
}

pub(crate) fn intent(call: &CallId, ctx: &StepContext<'_>) -> Option<(TurnId, PlannedCall, Waiver)> {
    ctx.journal.iter().rev().find_map(|record| match &record.entry {
        Entry::Call(CallEntry::Running { turn, planned, waiver, .. }) if planned.call == *call => {
            Some((*turn, planned.clone(), waiver.clone()))
        }
        _ => None,
    })
}

fn is_undo(id: &ApprovalId, ctx: &StepContext<'_>) -> bool {
    ctx.progress.card(id).is_some_and(|card| card.kind == CardKind::Undo)
}
