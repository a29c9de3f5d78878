//! `permissions`: who may open a file, and who may decide that.

mod request;
mod rights;

use serde_json::{Value, json};

use self::request::Wanted;
pub(crate) use self::rights::{may_share, needed_to_share};
use super::asked::Asked;
use super::file::{File, Grantee, Permission};
use super::tree::{Closed, Given, Tree};
use super::{pages, refusals, render, spaces};
use crate::drive::ids::root_id;
use crate::drive::role::Role;
use crate::refusal::Refusal;
use crate::{State, notices};

pub(super) fn list(tree: &Tree, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let file = listable(tree, asked)?;
    let rows = tree.permissions_of(file).iter().map(|one| render::permission(tree, one)).collect();
    pages::page("drive#permissionList", "permissions", rows, asked.call, 100)
}

pub(super) fn get(tree: &Tree, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let file = listable(tree, asked)?;
    find(tree, asked, file).map(|one| render::permission(tree, &one))
}

pub(super) fn create(state: &mut State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let file = shareable(&state.drive, asked)?;
    let wanted = Wanted::read(&state.drive, asked, file)?;
    let id = file.id.clone();
    let known = state.drive.permissions_of(file).into_iter().find(|one| one.permission.to == wanted.to);
    let owner_stays = known.as_ref().is_some_and(|known| known.permission.role == Role::Owner);
    if wanted.role == Role::Owner {
        hand_over(&mut state.drive, asked, &id, &wanted.to);
    } else if !owner_stays {
        grant(&mut state.drive, asked, &id, &wanted);
    }
    if wanted.notify {
        notices::shared(state, asked.accounts, &wanted.notice(asked, &id));
    }
    shown(&state.drive, &id, &wanted.to.permission_id())
}

pub(super) fn update(state: &mut State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let tree = &mut state.drive;
    let file = shareable(tree, asked)?;
    let given = find(tree, asked, file)?;
    let change = request::Change::read(tree, asked, file, &given)?;
    own_permission(tree, file, &given)?;
    let (id, permission) = (file.id.clone(), given.permission);
    if change.role == Role::Owner && permission.role != Role::Owner {
        hand_over(tree, asked, &id, &permission.to);
    } else {
        tree.edit(&id, |file| {
            if let Some(known) = file.permissions.iter_mut().find(|known| known.id == permission.id) {
                known.role = change.role;
                known.expires = change.expires;
            }
        });
    }
    shown(tree, &id, &permission.id)
}

pub(super) fn delete(state: &mut State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let tree = &mut state.drive;
    let file = asked.file(tree, Role::Reader)?;
    let given = find(tree, asked, file)?;
    // Anybody may take themselves off a file.
    if !given.permission.to.is_user(asked.me()) {
        shareable(tree, asked)?;
    }
    own_permission(tree, file, &given)?;
    if given.permission.role == Role::Owner {
        return Err(refusals::closed(Closed::Forbidden, &file.id));
    }
    let id = file.id.clone();
    tree.edit(&id, |file| file.permissions.retain(|known| known.id != given.permission.id));
    Ok(json!({}))
}

fn shareable<'a>(tree: &'a Tree, asked: &Asked<'_>) -> Result<&'a File, Refusal> {
    if asked.call.query.is_true("useDomainAdminAccess") {
        return Err(refusals::not_an_administrator());
    }
    spaces::check_not_app_data(tree, &asked.visitor, asked.call.path("fileId"))?;
    let file = asked.file(tree, Role::Reader)?;
    if may_share(tree, file, asked.me()) {
        return Ok(file);
    }
    Err(refusals::closed(Closed::Forbidden, asked.call.path("fileId")))
}

/// Every member sees who else is in a shared drive; elsewhere only those who may share see it.
fn listable<'a>(tree: &'a Tree, asked: &Asked<'_>) -> Result<&'a File, Refusal> {
    let file = asked.file(tree, Role::Reader)?;
    if tree.drive_of(file).is_some() { Ok(file) } else { shareable(tree, asked) }
}

fn find(tree: &Tree, asked: &Asked<'_>, file: &File) -> Result<Given, Refusal> {
    let id = asked.call.path("permissionId");
    let found = tree.permissions_of(file).into_iter().find(|one| one.permission.id == id);
    found.ok_or_else(|| {
        Refusal::older(404, "notFound", format!("Permission not found: {id}."))
            .at("permissionId", "parameter")
    })
}

/// What comes from a folder above is changed there.
fn own_permission(tree: &Tree, file: &File, given: &Given) -> Result<(), Refusal> {
    match (&given.inherited_from, tree.drive_of(file)) {
        (None, _) => Ok(()),
        (Some(_), Some(_)) => Err(Refusal::older(
            403,
            "cannotModifyInheritedTeamDrivePermission",
            "Cannot update or delete an inherited permission on a shared drive item.",
        )),
        (Some(_), None) => Err(Refusal::older(
            403,
            "cannotModifyInheritedPermission",
            "Cannot update or delete an inherited permission.",
        )),
    }
}

fn grant(tree: &mut Tree, asked: &Asked<'_>, id: &str, wanted: &Wanted) {
    let mut permission = Permission::new(wanted.to.clone(), wanted.role, asked.me(), sandbox_world::now());
    permission.expires = wanted.expires;
    permission.discoverable = wanted.discoverable;
    tree.edit(id, |file| {
        file.permissions.retain(|known| known.id != permission.id);
        file.permissions.push(permission);
    });
}

/// Makes somebody else the owner; the one before may still write.
fn hand_over(tree: &mut Tree, asked: &Asked<'_>, id: &str, to: &Grantee) {
    let Grantee::User(address) = to else { return };
    let root = Some(root_id(address)).filter(|_| asked.call.query.is_true("moveToNewOwnersRoot"));
    let root = root.filter(|root| tree.files.contains_key(root));
    let now = sandbox_world::now();
    tree.edit(id, |file| {
        for known in file.permissions.iter_mut().filter(|known| known.role == Role::Owner) {
            known.role = Role::Writer;
        }
        file.permissions.retain(|known| known.to != *to);
        file.permissions.push(Permission::new(to.clone(), Role::Owner, asked.me(), now));
        file.owner = Some(address.clone());
        file.parent = root.or_else(|| file.parent.take());
    });
}

fn shown(tree: &Tree, file: &str, permission: &str) -> Result<Value, Refusal> {
    let file = tree.files.get(file).ok_or_else(|| refusals::not_found(file))?;
    let found = tree.permissions_of(file).into_iter().find(|one| one.permission.id == permission);
    found.map(|one| render::permission(tree, &one)).ok_or_else(|| refusals::not_found(&file.id))
}
