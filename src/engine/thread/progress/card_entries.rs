//! The state of cards: the decisions of people about them, and which of them stand together.

use kernel::{ApprovalId, CallId, CardEntry, MessageRef, Record};

use super::card::Asked;
use super::{CallStatus, CardKind, CardProgress, CardState, Copy, Progress, Turn};

/// Calls that are shown on one card.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) id: ApprovalId,
    /// The card that must say that each call has one of its own now.
    pub(crate) leaving: Option<MessageRef>,
}

impl Progress {
    /// The cards of a group, in the order of their calls.
    pub(crate) fn members(&self, group: &ApprovalId) -> Vec<&CardProgress> {
        self.cards.iter().filter(|card| card.group.as_ref() == Some(group)).collect()
    }

    /// The question that waits for whoever wrote this, and that they could see when they did.
    pub(crate) fn inquiry_before(&self, turn: &Turn) -> Option<&CardProgress> {
        let written = turn.request()?;
        let was_seen =
            |card: &CardProgress| card.shown.as_ref().is_some_and(|(message, _)| message < written);
        let waits = |card: &&CardProgress| {
            card.kind == CardKind::Inquiry
                && card.state == CardState::Pending
                && !card.closed
                && card.taken_back.is_none()
                && card.planned.requester == turn.requester
                && was_seen(card)
        };
        self.cards.iter().find(waits)
    }

    pub(super) fn take_card(&mut self, entry: &CardEntry, record: &Record) {
        let at = record.at;
        match entry {
            CardEntry::AwaitsApproval {
                turn,
                approval,
                planned,
                effect,
                why,
                expires,
                hold,
                risk,
                showing,
                alike,
                scope,
                deciders,
                ..
            } => {
                self.set_call(&planned.call, &CallStatus::AwaitsApproval(approval.clone()));
                let asked =
                    Asked { kind: CardKind::Question, turn: *turn, approval, planned, expires: *expires };
                self.put_up(CardProgress {
                    effect: effect.clone(),
                    why: why.clone(),
                    hold: *hold,
                    risk: *risk,
                    showing: *showing,
                    alike: *alike,
                    scope: scope.clone(),
                    deciders: deciders.clone(),
                    ..CardProgress::new(record.number, &asked)
                });
            }
            CardEntry::UndoOffered { approval, .. } if self.card(approval).is_some() => {
                self.change_card(approval, CardProgress::offer_again);
            }
            CardEntry::UndoOffered { turn, approval, planned, words, until, undoes } => {
                let asked = Asked { kind: CardKind::Undo, turn: *turn, approval, planned, expires: *until };
                let card = CardProgress::new(record.number, &asked);
                self.put_up(CardProgress { effect: words.clone(), undoes: undoes.clone(), ..card });
            }
            CardEntry::Undone { approval, outcome, words, .. } => {
                self.change_card(approval, |card| card.tell(*outcome, words));
            }
            // Its group has been set apart since, and that message stands for it no longer.
            CardEntry::CardShown { message, .. } if self.is_leaving(message) => {}
            CardEntry::CardShown { approval, message, face } => {
                self.change_card(approval, |card| card.shown = Some((message.clone(), face.clone())));
            }
            CardEntry::CopyShown { approval, to, message, face } => {
                let copy = Copy { to: to.clone(), message: message.clone(), face: face.clone() };
                self.change_card(approval, |card| card.copied(copy));
            }
            CardEntry::Signed { approval, by } => {
                self.change_card(approval, |card| card.signed.push(by.clone()));
            }
            CardEntry::Decided { approval, verdict, by } => {
                self.change_card(approval, |card| card.decide(*verdict, by, at));
            }
            CardEntry::Released { approval } => self.change_card(approval, |card| card.release(at)),
            CardEntry::SimilarApprovalEnded { approval, .. } => {
                self.change_card(approval, |card| card.alike_until = None);
            }
            CardEntry::Expired { approval } => {
                self.change_card(approval, |card| card.state = CardState::Expired);
            }
            // A decision that was made meanwhile stays.
            CardEntry::Voided { approval, why } => {
                self.change_card(approval, |card| {
                    if card.is_open() {
                        card.state = CardState::Void { why: why.clone() };
                    }
                });
            }
            CardEntry::ClickRefused { .. } => {}
            CardEntry::AskedPerson { .. }
            | CardEntry::PersonAnswered { .. }
            | CardEntry::Edited { .. }
            | CardEntry::DeniedBecause { .. }
            | CardEntry::Grouped { .. }
            | CardEntry::SetApart { .. }
            | CardEntry::ShownApart { .. } => self.take_response(entry, record),
        }
    }

