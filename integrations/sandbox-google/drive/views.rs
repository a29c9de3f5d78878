//! Files as the page and the control API show them, and what somebody does with them in their own browser.

mod deed;

use bytes::Bytes;
use jiff::Timestamp;
use sandbox_world::{FileSeed, WorldFault};
use serde::Serialize;

pub use self::deed::{Deed, Hindrance};
use super::file::{File, Grantee};
use super::listing::{is_text, words_of};
use super::seed::House;
use super::tree::Tree;
use super::update;
use crate::account::Account;
use crate::drive::ids::root_of;
pub use crate::drive::kinds::{DOCUMENT, SPREADSHEET};
use crate::drive::kinds::{FOLDER, SHORTCUT};
use crate::drive::role::Role;
pub use crate::drive::role::Role as RoleName;
use crate::notices::Notice;
use crate::{Google, State, docs, sheets};

/// A file in a list.
#[derive(Clone, Debug, Serialize)]
pub struct FileRow {
    pub id: String,
    pub name: String,
    pub mime_type: String,
    /// The id of the folder it is in, where this person sees it.
    pub parent: Option<String>,
    /// The owner's address; nobody owns what is in a shared drive.
    pub owner: Option<String>,
    /// The name of the shared drive it is in.
    pub drive: Option<String>,
    pub modified: Timestamp,
    pub modified_by: String,
    pub version: u64,
    pub shared: bool,
    pub starred: bool,
    pub trashed: bool,
    /// The bytes it has, if it is none of Google's own kinds.
    pub size: Option<usize>,
    /// The id of the file a shortcut leads to.
    pub shortcut_to: Option<String>,
}

impl FileRow {
    pub fn is_folder(&self) -> bool {
        self.mime_type == FOLDER
    }
}

/// One file with what is in it and who may open it.
#[derive(Clone, Debug, Serialize)]
pub struct FileView {
    #[serde(flatten)]
    pub row: FileRow,
    /// The folders above, from the top.
    pub path: Vec<FolderName>,
    /// What is in a folder.
    pub children: Vec<FileRow>,
    /// What it says, if it is text, a document or a spreadsheet.
    pub text: Option<String>,
    pub readers: Vec<ReaderView>,
}

/// A folder on the way to a file.
#[derive(Clone, Debug, Serialize)]
pub struct FolderName {
    pub id: String,
    pub name: String,
}

/// Somebody who may open a file.
#[derive(Clone, Debug, Serialize)]
pub struct ReaderView {
    /// A name and address, a domain, or `anyone with the link`.
    pub who: String,
    pub role: Role,
    /// Whether it comes from a folder above.
    pub inherited: bool,
    pub expires: Option<Timestamp>,
}

impl Google {
    /// Somebody's files: their own, what was shared with them, and what is in their shared drives. Newest first.
    pub fn files(&self, handle: &str) -> Vec<FileRow> {
        let Some(account) = self.account(handle) else { return Vec::new() };
        self.look_at(|state| {
            let tree = &state.drive;
            let seen = tree.files.values().filter(|file| !tree.is_root(file) && !tree.is_app_data(file));
            let seen = seen.filter(|file| is_listed(tree, file, account));
            let mut rows: Vec<FileRow> = seen.map(|file| row(tree, file, account)).collect();
            rows.sort_by_key(|row| std::cmp::Reverse(row.modified));
            rows
        })
    }

    /// One file or folder, if somebody may open it; `root` is their My Drive.
    pub fn file(&self, handle: &str, id: &str) -> Option<FileView> {
        let account = self.account(handle)?;
        let root = root_of(account);
        self.look_at(|state| view(state, account, if id == "root" { &root } else { id }))
    }

    /// The bytes of a file, if somebody may open it and it has any.
    pub fn file_bytes(&self, handle: &str, id: &str) -> Option<Bytes> {
        let account = self.account(handle)?;
        self.look_at(|state| {
            let file = state.drive.files.get(id)?;
            state.drive.role_of(file, &account.address)?;
            file.content.clone()
        })
    }

