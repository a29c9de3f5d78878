//! What a tool is told about the call it serves, beside its arguments.

use std::sync::Arc;

use serde_json::Value;

use crate::ports::Soon;
use crate::{AccountId, Failure, Person, SharedFile, Stop, ThreadId};

/// On whose behalf, in which account, and how to stop.
#[derive(Clone)]
pub struct Call {
    /// Chosen by who asked in the thread, never by the model.
    pub requester: Person,
    /// The account whose grant is used.
    pub account: AccountId,
    /// Where it was asked for.
    pub thread: ThreadId,
    /// The same for every attempt at this call, and for no other call: makes what the tool creates recognisable.
    pub key: String,
    /// What the requester has attached to their messages in this thread.
    pub files: Arc<[SharedFile]>,
    pub stop: Stop,
    pub notes: Arc<dyn Notes>,
}

/// What a tool must find again after a crash, e.g. the draft it is about to send.
pub trait Notes: Send + Sync {
    /// Durable when it returns.
    fn write(&self, note: Value) -> Soon<'_, Result<(), Failure>>;
    /// The notes of earlier attempts at this call, oldest first.
    fn read(&self) -> Soon<'_, Result<Vec<Value>, Failure>>;
}
