//! Puts the files of a world into its people's drives.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use jiff::Timestamp;
use sandbox_world::{FileSeed, RoleSeed, World, WorldFault, moment};

use super::create::{Content, fill};
use super::drives;
use super::file::{File, Grantee, Permission};
use super::tree::Tree;
use crate::State;
use crate::account::Account;
use crate::drive::ids::{fresh_drive_id, fresh_id, root_of};
use crate::drive::kinds::{DOCUMENT, FOLDER, SHORTCUT, SPREADSHEET};
use crate::drive::role::Role;
use crate::{docs, gmail};

/// Gives everybody a drive, and puts the files of a world in. What a drive starts with is no change.
pub(crate) fn seed(state: &mut State, world: &World, now: Timestamp) -> Result<(), WorldFault> {
    let accounts = Account::all(world);
    state.drive.settle(&accounts);
    for drive in &world.drives {
        let id = fresh_drive_id();
        let mut root = drives::empty(id.clone(), &drive.name, now);
        for member in &drive.members {
            let person = gmail::person(&accounts, &member.person)?;
            state.drive.learn(&person);
            root.permissions.push(Permission::new(
                Grantee::User(person.address),
                member.role.into(),
                "",
                now,
            ));
        }
        state.drive.drives.insert(id.clone());
        state.drive.files.insert(id, root);
    }
    for file in &world.files {
        put(
            state,
            &House { accounts: &accounts, domain: &world.domain },
            file,
            moment(&file.modified, now)?,
        )?;
    }
    Ok(())
}

/// Where files are put: its people, and its domain.
pub(super) struct House<'a> {
    pub(super) accounts: &'a [Account],
    pub(super) domain: &'a str,
}

/// Puts one file in, and answers with its id.
pub(super) fn put(
    state: &mut State,
    house: &House<'_>,
    seed: &FileSeed,
    time: Timestamp,
) -> Result<String, WorldFault> {
    let known = |key: &String| state.drive.keys.get(key).cloned();
    let target = match &seed.shortcut_to {
        None => None,
        Some(key) => Some(known(key).ok_or_else(|| WorldFault::UnknownFileKey(key.clone()))?),
    };
    let id = Seeding { house, seed, time }.put(state, target)?;
    state.drive.keys.extend(seed.key.clone().map(|key| (key, id.clone())));
    Ok(id)
}

/// One file on its way into the tree.
struct Seeding<'a> {
    house: &'a House<'a>,
    seed: &'a FileSeed,
    time: Timestamp,
}

impl Seeding<'_> {
    fn put(&self, state: &mut State, target: Option<String>) -> Result<String, WorldFault> {
        let seed = self.seed;
        let owner = gmail::person(self.house.accounts, &seed.owner)?;
        state.drive.learn(&owner);
        for voice in seed.voices() {
            state.drive.learn(&gmail::person(self.house.accounts, voice)?);
        }
        let (kind, content) = self.content()?;
        let kind = if target.is_some() { SHORTCUT.to_owned() } else { kind };
        let mut file = File::new(fresh_id(), &seed.name, &kind, &owner.address, self.time);
        let folder = self.folder(&mut state.drive, &owner);
        let in_drive = folder
            .as_ref()
            .and_then(|id| state.drive.files.get(id))
            .is_some_and(|folder| state.drive.drive_of(folder).is_some());
        file.parent = folder;
        file.shortcut_to = target;
        file.trashed = seed.trashed;
        file.trashed_at = seed.trashed.then_some(self.time);
        if seed.starred {
            file.starred_by.insert(owner.address.clone());
        }
        if !in_drive {
            file.permissions.push(self.permission(Grantee::User(owner.address.clone()), Role::Owner, &owner));
            file.owner = Some(owner.address.clone());
        }
        for shared in &seed.shared_with {
            let to = match shared.person.as_str() {
                "anyone" => Grantee::Anyone,
                "domain" => Grantee::Domain(self.house.domain.to_owned()),
                person => Grantee::User(gmail::person(self.house.accounts, person)?.address),
            };
            file.permissions.push(self.permission(to, shared.role.into(), &owner));
        }
        let id = file.id.clone();
        state.drive.files.insert(id.clone(), file);
        fill(state, &id, &seed.name, content);
        let annotated = docs::annotate(state, &id, (seed, self.house.accounts), self.time);
        if annotated.is_err() {
            state.drive.files.remove(&id);
            state.documents.remove(&id);
        }
        annotated.map(|()| id)
    }

    fn permission(&self, to: Grantee, role: Role, by: &Account) -> Permission {
        Permission::new(to, role, &by.address, self.time)
    }

    /// What kind of file it is, and what is in it.
    fn content(&self) -> Result<(String, Content), WorldFault> {
        let seed = self.seed;
        let kind = |usual: &str| seed.kind.clone().unwrap_or_else(|| usual.to_owned());
        if let Some(text) = &seed.text {
            return Ok((kind("text/plain"), Content::Bytes(Bytes::from(text.clone()))));
        }
        if let Some(base64) = &seed.base64 {
            let bytes = STANDARD.decode(base64).map_err(|_| WorldFault::BrokenFile(seed.name.clone()))?;
            return Ok((kind("application/octet-stream"), Content::Bytes(Bytes::from(bytes))));
        }
        if let Some(markdown) = &seed.markdown {
            return Ok((kind(DOCUMENT), Content::Document(markdown.clone())));
        }
        if seed.sheets.is_empty() {
            return Ok((kind(FOLDER), Content::Nothing));
        }
        let sheets = seed.sheets.iter().map(|sheet| (sheet.title.clone(), sheet.rows.clone())).collect();
        Ok((kind(SPREADSHEET), Content::Sheets(sheets)))
    }

    /// The folder of a path, made as needed; nobody here sees the folders of people outside.
    fn folder(&self, tree: &mut Tree, owner: &Account) -> Option<String> {
        let mut steps = self.seed.folder.split('/').filter(|name| !name.is_empty()).peekable();
        let start = steps.peek().and_then(|name| {
            let named = |id: &&String| tree.files.get(*id).is_some_and(|drive| drive.name == **name);
            tree.drives.iter().find(named).or_else(|| tree.keys.get(*name)).cloned()
        });
        let mut at = match start {
            Some(start) => {
                steps.next();
                start
            }
            None => Some(root_of(owner)).filter(|root| tree.files.contains_key(root))?,
        };
        for name in steps {
            let known = tree.children(&at).find(|file| file.is_folder() && file.name == name);
            at = match known.map(|file| file.id.clone()) {
                Some(id) => id,
                None => self.make_folder(tree, owner, name, &at),
            };
        }
        Some(at)
    }

    fn make_folder(&self, tree: &mut Tree, owner: &Account, name: &str, parent: &str) -> String {
        let mut folder = File::new(fresh_id(), name, FOLDER, &owner.address, self.time);
        folder.parent = Some(parent.to_owned());
        if tree.drive_of(&folder).is_none() {
            folder.permissions.push(self.permission(
                Grantee::User(owner.address.clone()),
                Role::Owner,
                owner,
            ));
            folder.owner = Some(owner.address.clone());
        }
        let id = folder.id.clone();
        tree.files.insert(id.clone(), folder);
        id
    }
}

impl From<RoleSeed> for Role {
    fn from(role: RoleSeed) -> Self {
        match role {
            RoleSeed::Reader => Self::Reader,
            RoleSeed::Commenter => Self::Commenter,
            RoleSeed::Writer => Self::Writer,
            RoleSeed::FileOrganizer => Self::FileOrganizer,
            RoleSeed::Organizer => Self::Organizer,
        }
    }
}
