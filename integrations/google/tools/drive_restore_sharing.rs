//! `drive.restore_sharing`: the way back from sharing and from stopping to share.

use kernel::{Call, Done, Effect, Failure, Labeled, Probe, Sink, SinkKind, Spec, Tool};
use serde::Serialize;

use super::written;
use crate::Google;
use crate::drive::sharing::{Back, Given, Sharing};
use crate::scopes::CHANGE_FILES;

#[derive(Serialize)]
struct Answer<'a> {
    restored: bool,
    id: &'a str,
    link: &'a str,
}

pub(crate) struct RestoreSharing {
    pub(super) google: Google,
}

impl Tool for RestoreSharing {
    type Args = Back;
    type Plan = Sharing;

    const SPEC: Spec = Spec::commit(Back::TOOL).needs(&[CHANGE_FILES]).unlisted();

    async fn plan(&self, args: Back, call: &Call) -> Result<Sharing, Failure> {
        let file = self.google.drive(call).get(&args.file).await?;
        args.sharing(&file)
    }

    fn effect(&self, plan: &Sharing) -> Effect {
        let shown = |given: &Option<Given>| given.as_ref().map_or("nothing".to_owned(), Given::shown);
        plan.file
            .describe(Effect::new(format!("Restore who can open “{}”", plan.file.title())))
            .field("Who", plan.grantee.shown())
            .field("What they may do", format!("{} → {}", shown(&plan.before), shown(&plan.after)))
            .field("Email", "nobody is told")
    }

    fn sinks(&self, plan: &Sharing) -> Vec<Sink> {
        let gives = |_: &Given| Sink {
            pointer: "/grantee".to_owned(),
            kind: SinkKind::Recipient,
            value: plan.grantee.destination().to_owned(),
        };
        plan.after.iter().map(gives).collect()
    }

    async fn run(&self, plan: Sharing, call: &Call) -> Result<Done, Failure> {
        plan.make(&self.google.drive(call), &self.google.turns).await?;
        done(&plan)
    }

    async fn probe(&self, plan: &Sharing, call: &Call) -> Probe {
        plan.probe(&self.google.drive(call), || done(plan)).await
    }
}

fn done(sharing: &Sharing) -> Result<Done, Failure> {
    let answer = Answer { restored: true, id: sharing.file.handle.id(), link: &sharing.file.link };
    Ok(Done::answer(Labeled::trusted(written(&answer)?)))
}
