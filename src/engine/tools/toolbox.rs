//! The tools there are, under all their names. What an agent may see of them is not decided here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock};

use kernel::ports::{Refused, Toolshed};
use kernel::{AnyTool, Definition, Listing, Origin, ToolCall};
use serde_json::Value;

/// Tools come and go while turns are worked on: whoever begins something takes what is there then.
#[derive(Default)]
pub struct Toolbox(RwLock<Arc<Inventory>>);

/// The tools that are there at one moment.
#[derive(Clone, Default)]
pub struct Inventory {
    tools: BTreeMap<String, Arc<dyn AnyTool>>,
    /// Aliases and wire names.
    other_names: BTreeMap<String, String>,
    /// Servers that are configured and have brought nothing yet, and why, if that is known.
    expected: BTreeMap<String, Option<String>>,
    /// In the order they are shown: ours as they were given, then those of others by their names.
    order: Vec<String>,
    /// Another one after every change.
    revision: u64,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToolboxError {
    #[error("two tools want the name `{0}`")]
    Twice(String),
}

impl Toolbox {
    pub fn new(tools: Vec<Box<dyn AnyTool>>) -> Result<Self, ToolboxError> {
        let mut inventory = Inventory::default();
        for tool in tools {
            inventory.add(tool.into())?;
        }
        Ok(Self(RwLock::new(Arc::new(inventory))))
    }

    /// What is there now, and stays as it is for whoever holds it.
    pub fn now(&self) -> Arc<Inventory> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// All of them or none.
    pub fn register(&self, tools: Vec<Box<dyn AnyTool>>) -> Result<(), ToolboxError> {
        self.change(|inventory| tools.into_iter().try_for_each(|tool| inventory.add(tool.into())))
    }

    /// Whether it was there.
    pub fn unregister(&self, name: &str) -> bool {
        let mut was_there = false;
        let removed = self.change(|inventory| {
            was_there = inventory.remove(name);
            Ok(())
        });
        removed.is_ok() && was_there
    }

    /// By its own name, listed or not.
    pub fn get(&self, name: &str) -> Option<Arc<dyn AnyTool>> {
        self.now().get(name)
    }

    /// What was changed halfway is thrown away.
    fn change(
        &self,
        change: impl FnOnce(&mut Inventory) -> Result<(), ToolboxError>,
    ) -> Result<(), ToolboxError> {
        let mut now = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let mut changed = Inventory::clone(&now);
        change(&mut changed)?;
        changed.revision += 1;
        *now = Arc::new(changed);
        Ok(())
    }
}

impl Toolshed for Toolbox {
    fn offer(&self, from: &Origin, tools: Vec<Box<dyn AnyTool>>) -> Vec<Refused> {
        let mut refused = Vec::new();
        let changed = self.change(|inventory| {
            inventory.remove_all_from(from);
            if let Origin::Server(server) = from {
                inventory.expected.remove(server);
            }
            for tool in tools {
                let name = tool.definition().name.clone();
                if tool.definition().origin != *from {
                    refused.push(Refused {
                        tool: name,
                        why: "it says that somebody else brought it".to_owned(),
                    });
                } else if let Err(error) = inventory.add(tool.into()) {
                    refused.push(Refused { tool: name, why: error.to_string() });
                }
            }
            Ok(())
        });
        debug_assert!(changed.is_ok(), "nothing above fails as a whole");
        refused
    }

    /// Nobody's list changes for that.
    fn expect(&self, from: &Origin, why: Option<String>) {
        let Origin::Server(server) = from else { return };
        let mut now = self.0.write().unwrap_or_else(PoisonError::into_inner);
        Arc::make_mut(&mut now).expected.insert(server.clone(), why);
    }
}

impl Inventory {
    /// By its own name, listed or not.
    pub fn get(&self, name: &str) -> Option<Arc<dyn AnyTool>> {
        self.tools.get(name).map(Arc::clone)
    }

    /// By any of its names.
    pub fn named(&self, name: &str) -> Option<Arc<dyn AnyTool>> {
        self.get(self.other_names.get(name).map_or(name, String::as_str))
    }

    /// What the model means, by name, alias or wire name. An old name with an `action` among its arguments stands for
    /// the tool that took its place. Tools that only a button calls do not answer to it.
    pub(crate) fn meant(&self, call: &mut ToolCall) -> Option<Arc<dyn AnyTool>> {
        let action = call.args.get("action").and_then(Value::as_str);
        let with_action = action.and_then(|action| self.other_names.get(&format!("{}:{action}", call.tool)));
        let tool = if let Some(name) = with_action {
            if let Some(args) = call.args.as_object_mut() {
                args.remove("action");
            }
            self.get(name)
        } else {
            self.named(&call.tool)
        };
        tool.filter(|tool| tool.definition().listing != Listing::Hidden)
    }

