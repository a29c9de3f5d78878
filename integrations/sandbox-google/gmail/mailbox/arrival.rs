//! A message about to be put into a mailbox.

use crate::gmail::id::Id;

/// A message about to be put into a mailbox.
#[derive(Debug)]
pub(crate) struct Arrival {
    pub(crate) raw: Vec<u8>,
    /// Milliseconds since 1970.
    pub(crate) date: i64,
    pub(crate) labels: Vec<String>,
    pub(crate) threading: Threading,
}

/// Which thread an arriving message joins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Threading {
    /// The one its references and subject point to, else its own.
    ByReferences,
    /// This one.
    Into(Id),
    /// Its own.
    Alone,
}
