//! All files, and who may open which.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::file::{File, Grantee, Permission};
use crate::google::account::Account;
use crate::google::api::Call;

/// What somebody may do with a file; each includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Role {
    Reader,
    Commenter,
    Writer,
    FileOrganizer,
    Organizer,
    Owner,
}

/// Why somebody cannot open a file. Each API has its own words for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closed {
    /// Not there, or not to be seen by them: Google does not say which.
    Missing,
    /// They see it, and may not do this.
    Forbidden,
}

/// Who asks, and by what token.
#[derive(Clone, Debug)]
pub(crate) struct Visitor<'a> {
    pub(crate) account: &'a Account,
    /// The token shows only files the client itself has made.
    pub(crate) app_files_only: bool,
}

impl<'a> Visitor<'a> {
    pub(crate) fn new(account: &'a Account, call: &Call) -> Self {
        let app_files_only = call.scopes.iter().all(|scope| scope.ends_with("/auth/drive.file"));
        Self { account, app_files_only }
    }
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Tree {
    pub(crate) files: BTreeMap<String, File>,
}

impl Tree {
    /// The file, if this visitor has this role on it.
    pub(crate) fn open(&self, visitor: &Visitor<'_>, id: &str, role: Role) -> Result<&File, Closed> {
        let file = self.files.get(id).ok_or(Closed::Missing)?;
        if visitor.app_files_only && !file.made_by_app {
            return Err(Closed::Missing);
        }
        match self.role_of(file, &visitor.account.address) {
            None => Err(Closed::Missing),
            Some(has) if has < role => Err(Closed::Forbidden),
            Some(_) => Ok(file),
        }
    }

    /// The most somebody may do with a file, by its own permissions and those of the folders above it.
    pub(crate) fn role_of(&self, file: &File, address: &str) -> Option<Role> {
        let mut best = None;
        let mut at = Some(file);
        while let Some(file) = at {
            let mine = file.permissions.iter().filter(|permission| reaches(permission, address));
            best = best.max(mine.map(|permission| permission.role).max());
            at = file.parent.as_ref().and_then(|parent| self.files.get(parent));
        }
        best
    }

    /// A new file of this visitor's, in their root.
    pub(crate) fn create(&mut self, visitor: &Visitor<'_>, name: &str, mime_type: &str) -> String {
        let now = Timestamp::now();
        let address = visitor.account.address.clone();
        let id = fresh_id();
        let file = File {
            id: id.clone(),
            name: name.to_owned(),
            mime_type: mime_type.to_owned(),
            parent: Some(root_of(visitor.account)),
            owner: Some(address.clone()),
            permissions: vec![Permission {
                id: visitor.account.subject(),
                role: Role::Owner,
                to: Grantee::User(address.clone()),
            }],
            created: now,
            modified: now,
            modified_by: address,
            version: 1,
            trashed: false,
            made_by_app: true,
            content: None,
        };
        self.files.insert(id.clone(), file);
        id
    }

    /// Somebody has changed what is inside.
    pub(crate) fn touch(&mut self, id: &str, by: &Account) {
        if let Some(file) = self.files.get_mut(id) {
            file.modified = Timestamp::now();
            file.modified_by.clone_from(&by.address);
            file.version += 1;
        }
    }
}

/// The id of somebody's My Drive, which the API also calls `root`.
pub(crate) fn root_of(account: &Account) -> String {
    format!("0A{}PVA", account.subject().get(..14).unwrap_or_default())
}

/// 33 characters, as Google makes them.
pub(crate) fn fresh_id() -> String {
    let random = [uuid::Uuid::new_v4().into_bytes(), uuid::Uuid::new_v4().into_bytes()].concat();
    let text = URL_SAFE_NO_PAD.encode(random);
    format!("1{}", text.get(..32).unwrap_or_default())
}

fn reaches(permission: &Permission, address: &str) -> bool {
    match &permission.to {
        Grantee::User(user) => user.eq_ignore_ascii_case(address),
        // Nobody's membership of a group is known here.
        Grantee::Group(_) => false,
        Grantee::Domain(domain) => {
            address.rsplit('@').next().is_some_and(|host| host.eq_ignore_ascii_case(domain))
        }
        Grantee::Anyone => true,
    }
}
