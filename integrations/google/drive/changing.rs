//! Moving, renaming and throwing away: one property of a file goes from what it was to what it shall be.
//!
//! The way back is the same with both swapped.

use kernel::{Code, Done, Effect, Failure, Plan, Probe, Target, Time, Undo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::time::Duration;

use super::Drive;
use super::file::File;
use super::handle::Handle;
use super::subject::{Subject, stale};
use crate::api::Trouble;
use crate::gmail::hygiene::visible_line;

/// How long something can be undone.
pub(crate) const UNDO: Duration = Duration::from_hours(24);

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Change {
    pub(crate) file: Subject,
    pub(crate) what: What,
}

/// Which property, with what it was and what it shall be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum What {
    Folder {
        from: Folder,
        to: Folder,
    },
    Name {
        from: String,
        to: String,
    },
    Trash,
    Restore,
    /// Into the bin, if nobody has changed it since we left it.
    Discard {
        left: String,
    },
}

/// A folder by its id, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Folder {
    pub(crate) id: String,
    pub(crate) name: String,
}

/// How a file stands to a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Before,
    After,
    /// Somebody has done something else with it.
    Elsewhere,
}

impl What {
    pub(crate) fn standing(&self, file: &File) -> Standing {
        let (before, after) = match self {
            Self::Folder { from, to } => (file.parents.contains(&from.id), file.parents.contains(&to.id)),
            Self::Name { from, to } => (file.name == *from, file.name == *to),
            Self::Trash => (!file.trashed, file.trashed),
            Self::Restore => (file.trashed, !file.trashed),
            Self::Discard { left } => (!file.trashed && file.modified_time == *left, file.trashed),
        };
        match (before, after) {
            (_, true) => Standing::After,
            (true, false) => Standing::Before,
            (false, false) => Standing::Elsewhere,
        }
    }

    fn back(&self) -> Self {
        match self.clone() {
            Self::Folder { from, to } => Self::Folder { from: to, to: from },
            Self::Name { from, to } => Self::Name { from: to, to: from },
            Self::Trash | Self::Discard { .. } => Self::Restore,
            Self::Restore => Self::Trash,
        }
    }
}

impl Plan for Change {
    fn effect(&self) -> Effect {
        let title = self.file.title();
        self.shown(match &self.what {
            What::Folder { to, .. } => format!("Move “{title}” to {}", visible_line(&to.name)),
            What::Name { .. } => format!("Rename “{title}”"),
            What::Trash | What::Discard { .. } => format!("Move “{title}” to the bin"),
            What::Restore => format!("Take “{title}” out of the bin"),
        })
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.file.target("/file", "")]
    }
}

impl Change {
    /// One that waits to be countersigned. Refuses what is so already.
    pub(crate) fn planned(file: &File, what: What) -> Result<Self, Failure> {
        match what.standing(file) {
            Standing::Before => Ok(Self { file: Subject::of(file)?, what }),
            Standing::After | Standing::Elsewhere => {
                Err(Failure::model(Code::Conflict, "It is so already; there is nothing to do."))
            }
        }
    }

    /// The way back from an earlier change, if the file still is as that change left it.
    pub(crate) fn back(file: &File, what: What) -> Result<Self, Failure> {
        match what.standing(file) {
            Standing::Before => Ok(Self { file: Subject::of(file)?, what }),
            Standing::After => Err(Failure::person(
                Code::Conflict,
                "It is already back where it was; there is nothing to undo.",
            )),
            Standing::Elsewhere => Err(Failure::person(
                Code::Conflict,
                "Somebody has changed this file since, so I leave it as it is. Look at it, and say what you want done.",
            )),
        }
    }

    /// The file, and the property before and after.
    pub(crate) fn shown(&self, sentence: String) -> Effect {
        let effect = self.file.describe(Effect::new(sentence));
        match &self.what {
            What::Folder { from, to } => {
                effect.field("Folder", format!("{} → {}", visible_line(&from.name), visible_line(&to.name)))
            }
            What::Name { from, to } => effect.content("Name", format!("{} → {to}", visible_line(from))),
            What::Trash | What::Discard { .. } => {
                effect.field("Bin", "not in it → in it. Drive empties it after 30 days.")
            }
            What::Restore => effect.field("Bin", "in it → not in it"),
        }
    }

