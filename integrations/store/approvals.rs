//! Deciding, once.

use kernel::ports::{Approval, ApprovalState, Approvals, Decision, Response, Soon, StoreError};
use kernel::{
    Alike, ApprovalId, CardEntry, Digest, Entry, InboundId, MessageRef, PersonId, RuleEntry, ThreadId, Time,
    Verdict,
};
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::store::unreachable;
use crate::transaction::Transaction;
use crate::{Store, timers};

/// The columns that [`approval_of`] reads, in its order.
macro_rules! approvals {
    ($which:literal) => {
        concat!(
            "SELECT id, thread, requester, state, digest, expires, decided_by, card, due, deciders, signed FROM approvals ",
            $which
        )
    };
}
pub(crate) use approvals;

const BY_ID: &str = approvals!("WHERE id = $1");

impl Approvals for Store {
    fn decide<'a>(
        &'a self,
        approval: &'a ApprovalId,
        by: &'a PersonId,
        verdict: Verdict,
        inbound: InboundId,
    ) -> Soon<'a, Result<Decision, StoreError>> {
        Box::pin(async move {
            let decided = self.decide_all(std::slice::from_ref(approval), by, verdict, inbound).await?;
            Ok(decided.into_iter().next().unwrap_or(Decision::NoSuch))
        })
    }

    fn decide_all<'a>(
        &'a self,
        approvals: &'a [ApprovalId],
        by: &'a PersonId,
        verdict: Verdict,
        inbound: InboundId,
    ) -> Soon<'a, Result<Vec<Decision>, StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            let first = writing.settle(inbound).await?;
            let mut decisions = Vec::with_capacity(approvals.len());
            for approval in approvals {
                let Some(found) = writing.find(approval).await? else {
                    decisions.push(Decision::NoSuch);
                    continue;
                };
                let decision = decision(&found, by, verdict, writing.now);
                if first {
                    writing.take(&found, by, verdict, &decision).await?;
                }
                decisions.push(decision);
            }
            writing.commit().await?;
            Ok(decisions)
        })
    }

    fn respond<'a>(
        &'a self,
        approval: &'a ApprovalId,
        by: &'a PersonId,
        response: Response,
        inbound: InboundId,
    ) -> Soon<'a, Result<Decision, StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            let first = writing.settle(inbound).await?;
            let Some(found) = writing.find(approval).await? else {
                writing.commit().await?;
                return Ok(Decision::NoSuch);
            };
            // Only a denial can still take back what was approved and is held, and only the requester says what is done
            // in their name.
            let (verdict, decision) = match response {
                Response::Deny(_) => (Verdict::Deny, decision(&found, by, Verdict::Deny, writing.now)),
                Response::Answer(_) | Response::Edit(_) | Response::Always(_) => {
                    (Verdict::Approve, answerable(&found, by, writing.now))
                }
            };
            match (&decision, first) {
                (Decision::Taken, true) => {
                    let always = matches!(response, Response::Always(_));
                    writing.receive(&found.thread, written(approval, by, response)).await?;
                    if always {
                        writing.take(&found, by, verdict, &decision).await?;
                    }
                }
                (_, true) => writing.take(&found, by, verdict, &decision).await?,
                (_, false) => {}
            }
            writing.commit().await?;
            Ok(decision)
        })
    }

    fn withdraw<'a>(
        &'a self,
        approvals: &'a [ApprovalId],
        why: &'a str,
        inbound: InboundId,
    ) -> Soon<'a, Result<Vec<Approval>, StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            let first = writing.settle(inbound).await?;
            let mut withdrawn = Vec::new();
            for approval in approvals {
                let found = writing.find(approval).await?;
                let open =
                    |found: &Approval| matches!(found.state, ApprovalState::Pending | ApprovalState::Held);
                if let Some(found) = found.filter(open) {
                    if first {
                        let entry = Entry::Card(CardEntry::Voided {
                            approval: approval.clone(),
                            why: why.to_owned(),
                        });
                        writing.receive(&found.thread, entry).await?;
                    }
                    withdrawn.push(found);
                }
            }
            writing.commit().await?;
            Ok(withdrawn)
        })
    }

    fn on_card<'a>(&'a self, card: &'a MessageRef) -> Soon<'a, Result<Vec<ApprovalId>, StoreError>> {
        Box::pin(async move {
            let rows: Vec<(String,)> =
                sqlx::query_as("SELECT id FROM approvals WHERE card = $1 ORDER BY rowid")
                    .bind(&card.0)
                    .fetch_all(&self.readers)
                    .await
                    .map_err(unreachable)?;
            Ok(rows.into_iter().map(|(id,)| ApprovalId(id)).collect())
        })
    }

    fn approval<'a>(&'a self, id: &'a ApprovalId) -> Soon<'a, Result<Option<Approval>, StoreError>> {
        Box::pin(async move {
            let found =
                sqlx::query(BY_ID).bind(&id.0).fetch_optional(&self.readers).await.map_err(unreachable)?;
            found.as_ref().map(approval_of).transpose()
        })
    }
}

