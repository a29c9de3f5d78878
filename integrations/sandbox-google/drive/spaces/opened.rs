//! The spaces that a token opens.

use crate::drive::ids::subject;
use crate::{call::Call, drive::file::File};

/// How the API calls the folder, and the space of what lies in it.
pub(crate) const APP_DATA: &str = "appDataFolder";

/// The scope that opens the folder.
pub(crate) const SCOPE: &str = "https://www.googleapis.com/auth/drive.appdata";

/// The id of somebody's folder of application data.
pub(crate) fn app_data_id(address: &str) -> String {
    format!("1AppData{}", subject(address))
}

pub(crate) fn is_app_data_folder(file: &File) -> bool {
    file.owner.as_ref().is_some_and(|owner| app_data_id(owner) == file.id)
}

/// The spaces that a token opens, or that a list covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spaces {
    Drive,
    AppData,
    Both,
}

impl Spaces {
    pub(crate) fn of(call: &Call) -> Self {
        // The APIs of documents and spreadsheets know nothing of application data.
        let drive = call.scopes.iter().any(|scope| scope != SCOPE);
        match (drive, call.scopes.contains(SCOPE)) {
            (true, true) => Self::Both,
            (false, true) => Self::AppData,
            (_, false) => Self::Drive,
        }
    }

    pub(crate) fn open(self, is_app_data: bool) -> bool {
        match self {
            Self::Both => true,
            Self::AppData => is_app_data,
            Self::Drive => !is_app_data,
        }
    }
}
