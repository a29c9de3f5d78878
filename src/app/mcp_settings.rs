//! What the configuration says about servers outside, with what the environment holds for them.

use std::collections::BTreeMap;

use kernel::Secret;
use mcp::{Access, ClientIdentity, Program, Reach, ServerSettings};

use crate::config::{McpClient, McpDoor, McpServer};
use crate::{Config, Exit, Trouble, log};

/// A variable that somebody named and nobody set is said at the start.
pub(crate) fn servers(config: &Config) -> Result<Vec<ServerSettings>, Trouble> {
    config.mcp.iter().map(server).collect()
}

/// As much as says what its tools are here: nothing that opens its door.
pub(crate) fn without_secrets(server: &McpServer) -> ServerSettings {
    let McpServer { name, door, read_only, tools, except, timeout } = server.clone();
    let reach = match door {
        McpDoor::Program { command, args, .. } => {
            Reach::Program(Program { command, arguments: args, variables: BTreeMap::new() })
        }
        McpDoor::Open(url) | McpDoor::SignIn { url, .. } | McpDoor::Bearer { url, .. } => {
            Reach::Address { url, access: Access::Open }
        }
    };
    ServerSettings { name, reach, read_only, tools, except, timeout }
}

fn server(server: &McpServer) -> Result<ServerSettings, Trouble> {
    let McpServer { name, door, read_only, tools, except, timeout } = server.clone();
    let secret = |variable: &str| secret(&name, variable);
    let reach = match door {
        McpDoor::Program { command, args, env, env_from } => {
            let plain = env.into_iter().map(|(name, value)| Ok((name, Secret::new(value))));
            let named = env_from.into_iter().map(|variable| Ok((variable.clone(), secret(&variable)?)));
            let variables = plain.chain(named).collect::<Result<_, Trouble>>()?;
            Reach::Program(Program { command, arguments: args, variables })
        }
        McpDoor::Open(url) => Reach::Address { url, access: Access::Open },
        McpDoor::SignIn { url, client } => {
            let identity = |McpClient { id, secret_variable }| {
                let secret = secret_variable.as_deref().map(secret).transpose()?;
                Ok::<_, Trouble>(ClientIdentity { id, secret })
            };
            Reach::Address { url, access: Access::SignIn(client.map(identity).transpose()?) }
        }
        McpDoor::Bearer { url, variable } => {
            Reach::Address { url, access: Access::Bearer(secret(&variable)?) }
        }
    };
    Ok(ServerSettings { name, reach, read_only, tools, except, timeout })
}

fn secret(server: &str, variable: &str) -> Result<Secret, Trouble> {
    match std::env::var(variable).ok().filter(|value| !value.is_empty()) {
        Some(value) => {
            log::hide(&value);
            Ok(Secret::new(value))
        }
        None => Err(Trouble::new(
            Exit::Configuration,
            format!(
                "[mcp.servers.{server}] names the variable {variable}, which is not set. Set it where countersign is started, \
                 or take it out of the configuration."
            ),
        )),
    }
}
