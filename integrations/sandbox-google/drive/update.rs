//! `files.update` and `files.delete`: names, places, the bin, stars and new content.

use bytes::Bytes;
use serde_json::{Value, json};

use super::asked::Asked;
use super::create::{Content, fill, parent_of};
use super::file::{File, Grantee, Permission};
use super::tree::{Closed, Tree};
use super::views::{Deed, Hindrance};
use super::{body, refusals, render, spaces};
use crate::State;
use crate::account::Account;
use crate::drive::kinds::{DOCUMENT, SPREADSHEET};
use crate::drive::role::Role;
use crate::refusal::Refusal;

pub(super) fn update(state: &mut State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let change = Change::read(&state.drive, asked)?;
    let (id, call, account) = (change.id, asked.call, asked.visitor.account);
    if let Some(parent) = change.parent {
        relocate(&mut state.drive, asked, &id, parent);
    }
    if let Some(content) = change.content {
        let name = state.drive.files.get(&id).map(|file| file.name.clone()).unwrap_or_default();
        match content {
            Content::Bytes(bytes) => state.drive.replace(&id, bytes, account),
            other => {
                state.drive.touch(&id, account);
                fill(state, &id, &name, other);
            }
        }
    }
    state.drive.edit(&id, |file| {
        if let Some(name) = call.text("/name") {
            name.clone_into(&mut file.name);
            file.modified = sandbox_world::now();
            file.modified_by.clone_from(&account.address);
        }
        let uploaded = call.media.as_ref().map(|media| media.media_type.as_str());
        if let Some(kind) = call.text("/mimeType").or(uploaded.filter(|kind| !kind.is_empty()))
            && !file.is_google_kind()
        {
            kind.clone_into(&mut file.mime_type);
        }
        if let Some(trashed) = call.body.get("trashed").and_then(Value::as_bool) {
            file.trashed = trashed;
            file.trashed_at = trashed.then(sandbox_world::now);
        }
        body::apply(asked, file);
    });
    shown(&state.drive, asked, &id)
}

/// What can be refused before the content has come.
pub(super) fn check(tree: &Tree, asked: &Asked<'_>) -> Result<(), Refusal> {
    Change::read(tree, asked).map(drop)
}

pub(super) fn delete(state: &mut State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let tree = &mut state.drive;
    let file = asked.file(tree, Role::Reader)?;
    let needed = if tree.drive_of(file).is_some() { Role::Organizer } else { Role::Owner };
    if tree.is_root(file) || tree.role_of(file, asked.me()) < Some(needed) {
        return Err(refusals::closed(Closed::Forbidden, asked.call.path("fileId")));
    }
    let id = file.id.clone();
    tree.remove(&id);
    Ok(json!({}))
}

fn shown(tree: &Tree, asked: &Asked<'_>, id: &str) -> Result<Value, Refusal> {
    tree.files.get(id).map(|file| render::file(tree, asked, file)).ok_or_else(|| refusals::not_found(id))
}

/// A change that is allowed.
struct Change {
    id: String,
    parent: Option<String>,
    content: Option<Content>,
}

impl Change {
    fn read(tree: &Tree, asked: &Asked<'_>) -> Result<Self, Refusal> {
        let call = asked.call;
        let file = asked.file(tree, Role::Reader)?;
        let role = tree.role_of(file, asked.me()).unwrap_or(Role::Reader);
        let forbidden = || refusals::closed(Closed::Forbidden, call.path("fileId"));
        body::check_change(call)?;
        let parent = moved(tree, asked, file)?;
        // A star is one's own; everything else is for those who may write.
        let named = call.body.as_object().into_iter().flat_map(|fields| fields.keys());
        let starring = named.clone().count() > 0
            && named.clone().all(|name| matches!(name.as_str(), "starred" | "kind"));
        if role < Role::Writer && (!starring || call.media.is_some() || parent.is_some()) {
            return Err(forbidden());
        }
        if tree.is_root(file) && !starring {
            return Err(forbidden());
        }
        if call.body.get("trashed").is_some() {
            spaces::check_not_app_data(tree, &asked.visitor, &file.id)?;
            let needed = if tree.drive_of(file).is_some() { Role::FileOrganizer } else { Role::Owner };
            if role < needed {
                return Err(forbidden());
            }
        }
        let content = match &call.media {
            None => None,
            Some(media) => Some(Content::read(&file.mime_type, Some(media))?),
        };
        Ok(Self { id: file.id.clone(), parent, content })
    }
}