impl Transaction {
    pub(crate) async fn find(&mut self, approval: &ApprovalId) -> Result<Option<Approval>, StoreError> {
        let found = self.statement(BY_ID).bind(&approval.0).raw_row().await?;
        found.as_ref().map(approval_of).transpose()
    }

    async fn take(
        &mut self,
        found: &Approval,
        by: &PersonId,
        verdict: Verdict,
        decision: &Decision,
    ) -> Result<(), StoreError> {
        let approval = found.id.clone();
        let entry = match decision {
            Decision::Taken => {
                // Only the requester says what else is done in their name.
                let alone = verdict == Verdict::ApproveAlike && *by != found.requester;
                self.decided(&approval, by, if alone { Verdict::Approve } else { verdict }).await?;
                Entry::Card(CardEntry::Decided { approval, verdict, by: by.clone() })
            }
            Decision::Signed if found.signed.contains(by) => Entry::Card(CardEntry::ClickRefused {
                approval,
                by: by.clone(),
                why: "signed already".to_owned(),
            }),
            Decision::Signed => {
                self.sign(found, by).await?;
                Entry::Card(CardEntry::Signed { approval, by: by.clone() })
            }
            Decision::TooLate { state, .. } => Entry::Card(CardEntry::ClickRefused {
                approval,
                by: by.clone(),
                why: format!("already {}", state.name()),
            }),
            Decision::NotYours { .. } => Entry::Card(CardEntry::ClickRefused {
                approval,
                by: by.clone(),
                why: "not one of those who may decide".to_owned(),
            }),
            Decision::NoSuch => return Ok(()),
        };
        self.receive(&found.thread, entry).await
    }

    async fn sign(&mut self, found: &Approval, by: &PersonId) -> Result<(), StoreError> {
        let signed: Vec<&PersonId> = found.signed.iter().chain([by]).collect();
        let signed =
            serde_json::to_string(&signed).map_err(|error| StoreError::Unreadable(error.to_string()))?;
        self.statement("UPDATE approvals SET signed = $1 WHERE id = $2 AND state = 'pending'")
            .bind(signed)
            .bind(&found.id.0)
            .run()
            .await
    }

    async fn decided(
        &mut self,
        approval: &ApprovalId,
        by: &PersonId,
        verdict: Verdict,
    ) -> Result<(), StoreError> {
        let now = self.now;
        let alike_until = (verdict == Verdict::ApproveAlike).then(|| now.plus(Alike::LASTS).0);
        let query = match verdict {
            Verdict::Approve | Verdict::ApproveAlike => self.statement(
                "UPDATE approvals SET state = CASE WHEN hold > 0 THEN 'held' ELSE 'claimed' END, decided_by = $1, \
                 due = CASE WHEN hold > 0 THEN $2 + hold END, alike_until = $3 WHERE id = $4 AND state = 'pending'",
            )
            .bind(&by.0)
            .bind(now.0)
            .bind(alike_until)
            .bind(&approval.0),
            Verdict::Deny => self.statement(
                "UPDATE approvals SET state = 'denied', decided_by = $1, due = NULL \
                 WHERE id = $2 AND state IN ('pending', 'held')",
            )
            .bind(&by.0)
            .bind(&approval.0),
        };
        query.run().await?;
        timers::hold_approval(self, approval).await?;
        if verdict == Verdict::Deny {
            // A rule that was made on it goes with it.
            self.statement("UPDATE rules SET ended = $1 WHERE id = $2 AND ended IS NULL")
                .bind(now.0)
                .bind(&approval.0)
                .run()
                .await?;
        }
        Ok(())
    }
}

