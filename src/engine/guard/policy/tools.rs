//! Which tools an agent may see and use. One function decides, when tools are listed and again when one is called.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Capability, Definition, Kind, Listing, Origin};

use super::{Profile, ToolPatterns};

/// What whoever runs the house says about tools.
#[derive(Clone, Debug)]
pub struct ToolRules {
    pub profile: Profile,
    /// Absent: what the profile allows. Present and empty: nothing.
    pub allow: Option<ToolPatterns>,
    pub deny: ToolPatterns,
    pub roles: BTreeMap<String, Narrowing>,
    pub providers: BTreeMap<String, Narrowing>,
    /// Which servers' tools are there; all unless set.
    pub servers: Option<ToolPatterns>,
    /// Which extensions' tools are there; all unless set.
    pub plugins: Option<ToolPatterns>,
    /// By area, e.g. `gmail`.
    pub areas: BTreeMap<String, AreaRules>,
    pub hooks: Hooks,
    pub capabilities: BTreeSet<Capability>,
}

/// What holds for one role or one provider, beside what holds for all.
#[derive(Clone, Debug, Default)]
pub struct Narrowing {
    /// In the place of the profile of the house.
    pub profile: Option<Profile>,
    /// Only these of ours; and of what servers brought, where it names any of that.
    pub allow: Option<ToolPatterns>,
    pub deny: ToolPatterns,
    /// Only these servers' tools, of those that are there; all unless set.
    pub servers: Option<ToolPatterns>,
    /// Nothing that does more to the world.
    pub kinds: Option<Kind>,
}

/// Which actions of an area a model sees. What is blocked here can still be called by ourselves: a way back, a hook.
#[derive(Clone, Debug, Default)]
pub struct AreaRules {
    /// By the word behind the dot, or by what a server calls its tool; all unless set.
    pub allowed: Option<BTreeSet<String>>,
    pub blocked: BTreeSet<String>,
}

/// What happens around calls that are allowed.
#[derive(Clone, Debug, Default)]
pub struct Hooks {
    /// Always asked about.
    pub confirm: ToolPatterns,
    /// Said in the log.
    pub log: ToolPatterns,
    /// Not mentioned in the thread while they run. Lifts no question.
    pub silent: ToolPatterns,
}

/// For whom tools are looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Agent {
    pub role: Option<String>,
    /// Who serves a model that may answer. What is said about any of them holds: nobody knows beforehand which it will be.
    pub providers: BTreeSet<String>,
}

/// What one gate says about a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub gate: String,
    pub passes: bool,
    pub why: String,
}

impl Default for ToolRules {
    fn default() -> Self {
        Self::of_profile(Profile::default())
    }
}

impl ToolRules {
    pub fn of_profile(profile: Profile) -> Self {
        Self {
            profile,
            allow: None,
            deny: ToolPatterns::default(),
            roles: BTreeMap::new(),
            providers: BTreeMap::new(),
            servers: None,
            plugins: None,
            areas: BTreeMap::new(),
            hooks: Hooks::default(),
            capabilities: Capability::ALL.into_iter().collect(),
        }
    }

    /// Why this agent may not use a tool: what the first gate that refuses says.
    pub(crate) fn refusal(&self, tool: &Definition, agent: &Agent) -> Option<Check> {
        self.checks(tool, agent).find(|check| !check.passes)
    }

