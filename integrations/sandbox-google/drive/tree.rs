//! All files, and who may open which.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::changes::Journal;
use super::downloads::Download;
use super::file::{File, Grantee, Permission};
use super::revisions::Revision;
use super::spaces::{Spaces, is_app_data_folder};
use crate::account::Account;
use crate::call::Call;
use crate::drive::ids::{fresh_id, root_id, root_of};
use crate::drive::kinds::FOLDER;
use crate::drive::role::Role;

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
    pub(super) spaces: Spaces,
}

impl<'a> Visitor<'a> {
    /// A person in their own browser, without a token.
    pub(crate) fn in_person(account: &'a Account) -> Self {
        Self { account, app_files_only: false, spaces: Spaces::Drive }
    }

    pub(crate) fn new(account: &'a Account, call: &Call) -> Self {
        let narrow = |scope: &String| {
            ["/auth/drive.file", "/auth/drive.appdata", "/auth/drive.install"]
                .iter()
                .any(|end| scope.ends_with(end))
        };
        Self { account, app_files_only: call.scopes.iter().all(narrow), spaces: Spaces::of(call) }
    }
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Tree {
    pub(crate) files: BTreeMap<String, File>,
    /// Those folders that are shared drives.
    #[serde(default)]
    pub(super) drives: BTreeSet<String>,
    /// Ids that were given out beforehand.
    #[serde(default)]
    pub(super) issued: BTreeSet<String>,
    /// What people are called, by address in lower case.
    #[serde(default)]
    pub(super) names: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) journal: Journal,
    /// Downloads that were prepared, by their operation's name.
    #[serde(default)]
    pub(super) downloads: BTreeMap<String, Download>,
    /// The ids of seeded files with a key.
    #[serde(default)]
    pub(super) keys: BTreeMap<String, String>,
}

impl Tree {
    /// The file, if this visitor has this role on it.
    pub(crate) fn open(&self, visitor: &Visitor<'_>, id: &str, role: Role) -> Result<&File, Closed> {
        let file = self.files.get(id).ok_or(Closed::Missing)?;
        if (visitor.app_files_only && !file.made_by_app) || !visitor.spaces.open(self.is_app_data(file)) {
            return Err(Closed::Missing);
        }
        match self.role_of(file, &visitor.account.address) {
            None => Err(Closed::Missing),
            Some(has) if has < role => Err(Closed::Forbidden),
            Some(_) => Ok(file),
        }
    }

    /// Whether it is there, and not for them. Drive does not tell that apart from a file that is not there; Docs and
    /// Sheets do, except to a token that shows only the client's own files.
    pub(crate) fn is_kept_from(&self, visitor: &Visitor<'_>, id: &str) -> bool {
        let kept = |file: &File| self.role_of(file, &visitor.account.address).is_none();
        !visitor.app_files_only && self.files.get(id).is_some_and(kept)
    }

    /// The most somebody may do with a file, by its own permissions and those of the folders above it.
    pub(crate) fn role_of(&self, file: &File, address: &str) -> Option<Role> {
        let reaching =
            self.permissions_of(file).into_iter().filter(|given| reaches(&given.permission, address));
        reaching.map(|given| given.permission.role).max()
    }

    /// A new file of this visitor's, in their root.
    pub(crate) fn create(&mut self, visitor: &Visitor<'_>, name: &str, mime_type: &str) -> String {
        let now = sandbox_world::now();
        let address = &visitor.account.address;
        let id = fresh_id();
        let mut file = File::new(id.clone(), name, mime_type, address, now);
        file.parent = Some(root_of(visitor.account));
        file.owner = Some(address.clone());
        file.permissions = vec![Permission::new(Grantee::User(address.clone()), Role::Owner, address, now)];
        file.made_by_app = true;
        self.add(file);
        id
    }

    /// Takes in a new file.
    pub(super) fn add(&mut self, file: File) {
        let id = file.id.clone();
        self.files.insert(id.clone(), file);
        self.journal_change(&id);
    }

    /// Somebody has changed what is inside.
    pub(crate) fn touch(&mut self, id: &str, by: &Account) {
        self.edit(id, |file| {
            let now = sandbox_world::now();
            file.modified = now;
            file.modified_by.clone_from(&by.address);
            let next = Revision::new(&file.mime_type, file.revisions.len() + 1, &by.address, now);
            file.revisions.push(next);
        });
    }

    /// Replaces the bytes of a file; the ones before stay in its revisions.
    pub(super) fn replace(&mut self, id: &str, bytes: Bytes, by: &Account) {
        self.edit(id, |file| {
            let before = file.content.replace(bytes);
            if let Some(last) = file.revisions.last_mut() {
                last.content = before;
            }
        });
        self.touch(id, by);
    }

    /// Changes something about a file that is not its content.
    pub(super) fn edit(&mut self, id: &str, work: impl FnOnce(&mut File)) {
        if let Some(file) = self.files.get_mut(id) {
            work(file);
            file.version += 1;
            self.journal_change(id);
        }
    }

