//! From a stream of events to what was told in it.

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use wire::WireError;

use super::draft::{AskedFor, Draft, Progress, Told};
use crate::stream::{Collector, FailedAttempt, events};

/// Reads a stream to its `message_stop`; one that ends before is a failure.
pub(super) async fn hear(
    pieces: impl Stream<Item = Result<Bytes, WireError>> + Send + Unpin,
    asked: &AskedFor<'_>,
    ear: &mut Collector<'_>,
) -> Result<Told, FailedAttempt> {
    ear.begin();
    let mut events = events(pieces);
    let mut draft = Draft::of(asked);
    while let Some(event) = events.next().await {
        let event = serde_json::from_str(&event?).map_err(|error| {
            FailedAttempt::broken(&format!("an event of the stream is unreadable: {error}"))
        })?;
        if let Progress::Done = draft.take_in(event, ear)? {
            return Ok(draft.finish(asked.tools));
        }
    }
    Err(FailedAttempt::broken("the answer broke off"))
}