    /// Every gate in its order, and what it says.
    pub fn checks<'a>(&'a self, tool: &'a Definition, agent: &'a Agent) -> impl Iterator<Item = Check> + 'a {
        let role = agent.role.as_deref().and_then(|role| self.roles.get(role));
        let first = [self.check_allowed(tool, role), self.check_denied(tool)];
        let narrowed = self.narrowings(agent).map(|(gate, rules)| rules.check(&gate, tool));
        let last = [self.check_area(tool), self.check_capabilities(tool)];
        first.into_iter().chain(narrowed).chain(last)
    }

    /// The narrowing that forbids a call by the kind of its plan: a document that others can open makes a commit of an
    /// edit.
    pub(crate) fn refuses_kind(&self, kind: Kind, agent: &Agent) -> Option<Check> {
        self.narrowings(agent).find_map(|(gate, rules)| rules.check_kind(&gate, kind))
    }

    /// The narrowings of this agent's role and of its providers, each with the name of its gate.
    fn narrowings<'a>(&'a self, agent: &'a Agent) -> impl Iterator<Item = (String, &'a Narrowing)> + 'a {
        let role = agent.role.iter().filter_map(|name| Some((format!("role:{name}"), self.roles.get(name)?)));
        let provider = |name| Some((format!("provider:{name}"), self.providers.get(name)?));
        role.chain(agent.providers.iter().filter_map(provider))
    }

    /// What outsiders brought is gated by who brought it; what is ours by profile and allow-list.
    fn check_allowed(&self, tool: &Definition, role: Option<&Narrowing>) -> Check {
        let brought_by = |gate: &str, name: &str, allowed: &Option<ToolPatterns>| match allowed {
            Some(allowed) if !allowed.cover_name(name) => {
                Check::refuses(gate, format!("{name} is not among {}", allowed.written()))
            }
            Some(_) => Check::passes(gate, format!("{name} is among those named")),
            None => Check::passes(gate, "all are allowed".to_owned()),
        };
        match &tool.origin {
            Origin::Server(name) => return brought_by("server", name, &self.servers),
            Origin::Plugin(name) => return brought_by("plugin", name, &self.plugins),
            Origin::House => {}
        }
        if tool.listing == Listing::Always {
            return Check::passes("always shown", "it belongs to every agent".to_owned());
        }
        let profile = role.and_then(|role| role.profile.as_ref()).unwrap_or(&self.profile);
        let name = &profile.name;
        match &self.allow {
            Some(allow) if allow.covers(tool) => {
                Check::passes("allow", format!("it is among {}", allow.written()))
            }
            Some(allow) => Check::refuses("allow", format!("it is not among {}", allow.written())),
            None if profile.allows(tool) => Check::passes("profile", format!("{name} has it")),
            None => Check::refuses("profile", format!("{name} does not have it")),
        }
    }

    fn check_denied(&self, tool: &Definition) -> Check {
        if self.deny.covers(tool) {
            return Check::refuses("deny", format!("it is among {}", self.deny.written()));
        }
        Check::passes("deny", "it is not denied".to_owned())
    }

    fn check_area(&self, tool: &Definition) -> Check {
        let gate = format!("area:{}", tool.area());
        let Some(rules) = self.areas.get(tool.area()) else {
            return Check::passes(&gate, "nothing is said about it".to_owned());
        };
        let among = |actions: &BTreeSet<String>| actions.iter().any(|word| tool.is_action(word));
        let action = tool.action();
        if among(&rules.blocked) {
            return Check::refuses(&gate, format!("{action} is blocked"));
        }
        match &rules.allowed {
            Some(allowed) if !among(allowed) => {
                Check::refuses(&gate, format!("{action} is not among its allowed actions"))
            }
            Some(_) => Check::passes(&gate, format!("{action} is among its allowed actions")),
            None => Check::passes(&gate, format!("{action} is not blocked")),
        }
    }

    fn check_capabilities(&self, tool: &Definition) -> Check {
        match tool.capabilities.iter().find(|capability| !self.capabilities.contains(capability)) {
            Some(lacking) => Check::refuses(
                "capability",
                format!("it reaches for {}, which is not allowed here", lacking.name()),
            ),
            None if tool.capabilities.is_empty() => {
                Check::passes("capability", "it reaches for nothing beside what is granted".to_owned())
            }
            None => Check::passes("capability", "what it reaches for is allowed".to_owned()),
        }
    }
}

impl Narrowing {
    fn check(&self, gate: &str, tool: &Definition) -> Check {
        let server = match &tool.origin {
            Origin::Server(name) => self.servers.as_ref().filter(|servers| !servers.cover_name(name)),
            Origin::House | Origin::Plugin(_) => None,
        };
        if let Some(servers) = server {
            let why = format!("its server is not among {}", servers.written());
            return Check::refuses(gate, why);
        }
        if let Some(refused) = self.check_kind(gate, tool.kind) {
            return refused;
        }
        match &self.allow {
            _ if self.deny.covers(tool) => {
                Check::refuses(gate, format!("it is among {}", self.deny.written()))
            }
            Some(allow) if allow.is_about(tool) && !allow.covers(tool) => {
                Check::refuses(gate, format!("it is not among {}", allow.written()))
            }
            _ => Check::passes(gate, "it is not taken away".to_owned()),
        }
    }
}

impl Narrowing {
    fn check_kind(&self, gate: &str, kind: Kind) -> Option<Check> {
        let most = self.kinds.filter(|most| kind > *most)?;
        let only = match most {
            Kind::Read => "only what looks",
            Kind::Edit => "only what can be undone and nobody else sees",
            Kind::Commit => "everything",
        };
        Some(Check::refuses(gate, format!("{only} is allowed, and it does more")))
    }
}

impl Check {
    fn passes(gate: &str, why: String) -> Self {
        Self { gate: gate.to_owned(), passes: true, why }
    }

    fn refuses(gate: &str, why: String) -> Self {
        Self { gate: gate.to_owned(), passes: false, why }
    }
}

#[cfg(test)]
mod tests;
