//! What models took, over all threads.

use crate::ports::{Soon, StoreError};
use crate::{PersonId, ThreadId, Time, Usage};

pub trait Spending: Send + Sync {
    /// What was spent since then, model by model.
    fn spent<'a>(&'a self, by: &'a Spender, since: Time) -> Soon<'a, Result<Vec<Spent>, StoreError>>;

    /// The thread in which something was spent for this person last.
    fn latest<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Option<ThreadId>, StoreError>>;
}

/// Whose spending is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spender {
    Thread(ThreadId),
    Person(PersonId),
    Everybody,
}

/// What one model took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spent {
    pub model: String,
    pub usage: Usage,
}
