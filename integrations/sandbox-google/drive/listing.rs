//! `files.list`: which files somebody finds, and in which order.

use std::cmp::{Ordering, Reverse};

use serde_json::Value;

use super::asked::Asked;
use super::file::{File, Grantee};
use super::search::{Looked, Search};
use super::tree::Tree;
use super::{pages, refusals, render, spaces};
use crate::drive::ids::root_of;
use crate::drive::kinds::{DOCUMENT, SPREADSHEET};
use crate::drive::role::Role;
use crate::refusal::Refusal;
use crate::{State, docs, sheets};

pub(super) fn list(state: &State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let (tree, query) = (&state.drive, &asked.call.query);
    let corpus = Corpus::read(tree, asked)?;
    let spaces = spaces::listed(asked)?;
    let search =
        Search::read(query.one("q").unwrap_or_default()).map_err(|_| refusals::invalid_value("q"))?;
    let order = Order::read(query.one("orderBy").unwrap_or_default())?;
    if search.looks_inside() && !order.0.is_empty() {
        let message = "Sorting is not supported for queries with fullText terms. Results are always in descending \
                       relevance order.";
        return Err(Refusal::older(403, "forbidden", message));
    }
    for folder in search.folders() {
        // Drive does not say which folder it has not found.
        asked.open(tree, folder, Role::Reader).map_err(|_| refusals::not_found(""))?;
    }
    let root = root_of(asked.visitor.account);
    let mut found: Vec<&File> = tree
        .files
        .values()
        .filter(|file| corpus.holds(tree, asked, file) && spaces.open(tree.is_app_data(file)))
        .filter(|file| {
            let says = || words_of(state, file);
            search.matches(&Looked { tree, file, me: asked.me(), root: &root, says: &says })
        })
        .collect();
    found.sort_by(|one, other| order.compare(asked.me(), one, other));
    let rows = found.into_iter().map(|file| render::file(tree, asked, file)).collect();
    let mut answer = pages::page("drive#fileList", "files", rows, asked.call, 100)?;
    if let Some(fields) = answer.as_object_mut() {
        fields.insert("incompleteSearch".to_owned(), false.into());
    }
    Ok(answer)
}

/// What a file says, as far as it says anything.
pub(super) fn words_of(state: &State, file: &File) -> String {
    let bytes = match file.mime_type.as_str() {
        DOCUMENT => docs::export(state, &file.id, "text/plain").unwrap_or_default(),
        SPREADSHEET => sheets::export(state, &file.id, "text/csv").unwrap_or_default(),
        kind if is_text(kind) => file.content.as_ref().map(|bytes| bytes.to_vec()).unwrap_or_default(),
        _ => Vec::new(),
    };
    String::from_utf8_lossy(&bytes).into_owned()
}

pub(super) fn is_text(mime_type: &str) -> bool {
    mime_type.starts_with("text/") || mime_type == "application/json"
}

/// Where is looked.
enum Corpus {
    /// What is somebody's own or was shared with them; with or without what is in shared drives.
    User { drives: bool },
    /// What was shared with the whole company.
    Domain { drives: bool },
    /// One shared drive.
    Drive(String),
    /// Everything they can open.
    AllDrives,
}

