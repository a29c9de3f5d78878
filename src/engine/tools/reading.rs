//! `result.read`: the rest of an answer that was too long to be shown whole.
//!
//! The worker finds the answer in the journal of the thread. Run by itself, where there is no thread, the tool says so.

use kernel::{AnyTool, Call, Code, Done, Effect, Failure, Spec, Tool, erase};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of the tool.
pub(crate) const NAME: &str = "result.read";

/// Reads on in an earlier answer of this thread that was cut.
///
/// Where an answer ends with `[truncated — …]`, it names the `id` and the `from` of what comes next.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    /// The number after `id=`.
    pub(crate) id: u64,
    /// The character to begin with.
    #[serde(default)]
    pub(crate) from: usize,
}

pub(crate) struct ReadResult;

/// For wherever answers are cut, also where nothing else of ours is offered.
pub fn result_reader() -> Box<dyn AnyTool> {
    erase(ReadResult)
}

/// What a call asks for.
pub(crate) fn wanted(args: &Value) -> Result<Args, Failure> {
    serde_json::from_value(args.clone())
        .map_err(|error| Failure::model(Code::InputInvalid, format!("Bad arguments for {NAME}: {error}")))
}

impl Tool for ReadResult {
    type Args = Args;
    type Plan = Args;

    const SPEC: Spec = Spec::read(NAME).always_shown();

    async fn plan(&self, args: Args, _call: &Call) -> Result<Args, Failure> {
        Ok(args)
    }

    async fn run(&self, _plan: Args, _call: &Call) -> Result<Done, Failure> {
        Err(Failure::model(Code::NotAvailable, "There is no earlier answer here."))
    }
}

impl kernel::Plan for Args {
    fn effect(&self) -> Effect {
        Effect::new("Read on in an earlier answer").field("Answer", self.id.to_string())
    }
}