    /// The shared drives somebody is in.
    pub fn shared_drives(&self, handle: &str) -> Vec<FolderName> {
        let Some(account) = self.account(handle) else { return Vec::new() };
        self.look_at(|state| {
            let tree = &state.drive;
            let drives = tree.drives.iter().filter_map(|id| tree.files.get(id));
            let mine = drives.filter(|drive| tree.role_of(drive, &account.address).is_some());
            mine.map(folder_name).collect()
        })
    }

    /// Somebody changes a file.
    pub fn change_file(&self, handle: &str, id: &str, deed: &Deed) -> Result<(), Hindrance> {
        let account = self.account(handle).ok_or(Hindrance::NoSuchFile)?;
        let done = self.with(|state| update::by_hand(state, account, id, deed));
        self.changes.ring();
        done
    }

    /// A file appears, now, whatever its `modified` says; answers with its id.
    pub fn put_file(&self, seed: &FileSeed) -> Result<String, WorldFault> {
        let house = House { accounts: &self.accounts, domain: &self.domain };
        let put = self.with(|state| super::seed::put(state, &house, seed, sandbox_world::now()));
        self.changes.ring();
        put
    }

    /// The mail Google itself has sent, oldest first.
    pub fn notices(&self) -> Vec<Notice> {
        self.look_at(|state| state.notices.clone())
    }
}

fn is_listed(tree: &Tree, file: &File, account: &Account) -> bool {
    tree.permissions_of(file).iter().any(|one| one.permission.to.is_user(&account.address))
}

fn row(tree: &Tree, file: &File, account: &Account) -> FileRow {
    let me = &account.address;
    let parent = file.parent.as_ref().and_then(|id| tree.files.get(id));
    let parent = parent.filter(|parent| tree.role_of(parent, me).is_some());
    let drive = tree.drive_of(file).and_then(|id| tree.files.get(id));
    FileRow {
        id: file.id.clone(),
        name: file.name.clone(),
        mime_type: file.mime_type.clone(),
        parent: parent.map(|parent| parent.id.clone()),
        owner: file.owner.clone(),
        drive: drive.map(|drive| drive.name.clone()),
        modified: file.modified,
        modified_by: tree.name_of(&file.modified_by).to_owned(),
        version: file.version,
        shared: tree.permissions_of(file).len() > 1,
        starred: file.starred_by.contains(me),
        trashed: tree.is_trashed(file),
        size: file.content.as_ref().map(Bytes::len),
        shortcut_to: file.shortcut_to.clone().filter(|_| file.mime_type == SHORTCUT),
    }
}

fn view(state: &State, account: &Account, id: &str) -> Option<FileView> {
    let tree = &state.drive;
    let file = tree.files.get(id)?;
    tree.role_of(file, &account.address)?;
    let above = tree.above(file).take_while(|folder| tree.role_of(folder, &account.address).is_some());
    let mut path: Vec<FolderName> = above.map(folder_name).collect();
    path.reverse();
    let mut children: Vec<FileRow> = tree.children(id).map(|child| row(tree, child, account)).collect();
    children.sort_by_key(|row| (!row.is_folder(), row.name.to_lowercase()));
    let readers = tree.permissions_of(file).into_iter().map(|given| ReaderView {
        who: match &given.permission.to {
            Grantee::User(address) | Grantee::Group(address) => {
                format!("{} <{address}>", tree.name_of(address))
            }
            Grantee::Domain(domain) => format!("everybody at {domain}"),
            Grantee::Anyone => "anyone with the link".to_owned(),
        },
        role: given.permission.role,
        inherited: given.inherited_from.is_some(),
        expires: given.permission.expires,
    });
    Some(FileView {
        row: row(tree, file, account),
        path,
        children,
        text: text_of(state, file),
        readers: readers.collect(),
    })
}

fn folder_name(folder: &File) -> FolderName {
    FolderName { id: folder.id.clone(), name: folder.name.clone() }
}

/// What a file says: a document as Markdown, a spreadsheet as CSV.
fn text_of(state: &State, file: &File) -> Option<String> {
    let exported = match file.mime_type.as_str() {
        DOCUMENT => docs::export(state, &file.id, "text/markdown"),
        SPREADSHEET => sheets::export(state, &file.id, "text/csv"),
        kind if is_text(kind) => return Some(words_of(state, file)),
        _ => None,
    };
    exported.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
