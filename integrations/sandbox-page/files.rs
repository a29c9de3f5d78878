//! Somebody's files: their drive, what is shared with them, one file with its readers. What the agent does is seen here.

mod list;
mod one;

use sandbox_google::files::FileRow;
use serde::Deserialize;

pub(super) use self::{
    list::{pane as list_pane, part as list_part},
    one::{content, pane as file_pane, part as file_part},
};

/// Which files are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Drawer {
    #[default]
    Mine,
    Shared,
    Drives,
    Bin,
}

impl Drawer {
    pub(super) const EVERY: [Self; 4] = [Self::Mine, Self::Shared, Self::Drives, Self::Bin];

    /// As it stands in an address.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Mine => "mine",
            Self::Shared => "shared",
            Self::Drives => "drives",
            Self::Bin => "bin",
        }
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Mine => "My Drive",
            Self::Shared => "Shared with me",
            Self::Drives => "Shared drives",
            Self::Bin => "Bin",
        }
    }
}

/// What a person calls this kind of file.
fn kind(row: &FileRow) -> &'static str {
    match row.mime_type.as_str() {
        "application/vnd.google-apps.folder" => "Folder",
        "application/vnd.google-apps.document" => "Document",
        "application/vnd.google-apps.spreadsheet" => "Spreadsheet",
        "application/vnd.google-apps.shortcut" => "Shortcut",
        kind if kind.starts_with("text/") => "Text",
        kind if kind.starts_with("image/") => "Picture",
        _ => "File",
    }
}

fn sign(row: &FileRow) -> &'static str {
    match kind(row) {
        "Folder" => "📁",
        "Document" => "📝",
        "Spreadsheet" => "📊",
        "Shortcut" => "↪",
        _ => "📄",
    }
}
