//! `countersign tools`: the tools as they are declared, without a connection to anything; and which of them fit what somebody wants.

use kernel::Definition;

use crate::cli::{Common, ToolsCommand};
use crate::meanings;
use crate::sandboxed::say;
use crate::{Exit, Trouble};

/// Every tool of this build.
pub fn definitions() -> Vec<Definition> {
    let own = engine::own_tools().into_iter().map(|tool| tool.definition().clone());
    google::definitions().into_iter().chain(own).collect()
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
            Ok(())
        }
        ToolsCommand::Search { words } => meanings::search(common, &words.join(" ")).await,
        ToolsCommand::Schema { name } => {
            let found = definitions()
                .into_iter()
                .find(|tool| tool.name == name || tool.wire_name() == name || tool.aliases.contains(&name));
            match found {
                Some(tool) => {
                    say(&format!("{:#}", tool.schema));
                    Ok(())
                }
                None => Err(Trouble::new(
                    Exit::Failed,
                    format!("There is no tool named `{name}`. List them with: countersign tools"),
                )),
            }
        }
    }
}
