//! `drive.move`

use super::prelude::*;
use crate::drive::{Change, Drive, File, Folder, Handle, Place, What};
use crate::scopes::{CHANGE_ALL_FILES, CHANGE_FILES};

/// Moves a file or a folder of the user's Google Drive into another folder.
///
/// Who can open the new folder can open it then; who could open it only by its old folder cannot any more.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    /// What to move: its id, its link, or its exact name.
    file: String,
    /// The folder it goes into: its id, its link, its name, or a path; `My Drive` for the top.
    folder: String,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    change: Change,
    place: Place,
    account: String,
}

holds_change!(Plan { change: Change });

impl ChangeTool for Move {
    type Plan = Plan;

    const SPEC: Spec =
        Spec::commit("drive.move").deed(Deed::Arrange).aka(&["google_drive:move"]).needs(&[CHANGE_FILES]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let drive = google.drive(call);
        let file = drive.find(&self.file).await?;
        drive.check_within_reach(&file, CHANGE_ALL_FILES).await?;
        let from = folder_of(&drive, &file).await?;
        let folder = Place::folder(&drive, &self.folder).await?;
        let to = Folder { id: folder.id.clone(), name: folder.name.clone() };
        let change = Change::planned(&file, What::Folder { from, to })?;
        Ok(Plan { change, place: Place::of(&folder)?, account: call.account.0.clone() })
    }

    fn answer(plan: &Plan, (): &(), _call: &Call) -> Result<Done, Failure> {
        let file = &plan.change.file;
        trusted(&Fields([
            ("moved", json!(true)),
            ("id", json!(file.handle.id())),
            ("into", json!(plan.place.handle.id())),
            ("link", json!(file.link)),
        ]))
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        let sentence = format!("Move “{}” to {}", self.change.file.title(), self.place.title());
        self.change
            .shown(sentence)
            .field("New folder", self.place.shown())
            .field("Who can open the new folder", self.place.audience())
    }

    fn sinks(&self) -> Vec<Sink> {
        self.place.sinks("/place", &self.account)
    }

    fn targets(&self) -> Vec<Target> {
        vec![
            self.change.file.target("/change/file", &self.account),
            self.place.target("/place", &self.account),
        ]
    }
}

/// Where a file is now.
async fn folder_of(drive: &Drive, file: &File) -> Result<Folder, Failure> {
    let Some(parent) = file.parents.first() else {
        return Err(Failure::model(
            Code::NotAvailable,
            "The file lies in a folder of somebody else's that the user cannot see, so they cannot move it. Its owner \
             can; a copy of it can be made with drive.copy.",
        ));
    };
    let parent = drive.get(&Handle::new(parent, None)?).await?;
    Ok(Folder { id: parent.id, name: parent.name })
}
