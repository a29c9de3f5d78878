//! Events sent by a server, within bounds.

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use sse_stream::SseStream;
use wire::WireError;

use super::FailedAttempt;

/// No reply that is allowed to us comes near it.
const CAP: usize = 16 * 1024 * 1024;
/// Nor does any one event of it come near this.
const EVENT_CAP: usize = 8 * 1024 * 1024;
/// An error is a sentence; more of it is never needed.
const ERROR_CAP: usize = 64 * 1024;

/// What the events of a stream hold, one after the other.
pub(crate) fn events(
    pieces: impl Stream<Item = Result<Bytes, WireError>> + Send + Unpin,
) -> impl Stream<Item = Result<String, FailedAttempt>> + Unpin {
    let events = SseStream::from_bytes_stream(capped(pieces));
    Box::pin(events.filter_map(|event| async move {
        match event {
            Ok(event) => event.data.map(Ok),
            Err(error) => Some(Err(unheard(error))),
        }
    }))
}

/// The beginning of a body that is not a stream of events.
pub(crate) async fn collect(
    mut pieces: impl Stream<Item = Result<Bytes, WireError>> + Unpin,
) -> Result<Vec<u8>, WireError> {
    let mut body = Vec::new();
    while let Some(piece) = pieces.next().await {
        body.extend_from_slice(&piece?);
        if body.len() > ERROR_CAP {
            break;
        }
    }
    Ok(body)
}

/// A reply that comes in one piece.
pub(crate) async fn whole(
    pieces: impl Stream<Item = Result<Bytes, WireError>> + Send + Unpin,
) -> Result<Vec<u8>, WireError> {
    let (mut pieces, mut body) = (capped(pieces), Vec::new());
    while let Some(piece) = pieces.next().await {
        body.extend_from_slice(&piece?);
    }
    Ok(body)
}

fn capped(
    pieces: impl Stream<Item = Result<Bytes, WireError>> + Send + Unpin,
) -> impl Stream<Item = Result<Bytes, WireError>> + Send + Unpin {
    let (mut taken, mut line) = (0, 0);
    pieces.map(move |piece| {
        let piece = piece?;
        taken += piece.len();
        // The longest line that goes on in this piece, ends in it, or lies within it.
        for part in piece.split_inclusive(|byte| *byte == b'\n') {
            line += part.len();
            if line > EVENT_CAP {
                return Err(too_large(EVENT_CAP));
            }
            if part.ends_with(b"\n") {
                line = 0;
            }
        }
        if taken > CAP { Err(too_large(CAP)) } else { Ok(piece) }
    })
}

fn too_large(cap: usize) -> WireError {
    WireError::TooLarge { host: "the model".to_owned(), cap }
}

fn unheard(error: sse_stream::Error) -> FailedAttempt {
    match error {
        sse_stream::Error::Body(cause) => match cause.downcast::<WireError>() {
            Ok(error) => FailedAttempt::by_wire(&error),
            Err(other) => FailedAttempt::broken(&other.to_string()),
        },
        other => FailedAttempt::broken(&format!("the stream is unreadable: {other}")),
    }
}
