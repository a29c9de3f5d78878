//! What one agent may use, at one moment.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use kernel::{AnyTool, Definition, Label, Readers};
use serde_json::Value;

use super::{ToolSettings, fitting};
use crate::base::spawn;
use crate::base::tokens;
use crate::guard::Agent;
use crate::guard::scan;
use crate::tools::disclosure::Shown;
use crate::tools::meta::is_meta;
use crate::tools::prompts::System;
use crate::tools::search::{Finder, Learned, Meanings, Searchable};
use crate::tools::toolbox::Inventory;

pub(crate) struct View {
    revision: u64,
    /// Those that could not be used then.
    absent: BTreeSet<String>,
    /// What may be used, shown or not.
    pub(super) usable: Vec<Arc<dyn AnyTool>>,
    /// What the model is told before anything is said.
    system: Arc<str>,
    /// What the model is shown.
    shown: Arc<[Definition]>,
    in_full: BTreeSet<String>,
    /// What all of this takes.
    tokens: usize,
    /// What others wrote of what is shown.
    label: Label,
    meanings: Option<Arc<Meanings>>,
    finder: OnceLock<Arc<Finder>>,
}

impl View {
    pub(super) fn new(inventory: &Inventory, settings: &ToolSettings, agent: &Agent) -> Self {
        let ToolSettings { rules, disclosure, window, .. } = settings;
        let allowed = |tool: &&Arc<dyn AnyTool>| rules.refusal(tool.definition(), agent).is_none();
        let usable: Vec<Arc<dyn AnyTool>> = inventory.available().filter(allowed).cloned().collect();
        let definitions: Vec<&Definition> = usable.iter().map(|tool| tool.definition()).collect();
        let shown = disclosure.disclose(&definitions, *window);
        let taken = shown.tokens();
        let Shown { mode, definitions, in_full } = shown;
        let role = agent.role.as_ref().and_then(|role| settings.roles.all.get(role));
        let skills = fitting(settings, &usable);
        let system = System { autonomy: settings.autonomy, disclosure: mode, role, skills: &skills }.render();
        Self {
            revision: inventory.revision(),
            absent: absent(inventory).map(str::to_owned).collect(),
            tokens: taken + tokens(&system),
            system: system.into(),
            usable,
            label: label_of(&definitions),
            shown: definitions.into(),
            in_full,
            meanings: settings.meanings.clone(),
            finder: OnceLock::new(),
        }
    }

    /// Whether it still holds.
    pub(super) fn is_of(&self, inventory: &Inventory) -> bool {
        self.revision == inventory.revision() && absent(inventory).eq(self.absent.iter().map(String::as_str))
    }

    pub(crate) fn system(&self) -> Arc<str> {
        Arc::clone(&self.system)
    }

    pub(crate) fn shown(&self) -> Arc<[Definition]> {
        Arc::clone(&self.shown)
    }

    /// How much room it takes before anything is said.
    pub(crate) fn tokens(&self) -> usize {
        self.tokens
    }

    /// A description is a stranger's text like any other, and stands in no fence: whoever is shown one has read it.
    pub(crate) fn label(&self) -> &Label {
        &self.label
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
    pub(crate) async fn find(&self, query: &str, most: usize) -> Vec<&Definition> {
        let found = self.finder().find(query, most).await;
        let all: Vec<&Definition> = self.findable().collect();
        found.into_iter().filter_map(|place| all.get(place).copied()).collect()
    }

    /// Made when something is looked for the first time. It finds by words at once, and by meaning as soon as it can.
    fn finder(&self) -> &Finder {
        self.finder.get_or_init(|| {
            let tools: Vec<Searchable<'_>> = self.findable().map(Searchable::from).collect();
            let finder = Arc::new(Finder::new(&tools, self.meanings.clone()));
            if self.meanings.is_some() {
                let learning = Arc::clone(&finder);
                spawn(async move {
                    // What it could not learn it has said in the log.
                    let _: Learned = learning.learn_patiently().await;
                });
            }
            finder
        })
    }
}

/// What a server says of its tools it says to everybody.
fn label_of(shown: &[Definition]) -> Label {
    let theirs = shown.iter().filter(|tool| !tool.origin.is_house());
    theirs.fold(Label::trusted(), |label, tool| {
        let mut read = Label::stranger("tools", format!("what {} says of its tools", tool.area()));
        // All that is shown of it: a parameter has words of its own.
        read.alarm = scan(&format!("{}\n{}", tool.description(), words_of(tool.schema()))).level;
        label.join(&read.read_by(Readers::Everybody))
    })
}

fn absent(inventory: &Inventory) -> impl Iterator<Item = &str> {
    inventory.by_name().filter(|tool| !tool.available()).map(|tool| tool.definition().name.as_str())
}

/// Every text in a schema, names included, one a line.
fn words_of(schema: &Value) -> String {
    match schema {
        Value::String(words) => words.clone(),
        Value::Array(all) => all.iter().map(words_of).collect::<Vec<_>>().join("\n"),
        Value::Object(all) => {
            let lines = all.iter().flat_map(|(name, value)| [name.clone(), words_of(value)]);
            lines.collect::<Vec<_>>().join("\n")
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => String::new(),
    }
}
