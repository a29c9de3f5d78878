//! The kinds of files that are Google's own.

pub(crate) const FOLDER: &str = "application/vnd.google-apps.folder";
pub const DOCUMENT: &str = "application/vnd.google-apps.document";
pub const SPREADSHEET: &str = "application/vnd.google-apps.spreadsheet";
pub(super) const PRESENTATION: &str = "application/vnd.google-apps.presentation";
pub(crate) const SHORTCUT: &str = "application/vnd.google-apps.shortcut";

/// Whether Google itself keeps what is inside: documents, folders, shortcuts and the like.
pub(crate) fn is_google_kind(mime_type: &str) -> bool {
    mime_type.starts_with("application/vnd.google-apps.")
}
