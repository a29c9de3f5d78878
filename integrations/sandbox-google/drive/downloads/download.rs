//! A download that was prepared.

use serde::{Deserialize, Serialize};

/// A download that is ready.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Download {
    /// The handle of whoever has asked for it.
    pub(crate) person: String,
    pub(crate) file: String,
    /// What a document is exported as.
    pub(crate) media_type: Option<String>,
}
