//! What people do about a card beside deciding it: answer, change, explain, read, decide several at once.

use kernel::ports::{Approval, ApprovalState, Decision, Response, Settlement, StoreError};
use kernel::{
    Answers, ApprovalId, Body, CardPress, Entry, FilledIn, Form, InboundId, MessageRef, Opening, PersonId,
    Purpose, Questions, Record, Sending, Verdict, View,
};
use serde_json::json;
use tracing::warn;

use super::{Reception, opened, unsettled};
use crate::home::accounts;
use crate::runtime::rights::{self, Rights};
use crate::thread::{CardKind, CardProgress, Progress};
use crate::view::forms;
use crate::view::speech;

/// A press, and where it happened.
pub(super) struct Pressing {
    pub(super) by: PersonId,
    pub(super) message: MessageRef,
    pub(super) opening: Option<Opening>,
}

/// A card with the row that says what can still be done about it.
pub(super) struct Known {
    pub(super) row: Approval,
    pub(super) card: CardProgress,
    pub(super) journal: Vec<Record>,
}

impl Reception {
    pub(super) async fn pressed_on_card(&self, id: InboundId, press: CardPress, pressing: Pressing) {
        let by = &pressing.by;
        let done = match press {
            CardPress::Choose(approval, place) => self.chosen(id, &approval, by, place).await,
            CardPress::ApproveAll(_) => self.decide_all(id, &pressing, Verdict::Approve).await,
            CardPress::DenyAll(_) => self.decide_all(id, &pressing, Verdict::Deny).await,
            CardPress::OneByOne(group) => self.set_apart(id, &pressing, group).await,
            CardPress::Answer(approval) => {
                let question = (CardKind::Inquiry, &approval);
                self.open(id, question, &pressing, opened::answering).await
            }
            CardPress::Turn(approval, at, filled) => {
                let page = |card: &CardProgress| opened::answering_from(card, at, &filled);
                self.open(id, (CardKind::Inquiry, &approval), &pressing, page).await
            }
            CardPress::DenyBecause(approval) => {
                self.open(id, (CardKind::Question, &approval), &pressing, opened::denying).await
            }
            CardPress::ViewAll(approval) => {
                self.open(id, (CardKind::Question, &approval), &pressing, opened::reading).await
            }
            CardPress::Always(approval) => {
                self.open(id, (CardKind::Question, &approval), &pressing, opened::lasting).await
            }
            CardPress::Edit(approval) => self.open_edit(id, &approval, &pressing).await,
        };
        if let Err(error) = done {
            unsettled(id, &error);
        }
    }

    /// The right that was there when the call was asked for may be gone when it is approved. If it is, or cannot be
    /// looked up, the press ends here, and its person is told.
    pub(super) async fn still_may(
        &self,
        id: InboundId,
        by: &PersonId,
        approvals: &[ApprovalId],
        row: &Approval,
    ) -> Result<bool, StoreError> {
        // Whom the policy names must be a full member when they press, too.
        if row.requester != *by
            && let Err(failure) = accounts::member(&self.engine, by).await
        {
            self.whisper(&row.thread, by, View::plain(failure.words)).await;
            self.settle(id, Settlement::Ignored).await;
            return Ok(false);
        }
        // What was told them may be posted whether or not its account is still connected.
        let known = self.known(&row.id).await?.filter(|known| known.card.kind != CardKind::Sharing);
        let planned = known.map(|known| known.card.planned);
        let lost = match rights::of(&self.engine.ports, row, planned.as_ref()).await {
            Rights::Stand => return Ok(true),
            Rights::Lost(why) => why,
            Rights::Disconnected => speech::DISCONNECTED,
            Rights::Unclear => {
                self.whisper(&row.thread, by, View::plain(speech::RIGHTS_UNCLEAR)).await;
                self.settle(id, Settlement::Ignored).await;
                return Ok(false);
            }
        };
        let words = format!("This was not approved. {lost} Nothing was done.");
        self.engine.ports.approvals.withdraw(approvals, lost, id).await?;
        // The person who pressed is answered, and the owner hears of it.
        for person in
            [Some(&row.requester), Some(by).filter(|by| **by != row.requester)].into_iter().flatten()
        {
            self.whisper(&row.thread, person, View::plain(words.clone())).await;
        }
        Ok(false)
    }