/// The folder a file is to be moved to, if it is to be moved.
fn moved(tree: &Tree, asked: &Asked<'_>, file: &File) -> Result<Option<String>, Refusal> {
    let ids = |name: &str| {
        let given = asked.call.query.one(name).unwrap_or_default();
        let ids = given.split(',').map(str::trim).filter(|id| !id.is_empty());
        ids.map(|id| asked.aliased(id).into_owned()).collect::<Vec<String>>()
    };
    let (mut add, remove) = (ids("addParents"), ids("removeParents"));
    add.retain(|id| file.parent.as_ref() != Some(id));
    let leaves = file.parent.as_ref().is_some_and(|parent| remove.contains(parent));
    let drive = tree.drive_of(file);
    if add.len() > 1 || (add.is_empty() && leaves) {
        return Err(match drive {
            Some(_) => Refusal::older(
                403,
                "teamDrivesParentLimit",
                "A shared drive item must have exactly one parent.",
            ),
            None if add.is_empty() => {
                Refusal::older(400, "invalid", "A file cannot be left without a parent.")
                    .at("removeParents", "parameter")
            }
            None => cannot_add(),
        });
    }
    let Some(parent) = add.pop() else { return Ok(None) };
    if !leaves {
        return Err(cannot_add());
    }
    let parent = parent_of(tree, asked, vec![parent], "root")?;
    if let Some(folder) = tree.files.get(&parent) {
        check_move(tree, asked, file, folder)?;
    }
    Ok(Some(parent))
}

fn check_move(tree: &Tree, asked: &Asked<'_>, file: &File, folder: &File) -> Result<(), Refusal> {
    if folder.id == file.id || tree.above(folder).any(|above| above.id == file.id) {
        let message = "A folder cannot be moved into itself or into a folder below it.";
        return Err(Refusal::older(403, "cyclicParentage", message).at("addParents", "parameter"));
    }
    if tree.is_app_data(file) != tree.is_app_data(folder) {
        return Err(spaces::not_supported());
    }
    let (from, to) = (tree.drive_of(file), tree.drive_of(folder));
    if from == to {
        return Ok(());
    }
    if to.is_some() && file.is_folder() {
        let message = "Moving folders into shared drives is not supported.";
        return Err(Refusal::older(403, "teamDrivesFolderMoveInNotSupported", message));
    }
    let needed = if from.is_some() { Role::FileOrganizer } else { Role::Owner };
    if tree.role_of(file, asked.me()) < Some(needed) {
        return Err(refusals::closed(Closed::Forbidden, &file.id));
    }
    Ok(())
}

fn cannot_add() -> Refusal {
    Refusal::older(403, "cannotAddParent", "Increasing the number of parents is not allowed")
        .at("addParents", "parameter")
}

/// Moves a file. What comes into a shared drive belongs to nobody; what leaves it, to whoever takes it.
fn relocate(tree: &mut Tree, asked: &Asked<'_>, id: &str, parent: String) {
    let to_drive = tree.files.get(&parent).is_some_and(|folder| tree.drive_of(folder).is_some());
    let me = asked.me().to_owned();
    tree.edit(id, |file| {
        file.parent = Some(parent);
        if to_drive {
            file.owner = None;
            file.permissions.retain(|permission| permission.role != Role::Owner);
        } else if file.owner.is_none() {
            file.permissions.retain(|permission| !permission.to.is_user(&me));
            let now = sandbox_world::now();
            file.permissions.insert(0, Permission::new(Grantee::User(me.clone()), Role::Owner, &me, now));
            file.owner = Some(me);
        }
    });
}

/// What somebody does with a file in their own browser, which is nobody's client.
pub(super) fn by_hand(state: &mut State, by: &Account, id: &str, deed: &Deed) -> Result<(), Hindrance> {
    let file = state.drive.files.get(id).ok_or(Hindrance::NoSuchFile)?;
    let role = state.drive.role_of(file, &by.address).ok_or(Hindrance::NoSuchFile)?;
    let has_text = !file.is_google_kind() || matches!(file.mime_type.as_str(), DOCUMENT | SPREADSHEET);
    if role < Role::Writer || state.drive.is_root(file) || (deed.text.is_some() && !has_text) {
        return Err(Hindrance::NotAllowed);
    }
    let (kind, name) = (file.mime_type.clone(), deed.name.clone().unwrap_or_else(|| file.name.clone()));
    state.drive.edit(id, |file| {
        file.name.clone_from(&name);
        if let Some(trashed) = deed.trashed {
            file.trashed = trashed;
            file.trashed_at = trashed.then(sandbox_world::now);
        }
    });
    let content = deed.text.clone().map(|text| match kind.as_str() {
        DOCUMENT => Content::Document(text),
        SPREADSHEET => Content::Spreadsheet(text),
        _ => Content::Bytes(Bytes::from(text)),
    });
    match content {
        Some(Content::Bytes(bytes)) => state.drive.replace(id, bytes, by),
        other => {
            state.drive.touch(id, by);
            fill(state, id, &name, other.unwrap_or(Content::Nothing));
        }
    }
    Ok(())
}