    pub(crate) async fn make(&self, drive: &Drive) -> Result<(), Failure> {
        let now = drive.get(&self.file.handle).await?;
        if self.what.standing(&now) != Standing::Before {
            return Err(stale("The file is not where or what it was when this was planned."));
        }
        self.file.check_unchanged(&now)?;
        let trouble = match self.ask(drive).await {
            Ok(()) => return Ok(()),
            Err(trouble) => trouble,
        };
        match &trouble {
            Trouble::Lost(_) | Trouble::Later { .. } => match self.look(drive).await {
                Ok(Standing::After) => Ok(()),
                Ok(Standing::Before | Standing::Elsewhere) => Err(trouble.into()),
                Err(_) => Err(Failure::person(Code::Timeout, self.unreached())),
            },
            Trouble::Unsent(_) | Trouble::Missing(_) | Trouble::Refused(_) => Err(trouble.into()),
        }
    }

    async fn ask(&self, drive: &Drive) -> Result<(), Trouble> {
        let file = &self.file.handle;
        match &self.what {
            What::Folder { from, to } => drive.move_to(file, &from.id, &to.id).await,
            What::Name { to, .. } => drive.set(file, json!({ "name": to })).await,
            What::Trash | What::Discard { .. } => drive.set(file, json!({ "trashed": true })).await,
            What::Restore => drive.set(file, json!({ "trashed": false })).await,
        }
    }

    async fn look(&self, drive: &Drive) -> Result<Standing, Trouble> {
        drive.get(&self.file.handle).await.map(|file| self.what.standing(&file))
    }

    /// What the engine is told after a crash; `done` makes the answer of the tool.
    pub(crate) async fn probe(&self, drive: &Drive, done: impl FnOnce() -> Result<Done, Failure>) -> Probe {
        match self.look(drive).await {
            Ok(Standing::After) => match done() {
                Ok(done) => Probe::Happened(Box::new(done)),
                Err(failure) => Probe::Unknown(failure.words),
            },
            Ok(Standing::Before) => Probe::DidNot,
            Ok(Standing::Elsewhere) | Err(_) => Probe::Unknown(self.unreached()),
        }
    }

    /// The button that takes it back.
    pub(crate) fn undo(&self, now: Time) -> Result<Undo, Failure> {
        let title = self.file.title();
        let words = match &self.what {
            What::Folder { to, .. } => format!("Moved “{title}” to “{}”.", visible_line(&to.name)),
            What::Name { to, .. } => format!("Renamed “{title}” to “{}”.", visible_line(to)),
            What::Trash | What::Discard { .. } => format!("Moved “{title}” to the bin."),
            What::Restore => format!("Took “{title}” out of the bin."),
        };
        Back { file: self.file.handle.clone(), what: self.what.back() }.undo(words, now)
    }

    fn unreached(&self) -> String {
        format!(
            "It could not be found out whether this was done. Look at {} before asking again.",
            self.file.link
        )
    }
}

/// Puts a file back as it was before a change of ours.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    pub(crate) file: Handle,
    /// What was changed, from what we left to what was there before.
    pub(crate) what: What,
}

impl Back {
    pub(crate) const TOOL: &'static str = "drive.put_back";

    /// The button that calls it. `words` say what was done.
    pub(crate) fn undo(&self, words: String, now: Time) -> Result<Undo, Failure> {
        let arguments = serde_json::to_value(self).map_err(|error| {
            Failure::operator(
                Code::ExecutionFailed,
                format!("The way back could not be written down: {error}."),
            )
        })?;
        Ok(Undo { words, tool: Self::TOOL.to_owned(), arguments, until: now.plus(UNDO) })
    }
}
