//! Calls that were under way when an earlier life ended.

use kernel::{ApprovalId, CallId, Entry, PlannedCall, Probe, TurnId, Waiver};

use super::{Moment, Trouble, Worker};
use crate::call::countersign;
use crate::call::finish::{self, Ran};
use crate::thread::CardKind;
use crate::view::tool_title;

impl Worker {
    /// After a crash: what happened is reported; what provably did not goes on; what nobody can tell is said to be
    /// unknown, and never run again.
    pub(super) async fn recover(&self, call: &CallId, moment: &Moment<'_>) -> Result<(), Trouble> {
        let Some((turn, planned, waiver)) = intent(call, moment) else { return Ok(()) };
        let Some(tool) = self.engine.tools.toolbox().get(&planned.tool) else {
            let words = format!("{} is no longer there; it is not known whether it was done.", planned.tool);
            return self.outcome(call, turn, Ran::unknown(planned.tool.clone(), words), moment).await;
        };
        let context = match self.call(&planned, moment).await? {
            Ok(context) => context,
            Err(failure) => {
                let ran = Ran::unknown(planned.tool.clone(), failure.words);
                return self.outcome(call, turn, ran, moment).await;
            }
        };
        let plan = serde_json::from_str(planned.plan.words()).unwrap_or_default();
        let finding_out =
            finish::find_out(&*tool, &plan, &context, &*self.engine.ports.clock, &self.engine.limits);
        let what = tool_title::title(tool.definition());
        let ran = match self.in_earshot(&planned.requester, &what, finding_out).await {
            Probe::Happened(done) => Ran::happened(&planned.tool, *done),
            Probe::Unknown(words) => Ran::unknown(planned.tool.clone(), words),
            Probe::DidNot => {
                let approved = match waiver {
                    Waiver::Approval(id) if is_undo(&id, moment) => {
                        self.undo_again(&id, &planned, moment).await?
                    }
                    Waiver::Approval(id) => self.approved(&id, &planned, moment).await?,
                    waiver => match self.still_ruled(&waiver, &planned, &*tool, moment).await? {
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
        self.outcome(call, turn, ran, moment).await
    }
}

pub(super) fn intent(call: &CallId, moment: &Moment<'_>) -> Option<(TurnId, PlannedCall, Waiver)> {
    moment.journal.iter().rev().find_map(|record| match &record.entry {
        Entry::Running { turn, planned, waiver, .. } if planned.call == *call => {
            Some((*turn, planned.clone(), waiver.clone()))
        }
        _ => None,
    })
}

fn is_undo(id: &ApprovalId, moment: &Moment<'_>) -> bool {
    moment.progress.card(id).is_some_and(|card| card.kind == CardKind::Undo)
}
