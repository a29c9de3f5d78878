//! The audit: a chain in which every record holds fast the one before it.

use kernel::ports::StoreError;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::audit_head::Ends;
use crate::statement::Statement;
use crate::writer::WriterPart;
use crate::{OpenError, Store};

const NEWEST: &str = "SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1";

/// One place in the chain. The default is the place before the first record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    pub number: i64,
    pub hash: String,
}

impl Link {
    pub(crate) async fn last(part: &mut WriterPart) -> Result<Self, StoreError> {
        let row: Option<(i64, String)> = Statement::new(part, NEWEST).row().await?;
        Ok(row.map(|(number, hash)| Self { number, hash }).unwrap_or_default())
    }

    pub(crate) fn next(&self, record: impl AsRef<[u8]>) -> Self {
        let hash = Sha256::new().chain_update(&self.hash).chain_update(record).finalize();
        Self { number: self.number + 1, hash: hex::encode(hash) }
    }
}

/// What a walk along the whole chain found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many records hold together.
    pub records: i64,
    /// The first thing that is wrong, if anything is.
    pub flaw: Option<Flaw>,
    /// The end that the sealed head vouches for; nothing if there is no such head.
    pub sealed: Option<Link>,
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

impl Flaw {
    /// What is wrong with an end of the chain, by what the head says.
    pub(crate) fn of_end(last: &Link, sealed: &Result<Option<Ends>, String>) -> Option<Self> {
        match sealed {
            Err(words) => Some(Self::BadHead(words.clone())),
            Ok(None) if last.number == 0 => None,
            Ok(None) => Some(Self::NoHead(last.number)),
            Ok(Some(ends)) if ends.committed == *last || ends.announced.as_ref() == Some(last) => None,
            Ok(Some(ends)) => Some(Self::OtherEnd { found: last.number, sealed: ends.committed.number }),
        }
    }
}

impl Store {
    /// At the start: the newest record must be where the head says.
    pub(crate) async fn check_audit_head(&self) -> Result<(), OpenError> {
        let newest: Option<(i64, String)> = sqlx::query_as(NEWEST)
            .fetch_optional(&self.readers)
            .await
            .map_err(|error| OpenError::Audit(error.to_string()))?;
        let newest = newest.map(|(number, hash)| Link { number, hash }).unwrap_or_default();
        match Flaw::of_end(&newest, &self.shared.head.read()) {
            None => Ok(()),
            Some(flaw) => Err(OpenError::Audit(flaw.to_string())),
        }
    }
}
