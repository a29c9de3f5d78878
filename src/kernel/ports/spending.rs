//! What models took, over all threads.

use crate::ports::{Soon, StoreError};
use crate::{PersonId, ThreadId, Time, Usage};

pub trait Spending: Send + Sync {
    /// The total of a spender, model by model. It is read, not added up, so it costs the same all day.
    fn spent<'a>(&'a self, by: &'a Spender) -> Soon<'a, Result<Vec<Spent>, StoreError>>;

    /// The thread in which something was spent for this person last.
    fn latest<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Option<ThreadId>, StoreError>>;
}

/// Whose spending is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spender {
    /// Since it began.
    Thread(ThreadId),
    /// On the day of this moment.
    Person(PersonId, Time),
    /// On the day of this moment.
    Everybody(Time),
}

/// What one model took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spent {
    pub model: String,
    pub usage: Usage,
}
