//! The records of a mailbox beside its messages: filters, labels and addresses to send from.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A filter as it was created.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Filter {
    pub(crate) id: String,
    pub(crate) criteria: Value,
    pub(crate) action: Value,
}

/// A label a person has made.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct UserLabel {
    pub(crate) name: String,
    pub(crate) message_list: String,
    pub(crate) label_list: String,
    pub(crate) color: Option<Value>,
}

/// One address to send as.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Identity {
    pub(crate) address: String,
    pub(crate) name: String,
    pub(crate) reply_to: String,
    /// HTML. Gmail's own page adds it to new mail; the API never does.
    pub(crate) signature: String,
    /// Whether new mail is from this address.
    pub(crate) default: bool,
}

/// What later messages need to answer an earlier one by its key.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Keyed {
    pub(crate) message_id: String,
    pub(crate) references: Vec<String>,
}
