//! One attempt at a call: the notes that it leaves for a later one, and the stop that a person pulls.

use kernel::{Call, Code, Failure};
use serde::{Serialize, de::DeserializeOwned};

/// Without a note nothing was sent, so it is written before.
pub(crate) async fn write_note<T: Serialize>(call: &Call, note: &T) -> Result<(), Failure> {
    let note = serde_json::to_value(note).map_err(|error| {
        let words = format!("How far this got could not be noted: {error}. Look before asking again.");
        Failure::operator(Code::ExecutionFailed, words)
    })?;
    call.notes.write(note).await
}

/// The last note of this kind, of whichever attempt.
pub(crate) async fn last_note<T: DeserializeOwned>(call: &Call) -> Result<Option<T>, Failure> {
    let notes = call.notes.read().await?;
    Ok(notes.into_iter().rev().find_map(|note| serde_json::from_value(note).ok()))
}

/// `words` say that nothing was done.
pub(crate) fn heed_stop(call: &Call, words: &str) -> Result<(), Failure> {
    if call.stop.is_pulled() { Err(Failure::person(Code::Cancelled, words)) } else { Ok(()) }
}
