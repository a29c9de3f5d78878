//! `countersign tools`: the tools as they are declared, without a connection to anything; and which of them fit what somebody wants.

use engine::{Agent, Disclosure, DisclosureRules, Shown, Size};
use kernel::{Definition, Listing};
use wire::Pack;

use crate::cli::{Common, ToolsCommand};
use crate::known_tools::OfServers;
use crate::sandboxed::say;
use crate::serve::{data_directory, load_config};
use crate::{Config, ConfigFile, Exit, Trouble, meanings, models_table, skills};

/// It is there only where there are skills.
const SKILLS: &str = "skill.use";

/// Every tool of this build.
pub fn definitions() -> Vec<Definition> {
    let own = engine::own_tools().into_iter().map(|tool| tool.definition().clone());
    let found = engine::meta_definitions().into_iter().chain([engine::skill_definition()]);
    let packs = ConfigFile::default().packs().into_iter().flat_map(Pack::definitions).collect::<Vec<_>>();
    packs.into_iter().chain(own).chain(found).collect()
}

/// These, and those of servers as they were last seen.
pub(crate) fn everything(servers: &OfServers) -> Vec<Definition> {
    definitions().into_iter().chain(servers.agreed().cloned()).collect()
}

/// By any of its names, also one that is switched off.
pub(crate) fn definition(name: &str, servers: &OfServers) -> Result<Definition, Trouble> {
    let is_it = |tool: &Definition| {
        tool.name == name || tool.wire_name() == name || tool.aliases.iter().any(|alias| alias == name)
    };
    let theirs = servers.tools.iter().map(|known| known.definition.clone());
    definitions().into_iter().chain(theirs).find(is_it).ok_or_else(|| {
        let words = format!("There is no tool named `{name}`. List them with: countersign tools");
        let unseen = servers.unseen.iter().find(|server| name.contains(server.as_str()));
        let unseen = unseen.map(|server| {
            format!(" (Nothing is known of the tools of {server} yet: it has not been connected.)")
        });
        Trouble::new(Exit::Failed, format!("{words}{}", unseen.unwrap_or_default()))
    })
}

pub(crate) async fn tools(common: &Common, what: Option<ToolsCommand>) -> Result<(), Trouble> {
    let config = load_config(common)?;
    let servers = OfServers::seen(common, &config).await?;
    match what.unwrap_or(ToolsCommand::List) {
        ToolsCommand::List => {
            say(
                "tool             kind    (read: looks; edit: can be undone, asks first where other people see it; commit: asks first)",
            );
            for tool in everything(&servers) {
                let kind = format!("{:?}", tool.kind).to_lowercase();
                say(&format!("{:<16} {kind:<7} {}", tool.name, tool.first_line()));
            }
            of_unseen(&servers);
        }
        ToolsCommand::Schema { name } => say(&format!("{:#}", definition(&name, &servers)?.schema())),
        ToolsCommand::Search { words } => {
            meanings::search(&config, everything(&servers), &words.join(" ")).await?;
            of_unseen(&servers);
        }
    }
    Ok(())
}

fn of_unseen(servers: &OfServers) {
    if !servers.unseen.is_empty() {
        let names = servers.unseen.join(", ");
        say(&format!("Not yet connected, so nothing is known of their tools: {names}."));
    }
}

/// What the tools take of what a model can read at once, in each way of showing them.
pub(crate) async fn cost(common: &Common) -> Result<(), Trouble> {
    let config =
        Config::load(common.config.as_deref()).map_err(|error| Trouble::new(Exit::Configuration, error))?;
    let models = models_table::chosen(&config).await?;
    let agent = Agent { role: config.roles.usual.clone(), providers: models.providers() };
    let servers = OfServers::seen(common, &config).await?;
    let (all, rules) = (everything(&servers), config.rules());
    let without_skills = skills::read(&config, &data_directory(common, &config)?).0.is_empty();
    let usable: Vec<&Definition> = all
        .iter()
        .filter(|tool| tool.listing != Listing::Hidden)
        .filter(|tool| tool.name != SKILLS || !without_skills)
        .filter(|tool| rules.checks(tool, &agent).all(|check| check.passes))
        .collect();
    let window = models.model.window();
    let chosen = config.disclosure.disclose(&usable, window);
    say(&format!(
        "{} tools; at most {} tokens for them (four letters to a token).",
        usable.len(),
        config.disclosure.budget(window)
    ));
    of_unseen(&servers);
    by_mode(&config, &usable, window, chosen.mode);
    by_area(&usable, &chosen);
    Ok(())
}

fn by_mode(config: &Config, usable: &[&Definition], window: usize, chosen: Disclosure) {
    for mode in [Disclosure::Direct, Disclosure::Compact, Disclosure::Discovery] {
        let forced = DisclosureRules { forced: Some(mode), ..config.disclosure.clone() };
        let shown = forced.disclose(usable, window);
        let mark = if mode == chosen { "← chosen" } else { "" };
        say(&format!(
            "  {:<10} {:>3} shown {:>7} tokens {mark}",
            mode.name(),
            shown.definitions.len(),
            shown.tokens()
        ));
    }
}

fn by_area(usable: &[&Definition], chosen: &Shown) {
    let mut areas: Vec<&str> = usable.iter().map(|tool| tool.area()).collect();
    areas.dedup();
    say("As chosen, by area:");
    for area in areas {
        let size = Size::of(chosen.definitions.iter().filter(|tool| tool.area() == area));
        say(&format!("  {area:<10} {:>3} shown {:>7} tokens", size.tools, size.tokens));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// Every place below this schema where a schema is not an object. `false` may stand for "no others".
    fn bare(schema: &Value, at: &str) -> Vec<String> {
        let Some(fields) = schema.as_object() else { return vec![at.to_owned()] };
        let below = |(key, value): (&String, &Value)| {
            let at = format!("{at}/{key}");
            match (key.as_str(), value) {
                ("properties" | "patternProperties" | "$defs", Value::Object(all)) => {
                    all.iter().flat_map(|(name, one)| bare(one, &format!("{at}/{name}"))).collect()
                }
                ("oneOf" | "anyOf" | "allOf" | "prefixItems", Value::Array(all)) => {
                    all.iter().flat_map(|one| bare(one, &at)).collect()
                }
                ("additionalProperties", Value::Bool(false)) => Vec::new(),
                ("items" | "additionalProperties" | "contains" | "propertyNames" | "not", one) => {
                    bare(one, &at)
                }
                _ => Vec::new(),
            }
        };
        fields.iter().flat_map(below).collect()
    }

    /// Strict MCP clients refuse `true` in the place of a schema, and with it the tool.
    #[test]
    fn every_schema_within_the_schema_of_a_tool_is_an_object() {
        let found: Vec<String> =
            definitions().iter().flat_map(|tool| bare(tool.schema(), &tool.name)).collect();
        assert!(found.is_empty(), "{found:#?}");
        let sheet = serde_json::json!({ "properties": { "rows": { "type": "array", "items": true } } });
        assert_eq!(bare(&sheet, "t"), ["t/properties/rows/items"]);
    }
}
