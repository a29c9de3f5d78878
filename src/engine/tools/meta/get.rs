//! `tools.get`

use kernel::{Asking, Call, Code, Definition, Done, Effect, Failure, Kind, Spec, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::example::example;
use super::{Shelves, told};

pub(crate) const NAME: &str = "tools.get";

/// Tells exactly what a tool takes and does: its schema, what it changes, its other names.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    /// The tool's name.
    name: String,
}

pub(crate) struct Get(Shelves);

impl From<Shelves> for Get {
    fn from(shelves: Shelves) -> Self {
        Self(shelves)
    }
}

impl Tool for Get {
    type Args = Args;
    type Plan = Args;

    const SPEC: Spec = Spec::read(NAME).always_shown().aka(&["get_tool"]);

    async fn plan(&self, args: Args, _call: &Call) -> Result<Args, Failure> {
        Ok(args)
    }

    async fn run(&self, plan: Args, call: &Call) -> Result<Done, Failure> {
        let view = self.0.view(&call.thread)?;
        let Some(tool) = view.named(&plan.name) else {
            let words =
                format!("There is no tool named `{}` that you can use. Look with tools.search.", plan.name);
            return Err(Failure::model(Code::NotFound, words));
        };
        Ok(told(all_about(tool), [tool]))
    }
}

impl kernel::Plan for Args {
    fn effect(&self) -> Effect {
        Effect::new("Look a tool up").field("Tool", &self.name)
    }
}

fn all_about(tool: &Definition) -> String {
    let effect = match tool.kind {
        Kind::Read => "It looks, and changes nothing.",
        Kind::Edit => {
            "It changes something, which is easily undone. Its person is asked first where other people can see the change."
        }
        Kind::Commit => "It reaches somebody else, or cannot be taken back.",
    };
    let asks = if tool.asking == Asking::Always || tool.kind == Kind::Commit {
        " Its person is asked before it runs."
    } else {
        ""
    };
    let others = if tool.aliases.is_empty() {
        String::new()
    } else {
        format!("\nAlso called: {}", tool.aliases.join(", "))
    };
    let (name, description, schema) = (&tool.name, tool.description(), tool.schema());
    format!(
        "{name}\n\n{description}\n\n{effect}{asks}{others}\n\nIt takes: {schema}\n\nFor example: {}",
        example(schema)
    )
}
