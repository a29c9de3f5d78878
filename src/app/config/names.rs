//! Whether what the rules about tools name is there. A rule with a slip of the pen in it rules nothing, and nobody would
//! hear of it.
//!
//! What is ours is known when the configuration is read; what servers call their tools only once they were seen.

use engine::{Narrowing, ToolPatterns};
use kernel::Definition;
use wire::SettingError;

use super::{ANTHROPIC, Config};
use crate::mcp_serve::CLIENT;
use crate::toolbox::definitions;

/// Tools of these areas and groups come with later builds, and may be ruled about already.
const AREAS_TO_COME: [&str; 6] = ["file", "memory", "process", "shell", "system", "web"];
const GROUPS: [&str; 4] = ["fs", "memory", "runtime", "web"];

/// Refuses what names nothing and never will, with the nearest name there is.
pub(super) fn check(config: &Config) -> Result<(), SettingError> {
    let names = Names { tools: definitions(), config };
    for (place, pattern) in each(lists(config)) {
        names.check_pattern(pattern).map_err(|error| error.within(&place))?;
    }
    for (place, pattern) in each(approver_lists(config)) {
        names.check_name(pattern).map_err(|error| error.within(&place))?;
    }
    for (place, pattern) in each(server_lists(config)) {
        names.check_server(pattern).map_err(|error| error.within(&place))?;
    }
    for area in config.disclosure.direct_areas.iter().flatten() {
        names.check_area(area).map_err(|error| error.within("[tools] direct"))?;
    }
    for (area, rules) in &config.tools.areas {
        let here = |error: SettingError| error.within(&format!("[tools.areas.{area}]"));
        names.check_area(area).map_err(here)?;
        for action in rules.blocked.iter().chain(rules.allowed.iter().flatten()) {
            names.check_action(area, action).map_err(here)?;
        }
    }
    config.tools.providers.keys().try_for_each(|name| check_provider(name))
}

/// What is said about tools of servers and names none of those that were seen, as sentences.
pub(crate) fn idle(config: &Config, seen: &[Definition]) -> Vec<String> {
    let of = |server: &str| seen.iter().any(|tool| tool.area() == server);
    let ours = definitions();
    let mut said = Vec::new();
    for (place, pattern) in each(lists(config).into_iter().chain(approver_lists(config))) {
        let meant = match server_of(pattern) {
            Some(server) => of(server),
            None => is_open(pattern) && config.file.mcp.servers.keys().all(|server| of(server)),
        };
        if meant && !covers(pattern, seen) && !covers(pattern, &ours) {
            said.push(format!("{place}: no tool that was seen is called {pattern}"));
        }
    }
    for (area, rules) in config.tools.areas.iter().filter(|(area, _)| of(area)) {
        for action in rules.blocked.iter().chain(rules.allowed.iter().flatten()) {
            if !seen.iter().any(|tool| tool.area() == area && tool.is_action(action)) {
                said.push(format!("[tools.areas.{area}]: it has no tool called {action}"));
            }
        }
    }
    said
}

/// Every list of tools, and where it stands.
fn lists(config: &Config) -> Vec<(String, &ToolPatterns)> {
    let (tools, hooks) = (&config.tools, &config.tools.hooks);
    let house = [("allow", tools.allow.as_ref()), ("deny", Some(&tools.deny))];
    let hooks = [("confirm", &hooks.confirm), ("log", &hooks.log), ("silent", &hooks.silent)];
    let house = house.into_iter().filter_map(|(key, list)| Some((format!("[tools] {key}"), list?)));
    let hooks = hooks.into_iter().map(|(key, list)| (format!("[tools.hooks] {key}"), list));
    let narrowed = narrowings(config).flat_map(|(place, rules)| {
        let both = [("allow", rules.allow.as_ref()), ("deny", Some(&rules.deny))];
        both.into_iter().filter_map(move |(key, list)| Some((format!("{place} {key}"), list?)))
    });
    house.chain(hooks).chain(narrowed).collect()
}

/// By the tools' own names, and by no other.
fn approver_lists(config: &Config) -> Vec<(String, &ToolPatterns)> {
    let rules = config.house.approvers.iter();
    rules.map(|rule| ("[[approvers]] tools".to_owned(), rule.tools())).collect()
}

