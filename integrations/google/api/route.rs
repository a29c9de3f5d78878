//! One method of an API: where it is, and which scopes open it.

use kernel::Scope;
use wire::{Address, Method, Url, WireError};

use super::Id;

#[derive(Debug)]
pub(crate) struct Route {
    /// Its name in Google's own description.
    pub(crate) id: &'static str,
    pub(crate) method: Method,
    /// `{…}` stands for an id.
    pub(crate) path: &'static [&'static str],
    /// Any one of these is enough.
    pub(crate) any_of: &'static [Scope],
}

impl Route {
    pub(super) fn address(&self, base: &Address, ids: &[&Id]) -> Result<Url, WireError> {
        let mut ids = ids.iter();
        let segments: Vec<&str> = self
            .path
            .iter()
            .map(
                |segment| {
                    if segment.starts_with('{') { ids.next().map_or("", |id| id.as_str()) } else { segment }
                },
            )
            .collect();
        base.at(&segments)
    }
}
