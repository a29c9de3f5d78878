//! What is kept of one person, over all threads.

use crate::ports::{Approval, Soon, StoreError};
use crate::{Asking, DryRun, PersonId, ThreadId};

pub trait PersonIndex: Send + Sync {
    /// What waits for this person's decision, the first to expire first.
    fn waiting<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<Approval>, StoreError>>;

    /// What they have countersigned and what they were offered to undo, newest first, at most so many.
    fn signed<'a>(&'a self, person: &'a PersonId, most: usize)
    -> Soon<'a, Result<Vec<Approval>, StoreError>>;

    /// What they can take back at this moment, newest first: before everything else what has not been done yet.
    fn reversible<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<Approval>, StoreError>>;

    /// What they have approved along with the like of it, and that still holds.
    fn orders<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<Approval>, StoreError>>;

    /// Every thread in which something may be going on for them; the journal of each says whether it is.
    fn threads<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<ThreadId>, StoreError>>;
}

/// What people have chosen for themselves.
pub trait Preferences: Send + Sync {
    /// When they want to be asked before something is changed.
    fn asking<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Asking, StoreError>>;
    fn ask<'a>(&'a self, person: &'a PersonId, asking: Asking) -> Soon<'a, Result<(), StoreError>>;
    /// Whether they want to be told what would be changed, and nothing to be.
    fn rehearses<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<DryRun, StoreError>>;
    fn rehearse<'a>(&'a self, person: &'a PersonId, chosen: DryRun) -> Soon<'a, Result<(), StoreError>>;
}
