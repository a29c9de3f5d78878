//! `tools.parallel`

use kernel::{Call, Done, Effect, Failure, Spec, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Inner, Shelves, not_taken_out};

pub(super) const NAME: &str = "tools.parallel";
pub(super) const OLD_NAME: &str = "run_parallel";

/// Calls several tools at once, for calls that do not depend on each other.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    /// At most ten.
    calls: Vec<Inner>,
}

pub(crate) struct Parallel;

impl From<Shelves> for Parallel {
    fn from(_: Shelves) -> Self {
        Self
    }
}

impl Tool for Parallel {
    type Args = Args;
    type Plan = Args;

    const SPEC: Spec = Spec::read(NAME).always_shown().aka(&[OLD_NAME]);

    async fn plan(&self, _args: Args, _call: &Call) -> Result<Args, Failure> {
        Err(not_taken_out())
    }

    async fn run(&self, _plan: Args, _call: &Call) -> Result<Done, Failure> {
        Err(not_taken_out())
    }
}

impl kernel::Plan for Args {
    fn effect(&self) -> Effect {
        Effect::new(format!("Call {} tools", self.calls.len()))
    }
}
