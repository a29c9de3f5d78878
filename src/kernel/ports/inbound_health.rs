//! Whether what people say reaches us.

use crate::ports::Soon;

pub trait InboundHealth: Send + Sync {
    fn state(&self) -> InboundState;
    /// As soon as it is another than this.
    fn changed_from(&self, known: InboundState) -> Soon<'_, InboundState>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InboundState {
    Connected,
    /// Not just now; it is tried again and again.
    Interrupted,
    /// Only in part: another process is told the rest in our place.
    Shared,
}