    /// Nothing more is to be done about it.
    pub(super) async fn ignore(&self, id: InboundId) -> Result<(), StoreError> {
        self.settle(id, Settlement::Ignored).await;
        Ok(())
    }

    pub(super) async fn known(&self, approval: &ApprovalId) -> Result<Option<Known>, StoreError> {
        let ports = &self.engine.ports;
        let Some(row) = ports.approvals.approval(approval).await? else { return Ok(None) };
        let journal = ports.journal.read(&row.thread, 0).await?;
        let card = Progress::of(&journal).cards.into_iter().find(|card| card.approval == *approval);
        Ok(card.map(|card| Known { row, card, journal }))
    }

    async fn chosen(
        &self,
        id: InboundId,
        approval: &ApprovalId,
        by: &PersonId,
        place: usize,
    ) -> Result<(), StoreError> {
        let asked = self.known(approval).await?.filter(|known| known.card.kind == CardKind::Inquiry);
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

    pub(super) async fn answered(
        &self,
        id: InboundId,
        approval: &ApprovalId,
        by: &PersonId,
        filled: &FilledIn,
    ) -> Result<(), StoreError> {
        let asked = self.known(approval).await?.filter(|known| known.card.kind == CardKind::Inquiry);
        let Some(known) = asked else { return self.unknown(id, by, CardKind::Inquiry).await };
        let answers = forms::answers(&known.card.questions(), filled);
        self.respond(id, approval, by, Response::Answer(Body::new(json!(answers).to_string()))).await
    }

    /// Takes in what somebody wrote, and says so where it had no effect.
    pub(super) async fn respond(
        &self,
        id: InboundId,
        approval: &ApprovalId,
        by: &PersonId,
        response: Response,
    ) -> Result<(), StoreError> {
        let answers = matches!(response, Response::Answer(_));
        let ports = &self.engine.ports;
        let denies = matches!(response, Response::Deny(_));
        if let Some(row) = ports.approvals.approval(approval).await?
            && row.deciders.include(&row.requester, by)
            && !(denies && row.requester == *by)
            && let Err(failure) = accounts::member(&self.engine, by).await
        {
            self.whisper(&row.thread, by, View::plain(failure.words)).await;
            return self.ignore(id).await;
        }
        let decision = ports.approvals.respond(approval, by, response, id).await?;
        let name = self.decider(&decision).await;
        let refusal = if answers {
            speech::answer_refusal(&decision, &name)
        } else {
            speech::refusal(&decision, &name)
        };
        match (refusal, ports.approvals.approval(approval).await?) {
            (Some(words), Some(row)) => self.whisper(&row.thread, by, View::plain(words)).await,
            (Some(words), None) => self.tell(by, View::plain(words)).await,
            (None, _) => {}
        }
        Ok(())
    }

    /// The card is from before the store that is there now, or it was forgotten with its thread. No press is left without
    /// an answer.
    pub(super) async fn unknown(
        &self,
        id: InboundId,
        by: &PersonId,
        kind: CardKind,
    ) -> Result<(), StoreError> {
        let words = match kind {
            CardKind::Inquiry => speech::answer_refusal(&Decision::NoSuch, ""),
            CardKind::Question | CardKind::Undo | CardKind::Sharing => speech::refusal(&Decision::NoSuch, ""),
        };
        self.tell(by, View::plain(words.unwrap_or_default())).await;
        self.ignore(id).await
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
        let Some(known) = self.known(approval).await? else {
            return self.unknown(id, &pressing.by, kind).await;
        };
        self.settle(id, Settlement::Ignored).await;
        let form = form(&known.card);
        self.open_for(&known, pressing, form).await;
        Ok(())
    }

    pub(super) async fn open_for(&self, known: &Known, pressing: &Pressing, form: Form) {
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
            let name = self.decider(&decision).await;
            let words = match known.card.kind {
                CardKind::Inquiry => speech::answer_refusal(&decision, &name),
                CardKind::Question | CardKind::Undo | CardKind::Sharing => speech::refusal(&decision, &name),
            };
            let words = words.unwrap_or_default();
            return self.whisper(&row.thread, by, View::plain(words)).await;
        }
        if let Err(failure) = accounts::member(&self.engine, by).await {
            return self.whisper(&row.thread, by, View::plain(failure.words)).await;
        }
        let Some(opening) = &pressing.opening else { return };
        if let Err(error) = self.engine.ports.chat.ask(opening, &form).await {
            warn!(%by, %error, "a form could not be opened");
            let words = "The form could not be opened just now. Press again.";
            self.whisper(&row.thread, by, View::plain(words)).await;
        }
    }

