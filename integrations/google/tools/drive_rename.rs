//! `drive.rename`

use super::drive_upload::file_name;
use super::prelude::*;
use crate::drive::{Change, What, reader_sinks};
use crate::scopes::{CHANGE_ALL_FILES, CHANGE_FILES};

/// Gives a file or a folder of the user's Google Drive another name. Everybody who can open it sees the new one.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rename {
    /// What to rename: its id, its link, or its exact name.
    file: String,
    /// What it is called from then on.
    name: String,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    change: Change,
    name: String,
    account: String,
}

holds_change!(Plan { change: Change });

impl ChangeTool for Rename {
    type Plan = Plan;

    const SPEC: Spec = Spec::edit("drive.rename").deed(Deed::Arrange).needs(&[CHANGE_FILES]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let name = file_name(&self.name)?;
        let drive = google.drive(call);
        let file = drive.find(&self.file).await?;
        drive.check_within_reach(&file, CHANGE_ALL_FILES).await?;
        let change = Change::planned(&file, What::Name { from: file.name.clone(), to: name.clone() })?;
        Ok(Plan { change, name, account: call.account.0.clone() })
    }

    fn answer(plan: &Plan, (): &(), _call: &Call) -> Result<Done, Failure> {
        let file = &plan.change.file;
        trusted(&Fields([
            ("renamed", json!(true)),
            ("id", json!(file.handle.id())),
            ("name", json!(plan.name)),
            ("link", json!(file.link)),
        ]))
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        self.change.effect()
    }

    fn sinks(&self) -> Vec<Sink> {
        let readers = self.change.file.readers.as_deref();
        let mut sinks = reader_sinks("/change/file/readers", readers, &self.account);
        if !sinks.is_empty() {
            sinks.push(Sink::new(SinkKind::Title, "/name", &self.name));
        }
        sinks
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.change.file.target("/change/file", &self.account)]
    }
}
