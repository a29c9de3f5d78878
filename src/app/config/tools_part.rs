//! `[tools]`: which tools an agent has, and how its model is shown them.

use std::collections::{BTreeMap, BTreeSet};

use engine::{
    AreaRules, Disclosure, DisclosureRules, Hooks, Narrowing, PatternError, Profile, ToolPatterns, ToolRules,
};
use kernel::Capability;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::SettingError;

use super::ConfigFile;

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenTools {
    /// Which tools there are to begin with: `minimal` (what it is, and a word with its person), `messaging` (default:
    /// accounts, web and memory, and nothing on this machine) or `full`.
    profile: ProfileName,
    /// In the place of the profile, with `*` for anything and `group:google` for a group. An empty list allows nothing.
    /// Says nothing about the tools of servers: those are under `servers`.
    allow: Option<Vec<String>>,
    /// What is taken away.
    deny: Vec<String>,
    /// Which connected servers' tools are there, e.g. `["git*"]`; all unless set.
    servers: Option<Vec<String>>,
    /// Which extensions' tools are there; all unless set.
    plugins: Option<Vec<String>>,
    /// What holds where one provider's model may answer, e.g. `[tools.providers.ollama]`: also where it is found without being
    /// named, is the fallback, or has a tier. With several models, what is said about any of their providers holds.
    providers: BTreeMap<String, WrittenNarrowing>,
    /// Which actions of an area a model sees, e.g. `[tools.areas.gmail]`.
    areas: BTreeMap<String, WrittenArea>,
    hooks: WrittenHooks,
    /// What tools may reach for beside accounts: `network`, `secrets`, `storage`, `files`, `processes`, `attachments`; all
    /// unless set.
    capabilities: Option<BTreeSet<Capability>>,
    /// How the model is shown its tools: `direct` (every schema), `compact_direct` (a line each) or `discovery` (a way to
    /// find them). By default the first that fits.
    disclosure: Option<Disclosure>,
    /// How many tokens the tools may take; 6000 unless set, and never more than a fifth of what the model can read at once.
    /// 0: no other cap than that fifth.
    budget_tokens: Option<usize>,
    /// What is shown even where tools have to be found, by area, e.g. `["gmail", "calendar"]`. Our own unless set.
    direct: Option<BTreeSet<String>>,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ProfileName {
    Minimal,
    #[default]
    Messaging,
    Full,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct WrittenNarrowing {
    /// Only these of our own tools; and only these of the servers' tools, if it names any of theirs (`mcp__…`).
    allow: Option<Vec<String>>,
    /// Not these.
    deny: Vec<String>,
    /// Only these connected servers' tools, of those that are there, e.g. `["git*"]`; all unless set.
    servers: Option<Vec<String>>,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct WrittenArea {
    /// E.g. `["search", "read"]`; all unless set.
    allowed_actions: Option<BTreeSet<String>>,
    /// E.g. `["trash"]`.
    blocked_actions: BTreeSet<String>,
}

/// What happens around calls.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct WrittenHooks {
    /// Always asked about, whatever the mode and whatever anybody has allowed beforehand.
    confirm: Vec<String>,
    /// Said in the log.
    log: Vec<String>,
    /// Not mentioned in the thread while they run. Lifts no question.
    silent: Vec<String>,
}

impl WrittenTools {
    pub(super) fn meant(self) -> Result<(ToolRules, DisclosureRules), SettingError> {
        let list = |key: &str, patterns: &[String]| {
            ToolPatterns::new(patterns).map_err(|error| pattern_error(key, &error).within("[tools]"))
        };
        let optional = |key: &str, patterns: &Option<Vec<String>>| {
            patterns.as_ref().map(|patterns| list(key, patterns)).transpose()
        };
        let one = |(name, rules): (String, WrittenNarrowing)| {
            let meant = rules.meant().map_err(|error| error.within(&format!("[tools.providers.{name}]")))?;
            Ok::<_, SettingError>((name, meant))
        };
        let providers = self.providers.into_iter().map(one).collect::<Result<BTreeMap<_, _>, _>>()?;
        let hooks = Hooks {
            confirm: list("hooks.confirm", &self.hooks.confirm)?,
            log: list("hooks.log", &self.hooks.log)?,
            silent: list("hooks.silent", &self.hooks.silent)?,
        };
        let area = |WrittenArea { allowed_actions, blocked_actions }| AreaRules {
            allowed: allowed_actions,
            blocked: blocked_actions,
        };
        let all = || Capability::ALL.into_iter().collect();
        let rules = ToolRules {
            profile: self.profile.meant().map_err(|error| pattern_error("profile", &error))?,
            allow: optional("allow", &self.allow)?,
            deny: list("deny", &self.deny)?,
            roles: BTreeMap::new(),
            providers,
            servers: optional("servers", &self.servers)?,
            plugins: optional("plugins", &self.plugins)?,
            areas: self.areas.into_iter().map(|(name, rules)| (name, area(rules))).collect(),
            hooks,
            capabilities: self.capabilities.unwrap_or_else(all),
        };
        let default = DisclosureRules::default();
        let disclosure = DisclosureRules {
            forced: self.disclosure,
            most_tokens: self.budget_tokens.unwrap_or(default.most_tokens),
            direct_areas: self.direct,
        };
        Ok((rules, disclosure))
    }
}

impl WrittenNarrowing {
    fn meant(self) -> Result<Narrowing, SettingError> {
        let list = |key: &str, patterns: Vec<String>| {
            ToolPatterns::new(patterns).map_err(|error| pattern_error(key, &error))
        };
        Ok(Narrowing {
            profile: None,
            allow: self.allow.map(|allow| list("allow", allow)).transpose()?,
            deny: list("deny", self.deny)?,
            servers: self.servers.map(|servers| list("servers", servers)).transpose()?,
            kinds: None,
        })
    }
}

impl ProfileName {
    pub(super) fn meant(self) -> Result<Profile, PatternError> {
        match self {
            Self::Minimal => Profile::new("minimal", &["system.info", "user.ask"], &[]),
            Self::Messaging => {
                let packs = ConfigFile::default();
                let groups = packs.packs().into_iter().map(|pack| format!("group:{}", pack.name()));
                let groups: Vec<String> = groups.collect();
                let own = ["system.info", "user.ask", "memory.*", "web.*"].into_iter();
                let allow: Vec<&str> = own.chain(groups.iter().map(String::as_str)).collect();
                Profile::new("messaging", &allow, &["shell.*", "file.*", "process.*"])
            }
            Self::Full => Profile::new("full", &["*"], &[]),
        }
    }
}

pub(super) fn pattern_error(key: &str, error: &PatternError) -> SettingError {
    SettingError::new(key, error.to_string())
}

#[cfg(test)]
mod tests {
    use engine::Agent;
    use kernel::Definition;
    use serde_json::json;

    use super::*;

    fn rules(text: &str) -> Result<ToolRules, String> {
        toml::from_str::<WrittenTools>(text)
            .map_err(|error| error.to_string())?
            .meant()
            .map(|(rules, _)| rules)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_profile_holds_what_its_name_promises() {
        for (name, group, allowed_by) in [
            ("system.info", "system", [true, true, true]),
            ("user.ask", "chat", [true, true, true]),
            ("memory.store", "memory", [false, true, true]),
            ("web.search", "web", [false, true, true]),
            ("gmail.send", "google", [false, true, true]),
            ("shell.run", "runtime", [false, false, true]),
            ("process.kill", "runtime", [false, false, true]),
            ("file.read", "fs", [false, false, true]),
            ("task.create", "tasks", [false, false, true]),
        ] {
            let tool = Definition::unknown(name, "", json!({})).in_group(group);
            let allowed = ["minimal", "messaging", "full"].map(|profile| {
                let rules = rules(&format!("profile = \"{profile}\"")).unwrap();
                rules.checks(&tool, &Agent::default()).all(|check| check.passes)
            });
            assert_eq!(allowed, allowed_by, "{name}");
        }
    }

    #[test]
    fn a_pattern_that_cannot_be_read_is_refused_where_it_stands() {
        assert!(rules("deny = [\"[\"]").unwrap_err().starts_with("[tools] deny: "));
        let small = rules("[providers.small]\nallow = [\"\"]").unwrap_err();
        assert!(small.starts_with("[tools.providers.small] allow: "), "{small}");
        assert!(rules("hooks.confrim = []").unwrap_err().contains("confrim"));
        assert!(rules("capabilities = [\"magic\"]").is_err());
    }
}