fn written(approval: &ApprovalId, by: &PersonId, response: Response) -> Entry {
    let (approval, by) = (approval.clone(), by.clone());
    match response {
        Response::Answer(answers) => {
            Entry::Card(CardEntry::PersonAnswered { approval, by, answers, reply: None })
        }
        Response::Edit(arguments) => Entry::Card(CardEntry::Edited { approval, by, arguments }),
        Response::Deny(words) => Entry::Card(CardEntry::DeniedBecause { approval, by, words }),
        Response::Always(rule) => Entry::Rule(RuleEntry::RuleMade(rule)),
    }
}

/// What a click by this person meets now.
fn decision(found: &Approval, by: &PersonId, verdict: Verdict, now: Time) -> Decision {
    if !found.deciders.include(&found.requester, by) {
        return Decision::NotYours { requester: found.requester.clone() };
    }
    match found.state {
        ApprovalState::Pending if now < found.expires && verdict.approves() => {
            let signed: Vec<PersonId> = found.signed.iter().chain([by]).cloned().collect();
            let enough = found.deciders.suffice(&found.requester, &signed);
            if enough { Decision::Taken } else { Decision::Signed }
        }
        ApprovalState::Pending if now < found.expires => Decision::Taken,
        ApprovalState::Pending => Decision::TooLate { state: ApprovalState::Expired, by: None },
        ApprovalState::Held if verdict == Verdict::Deny && found.due.is_some_and(|due| now < due) => {
            Decision::Taken
        }
        state => Decision::TooLate { state, by: found.decided_by.clone() },
    }
}

/// What the answer of this person meets now: however many must sign, it is one person's to give.
fn answerable(found: &Approval, by: &PersonId, now: Time) -> Decision {
    if found.requester != *by {
        return Decision::NotYours { requester: found.requester.clone() };
    }
    match found.state {
        ApprovalState::Pending if now < found.expires => Decision::Taken,
        ApprovalState::Pending => Decision::TooLate { state: ApprovalState::Expired, by: None },
        state => Decision::TooLate { state, by: found.decided_by.clone() },
    }
}

pub(crate) fn approval_of(row: &SqliteRow) -> Result<Approval, StoreError> {
    let text = |column: usize| row.try_get::<String, _>(column).map_err(unreachable);
    let maybe = |column: usize| row.try_get::<Option<String>, _>(column).map_err(unreachable);
    let state = text(3)?;
    let state = ApprovalState::ALL
        .into_iter()
        .find(|known| known.name() == state)
        .ok_or_else(|| StoreError::Unreadable(format!("an approval is in the state `{state}`")))?;
    let digest = serde_json::from_value::<Digest>(text(4)?.into())
        .map_err(|error| StoreError::Unreadable(error.to_string()))?;
    Ok(Approval {
        id: ApprovalId(text(0)?),
        thread: ThreadId(text(1)?),
        requester: PersonId(text(2)?),
        state,
        digest,
        expires: Time(row.try_get(5).map_err(unreachable)?),
        decided_by: maybe(6)?.map(PersonId),
        card: maybe(7)?.map(MessageRef),
        due: row.try_get::<Option<i64>, _>(8).map_err(unreachable)?.map(Time),
        deciders: maybe(9)?.map(|words| written_down(&words)).transpose()?.unwrap_or_default(),
        signed: maybe(10)?.map(|words| written_down(&words)).transpose()?.unwrap_or_default(),
    })
}

fn written_down<T: DeserializeOwned>(words: &str) -> Result<T, StoreError> {
    serde_json::from_str(words).map_err(|error| StoreError::Unreadable(error.to_string()))
}
