//! One file or folder: what Drive knows of it beside its content.

use bytes::Bytes;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::tree::Role;

pub(crate) const FOLDER: &str = "application/vnd.google-apps.folder";
pub(crate) const DOCUMENT: &str = "application/vnd.google-apps.document";
pub(crate) const SPREADSHEET: &str = "application/vnd.google-apps.spreadsheet";

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct File {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) mime_type: String,
    /// A file has one parent at most; only what others shared with somebody hangs nowhere for them.
    pub(crate) parent: Option<String>,
    /// Nobody owns what is in a shared drive.
    pub(crate) owner: Option<String>,
    pub(crate) permissions: Vec<Permission>,
    pub(crate) created: Timestamp,
    pub(crate) modified: Timestamp,
    /// The address of whoever changed it last.
    pub(crate) modified_by: String,
    /// Counts every change.
    pub(crate) version: u64,
    pub(crate) trashed: bool,
    /// Whether the one registered client made it, which is all that the scope `drive.file` shows.
    pub(crate) made_by_app: bool,
    /// The bytes of a file that is none of Google's own kinds.
    #[serde(default, with = "content")]
    pub(crate) content: Option<Bytes>,
}

/// Who may do what with a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Permission {
    pub(crate) id: String,
    pub(crate) role: Role,
    pub(crate) to: Grantee,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) enum Grantee {
    User(String),
    Group(String),
    Domain(String),
    /// Everybody who has the link.
    Anyone,
}

/// Bytes as base64, so that a snapshot stays text.
mod content {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use bytes::Bytes;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[expect(clippy::ref_option, reason = "serde hands over the field as it is")]
    pub(super) fn serialize<S: Serializer>(bytes: &Option<Bytes>, to: S) -> Result<S::Ok, S::Error> {
        bytes.as_ref().map(|bytes| STANDARD.encode(bytes)).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Bytes>, D::Error> {
        let text: Option<String> = Option::deserialize(from)?;
        text.map(|text| STANDARD.decode(text).map(Bytes::from).map_err(D::Error::custom)).transpose()
    }
}
