//! The redirect URIs registered for the Google client; a sign-in may return to no other.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

#[derive(Clone, Debug, Default)]
pub(crate) struct RedirectUris(Arc<Mutex<BTreeSet<String>>>);

impl RedirectUris {
    pub(crate) fn new(uris: impl IntoIterator<Item = String>) -> Self {
        Self(Arc::new(Mutex::new(uris.into_iter().collect())))
    }

    pub(crate) fn add(&self, uri: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(uri);
    }

    pub(crate) fn list(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
