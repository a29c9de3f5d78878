//! The changes of the drives, in their order.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::drive::file::Grantee;

/// The numbers of all changes, and what is gone.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Journal {
    pub(crate) latest: u64,
    pub(crate) gone: Vec<Gone>,
}

/// A file that was deleted, and who used to see it.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Gone {
    pub(crate) change: u64,
    pub(crate) file: String,
    pub(crate) at: Timestamp,
    pub(crate) seen_by: Vec<Grantee>,
    #[serde(default)]
    pub(crate) is_app_data: bool,
}

impl Journal {
    /// The number of a change that happens now.
    pub(crate) fn next(&mut self) -> u64 {
        self.latest += 1;
        self.latest
    }

    pub(crate) fn removed(&mut self, file: &str, seen_by: Vec<Grantee>, is_app_data: bool) {
        let change = self.next();
        self.gone.push(Gone {
            change,
            file: file.to_owned(),
            at: sandbox_world::now(),
            seen_by,
            is_app_data,
        });
    }
}
