//! A language model.

use std::time::Duration;

use crate::ports::Soon;
use crate::{Reply, Request, Usage};

/// Of a model that does not say.
const USUAL_WINDOW: usize = 200_000;

pub trait Model: Send + Sync {
    /// For the audit and the first words of the log.
    fn name(&self) -> &str;

    /// How much it can take in at once, in tokens: the request and its reply together.
    fn window(&self) -> usize {
        USUAL_WINDOW
    }

    /// Dropping the future cancels the reply.
    fn reply<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>>;
}

/// Hears a reply as it is made. Must not block.
pub trait Listener: Send {
    fn text(&mut self, piece: &str);
    /// Whether anybody sees the pieces: then a reply that breaks off cannot be begun anew.
    fn is_seen(&self) -> bool {
        true
    }
    /// What a model took, told when it is over, however it ended: also where another answered in its place, and where whoever
    /// asked let go of the reply. In a reply that comes, the same is told once more.
    fn took(&mut self, _model: &str, _usage: Usage) {}
}

/// Listens to nothing.
pub struct Quiet;

impl Listener for Quiet {
    fn text(&mut self, _piece: &str) {}

    fn is_seen(&self) -> bool {
        false
    }
}

/// Why there is no reply, told apart by what can be done about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// Tried several times; it may work later.
    #[error("the model is not reachable: {words}")]
    Unavailable { words: String, retry_after: Option<Duration> },
    /// Key or configuration: whoever runs this must act.
    #[error("the model refused us: {0}")]
    Misconfigured(String),
    /// It is not served, or not any more: whoever runs this must choose another.
    #[error("the model is not served: {0}")]
    Retired(String),
    /// It cannot be offered tools the way it was: whoever runs this must act.
    #[error("the model takes no tools: {0}")]
    Toolless(String),
    /// The conversation cannot be sent as it is, e.g. too long.
    #[error("the model cannot take this conversation: {0}")]
    Unusable(String),
    /// It was reached, and asked for more at once than is taken of any reply: nothing of it was done.
    #[error("the model asks for too much at once: {0}")]
    Overasked(String),
}
