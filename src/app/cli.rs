//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// A Slack agent for Google Workspace: nothing reaches somebody else without a countersignature.
///
/// Without a command it starts a complete local world (a sandbox Slack and Google with a web page) and works in it.
#[derive(Debug, Parser)]
#[command(name = "countersign", version)]
pub struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) world: WorldArguments,
}

/// What every command understands.
#[derive(Clone, Debug, Args)]
pub(crate) struct Common {
    /// The configuration file (TOML). Without it everything has a sensible default.
    #[arg(long, global = true, env = "COUNTERSIGN_CONFIG", value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Where state is kept; by default below the user's data directory.
    #[arg(long, global = true, env = "COUNTERSIGN_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

/// How to start the local world.
#[derive(Clone, Debug, Args)]
pub(crate) struct WorldArguments {
    /// The page's port; the next free one is taken if it is busy.
    #[arg(long, default_value_t = 8800)]
    pub(crate) port: u16,
    /// Forget everything from earlier runs and start anew.
    #[arg(long)]
    pub(crate) fresh: bool,
    /// People, channels and mail to start with, in place of the built-in company.
    #[arg(long, value_name = "FILE")]
    pub(crate) world: Option<PathBuf>,
    /// The time at which the local world starts, e.g. `2026-12-31T23:30:00+01:00`, in place of the machine's.
    #[arg(long, value_name = "TIME")]
    pub(crate) now: Option<jiff::Timestamp>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start the sandbox and the product in it (the same as no command).
    Try(WorldArguments),
    /// Work in a real Slack workspace (or whatever the environment points at).
    Serve,
    /// The tools: list them, print the schema of one, or count what they take.
    Tools {
        #[command(subcommand)]
        what: Option<ToolsCommand>,
        /// How many tokens the tools take in each way of showing them, and which way is chosen.
        #[arg(long)]
        cost: bool,
    },
    /// List the skills: how things are done here, written down in folders with a SKILL.md.
    Skills,
    /// What is allowed, and why.
    Policy {
        #[command(subcommand)]
        what: PolicyCommand,
    },
    /// Which language models answer here, how much they take in, and what they cost.
    Models {
        /// Print one line of JSON.
        #[arg(long)]
        json: bool,
    },
    /// Connect a Google account at this machine, and see or take back what is connected.
    Auth {
        #[command(subcommand)]
        what: AuthCommand,
    },
    /// Say what is missing for this installation to work, and what mends it. Ends with 1 if something is broken.
    Doctor {
        /// Also try whether direct messages come through, with the Slack member of this address.
        #[arg(long = "with", value_name = "ADDRESS")]
        member: Option<String>,
        /// Print one line of JSON.
        #[arg(long)]
        json: bool,
    },
    /// Servers outside whose tools are used (MCP).
    Mcp {
        #[command(subcommand)]
        what: McpCommand,
    },
    /// The audit.
    Audit {
        #[command(subcommand)]
        what: AuditCommand,
    },
    /// Rehearse without a model.
    Rehearse {
        #[command(subcommand)]
        what: RehearseCommand,
    },
    /// Start the sandbox alone, for other people's clients.
    Sandbox {
        #[command(flatten)]
        world: WorldArguments,
        /// Print one line of JSON with every address and credential.
        #[arg(long)]
        json: bool,
        /// Keep nothing: every start is fresh, and nothing is written to disk.
        #[arg(long)]
        in_memory: bool,
        /// Print the JSON schema of world files and exit.
        #[arg(long)]
        world_schema: bool,
        /// An address Google may send people back to after signing in; may be repeated.
        #[arg(long, value_name = "URL")]
        redirect_uri: Vec<String>,
    },
    /// Write the generated manifests (Slack app, tools, config schema), or print the Slack app's.
    Manifest {
        #[command(subcommand)]
        what: Option<ManifestCommand>,
        /// The folder to write to.
        #[arg(long, default_value = "manifests")]
        into: PathBuf,
    },
    /// Take the text out of one document, confined: what we start ourselves as for every document, never a person.
    #[command(hide = true)]
    ExtractText,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RehearseCommand {
    /// Let a model that obeys everybody loose in a local world, and say what came of it. Ends with 1 if an attack got
    /// anywhere or somebody was asked needlessly.
    Attacks {
        /// A folder of your own attacks and tasks.
        #[arg(long, value_name = "DIR")]
        suite: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum PolicyCommand {
    /// Say which gate lets a tool through or refuses it, and when somebody is asked.
    Explain(ExplainArguments),
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// E.g. `gmail.send`.
    pub(crate) tool: String,
    /// Who asks, by their address.
    #[arg(long = "as", value_name = "USER")]
    pub(crate) person: Option<String>,
    /// Where they ask.
    #[arg(long = "in", value_name = "CHANNEL")]
    pub(crate) place: Option<String>,
    /// In which role the agent works.
    #[arg(long, value_name = "ROLE")]
    pub(crate) role: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ToolsCommand {
    /// List the tools.
    List,
    /// Print the JSON schema of a tool's arguments.
    Schema { name: String },
    /// Find the tools that fit what somebody wants, in any words.
    Search {
        #[arg(required = true)]
        words: Vec<String>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum McpCommand {
    /// Show the servers that are configured, their tools, and which of those are switched off.
    List,
    /// Show line by line what a server says otherwise of its tools than what was agreed to.
    Diff { server: String },
    /// Agree to what a server says of its tools now: to one of them, or to all. What runs notices by itself.
    Approve {
        server: String,
        /// As the server calls it.
        tool: Option<String>,
    },
    /// Sign in to a server elsewhere, in a browser on this machine.
    Login {
        server: String,
        /// Scopes that the server names when it refuses something, beside those that were granted before.
        #[arg(long)]
        scope: Option<String>,
    },
    /// Offer our own tools to an MCP client, over standard input and output.
    Serve {
        /// The person whose account is used, by its address.
        #[arg(long = "as", value_name = "EMAIL")]
        person: String,
        /// Over HTTP at this address of this machine instead, e.g. `127.0.0.1:8791`.
        #[arg(long, value_name = "ADDRESS")]
        http: Option<std::net::SocketAddr>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ManifestCommand {
    /// Print the Slack app's manifest as this configuration needs it, and a link that makes the app.
    Slack {
        /// Only the manifest.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum AuthCommand {
    /// Sign in to Google here, for the Slack member with the same address.
    Google {
        /// By a code that is typed on another device, for a machine without a browser.
        #[arg(long)]
        device: bool,
        /// The Slack member it is for, by the address of their profile, if it is another one.
        #[arg(long = "for", value_name = "ADDRESS")]
        member: Option<String>,
    },
    /// Show which Google accounts are connected.
    Status,
    /// Take back the access to a Google account.
    Revoke { account: String },
}

#[derive(Debug, Subcommand)]
pub(crate) enum AuditCommand {
    /// Check that no record was changed, removed, reordered or cut off.
    Verify,
    /// Show the newest records, the newest last. Ends with 7 if the audit has been tampered with.
    Show {
        #[command(flatten)]
        which: AuditSelection,
        /// How many.
        #[arg(long, value_name = "NUMBER", default_value_t = 50)]
        last: usize,
        /// Print them as `export` does.
        #[arg(long)]
        json: bool,
    },
    /// Write the records as lines of JSON, with all it takes to check the chain. Ends with 7 if it does not hold.
    Export {
        #[command(flatten)]
        which: AuditSelection,
        /// A new file to write to, in place of the standard output.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

/// Which records; those that fit everything that is given.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct AuditSelection {
    /// What one person asked for and decided: their Slack id (`U1` or `T1:U1`), or the address of their Google account.
    #[arg(long, value_name = "PERSON")]
    pub(crate) person: Option<String>,
    /// One thread (`T1:C1:1700000000.000100`), or everything in a channel (`C1`).
    #[arg(long, value_name = "THREAD")]
    pub(crate) thread: Option<String>,
    /// Calls of one tool, or of several: `gmail.*`.
    #[arg(long, value_name = "TOOL")]
    pub(crate) tool: Option<String>,
    /// Since a day (`2026-11-01`), a moment (`2026-11-01T15:00Z`) or for so long (`30m`, `2h`, `3d`, `1w`).
    #[arg(long, value_name = "WHEN")]
    pub(crate) since: Option<crate::audit::Since>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn what_only_we_start_is_there_and_not_shown() {
        let parsed = Arguments::try_parse_from(["countersign", "extract-text"]).unwrap();
        assert!(matches!(parsed.command, Some(Command::ExtractText)));
        let help = Arguments::command().render_long_help().to_string();
        assert!(help.contains("manifest") && !help.contains("extract-text"));
    }
}
