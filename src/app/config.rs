//! The configuration: what somebody wrote, and what it means. Secrets are never in it.

mod masking;
mod model_part;
mod names;
mod policy_part;
mod roles_part;
mod search_part;
mod slack_part;
mod tools_part;
mod transcription_part;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::{Approvals, Autonomy, Budgets, DisclosureRules, HouseRules, Limits, Policy, Roles, ToolRules};
use google::GooglePack;
use kernel::DryRun;
use mcp::McpPack;
use schemars::JsonSchema;
use serde::Deserialize;
use wire::{Address, Pack, SettingError};

use model_part::WrittenModel;
pub(crate) use model_part::{CallMode, ModelConfig, SMALLEST_WINDOW};
pub(crate) use names::idle;
use policy_part::{WrittenApprovers, WrittenStandingRule, house_rules};
use roles_part::WrittenRole;
pub(crate) use roles_part::check_place;
use search_part::{SearchConfig, WrittenSearch};
pub use slack_part::SlackConfig;
use tools_part::WrittenTools;
use transcription_part::{TranscriptionConfig, WrittenTranscription};

/// What the configuration means.
#[derive(Clone, Debug)]
pub struct Config {
    /// As it is written.
    pub file: ConfigFile,
    pub listen: SocketAddr,
    /// Our listener as a browser reaches it; Google sends people back there.
    pub public_url: Address,
    pub model: ModelConfig,
    pub key: Key,
    pub limits: Limits,
    pub policy: Policy,
    pub house: HouseRules,
    pub dry_run: DryRun,
    pub tools: ToolRules,
    pub disclosure: DisclosureRules,
    pub roles: Roles,
    /// Nothing if recordings are not read.
    pub transcription: Option<TranscriptionConfig>,
    /// Nothing if tools are found by their words alone.
    pub search: Option<SearchConfig>,
}

/// Where the vault's key comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// In the data directory, made at the first start.
    Made,
    File(PathBuf),
    Keyring,
}

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("the configuration {path} cannot be read: {why}")]
    Unreadable { path: String, why: String },
    #[error("the configuration {path} is wrong:\n{why}")]
    Wrong { path: String, why: String },
}

/// The configuration file of Countersign. Everything has a default; secrets come from the environment.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ConfigFile {
    /// Address and port our own listener binds to, e.g. `127.0.0.1:8790`.
    listen: Option<String>,
    /// The same listener as a browser reaches it, e.g. `https://countersign.example.com`. Needed as soon as people
    /// do not sit at this machine; `<public_url>/google/callback` must be registered with Google.
    public_url: Option<String>,
    /// Where state is kept.
    pub(crate) data_dir: Option<PathBuf>,
    /// What is asked about: `standard` (default: what other people can see or cannot be taken back, always; everything
    /// else unless it follows from the requester's own words) or `provenance` (only what does not follow from the
    /// requester's own words).
    approvals: Approvals,
    /// How much is done without a person: `supervised` (every change is asked about), `standard` (default) or
    /// `autonomous` (nobody is there: what would be asked about is not done).
    autonomy: Autonomy,
    /// Whether what would be sent or changed is only told, and none of it is done. For trying it out.
    dry_run: bool,
    /// What runs in `autonomous` mode although nobody is there to approve it.
    standing_rules: Vec<WrittenStandingRule>,
    /// Who else may approve calls, or has to. The first that is about a tool counts.
    approvers: Vec<WrittenApprovers>,
    pub slack: SlackConfig,
    pub google: GooglePack,
    model: WrittenModel,
    vault: WrittenVault,
    limits: WrittenLimits,
    tools: WrittenTools,
    /// How the agent works where, e.g. `[roles.researcher]`.
    roles: BTreeMap<String, WrittenRole>,
    pub(crate) skills: SkillsConfig,
    transcription: WrittenTranscription,
    pub mcp: McpPack,
    search: WrittenSearch,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct WrittenVault {
    /// `file` (default: a key file in the data directory, made at the first start) or `keyring`.
    key: Option<WrittenKey>,
    /// A key file that somebody else provides.
    key_file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum WrittenKey {
    File,
    Keyring,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SkillsConfig {
    /// Folders whose folders each hold a `SKILL.md`; `skills` in the data directory unless set.
    pub(crate) folders: Vec<PathBuf>,
}

/// What one turn may use up.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct WrittenLimits {
    /// How often the model may speak.
    steps: Option<u32>,
    /// US dollars of model use.
    dollars: Option<f64>,
    /// Minutes of work; waiting does not count.
    minutes: Option<u64>,
    /// Seconds a card can be decided.
    approval_seconds: Option<u64>,
    /// How many threads are worked on at the same time.
    threads: Option<usize>,
    /// Characters of answers that the calls of one reply share. 80,000 unless set, and never more than the model has room for.
    results: Option<usize>,
    /// US dollars of model use in one thread. No limit unless set.
    thread_cost: Option<f64>,
    /// US dollars of model use in a day, by everybody together. A day begins at midnight UTC. No limit unless set.
    day_cost: Option<f64>,
    /// US dollars of model use in a day, by one person. No limit unless set.
    person_day_cost: Option<f64>,
}

const LISTEN: &str = "127.0.0.1:8790";
/// The provider that speaks a protocol of its own.
pub(crate) const ANTHROPIC: &str = "anthropic";

impl Config {
    /// Reads the file, if there is one.
    pub fn load(path: Option<&Path>) -> Result<Self, ConfigError> {
        let Some(path) = path else { return Self::parse("the defaults", "") };
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| ConfigError::Unreadable { path: name.clone(), why: error.to_string() })?;
        Self::parse(&name, &text)
    }

    /// `name` is what to call it when it is wrong.
    pub fn parse(name: &str, text: &str) -> Result<Self, ConfigError> {
        let wrong = |why: &dyn Display| ConfigError::Wrong {
            path: name.to_owned(),
            why: masking::masked(&why.to_string()),
        };
        let written: ConfigFile = toml::from_str(text).map_err(|error| wrong(&error))?;
        Self::meant(written).map_err(|error| wrong(&error))
    }

    fn meant(written: ConfigFile) -> Result<Self, SettingError> {
        let file = written.clone();
        for pack in file.packs() {
            pack.check()?;
        }
        file.slack.check()?;
        let listen = written.listen.clone().unwrap_or_else(|| LISTEN.to_owned());
        let listen: SocketAddr = listen.parse().map_err(|error| {
            SettingError::new("", format!("listen = \"{listen}\": {error}."))
                .hint(format!("It looks like \"{LISTEN}\"."))
        })?;
        let public_url = written.public_url.clone().unwrap_or_else(|| format!("http://{listen}"));
        let public_url = Address::parse("public_url", &public_url)?;
        let limits = written.limits.limits(&written.model)?;
        let (tools, disclosure) = written.tools.meant()?;
        let config = Self {
            file,
            listen,
            public_url,
            model: written.model.meant()?,
            key: written.vault.source()?,
            limits,
            policy: Policy { approvals: written.approvals, autonomy: written.autonomy, ..Policy::default() },
            house: house_rules(written.standing_rules, written.approvers)?,
            dry_run: if written.dry_run { DryRun::On } else { DryRun::Off },
            tools,
            disclosure,
            roles: roles_part::roles(written.roles)?,
            transcription: written.transcription.meant()?,
            search: written.search.meant()?,
        };
        names::check(&config)?;
        Ok(config)
    }
}

