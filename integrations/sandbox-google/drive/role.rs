//! The roles of people on files.

use serde::{Deserialize, Serialize};

/// What somebody may do with a file; each includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    Reader,
    Commenter,
    Writer,
    FileOrganizer,
    Organizer,
    Owner,
}
