//! The world a sandbox starts with: people, channels, mail, calendars and files, as read from `--world FILE.json`.
//!
//! Knows nothing of Slack's or Google's wire formats; `slack` and `google` each take from it what they need.

mod app;
mod check;
pub mod days;
mod events;
mod files;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use app::{
    AppSeed, BotKind, BotSeed, ConnectSeed, RateLimitsSeed, ShortcutKind, ShortcutSeed, TransportSeed,
};
pub use events::{AnswerSeed, CalendarSeed, DepartureSeed, EventSeed, GuestSeed, ShareSeed};
pub use files::{
    CommentSeed, DriveSeed, FileSeed, MemberSeed, RoleSeed, SharedWith, SheetSeed, SuggestionSeed,
};

/// A small company: its workspace, its people, their channels, their mail and their files.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct World {
    /// The name of the Slack workspace, e.g. `Fernwood Studio`.
    pub workspace: String,
    /// The company's own mail domain, e.g. `fernwood.example`.
    pub domain: String,
    /// Everybody with a Slack account and a mailbox. At least one.
    pub people: Vec<PersonSeed>,
    /// Channels beside the direct messages, which exist by themselves.
    #[serde(default)]
    pub channels: Vec<ChannelSeed>,
    /// Mail that has already arrived, oldest first or not: it is ordered by its own time.
    #[serde(default)]
    pub mail: Vec<MailSeed>,
    /// Calendars beside the one that everybody has.
    #[serde(default)]
    pub calendars: Vec<CalendarSeed>,
    /// What is in the calendars.
    #[serde(default)]
    pub events: Vec<EventSeed>,
    /// Shared drives, which belong to nobody.
    #[serde(default)]
    pub drives: Vec<DriveSeed>,
    /// What is in people's drives.
    #[serde(default)]
    pub files: Vec<FileSeed>,
    /// How Slack knows the app.
    #[serde(default)]
    pub app: AppSeed,
    /// The other apps of the workspace.
    #[serde(default)]
    pub bots: Vec<BotSeed>,
    /// The channels that are shared with other companies.
    #[serde(default)]
    pub connects: Vec<ConnectSeed>,
    /// Further workspaces, in which the app can be installed too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub workspaces: Vec<WorkspaceSeed>,
    /// The name of the organisation the workspace belongs to, e.g. `Fernwood Group`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organisation: Option<String>,
}

/// A workspace beside the first. Its people have no mailboxes.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkspaceSeed {
    /// Its name, e.g. `Harbour Works`.
    pub workspace: String,
    /// The mail domain of its people; no other workspace has the same.
    pub domain: String,
    pub people: Vec<PersonSeed>,
    #[serde(default)]
    pub channels: Vec<ChannelSeed>,
}

/// One person with a Slack account and a Google mailbox.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonSeed {
    /// A short handle that the rest of the file uses, e.g. `ana`.
    pub handle: String,
    /// The full name, e.g. `Ana Ruiz`.
    pub name: String,
    /// The Google address; by default `handle@domain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The IANA time zone; by default `Europe/Berlin`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// How the workspace knows them.
    #[serde(default)]
    pub standing: StandingSeed,
    /// Further addresses they send and receive mail as.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<AliasSeed>,
    /// The HTML under mail they write in Gmail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

/// An address somebody has beside their own.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AliasSeed {
    /// e.g. `hello@fernwood.example`.
    pub address: String,
    /// The name that goes with it, e.g. `Fernwood Studio`.
    pub name: String,
    /// Whether their new mail is from this address.
    #[serde(default)]
    pub default: bool,
}

/// What somebody is in the workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StandingSeed {
    #[default]
    Member,
    /// In several channels.
    Guest,
    /// In one channel.
    SingleChannelGuest,
    /// Of another company, the one of their `address`; met in shared channels only.
    External,
    /// Their account is closed.
    Deactivated,
}

/// A channel and who is in it.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChannelSeed {
    /// Without `#`, e.g. `general`.
    pub name: String,
    /// Private channels are seen by their members only.
    #[serde(default)]
    pub private: bool,
    /// A direct message of several people, e.g. `mpdm-ana--ben--countersign-1`. It has `members`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub group: bool,
    /// Handles; empty means everybody.
    #[serde(default)]
    pub members: BTreeSet<String>,
    /// Whether the agent has been invited; by default it has.
    #[serde(default = "yes")]
    pub agent: bool,
}

/// One message in the mailboxes of those it names.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MailSeed {
    /// A name other messages of the file can refer to in `replies_to`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// A handle, or `Name <address>` for somebody outside.
    pub from: String,
    /// Handles, or `Name <address>` for people outside.
    pub to: Vec<String>,
    #[serde(default)]
    pub cc: Vec<String>,
    /// People who get it without being named: a mailing list, a blind copy.
    #[serde(default)]
    pub blind: Vec<String>,
    pub subject: String,
    /// The plain text part. A message may have plain text, HTML or both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The HTML part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// How long before the sandbox's start it arrived, e.g. `2d`, `3h`, `45m`; or an RFC 3339 time.
    #[serde(default = "an_hour")]
    pub when: String,
    /// The `key` of the message this one answers: same thread, right headers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replies_to: Option<String>,
    #[serde(default)]
    pub attachments: Vec<AttachmentSeed>,
    /// Labels beside INBOX (or SENT for the sender), e.g. `STARRED`, `IMPORTANT`, or the name of an own label.
    /// `DRAFT` makes it an unsent draft of its sender; `SPAM` and `TRASH` keep it out of the inbox.
    #[serde(default)]
    pub labels: Vec<String>,
    /// Unread in the recipients' inboxes.
    #[serde(default)]
    pub unread: bool,
    /// Already out of the inbox.
    #[serde(default)]
    pub archived: bool,
    /// Further headers, e.g. `List-Id` or `Reply-To`.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// Whether its sender's domain vouches for it: `pass` unless told otherwise, `fail` for a forged sender, `none` for a
    /// domain that says nothing about its mail. Gmail writes it above the message for whoever gets it.
    #[serde(default)]
    pub dmarc: DmarcSeed,
    /// The charset the headers claim, e.g. `iso-2022-jp`: the body Gmail returns is UTF-8 all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charset: Option<String>,
}

/// What Gmail finds about the sender of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DmarcSeed {
    #[default]
    Pass,
    Fail,
    None,
}

/// A file on a message.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttachmentSeed {
    pub name: String,
    /// e.g. `application/pdf`.
    pub kind: String,
    /// The content as text, or
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// as standard base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
}

impl World {
    /// The address of a person of this world.
    pub fn address(&self, person: &PersonSeed) -> String {
        person.address.clone().unwrap_or_else(|| format!("{}@{}", person.handle, self.domain))
    }

    /// The JSON schema of a world file.
    pub fn schema() -> schemars::Schema {
        schemars::schema_for!(World)
    }
}

fn yes() -> bool {
    true
}

fn an_hour() -> String {
    "1h".to_owned()
}
