//! The part of the configuration that is about servers outside (MCP).

use std::collections::BTreeMap;
use std::time::Duration;

use mcp::Patterns;
use schemars::JsonSchema;
use serde::Deserialize;
use wire::Address;

/// Servers outside whose tools are used (MCP).
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenMcp {
    /// Each under a name of small letters, digits and hyphens.
    servers: BTreeMap<String, WrittenServer>,
}

/// A program that is started here (`command`), or a server elsewhere (`url`).
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct WrittenServer {
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

/// A server outside, as somebody wants it.
#[derive(Clone, Debug)]
pub struct McpServer {
    pub name: String,
    pub door: McpDoor,
    pub read_only: Patterns,
    pub tools: Patterns,
    pub except: Patterns,
    pub timeout: Duration,
}

/// How it is reached. Secrets are named, not given.
#[derive(Clone, Debug)]
pub enum McpDoor {
    Program { command: String, args: Vec<String>, env: BTreeMap<String, String>, env_from: Vec<String> },
    Open(Address),
    Bearer { url: Address, variable: String },
    SignIn { url: Address, client: Option<McpClient> },
}

/// A client that somebody registered with the sign-in of a server. Its secret is named, not given.
#[derive(Clone, Debug)]
pub struct McpClient {
    pub id: String,
    pub secret_variable: Option<String>,
}

const TIMEOUT: u64 = 120;
const LONGEST_TIMEOUT: u64 = 300;
const LONGEST_NAME: usize = 32;
/// What the names of variables with secrets have in them.
const SECRET: [&str; 5] = ["TOKEN", "KEY", "SECRET", "PASSWORD", "CREDENTIAL"];

impl WrittenMcp {
    pub(super) fn meant(self) -> Result<Vec<McpServer>, String> {
        self.servers.into_iter().map(|(name, written)| written.meant(name)).collect()
    }
}

impl WrittenServer {
    fn meant(self, name: String) -> Result<McpServer, String> {
        let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(plain) {
            return Err(format!(
                "[mcp.servers.{name}]: its name has up to {LONGEST_NAME} small letters, digits and hyphens, e.g. [mcp.servers.notes]."
            ));
        }
        let here = |what: &str| format!("[mcp.servers.{name}] {what}");
        let patterns = |key: &str, written: &[String]| {
            Patterns::parse(written)
                .map_err(|why| here(&format!("{key}: {why}. It looks like [\"search*\"].")))
        };
        let seconds = self.timeout.unwrap_or(TIMEOUT);
        if !(1..=LONGEST_TIMEOUT).contains(&seconds) {
            return Err(here(&format!(
                "timeout = {seconds}: it is between 1 and {LONGEST_TIMEOUT} seconds."
            )));
        }
        Ok(McpServer {
            read_only: patterns("read_only", &self.read_only)?,
            tools: patterns("tools", &self.tools)?,
            except: patterns("except", &self.except)?,
            timeout: Duration::from_secs(seconds),
            door: self.door(&name).map_err(|why| here(&why))?,
            name,
        })
    }

    fn door(self, name: &str) -> Result<McpDoor, String> {
        match (self.command, self.url) {
            (Some(_), Some(_)) => Err("has both a command and a url. Keep one of them.".to_owned()),
            (None, None) => Err("has neither a command nor a url. Set one of them.".to_owned()),
            (Some(_), None) if self.oauth || self.bearer_from.is_some() => {
                Err("is a program: oauth and bearer_from are for a url. Use env_from.".to_owned())
            }
            _ if !self.oauth && (self.client_id.is_some() || self.client_secret_from.is_some()) => Err(
                "has client_id or client_secret_from without a sign-in. Set oauth = true, or take them out."
                    .to_owned(),
            ),
            _ if self.client_id.is_none() && self.client_secret_from.is_some() => {
                Err("has client_secret_from without client_id. Set client_id too.".to_owned())
            }
            (Some(command), None) => {
                let secret = |name: &&String| SECRET.iter().any(|sign| name.to_uppercase().contains(sign));
                if let Some(variable) = self.env.keys().find(secret) {
                    return Err(format!(
                        "env has {variable}, which looks like a secret. Take it out, set it where countersign is started, \
                         and write env_from = [\"{variable}\"]."
                    ));
                }
                let (args, env, env_from) = (self.args, self.env, self.env_from);
                Ok(McpDoor::Program { command, args, env, env_from })
            }
            (None, Some(_)) if !(self.args.is_empty() && self.env.is_empty() && self.env_from.is_empty()) => {
                Err("has a url: args, env and env_from are for a command. Take them out.".to_owned())
            }
            (None, Some(url)) => {
                let url = Address::parse(&format!("mcp.servers.{name}.url"), &url);
                let url = url.map_err(|error| error.to_string())?;
                match (self.oauth, self.bearer_from) {
                    (true, Some(_)) => Err("has both oauth and bearer_from. Keep one of them.".to_owned()),
                    (true, None) => {
                        let secret_variable = self.client_secret_from;
                        let client = self.client_id.map(|id| McpClient { id, secret_variable });
                        Ok(McpDoor::SignIn { url, client })
                    }
                    (false, Some(variable)) => Ok(McpDoor::Bearer { url, variable }),
                    (false, None) => Ok(McpDoor::Open(url)),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    fn read(text: &str) -> Result<Vec<McpServer>, String> {
        Config::parse("x", text).map(|config| config.mcp).map_err(|error| error.to_string())
    }

    #[test]
    fn a_server_is_a_program_or_an_address() {
        let servers = read(
            "[mcp.servers.notes]\ncommand = \"npx\"\nargs = [\"-y\", \"notes\"]\nenv_from = [\"NOTES_TOKEN\"]\n\
             read_only = [\"search*\"]\n[mcp.servers.web-1]\nurl = \"https://x.example/mcp\"\nbearer_from = \"T\"\ntimeout = 5\n",
        )
        .unwrap();
        assert_eq!(servers.len(), 2);
        assert!(matches!(&servers[0].door, McpDoor::Program { command, .. } if command == "npx"));
        assert_eq!(servers[0].timeout, Duration::from_mins(2));
        assert!(matches!(&servers[1].door, McpDoor::Bearer { variable, .. } if variable == "T"));
        assert_eq!(servers[1].timeout, Duration::from_secs(5));
        let registered = read(
            "[mcp.servers.a]\nurl = \"https://x\"\noauth = true\nclient_id = \"c\"\nclient_secret_from = \"S\"\n",
        )
        .unwrap();
        let McpDoor::SignIn { client: Some(client), .. } = &registered[0].door else {
            panic!("{registered:?}")
        };
        assert_eq!((client.id.as_str(), client.secret_variable.as_deref()), ("c", Some("S")));
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
