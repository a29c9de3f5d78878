//! `gmail.restore`: the way back from filing.

use kernel::{Call, Done, Effect, Failure, Labeled, Probe, Spec, Tool};

use crate::Google;
use crate::gmail::restoring::Changed;
use crate::scopes::FILE_MAIL;

pub(crate) struct Restore {
    pub(super) google: Google,
}

impl Tool for Restore {
    type Args = Changed;
    type Plan = Changed;

    const SPEC: Spec = Spec::edit("gmail.restore").needs(&[FILE_MAIL]).unlisted();

    async fn plan(&self, args: Changed, call: &Call) -> Result<Changed, Failure> {
        args.check(&self.google.gmail(call)).await?;
        Ok(args)
    }

    async fn run(&self, plan: Changed, call: &Call) -> Result<Done, Failure> {
        plan.restore(&self.google.gmail(call)).await?;
        Ok(done())
    }

    async fn probe(&self, plan: &Changed, call: &Call) -> Probe {
        match plan.find_out(&self.google.gmail(call)).await {
            Ok(true) => Probe::Happened(Box::new(done())),
            Ok(false) => Probe::DidNot,
            Err(unknown) => unknown,
        }
    }
}

impl kernel::Plan for Changed {
    fn effect(&self) -> Effect {
        Effect::new("Give mail the labels back that it had")
            .content("Mail", &self.described)
            .field("Messages", self.messages.len().to_string())
    }
}

fn done() -> Done {
    Done::answer(Labeled::trusted("It is as it was before.".to_owned()))
}
