//! A record as it stands in the audit. Whoever tampers with one may make anything of it.

use jiff::Timestamp;
use kernel::AuditRecord;
use serde::Deserialize;

#[derive(Clone, Debug, Default)]
pub(super) struct Stored {
    pub(super) thread: String,
    pub(super) at: Timestamp,
    /// Nothing if it cannot be read.
    pub(super) record: Option<AuditRecord>,
    /// Which one was called, as far as this record or one before it says.
    pub(super) tool: Option<String>,
}

#[derive(Deserialize)]
struct Written {
    at: i64,
    thread: String,
    record: AuditRecord,
}

impl Stored {
    pub(super) fn read(words: &str) -> Self {
        let Ok(Written { at, thread, record }) = serde_json::from_str(words) else { return Self::default() };
        let at = Timestamp::from_millisecond(at).unwrap_or_default();
        Self { thread, at, record: Some(record), tool: None }
    }
}
