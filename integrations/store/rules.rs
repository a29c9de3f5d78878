//! Standing rules, and how often they were used.

use kernel::ports::{RuleUse, Rules, Soon, StoreError, Used};
use kernel::{ApprovalId, PersonId, StandingRule, Time};

use crate::Store;
use crate::batch::Batch;
use crate::store::unreachable;

impl Rules for Store {
    fn of<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<StandingRule>, StoreError>> {
        Box::pin(async move {
            let rows: Vec<(String,)> = sqlx::query_as(
                "SELECT rule FROM rules WHERE owner = $1 AND ended IS NULL AND until > $2 ORDER BY until, rowid",
            )
            .bind(&person.0)
            .bind(self.clock.now().0)
            .fetch_all(&self.readers)
            .await
            .map_err(unreachable)?;
            let read = |(words,): (String,)| {
                serde_json::from_str(&words).map_err(|error| StoreError::Unreadable(error.to_string()))
            };
            rows.into_iter().map(read).collect()
        })
    }

    fn used<'a>(&'a self, person: &'a PersonId, most: usize) -> Soon<'a, Result<Vec<Used>, StoreError>> {
        Box::pin(async move {
            let rows: Vec<(String, i64)> = sqlx::query_as(
                "SELECT call, at FROM rule_uses WHERE rule IN (SELECT id FROM rules WHERE owner = $1) \
                 ORDER BY at DESC, call LIMIT $2",
            )
            .bind(&person.0)
            .bind(i64::try_from(most).unwrap_or(i64::MAX))
            .fetch_all(&self.readers)
            .await
            .map_err(unreachable)?;
            Ok(rows.into_iter().map(|(call, at)| Used { call, at: Time(at) }).collect())
        })
    }

    fn spend<'a>(&'a self, using: &'a RuleUse) -> Soon<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            let now = writing.now;
            // One that was taken back meanwhile lets nothing through any more.
            writing
                .statement(
                    "INSERT INTO rule_uses (rule, call, at) SELECT $1, $2, $3 \
                     WHERE (SELECT COUNT(*) FROM rule_uses WHERE rule = $1 AND at > $4) < $5 \
                     AND NOT EXISTS (SELECT 1 FROM rules WHERE id = $1 AND ended IS NOT NULL) \
                     ON CONFLICT DO NOTHING",
                )
                .bind(&using.rule.0)
                .bind(&using.call)
                .bind(now.0)
                .bind(using.since.0)
                .bind(using.most)
                .run()
                .await?;
            let used: Option<(i64,)> = writing
                .statement(
                    "SELECT at FROM rule_uses WHERE rule = $1 AND call = $2 \
                     AND NOT EXISTS (SELECT 1 FROM rules WHERE id = $1 AND ended IS NOT NULL)",
                )
                .bind(&using.rule.0)
                .bind(&using.call)
                .row()
                .await?;
            writing.commit().await?;
            Ok(used.is_some())
        })
    }
}

pub(crate) fn made(rule: &StandingRule, batch: &mut Batch) -> Result<(), StoreError> {
    let words = serde_json::to_string(rule).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    batch
        .add("INSERT INTO rules (id, owner, until, rule) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
        .bind(&rule.id.0)
        .bind(&rule.owner.0)
        .bind(rule.until.0)
        .bind(words);
    Ok(())
}

/// Only its owner ends a rule.
pub(crate) fn ended(rule: &kernel::RuleId, by: &PersonId, now: Time, batch: &mut Batch) {
    batch
        .add("UPDATE rules SET ended = ? WHERE id = ? AND owner = ? AND ended IS NULL")
        .bind(now.0)
        .bind(&rule.0)
        .bind(&by.0);
}

/// A rule goes with the card it was made on, as long as that can be taken back.
pub(crate) fn gone(card: &ApprovalId, now: Time, batch: &mut Batch) {
    batch
        .add(
            "UPDATE rules SET ended = ? WHERE id = ? AND ended IS NULL AND EXISTS (SELECT 1 FROM approvals \
             WHERE approvals.id = rules.id AND state IN ('void', 'denied', 'pending', 'held'))",
        )
        .bind(now.0)
        .bind(&card.0);
}