    /// The actions that an old name can be called with, and the tools they stand for; none where it is no such name.
    pub(crate) fn actions(&self, old: &str) -> impl Iterator<Item = (&str, &Arc<dyn AnyTool>)> {
        self.other_names.iter().filter_map(move |(other, name)| {
            let action = other.strip_prefix(old)?.strip_prefix(':')?;
            self.tools.get(name).filter(|tool| tool.definition().origin.is_house()).map(|tool| (action, tool))
        })
    }

    /// The server whose tool this would be, where it has brought nothing yet; and why, if that is known.
    pub(crate) fn expected(&self, tool: &str) -> Option<(&str, Option<&str>)> {
        let names = |server: &str| [format!("mcp__{server}__"), format!("mcp:{server}:")];
        let mut expected = self.expected.iter();
        let (server, why) =
            expected.find(|(server, _)| names(server).iter().any(|first| tool.starts_with(first)))?;
        Some((server, why.as_deref()))
    }

    /// Every tool, in the order it is shown.
    pub fn all(&self) -> impl Iterator<Item = &Arc<dyn AnyTool>> {
        self.order.iter().filter_map(|name| self.tools.get(name))
    }

    /// Every tool, in the order of their names.
    pub(crate) fn by_name(&self) -> impl Iterator<Item = &Arc<dyn AnyTool>> {
        self.tools.values()
    }

    /// Those a model can use now.
    pub fn available(&self) -> impl Iterator<Item = &Arc<dyn AnyTool>> {
        self.all().filter(|tool| tool.definition().listing != Listing::Hidden && tool.available())
    }

    /// What is about the same, e.g. `gmail`.
    pub fn in_area<'a>(&'a self, area: &'a str) -> impl Iterator<Item = &'a Arc<dyn AnyTool>> {
        self.available().filter(move |tool| tool.definition().area() == area)
    }

    pub fn in_group<'a>(&'a self, group: &'a str) -> impl Iterator<Item = &'a Arc<dyn AnyTool>> {
        self.available().filter(move |tool| tool.definition().groups.iter().any(|of| of == group))
    }

    /// The servers outside that brought tools.
    pub fn servers(&self) -> BTreeSet<&str> {
        let of = |tool: &'_ Arc<dyn AnyTool>| tool.definition().origin.clone();
        let known = self.tools.values().filter(|tool| matches!(of(tool), Origin::Server(_)));
        known.map(|tool| tool.definition().area()).collect()
    }

    /// Another one after every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    fn add(&mut self, tool: Arc<dyn AnyTool>) -> Result<(), ToolboxError> {
        let definition = tool.definition();
        let name = definition.name.clone();
        let others = other_names(definition);
        let taken = |name: &String| self.tools.contains_key(name) || self.other_names.contains_key(name);
        if let Some(twice) = others.iter().chain([&name]).find(|name| taken(name)) {
            return Err(ToolboxError::Twice(twice.clone()));
        }
        if others.contains(&name) && definition.wire_name() != name {
            return Err(ToolboxError::Twice(name));
        }
        let place = if definition.origin.is_house() {
            self.order.iter().position(|name| !self.is_ours(name)).unwrap_or(self.order.len())
        } else {
            let ours = self.order.iter().position(|name| !self.is_ours(name)).unwrap_or(self.order.len());
            ours + self.order.iter().skip(ours).take_while(|other| **other < name).count()
        };
        self.order.insert(place, name.clone());
        self.other_names
            .extend(others.into_iter().filter(|other| *other != name).map(|other| (other, name.clone())));
        self.tools.insert(name, tool);
        Ok(())
    }

    fn is_ours(&self, name: &str) -> bool {
        self.tools.get(name).is_some_and(|tool| tool.definition().origin.is_house())
    }

    fn remove(&mut self, name: &str) -> bool {
        self.order.retain(|other| other != name);
        self.other_names.retain(|_, of| of != name);
        self.tools.remove(name).is_some()
    }

    fn remove_all_from(&mut self, from: &Origin) {
        self.tools.retain(|_, tool| tool.definition().origin != *from);
        let Self { tools, order, other_names, .. } = self;
        order.retain(|name| tools.contains_key(name));
        other_names.retain(|_, of| tools.contains_key(of));
    }
}

/// Each once: what comes from outside may have a wire name that is its own.
fn other_names(definition: &Definition) -> BTreeSet<String> {
    definition.aliases.iter().cloned().chain([definition.wire_name()]).collect()
}

#[cfg(test)]
pub(crate) mod tests;
