//! A tool's own notes, kept in the thread's journal.

use std::sync::Arc;

use kernel::ports::{Journal, Lane, Soon};
use kernel::{Body, CallEntry, CallId, Code, Entry, Failure, Notes};
use serde_json::Value;

pub(crate) struct JournalNotes {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) lane: Lane,
    pub(crate) call: CallId,
}

impl Notes for JournalNotes {
    fn write(&self, note: Value) -> Soon<'_, Result<(), Failure>> {
        Box::pin(async move {
            let entry =
                Entry::Call(CallEntry::Noted { call: self.call.clone(), note: Body::new(note.to_string()) });
            self.journal.append(&self.lane, vec![entry]).await.map_err(|error| unwritten(&error))
        })
    }

    fn read(&self) -> Soon<'_, Result<Vec<Value>, Failure>> {
        Box::pin(async move {
            let records = self.journal.read(&self.lane.thread, 0).await.map_err(|error| unwritten(&error))?;
            Ok(records
                .iter()
                .filter_map(|record| match &record.entry {
                    Entry::Call(CallEntry::Noted { call, note }) if *call == self.call => {
                        serde_json::from_str(note.words()).ok()
                    }
                    _ => None,
                })
                .collect())
        })
    }
}

/// Without a note a tool must not go on: it could not be found again.
fn unwritten(error: &kernel::ports::StoreError) -> Failure {
    Failure::operator(
        Code::ExecutionFailed,
        format!("It could not be written down, so it was not done ({error})."),
    )
}