    /// Takes a file away for good, with all that lies in it. What is somebody else's goes to their own drive.
    pub(super) fn remove(&mut self, id: &str) {
        let owner = self.files.get(id).and_then(|file| file.owner.clone());
        let below: Vec<(String, Option<String>)> =
            self.children(id).map(|file| (file.id.clone(), file.owner.clone())).collect();
        for (child, its) in below {
            match its.filter(|its| owner.as_ref() != Some(its)) {
                None => self.remove(&child),
                Some(other) => {
                    let root = Some(root_id(&other)).filter(|root| self.files.contains_key(root));
                    self.edit(&child, |file| file.parent = root);
                }
            }
        }
        if let Some(file) = self.files.get(id) {
            let seen_by = self.permissions_of(file).into_iter().map(|given| given.permission.to).collect();
            let is_app_data = self.is_app_data(file);
            self.journal.removed(id, seen_by, is_app_data);
        }
        self.files.remove(id);
    }

    /// Sees that everybody has a My Drive and a name.
    pub(crate) fn settle(&mut self, accounts: &[Account]) {
        for account in accounts {
            self.learn(account);
            self.settle_app_data(account);
            let id = root_of(account);
            if self.files.contains_key(&id) {
                continue;
            }
            let now = sandbox_world::now();
            let mut root = File::new(id.clone(), "My Drive", FOLDER, &account.address, now);
            root.owner = Some(account.address.clone());
            let to = Grantee::User(account.address.clone());
            root.permissions = vec![Permission::new(to, Role::Owner, &account.address, now)];
            self.files.insert(id, root);
        }
    }

    /// Remembers what somebody is called.
    pub(crate) fn learn(&mut self, account: &Account) {
        if !account.name.is_empty() {
            self.names.insert(account.address.to_lowercase(), account.name.clone());
        }
    }

    /// The folders above a file, nearest first.
    pub(super) fn above<'a>(&'a self, file: &'a File) -> impl Iterator<Item = &'a File> {
        let up = |file: &&'a File| file.parent.as_ref().and_then(|parent| self.files.get(parent));
        std::iter::successors(up(&file), up)
    }

    pub(super) fn children<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a File> {
        self.files.values().filter(move |file| file.parent.as_deref() == Some(id))
    }

    /// The shared drive a file is in, or is.
    pub(super) fn drive_of<'a>(&'a self, file: &'a File) -> Option<&'a str> {
        let top = self.above(file).last().unwrap_or(file);
        self.drives.get(&top.id).map(String::as_str)
    }

    /// Whether a file is in the bin, by itself or with a folder above it.
    pub(super) fn is_trashed(&self, file: &File) -> bool {
        file.trashed || self.above(file).any(|folder| folder.trashed)
    }

    /// Whether it is somebody's My Drive or folder of application data, or a whole shared drive.
    pub(super) fn is_root(&self, file: &File) -> bool {
        let of = |owner: &String| root_id(owner) == file.id;
        self.drives.contains(&file.id) || file.owner.as_ref().is_some_and(of) || is_app_data_folder(file)
    }

    /// Everything that is granted on a file, one entry for each grantee, strongest first where one has several.
    pub(super) fn permissions_of(&self, file: &File) -> Vec<Given> {
        let now = sandbox_world::now();
        let mut all: Vec<Given> = Vec::new();
        for folder in std::iter::once(file).chain(self.above(file)) {
            for permission in folder.permissions.iter().filter(|permission| permission.is_in_force(now)) {
                let mut permission = permission.clone();
                let inherited_from = (folder.id != file.id).then(|| folder.id.clone());
                // Whoever owns a folder may write what others have put into it, and does not own it.
                if inherited_from.is_some() && permission.role == Role::Owner {
                    permission.role = Role::Writer;
                }
                match all.iter_mut().find(|known| known.permission.id == permission.id) {
                    Some(known) if known.permission.role >= permission.role => {}
                    Some(known) => *known = Given { permission, inherited_from },
                    None => all.push(Given { permission, inherited_from }),
                }
            }
        }
        all
    }

    /// What somebody is called.
    pub(super) fn name_of<'a>(&'a self, address: &'a str) -> &'a str {
        let local = address.split('@').next().unwrap_or(address);
        self.names.get(&address.to_lowercase()).map_or(local, String::as_str)
    }

    fn journal_change(&mut self, id: &str) {
        let number = self.journal.next();
        if let Some(file) = self.files.get_mut(id) {
            file.change = number;
        }
    }
}

/// A permission on a file, and the folder above that it comes from.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) permission: Permission,
    pub(super) inherited_from: Option<String>,
}

/// Whether a permission is for this address, by itself or as one of many.
pub(super) fn reaches(permission: &Permission, address: &str) -> bool {
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
