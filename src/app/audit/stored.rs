//! A record as it stands in the audit. Whoever tampers with one may make anything of it.

use jiff::Timestamp;
use kernel::AuditRecord;
use serde::Deserialize;

#[derive(Clone, Debug, Default)]
pub(super) struct Stored {
    pub(super) thread: String,
    pub(super) at: Timestamp,
    /// Its place in the thread's journal.
    pub(super) entry: u64,
    /// Nothing if it cannot be read.
    pub(super) record: Option<AuditRecord>,
    /// Which one was called, as far as this record or one before it says.
    pub(super) tool: Option<String>,
}

#[derive(Deserialize)]
struct Written {
    at: i64,
    thread: String,
    entry: u64,
    record: AuditRecord,
}

impl Stored {
    pub(super) fn read(words: &str) -> Self {
        let Ok(written) = serde_json::from_str(words) else { return Self::default() };
        let Written { at, thread, entry, record } = written;
        let at = Timestamp::from_millisecond(at).unwrap_or_default();
        Self { thread, at, entry, record: Some(record), tool: None }
    }
}
