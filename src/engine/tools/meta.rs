//! The tools that find other tools, for where there are too many to show.

mod browse;
mod categories;
mod example;
mod execute;
mod get;
mod parallel;
mod search;

use std::sync::Weak;

use kernel::{AnyTool, Code, Definition, Done, Failure, Kind, Label, Labeled, ThreadId, ToolCall, erase};

pub(crate) use execute::unwrapped;

use crate::tools::catalogue::{Catalogue, View};
use crate::tools::disclosure::{Disclosure, compact};

const AREA: &str = "tools";

pub(crate) fn is_meta(tool: &Definition) -> bool {
    tool.area() == AREA && tool.origin.is_house()
}

/// Whether there is anything for it to find.
pub(crate) fn shown_in(tool: &Definition, mode: Disclosure) -> bool {
    match mode {
        Disclosure::Direct => false,
        Disclosure::Compact => tool.name == get::NAME,
        Disclosure::Discovery => true,
    }
}

/// The one list.
macro_rules! meta {
    ($($tool:ty),* $(,)?) => {
        pub(crate) fn tools(catalogue: &Weak<Catalogue>) -> Vec<Box<dyn AnyTool>> {
            vec![$(erase(<$tool>::from(Shelves(Weak::clone(catalogue))))),*]
        }

        /// As they are declared.
        pub fn definitions() -> Vec<Definition> {
            vec![$(Definition::of_tool::<$tool>()),*]
        }
    };
}

meta![search::Search, get::Get, execute::Execute, categories::Categories, browse::Browse, parallel::Parallel,];

/// What these tools look at.
pub(crate) struct Shelves(Weak<Catalogue>);

impl Shelves {
    /// What may be used where this was asked.
    fn view(&self, thread: &ThreadId) -> Result<std::sync::Arc<View>, Failure> {
        let catalogue = self.0.upgrade();
        let catalogue = catalogue.ok_or_else(|| Failure::model(Code::Cancelled, "The program is ending."))?;
        Ok(catalogue.view(&catalogue.agent(thread)))
    }
}

/// One tool in a list.
fn line(tool: &Definition) -> String {
    let what = match tool.kind {
        Kind::Read => "looks",
        Kind::Edit => "changes something that can be undone: a person is asked first where others can see it",
        Kind::Commit => "reaches somebody, or cannot be taken back: a person is asked first",
    };
    format!("- {} [{what}]: {}", tool.name, compact(tool).description())
}

/// What outsiders say of their tools is a stranger's text.
fn told<'a>(words: String, about: impl IntoIterator<Item = &'a Definition>) -> Done {
    let outside = about.into_iter().find(|tool| !tool.origin.is_house());
    let label = outside.map_or_else(Label::trusted, |tool| Label::stranger("tools", tool.area()));
    Done::answer(Labeled { value: words, label })
}

/// One call within another.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Inner {
    /// The tool's name.
    name: String,
    /// What it takes.
    #[serde(default, alias = "params", alias = "args", alias = "input", deserialize_with = "object")]
    #[schemars(schema_with = "kernel::any_object")]
    arguments: serde_json::Map<String, serde_json::Value>,
}

/// Some write an object as a text that holds it.
fn object<'de, D: serde::Deserializer<'de>>(
    given: D,
) -> Result<serde_json::Map<String, serde_json::Value>, D::Error> {
    use serde::Deserialize as _;
    match serde_json::Value::deserialize(given)? {
        serde_json::Value::Object(object) => Ok(object),
        serde_json::Value::String(text) => serde_json::from_str(&text).map_err(serde::de::Error::custom),
        _ => Err(serde::de::Error::custom("it must be an object")),
    }
}

impl Inner {
    fn call(self, id: kernel::CallId) -> ToolCall {
        ToolCall { id, tool: self.name, args: serde_json::Value::Object(self.arguments) }
    }
}

/// What is called as a call within another never runs by itself: it was taken out before.
fn not_taken_out() -> Failure {
    Failure::model(Code::InputInvalid, "Call the tool by its own name, with its arguments.")
}
