//! Servers outside as an integration: their table in the configuration, and how they are connected.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use kernel::ports::{Pins, Soon};
use kernel::{Finding, Secret};
use schemars::JsonSchema;
use serde::Deserialize;
use wire::{Address, Opened, Pack, PackRuntime, PackServices, SettingError};

use crate::connection::McpDeps;
use crate::examining::examine;
use crate::servers::Servers;
use crate::settings::{Access, ClientIdentity, Patterns, Program, Reach, ServerSettings};
use crate::ways::Ways;

/// Servers outside whose tools are used (MCP).
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct McpPack {
    /// Each under a name of small letters, digits and hyphens.
    pub servers: BTreeMap<String, McpServer>,
}

/// A program that is started here (`command`), or a server elsewhere (`url`).
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct McpServer {
    /// The program, e.g. `npx`. It is spoken to over its standard input and output.
    command: Option<String>,
    /// What it is started with.
    args: Vec<String>,
    /// Variables that it gets as they are written here, beside `PATH`, `HOME` and `LANG`. Never a secret.
    env: BTreeMap<String, String>,
    /// Names of variables of our own environment that it gets too, e.g. `["GITHUB_TOKEN"]`.
    env_from: Vec<String>,
    /// Where it listens (streamable HTTP), e.g. `https://mcp.example.com/mcp`.
    url: Option<String>,
    /// The variable of our own environment that holds its bearer token.
    bearer_from: Option<String>,
    /// Whether somebody signs in to it: `countersign mcp login NAME`.
    oauth: bool,
    /// The client that somebody registered with its sign-in, where clients cannot register themselves. Needs `oauth`.
    client_id: Option<String>,
    /// The variable of our own environment that holds the secret of that client, if it has one.
    client_secret_from: Option<String>,
    /// Its tools that only look, by its own names, e.g. `["search*", "get_*"]`. They run without a question unless they would
    /// be told something that was read elsewhere. Everything else is asked about every time.
    read_only: Vec<String>,
    /// Which of its tools are used, by its own names. All unless set.
    tools: Vec<String>,
    /// Which are not.
    except: Vec<String>,
    /// Seconds that one call may take: 120 unless set, at most 300.
    timeout: Option<u64>,
}

const TIMEOUT: u64 = 120;
const LONGEST_TIMEOUT: u64 = 300;
const LONGEST_NAME: usize = 32;
/// What the names of variables with secrets have in them.
const SECRET: [&str; 5] = ["TOKEN", "KEY", "SECRET", "PASSWORD", "CREDENTIAL"];

impl Pack for McpPack {
    fn name(&self) -> &'static str {
        "mcp"
    }

    fn check(&self) -> Result<(), SettingError> {
        self.without_secrets().map(drop)
    }

    /// Its tools come when they come.
    fn open(&self, services: &PackServices, runtime: &PackRuntime) -> Result<Opened, SettingError> {
        let Some(pins) = services.pins.clone() else { return Ok(Opened::default()) };
        let settings = self.settings(services.hide)?;
        let deps = McpDeps { shed: Arc::clone(&runtime.shed), pins, ways: ways(services) };
        Ok(Opened {
            background: vec![Box::new(move |stop| {
                let servers = Servers::start(settings, &deps);
                Box::pin(async move {
                    stop.pulled().await;
                    servers.stop().await;
                })
            })],
            ..Opened::default()
        })
    }

    /// All at once: a program may have to be fetched before it can be started.
    fn examine<'a>(&'a self, services: &'a PackServices) -> Soon<'a, Vec<Finding>> {
        Box::pin(async move {
            let Some(pins) = services.pins.as_deref() else { return Vec::new() };
            let settings = match self.settings(services.hide) {
                Ok(settings) => settings,
                Err(error) => {
                    return vec![Finding::broken("[mcp.servers]", error.to_string(), "Then run this again.")];
                }
            };
            let ways = ways(services);
            join_all(settings.iter().map(|server| examined(server, &ways, pins))).await
        })
    }
}

impl McpPack {
    /// As the configuration and our environment have them. Secrets are kept out of the log.
    pub fn settings(&self, hide: fn(&str)) -> Result<Vec<ServerSettings>, SettingError> {
        self.with(|variable| {
            let value = std::env::var(variable).ok().filter(|value| !value.is_empty());
            let value = value.ok_or_else(|| {
                let problem = format!("names the variable {variable}, which is not set.");
                let hint = "Set it where countersign is started, or take it out of the configuration.";
                SettingError::new("", problem).hint(hint)
            })?;
            hide(&value);
            Ok(Secret::new(value))
        })
    }

