//! What an entry changes: the journal itself, the words and pictures it brings, and the approvals and sign-ins that are kept
//! in step with it.

use std::time::Duration;

use kernel::ports::StoreError;
use kernel::{
    ApprovalId, CallEntry, CardEntry, Deciders, Entry, MessageEntry, Outcome, PersonId, PlaceEntry,
    PlannedCall, ReplyEntry, RuleEntry, ThreadId, Time, Waiver,
};

use crate::batch::Batch;
use crate::{rules, spending, timers};

/// Where an entry stands.
pub(crate) struct RecordPosition<'a> {
    pub(crate) thread: &'a ThreadId,
    pub(crate) number: i64,
    pub(crate) now: Time,
}

impl RecordPosition<'_> {
    pub(crate) fn write(&self, entry: &Entry, batch: &mut Batch) -> Result<(), StoreError> {
        let words =
            serde_json::to_string(entry).map_err(|error| StoreError::Unreadable(error.to_string()))?;
        batch
            .add("INSERT INTO journal (thread, number, at, entry) VALUES (?, ?, ?, ?)")
            .bind(&self.thread.0)
            .bind(self.number)
            .bind(self.now.0)
            .bind(words);
        self.bodies(entry, batch);
        self.in_step(entry, batch);
        self.rules(entry, batch)?;
        self.purge(entry, batch);
        Ok(())
    }

    fn bodies(&self, entry: &Entry, batch: &mut Batch) {
        for body in entry.bodies() {
            let Some(words) = &body.words else { continue };
            batch
                .add("INSERT INTO bodies (thread, digest, words) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
                .bind(&self.thread.0)
                .bind(body.digest.as_str())
                .bind(words);
        }
        for blob in entry.blobs() {
            let Some(bytes) = &blob.bytes else { continue };
            batch
                .add("INSERT INTO blobs (thread, digest, bytes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
                .bind(&self.thread.0)
                .bind(blob.digest.as_str())
                .bind(&**bytes);
        }
    }

    fn rules(&self, entry: &Entry, batch: &mut Batch) -> Result<(), StoreError> {
        match entry {
            Entry::Rule(RuleEntry::RuleMade(rule)) => rules::made(rule, batch)?,
            Entry::Rule(RuleEntry::RuleEnded { rule, by }) => rules::ended(rule, by, self.now, batch),
            Entry::Card(CardEntry::Voided { approval, .. } | CardEntry::DeniedBecause { approval, .. }) => {
                rules::gone(approval, self.now, batch);
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes words and pictures away for good, unless something that was written down meanwhile says the same.
    fn purge(&self, entry: &Entry, batch: &mut Batch) {
        let Entry::Message(MessageEntry::Forgotten { digests, seen }) = entry else { return };
        for digest in digests {
            for purge in [PURGE_WORDS, PURGE_BYTES] {
                batch
                    .add(purge)
                    .bind(&self.thread.0)
                    .bind(digest.as_str())
                    .bind(&self.thread.0)
                    .bind(i64::try_from(*seen).unwrap_or(i64::MAX))
                    .bind(self.number)
                    .bind(digest.as_str());
            }
        }
    }

    fn in_step(&self, entry: &Entry, batch: &mut Batch) {
        match entry {
            Entry::Card(CardEntry::AwaitsApproval { approval, planned, expires, hold, deciders, .. }) => {
                let decidable = Decidable { until: *expires, hold: *hold, kind: QUESTION };
                self.decidable(approval, planned, &decidable, batch);
                name_deciders(approval, deciders, batch);
            }
            Entry::Card(CardEntry::AskedPerson { approval, planned, expires, .. }) => {
                self.decidable(approval, planned, &Decidable::at_once(*expires, QUESTION), batch);
            }
            Entry::Card(CardEntry::UndoOffered { approval, planned, until, .. }) => {
                self.decidable(approval, planned, &Decidable::at_once(*until, "undo"), batch);
            }
            Entry::Place(PlaceEntry::SharingOffered { approval, planned, until, .. }) => {
                self.decidable(approval, planned, &Decidable::at_once(*until, "sharing"), batch);
            }
            Entry::Call(
                CallEntry::Answered { call, outcome, .. } | CallEntry::Resolved { call, outcome, .. },
            )
            | Entry::Card(CardEntry::Undone { call, outcome, .. }) => {
                batch
                    .add(
                        "UPDATE approvals SET state = ? WHERE thread = ? AND call = ? \
                         AND state IN ('executing', 'claimed')",
                    )
                    .bind(outcome_state(*outcome))
                    .bind(&self.thread.0)
                    .bind(&call.0);
            }
            Entry::Message(MessageEntry::Stopped { by, .. }) => {
                batch
                    .add(
                        "UPDATE approvals SET alike_until = NULL \
                         WHERE thread = ? AND requester = ? AND alike_until IS NOT NULL",
                    )
                    .bind(&self.thread.0)
                    .bind(&by.0);
            }
            Entry::Call(CallEntry::AwaitsConsent { consent, person, .. }) => {
                batch
                    .add(
                        "INSERT INTO consents (id, thread, person, open) VALUES (?, ?, ?, 1) \
                         ON CONFLICT (id) DO UPDATE SET open = 1",
                    )
                    .bind(&consent.0)
                    .bind(&self.thread.0)
                    .bind(&person.0);
            }
            Entry::Call(CallEntry::ConsentOffered { consent, until }) => {
                batch
                    .add("UPDATE consents SET until = ? WHERE id = ?")
                    .bind(until.map(|until| until.0))
                    .bind(&consent.0);
                if let Some(until) = until {
                    timers::set_sign_in(consent, *until, batch);
                }
            }
            Entry::Reply(ReplyEntry::Spent { person, model, usage, .. }) => {
                spending::note(self, person, model, usage, batch);
            }
            Entry::Call(CallEntry::Connected { consent, .. } | CallEntry::Declined { consent, .. }) => {
                batch.add("UPDATE consents SET open = 0 WHERE id = ?").bind(&consent.0);
            }
            one => of_one_approval(one, batch),
        }
    }

    /// Adds a row that one person can decide once, until it expires. The row of an undo that lacked a sign-in opens again.
    fn decidable(
        &self,
        approval: &ApprovalId,
        planned: &PlannedCall,
        decidable: &Decidable,
        batch: &mut Batch,
    ) {
        batch
            .add(
                "INSERT INTO approvals (id, thread, call, requester, digest, state, expires, hold, kind) \
                 VALUES (?, ?, ?, ?, ?, 'pending', ?, ?, ?) \
                 ON CONFLICT (id) DO UPDATE SET state = 'pending', decided_by = NULL \
                 WHERE approvals.kind = 'undo' AND approvals.state IN ('claimed', 'executing')",
            )
            .bind(&approval.0)
            .bind(&self.thread.0)
            .bind(&planned.call.0)
            .bind(&planned.requester.0)
            .bind(planned.digest.as_str())
            .bind(decidable.until.0)
            .bind(i64::try_from(decidable.hold.as_millis()).unwrap_or(i64::MAX))
            .bind(decidable.kind);
        timers::set_approval(approval, decidable.until, batch);
    }
}

/// What somebody waits for, as opposed to a button that nobody waits for.
const QUESTION: &str = "question";

/// How something can be decided.
struct Decidable {
    until: Time,
    /// How long it is held back once it is approved.
    hold: Duration,
    kind: &'static str,
}

impl Decidable {
    fn at_once(until: Time, kind: &'static str) -> Self {
        Self { until, hold: Duration::ZERO, kind }
    }
}

/// What says by its name which approval it is about.
fn of_one_approval(entry: &Entry, batch: &mut Batch) {
    let (statement, approval) = match entry {
        Entry::Card(CardEntry::CardShown { approval, message, .. }) => {
            batch.add("UPDATE approvals SET card = ? WHERE id = ?").bind(&message.0).bind(&approval.0);
            return;
        }
        Entry::Place(PlaceEntry::Shared { approval, outcome, .. }) => {
            batch
                .add("UPDATE approvals SET state = ? WHERE id = ? AND state = 'claimed'")
                .bind(outcome_state(*outcome))
                .bind(&approval.0);
            return;
        }
        Entry::Card(CardEntry::PersonAnswered { approval, by, .. }) => {
            return responded(approval, by, "done", batch);
        }
        Entry::Card(CardEntry::Edited { approval, by, .. }) => return responded(approval, by, "void", batch),
        Entry::Card(CardEntry::DeniedBecause { approval, by, .. }) => {
            return responded(approval, by, "denied", batch);
        }
        Entry::Card(CardEntry::Expired { approval }) => {
            ("UPDATE approvals SET state = 'expired' WHERE id = ?", approval)
        }
        Entry::Card(CardEntry::Voided { approval, .. }) => {
            ("UPDATE approvals SET state = 'void' WHERE id = ? AND state IN ('pending', 'held')", approval)
        }
        Entry::Card(CardEntry::Released { approval }) => {
            ("UPDATE approvals SET state = 'claimed' WHERE id = ? AND state = 'held'", approval)
        }
        Entry::Call(CallEntry::Running { waiver: Waiver::Approval(approval), .. }) => {
            ("UPDATE approvals SET state = 'executing' WHERE id = ?", approval)
        }
        Entry::Card(CardEntry::SimilarApprovalEnded { approval, .. }) => {
            ("UPDATE approvals SET alike_until = NULL WHERE id = ?", approval)
        }
        _ => return,
    };
    batch.add(statement).bind(&approval.0);
}

/// Nothing is kept where the requester decides alone.
fn name_deciders(approval: &ApprovalId, deciders: &Deciders, batch: &mut Batch) {
    if *deciders != Deciders::default() {
        batch
            .add("UPDATE approvals SET deciders = ? WHERE id = ?")
            .bind(serde_json::json!(deciders).to_string())
            .bind(&approval.0);
    }
}

/// Somebody wrote something about it that settles it.
fn responded(approval: &ApprovalId, by: &PersonId, state: &str, batch: &mut Batch) {
    batch
        .add(
            "UPDATE approvals SET state = ?, decided_by = ?, due = NULL WHERE id = ? \
             AND state IN ('pending', 'held')",
        )
        .bind(state)
        .bind(&by.0)
        .bind(&approval.0);
}

fn outcome_state(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Done => "done",
        Outcome::Failed(_) => "failed",
        Outcome::Unknown => "unknown",
    }
}

const PURGE_WORDS: &str = "DELETE FROM bodies WHERE thread = ? AND digest = ? AND NOT EXISTS (SELECT 1 FROM journal \
     WHERE thread = ? AND number > ? AND number < ? AND instr(entry, ?) > 0)";
const PURGE_BYTES: &str = "DELETE FROM blobs WHERE thread = ? AND digest = ? AND NOT EXISTS (SELECT 1 FROM journal \
     WHERE thread = ? AND number > ? AND number < ? AND instr(entry, ?) > 0)";
