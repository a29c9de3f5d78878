//! `[roles]`: how the agent works where, on top of the roles that come with the program.

use std::collections::BTreeMap;

use engine::{Role, Roles, ToolPatterns};
use kernel::{Kind, Tier};
use schemars::JsonSchema;
use serde::Deserialize;
use wire::SettingError;

use super::tools_part::{ProfileName, pattern_error};

/// What is left out stays as it comes with the program, for `researcher`, `creator`, `operator` and `collector`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenRole {
    description: Option<String>,
    /// What its model is told beside what all are told.
    words: Option<String>,
    /// Where it works, by the ids of channels, e.g. `["C0123ABCD"]`.
    channels: Vec<String>,
    /// Whether it works wherever no other role does.
    everywhere: bool,
    /// In the place of `tools.profile`.
    profile: Option<ProfileName>,
    /// Only these of our own tools; and only these of the servers' tools, if it names any of theirs (`mcp__…`).
    allow: Option<Vec<String>>,
    /// Not these.
    deny: Option<Vec<String>>,
    /// Only these connected servers' tools, of those that are there, e.g. `["git*"]`; all unless set.
    servers: Option<Vec<String>>,
    /// Nothing that does more to the world: `read`, `edit` or `commit`.
    kinds: Option<Kind>,
    /// How much of a model it is worth: `fast`, `balanced` or `deep`, as `[model.tiers]` has them.
    tier: Option<Tier>,
}

pub(super) fn roles(written: BTreeMap<String, WrittenRole>) -> Result<Roles, SettingError> {
    let mut roles = Roles::built_in().map_err(|error| SettingError::new("[roles]", error.to_string()))?;
    for (name, role) in written {
        for channel in &role.channels {
            check_place(channel)
                .map_err(|error| error.within("channels").within(&format!("[roles.{name}]")))?;
            if let Some(other) = roles.channels.insert(channel.clone(), name.clone()) {
                let problem = format!("{other} and {name} both work in {channel}.");
                return Err(SettingError::new("[roles]", problem).hint("Keep one of them there."));
            }
        }
        if role.everywhere && roles.usual.replace(name.clone()).is_some() {
            let error = SettingError::new("[roles]", "two roles work everywhere.");
            return Err(error.hint("Keep one of them."));
        }
        let known = roles.all.remove(&name).unwrap_or_else(|| Role { name: name.clone(), ..Role::default() });
        let meant = role.on(known).map_err(|error| error.within(&format!("[roles.{name}]")))?;
        roles.all.insert(name, meant);
    }
    Ok(roles)
}

/// A channel is known by its id alone: whoever wrote its name would have a role that never works there.
pub(crate) fn check_place(channel: &str) -> Result<(), SettingError> {
    let is_id = channel.strip_prefix(['C', 'G', 'D']).is_some_and(|rest| {
        !rest.is_empty() && rest.chars().all(|char| char.is_ascii_uppercase() || char.is_ascii_digit())
    });
    if is_id {
        return Ok(());
    }
    let problem = format!("`{channel}` is not the id of a channel, which is like C0123ABCD.");
    Err(SettingError::new("", problem)
        .hint("In Slack, press the channel's name; its id stands at the end of \"About\"."))
}

impl WrittenRole {
    fn on(self, mut role: Role) -> Result<Role, SettingError> {
        role.description = self.description.unwrap_or(role.description);
        role.words = self.words.unwrap_or(role.words);
        if let Some(profile) = self.profile {
            role.tools.profile = Some(profile.meant().map_err(|error| pattern_error("profile", &error))?);
        }
        let list = |key: &str, patterns: Vec<String>| {
            ToolPatterns::new(patterns).map_err(|error| pattern_error(key, &error))
        };
        if let Some(allow) = self.allow {
            role.tools.allow = Some(list("allow", allow)?);
        }
        if let Some(deny) = self.deny {
            role.tools.deny = list("deny", deny)?;
        }
        if let Some(servers) = self.servers {
            role.tools.servers = Some(list("servers", servers)?);
        }
        role.tools.kinds = self.kinds.or(role.tools.kinds);
        role.tier = self.tier.unwrap_or(role.tier);
        if role.words.trim().is_empty() {
            return Err(SettingError::new("words", "say in a sentence or two how it works."));
        }
        Ok(role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Roles, String> {
        roles(toml::from_str(text).map_err(|error| error.to_string())?).map_err(|error| error.to_string())
    }

    #[test]
    fn a_role_is_added_or_changed_and_works_where_it_is_told_to() {
        let text = "[researcher]\nchannels = [\"C1\"]\ntier = \"fast\"\n[clerk]\nwords = \"You file.\"\ndeny = [\"drive.*\"]\neverywhere = true\n";
        let roles = parsed(text).unwrap();
        assert_eq!(roles.all["researcher"].tier, Tier::Fast);
        assert!(roles.all["researcher"].words.starts_with("You find things out."));
        assert_eq!((roles.channels["C1"].as_str(), roles.usual.as_deref()), ("researcher", Some("clerk")));
    }

    #[test]
    fn roles_that_cannot_be_told_apart_are_refused() {
        for (text, words) in [
            ("[researcher]\nchannels = [\"C1\"]\n[creator]\nchannels = [\"C1\"]", "both work in C1"),
            ("[researcher]\neverywhere = true\n[creator]\neverywhere = true", "two roles work everywhere"),
            ("[clerk]\ndeny = [\"x\"]", "[roles.clerk] words"),
            ("[creator]\ndeny = [\"[\"]", "[roles.creator] deny"),
            ("[creator]\nchannels = [\"general\"]", "[roles.creator] channels: `general` is not the id"),
            ("[creator]\nchannels = [\"#C1\"]", "press the channel's name"),
            ("[creator]\nchannels = [\"C\"]", "`C` is not the id"),
            ("[creator]\ntire = \"fast\"", "tire"),
        ] {
            let why = parsed(text).unwrap_err();
            assert!(why.contains(words), "{why}");
        }
    }
}