    /// As much as says what their tools are here. Asks the environment for nothing.
    pub fn without_secrets(&self) -> Result<Vec<ServerSettings>, SettingError> {
        self.with(|_| Ok(Secret::new("")))
    }

    fn with(
        &self,
        secret: impl Fn(&str) -> Result<Secret, SettingError>,
    ) -> Result<Vec<ServerSettings>, SettingError> {
        let one = |(name, server): (&String, &McpServer)| {
            server.settings(name, &secret).map_err(|error| error.within(&format!("[mcp.servers.{name}]")))
        };
        self.servers.iter().map(one).collect()
    }
}

impl McpServer {
    fn settings(
        &self,
        name: &str,
        secret: impl Fn(&str) -> Result<Secret, SettingError>,
    ) -> Result<ServerSettings, SettingError> {
        let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(plain) {
            let problem = format!("its name has up to {LONGEST_NAME} small letters, digits and hyphens,");
            return Err(SettingError::new("", problem).hint("e.g. [mcp.servers.notes]."));
        }
        let patterns = |key: &str, written: &[String]| {
            Patterns::parse(written)
                .map_err(|why| SettingError::new(key, format!("{why}.")).hint("It looks like [\"search*\"]."))
        };
        let timeout = self.timeout.unwrap_or(TIMEOUT);
        if !(1..=LONGEST_TIMEOUT).contains(&timeout) {
            let problem = format!("timeout = {timeout}: it is between 1 and {LONGEST_TIMEOUT} seconds.");
            return Err(SettingError::new("", problem));
        }
        Ok(ServerSettings {
            read_only: patterns("read_only", &self.read_only)?,
            tools: patterns("tools", &self.tools)?,
            except: patterns("except", &self.except)?,
            timeout: Duration::from_secs(timeout),
            reach: self.reach(name, secret)?,
            name: name.to_owned(),
        })
    }

    fn reach(
        &self,
        name: &str,
        secret: impl Fn(&str) -> Result<Secret, SettingError>,
    ) -> Result<Reach, SettingError> {
        let wrong = |problem: &str, hint: &str| Err(SettingError::new("", problem).hint(hint));
        match (&self.command, &self.url) {
            (Some(_), Some(_)) => wrong("has both a command and a url.", "Keep one of them."),
            (None, None) => wrong("has neither a command nor a url.", "Set one of them."),
            (Some(_), None) if self.oauth || self.bearer_from.is_some() => {
                wrong("is a program: oauth and bearer_from are for a url.", "Use env_from.")
            }
            _ if !self.oauth && (self.client_id.is_some() || self.client_secret_from.is_some()) => wrong(
                "has client_id or client_secret_from without a sign-in.",
                "Set oauth = true, or take them out.",
            ),
            _ if self.client_id.is_none() && self.client_secret_from.is_some() => {
                wrong("has client_secret_from without client_id.", "Set client_id too.")
            }
            (Some(command), None) => self.program(command, secret).map(Reach::Program),
            (None, Some(_)) if !(self.args.is_empty() && self.env.is_empty() && self.env_from.is_empty()) => {
                wrong("has a url: args, env and env_from are for a command.", "Take them out.")
            }
            (None, Some(url)) => {
                let url = Address::parse(&format!("mcp.servers.{name}.url"), url)?;
                Ok(Reach::Address { url, access: self.access(secret)? })
            }
        }
    }

    fn program(
        &self,
        command: &str,
        secret: impl Fn(&str) -> Result<Secret, SettingError>,
    ) -> Result<Program, SettingError> {
        let is_secret = |name: &&String| SECRET.iter().any(|sign| name.to_uppercase().contains(sign));
        if let Some(variable) = self.env.keys().find(is_secret) {
            let problem = format!("env has {variable}, which looks like a secret.");
            let hint = format!(
                "Take it out, set it where countersign is started, and write env_from = [\"{variable}\"]."
            );
            return Err(SettingError::new("", problem).hint(hint));
        }
        let plain = self.env.iter().map(|(name, value)| Ok((name.clone(), Secret::new(value.clone()))));
        let named = self.env_from.iter().map(|variable| Ok((variable.clone(), secret(variable)?)));
        let variables = plain.chain(named).collect::<Result<_, SettingError>>()?;
        Ok(Program { command: command.to_owned(), arguments: self.args.clone(), variables })
    }

