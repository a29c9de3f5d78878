//! A file as the API shows it to somebody.

mod capabilities;
mod links;

use aws_lc_rs::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::asked::Asked;
use super::file::{File, Grantee, Limit, Permission};
use super::tree::{Given, Tree};
use super::{permissions, spaces};
use crate::drive::ids::subject;
use crate::drive::kinds::SHORTCUT;
use crate::drive::role::Role;

pub(super) use capabilities::may_copy;
pub(crate) use links::link;
pub(super) use links::{exports, link_to};

/// Everything Drive knows of a file; which of it is shown is decided by `fields`.
pub(super) fn file(tree: &Tree, asked: &Asked<'_>, file: &File) -> Value {
    let me = asked.me();
    let role = tree.role_of(file, me).unwrap_or(Role::Reader);
    let drive = tree.drive_of(file);
    let mut shown = Shown(Map::new());
    shown.put("kind", "drive#file");
    shown.put("id", file.id.as_str());
    shown.put("name", file.name.as_str());
    shown.put("mimeType", file.mime_type.as_str());
    shown.put("starred", file.starred_by.contains(me));
    shown.put("trashed", tree.is_trashed(file));
    shown.put("explicitlyTrashed", file.trashed);
    shown.maybe("trashedTime", file.trashed_at.map(time));
    let space = if tree.is_app_data(file) { spaces::APP_DATA } else { "drive" };
    shown.put("spaces", json!([space]));
    shown.put("version", file.version.to_string());
    shown.put("createdTime", time(file.created));
    shown.put("modifiedTime", time(file.modified));
    shown.put("modifiedByMe", file.revisions.iter().any(|revision| revision.by.eq_ignore_ascii_case(me)));
    let mine = file.revisions.iter().rev().find(|revision| revision.by.eq_ignore_ascii_case(me));
    shown.maybe("modifiedByMeTime", mine.map(|revision| time(revision.at)));
    shown.put("lastModifyingUser", user(tree, asked, &file.modified_by));
    shown.put("viewedByMe", mine.is_some());
    shown.put("isAppAuthorized", file.made_by_app);
    shown.put("hasThumbnail", false);
    shown.put("thumbnailVersion", "0");
    let kept = file.limits.contains(&Limit::OnlyWritersCopy);
    shown.put("copyRequiresWriterPermission", kept);
    shown.put("viewersCanCopyContent", !kept);
    shown.put("writersCanShare", !file.limits.contains(&Limit::OnlyOwnersShare));
    shown.put("webViewLink", link_to(&file.mime_type, &file.id));
    shown.put(
        "iconLink",
        format!("https://drive-thirdparty.googleusercontent.com/16/type/{}", file.mime_type),
    );
    shown.maybe("description", file.description.clone());
    shown.maybe("properties", (!file.properties.is_empty()).then(|| json!(file.properties)));
    shown.maybe("appProperties", (!file.app_properties.is_empty()).then(|| json!(file.app_properties)));
    shown.put("capabilities", capabilities::of(tree, file, role));
    // A folder one cannot see is not named.
    let parent = file
        .parent
        .as_ref()
        .filter(|id| tree.files.get(*id).is_some_and(|parent| tree.role_of(parent, me).is_some()));
    shown.maybe("parents", parent.map(|id| json!([id])));
    content(&mut shown, file);
    shortcut(&mut shown, tree, file);
    sharing(&mut shown, tree, asked, file, drive);
    Value::Object(shown.0)
}

/// A time with milliseconds, as Drive writes it.
pub(super) fn time(moment: Timestamp) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string()
}

/// Somebody, by address.
pub(super) fn user(tree: &Tree, asked: &Asked<'_>, address: &str) -> Value {
    json!({
        "kind": "drive#user",
        "displayName": tree.name_of(address),
        "emailAddress": address,
        "permissionId": subject(address),
        "me": address.eq_ignore_ascii_case(asked.me()),
    })
}

