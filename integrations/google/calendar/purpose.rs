//! What a call is for: the same writes can be several things to a person.

use serde::{Deserialize, Serialize};

use super::changes::Changes;
use super::write::Write;

/// What somebody asked for.
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

    /// What was done with the event.
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

impl Changes {
    /// The first line of its card.
    pub(super) fn sentence(&self) -> String {
        let whole = |write: &Write| write.was().is_some_and(|was| was.get("recurrence").is_some());
        match (self.purpose(), self.writes.first()) {
            (Purpose::Create, _) => match self.guests.len() {
                0 => "Create an event".to_owned(),
                1 => "Create an event and invite 1 guest".to_owned(),
                many => format!("Create an event and invite {many} guests"),
            },
            (Purpose::Update, _) => "Change an event".to_owned(),
            (Purpose::Respond, _) => "Answer an invitation".to_owned(),
            (Purpose::Delete, Some(Write::Patch { .. })) => {
                "Delete an event and all later ones of its series".to_owned()
            }
            (Purpose::Delete, Some(write @ Write::Delete { .. })) if whole(write) => {
                "Delete a whole series of events".to_owned()
            }
            (Purpose::Delete, _) => "Delete an event".to_owned(),
        }
    }
}