/// Pattern by pattern.
fn each<'a>(
    lists: impl IntoIterator<Item = (String, &'a ToolPatterns)>,
) -> impl Iterator<Item = (String, &'a str)> {
    let one =
        |(place, list): (String, &'a ToolPatterns)| list.each().map(move |pattern| (place.clone(), pattern));
    lists.into_iter().flat_map(one)
}

fn server_lists(config: &Config) -> Vec<(String, &ToolPatterns)> {
    let house = config.tools.servers.as_ref().map(|list| ("[tools] servers".to_owned(), list));
    let narrowed = narrowings(config)
        .filter_map(|(place, rules)| Some((format!("{place} servers"), rules.servers.as_ref()?)));
    house.into_iter().chain(narrowed).collect()
}

fn narrowings(config: &Config) -> impl Iterator<Item = (String, &Narrowing)> {
    let roles = config.roles.all.iter().map(|(name, role)| (format!("[roles.{name}]"), &role.tools));
    let providers = config.tools.providers.iter();
    roles.chain(providers.map(|(name, rules)| (format!("[tools.providers.{name}]"), rules)))
}

/// What there is to be named.
struct Names<'a> {
    tools: Vec<Definition>,
    config: &'a Config,
}

impl Names<'_> {
    fn check_pattern(&self, pattern: &str) -> Result<(), SettingError> {
        if let Some(group) = pattern.strip_prefix("group:") {
            let known =
                self.tools.iter().flat_map(|tool| tool.groups.iter().map(String::as_str)).chain(GROUPS);
            return is_one_of("group", group, known);
        }
        if covers(pattern, &self.tools) { Ok(()) } else { self.check_name(pattern) }
    }

    fn check_name(&self, pattern: &str) -> Result<(), SettingError> {
        if let Some(server) = server_of(pattern) {
            return self.check_server(server);
        }
        let area = pattern.split_once('.').map_or(pattern, |(area, _)| area);
        let to_come = AREAS_TO_COME.contains(&area) || pattern.starts_with("plugin__");
        let of_servers = is_open(pattern) && !self.config.file.mcp.servers.is_empty();
        let named = ToolPatterns::new([pattern]);
        let named = named.is_ok_and(|named| self.tools.iter().any(|tool| named.cover_name(&tool.name)));
        if to_come || of_servers || named {
            return Ok(());
        }
        let tools = self.tools.iter().map(|tool| tool.name.clone());
        let areas = self.areas().map(|area| format!("{area}.*"));
        let known: Vec<String> = tools.chain(areas).collect();
        is_one_of("tool", pattern, known.iter().map(String::as_str))
    }

    /// By name, or by a pattern that at least one of them fits.
    fn check_server(&self, pattern: &str) -> Result<(), SettingError> {
        let servers = || self.config.file.mcp.servers.keys().map(String::as_str);
        let fits = ToolPatterns::new([pattern]).is_ok_and(|fits| servers().any(|name| fits.cover_name(name)));
        if fits || pattern == "*" {
            return Ok(());
        }
        is_one_of("server under [mcp.servers]", pattern, servers())
    }

    fn check_area(&self, area: &str) -> Result<(), SettingError> {
        let servers = self.config.file.mcp.servers.keys().map(String::as_str);
        is_one_of("area", area, self.areas().chain(AREAS_TO_COME).chain(servers))
    }

    /// Of what is ours; the others are not known yet.
    fn check_action(&self, area: &str, action: &str) -> Result<(), SettingError> {
        let mut known =
            self.tools.iter().filter(|tool| tool.area() == area).map(Definition::action).peekable();
        if known.peek().is_none() {
            return Ok(());
        }
        is_one_of("action", action, known)
    }

    fn areas(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(Definition::area)
    }
}

fn check_provider(name: &str) -> Result<(), SettingError> {
    let others = [ANTHROPIC, models::REHEARSAL, CLIENT];
    let known = models::PROVIDERS.iter().map(|provider| provider.name).chain(others);
    is_one_of("provider", name, known).map_err(|error| error.within(&format!("[tools.providers.{name}]")))
}

/// The server that a pattern is about: `mcp__server__…`, or `mcp:server:…`.
fn server_of(pattern: &str) -> Option<&str> {
    let behind = |first: &str, then: &str| {
        let rest = pattern.strip_prefix(first)?;
        Some(rest.split_once(then).map_or(rest, |(server, _)| server))
    };
    behind("mcp__", "__").or_else(|| behind("mcp:", ":"))
}

/// Whether a pattern may be about anybody's tools.
fn is_open(pattern: &str) -> bool {
    pattern.starts_with(['*', '?', '[', '{'])
}

fn covers(pattern: &str, tools: &[Definition]) -> bool {
    ToolPatterns::new([pattern]).is_ok_and(|one| tools.iter().any(|tool| one.covers(tool)))
}

fn is_one_of<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Result<(), SettingError> {
    let mut nearest: Option<(&str, usize)> = None;
    for one in known {
        if one == name {
            return Ok(());
        }
        let apart = strsim::osa_distance(one, name);
        if nearest.is_none_or(|(_, best)| apart < best) {
            nearest = Some((one, apart));
        }
    }
    let alike = nearest.filter(|(_, apart)| *apart <= name.len() / 2);
    let hint = alike.map(|(name, _)| format!("Did you mean \"{name}\"?")).unwrap_or_default();
    Err(SettingError::new("", format!("there is no {what} called \"{name}\".")).hint(hint))
}

