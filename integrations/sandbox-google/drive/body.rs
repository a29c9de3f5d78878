//! The metadata somebody gives a file, checked.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::Value;

use super::asked::Asked;
use super::file::{File, Limit};
use super::refusals;
use crate::call::Call;
use crate::refusal::Refusal;

/// What a client may set. Everything else is Drive's own.
const WRITABLE: [&str; 18] = [
    "appProperties",
    "contentHints",
    "copyRequiresWriterPermission",
    "createdTime",
    "description",
    "folderColorRgb",
    "id",
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
    "writersCanShare",
];

/// What a client may set at Google, and not here: whoever relies on it must not believe that it works.
const NOT_BUILT: [&str; 4] =
    ["contentRestrictions", "downloadRestrictions", "inheritedPermissionsDisabled", "viewersCanCopyContent"];

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
    if let Some(name) = names.clone().find(|name| NOT_BUILT.contains(&name.as_str())) {
        return Err(Refusal::not_implemented(&format!("Setting {name}")));
    }
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
    limit(file, Limit::OnlyOwnersShare, call.body.get("writersCanShare"), &Value::Bool(false));
    limit(file, Limit::OnlyWritersCopy, call.body.get("copyRequiresWriterPermission"), &Value::Bool(true));
    if let Some(time) = moment(call, "/createdTime") {
        file.created = time;
    }
    if let Some(time) = moment(call, "/modifiedTime") {
        file.modified = time;
    }
    merge(&mut file.properties, call.body.get("properties"));
    merge(&mut file.app_properties, call.body.get("appProperties"));
}

/// Sets a limit where the value that was given means it, and lifts it where another was given.
fn limit(file: &mut File, limit: Limit, given: Option<&Value>, meaning: &Value) {
    match given.filter(|given| given.is_boolean()) {
        Some(given) if given == meaning => file.limits.insert(limit),
        Some(_) => file.limits.remove(&limit),
        None => false,
    };
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
