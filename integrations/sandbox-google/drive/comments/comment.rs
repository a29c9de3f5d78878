//! A comment and what is answered to it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A remark on a file, and what was answered.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Comment {
    pub(crate) id: String,
    pub(crate) remark: Remark,
    /// The text of the file that is meant.
    pub(crate) quoted: Option<Value>,
    pub(crate) anchor: Option<String>,
    pub(crate) replies: Vec<Reply>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Reply {
    pub(crate) id: String,
    pub(crate) remark: Remark,
    /// `resolve` or `reopen`, if it did one of them.
    pub(crate) action: Option<String>,
}

/// Who said what, and when.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Remark {
    pub(crate) by: String,
    pub(crate) at: Timestamp,
    pub(crate) text: String,
}
