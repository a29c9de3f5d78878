//! From a stream of events to what was told in it.

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use kernel::Definition;
use wire::WireError;

use super::draft::{Draft, Progress, Told};
use crate::hearing::{Ear, Missed, events};

/// Reads a stream to its `message_stop`; one that ends before is a failure.
pub(super) async fn hear(
    pieces: impl Stream<Item = Result<Bytes, WireError>> + Send + Unpin,
    (tools, has_spoken): (&[Definition], bool),
    ear: &mut Ear<'_>,
) -> Result<Told, Missed> {
    ear.begin();
    let mut events = events(pieces);
    let mut draft = Draft::after(has_spoken);
    while let Some(event) = events.next().await {
        let event = serde_json::from_str(&event?)
            .map_err(|error| Missed::broken(&format!("an event of the stream is unreadable: {error}")))?;
        if let Progress::Done = draft.take_in(event, ear)? {
            return Ok(draft.finish(tools));
        }
    }
    Err(Missed::broken("the answer broke off"))
}