    fn access(&self, secret: impl Fn(&str) -> Result<Secret, SettingError>) -> Result<Access, SettingError> {
        match (self.oauth, &self.bearer_from) {
            (true, Some(_)) => {
                Err(SettingError::new("", "has both oauth and bearer_from.").hint("Keep one of them."))
            }
            (true, None) => {
                let secret = self.client_secret_from.as_deref().map(secret).transpose()?;
                Ok(Access::SignIn(self.client_id.clone().map(|id| ClientIdentity { id, secret })))
            }
            (false, Some(variable)) => secret(variable).map(Access::Bearer),
            (false, None) => Ok(Access::Open),
        }
    }
}

fn ways(services: &PackServices) -> Ways {
    Ways { vault: Arc::clone(&services.vault), http: services.http.for_a_library() }
}

async fn examined(server: &ServerSettings, ways: &Ways, pins: &dyn Pins) -> Finding {
    match pins.of(&server.name).await {
        Ok(known) => examine(server, ways, &known).await,
        Err(error) => Finding::broken(&server.name, error.to_string(), "Mend the data directory first."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct File {
        mcp: McpPack,
    }

    fn read(text: &str) -> Result<Vec<ServerSettings>, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        file.mcp.with(|variable| Ok(Secret::new(variable))).map_err(|error| error.to_string())
    }

    #[test]
    fn a_server_is_a_program_or_an_address() {
        let servers = read(
            "[mcp.servers.notes]\ncommand = \"npx\"\nargs = [\"-y\", \"notes\"]\nenv_from = [\"NOTES_TOKEN\"]\n\
             read_only = [\"search*\"]\n[mcp.servers.web-1]\nurl = \"https://x.example/mcp\"\nbearer_from = \"T\"\ntimeout = 5\n",
        )
        .unwrap();
        assert_eq!(servers.len(), 2);
        assert!(matches!(&servers[0].reach, Reach::Program(program) if program.command == "npx"));
        assert_eq!(servers[0].timeout, Duration::from_mins(2));
        let Reach::Address { access: Access::Bearer(token), .. } = &servers[1].reach else {
            panic!("{servers:?}")
        };
        assert_eq!((token.reveal(), servers[1].timeout), ("T", Duration::from_secs(5)));
        let registered = read(
            "[mcp.servers.a]\nurl = \"https://x\"\noauth = true\nclient_id = \"c\"\nclient_secret_from = \"S\"\n",
        )
        .unwrap();
        let Reach::Address { access: Access::SignIn(Some(client)), .. } = &registered[0].reach else {
            panic!("{registered:?}")
        };
        assert_eq!((client.id.as_str(), client.secret.as_ref().map(Secret::reveal)), ("c", Some("S")));
    }

    #[test]
    fn what_is_wrong_is_named_with_the_next_step() {
        for (text, words) in [
            ("[mcp.servers.Notes]\ncommand = \"x\"", "small letters"),
            ("[mcp.servers.a__b]\ncommand = \"x\"", "small letters"),
            ("[mcp.servers.a]\n", "neither a command nor a url"),
            ("[mcp.servers.a]\ncommand = \"x\"\nurl = \"https://x\"", "both a command and a url"),
            (
                "[mcp.servers.a]\ncommand = \"x\"\nenv = { GITHUB_TOKEN = \"ghp\" }",
                "env_from = [\"GITHUB_TOKEN\"]",
            ),
            ("[mcp.servers.a]\nurl = \"http://example.com/mcp\"", "127.0.0.1"),
            ("[mcp.servers.a]\ncommand = \"x\"\ntimeout = 301", "between 1 and 300"),
            ("[mcp.servers.a]\ncommand = \"x\"\nread_only = [\"[\"]", "read_only"),
            ("[mcp.servers.a]\ncommand = \"x\"\nreadonly = []", "readonly"),
            ("[mcp.servers.a]\nurl = \"https://x\"\noauth = true\nbearer_from = \"T\"", "Keep one"),
            ("[mcp.servers.a]\nurl = \"https://x\"\nclient_id = \"c\"", "Set oauth = true"),
            (
                "[mcp.servers.a]\nurl = \"https://x\"\noauth = true\nclient_secret_from = \"S\"",
                "Set client_id too",
            ),
            ("[mcp.servers.a]\nurl = \"https://x\"\noauth = true\nclient_secret = \"s\"", "client_secret"),
        ] {
            let refused = read(text).unwrap_err();
            assert!(refused.contains(words), "{text}: {refused}");
        }
    }
}
