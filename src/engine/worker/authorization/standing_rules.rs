//! Calls that run because somebody has said so beforehand.

use kernel::ports::{RuleUse, StoreError};
use kernel::{
    AnyTool, Asking, Code, Failure, Kind, Needed, PlannedCall, RuleId, RuleScope, StandingRule, Time, Waiver,
};
use tracing::warn;

use crate::call::prepare::{Edited, JudgeInput, Judged};
use crate::guard::Autonomy;
use crate::guard::Judgement;
use crate::guard::RuleInput;
use crate::guard::rules;
use crate::worker::Authorization;

impl Authorization<'_> {
    /// Lets a question be answered by a standing rule, if there is one that speaks to all of it. Where nobody can tell,
    /// the question stands.
    pub(crate) async fn by_rule(&self, judged: Judged, ground: &JudgeInput<'_>) -> Judged {
        let Judgement::Ask { .. } = judged.judgement else { return judged };
        let edited = ground.edited == Edited::Yes;
        if ground.deciders.needed == Needed::Both
            || ground.wish == Asking::Always
            || ground.hook == Asking::Always
            || edited
        {
            return judged;
        }
        let ruled = match self.ctx.engine.policy.autonomy {
            Autonomy::Autonomous => self.by_operators_rule(&judged, ground).await,
            Autonomy::Supervised => return judged,
            Autonomy::Standard => self.by_persons_rule(&judged, ground).await,
        };
        match ruled {
            Ok(Some(waiver)) => Judged { judgement: Judgement::Go { waiver }, ..judged },
            Ok(None) if self.ctx.engine.policy.autonomy == Autonomy::Standard => {
                self.offering_rule(judged, ground).await
            }
            Ok(None) => judged,
            Err(error) => {
                warn!(thread = %self.ctx.lane.thread, %error, "the standing rules cannot be read");
                judged
            }
        }
    }

    /// Checks that the reason for which an interrupted call ran still holds: a rule may have ended since, and the
    /// operator may have taken the tool away. A reason that is not known does not hold.
    pub(crate) async fn still_ruled(
        &self,
        waiver: &Waiver,
        planned: &PlannedCall,
        tool: &dyn AnyTool,
    ) -> Result<Result<(), Failure>, StoreError> {
        if let Err(failure) = self.still_allowed(tool) {
            return Ok(Err(failure));
        }
        let now = self.ctx.engine.ports.clock.now();
        let holds = match waiver {
            Waiver::Policy(_) | Waiver::OwnWords | Waiver::Approval(_) | Waiver::Unknown(_) => {
                holds_by_itself(waiver)
            }
            Waiver::SimilarApproval => self.ctx.progress.cards.iter().any(|card| card.covers(planned, now)),
            Waiver::PersonRule(id) => {
                let rules = self.ctx.engine.ports.rules.of(&planned.requester).await?;
                rules.iter().any(|rule| rule.id == *id)
            }
            Waiver::OperatorRule(name) => {
                self.ctx.engine.house.standing.iter().any(|rule| rule.name == *name && now < rule.until)
            }
        };
        let words = match waiver {
            Waiver::Unknown(_) => {
                "It is not known why this was begun without asking you. Nothing was done. Ask for it again."
            }
            _ => "The rule by which it was begun has ended since. Nothing was done. Ask for it again.",
        };
        Ok(if holds { Ok(()) } else { Err(Failure::person(Code::Denied, words)) })
    }

    async fn by_persons_rule(
        &self,
        judged: &Judged,
        ground: &JudgeInput<'_>,
    ) -> Result<Option<Waiver>, StoreError> {
        let (ports, planned) = (&self.ctx.engine.ports, &judged.planned.exactly);
        if !rules::answers(&ground.objections, ground.context) {
            return Ok(None);
        }
        let Some(scope) = self.rule_scope(judged).await else { return Ok(None) };
        let now = ports.clock.now();
        for rule in ports.rules.of(&planned.requester).await? {
            if rule.covers(planned, &scope, now) {
                let since = now.minus(StandingRule::DAY);
                let (most, call) = (rule.per_day, judged.planned.call.key.clone());
                if ports.rules.spend(&RuleUse { rule: rule.id.clone(), call, most, since }).await? {
                    return Ok(Some(Waiver::PersonRule(rule.id)));
                }
            }
        }
        Ok(None)
    }

    async fn by_operators_rule(
        &self,
        judged: &Judged,
        ground: &JudgeInput<'_>,
    ) -> Result<Option<Waiver>, StoreError> {
        let (ports, now) = (&self.ctx.engine.ports, self.ctx.engine.ports.clock.now());
        let planned = &judged.planned;
        let input = RuleInput {
            tool: &planned.exactly.tool,
            address: planned.call.requester.address.as_deref(),
            arguments: &planned.arguments,
            flow: &planned.flow,
            objections: &ground.objections,
            context: ground.context,
        };
        for rule in &self.ctx.engine.house.standing {
            if rule.covers(&input, now) {
                let using = RuleUse {
                    rule: RuleId(format!("operator/{}", rule.name)),
                    call: planned.call.key.clone(),
                    most: rule.uses,
                    since: Time::default(),
                };
                if ports.rules.spend(&using).await? {
                    return Ok(Some(Waiver::OperatorRule(rule.name.clone())));
                }
            }
        }
        Ok(None)
    }

    /// What a rule about it would be about. Where the directory does not answer there is none.
    async fn rule_scope(&self, judged: &Judged) -> Option<RuleScope> {
        let ports = &self.ctx.engine.ports;
        let organisation = ports.grants.organisation(&judged.planned.exactly.account)?;
        let everybody = ports.directory.everybody(&self.ctx.lane.thread).await.ok()?;
        rules::scope(&judged.planned.flow, Some(&organisation), &everybody)
    }

    /// The card may become a rule if that would have answered it.
    async fn offering_rule(&self, judged: Judged, ground: &JudgeInput<'_>) -> Judged {
        if !rules::can_be_made(ground.context) || !rules::answers(&ground.objections, ground.context) {
            return judged;
        }
        let scope = self.rule_scope(&judged).await;
        Judged { scope, ..judged }
    }
}

/// Whether a reason that depends on nothing that can end lets an interrupted write go on. A countersignature is checked
/// at its own row, and never here.
fn holds_by_itself(waiver: &Waiver) -> bool {
    matches!(waiver, Waiver::Policy(Kind::Read | Kind::Edit) | Waiver::OwnWords)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_write_stops_where_nobody_knows_why_it_was_begun() {
        assert!(holds_by_itself(&Waiver::OwnWords) && holds_by_itself(&Waiver::Policy(Kind::Edit)));
        let unknown = Waiver::Unknown("standing ruling 7".to_owned());
        for waiver in [unknown, Waiver::Policy(Kind::Commit), Waiver::Approval("a".into())] {
            assert!(!holds_by_itself(&waiver), "{waiver:?}");
        }
    }
}
