//! Undoing: the press of the button is the countersignature, and what runs is planned anew, so that nothing that was
//! changed in between is overwritten.

use std::sync::Arc;

use kernel::{ApprovalId, Body, CallEntry, CardEntry, Code, Digest, Entry, Failure, Outcome, PlannedCall};

use crate::base::within;
use crate::call::countersign::{self, Approved};
use crate::call::dry_run::NOT_NOW;
use crate::call::finish::Ran;
use crate::home::take_back;
use crate::thread::CardProgress;
use crate::worker::{StepContext, Trouble};

/// Undoes what was done.
pub(crate) struct Undo<'a> {
    pub(crate) ctx: &'a StepContext<'a>,
}

impl Undo<'_> {
    pub(crate) async fn undo(&self, card: &CardProgress) -> Result<(), Trouble> {
        let (offered, turn) = (card.planned.clone(), card.turn);
        let ran = match self.undoing(card).await? {
            Ok(approved) => {
                let (planned, waiver) = (approved.planned.clone(), approved.waiver.clone());
                self.ctx
                    .append(vec![Entry::Call(CallEntry::Running {
                        turn,
                        planned,
                        waiver,
                        patterns: Vec::new(),
                    })])
                    .await?;
                self.ctx.run_calls().run(approved).await
            }
            Err(failure) => Ran::refused(&offered.tool, failure),
        };
        self.ctx.run_calls().outcome(&offered.call, turn, ran).await
    }

    /// The pressed button, turned into the right to run what it stands for now; or why not.
    async fn undoing(&self, card: &CardProgress) -> Result<Result<Approved, Failure>, Trouble> {
        let offered = &card.planned;
        if self.ctx.prepare_calls().rehearses(&offered.requester).await {
            return Ok(Err(Failure::person(Code::NotAvailable, NOT_NOW)));
        }
        if self.ctx.authorization().needs_two(&offered.tool)
            || undone_tool(card, self.ctx).is_some_and(|tool| self.ctx.authorization().needs_two(&tool))
        {
            let words = "Two people must sign this, so one press does not undo it. Ask for it instead.";
            return Ok(Err(Failure::person(Code::Denied, words)));
        }
        let Some(approval) = self.ctx.engine.ports.approvals.approval(&card.approval).await? else {
            return Ok(Err(Failure::person(Code::Denied, "This button is not known any more.")));
        };
        let Some(tool) = self.ctx.engine.tools.toolbox().get(&offered.tool) else {
            return Ok(Err(Failure::person(Code::NotAvailable, "The way back is no longer there.")));
        };
        let call = match self.ctx.run_calls().call(offered).await? {
            Ok(call) => call,
            Err(failure) => return Ok(Err(failure)),
        };
        let clock = &self.ctx.engine.ports.clock;
        let ago = self.ctx.run_calls().decided_ago(&card.approval);
        let pressed = match countersign::press(Arc::clone(&tool), offered, &approval, call.clone(), ago) {
            Ok(pressed) => pressed,
            Err(failure) => return Ok(Err(failure)),
        };
        let deadline = clock.now().plus(self.ctx.engine.limits.call);
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

    /// Whether it only lacks a sign-in, and its time is not over.
    pub(crate) fn can_be_pressed_again(&self, card: &CardProgress, outcome: Outcome) -> bool {
        let lacks_consent = matches!(outcome, Outcome::Failed(code) if code.lacks_consent());
        lacks_consent && self.ctx.engine.ports.clock.now() < card.expires
    }

    /// Puts the button back and offers the sign-in. The button comes first, so that no crash can lose it.
    pub(crate) async fn offer_undo_again(&self, card: &CardProgress) -> Result<(), Trouble> {
        let PlannedCall { account, requester, .. } = &card.planned;
        let offered = Entry::Card(CardEntry::UndoOffered {
            turn: card.turn,
            approval: card.approval.clone(),
            planned: card.planned.clone(),
            words: card.effect.clone(),
            until: card.expires,
            undoes: card.undoes.clone(),
        });
        self.ctx.append(vec![offered]).await?;
        let why = format!("This was not undone, because I lack your permission for it in {account}.");
        let view = take_back::sign_in_first(self.ctx.engine, card, &why).await;
        if let Err(error) = self.ctx.whisper_or_tell(requester, &view).await {
            tracing::warn!(thread = %self.ctx.lane.thread, %requester, %error, "somebody cannot be told why nothing was undone");
        }
        Ok(())
    }

    /// An undo that was interrupted and provably did not happen goes on as it was planned.
    pub(crate) async fn undo_again(
        &self,
        id: &ApprovalId,
        planned: &PlannedCall,
    ) -> Result<Result<Approved, Failure>, Trouble> {
        let Some(tool) = self.ctx.engine.tools.toolbox().get(&planned.tool) else {
            return Ok(Err(Failure::person(Code::NotAvailable, "The way back is no longer there.")));
        };
        let call = match self.ctx.run_calls().call(planned).await? {
            Ok(call) => call,
            Err(failure) => return Ok(Err(failure)),
        };
        let waiver = kernel::Waiver::Approval(id.clone());
        Ok(countersign::go_on(tool, planned.clone(), waiver, call))
    }
}

/// The tool of the call that an offer undoes.
fn undone_tool(card: &CardProgress, ctx: &StepContext<'_>) -> Option<String> {
    let undoes = card.undoes.as_ref()?;
    ctx.journal.iter().find_map(|record| match &record.entry {
        Entry::Call(CallEntry::Running { planned, .. }) if planned.call == *undoes => {
            Some(planned.tool.clone())
        }
        _ => None,
    })
}
