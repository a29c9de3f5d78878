//! A call that waits to be countersigned.

use kernel::{Entry, Record};

use super::card::{Asked, CardKind, CardProgress};
use super::{CallStatus, Progress};

impl Progress {
    pub(super) fn awaits_approval(&mut self, record: &Record) {
        let Entry::AwaitsApproval {
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
        } = &record.entry
        else {
            return;
        };
        self.set_call(&planned.call, &CallStatus::AwaitsApproval(approval.clone()));
        let asked = Asked { kind: CardKind::Question, turn: *turn, approval, planned, expires: *expires };
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
}
