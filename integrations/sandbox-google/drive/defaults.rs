//! What an answer holds when the caller has not said which fields they want.

use serde_json::{Map, Value};

use crate::call::Call;
use crate::refusal::Refusal;

const FILE: &[&str] = &["kind", "id", "name", "mimeType", "resourceKey"];
const PERMISSION: &[&str] = &["kind", "id", "type", "role"];
const DRIVE: &[&str] = &["kind", "id", "name"];
const REVISION: &[&str] = &["kind", "id", "mimeType", "modifiedTime"];

/// Some methods answer only when told what.
pub(super) fn check(call: &Call) -> Result<(), Refusal> {
    let name = name_of(call);
    let demanding = ["about.", "comments.", "replies."].iter().any(|start| name.starts_with(start));
    if !demanding || name.ends_with(".delete") || call.query.one("fields").is_some() {
        return Ok(());
    }
    let message = "The 'fields' parameter is required for this method.";
    Err(Refusal::older(400, "required", message).at("fields", "parameter"))
}

/// Leaves what Drive shows by itself, unless the caller has said what they want.
pub(super) fn trim(call: &Call, answer: Value) -> Value {
    if call.query.one("fields").is_some() {
        return answer;
    }
    match name_of(call) {
        "files.get" | "files.create" | "files.update" | "files.copy" => only(answer, FILE),
        "files.list" => each(answer, "files", FILE),
        "permissions.get" | "permissions.create" | "permissions.update" => only(answer, PERMISSION),
        "permissions.list" => each(answer, "permissions", PERMISSION),
        "drives.get" => only(answer, DRIVE),
        "drives.list" => each(answer, "drives", DRIVE),
        "revisions.get" => only(answer, REVISION),
        "revisions.list" => each(answer, "revisions", REVISION),
        "changes.list" => with(answer, "changes", |change| with_one(change, "file", |file| only(file, FILE))),
        _ => answer,
    }
}

fn name_of(call: &Call) -> &str {
    call.method.strip_prefix("drive.").unwrap_or(&call.method)
}

fn only(value: Value, names: &[&str]) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(name, _)| names.contains(&name.as_str()));
            Value::Object(kept.collect::<Map<_, _>>())
        }
        other => other,
    }
}

fn each(answer: Value, list: &str, names: &[&str]) -> Value {
    with(answer, list, |item| only(item, names))
}

fn with(answer: Value, list: &str, work: impl Fn(Value) -> Value) -> Value {
    with_one(answer, list, |items| match items {
        Value::Array(items) => Value::Array(items.into_iter().map(&work).collect()),
        other => other,
    })
}

fn with_one(mut answer: Value, name: &str, work: impl FnOnce(Value) -> Value) -> Value {
    if let Some(value) = answer.get_mut(name) {
        *value = work(value.take());
    }
    answer
}
