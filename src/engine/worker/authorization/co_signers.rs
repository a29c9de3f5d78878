//! Who else may countersign a call, and the copies of its card that they get.

use kernel::ports::{Approval, ChatError};
use kernel::{Code, Deciders, Failure, Kind, Needed, PersonId, PlannedCall};

use crate::call::prepare::Planned;
use crate::worker::Authorization;

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
