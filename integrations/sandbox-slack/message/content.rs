//! The part of a message that an update replaces.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a message says; the part that an update replaces.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Content {
    pub(crate) text: String,
    pub(crate) blocks: Vec<Value>,
    pub(crate) attachments: Vec<Value>,
    pub(crate) metadata: Option<Value>,
}