impl Corpus {
    fn read(tree: &Tree, asked: &Asked<'_>) -> Result<Self, Refusal> {
        let query = &asked.call.query;
        let wrong = |message: &str, at: &'static str| {
            Err(Refusal::older(403, "forbidden", message.to_owned()).at(at, "parameter"))
        };
        let drives = query.is_true("includeItemsFromAllDrives") || query.is_true("includeTeamDriveItems");
        if drives && !asked.knows_drives() {
            return wrong(
                "The supportsAllDrives parameter must be set to true when includeItemsFromAllDrives is true.",
                "supportsAllDrives",
            );
        }
        let drive = query.one("driveId").or_else(|| query.one("teamDriveId"));
        let corpora = query.one("corpora").or_else(|| query.one("corpus")).unwrap_or("user");
        match (corpora, drive) {
            ("drive" | "teamDrive", None) => {
                wrong("The driveId parameter must be specified when corpora is set to drive.", "driveId")
            }
            ("drive" | "teamDrive" | "allDrives" | "allTeamDrives", _) if !drives => wrong(
                "The includeItemsFromAllDrives parameter must be set to true when corpora is drive or allDrives.",
                "includeItemsFromAllDrives",
            ),
            ("drive" | "teamDrive", Some(id)) => {
                let known = tree.drives.contains(id) && tree.open(&asked.visitor, id, Role::Reader).is_ok();
                let missing = || {
                    let message = format!("Shared drive not found: {id}");
                    Refusal::older(404, "notFound", message).at("driveId", "parameter")
                };
                if known { Ok(Self::Drive(id.to_owned())) } else { Err(missing()) }
            }
            ("user" | "domain" | "allDrives" | "allTeamDrives", Some(_)) => wrong(
                "The driveId parameter must be specified if and only if corpora is set to drive.",
                "driveId",
            ),
            ("user", None) => Ok(Self::User { drives }),
            ("domain", None) => Ok(Self::Domain { drives }),
            ("allDrives" | "allTeamDrives", None) => Ok(Self::AllDrives),
            _ => Err(refusals::invalid_value("corpora")),
        }
    }

    fn holds(&self, tree: &Tree, asked: &Asked<'_>, file: &File) -> bool {
        if tree.is_root(file) || tree.open(&asked.visitor, &file.id, Role::Reader).is_err() {
            return false;
        }
        let drive = tree.drive_of(file);
        let given = |wanted: &dyn Fn(&Grantee) -> bool| {
            tree.permissions_of(file).iter().any(|one| wanted(&one.permission.to))
        };
        // What only a link opens is in nobody's list.
        let own = || given(&|to| to.is_user(asked.me()));
        match self {
            Self::User { drives } => (drive.is_none() || *drives) && own(),
            Self::Domain { drives } => {
                (drive.is_none() || *drives) && given(&|to| matches!(to, Grantee::Domain(_)))
            }
            Self::Drive(id) => drive == Some(id),
            Self::AllDrives => own(),
        }
    }
}

/// Which of two files comes first.
struct Order(Vec<(Key, Direction)>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Rising,
    Falling,
}

#[derive(Clone, Copy)]
enum Key {
    Folder,
    Name,
    Created,
    Modified,
    ModifiedByMe,
    Shared,
    Size,
    Starred,
}

impl Order {
    fn read(text: &str) -> Result<Self, Refusal> {
        let wrong = || refusals::invalid_value("orderBy");
        let mut keys = Vec::new();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let mut words = part.split_whitespace();
            let key = match words.next().ok_or_else(wrong)? {
                "folder" => Key::Folder,
                "name" | "name_natural" => Key::Name,
                "createdTime" => Key::Created,
                "modifiedTime" | "recency" => Key::Modified,
                "modifiedByMeTime" | "viewedByMeTime" => Key::ModifiedByMe,
                "sharedWithMeTime" => Key::Shared,
                "quotaBytesUsed" => Key::Size,
                "starred" => Key::Starred,
                _ => return Err(wrong()),
            };
            let direction = match (words.next(), words.next()) {
                (None, None) => Direction::Rising,
                (Some("desc"), None) => Direction::Falling,
                _ => return Err(wrong()),
            };
            keys.push((key, direction));
        }
        Ok(Self(keys))
    }

    /// By the keys; what they leave equal, and everything where there are none, with the latest change first.
    fn compare(&self, me: &str, one: &File, other: &File) -> Ordering {
        let by_keys = self.0.iter().map(|(key, direction)| {
            let order = key.compare(me, one, other);
            if *direction == Direction::Falling { order.reverse() } else { order }
        });
        by_keys
            .fold(Ordering::Equal, Ordering::then)
            .then_with(|| (Reverse(one.modified), &one.id).cmp(&(Reverse(other.modified), &other.id)))
    }
}

impl Key {
    fn compare(self, me: &str, one: &File, other: &File) -> Ordering {
        let size = |file: &File| file.content.as_ref().map_or(0, bytes::Bytes::len);
        let mine = |file: &File| {
            let all = file.revisions.iter().filter(|revision| revision.by.eq_ignore_ascii_case(me));
            all.map(|revision| revision.at).max()
        };
        let shared = |file: &File| {
            let given = file.permissions.iter().filter(|permission| permission.to.is_user(me));
            given.map(|permission| permission.since).max()
        };
        match self {
            // Folders first, starred first: Drive counts what is so as less than what is not.
            Self::Folder => other.is_folder().cmp(&one.is_folder()),
            Self::Starred => other.starred_by.contains(me).cmp(&one.starred_by.contains(me)),
            Self::Name => one.name.to_lowercase().cmp(&other.name.to_lowercase()),
            Self::Created => one.created.cmp(&other.created),
            Self::Modified => one.modified.cmp(&other.modified),
            Self::ModifiedByMe => mine(one).cmp(&mine(other)),
            Self::Shared => shared(one).cmp(&shared(other)),
            Self::Size => size(one).cmp(&size(other)),
        }
    }
}
