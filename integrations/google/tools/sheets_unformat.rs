//! `sheets.unformat`: the way back from changing how a spreadsheet looks.

use kernel::{Call, Code, Done, Effect, Failure, Labeled, Probe, Spec, Tool};

use crate::Google;
use crate::api::Trouble;
use crate::scopes::WRITE_SHEETS;
use crate::sheets::formatting::Unformat;
use crate::sheets::formatting::seen::Holds;

pub(crate) struct SetBack {
    pub(super) google: Google,
}

impl Tool for SetBack {
    type Args = Unformat;
    type Plan = Unformat;

    const SPEC: Spec = Spec::edit(Unformat::TOOL).needs(&[WRITE_SHEETS]).unlisted();

    async fn plan(&self, args: Unformat, call: &Call) -> Result<Unformat, Failure> {
        args.check_unchanged(&self.google.sheets(call)).await?;
        Ok(args)
    }

    async fn run(&self, plan: Unformat, call: &Call) -> Result<Done, Failure> {
        let sheets = self.google.sheets(call);
        plan.check_unchanged(&sheets).await?;
        match sheets.change(&plan.file, &plan.requests).await {
            Ok(()) => Ok(done()),
            Err(Trouble::Lost(failure)) => match plan.standing(&sheets).await {
                Ok(Holds::No) => Ok(done()),
                Ok(Holds::Yes) => Err(failure),
                Ok(Holds::Unclear) | Err(_) => Err(Failure::person(Code::Timeout, unclear(&plan))),
            },
            Err(trouble) => Err(trouble.into()),
        }
    }

    async fn probe(&self, plan: &Unformat, call: &Call) -> Probe {
        match plan.standing(&self.google.sheets(call)).await {
            Ok(Holds::No) => Probe::Happened(Box::new(done())),
            Ok(Holds::Yes) => Probe::DidNot,
            Ok(Holds::Unclear) | Err(_) => Probe::Unknown(unclear(plan)),
        }
    }
}

impl kernel::Plan for Unformat {
    fn effect(&self) -> Effect {
        Effect::new("Set back how a spreadsheet looked").field("Spreadsheet", &self.link)
    }
}

fn unclear(plan: &Unformat) -> String {
    format!("It is not known whether it was set back. Look at {} before asking again.", plan.link)
}

fn done() -> Done {
    Done::answer(Labeled::trusted("It looks as it did before.".to_owned()))
}
