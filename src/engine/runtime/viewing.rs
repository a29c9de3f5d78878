//! What people have before them while we stand open beside it. Kept for as long as the process lives: the chat says it
//! anew whenever they look at something else.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kernel::{PersonId, ViewedItem};

#[derive(Default)]
pub(crate) struct Viewings(Mutex<HashMap<PersonId, ViewedItem>>);

impl Viewings {
    pub(crate) fn sees(&self, person: PersonId, item: Option<ViewedItem>) {
        match item {
            Some(item) => self.all().insert(person, item),
            None => self.all().remove(&person),
        };
    }

    pub(crate) fn of(&self, person: &PersonId) -> Option<ViewedItem> {
        self.all().get(person).cloned()
    }

    fn all(&self) -> MutexGuard<'_, HashMap<PersonId, ViewedItem>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
