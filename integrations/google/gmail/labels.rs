//! Labels: what they are called, how much is in them, and which of them a person may put on mail.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Code, Failure};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Gmail, hygiene, routes};
use crate::api::{Ask, Id, Trouble, ask_each};
use crate::json::google_json;

/// Those of Gmail's own labels that can be put on and taken off like one's own.
const FREE: [&str; 9] = [
    "INBOX",
    "STARRED",
    "IMPORTANT",
    "UNREAD",
    "CATEGORY_PERSONAL",
    "CATEGORY_SOCIAL",
    "CATEGORY_PROMOTIONS",
    "CATEGORY_UPDATES",
    "CATEGORY_FORUMS",
];

pub(crate) const TRASH: &str = "TRASH";

/// The mail that is filed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Target {
    Conversation(String),
    Message(String),
}

/// The labels of each message, by its id.
pub(crate) type Labels = BTreeMap<String, BTreeSet<String>>;

google_json! {
    LabelInfo {
        id: String,
        name: String,
        /// `system` or `user`.
        #[serde(rename = "type")] kind: String,
        messages_total: u64,
        messages_unread: u64,
        threads_total: u64,
        threads_unread: u64,
    }

    Listed { labels: Vec<LabelInfo> }
}

/// A label as a plan names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Label {
    pub(crate) id: String,
    pub(crate) name: String,
}

impl Gmail {
    /// Every label, not yet counted.
    pub(crate) async fn labels(&self) -> Result<Vec<LabelInfo>, Trouble> {
        let ask = Ask::to(&routes::LABELS_LIST).only(&["labels(id,name,type)"]);
        Ok(self.api.ask::<Listed>(&ask).await?.labels)
    }

    /// The same labels, counted, in their order. One that has gone meanwhile is left out.
    pub(crate) async fn counted(&self, labels: Vec<LabelInfo>) -> Result<Vec<LabelInfo>, Failure> {
        let count = |label: LabelInfo| async move {
            self.api.ask(&Ask::to(&routes::LABELS_GET).at(&Id::parse("label", &label.id)?)).await
        };
        ask_each(labels, count).await
    }

    /// Makes a label, or takes the one that somebody made meanwhile.
    pub(crate) async fn label_named(&self, name: &str) -> Result<Label, Failure> {
        let ask = Ask::to(&routes::LABELS_CREATE).json(json!({ "name": name })).only(&["id", "name"]);
        let failure = match self.api.ask::<LabelInfo>(&ask).await {
            Ok(made) => return Ok(made.label()),
            Err(Trouble::Lost(failure)) => failure,
            Err(Trouble::Refused(failure)) if failure.code == Code::Conflict => failure,
            Err(trouble) => return Err(trouble.into()),
        };
        find(&self.labels().await?, name).map(LabelInfo::label).ok_or(failure)
    }
}

impl LabelInfo {
    pub(crate) fn label(&self) -> Label {
        Label { id: self.id.clone(), name: self.shown() }
    }

    pub(crate) fn shown(&self) -> String {
        hygiene::visible_line(&self.name)
    }

    pub(crate) fn is_own(&self) -> bool {
        self.kind == "user"
    }
}

/// The label of this name, however it is capitalised.
pub(crate) fn find<'a>(labels: &'a [LabelInfo], name: &str) -> Option<&'a LabelInfo> {
    let name = hygiene::visible_line(name).to_lowercase();
    labels.iter().find(|label| label.shown().to_lowercase() == name || label.id.to_lowercase() == name)
}

/// Refuses what says a fact rather than a choice, and what has a tool of its own.
pub(crate) fn check_free(label: &LabelInfo) -> Result<(), Failure> {
    if label.is_own() || FREE.contains(&label.id.as_str()) {
        return Ok(());
    }
    Err(Failure::invalid(
        "That label is Gmail's own and says what a message is. Use labels of the user's own, INBOX, STARRED or \
         IMPORTANT; use gmail.trash for the trash.",
    ))
}
