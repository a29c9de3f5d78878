//! `files.create`: new files, folders, shortcuts, and documents made from what is uploaded.

use bytes::Bytes;
use mail_parser::decoders::html::html_to_text;
use serde_json::{Value, json};

use super::asked::Asked;
use super::escaping::as_markdown;
use super::file::{File, Grantee, Permission};
use super::tree::Tree;
use super::{body, refusals, render, spaces};
use crate::call::Media;
use crate::drive::ids::fresh_id;
use crate::drive::kinds::{DOCUMENT, FOLDER, PRESENTATION, SHORTCUT, SPREADSHEET, is_google_kind};
use crate::drive::role::Role;
use crate::refusal::Refusal;
use crate::{State, docs, sheets};

/// The kinds of files that presentations are made from.
const POWER_POINT: [&str; 3] = [
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/vnd.ms-powerpoint",
    "application/vnd.oasis.opendocument.presentation",
];

pub(super) fn create(state: &mut State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let plan = Plan::read(&state.drive, asked)?;
    let content = Content::read(&plan.mime_type, asked.call.media.as_ref())?;
    let id = make(state, asked, plan, content);
    let tree = &state.drive;
    tree.files.get(&id).map(|file| render::file(tree, asked, file)).ok_or_else(|| refusals::not_found(&id))
}

/// What can be refused before the content has come.
pub(super) fn check(tree: &Tree, asked: &Asked<'_>) -> Result<(), Refusal> {
    Plan::read(tree, asked).map(drop)
}

/// `files.generateIds`.
pub(super) fn generate_ids(tree: &mut Tree, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let query = &asked.call.query;
    if query.one("space").is_some_and(|space| !matches!(space, "drive" | spaces::APP_DATA)) {
        return Err(refusals::invalid_value("space"));
    }
    let count = query.one("count").and_then(|count| count.parse().ok()).unwrap_or(10_usize);
    let ids: Vec<String> = std::iter::repeat_with(fresh_id).take(count).collect();
    tree.issued.extend(ids.iter().cloned());
    Ok(json!({ "kind": "drive#generatedIds", "space": query.one("space").unwrap_or("drive"), "ids": ids }))
}

/// A file that can be made.
struct Plan {
    id: String,
    name: String,
    mime_type: String,
    parent: String,
    shortcut_to: Option<String>,
}

impl Plan {
    fn read(tree: &Tree, asked: &Asked<'_>) -> Result<Self, Refusal> {
        let call = asked.call;
        body::check_new(call)?;
        let media_type =
            call.media.as_ref().map(|media| media.media_type.as_str()).filter(|kind| !kind.is_empty());
        let mime_type = call.text("/mimeType").or(media_type).unwrap_or("application/octet-stream");
        let parents = call.texts("/parents");
        spaces::check_new(asked, parents.first().map(String::as_str), mime_type)?;
        let parent = parent_of(tree, asked, parents, "root")?;
        let target = match (mime_type, call.text("/shortcutDetails/targetId")) {
            (SHORTCUT, Some(id)) => Some(target_of(tree, asked, id)?),
            (SHORTCUT, None) => {
                let message = "A shortcut must have a target.";
                return Err(
                    Refusal::older(400, "required", message).at("file.shortcutDetails.targetId", "other")
                );
            }
            (_, Some(_)) => return Err(refusals::not_writable()),
            (_, None) => None,
        };
        Ok(Self {
            id: id_of(tree, call.text("/id"), mime_type)?,
            name: call
                .text("/name")
                .or(target.map(|target| target.name.as_str()))
                .unwrap_or("Untitled")
                .to_owned(),
            mime_type: mime_type.to_owned(),
            parent,
            shortcut_to: target.map(|target| target.id.clone()),
        })
    }
}

/// The folder something is to be put into: the one that is named, or the usual one.
pub(super) fn parent_of(
    tree: &Tree,
    asked: &Asked<'_>,
    named: Vec<String>,
    usual: &str,
) -> Result<String, Refusal> {
    let mut named = named.into_iter();
    let (wanted, more) = (named.next().unwrap_or_else(|| usual.to_owned()), named.next());
    if more.is_some() {
        let message = "A file cannot have more than one parent.";
        return Err(Refusal::older(400, "invalid", message).at("file.parents", "other"));
    }
    let folder = asked.open(tree, &wanted, Role::Reader)?;
    if !folder.is_folder() {
        return Err(Refusal::older(403, "parentNotAFolder", "The specified parent is not a folder."));
    }
    if tree.role_of(folder, asked.me()) < Some(Role::Writer) {
        return Err(refusals::closed_parent());
    }
    Ok(folder.id.clone())
}

fn target_of<'a>(tree: &'a Tree, asked: &Asked<'_>, id: &str) -> Result<&'a File, Refusal> {
    let target =
        tree.open(&asked.visitor, id, Role::Reader).map_err(|closed| refusals::closed(closed, id))?;
    if target.mime_type == SHORTCUT {
        return Err(Refusal::older(403, "shortcutTargetInvalid", "The shortcut target is invalid."));
    }
    Ok(target)
}

