//! Moving, renaming and throwing away: one property of a file goes from what it was to what it shall be.
//!
//! The way back is the same with both swapped.

use kernel::{Call, ChangeState, Code, Effect, Failure, Plan, Reversible, Spec, Target, Time, Undo, Unmade};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Drive;
use super::file::File;
use super::handle::Handle;
use super::subject::{Subject, stale};
use crate::api::Trouble;
use crate::gmail::visible_line;
use crate::scopes::CHANGE_FILES;
use crate::way_back::WayBack;

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

impl What {
    pub(crate) fn standing(&self, file: &File) -> ChangeState<()> {
        let (before, after) = match self {
            Self::Folder { from, to } => (file.parents.contains(&from.id), file.parents.contains(&to.id)),
            Self::Name { from, to } => (file.name == *from, file.name == *to),
            Self::Trash => (!file.trashed, file.trashed),
            Self::Restore => (file.trashed, !file.trashed),
            Self::Discard { left } => (!file.trashed && file.modified_time == *left, file.trashed),
        };
        match (before, after) {
            (_, true) => ChangeState::After(()),
            (true, false) => ChangeState::Before,
            (false, false) => ChangeState::Neither,
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
            ChangeState::Before => Ok(Self { file: Subject::of(file)?, what }),
            ChangeState::After(()) | ChangeState::Neither => {
                Err(Failure::conflict("It is so already; there is nothing to do."))
            }
        }
    }

    /// The way back from an earlier change, if the file still is as that change left it.
    pub(crate) fn back(file: &File, what: What) -> Result<Self, Failure> {
        match what.standing(file) {
            ChangeState::Before => Ok(Self { file: Subject::of(file)?, what }),
            ChangeState::After(()) => Err(Failure::person(
                Code::Conflict,
                "It is already back where it was; there is nothing to undo.",
            )),
            ChangeState::Neither => Err(Failure::person(
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

    async fn ask(&self, drive: &Drive) -> Result<(), Trouble> {
        let file = &self.file.handle;
        match &self.what {
            What::Folder { from, to } => drive.move_to(file, &from.id, &to.id).await,
            What::Name { to, .. } => drive.set(file, json!({ "name": to })).await,
            What::Trash | What::Discard { .. } => drive.set(file, json!({ "trashed": true })).await,
            What::Restore => drive.set(file, json!({ "trashed": false })).await,
        }
    }
}

impl Reversible for Change {
    type Site = Drive;
    type Seen = File;
    type Made = ();

    async fn look(&self, drive: &Drive) -> Result<File, Failure> {
        Ok(drive.get(&self.file.handle).await?)
    }

    fn check(&self, now: &File) -> Result<(), Failure> {
        if self.what.standing(now) != ChangeState::Before {
            return Err(stale("The file is not where or what it was when this was planned."));
        }
        self.file.check_unchanged(now)
    }

    fn stands(&self, now: File) -> ChangeState<()> {
        self.what.standing(&now)
    }

    async fn send(&self, drive: &Drive, _now: Option<File>) -> Result<(), Unmade> {
        self.ask(drive).await.map_err(Unmade::from)
    }

    fn unknown(&self) -> String {
        format!(
            "It could not be found out whether this was done. Look at {} before asking again.",
            self.file.link
        )
    }

    fn inverse(&self, (): &(), until: Time) -> Result<Option<Undo>, Failure> {
        let title = self.file.title();
        let words = match &self.what {
            What::Folder { to, .. } => format!("Moved “{title}” to “{}”.", visible_line(&to.name)),
            What::Name { to, .. } => format!("Renamed “{title}” to “{}”.", visible_line(to)),
            What::Trash | What::Discard { .. } => format!("Moved “{title}” to the bin."),
            What::Restore => format!("Took “{title}” out of the bin."),
        };
        Back { file: self.file.handle.clone(), what: self.what.back() }.undo(words, until).map(Some)
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
    /// The button that calls it. `words` say what was done.
    pub(crate) fn undo(&self, words: String, until: Time) -> Result<Undo, Failure> {
        Undo::new(words, Self::SPEC.name, self, until)
    }
}

impl WayBack for Back {
    type Change = Change;

    const SPEC: Spec = Spec::commit("drive.put_back").needs(&[CHANGE_FILES]);

    async fn planned(self, drive: &Drive, _call: &Call) -> Result<Change, Failure> {
        Change::back(&drive.get(&self.file).await?, self.what)
    }

    fn effect(change: &Change) -> Effect {
        change.shown(format!("Put “{}” back as it was", change.file.title()))
    }
}
