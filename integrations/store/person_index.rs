//! What is kept of one person, over all threads. Rows come in the order in which they were written.

use kernel::ports::{Approval, PersonIndex, Soon, StoreError};
use kernel::{PersonId, ThreadId};

use crate::Store;
use crate::approvals::{approval_of, approvals};
use crate::store::unreachable;

const WAITING: &str = approvals!(
    "WHERE kind = 'question' AND state = 'pending' AND expires > $2 \
     AND (requester = $1 OR instr(deciders, json_quote($1)) > 0) \
     AND (signed IS NULL OR instr(signed, json_quote($1)) = 0) ORDER BY expires, rowid"
);

const SIGNED: &str = approvals!(
    "WHERE requester = $1 AND (kind = 'undo' OR (decided_by IS NOT NULL \
     AND state IN ('held', 'claimed', 'executing', 'done', 'failed', 'unknown'))) ORDER BY rowid DESC LIMIT $2"
);

const REVERSIBLE: &str = approvals!(
    "WHERE requester = $1 AND ((state = 'held' AND due > $2) OR (kind = 'undo' AND state = 'pending' AND expires > $2)) \
     ORDER BY state = 'held' DESC, rowid DESC"
);

const ORDERS: &str = approvals!("WHERE requester = $1 AND alike_until > $2 ORDER BY alike_until, rowid");

impl PersonIndex for Store {
    fn waiting<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<Approval>, StoreError>> {
        Box::pin(self.approvals_of(WAITING, person, self.clock.now().0))
    }

    fn signed<'a>(
        &'a self,
        person: &'a PersonId,
        most: usize,
    ) -> Soon<'a, Result<Vec<Approval>, StoreError>> {
        Box::pin(self.approvals_of(SIGNED, person, i64::try_from(most).unwrap_or(i64::MAX)))
    }

    fn reversible<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<Approval>, StoreError>> {
        Box::pin(self.approvals_of(REVERSIBLE, person, self.clock.now().0))
    }

    fn orders<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<Approval>, StoreError>> {
        Box::pin(self.approvals_of(ORDERS, person, self.clock.now().0))
    }

    /// A thread that is awake may be at work for anybody.
    fn threads<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<ThreadId>, StoreError>> {
        Box::pin(async move {
            let threads: Vec<(String,)> = sqlx::query_as(
                "SELECT thread FROM lanes WHERE awake > 0 \
                 UNION SELECT thread FROM approvals WHERE requester = $1 AND kind = 'question' \
                 AND state IN ('pending', 'held', 'claimed', 'executing') \
                 UNION SELECT thread FROM consents WHERE person = $1 AND open = 1",
            )
            .bind(&person.0)
            .fetch_all(&self.readers)
            .await
            .map_err(unreachable)?;
            Ok(threads.into_iter().map(|(thread,)| ThreadId(thread)).collect())
        })
    }
}

impl Store {
    async fn approvals_of(
        &self,
        query: &'static str,
        person: &PersonId,
        bound: i64,
    ) -> Result<Vec<Approval>, StoreError> {
        let rows = sqlx::query(query)
            .bind(&person.0)
            .bind(bound)
            .fetch_all(&self.readers)
            .await
            .map_err(unreachable)?;
        rows.iter().map(approval_of).collect()
    }
}
