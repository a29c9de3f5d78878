//! `drive.trash`

use kernel::{Call, Deed, Done, Failure, Labeled, Probe, Reversible, Spec, Tool, Undo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Google;
use crate::answer::written;
use crate::drive::change_file::{Change, What};
use crate::scopes::{CHANGE_ALL_FILES, CHANGE_FILES};

/// Moves a file or a folder of the user's Google Drive to the bin, where it stays for 30 days.
///
/// Use it only when the user asked for it to be deleted. Nobody it is shared with can open it any more.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    /// What to throw away: its id, its link, or its exact name.
    file: String,
}

#[derive(Serialize)]
struct Answer<'a> {
    trashed: bool,
    id: &'a str,
    link: &'a str,
}

pub(crate) struct Trash {
    pub(super) google: Google,
}

impl Tool for Trash {
    type Args = Args;
    type Plan = Change;

    const SPEC: Spec = Spec::commit("drive.trash").deed(Deed::Destroy).needs(&[CHANGE_FILES]);

    async fn plan(&self, args: Args, call: &Call) -> Result<Change, Failure> {
        let drive = self.google.drive(call);
        let file = drive.find(&args.file).await?;
        drive.check_within_reach(&file, CHANGE_ALL_FILES).await?;
        Change::planned(&file, What::Trash)
    }

    async fn run(&self, plan: Change, call: &Call) -> Result<Done, Failure> {
        plan.make(&self.google.drive(call), &call.stop).await?;
        self.done(&plan)
    }

    async fn probe(&self, plan: &Change, call: &Call) -> Probe {
        plan.probe(&self.google.drive(call), |()| self.done(plan)).await
    }
}

impl Trash {
    fn done(&self, plan: &Change) -> Result<Done, Failure> {
        let answer = Answer { trashed: true, id: plan.file.handle.id(), link: &plan.file.link };
        let undo = plan.inverse(&(), self.google.now().plus(Undo::LASTS))?;
        Ok(Done::answer(Labeled::trusted(written(&answer)?)).with_undo(undo))
    }
}
