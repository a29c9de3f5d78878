//! `docs.take_back`: the way back from a change of a document.

use kernel::{Call, Done, Effect, Failure, Labeled, Probe, Spec, Tool};

use crate::Google;
use crate::docs::undoing::Back;
use crate::scopes::EDIT_DOCUMENTS;

pub(crate) struct TakeBack {
    pub(super) google: Google,
}

impl Tool for TakeBack {
    type Args = Back;
    type Plan = Back;

    const SPEC: Spec = Spec::edit("docs.take_back").needs(&[EDIT_DOCUMENTS]).unlisted();

    async fn plan(&self, args: Back, call: &Call) -> Result<Back, Failure> {
        args.check(&self.google.docs(call)).await?;
        Ok(args)
    }

    async fn run(&self, plan: Back, call: &Call) -> Result<Done, Failure> {
        plan.take(&self.google.docs(call)).await?;
        Ok(done())
    }

    async fn probe(&self, plan: &Back, call: &Call) -> Probe {
        match plan.find_out(&self.google.docs(call)).await {
            Ok(true) => Probe::Happened(Box::new(done())),
            Ok(false) => Probe::DidNot,
            Err(unknown) => unknown,
        }
    }
}

impl kernel::Plan for Back {
    fn effect(&self) -> Effect {
        Effect::new("Take back what was done to a document")
            .field("Document", &self.title)
            .field("Taken back", self.shown())
    }
}

fn done() -> Done {
    Done::answer(Labeled::trusted("It is as it was before.".to_owned()))
}