    async fn decide_all(
        &self,
        id: InboundId,
        pressing: &Pressing,
        verdict: Verdict,
    ) -> Result<(), StoreError> {
        let (approvals, by) = (&self.engine.ports.approvals, &pressing.by);
        let on_card = approvals.on_card(&pressing.message).await?;
        let row = match on_card.first() {
            Some(first) => approvals.approval(first).await?,
            None => None,
        };
        let Some(row) = row else { return self.unknown(id, by, CardKind::Question).await };
        if verdict.approves() && row.requester == *by && !self.still_may(id, by, &on_card, &row).await? {
            return Ok(());
        }
        let decisions = approvals.decide_all(&on_card, by, verdict, id).await?;
        if decisions.iter().all(|decision| *decision != Decision::Taken)
            && let Some(decision) = decisions.first()
        {
            let name = self.decider(decision).await;
            let words = speech::refusal(decision, &name).unwrap_or_default();
            self.whisper(&row.thread, by, View::plain(words)).await;
        }
        Ok(())
    }

    async fn set_apart(
        &self,
        id: InboundId,
        pressing: &Pressing,
        group: ApprovalId,
    ) -> Result<(), StoreError> {
        let approvals = &self.engine.ports.approvals;
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
            let name = self.decider(&decision).await;
            let words = speech::refusal(&decision, &name).unwrap_or_default();
            self.whisper(&row.thread, &pressing.by, View::plain(words)).await;
            return self.ignore(id).await;
        }
        let once = Some(format!("apart/{group}"));
        let entry = Box::new(Entry::SetApart { group });
        self.settle(id, Settlement::Journal { thread: row.thread, entry, once }).await;
        Ok(())
    }

    async fn any_open(&self, approvals: &[ApprovalId]) -> Result<bool, StoreError> {
        for approval in approvals {
            let row = self.engine.ports.approvals.approval(approval).await?;
            if row.is_some_and(|row| matches!(row.state, ApprovalState::Pending | ApprovalState::Held)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Somebody deleted a message of ours: what can no longer be seen can no longer be approved.
    pub(super) async fn deleted(&self, id: InboundId, message: &MessageRef) {
        if let Err(error) = self.card_deleted(id, message).await {
            unsettled(id, &error);
        }
    }

    async fn card_deleted(&self, id: InboundId, message: &MessageRef) -> Result<(), StoreError> {
        let approvals = &self.engine.ports.approvals;
        let on_card = approvals.on_card(message).await?;
        for row in approvals.withdraw(&on_card, speech::CARD_GONE, id).await? {
            let card = self.known(&row.id).await?.map(|known| known.card);
            if let Some(card) = card.filter(|card| !card.kind.is_offer()) {
                self.tell(&row.requester, View::plain(speech::card_gone(&card))).await;
            }
        }
        Ok(())
    }
}
