//! The count of everybody's open requests.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use serde::Serialize;

/// The count of everybody's open requests.
#[derive(Debug, Default)]
pub(crate) struct Traffic(pub(super) Arc<Mutex<Counts>>);

#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) people: BTreeMap<String, InFlight>,
    /// Above this Gmail refuses.
    pub(crate) most: Option<usize>,
}

/// One person's requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InFlight {
    pub(crate) now: usize,
    pub(crate) highest: usize,
}

/// One request, for as long as it is open.
#[derive(Debug)]
pub struct Open {
    pub(crate) counts: Arc<Mutex<Counts>>,
    pub(crate) person: String,
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.people.get_mut(&self.person) {
            count.now = count.now.saturating_sub(1);
        }
    }
}
