//! Changes to who can open one file, made one after the other.

use std::array;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use tokio::sync::{Mutex, MutexGuard};

use super::handle::Handle;

const PLACES: usize = 64;

/// Drive keeps only the last of two changes to who can open one file that are made at once. Therefore one waits for the
/// other; now and then it waits for a change to another file that shares its place here.
pub(crate) struct Turns([Mutex<()>; PLACES]);

impl Default for Turns {
    fn default() -> Self {
        Self(array::from_fn(|_| Mutex::new(())))
    }
}

impl Turns {
    pub(super) async fn of(&self, file: &Handle) -> Option<MutexGuard<'_, ()>> {
        let number = BuildHasherDefault::<DefaultHasher>::default().hash_one(file.id());
        let place = usize::try_from(number % PLACES as u64).unwrap_or_default();
        match self.0.get(place) {
            Some(place) => Some(place.lock().await),
            None => None,
        }
    }
}
