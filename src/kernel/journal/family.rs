//! The meaning that every family of journal entries gives its kinds.

use super::Body;
use crate::audit::AuditRecord;

/// Where an entry comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// We wrote it while we worked.
    Ours,
    /// It came from outside, and nobody has to look at the thread because of it.
    Arrives,
    /// It came from outside, and somebody must look at the thread.
    Wakes,
}

pub(super) trait Family {
    fn arrival(&self) -> Arrival;

    /// The words that are kept apart from the journal.
    fn bodies(&self) -> Vec<&Body> {
        Vec::new()
    }

    fn bodies_mut(&mut self) -> Vec<&mut Body> {
        Vec::new()
    }

    /// The line of the audit; none for kinds that only say what was shown where.
    fn audit(&self) -> Option<AuditRecord>;
}
