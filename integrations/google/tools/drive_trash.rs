//! `drive.trash`

use super::prelude::*;
use crate::drive::{Change, What};
use crate::scopes::{CHANGE_ALL_FILES, CHANGE_FILES};

/// Moves a file or a folder of the user's Google Drive to the bin, where it stays for 30 days.
///
/// Use it only when the user asked for it to be deleted. Nobody it is shared with can open it any more.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trash {
    /// What to throw away: its id, its link, or its exact name.
    file: String,
}

impl ChangeTool for Trash {
    type Plan = Change;

    const SPEC: Spec = Spec::commit("drive.trash").deed(Deed::Destroy).needs(&[CHANGE_FILES]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Change, Failure> {
        let drive = google.drive(call);
        let file = drive.find(&self.file).await?;
        drive.check_within_reach(&file, CHANGE_ALL_FILES).await?;
        Change::planned(&file, What::Trash)
    }

    fn answer(plan: &Change, (): &(), _call: &Call) -> Result<Done, Failure> {
        trusted(&Fields([
            ("trashed", json!(true)),
            ("id", json!(plan.file.handle.id())),
            ("link", json!(plan.file.link)),
        ]))
    }
}
