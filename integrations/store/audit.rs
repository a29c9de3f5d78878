//! The audit: a chain in which every record holds fast the one before it.

use kernel::ports::StoreError;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::pen::Part;
use crate::statement::Statement;
use crate::store::unreachable;
use crate::{OpenError, Store};

const NEWEST: &str = "SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1";

/// One place in the chain. The default is the place before the first record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Link {
    pub(crate) number: i64,
    pub(crate) hash: String,
}

impl Link {
    pub(crate) async fn last(part: &mut Part) -> Result<Self, StoreError> {
        let row: Option<(i64, String)> = Statement::new(part, NEWEST).row().await?;
        Ok(row.map(|(number, hash)| Self { number, hash }).unwrap_or_default())
    }

    pub(crate) fn next(&self, record: &str) -> Self {
        let hash = Sha256::new().chain_update(&self.hash).chain_update(record).finalize();
        Self { number: self.number + 1, hash: hex::encode(hash) }
    }
}

/// What `countersign audit verify` found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many records hold together.
    pub records: i64,
    /// The first thing that is wrong, if anything is.
    pub flaw: Option<Flaw>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    #[error("record {expected} is missing (the next one is {found})")]
    Missing { expected: i64, found: i64 },
    #[error("record {0} was changed, or does not follow the one before it")]
    Changed(i64),
    #[error(
        "the chain ends at record {found}, and the sealed head at {sealed}: records were cut off or added"
    )]
    OtherEnd { found: i64, sealed: i64 },
    #[error("there are {0} records and no sealed head")]
    NoHead(i64),
    #[error("{0}")]
    BadHead(String),
}

impl Store {
    /// Walks the whole chain and compares its end with the sealed head.
    pub async fn verify_audit(&self) -> Result<Verified, StoreError> {
        let mut last = Link::default();
        loop {
            let rows: Vec<(i64, String, String)> = sqlx::query_as(
                "SELECT number, record, hash FROM audit WHERE number > $1 ORDER BY number LIMIT 1000",
            )
            .bind(last.number)
            .fetch_all(&self.readers)
            .await
            .map_err(unreachable)?;
            if rows.is_empty() {
                break;
            }
            for (number, record, hash) in rows {
                let next = last.next(&record);
                if number != next.number {
                    let flaw = Flaw::Missing { expected: next.number, found: number };
                    return Ok(Verified { records: last.number, flaw: Some(flaw) });
                }
                if hash != next.hash {
                    return Ok(Verified { records: last.number, flaw: Some(Flaw::Changed(number)) });
                }
                last = next;
            }
        }
        Ok(Verified { records: last.number, flaw: self.compare_with_head(&last) })
    }

    /// At the start: the newest record must be where the head says.
    pub(crate) async fn check_audit_head(&self) -> Result<(), OpenError> {
        let newest: Option<(i64, String)> = sqlx::query_as(NEWEST)
            .fetch_optional(&self.readers)
            .await
            .map_err(|error| OpenError::Audit(error.to_string()))?;
        let newest = newest.map(|(number, hash)| Link { number, hash }).unwrap_or_default();
        match self.compare_with_head(&newest) {
            None => Ok(()),
            Some(flaw) => Err(OpenError::Audit(flaw.to_string())),
        }
    }

    fn compare_with_head(&self, last: &Link) -> Option<Flaw> {
        match self.head.read() {
            Err(words) => Some(Flaw::BadHead(words)),
            Ok(None) if last.number == 0 => None,
            Ok(None) => Some(Flaw::NoHead(last.number)),
            Ok(Some(ends)) if ends.committed == *last || ends.announced.as_ref() == Some(last) => None,
            Ok(Some(ends)) => Some(Flaw::OtherEnd { found: last.number, sealed: ends.committed.number }),
        }
    }
}