impl ConfigFile {
    /// The integrations that bring tools. To add one, write its crate and put it here.
    pub(crate) fn packs(&self) -> Vec<&dyn Pack> {
        vec![&self.mcp, &self.google]
    }
}

impl Config {
    /// What is said about tools, by roles too.
    pub(crate) fn rules(&self) -> ToolRules {
        let roles = self.roles.all.iter().map(|(name, role)| (name.clone(), role.tools.clone())).collect();
        ToolRules { roles, ..self.tools.clone() }
    }
}

impl WrittenVault {
    fn source(self) -> Result<Key, SettingError> {
        match (self.key, self.key_file) {
            (Some(WrittenKey::Keyring), Some(_)) => {
                Err(SettingError::new("[vault]", "has both key = \"keyring\" and key_file.")
                    .hint("Keep one of them."))
            }
            (Some(WrittenKey::Keyring), None) => Ok(Key::Keyring),
            (_, Some(file)) => Ok(Key::File(file)),
            (_, None) => Ok(Key::Made),
        }
    }
}

impl WrittenLimits {
    fn limits(&self, model: &WrittenModel) -> Result<Limits, SettingError> {
        let default = Limits::default();
        Ok(Limits {
            steps: self.steps.unwrap_or(default.steps),
            cost: self.dollars.map_or(Ok(default.cost), millionths)?,
            time: self.minutes.map_or(default.time, Duration::from_mins),
            approval: self.approval_seconds.map_or(default.approval, Duration::from_secs),
            threads: self.threads.unwrap_or(default.threads).max(1),
            results: self.results.unwrap_or(default.results),
            budgets: Budgets {
                thread: self.thread_cost.map(millionths).transpose()?,
                day: self.day_cost.map(millionths).transpose()?,
                person_day: self.person_day_cost.map(millionths).transpose()?,
            },
            reply_tokens: model.reply_tokens.unwrap_or(default.reply_tokens),
            ..default
        })
    }
}

fn millionths(dollars: f64) -> Result<u64, SettingError> {
    let millionths = (dollars * 1_000_000.0).round();
    if !(0.0..1e15).contains(&millionths) {
        let problem = format!("has {dollars} US dollars: it must be a sum like 0.5");
        return Err(SettingError::new("[limits]", problem));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was checked")]
    Ok(millionths as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_is_refused_and_its_line_shown() {
        let refused = Config::parse("countersign.toml", "listen = \"127.0.0.1:1\"\n\n[limits]\nstpes = 3\n");
        let words = refused.unwrap_err().to_string();
        assert!(
            words.contains("countersign.toml") && words.contains("stpes = 3") && words.contains("line 4"),
            "{words}"
        );
    }

    #[test]
    fn what_is_written_is_what_it_means() {
        let config = Config::parse("x", "[limits]\nsteps = 3\ndollars = 0.25\napproval_seconds = 5").unwrap();
        assert_eq!((config.limits.steps, config.limits.cost), (3, 250_000));
        assert_eq!((config.limits.budgets.day, config.dry_run), (None, DryRun::Off));
        let budgets =
            Config::parse("x", "dry_run = true\n[limits]\nday_cost = 5\nthread_cost = 0.5").unwrap();
        assert_eq!(budgets.dry_run, DryRun::On);
        assert_eq!(
            (budgets.limits.budgets.day, budgets.limits.budgets.thread),
            (Some(5_000_000), Some(500_000))
        );
        assert_eq!(config.limits.approval, Duration::from_secs(5));
        assert_eq!(config.public_url.url().as_str(), "http://127.0.0.1:8790/");
        assert_eq!(config.file.google.send_hold(), Duration::from_secs(10));
        let at_once = Config::parse("x", "[google]\nsend_undo_seconds = 0").unwrap();
        assert_eq!(at_once.file.google.send_hold(), Duration::ZERO);
        assert!(Config::parse("x", "[limits]\ndollars = -1.0").is_err());
        assert!(Config::parse("x", "public_url = \"http://example.com\"").is_err());
    }
}
