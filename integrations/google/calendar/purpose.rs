//! The purpose of a call: the same writes can be several things to a person.

use serde::{Deserialize, Serialize};

use super::write::Write;

/// The change that somebody asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Purpose {
    Create,
    Update,
    Delete,
    Respond,
}

impl Purpose {
    pub(super) fn tool(self) -> &'static str {
        match self {
            Self::Create => "calendar.create_event",
            Self::Update => "calendar.update_event",
            Self::Delete => "calendar.delete_event",
            Self::Respond => "calendar.respond",
        }
    }

    /// A participle for the event once it was done.
    pub(super) fn did(self) -> &'static str {
        match self {
            Self::Create => "created",
            Self::Update => "changed",
            Self::Delete => "deleted",
            Self::Respond => "answered",
        }
    }

    /// Plans that older builds stored do not say what they are for.
    pub(super) fn of_writes(writes: &[Write]) -> Self {
        match writes.last() {
            Some(Write::Insert { .. }) if writes.len() == 1 => Self::Create,
            Some(Write::Delete { .. }) => Self::Delete,
            Some(Write::Insert { .. } | Write::Patch { .. }) | None => Self::Update,
        }
    }
}
