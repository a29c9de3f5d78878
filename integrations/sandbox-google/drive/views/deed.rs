//! Changes that somebody makes to a file by hand.

/// What somebody does with a file in their own browser.
#[derive(Clone, Debug, Default)]
pub struct Deed {
    pub name: Option<String>,
    /// New content: text for a file or a document's Markdown, CSV for a spreadsheet.
    pub text: Option<String>,
    pub trashed: Option<bool>,
}

/// Why somebody cannot do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// They do not see such a file.
    NoSuchFile,
    /// They see it, and may not change it.
    NotAllowed,
}
