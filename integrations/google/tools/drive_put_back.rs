//! `drive.put_back`: the way back from moving, renaming and throwing away.

use kernel::{Call, Done, Effect, Failure, Labeled, Probe, Spec, Tool};
use serde::Serialize;

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

impl Tool for PutBack {
    type Args = Back;
    type Plan = Change;

    const SPEC: Spec = Spec::commit(Back::TOOL).needs(&[CHANGE_FILES]).unlisted();

    async fn plan(&self, args: Back, call: &Call) -> Result<Change, Failure> {
        Change::back(&self.google.drive(call).get(&args.file).await?, args.what)
    }

    fn effect(&self, plan: &Change) -> Effect {
        plan.effect(format!("Put “{}” back as it was", plan.file.title()))
    }

    async fn run(&self, plan: Change, call: &Call) -> Result<Done, Failure> {
        plan.make(&self.google.drive(call)).await?;
        done(&plan)
    }

    async fn probe(&self, plan: &Change, call: &Call) -> Probe {
        plan.probe(&self.google.drive(call), || done(plan)).await
    }
}

fn done(plan: &Change) -> Result<Done, Failure> {
    let answer = Answer { put_back: true, id: plan.file.handle.id(), link: &plan.file.link };
    Ok(Done::answer(Labeled::trusted(written(&answer)?)))
}
