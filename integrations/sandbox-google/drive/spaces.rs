//! The two spaces of Drive: what people see in their drive, and the folder of the client's own data.
//!
//! There is one registered client here, so everybody has one such folder. Only a token with `drive.appdata` opens it,
//! and people see it nowhere.

mod opened;

pub(crate) use self::opened::{APP_DATA, Spaces, app_data_id, is_app_data_folder};
use super::asked::Asked;
use super::file::{File, Grantee, Permission};
use super::refusals;
use super::tree::{Tree, Visitor};
use crate::account::Account;
use crate::drive::kinds::{FOLDER, is_google_kind};
use crate::refusal::Refusal;

impl Tree {
    /// Whether a file is somebody's folder of application data, or in it.
    pub(super) fn is_app_data(&self, file: &File) -> bool {
        is_app_data_folder(self.above(file).last().unwrap_or(file))
    }

    /// Sees that somebody has a folder of application data.
    pub(crate) fn settle_app_data(&mut self, account: &Account) {
        let id = app_data_id(&account.address);
        if self.files.contains_key(&id) {
            return;
        }
        let now = sandbox_world::now();
        let mut folder = File::new(id.clone(), "Application Data", FOLDER, &account.address, now);
        folder.owner = Some(account.address.clone());
        let to = Grantee::User(account.address.clone());
        folder.permissions = vec![Permission::new(to, super::role::Role::Owner, &account.address, now)];
        folder.made_by_app = true;
        self.files.insert(id, folder);
    }
}

/// The spaces that a list covers: that of people's files, unless the caller says otherwise.
pub(super) fn listed(asked: &Asked<'_>) -> Result<Spaces, Refusal> {
    let given = asked.call.query.one("spaces").unwrap_or("drive");
    let mut wanted = None;
    for name in given.split(',').map(str::trim) {
        wanted = match (name, wanted) {
            ("drive", None | Some(Spaces::Drive)) => Some(Spaces::Drive),
            (APP_DATA, None | Some(Spaces::AppData)) => Some(Spaces::AppData),
            ("drive" | APP_DATA, Some(_)) => Some(Spaces::Both),
            _ => return Err(refusals::invalid_value("spaces")),
        };
    }
    let wanted = wanted.unwrap_or(Spaces::Drive);
    let granted = asked.visitor.spaces;
    if granted == Spaces::Both || granted == wanted {
        return Ok(wanted);
    }
    Err(insufficient("The granted scopes do not give access to all of the requested spaces.")
        .at("spaces", "parameter"))
}

/// Refuses a new file in a space that the token does not open, and kinds of files that application data has none of.
pub(super) fn check_new(asked: &Asked<'_>, parent: Option<&str>, mime_type: &str) -> Result<(), Refusal> {
    let spaces = asked.visitor.spaces;
    match parent {
        Some(APP_DATA) if spaces == Spaces::Drive => {
            Err(insufficient("The granted scopes do not allow use of the Application Data folder."))
        }
        Some(APP_DATA) if is_google_kind(mime_type) && mime_type != FOLDER => Err(not_supported()),
        None | Some("root") if spaces == Spaces::AppData => {
            Err(insufficient("The granted scopes do not give access to all of the requested spaces."))
        }
        _ => Ok(()),
    }
}

/// Refuses what cannot be done with somebody's own application data: to share, to trash, to move it elsewhere.
pub(super) fn check_not_app_data(tree: &Tree, visitor: &Visitor<'_>, id: &str) -> Result<(), Refusal> {
    let file = tree.files.get(id).filter(|file| file.owner.as_ref() == Some(&visitor.account.address));
    if file.is_some_and(|file| tree.is_app_data(file)) { Err(not_supported()) } else { Ok(()) }
}

pub(super) fn not_supported() -> Refusal {
    let message = "Method not supported for files within the Application Data folder.";
    Refusal::older(403, "notSupportedForAppDataFolderFiles", message)
}

fn insufficient(message: &str) -> Refusal {
    Refusal::older(403, "insufficientScopes", message)
}
