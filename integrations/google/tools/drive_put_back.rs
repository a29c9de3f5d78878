//! `drive.put_back`: the way back from moving, renaming and throwing away.

use kernel::{Call, Done, Effect, Failure, Labeled, Probe, Spec, Tool};
use serde::{Deserialize, Serialize};

use super::written;
use crate::Google;
use crate::drive::changing::{Back, Change};
use crate::scopes::CHANGE_FILES;

#[derive(Serialize)]
struct Answer<'a> {
    put_back: bool,
    id: &'a str,
    link: &'a str,
}

pub(crate) struct PutBack {
    pub(super) google: Google,
}

/// The same change with both sides swapped.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct PutBackPlan(Change);

impl kernel::Plan for PutBackPlan {
    fn effect(&self) -> Effect {
        self.0.shown(format!("Put “{}” back as it was", self.0.file.title()))
    }
}

impl Tool for PutBack {
    type Args = Back;
    type Plan = PutBackPlan;

    const SPEC: Spec = Spec::commit(Back::TOOL).needs(&[CHANGE_FILES]).unlisted();

    async fn plan(&self, args: Back, call: &Call) -> Result<PutBackPlan, Failure> {
        Change::back(&self.google.drive(call).get(&args.file).await?, args.what).map(PutBackPlan)
    }

    async fn run(&self, plan: PutBackPlan, call: &Call) -> Result<Done, Failure> {
        plan.0.make(&self.google.drive(call)).await?;
        done(&plan.0)
    }

    async fn probe(&self, plan: &PutBackPlan, call: &Call) -> Probe {
        plan.0.probe(&self.google.drive(call), || done(&plan.0)).await
    }
}

fn done(plan: &Change) -> Result<Done, Failure> {
    let answer = Answer { put_back: true, id: plan.file.handle.id(), link: &plan.file.link };
    Ok(Done::answer(Labeled::trusted(written(&answer)?)))
}