#[cfg(test)]
mod tests {
    use kernel::Origin;
    use serde_json::json;

    use super::*;

    const NOTES: &str = "[mcp.servers.notes]\ncommand = \"x\"\n";

    fn refused(text: &str) -> String {
        Config::parse("x", text).map_or_else(|error| error.to_string(), |_| String::new())
    }

    #[test]
    fn what_names_nothing_is_refused_with_the_nearest_name() {
        for (text, words) in [
            (
                "[tools.areas.gmial]\nblocked_actions = [\"trash\"]",
                "area called \"gmial\". Did you mean \"gmail\"?",
            ),
            (
                "[tools.areas.gmail]\nblocked_actions = [\"trsh\"]",
                "action called \"trsh\". Did you mean \"trash\"?",
            ),
            ("[tools.areas.gmail]\nallowed_actions = [\"serach\"]", "Did you mean \"search\"?"),
            (
                "[tools.providers.olama]\ndeny = [\"*\"]",
                "provider called \"olama\". Did you mean \"ollama\"?",
            ),
            ("[tools]\ndeny = [\"group:gogle\"]", "group called \"gogle\". Did you mean \"google\"?"),
            (
                "[tools]\ndeny = [\"gmail.sned\"]",
                "[tools] deny: there is no tool called \"gmail.sned\". Did you mean \"gmail.send\"?",
            ),
            ("[tools]\nallow = [\"gmial.*\"]", "Did you mean \"gmail.*\"?"),
            ("[tools]\ndeny = [\"*_file\"]", "there is no tool called \"*_file\""),
            ("[tools]\ndeny = [\"mcp__nots__*\"]", "server under [mcp.servers] called \"nots\""),
            ("[tools]\nservers = [\"git*\"]", "[tools] servers: "),
            ("[tools]\ndirect = [\"gmial\"]", "[tools] direct: "),
            ("[tools.hooks]\nconfirm = [\"calender.*\"]", "[tools.hooks] confirm: "),
            ("[tools.providers.ollama]\nallow = [\"gmail.serch\"]", "[tools.providers.ollama] allow: "),
            ("[roles.creator]\ndeny = [\"drive.sahre\"]", "[roles.creator] deny: "),
            ("[roles.creator]\nservers = [\"notes\"]", "[roles.creator] servers: "),
            (
                "[[approvers]]\ntools = [\"group:google\"]\npeople = [\"a@b.example\"]",
                "[[approvers]] tools: ",
            ),
            ("[[approvers]]\ntools = [\"gmail.sned\"]\npeople = [\"a@b.example\"]", "[[approvers]] tools: "),
        ] {
            let why = refused(text);
            assert!(why.contains(words), "{text}: {why}");
        }
        let why = refused(&format!("[tools]\ndeny = [\"mcp__nots__*\"]\n{NOTES}"));
        assert!(why.contains("Did you mean \"notes\"?"), "{why}");
    }

    #[test]
    fn what_is_there_or_may_come_can_be_named() {
        let text = "[tools]\nallow = [\"*\", \"google_gmail:send\"]\ndeny = [\"shell.*\", \"group:runtime\", \"mcp__*\", \"mcp__notes__burn_all\", \"mcp:notes:x\", \"*_file\"]\n\
                    servers = [\"no*\"]\ndirect = [\"gmail\", \"notes\"]\n\
                    [tools.areas.notes]\nblocked_actions = [\"anything\"]\n[tools.areas.shell]\nblocked_actions = [\"run\"]\n\
                    [tools.areas.calendar]\nallowed_actions = [\"list_events\"]\n\
                    [tools.providers.mcp]\ndeny = [\"drive.share\"]\n[roles.creator]\nservers = []\n";
        assert_eq!(refused(&format!("{text}{NOTES}")), "");
    }

    #[test]
    fn what_names_no_tool_of_a_server_is_noticed_once_the_server_was_seen() {
        let text = "[tools]\ndeny = [\"mcp__notes__burn\", \"mcp__notes__read*\", \"*_fiel\"]\n[tools.areas.notes]\nblocked_actions = [\"raed\", \"read\"]\n";
        let config = Config::parse("x", &format!("{text}{NOTES}")).unwrap();
        assert!(idle(&config, &[]).is_empty(), "nobody knows yet");
        let read = Definition {
            origin: Origin::Server("notes".to_owned()),
            ..Definition::unknown("mcp__notes__read", "", json!({}))
        };
        let said = idle(&config, &[read]);
        assert_eq!(said.len(), 3, "{said:?}");
        for (words, sentence) in ["mcp__notes__burn", "*_fiel", "raed"].iter().zip(&said) {
            assert!(sentence.contains(words), "{sentence}");
        }
    }
}
