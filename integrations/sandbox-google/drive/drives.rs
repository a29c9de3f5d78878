//! `drives` and `about`: the shared drives somebody is in, and who they are.

use serde_json::{Map, Value, json};

use super::asked::Asked;
use super::file::File;
use super::search::{Looked, Search};
use super::tree::Tree;
use super::{pages, refusals, render};
use crate::drive::kinds::{DOCUMENT, FOLDER, SPREADSHEET};
use crate::drive::role::Role;
use crate::refusal::Refusal;

pub(super) fn list(tree: &Tree, asked: &Asked<'_>) -> Result<Value, Refusal> {
    if asked.call.query.is_true("useDomainAdminAccess") {
        return Err(refusals::not_an_administrator());
    }
    let search = Search::read(asked.call.query.one("q").unwrap_or_default());
    let search = search.map_err(|_| refusals::invalid_value("q"))?;
    let fits = |drive: &&File| {
        let looked = Looked { tree, file: drive, me: asked.me(), root: "", says: &String::new };
        search.matches(&looked)
    };
    let mut mine: Vec<&File> =
        tree.drives.iter().filter_map(|id| member_of(tree, asked, id)).filter(fits).collect();
    mine.sort_by_key(|drive| drive.name.to_lowercase());
    let rows = mine.into_iter().map(|drive| shown(tree, asked, drive)).collect();
    pages::page("drive#driveList", "drives", rows, asked.call, 10)
}

pub(super) fn get(tree: &Tree, asked: &Asked<'_>) -> Result<Value, Refusal> {
    if asked.call.query.is_true("useDomainAdminAccess") {
        return Err(refusals::not_an_administrator());
    }
    let id = asked.call.path("driveId");
    let missing = || {
        Refusal::older(404, "notFound", format!("Shared drive not found: {id}")).at("driveId", "parameter")
    };
    member_of(tree, asked, id).map(|drive| shown(tree, asked, drive)).ok_or_else(missing)
}

pub(super) fn about(tree: &Tree, asked: &Asked<'_>) -> Value {
    let mine = |file: &&File| file.owner.as_deref() == Some(asked.me());
    let size = |file: &File| file.content.as_ref().map_or(0, bytes::Bytes::len);
    let all = tree.files.values().filter(mine);
    let used: usize = all.clone().map(size).sum();
    let binned: usize = all.filter(|file| tree.is_trashed(file)).map(size).sum();
    let formats = [DOCUMENT, SPREADSHEET].into_iter().map(|kind| {
        let names: Vec<&str> = render::exports(kind).iter().map(|export| export.media_type).collect();
        (kind.to_owned(), json!(names))
    });
    json!({
        "kind": "drive#about",
        "user": render::user(tree, asked, asked.me()),
        "storageQuota": {
            "limit": "32212254720", "usage": used.to_string(), "usageInDrive": used.to_string(),
            "usageInDriveTrash": binned.to_string(),
        },
        "importFormats": {
            "text/markdown": [DOCUMENT], "text/plain": [DOCUMENT], "text/html": [DOCUMENT], "text/csv": [SPREADSHEET],
        },
        "exportFormats": Value::Object(formats.collect::<Map<_, _>>()),
        "maxImportSizes": { DOCUMENT: "10485760", SPREADSHEET: "104857600" },
        "maxUploadSize": "5242880000000",
        "appInstalled": true,
        "folderColorPalette": ["#ac725e", "#d06b64", "#f83a22", "#4986e7"],
        "canCreateDrives": false,
        "canCreateTeamDrives": false,
    })
}

fn member_of<'a>(tree: &'a Tree, asked: &Asked<'_>, id: &str) -> Option<&'a File> {
    let drive = tree.files.get(id).filter(|_| tree.drives.contains(id))?;
    tree.role_of(drive, asked.me()).map(|_| drive)
}

fn shown(tree: &Tree, asked: &Asked<'_>, drive: &File) -> Value {
    let role = tree.role_of(drive, asked.me()).unwrap_or(Role::Reader);
    json!({
        "kind": "drive#drive",
        "id": drive.id,
        "name": drive.name,
        "colorRgb": "#4986e7",
        "createdTime": render::time(drive.created),
        "hidden": false,
        "capabilities": {
            "canAddChildren": role >= Role::Writer,
            "canComment": role >= Role::Commenter,
            "canCopy": true,
            "canDeleteDrive": role >= Role::Organizer,
            "canDownload": true,
            "canEdit": role >= Role::Writer,
            "canListChildren": true,
            "canManageMembers": role >= Role::Organizer,
            "canReadRevisions": role >= Role::Writer,
            "canRename": role >= Role::Writer,
            "canRenameDrive": role >= Role::Organizer,
            "canShare": role >= Role::Writer,
            "canDeleteChildren": role >= Role::Organizer,
            "canTrashChildren": role >= Role::FileOrganizer,
        },
        "restrictions": {
            "adminManagedRestrictions": false, "copyRequiresWriterPermission": false,
            "domainUsersOnly": false, "driveMembersOnly": false, "sharingFoldersRequiresOrganizerPermission": false,
        },
    })
}

/// A folder that is a shared drive, with nobody in it yet.
pub(super) fn empty(id: String, name: &str, now: jiff::Timestamp) -> File {
    File::new(id, name, FOLDER, "", now)
}
