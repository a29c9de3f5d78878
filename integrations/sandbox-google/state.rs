//! Everything that a snapshot of Google keeps.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    calendar,
    clock::Clock,
    docs, drive,
    gmail::{self, Mailbox},
    notices,
    oauth::{Grants, Kept, OtherClients},
    quota, resumable, sheets,
};

/// What a snapshot keeps.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct State {
    pub(crate) grants: Grants,
    /// By handle.
    pub(crate) mailboxes: BTreeMap<String, Mailbox>,
    /// What seeded messages with a `key` are answered by.
    pub(crate) keyed: BTreeMap<String, gmail::Keyed>,
    /// The APIs that are switched off for the client's project, by name, e.g. `drive`.
    #[serde(default)]
    pub(crate) disabled: BTreeSet<String>,
    /// Everybody's files.
    #[serde(default)]
    pub(crate) drive: drive::Tree,
    #[serde(default)]
    pub(crate) meter: quota::Meter,
    #[serde(default)]
    pub(crate) clock: Clock,
    #[serde(default)]
    pub(crate) other_clients: OtherClients,
    #[serde(default)]
    pub(crate) service_account: Option<Kept>,
    /// Everybody's calendars.
    #[serde(default)]
    pub(crate) book: calendar::Book,
    /// What is inside spreadsheets, by file.
    #[serde(default)]
    pub(crate) sheets: BTreeMap<String, sheets::Spreadsheet>,
    /// What is inside each document, by the id of its file.
    #[serde(default)]
    pub(crate) documents: BTreeMap<String, docs::Document>,
    /// The mail Google itself has sent, oldest first.
    #[serde(default)]
    pub(crate) notices: Vec<notices::Notice>,
    /// Uploads that come piece by piece.
    #[serde(default)]
    pub(crate) uploads: BTreeMap<String, resumable::Session>,
}
