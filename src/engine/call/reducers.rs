//! What makes long answers of some tools short before a model is shown them. The answer itself is kept as it came.
//!
//! Doesn't know what becomes of an answer afterwards: cutting and fencing come later.

mod tables;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tracing::warn;

pub use tables::TableReducer;

/// An answer as it came, and what it answers.
pub struct Given<'a> {
    pub words: &'a str,
    /// As the model chose them.
    pub arguments: &'a Value,
    /// The number of the turn in its thread.
    pub turn: u64,
}

/// Makes the answers of one tool shorter.
pub trait Reducer: Send + Sync {
    /// What is shown in place of the answer; nothing where it is shown as it is.
    fn reduce(&self, given: &Given<'_>) -> Option<String>;
}

/// Every reducer, by the exact name of its tool.
#[derive(Clone, Default)]
pub struct Reducers(Arc<Mutex<Named>>);

type Named = BTreeMap<String, (u64, Arc<dyn Reducer>)>;

/// The way to take a reducer back. Letting go of it changes nothing.
#[must_use = "without it the reducer cannot be taken back"]
pub struct Registered {
    among: Reducers,
    tool: String,
    number: u64,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReducerError {
    #[error("two reducers want the answers of `{0}`")]
    Twice(String),
}

impl Reducers {
    pub fn register(&self, tool: &str, reducer: Arc<dyn Reducer>) -> Result<Registered, ReducerError> {
        let mut named = self.lock();
        if named.contains_key(tool) {
            return Err(ReducerError::Twice(tool.to_owned()));
        }
        let number = named.values().map(|(number, _)| number + 1).max().unwrap_or_default();
        named.insert(tool.to_owned(), (number, reducer));
        drop(named);
        Ok(Registered { among: self.clone(), tool: tool.to_owned(), number })
    }

    /// What is shown in place of an answer. A reducer that fails, or makes it longer, leaves it as it was.
    pub(crate) fn reduce(&self, tool: &str, given: &Given<'_>) -> Option<String> {
        let (_, reducer) = self.lock().get(tool).cloned()?;
        let Ok(shorter) = catch_unwind(AssertUnwindSafe(|| reducer.reduce(given))) else {
            warn!(tool, "a reducer fell over; the answer is shown as it is");
            return None;
        };
        shorter.filter(|shorter| shorter.len() < given.words.len())
    }

    fn lock(&self) -> MutexGuard<'_, Named> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Registered {
    /// From now on the answers of its tool are shown as they come. Another one that took its place stays.
    pub fn unregister(self) {
        let mut named = self.among.lock();
        if named.get(&self.tool).is_some_and(|(number, _)| *number == self.number) {
            named.remove(&self.tool);
        }
    }
}

#[cfg(test)]
mod tests;
