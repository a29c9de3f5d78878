//! A call, who makes it, and what they may open with it.

use std::borrow::Cow;

use super::file::File;
use super::refusals;
use super::spaces::{APP_DATA, app_data_id};
use super::tree::{Closed, Tree, Visitor};
use crate::account::Account;
use crate::call::Call;
use crate::drive::ids::root_of;
use crate::drive::role::Role;
use crate::refusal::Refusal;

/// A checked call of Drive, and who makes it.
pub(super) struct Asked<'a> {
    pub(super) call: &'a Call,
    pub(super) visitor: Visitor<'a>,
    /// Everybody with an account here.
    pub(super) accounts: &'a [Account],
}

impl Asked<'_> {
    /// The address of whoever asks.
    pub(super) fn me(&self) -> &str {
        &self.visitor.account.address
    }

    /// The file the path names, if they have this role on it.
    pub(super) fn file<'a>(&self, tree: &'a Tree, role: Role) -> Result<&'a File, Refusal> {
        self.open(tree, self.call.path("fileId"), role)
    }

    /// A file, if they have this role on it. Who does not say that they know of shared drives sees none of them.
    pub(super) fn open<'a>(&self, tree: &'a Tree, id: &str, role: Role) -> Result<&'a File, Refusal> {
        let opened = tree.open(&self.visitor, &self.aliased(id), role).or_else(|closed| {
            // A client may always put things into the drive of the person it works for.
            let root = root_of(self.visitor.account);
            tree.files.get(&root).filter(|_| self.aliased(id) == root).ok_or(closed)
        });
        match opened {
            Ok(file) if tree.drive_of(file).is_some() && !self.knows_drives() => {
                Err(refusals::closed(Closed::Missing, id))
            }
            opened => opened.map_err(|closed| refusals::closed(closed, id)),
        }
    }

    /// The same for methods that have no parameter to say that one knows of shared drives.
    pub(super) fn everywhere<'a>(&self, tree: &'a Tree, role: Role) -> Result<&'a File, Refusal> {
        let id = self.call.path("fileId");
        tree.open(&self.visitor, &self.aliased(id), role).map_err(|closed| refusals::closed(closed, id))
    }

    /// The id that is meant: `root` is somebody's own My Drive, `appDataFolder` that of the client's data.
    pub(super) fn aliased<'a>(&self, id: &'a str) -> Cow<'a, str> {
        match id {
            "root" => Cow::Owned(root_of(self.visitor.account)),
            APP_DATA => Cow::Owned(app_data_id(self.me())),
            id => Cow::Borrowed(id),
        }
    }

    pub(super) fn knows_drives(&self) -> bool {
        let query = &self.call.query;
        query.is_true("supportsAllDrives") || query.is_true("supportsTeamDrives")
    }
}
