//! `countersign tools`: the tools as they are declared, without a connection to anything; and which of them fit what somebody wants.

use engine::{Agent, Disclosure, DisclosureRules, Size};
use kernel::{Definition, Listing};

use crate::cli::{Common, ToolsCommand};
use crate::sandboxed::say;
use crate::{Config, Exit, Trouble, meanings, models_table};

/// Every tool of this build.
pub fn definitions() -> Vec<Definition> {
    let own = engine::own_tools().into_iter().map(|tool| tool.definition().clone());
    google::definitions().into_iter().chain(own).chain(engine::meta_definitions()).collect()
}

/// By any of its names.
pub(crate) fn definition(name: &str) -> Result<Definition, Trouble> {
    let is_it = |tool: &Definition| {
        tool.name == name || tool.wire_name() == name || tool.aliases.iter().any(|alias| alias == name)
    };
    definitions().into_iter().find(is_it).ok_or_else(|| {
        let words = format!("There is no tool named `{name}`. List them with: countersign tools");
        Trouble::new(Exit::Failed, words)
    })
}

pub(crate) async fn tools(common: &Common, what: Option<ToolsCommand>) -> Result<(), Trouble> {
    match what.unwrap_or(ToolsCommand::List) {
        ToolsCommand::List => {
            say(
                "tool             kind    (read: looks; edit: only its owner sees it; commit: reaches somebody, asks first)",
            );
            for tool in definitions() {
                let first = tool.description.lines().next().unwrap_or_default();
                let kind = format!("{:?}", tool.kind).to_lowercase();
                say(&format!("{:<16} {kind:<7} {first}", tool.name));
            }
        }
        ToolsCommand::Schema { name } => say(&format!("{:#}", definition(&name)?.schema)),
        ToolsCommand::Search { words } => meanings::search(common, &words.join(" ")).await?,
    }
    Ok(())
}

/// What the tools take of what a model can read at once, in each way of showing them.
pub(crate) async fn cost(common: &Common) -> Result<(), Trouble> {
    let config =
        Config::load(common.config.as_deref()).map_err(|error| Trouble::new(Exit::Configuration, error))?;
    let models = models_table::chosen(&config).await?;
    let agent = Agent { role: config.roles.usual.clone(), providers: models.providers() };
    let (all, rules) = (definitions(), config.rules());
    let usable: Vec<&Definition> = all
        .iter()
        .filter(|tool| tool.listing != Listing::Hidden)
        .filter(|tool| rules.checks(tool, &agent).all(|check| check.passes))
        .collect();
    let window = models.model.window();
    let chosen = config.disclosure.disclose(&usable, window);
    say(&format!(
        "{} tools; at most {} tokens for them (four letters to a token). Servers you connect come on top.",
        usable.len(),
        config.disclosure.budget(window)
    ));
    for mode in [Disclosure::Direct, Disclosure::Compact, Disclosure::Discovery] {
        let forced = DisclosureRules { forced: Some(mode), ..config.disclosure.clone() };
        let shown = forced.disclose(&usable, window);
        let mark = if mode == chosen.mode { "← chosen" } else { "" };
        say(&format!(
            "  {:<10} {:>3} shown {:>7} tokens {mark}",
            mode.name(),
            shown.definitions.len(),
            shown.tokens()
        ));
    }
    let mut areas: Vec<&str> = usable.iter().map(|tool| tool.area()).collect();
    areas.dedup();
    say("As chosen, by area:");
    for area in areas {
        let size = Size::of(chosen.definitions.iter().filter(|tool| tool.area() == area));
        say(&format!("  {area:<10} {:>3} shown {:>7} tokens", size.tools, size.tokens));
    }
    Ok(())
}