/// An id must be one that was given out and not used yet, and Google's own kinds take none.
pub(super) fn id_of(tree: &Tree, given: Option<&str>, mime_type: &str) -> Result<String, Refusal> {
    let Some(given) = given else { return Ok(fresh_id()) };
    let refuse =
        |code, reason, message: &str| Err(Refusal::older(code, reason, message).at("file.id", "other"));
    if is_google_kind(mime_type) && !matches!(mime_type, FOLDER | SHORTCUT) {
        return refuse(400, "invalid", "Generated IDs are not supported for Docs Editors formats.");
    }
    if tree.files.contains_key(given) {
        return refuse(409, "fileIdInUse", "A file already exists with the provided ID.");
    }
    if !tree.issued.contains(given) {
        return refuse(400, "invalid", "The provided file ID is not usable.");
    }
    Ok(given.to_owned())
}

/// What is to be inside.
pub(super) enum Content {
    Nothing,
    Bytes(Bytes),
    /// A document, from Markdown.
    Document(String),
    /// A spreadsheet, from CSV.
    Spreadsheet(String),
    /// A spreadsheet, from the rows of each of its sheets by title.
    Sheets(Vec<(String, Vec<Vec<Value>>)>),
}

impl Content {
    /// What an upload means for a file of this kind.
    pub(super) fn read(mime_type: &str, media: Option<&Media>) -> Result<Self, Refusal> {
        let unsupported = || {
            let message = "Conversion of the uploaded content to the requested output type is not supported.";
            Refusal::older(400, "badRequest", message)
        };
        let text = |media: &Media| String::from_utf8_lossy(&media.bytes).into_owned();
        match (mime_type, media) {
            (DOCUMENT, None) => Ok(Self::Document(String::new())),
            (SPREADSHEET, None) => Ok(Self::Spreadsheet(String::new())),
            (DOCUMENT, Some(media)) => match media.media_type.as_str() {
                "text/markdown" => Ok(Self::Document(text(media))),
                "text/plain" => Ok(Self::Document(as_markdown(&text(media)))),
                "text/html" => Ok(Self::Document(as_markdown(&html_to_text(&text(media))))),
                _ => Err(unsupported()),
            },
            (SPREADSHEET, Some(media)) => match media.media_type.as_str() {
                "text/csv" => Ok(Self::Spreadsheet(text(media))),
                _ => Err(unsupported()),
            },
            // No API here shows slides, so a presentation stays without content.
            (PRESENTATION, Some(media)) if POWER_POINT.contains(&media.media_type.as_str()) => {
                Ok(Self::Nothing)
            }
            (kind, None) if is_google_kind(kind) => Ok(Self::Nothing),
            (kind, Some(_)) if is_google_kind(kind) => Err(unsupported()),
            (_, media) => Ok(Self::Bytes(media.map(|media| media.bytes.clone()).unwrap_or_default())),
        }
    }
}

fn make(state: &mut State, asked: &Asked<'_>, plan: Plan, content: Content) -> String {
    let (now, me) = (sandbox_world::now(), asked.me());
    let mut file = File::new(plan.id.clone(), &plan.name, &plan.mime_type, me, now);
    file.shortcut_to = plan.shortcut_to;
    body::apply(asked, &mut file);
    file.made_by_app = true;
    put_in(state, asked, file, &plan.parent, content)
}

/// Puts a new file into a folder. It belongs to whoever makes it, or to the shared drive.
pub(super) fn put_in(
    state: &mut State,
    asked: &Asked<'_>,
    mut file: File,
    parent: &str,
    content: Content,
) -> String {
    let (id, name, me) = (file.id.clone(), file.name.clone(), asked.me().to_owned());
    let tree = &mut state.drive;
    let in_drive = tree.files.get(parent).is_some_and(|folder| tree.drive_of(folder).is_some());
    if !in_drive {
        file.permissions = vec![Permission::new(Grantee::User(me.clone()), Role::Owner, &me, file.created)];
        file.owner = Some(me);
    }
    file.parent = Some(parent.to_owned());
    tree.add(file);
    fill(state, &id, &name, content);
    id
}

/// Gives a file its first content.
pub(super) fn fill(state: &mut State, id: &str, name: &str, content: Content) {
    match content {
        Content::Nothing => {}
        Content::Bytes(bytes) => {
            if let Some(file) = state.drive.files.get_mut(id) {
                file.content = Some(bytes);
            }
        }
        Content::Document(markdown) => docs::import(state, id, name, &markdown),
        Content::Spreadsheet(csv) => sheets::import(state, id, name, &csv),
        Content::Sheets(given) => sheets::import_sheets(state, id, name, &given),
    }
}
