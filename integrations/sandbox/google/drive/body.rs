//! The metadata somebody gives a file, checked.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::Value;

use super::asked::Asked;
use super::file::File;
use super::refusals;
use crate::google::api::Call;
use crate::google::refusal::Refusal;

/// What a client may set. Everything else is Drive's own.
const WRITABLE: [&str; 22] = [
    "appProperties",
    "contentHints",
    "contentRestrictions",
    "copyRequiresWriterPermission",
    "createdTime",
    "description",
    "downloadRestrictions",
    "folderColorRgb",
    "id",
    "inheritedPermissionsDisabled",
    "kind",
    "mimeType",
    "modifiedTime",
    "name",
    "originalFilename",
    "parents",
    "properties",
    "shortcutDetails",
    "starred",
    "viewedByMeTime",
    "viewersCanCopyContent",
    "writersCanShare",
];

/// Refuses fields that cannot be set when a file is made or copied.
pub(super) fn check_new(call: &Call) -> Result<(), Refusal> {
    check(call, &WRITABLE)
}

/// Refuses fields that cannot be changed.
pub(super) fn check_change(call: &Call) -> Result<(), Refusal> {
    if call.body.get("parents").is_some() {
        return Err(Refusal::older(
            403,
            "fieldNotWritable",
            "The parents field is not directly writable in update requests. Use the addParents and removeParents \
             parameters instead.",
        ));
    }
    let changeable: Vec<&str> = WRITABLE
        .into_iter()
        .filter(|name| !matches!(*name, "id" | "shortcutDetails"))
        .chain(["trashed"])
        .collect();
    check(call, &changeable)
}

fn check(call: &Call, writable: &[&str]) -> Result<(), Refusal> {
    let mut names = call.body.as_object().into_iter().flat_map(|fields| fields.keys());
    if names.any(|name| !writable.contains(&name.as_str())) {
        return Err(refusals::not_writable());
    }
    Ok(())
}

/// Puts what is given into a file, apart from its name, its kind and its place.
pub(super) fn apply(asked: &Asked<'_>, file: &mut File) {
    let (call, me) = (asked.call, asked.me());
    if let Some(description) = call.body.get("description").and_then(Value::as_str) {
        file.description = Some(description.to_owned()).filter(|text| !text.is_empty());
    }
    if let Some(name) = call.text("/originalFilename") {
        file.original_name = Some(name.to_owned());
    }
    match call.body.get("starred").and_then(Value::as_bool) {
        Some(true) => {
            file.starred_by.insert(me.to_owned());
        }
        Some(false) => {
            file.starred_by.remove(me);
        }
        None => {}
    }
    if let Some(time) = moment(call, "/createdTime") {
        file.created = time;
    }
    if let Some(time) = moment(call, "/modifiedTime") {
        file.modified = time;
    }
    merge(&mut file.properties, call.body.get("properties"));
    merge(&mut file.app_properties, call.body.get("appProperties"));
}

fn moment(call: &Call, pointer: &str) -> Option<Timestamp> {
    call.text(pointer).and_then(|text| text.parse().ok())
}

/// Adds entries; one that is null is taken away.
fn merge(known: &mut BTreeMap<String, String>, given: Option<&Value>) {
    for (name, value) in given.and_then(Value::as_object).into_iter().flatten() {
        match value.as_str() {
            Some(value) => known.insert(name.clone(), value.to_owned()),
            None => known.remove(name),
        };
    }
}
