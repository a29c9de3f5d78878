//! What goes wrong on one connection, by script.

use serde::{Deserialize, Serialize};

/// A fault of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SocketFault {
    /// It stays open, and nothing comes or goes any more: no envelope, no ping, no acknowledgement.
    HalfOpen,
    /// The next envelope is sent, and then the connection is gone.
    DropAfterSend,
    /// Every envelope comes so much later.
    Slow { ms: u64 },
    /// Of every two envelopes the second comes first.
    Reorder,
    /// The message that ends in `held` comes after the one that ends in `by`, however long that takes and whatever else
    /// is sent in between. Both must come on this connection.
    Overtake { held: String, by: String },
    /// Every envelope comes twice.
    Duplicate,
}

/// A fault that is in force, for so many envelopes or for good.
#[derive(Clone, Debug, Default)]
pub(crate) struct InForce {
    fault: Option<SocketFault>,
    left: Option<u32>,
}

impl InForce {
    pub(crate) fn new(fault: SocketFault, times: Option<u32>) -> Self {
        Self { fault: Some(fault), left: times }
    }

    pub(crate) fn is_half_open(&self) -> bool {
        self.fault == Some(SocketFault::HalfOpen)
    }

    pub(crate) fn end(&mut self) {
        *self = Self::default();
    }

    /// What strikes the next envelope.
    pub(crate) fn strike(&mut self) -> Option<SocketFault> {
        match &mut self.left {
            Some(0) => self.fault = None,
            Some(left) => *left -= 1,
            None => {}
        }
        self.fault.clone()
    }
}
