//! What each agent may use of the tools there are, and what its model is shown of it.

mod view;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use kernel::{AnyTool, Definition, ThreadId, Tier, erase};

pub(crate) use view::View;

use crate::guard::{Agent, Autonomy, ToolRules};
use crate::tools::disclosure::DisclosureRules;
use crate::tools::meta;
use crate::tools::roles::Roles;
use crate::tools::search::Meanings;
use crate::tools::skills::{Skill, Use};
use crate::tools::toolbox::{Toolbox, ToolboxError};

/// What whoever runs the house says about tools, and for which model.
#[derive(Clone)]
pub struct ToolSettings {
    pub rules: ToolRules,
    pub disclosure: DisclosureRules,
    /// Who serves a model that may answer.
    pub providers: BTreeSet<String>,
    /// How much the model can read at once, in tokens.
    pub window: usize,
    pub autonomy: Autonomy,
    pub roles: Roles,
    pub skills: Vec<Skill>,
    /// By what tools are found beside their words.
    pub meanings: Option<Arc<Meanings>>,
}

impl Default for ToolSettings {
    fn default() -> Self {
        Self {
            rules: ToolRules::default(),
            disclosure: DisclosureRules::default(),
            providers: BTreeSet::new(),
            window: 200_000,
            autonomy: Autonomy::default(),
            roles: Roles::default(),
            skills: Vec::new(),
            meanings: None,
        }
    }
}

pub struct Catalogue {
    toolbox: Arc<Toolbox>,
    settings: ToolSettings,
    /// The newest of each agent: bytes stay the same from turn to turn, until there are other tools.
    views: Mutex<HashMap<Agent, Arc<View>>>,
}

impl Catalogue {
    /// Puts the tools that find others among those there are.
    pub fn open(toolbox: Arc<Toolbox>, settings: ToolSettings) -> Result<Arc<Self>, ToolboxError> {
        let catalogue = Arc::new(Self { toolbox, settings, views: Mutex::default() });
        let found_in = Arc::downgrade(&catalogue);
        let skills: Vec<Box<dyn AnyTool>> = vec![erase(Use(Weak::clone(&found_in)))];
        catalogue.toolbox.register(meta::tools(&found_in).into_iter().chain(skills).collect())?;
        Ok(catalogue)
    }

    pub(crate) fn toolbox(&self) -> &Toolbox {
        &self.toolbox
    }

    pub(crate) fn rules(&self) -> &ToolRules {
        &self.settings.rules
    }

    /// Who works in a thread.
    pub(crate) fn agent(&self, thread: &ThreadId) -> Agent {
        let role = self.settings.roles.of(thread).map(|role| role.name.clone());
        Agent { role, providers: self.settings.providers.clone() }
    }

    /// How much of a model they are worth.
    pub(crate) fn tier(&self, agent: &Agent) -> Tier {
        let role = agent.role.as_ref().and_then(|role| self.settings.roles.all.get(role));
        role.map(|role| role.tier).unwrap_or_default()
    }

    pub(crate) fn has_skills(&self) -> bool {
        !self.settings.skills.is_empty()
    }

    /// The skills they can follow.
    pub(crate) fn skills(&self, agent: &Agent) -> Vec<&Skill> {
        let view = self.view(agent);
        fitting(&self.settings, &view.usable)
    }

    /// What this agent may use now.
    pub(crate) fn view(&self, agent: &Agent) -> Arc<View> {
        let inventory = self.toolbox.now();
        let mut views = self.views.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(view) = views.get(agent).filter(|view| view.is_of(&inventory)) {
            return Arc::clone(view);
        }
        let view = Arc::new(View::new(&inventory, &self.settings, agent));
        views.insert(agent.clone(), Arc::clone(&view));
        view
    }
}

/// Those that can be followed with these tools.
fn fitting<'a>(settings: &'a ToolSettings, usable: &[Arc<dyn AnyTool>]) -> Vec<&'a Skill> {
    let tools: Vec<&Definition> = usable.iter().map(|tool| tool.definition()).collect();
    let fits = |skill: &&Skill| skill.lacks(&tools, &settings.rules.capabilities).is_empty();
    settings.skills.iter().filter(fits).collect()
}

#[cfg(test)]
mod tests;
