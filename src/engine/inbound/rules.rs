//! Standing rules: made on a card, taken back on somebody's own page.

use kernel::ports::{Response, Settlement, StoreError};
use kernel::{ApprovalId, Entry, FilledIn, InboundId, PersonId, RuleEntry, RuleId, StandingRule, View};

use crate::inbound::context::Presses;
use crate::inbound::unsettled;
use crate::thread::CardKind;
use crate::view::forms;

impl Presses<'_> {
    /// The card is approved and becomes a rule, both or neither.
    pub(crate) async fn approved_always(
        &self,
        id: InboundId,
        approval: &ApprovalId,
        by: &PersonId,
        filled: &FilledIn,
    ) -> Result<(), StoreError> {
        let Some(known) = self.ctx.known(approval).await? else {
            return self.unknown(id, by, CardKind::Question).await;
        };
        let (row, card) = (&known.row, &known.card);
        let scope = card.scope.as_ref().filter(|_| card.taken_back.is_none());
        let chosen = scope.and_then(|scope| Some((scope, forms::rule_terms(filled, scope)?)));
        let Some((scope, terms)) = chosen else {
            let words = "No rule can be made of this. Nothing was done. Approve it by itself.";
            self.ctx.whisper(&row.thread, by, View::plain(words)).await;
            return self.ctx.ignore(id).await;
        };
        let one = std::slice::from_ref(approval);
        if row.requester == *by && !self.ctx.still_may(id, by, one, row).await? {
            return Ok(());
        }
        let now = self.ctx.engine.ports.clock.now();
        let rule = StandingRule::new((approval, &row.thread, &card.planned), scope, terms, now);
        self.respond(id, approval, by, Response::Always(Box::new(rule))).await?;
        self.ctx.engine.homes.touch(by);
        Ok(())
    }

    /// Only one's own can be ended; anything else is not there.
    pub(crate) async fn end_rule(&self, id: InboundId, by: PersonId, rule: RuleId) {
        let rules = match self.ctx.engine.ports.rules.of(&by).await {
            Ok(rules) => rules,
            Err(error) => return unsettled(id, &error),
        };
        let settlement = rules
            .into_iter()
            .find(|known| known.id == rule)
            .map_or(Settlement::Ignored, |known| ended(known, &by));
        self.ctx.settle(id, settlement).await;
        self.ctx.engine.homes.opened(&by);
    }
}

/// What takes a rule back.
pub(crate) fn ended(rule: StandingRule, by: &PersonId) -> Settlement {
    let entry = Box::new(Entry::Rule(RuleEntry::RuleEnded { rule: rule.id, by: by.clone() }));
    Settlement::Journal { thread: rule.thread, entry, once: None }
}
