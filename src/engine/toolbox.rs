//! The tools an agent may see.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{AnyTool, Definition};

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
        let definitions: Vec<Definition> = tools.iter().map(|tool| tool.definition().clone()).collect();
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

    /// By name, alias or wire name.
    pub fn get(&self, name: &str) -> Option<&dyn AnyTool> {
        let name = self.other_names.get(name).map_or(name, String::as_str);
        self.tools.get(name).map(Box::as_ref)
    }

    /// In the order they were given.
    pub fn definitions(&self) -> Arc<[Definition]> {
        Arc::clone(&self.definitions)
    }
}