    fn take_response(&mut self, entry: &CardEntry, record: &Record) {
        match entry {
            CardEntry::AskedPerson { turn, approval, planned, expires } => {
                self.set_call(&planned.call, &CallStatus::AwaitsAnswer);
                let (kind, expires) = (CardKind::Inquiry, *expires);
                let asked = Asked { kind, turn: *turn, approval, planned, expires };
                self.put_up(CardProgress::new(record.number, &asked));
            }
            CardEntry::PersonAnswered { approval, by, answers, reply } => {
                let message = self.queue.iter().find(|turn| Some(turn.id) == *reply).and_then(Turn::request);
                let message = message.cloned();
                let mut asked_in = None;
                self.settle(approval, CardState::Answered { by: by.clone() }, |card| {
                    card.response = Some(answers.clone());
                    card.reply = *reply;
                    card.replied_in.clone_from(&message);
                    asked_in = Some(card.turn);
                });
                // A reply that came too late to answer stays a question of its own.
                if asked_in.is_some() {
                    self.queue.retain(|turn| Some(turn.id) != *reply);
                }
                // A deleted answer takes with it all that was made of it, as a deleted request does.
                let known = self.turn.iter_mut().chain(&mut self.past);
                for turn in known.filter(|turn| Some(turn.id) == asked_in) {
                    turn.messages.extend(message.clone());
                }
            }
            CardEntry::Edited { approval, by, .. } => {
                let by = by.clone();
                let call = self.settle(approval, CardState::Changed { by }, |card| card.told = true);
                if let Some(call) = call {
                    self.set_call(&call, &CallStatus::Fresh);
                }
            }
            CardEntry::DeniedBecause { approval, by, words } => {
                let by = by.clone();
                self.settle(approval, CardState::Denied { by }, |card| card.response = Some(words.clone()));
            }
            CardEntry::Grouped { group, approvals } => {
                for approval in approvals {
                    self.change_card(approval, |card| card.group = Some(group.clone()));
                }
                self.groups.push(Group { id: group.clone(), leaving: None });
            }
            CardEntry::SetApart { group } => self.set_apart(group),
            CardEntry::ShownApart { group } => {
                for known in self.groups.iter_mut().filter(|known| known.id == *group) {
                    known.leaving = None;
                }
            }
            _ => {}
        }
    }

    /// Settles a card that is still open; gives its call if it was.
    fn settle(
        &mut self,
        approval: &ApprovalId,
        state: CardState,
        change: impl FnOnce(&mut CardProgress),
    ) -> Option<CallId> {
        let mut call = None;
        self.change_card(approval, |card| {
            if card.is_open() {
                card.state = state;
                change(card);
                call = Some(card.planned.call.clone());
            }
        });
        call
    }

    /// Whether it is the card of a group whose calls have cards of their own from now on.
    fn is_leaving(&self, message: &MessageRef) -> bool {
        self.groups.iter().any(|group| group.leaving.as_ref() == Some(message))
    }

    /// From here on each card stands for itself, and is shown anew.
    fn set_apart(&mut self, group: &ApprovalId) {
        let mut message = None;
        for card in self.cards.iter_mut().filter(|card| card.group.as_ref() == Some(group)) {
            card.group = None;
            if let Some((shown, _)) = card.shown.take() {
                message = Some(shown);
            }
        }
        for known in self.groups.iter_mut().filter(|known| known.id == *group) {
            known.leaving = message.take();
        }
    }
}
