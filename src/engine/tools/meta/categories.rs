//! `tools.categories`

use kernel::{Call, Done, Effect, Failure, Spec, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Shelves, told};

/// Lists what the tools are about, and how many there are for it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {}

pub(crate) struct Categories(Shelves);

impl From<Shelves> for Categories {
    fn from(shelves: Shelves) -> Self {
        Self(shelves)
    }
}

impl Tool for Categories {
    type Args = Args;
    type Plan = Args;

    const SPEC: Spec = Spec::read("tools.categories").always_shown().aka(&["list_categories"]);

    async fn plan(&self, args: Args, _call: &Call) -> Result<Args, Failure> {
        Ok(args)
    }

    async fn run(&self, _plan: Args, call: &Call) -> Result<Done, Failure> {
        let view = self.0.view(&call.thread)?;
        let lines: Vec<String> =
            view.areas().into_iter().map(|(area, count)| format!("- {area}: {count}")).collect();
        let words = format!("Look through one with tools.browse.\n{}", lines.join("\n"));
        // The names of servers are the operator's.
        Ok(told(words, []))
    }
}

impl kernel::Plan for Args {
    fn effect(&self) -> Effect {
        Effect::new("Look what tools there are")
    }
}
