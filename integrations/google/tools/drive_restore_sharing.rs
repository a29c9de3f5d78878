//! `drive.restore_sharing`: the way back from sharing and from stopping to share.

use kernel::{Call, Done, Effect, Failure, Labeled, Probe, Sink, SinkKind, Spec, Tool};
use serde::{Deserialize, Serialize};

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

/// The same change with both sides swapped.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct RestoredSharing(Sharing);

impl Tool for RestoreSharing {
    type Args = Back;
    type Plan = RestoredSharing;

    const SPEC: Spec = Spec::commit(Back::TOOL).needs(&[CHANGE_FILES]).unlisted();

    async fn plan(&self, args: Back, call: &Call) -> Result<RestoredSharing, Failure> {
        let file = self.google.drive(call).get(&args.file).await?;
        args.sharing(&file).map(RestoredSharing)
    }

    async fn run(&self, plan: RestoredSharing, call: &Call) -> Result<Done, Failure> {
        plan.0.make(&self.google.drive(call), &self.google.turns).await?;
        done(&plan.0)
    }

    async fn probe(&self, plan: &RestoredSharing, call: &Call) -> Probe {
        plan.0.probe(&self.google.drive(call), || done(&plan.0)).await
    }
}

impl kernel::Plan for RestoredSharing {
    fn effect(&self) -> Effect {
        let shown = |given: &Option<Given>| given.as_ref().map_or("nothing".to_owned(), Given::shown);
        self.0
            .file
            .describe(Effect::new(format!("Restore who can open “{}”", self.0.file.title())))
            .field("Who", self.0.grantee.shown())
            .field("What they may do", format!("{} → {}", shown(&self.0.before), shown(&self.0.after)))
            .field("Email", "nobody is told")
    }

    fn sinks(&self) -> Vec<Sink> {
        let gives = |_: &Given| Sink {
            pointer: "/grantee".to_owned(),
            kind: SinkKind::Recipient,
            value: self.0.grantee.destination().to_owned(),
        };
        self.0.after.iter().map(gives).collect()
    }
}

fn done(sharing: &Sharing) -> Result<Done, Failure> {
    let answer = Answer { restored: true, id: sharing.file.handle.id(), link: &sharing.file.link };
    Ok(Done::answer(Labeled::trusted(written(&answer)?)))
}