fn content(shown: &mut Shown, file: &File) {
    if let Some(bytes) = &file.content {
        shown.put("size", bytes.len().to_string());
        shown.maybe("md5Checksum", file.md5());
        shown.put("sha1Checksum", hex::encode(digest(&SHA1_FOR_LEGACY_USE_ONLY, bytes)));
        shown.put("sha256Checksum", hex::encode(Sha256::digest(bytes)));
        shown.maybe("headRevisionId", file.revisions.last().map(|revision| revision.id.clone()));
        shown.put("originalFilename", file.original_name.clone().unwrap_or_else(|| file.name.clone()));
        shown.put("fileExtension", file.extension().unwrap_or_default());
        shown.put("fullFileExtension", file.extension().unwrap_or_default());
        shown.put("webContentLink", format!("https://drive.google.com/uc?id={}&export=download", file.id));
    }
    shown.put("quotaBytesUsed", file.content.as_ref().map_or(0, bytes::Bytes::len).to_string());
    let links =
        exports(&file.mime_type).iter().map(|kind| (kind.media_type.to_owned(), kind.link(&file.id).into()));
    let links: Map<String, Value> = links.collect();
    shown.maybe("exportLinks", (!links.is_empty()).then_some(Value::Object(links)));
}

fn shortcut(shown: &mut Shown, tree: &Tree, file: &File) {
    if let Some(target) = file.shortcut_to.as_ref().filter(|_| file.mime_type == SHORTCUT) {
        let kind = tree.files.get(target).map(|target| target.mime_type.as_str());
        shown.put("shortcutDetails", json!({ "targetId": target, "targetMimeType": kind }));
    }
}

fn sharing(shown: &mut Shown, tree: &Tree, asked: &Asked<'_>, file: &File, drive: Option<&str>) {
    let me = asked.me();
    let given = tree.permissions_of(file);
    shown.put("permissionIds", given.iter().map(|one| one.permission.id.clone()).collect::<Vec<_>>());
    if let Some(drive) = drive {
        shown.put("driveId", drive);
        shown.put("teamDriveId", drive);
        shown.put("hasAugmentedPermissions", file.permissions.iter().any(|_| file.id != drive));
        return;
    }
    if let Some(owner) = &file.owner {
        shown.put("owners", json!([user(tree, asked, owner)]));
    }
    let owned = file.owner.as_ref().is_some_and(|owner| owner.eq_ignore_ascii_case(me));
    shown.put("ownedByMe", owned);
    shown.put("shared", given.iter().any(|one| one.permission.role != Role::Owner));
    if let Some(mine) = given.iter().find(|one| one.permission.to.is_user(me)).filter(|_| !owned) {
        shown.put("sharedWithMeTime", time(mine.permission.since));
        shown.put("sharingUser", user(tree, asked, &mine.permission.by));
    }
    if permissions::may_share(tree, file, me) {
        let all = given.iter().map(|one| permission(tree, one));
        shown.put("permissions", all.collect::<Vec<_>>());
    }
}

/// A permission, with where it comes from.
pub(super) fn permission(tree: &Tree, given: &Given) -> Value {
    let Permission { id, role, to, expires, discoverable, .. } = &given.permission;
    let mut shown = Shown(Map::new());
    shown.put("kind", "drive#permission");
    shown.put("id", id.as_str());
    shown.put("role", json!(role));
    shown.put("deleted", false);
    shown.put("pendingOwner", false);
    match to {
        Grantee::User(address) | Grantee::Group(address) => {
            shown.put("type", if matches!(to, Grantee::User(_)) { "user" } else { "group" });
            shown.put("emailAddress", address.as_str());
            shown.put("displayName", tree.name_of(address));
        }
        Grantee::Domain(domain) => {
            shown.put("type", "domain");
            shown.put("domain", domain.as_str());
            shown.put("displayName", domain.as_str());
            shown.put("allowFileDiscovery", *discoverable);
        }
        Grantee::Anyone => {
            shown.put("type", "anyone");
            shown.put("allowFileDiscovery", *discoverable);
        }
    }
    shown.maybe("expirationTime", expires.map(time));
    let mut detail = json!({
        "permissionType": "file", "role": role, "inherited": given.inherited_from.is_some(),
    });
    if let (Some(from), Some(detail)) = (&given.inherited_from, detail.as_object_mut()) {
        detail.insert("inheritedFrom".to_owned(), from.as_str().into());
        if tree.drives.contains(from) {
            detail.insert("permissionType".to_owned(), "member".into());
        }
    }
    shown.put("permissionDetails", json!([detail]));
    Value::Object(shown.0)
}

/// The fields of an answer.
struct Shown(Map<String, Value>);

impl Shown {
    fn put(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }

    fn maybe(&mut self, name: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.put(name, value);
        }
    }
}
