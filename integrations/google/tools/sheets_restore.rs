//! `sheets.restore`: the way back from writing and adding rows.

use kernel::{Call, Done, Failure, Labeled, Probe, Spec, Tool};

use crate::Google;
use crate::scopes::WRITE_SHEETS;
use crate::sheets::restoring::{Back, Standing};

pub(crate) struct Restore {
    pub(super) google: Google,
}

impl Tool for Restore {
    type Args = Back;
    type Plan = Back;

    const SPEC: Spec = Spec::edit(Back::TOOL).needs(&[WRITE_SHEETS]).unlisted();

    async fn plan(&self, args: Back, call: &Call) -> Result<Back, Failure> {
        args.planned(&self.google.sheets(call)).await
    }

    async fn run(&self, plan: Back, call: &Call) -> Result<Done, Failure> {
        plan.run(&self.google.sheets(call)).await?;
        Ok(done(&plan))
    }

    async fn probe(&self, plan: &Back, call: &Call) -> Probe {
        match plan.standing(&self.google.sheets(call)).await {
            Ok(Standing::Before) => Probe::Happened(Box::new(done(plan))),
            Ok(Standing::After) => Probe::DidNot,
            Ok(Standing::Elsewhere(_)) | Err(_) => Probe::Unknown(plan.unclear()),
        }
    }
}

fn done(plan: &Back) -> Done {
    Done::answer(Labeled::trusted(plan.done()))
}
