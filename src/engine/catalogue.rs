//! What each agent may use of the tools there are, and what its model is shown of it.

mod view;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::ThreadId;

pub(crate) use view::View;

use crate::disclosure::DisclosureRules;
use crate::meta;
use crate::policy::{Agent, ToolRules};
use crate::toolbox::{Toolbox, ToolboxError};

/// What whoever runs the house says about tools, and for which model.
#[derive(Clone, Debug)]
pub struct ToolSettings {
    pub rules: ToolRules,
    pub disclosure: DisclosureRules,
    /// Who serves the model.
    pub provider: String,
    /// How much the model can read at once, in tokens.
    pub window: usize,
}

impl Default for ToolSettings {
    fn default() -> Self {
        Self {
            rules: ToolRules::default(),
            disclosure: DisclosureRules::default(),
            provider: String::new(),
            window: 200_000,
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
        catalogue.toolbox.register(meta::tools(&Arc::downgrade(&catalogue)))?;
        Ok(catalogue)
    }

    pub(crate) fn toolbox(&self) -> &Toolbox {
        &self.toolbox
    }

    pub(crate) fn rules(&self) -> &ToolRules {
        &self.settings.rules
    }

    /// Who works in a thread.
    pub(crate) fn agent(&self, _thread: &ThreadId) -> Agent {
        Agent { role: None, provider: self.settings.provider.clone() }
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
