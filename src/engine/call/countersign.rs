//! The countersign stage: the only place that lets a call run.

use kernel::ports::{Approval, ApprovalState};
use kernel::{
    Alike, AnyTool, ApprovalId, Call, Code, Deciders, Digest, Effect, Failure, Flow, Needed, Permit,
    PersonId, PlannedCall, RuleScope, Waiver,
};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

use crate::call::prepare::{Judged, Planned};
use crate::guard::{Judgement, can_be_ordered};

/// What was countersigned in time is carried out however long it waits behind others; but not when nobody remembers.
const REMEMBERED: Duration = Duration::from_mins(30);

/// A call that may run. Exists only where policy asked nothing, or as a claimed approval whose digest recomputes.
pub(crate) struct Approved {
    pub(crate) tool: Arc<dyn AnyTool>,
    pub(crate) planned: PlannedCall,
    pub(crate) plan: Value,
    pub(crate) waiver: Waiver,
    pub(crate) permit: Permit,
    pub(crate) call: Call,
}

/// What the gate says.
pub(crate) enum Gate {
    /// After this long, in which it can be taken back.
    Go(Box<Approved>, Duration),
    Ask(Box<Question>),
}

/// What a person is asked.
pub(crate) struct Question {
    pub(crate) planned: PlannedCall,
    pub(crate) arguments: Value,
    pub(crate) effect: Effect,
    pub(crate) flow: Flow,
    pub(crate) why: String,
    /// The rules that object, by name.
    pub(crate) rules: Vec<&'static str>,
    pub(crate) hold: Duration,
    pub(crate) alike: Alike,
    /// What a standing rule could be made about.
    pub(crate) scope: Option<RuleScope>,
    pub(crate) deciders: Deciders,
    /// For what is looked up before it is asked.
    pub(crate) call: Call,
}

/// An undo button that was pressed for exactly this.
pub(crate) struct Pressed {
    tool: Arc<dyn AnyTool>,
    arguments: Value,
    approval: ApprovalId,
    call: Call,
}

/// Lets a call through that policy asks nothing about, and turns any other into a question.
pub(crate) fn gate(Judged { planned, judgement, scope, deciders }: Judged) -> Gate {
    let Planned { tool, exactly: planned, arguments, plan, effect, flow, kind, hold, call } = planned;
    match judgement {
        Judgement::Go { waiver } => {
            let permit = mint(planned.digest.clone());
            Gate::Go(Box::new(Approved { tool, planned, plan, waiver, permit, call }), hold)
        }
        Judgement::Ask { why, rules } => {
            let ordered =
                rules.is_empty() && can_be_ordered(kind, &flow.sinks) && deciders.needed == Needed::Either;
            let alike = if ordered { Alike::InThisThread } else { Alike::Never };
            let question =
                Question { planned, arguments, effect, flow, why, rules, hold, alike, scope, deciders, call };
            Gate::Ask(Box::new(question))
        }
    }
}

/// Lets a countersigned call through: the row must be claimed for exactly this call, not too long ago, and what runs is
/// what is written down, its digest computed anew.
pub(crate) fn claim(
    tool: Arc<dyn AnyTool>,
    planned: PlannedCall,
    approval: &Approval,
    call: Call,
    ago: Duration,
) -> Result<Approved, Failure> {
    let plan = countersigned(&*tool, &planned, approval, &call, ago)?;
    let waiver = Waiver::Approval(approval.id.clone());
    let permit = mint(planned.digest.clone());
    Ok(Approved { tool, planned, plan, waiver, permit, call })
}

/// Lets an undo go on to be planned: the row must be claimed for exactly what the button stands for.
pub(crate) fn press(
    tool: Arc<dyn AnyTool>,
    offered: &PlannedCall,
    approval: &Approval,
    call: Call,
    ago: Duration,
) -> Result<Pressed, Failure> {
    let arguments = countersigned(&*tool, offered, approval, &call, ago)?;
    Ok(Pressed { tool, arguments, approval: approval.id.clone(), call })
}

impl Pressed {
    pub(crate) fn arguments(&self) -> &Value {
        &self.arguments
    }

    /// Lets through what the way back has come to, now that it is known.
    pub(crate) fn approve(self, planned: PlannedCall, plan: Value) -> Approved {
        let Self { tool, approval, call, .. } = self;
        let permit = mint(planned.digest.clone());
        Approved { tool, planned, plan, waiver: Waiver::Approval(approval), permit, call }
    }
}

/// What is written down, if it is what the claimed row was made for.
fn countersigned(
    tool: &dyn AnyTool,
    planned: &PlannedCall,
    approval: &Approval,
    call: &Call,
    ago: Duration,
) -> Result<Value, Failure> {
    let refuse = |words: &str| Err(Failure::person(Code::Denied, words));
    if !matches!(approval.state, ApprovalState::Claimed | ApprovalState::Executing) {
        return refuse("It has not been approved.");
    }
    let signed: Vec<PersonId> = approval.signed.iter().chain(&approval.decided_by).cloned().collect();
    if !approval.deciders.suffice(&approval.requester, &signed) {
        return refuse("It has not been approved by everybody who must.");
    }
    if ago >= REMEMBERED {
        return refuse("It was approved too long ago. Nothing was done. Ask for it again.");
    }
    if approval.requester != planned.requester || call.requester.id != planned.requester {
        return refuse("It was approved for somebody else.");
    }
    if planned.version != tool.definition().version {
        return refuse("The tool has changed since it was approved. Ask for it again.");
    }
    let plan: Value = serde_json::from_str(planned.plan.words()).map_err(|_| {
        Failure::person(Code::Denied, "What was approved has been deleted. Ask for it again.")
    })?;
    let digest = Digest::of_call(&planned.tool, planned.version, &call.account, &plan);
    if digest != planned.digest || digest != approval.digest {
        return refuse("What would run is not what was approved; nothing was done. Ask for it again.");
    }
    Ok(plan)
}

/// A call that was let through and interrupted goes on as it was let through.
pub(crate) fn go_on(
    tool: Arc<dyn AnyTool>,
    planned: PlannedCall,
    waiver: Waiver,
    call: Call,
) -> Result<Approved, Failure> {
    let plan: Value = serde_json::from_str(planned.plan.words())
        .map_err(|_| Failure::model(Code::Denied, "What was planned has been deleted. Ask for it again."))?;
    let digest = Digest::of_call(&planned.tool, planned.version, &call.account, &plan);
    if digest != planned.digest || planned.version != tool.definition().version {
        return Err(Failure::model(
            Code::Denied,
            "What would run is not what was planned; nothing was done.",
        ));
    }
    Ok(Approved { tool, planned, plan, waiver, permit: mint(digest), call })
}

#[expect(clippy::disallowed_methods, reason = "this stage is the one that may say a call was let through")]
fn mint(digest: Digest) -> Permit {
    Permit::mint(digest)
}
