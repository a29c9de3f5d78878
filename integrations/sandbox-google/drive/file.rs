//! One file or folder: what Drive knows of it beside what is inside a document or a spreadsheet.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use jiff::Timestamp;
use md5::{Digest as _, Md5};
use serde::{Deserialize, Serialize};

use super::comments::Comment;
use super::revisions::Revision;
use crate::drive::bytes_as_text;
use crate::drive::ids::subject;
use crate::drive::kinds::{FOLDER, is_google_kind};
use crate::drive::role::Role;

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
    /// Put into the bin itself; what lies in a folder in the bin is there too.
    pub(crate) trashed: bool,
    #[serde(default)]
    pub(crate) trashed_at: Option<Timestamp>,
    /// Whether the one registered client made it, which is all that the scope `drive.file` shows.
    pub(crate) made_by_app: bool,
    /// The bytes of a file that is none of Google's own kinds.
    #[serde(default, with = "bytes_as_text")]
    pub(crate) content: Option<Bytes>,
    #[serde(default)]
    pub(crate) description: Option<String>,
    /// What it was called when its content was uploaded.
    #[serde(default)]
    pub(crate) original_name: Option<String>,
    /// The addresses of those who have starred it.
    #[serde(default)]
    pub(crate) starred_by: BTreeSet<String>,
    #[serde(default)]
    pub(crate) limits: BTreeSet<Limit>,
    /// The id of the file a shortcut leads to.
    #[serde(default)]
    pub(crate) shortcut_to: Option<String>,
    #[serde(default)]
    pub(crate) properties: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) app_properties: BTreeMap<String, String>,
    /// Oldest first; the last one is what is there now.
    #[serde(default)]
    pub(crate) revisions: Vec<Revision>,
    #[serde(default)]
    pub(crate) comments: Vec<Comment>,
    /// The number of its latest change among the changes of all files.
    #[serde(default)]
    pub(crate) change: u64,
}

impl File {
    /// An empty file that nobody may open yet.
    pub(super) fn new(id: String, name: &str, mime_type: &str, by: &str, now: Timestamp) -> Self {
        Self {
            id,
            name: name.to_owned(),
            mime_type: mime_type.to_owned(),
            parent: None,
            owner: None,
            permissions: Vec::new(),
            created: now,
            modified: now,
            modified_by: by.to_owned(),
            version: 1,
            trashed: false,
            trashed_at: None,
            made_by_app: false,
            content: None,
            description: None,
            original_name: None,
            starred_by: BTreeSet::new(),
            limits: BTreeSet::new(),
            shortcut_to: None,
            properties: BTreeMap::new(),
            app_properties: BTreeMap::new(),
            revisions: vec![Revision::new(mime_type, 1, by, now)],
            comments: Vec::new(),
            change: 0,
        }
    }

    pub(crate) fn is_folder(&self) -> bool {
        self.mime_type == FOLDER
    }

    /// Whether it is of one of Google's own kinds, which have no bytes to download.
    pub(crate) fn is_google_kind(&self) -> bool {
        is_google_kind(&self.mime_type)
    }

    /// The oldest of the checksums Drive shows for bytes.
    pub(super) fn md5(&self) -> Option<String> {
        self.content.as_ref().map(|bytes| hex::encode(Md5::digest(bytes)))
    }

    /// What follows the last dot of its name.
    pub(super) fn extension(&self) -> Option<&str> {
        let (stem, extension) = self.name.rsplit_once('.')?;
        (!stem.is_empty() && !extension.is_empty() && !extension.contains(' ')).then_some(extension)
    }
}

/// What a file's owner has not left to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub(crate) enum Limit {
    /// Those who may write may not let others in.
    OnlyOwnersShare,
    /// Those who may only read or comment may not copy or download.
    OnlyWritersCopy,
}

/// Who may do what with a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Permission {
    pub(crate) id: String,
    pub(crate) role: Role,
    pub(crate) to: Grantee,
    /// When it was given.
    pub(crate) since: Timestamp,
    /// The address of whoever gave it.
    pub(crate) by: String,
    /// After this it counts no longer.
    #[serde(default)]
    pub(crate) expires: Option<Timestamp>,
    /// Whether those it is for find the file by searching, and not only by its link.
    #[serde(default)]
    pub(crate) discoverable: bool,
}

impl Permission {
    pub(super) fn new(to: Grantee, role: Role, by: &str, since: Timestamp) -> Self {
        Self {
            id: to.permission_id(),
            role,
            to,
            since,
            by: by.to_owned(),
            expires: None,
            discoverable: false,
        }
    }

    /// Whether it still counts.
    pub(super) fn is_in_force(&self, now: Timestamp) -> bool {
        self.expires.is_none_or(|expires| expires > now)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) enum Grantee {
    User(String),
    Group(String),
    Domain(String),
    /// Everybody who has the link.
    Anyone,
}

impl Grantee {
    /// Everybody has one permission at most on a file, and its id tells whose it is.
    pub(super) fn permission_id(&self) -> String {
        match self {
            Self::User(address) | Self::Group(address) => subject(address),
            Self::Domain(domain) => format!("{}k", subject(domain).get(1..).unwrap_or_default()),
            Self::Anyone => "anyoneWithLink".to_owned(),
        }
    }

    /// Whether this is somebody's own address, and not a crowd they belong to.
    pub(super) fn is_user(&self, address: &str) -> bool {
        matches!(self, Self::User(user) if user.eq_ignore_ascii_case(address))
    }
}
