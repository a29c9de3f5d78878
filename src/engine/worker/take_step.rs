//! Which family takes which step.

use crate::thread::Step;
use crate::worker::{StepContext, Trouble};

impl StepContext<'_> {
    pub(crate) async fn take(&self, step: Step) -> Result<(), Trouble> {
        match step {
            Step::Show(approval) => self.cards().show(&approval).await,
            Step::Void(approval) => self.retract().void(approval).await,
            // The large ones, which the others need not carry about.
            Step::Recover(call) => Box::pin(self.run_calls().recover(&call)).await,
            Step::Run(approval) => Box::pin(self.run_calls().run_approved(&approval)).await,
            Step::Close(call, closing) => self.prepare_calls().close(&call, &closing).await,
            Step::Offer(consent) => self.consents().offer(&consent).await,
            Step::AskModel => Box::pin(self.ask_model().ask_model()).await,
            Step::Prepare(calls) => self.prepare_calls().prepare(&calls).await,
            Step::GiveUp(ending) => self.replies().give_up(ending).await,
            Step::Withdraw => self.replies().withdraw().await,
            Step::Post => self.replies().post().await,
            Step::Finish(ending) => self.replies().finish(ending).await,
            Step::Steer(added) => self.retract().steer(added).await,
            Step::Remove(turn) => self.retract().remove(turn).await,
            Step::Forget(digests) => self.retract().forget(digests).await,
            Step::Rest(_) | Step::Park(_) => Ok(()),
            Step::Hear(approval) => self.prepare_calls().hear(&approval).await,
            Step::TakeReply(approval, reply) => self.prepare_calls().take_reply(&approval, reply).await,
            Step::ShowApart(group) => self.cards().show_apart(&group).await,
            Step::TellApart(withheld) => self.replies().tell_apart(withheld).await,
            Step::Drop(turns) => self.retract().drop_turns(turns).await,
        }
    }
}
