//! What people do about a card beside deciding it: answer, change, explain, read, decide several at once.

use kernel::ports::{Approval, ApprovalState, Decision, Response, Settlement, StoreError};
use kernel::{
    Answers, ApprovalId, Body, CardEntry, CardPress, Entry, FilledIn, Form, InboundId, MessageRef, Opening,
    PersonId, Purpose, Questions, Record, Sending, Verdict, View,
};
use serde_json::json;
use tracing::warn;

use crate::home::accounts;
use crate::inbound::context::Presses;
use crate::inbound::{open_forms, unsettled};
use crate::thread::{CardKind, CardProgress};
use crate::view::{forms, speech};

/// A press, and where it happened.
pub(crate) struct Pressing {
    pub(crate) by: PersonId,
    pub(crate) message: MessageRef,
    pub(crate) opening: Option<Opening>,
}

/// A card with the row that says what can still be done about it.
pub(crate) struct Known {
    pub(crate) row: Approval,
    pub(crate) card: CardProgress,
    pub(crate) journal: Vec<Record>,
}

impl Presses<'_> {
    pub(crate) async fn pressed_on_card(&self, id: InboundId, press: CardPress, pressing: Pressing) {
        let by = &pressing.by;
        let done = match press {
            CardPress::Choose(approval, place) => self.chosen(id, &approval, by, place).await,
            CardPress::ApproveAll(_) => self.decide_all(id, &pressing, Verdict::Approve).await,
            CardPress::DenyAll(_) => self.decide_all(id, &pressing, Verdict::Deny).await,
            CardPress::OneByOne(group) => self.set_apart(id, &pressing, group).await,
            CardPress::Answer(approval) => {
                let question = (CardKind::Inquiry, &approval);
                self.open(id, question, &pressing, open_forms::answering).await
            }
            CardPress::Turn(approval, at, filled) => {
                let page = |card: &CardProgress| open_forms::answering_from(card, at, &filled);
                self.open(id, (CardKind::Inquiry, &approval), &pressing, page).await
            }
            CardPress::DenyBecause(approval) => {
                self.open(id, (CardKind::Question, &approval), &pressing, open_forms::denying).await
            }
            CardPress::ViewAll(approval) => {
                self.open(id, (CardKind::Question, &approval), &pressing, open_forms::reading).await
            }
            CardPress::Always(approval) => {
                self.open(id, (CardKind::Question, &approval), &pressing, open_forms::lasting).await
            }
            CardPress::Edit(approval) => self.ctx.edit_forms().open_edit(id, &approval, &pressing).await,
        };
        if let Err(error) = done {
            unsettled(id, &error);
        }
    }

    async fn chosen(
        &self,
        id: InboundId,
        approval: &ApprovalId,
        by: &PersonId,
        place: usize,
    ) -> Result<(), StoreError> {
        let asked = self.ctx.known(approval).await?.filter(|known| known.card.kind == CardKind::Inquiry);
        let choices = asked.and_then(|known| {
            let Questions { asked, .. } = known.card.questions();
            asked.first()?.choices().into_iter().nth(place)
        });
        match choices {
            Some(choice) => {
                let answers = Answers::Each(vec![choice]);
                self.respond(id, approval, by, Response::Answer(Body::new(json!(answers).to_string()))).await
            }
            None => self.unknown(id, by, CardKind::Inquiry).await,
        }
    }

    pub(crate) async fn answered(
        &self,
        id: InboundId,
        approval: &ApprovalId,
        by: &PersonId,
        filled: &FilledIn,
    ) -> Result<(), StoreError> {
        let asked = self.ctx.known(approval).await?.filter(|known| known.card.kind == CardKind::Inquiry);
        let Some(known) = asked else { return self.unknown(id, by, CardKind::Inquiry).await };
        let answers = forms::answers(&known.card.questions(), filled);
        self.respond(id, approval, by, Response::Answer(Body::new(json!(answers).to_string()))).await
    }

    /// Takes in what somebody wrote, and says so where it had no effect.
    pub(crate) async fn respond(
        &self,
        id: InboundId,
        approval: &ApprovalId,
        by: &PersonId,
        response: Response,
    ) -> Result<(), StoreError> {
        let answers = matches!(response, Response::Answer(_));
        let ports = &self.ctx.engine.ports;
        let denies = matches!(response, Response::Deny(_));
        if let Some(row) = ports.approvals.approval(approval).await?
            && row.deciders.include(&row.requester, by)
            && !(denies && row.requester == *by)
            && let Err(failure) = accounts::member(&self.ctx.engine, by).await
        {
            self.ctx.whisper(&row.thread, by, View::plain(failure.words)).await;
            return self.ctx.ignore(id).await;
        }
        let decision = ports.approvals.respond(approval, by, response, id).await?;
        let name = self.ctx.decider(&decision).await;
        let refusal = if answers {
            speech::answer_refusal(&decision, &name)
        } else {
            speech::refusal(&decision, &name)
        };
        match (refusal, ports.approvals.approval(approval).await?) {
            (Some(words), Some(row)) => self.ctx.whisper(&row.thread, by, View::plain(words)).await,
            (Some(words), None) => self.ctx.tell(by, View::plain(words)).await,
            (None, _) => {}
        }
        Ok(())
    }

    /// The card is from before the store that is there now, or it was forgotten with its thread. No press is left without
    /// an answer.
    pub(crate) async fn unknown(
        &self,
        id: InboundId,
        by: &PersonId,
        kind: CardKind,
    ) -> Result<(), StoreError> {
        let words = match kind {
            CardKind::Inquiry => speech::answer_refusal(&Decision::NoSuch, ""),
            CardKind::Question | CardKind::Undo | CardKind::Sharing => speech::refusal(&Decision::NoSuch, ""),
        };
        self.ctx.tell(by, View::plain(words.unwrap_or_default())).await;
        self.ctx.ignore(id).await
    }

    /// Opens a form before the person the card belongs to, while it can be decided. Which kind of card it is has to be said
    /// for the case that nothing is known of it.
    async fn open(
        &self,
        id: InboundId,
        (kind, approval): (CardKind, &ApprovalId),
        pressing: &Pressing,
        form: impl FnOnce(&CardProgress) -> Form + Send,
    ) -> Result<(), StoreError> {
        let Some(known) = self.ctx.known(approval).await? else {
            return self.unknown(id, &pressing.by, kind).await;
        };
        self.ctx.settle(id, Settlement::Ignored).await;
        let form = form(&known.card);
        self.open_for(&known, pressing, form).await;
        Ok(())
    }

    pub(crate) async fn open_for(&self, known: &Known, pressing: &Pressing, form: Form) {
        let (row, by) = (&known.row, &pressing.by);
        // What is only read stays open to its person for ever.
        let decides = form.sending != Sending::None;
        let theirs = match &form.sending {
            // Whom the policy names may read all of it, and say why they deny it.
            Sending::None | Sending::Button { purpose: Purpose::Reason(_), .. } => {
                row.deciders.include(&row.requester, by)
            }
            Sending::Button { .. } | Sending::Steps { .. } => row.requester == *by,
        };
        let refused = if !theirs {
            Some(Decision::NotYours { requester: row.requester.clone() })
        } else if decides && row.state != ApprovalState::Pending {
            Some(Decision::TooLate { state: row.state, by: row.decided_by.clone() })
        } else {
            None
        };
        if let Some(decision) = refused {
            let name = self.ctx.decider(&decision).await;
            let words = match known.card.kind {
                CardKind::Inquiry => speech::answer_refusal(&decision, &name),
                CardKind::Question | CardKind::Undo | CardKind::Sharing => speech::refusal(&decision, &name),
            };
            let words = words.unwrap_or_default();
            return self.ctx.whisper(&row.thread, by, View::plain(words)).await;
        }
        if let Err(failure) = accounts::member(&self.ctx.engine, by).await {
            return self.ctx.whisper(&row.thread, by, View::plain(failure.words)).await;
        }
        let Some(opening) = &pressing.opening else { return };
        if let Err(error) = self.ctx.engine.ports.chat.ask(opening, &form).await {
            warn!(%by, %error, "a form could not be opened");
            let words = "The form could not be opened just now. Press again.";
            self.ctx.whisper(&row.thread, by, View::plain(words)).await;
        }
    }

    async fn decide_all(
        &self,
        id: InboundId,
        pressing: &Pressing,
        verdict: Verdict,
    ) -> Result<(), StoreError> {
        let (approvals, by) = (&self.ctx.engine.ports.approvals, &pressing.by);
        let on_card = approvals.on_card(&pressing.message).await?;
        let row = match on_card.first() {
            Some(first) => approvals.approval(first).await?,
            None => None,
        };
        let Some(row) = row else { return self.unknown(id, by, CardKind::Question).await };
        if verdict.approves() && row.requester == *by && !self.ctx.still_may(id, by, &on_card, &row).await? {
            return Ok(());
        }
        let decisions = approvals.decide_all(&on_card, by, verdict, id).await?;
        if decisions.iter().all(|decision| *decision != Decision::Taken)
            && let Some(decision) = decisions.first()
        {
            let name = self.ctx.decider(decision).await;
            let words = speech::refusal(decision, &name).unwrap_or_default();
            self.ctx.whisper(&row.thread, by, View::plain(words)).await;
        }
        Ok(())
    }

    async fn set_apart(
        &self,
        id: InboundId,
        pressing: &Pressing,
        group: ApprovalId,
    ) -> Result<(), StoreError> {
        let approvals = &self.ctx.engine.ports.approvals;
        let on_card = approvals.on_card(&pressing.message).await?;
        let row = match on_card.first() {
            Some(first) => approvals.approval(first).await?,
            None => None,
        };
        let Some(row) = row else { return self.unknown(id, &pressing.by, CardKind::Question).await };
        let refused = if row.requester != pressing.by {
            Some(Decision::NotYours { requester: row.requester.clone() })
        } else if self.any_open(&on_card).await? {
            None
        } else {
            // Nothing in it can be decided: no card is to come up again for it.
            Some(Decision::TooLate { state: row.state, by: row.decided_by.clone() })
        };
        if let Some(decision) = refused {
            let name = self.ctx.decider(&decision).await;
            let words = speech::refusal(&decision, &name).unwrap_or_default();
            self.ctx.whisper(&row.thread, &pressing.by, View::plain(words)).await;
            return self.ctx.ignore(id).await;
        }
        let once = Some(format!("apart/{group}"));
        let entry = Box::new(Entry::Card(CardEntry::SetApart { group }));
        self.ctx.settle(id, Settlement::Journal { thread: row.thread, entry, once }).await;
        Ok(())
    }

    async fn any_open(&self, approvals: &[ApprovalId]) -> Result<bool, StoreError> {
        for approval in approvals {
            let row = self.ctx.engine.ports.approvals.approval(approval).await?;
            if row.is_some_and(|row| matches!(row.state, ApprovalState::Pending | ApprovalState::Held)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Somebody deleted a message of ours: what can no longer be seen can no longer be approved.
    pub(crate) async fn deleted(&self, id: InboundId, message: &MessageRef) {
        if let Err(error) = self.card_deleted(id, message).await {
            unsettled(id, &error);
        }
    }

    async fn card_deleted(&self, id: InboundId, message: &MessageRef) -> Result<(), StoreError> {
        let approvals = &self.ctx.engine.ports.approvals;
        let on_card = approvals.on_card(message).await?;
        for row in approvals.withdraw(&on_card, speech::CARD_GONE, id).await? {
            let card = self.ctx.known(&row.id).await?.map(|known| known.card);
            if let Some(card) = card.filter(|card| !card.kind.is_offer()) {
                self.ctx.tell(&row.requester, View::plain(speech::card_gone(&card))).await;
            }
        }
        Ok(())
    }
}
