//! Undoing: the press of the button is the countersignature, and what runs is planned anew, so that nothing that was
//! changed in between is overwritten.

use std::sync::Arc;

use kernel::{ApprovalId, Body, Code, Digest, Entry, Failure, PlannedCall};

use super::{Moment, Trouble, Worker};
use crate::countersign::{self, Approved};
use crate::dry_run::NOT_NOW;
use crate::finish::Ran;
use crate::interrupt::within;
use crate::progress::CardProgress;

impl Worker {
    pub(super) async fn undo(&self, card: &CardProgress, moment: &Moment<'_>) -> Result<(), Trouble> {
        let (offered, turn) = (card.planned.clone(), card.turn);
        let ran = match self.undoing(card, moment).await? {
            Ok(approved) => {
                let (planned, waiver) = (approved.planned.clone(), approved.waiver.clone());
                self.append(vec![Entry::Running { turn, planned, waiver, patterns: Vec::new() }]).await?;
                self.run(approved).await
            }
            Err(failure) => Ran::refused(&offered.tool, failure),
        };
        self.outcome(&offered.call, turn, ran, moment).await
    }

    /// The pressed button, turned into the right to run what it stands for now; or why not.
    async fn undoing(
        &self,
        card: &CardProgress,
        moment: &Moment<'_>,
    ) -> Result<Result<Approved, Failure>, Trouble> {
        let offered = &card.planned;
        if self.rehearses(&offered.requester).await {
            return Ok(Err(Failure::person(Code::NotAvailable, NOT_NOW)));
        }
        if self.needs_two(&offered.tool)
            || undone_tool(card, moment).is_some_and(|tool| self.needs_two(&tool))
        {
            let words = "Two people must sign this, so one press does not undo it. Ask for it instead.";
            return Ok(Err(Failure::person(Code::Denied, words)));
        }
        let Some(approval) = self.desk.ports.approvals.approval(&card.approval).await? else {
            return Ok(Err(Failure::person(Code::Denied, "This button is not known any more.")));
        };
        let Some(tool) = self.desk.tools.toolbox().get(&offered.tool) else {
            return Ok(Err(Failure::person(Code::NotAvailable, "The way back is no longer there.")));
        };
        let call = match self.call(offered, moment).await? {
            Ok(call) => call,
            Err(failure) => return Ok(Err(failure)),
        };
        let clock = &self.desk.ports.clock;
        let ago = self.decided_ago(&card.approval, moment);
        let pressed = match countersign::press(Arc::clone(&tool), offered, &approval, call.clone(), ago) {
            Ok(pressed) => pressed,
            Err(failure) => return Ok(Err(failure)),
        };
        let deadline = clock.now().plus(self.desk.limits.call);
        let plan = within(tool.plan(pressed.arguments().clone(), &call), &**clock, deadline).await;
        let plan = match plan {
            Some(Ok(plan)) => plan,
            Some(Err(failure)) => return Ok(Err(failure)),
            None => return Ok(Err(Failure::person(Code::Timeout, "It took too long. Nothing was undone."))),
        };
        let digest = Digest::of_call(&offered.tool, offered.version, &offered.account, &plan);
        let planned = PlannedCall { plan: Body::new(plan.to_string()), digest, ..offered.clone() };
        Ok(Ok(pressed.approve(planned, plan)))
    }

    /// An undo that was interrupted and provably did not happen goes on as it was planned.
    pub(super) async fn undo_again(
        &self,
        id: &ApprovalId,
        planned: &PlannedCall,
        moment: &Moment<'_>,
    ) -> Result<Result<Approved, Failure>, Trouble> {
        let Some(tool) = self.desk.tools.toolbox().get(&planned.tool) else {
            return Ok(Err(Failure::person(Code::NotAvailable, "The way back is no longer there.")));
        };
        let call = match self.call(planned, moment).await? {
            Ok(call) => call,
            Err(failure) => return Ok(Err(failure)),
        };
        let waiver = kernel::Waiver::Approval(id.clone());
        Ok(countersign::go_on(tool, planned.clone(), waiver, call))
    }
}

/// The tool of the call that an offer undoes.
fn undone_tool(card: &CardProgress, moment: &Moment<'_>) -> Option<String> {
    let undoes = card.undoes.as_ref()?;
    moment.journal.iter().find_map(|record| match &record.entry {
        Entry::Running { planned, .. } if planned.call == *undoes => Some(planned.tool.clone()),
        _ => None,
    })
}
