//! What one agent may use, at one moment.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use kernel::{AnyTool, Definition};

use super::ToolSettings;
use crate::disclosure::Shown;
use crate::meta::is_meta;
use crate::policy::Agent;
use crate::search::{Index, Searchable};
use crate::toolbox::Inventory;

pub(crate) struct View {
    revision: u64,
    /// Those that could not be used then.
    absent: BTreeSet<String>,
    /// What may be used, shown or not.
    usable: Vec<Arc<dyn AnyTool>>,
    /// What the model is shown.
    shown: Arc<[Definition]>,
    in_full: BTreeSet<String>,
    index: OnceLock<Index>,
}

impl View {
    pub(super) fn new(inventory: &Inventory, settings: &ToolSettings, agent: &Agent) -> Self {
        let ToolSettings { rules, disclosure, window, .. } = settings;
        let allowed = |tool: &&Arc<dyn AnyTool>| rules.refusal(tool.definition(), agent).is_none();
        let usable: Vec<Arc<dyn AnyTool>> = inventory.available().filter(allowed).cloned().collect();
        let definitions: Vec<&Definition> = usable.iter().map(|tool| tool.definition()).collect();
        let Shown { definitions, in_full, .. } = disclosure.disclose(&definitions, *window);
        Self {
            revision: inventory.revision(),
            absent: absent(inventory).map(str::to_owned).collect(),
            usable,
            shown: definitions.into(),
            in_full,
            index: OnceLock::new(),
        }
    }

    /// Whether it still holds.
    pub(super) fn is_of(&self, inventory: &Inventory) -> bool {
        self.revision == inventory.revision() && absent(inventory).eq(self.absent.iter().map(String::as_str))
    }

    pub(crate) fn shown(&self) -> Arc<[Definition]> {
        Arc::clone(&self.shown)
    }

    /// Whether the model has been told all that a tool takes.
    pub(crate) fn is_in_full(&self, name: &str) -> bool {
        self.in_full.contains(name)
    }

    /// Those that can be found: what finds them is no find.
    fn findable(&self) -> impl Iterator<Item = &Definition> {
        self.usable.iter().map(|tool| tool.definition()).filter(|tool| !is_meta(tool))
    }

    pub(crate) fn usable(&self) -> usize {
        self.findable().count()
    }

    pub(crate) fn named(&self, name: &str) -> Option<&Definition> {
        let is_it = |tool: &&Definition| {
            tool.name == name || tool.wire_name() == name || tool.aliases.iter().any(|alias| alias == name)
        };
        self.usable.iter().map(|tool| tool.definition()).find(is_it)
    }

    pub(crate) fn areas(&self) -> BTreeMap<&str, usize> {
        let mut areas = BTreeMap::new();
        for tool in self.findable() {
            *areas.entry(tool.area()).or_default() += 1;
        }
        areas
    }

    pub(crate) fn in_area<'a>(&'a self, area: &'a str) -> impl Iterator<Item = &'a Definition> {
        self.findable().filter(move |tool| tool.area() == area)
    }

    /// The likeliest, best first.
    pub(crate) fn find(&self, query: &str, most: usize) -> Vec<&Definition> {
        let index = self.index.get_or_init(|| Index::new(self.findable().map(searchable)));
        let all: Vec<&Definition> = self.findable().collect();
        index.find(query, most).into_iter().filter_map(|place| all.get(place).copied()).collect()
    }
}

fn absent(inventory: &Inventory) -> impl Iterator<Item = &str> {
    // In the order of names, as a set has them.
    let absent: BTreeSet<&str> = inventory
        .all()
        .filter(|tool| !tool.available())
        .map(|tool| tool.definition().name.as_str())
        .collect();
    absent.into_iter()
}

fn searchable(tool: &Definition) -> Searchable<'_> {
    let parameters = tool.schema.get("properties").and_then(serde_json::Value::as_object);
    Searchable {
        name: &tool.name,
        description: &tool.description,
        parameters: parameters.map(|all| all.keys().map(String::as_str).collect()).unwrap_or_default(),
        aliases: tool.aliases.iter().map(String::as_str).collect(),
    }
}
