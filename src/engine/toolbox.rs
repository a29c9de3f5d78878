//! The tools an agent may see.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{AnyTool, Definition, Listing, ToolCall};
use serde_json::Value;

pub struct Toolbox {
    tools: BTreeMap<String, Box<dyn AnyTool>>,
    /// Aliases and wire names.
    other_names: BTreeMap<String, String>,
    definitions: Arc<[Definition]>,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToolboxError {
    #[error("two tools want the name `{0}`")]
    Twice(String),
}

impl Toolbox {
    pub fn new(tools: Vec<Box<dyn AnyTool>>) -> Result<Self, ToolboxError> {
        let definitions: Vec<Definition> = tools
            .iter()
            .map(|tool| tool.definition().clone())
            .filter(|definition| definition.listing == Listing::Shown)
            .collect();
        let mut toolbox =
            Self { tools: BTreeMap::new(), other_names: BTreeMap::new(), definitions: definitions.into() };
        for tool in tools {
            let definition = tool.definition();
            let name = definition.name.clone();
            for other in definition.aliases.iter().cloned().chain([definition.wire_name()]) {
                if toolbox.other_names.insert(other.clone(), name.clone()).is_some() {
                    return Err(ToolboxError::Twice(other));
                }
            }
            if toolbox.tools.insert(name.clone(), tool).is_some() {
                return Err(ToolboxError::Twice(name));
            }
        }
        match toolbox.other_names.keys().find(|other| toolbox.tools.contains_key(*other)) {
            Some(twice) => Err(ToolboxError::Twice(twice.clone())),
            None => Ok(toolbox),
        }
    }

    /// By its own name, listed or not.
    pub fn get(&self, name: &str) -> Option<&dyn AnyTool> {
        self.tools.get(name).map(Box::as_ref)
    }

    /// What the model means, by name, alias or wire name. An old name with an `action` among its arguments stands for
    /// the tool that took its place. Tools that are not listed do not answer to it.
    pub(crate) fn meant(&self, call: &mut ToolCall) -> Option<&dyn AnyTool> {
        let action = call.args.get("action").and_then(Value::as_str);
        let with_action = action.and_then(|action| self.other_names.get(&format!("{}:{action}", call.tool)));
        let name = if let Some(name) = with_action {
            if let Some(args) = call.args.as_object_mut() {
                args.remove("action");
            }
            name
        } else {
            self.other_names.get(&call.tool).unwrap_or(&call.tool)
        };
        self.get(name).filter(|tool| tool.definition().listing == Listing::Shown)
    }

    /// Those the model is shown, in the order they were given.
    pub fn definitions(&self) -> Arc<[Definition]> {
        Arc::clone(&self.definitions)
    }
}
