//! Who else may countersign a call, and the copies of its card that they get.

use kernel::ports::{Approval, ChatError};
use kernel::{Code, Deciders, Entry, Face, Failure, Kind, MessageRef, Needed, PersonId, PlannedCall};
use tracing::warn;

use crate::call::prepare::Planned;
use crate::thread::{CardProgress, Copy};
use crate::view::cards;
use crate::worker::{Authorization, Cards, Trouble};

impl Authorization<'_> {
    /// Whom the policy of the house names for this call. Where two must sign and nobody else can, it is not asked about at
    /// all: nothing that anybody pressed could let it run.
    pub(crate) async fn deciders(&self, planned: &Planned) -> Result<Deciders, Failure> {
        if planned.kind == Kind::Read && planned.flow.sinks.is_empty() {
            return Ok(Deciders::default());
        }
        let unclear = |error| {
            let words = format!("It cannot be looked up who must approve this ({error}). Try again.");
            Failure::operator(Code::Denied, words)
        };
        self.deciders_now(&planned.exactly).await.map_err(unclear)?
    }

    /// Whether those who have signed are still enough, by the policy and the members of this self.ctx. While that cannot be
    /// looked up, nothing is decided.
    pub(crate) async fn still_signed(
        &self,
        planned: &PlannedCall,
        approval: &Approval,
    ) -> Result<Result<(), Failure>, ChatError> {
        let deciders = match self.deciders_now(planned).await? {
            Ok(deciders) => deciders,
            Err(failure) => return Ok(Err(failure)),
        };
        let signed: Vec<PersonId> = approval.signed.iter().chain(&approval.decided_by).cloned().collect();
        if deciders.suffice(&planned.requester, &signed) {
            return Ok(Ok(()));
        }
        let words =
            "Who may approve this has changed since it was signed. Nothing was done. Ask for it again.";
        Ok(Err(Failure::person(Code::Denied, words)))
    }

    /// Whether two people must sign calls of a tool.
    pub(crate) fn needs_two(&self, tool: &str) -> bool {
        let rule = self.ctx.engine.house.approvers.iter().find(|rule| rule.is_about(tool));
        rule.is_some_and(|rule| rule.needed() == Needed::Both)
    }

    async fn deciders_now(&self, planned: &PlannedCall) -> Result<Result<Deciders, Failure>, ChatError> {
        let rule = self.ctx.engine.house.approvers.iter().find(|rule| rule.is_about(&planned.tool));
        let Some(rule) = rule else { return Ok(Ok(Deciders::default())) };
        let everybody = self.ctx.engine.ports.directory.everybody(&self.ctx.lane.thread).await?;
        let deciders = rule.deciders(&everybody, &planned.requester);
        if deciders.needed == Needed::Both && deciders.approvers.is_empty() {
            let words = "Two people must approve this, and none of those who may is a member of this workspace. Whoever runs me \
                         must look at `approvers` in the configuration.";
            return Ok(Err(Failure::operator(Code::Denied, words)));
        }
        Ok(Ok(deciders))
    }
}

impl Cards<'_> {
    /// Puts the card before everybody whom the policy names, or brings what they have up to date.
    pub(crate) async fn show_copies(&self, card: &CardProgress) -> Result<Vec<Entry>, Trouble> {
        let mut entries = Vec::new();
        for to in card.copies_due() {
            let (message, face) = match card.copies.iter().find(|copy| copy.to == *to) {
                Some(copy) => (self.update_copy(card, copy).await?, card.face()),
                // As it was when it was asked, as in the thread: what happened since is the next thing to be shown.
                None => (self.first_copy(card, to).await?, Face::Pending),
            };
            let (approval, to) = (card.approval.clone(), to.clone());
            entries.push(Entry::CopyShown { approval, to, message, face });
        }
        Ok(entries)
    }

    async fn first_copy(&self, card: &CardProgress, to: &PersonId) -> Result<Option<MessageRef>, Trouble> {
        let view = cards::copy(card, Face::Pending);
        let telling = self.ctx.a_telling(&format!("copy/{}/{to}", card.approval), view, to);
        match self.ctx.engine.ports.chat.tell_once(&telling).await {
            Ok(message) => Ok(Some(message)),
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
            Err(ChatError::Refused(why)) => {
                warn!(thread = %self.ctx.lane.thread, %to, why, "an approver cannot be shown a card");
                Ok(None)
            }
        }
    }

    /// Whoever deleted theirs has seen it.
    async fn update_copy(&self, card: &CardProgress, copy: &Copy) -> Result<Option<MessageRef>, Trouble> {
        let Some(message) = &copy.message else { return Ok(None) };
        let face = card.face();
        match self.redraw(message, &face, &cards::copy(card, face.clone())).await {
            Ok(()) | Err(ChatError::Refused(_)) => Ok(Some(message.clone())),
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
        }
    }
}
