//! `tools.search`

use kernel::{Call, Done, Effect, Failure, Spec, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Shelves, line, told};

const USUAL: usize = 5;
const MOST: usize = 20;

/// Finds tools by what you want to do, in any words and in any language. More tools than you were shown can be used.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    /// What you want to do, e.g. `open an issue`.
    query: String,
    /// How many, at most 20.
    #[serde(default)]
    limit: Option<usize>,
}

pub(crate) struct Search(Shelves);

impl From<Shelves> for Search {
    fn from(shelves: Shelves) -> Self {
        Self(shelves)
    }
}

impl Tool for Search {
    type Args = Args;
    type Plan = Args;

    const SPEC: Spec = Spec::read("tools.search").always_shown().aka(&["search_tools"]);

    async fn plan(&self, args: Args, _call: &Call) -> Result<Args, Failure> {
        Ok(args)
    }

    async fn run(&self, plan: Args, call: &Call) -> Result<Done, Failure> {
        let view = self.0.view(&call.thread)?;
        let found = view.find(&plan.query, plan.limit.unwrap_or(USUAL).clamp(1, MOST)).await;
        if found.is_empty() {
            let words = "Nothing fits. Try other words, or look through tools.categories and tools.browse.";
            return Ok(told(words.to_owned(), []));
        }
        let lines: Vec<String> = found.iter().map(|tool| line(tool)).collect();
        let words = format!(
            "{} of {} tools, the likeliest first. Call one by its name; tools.get tells exactly what it takes.\n{}",
            found.len(),
            view.usable(),
            lines.join("\n"),
        );
        Ok(told(words, found))
    }
}

impl kernel::Plan for Args {
    fn effect(&self) -> Effect {
        Effect::new("Look for a tool").field("What for", &self.query)
    }
}
