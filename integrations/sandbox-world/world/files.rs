//! The files a world starts with.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A shared drive and who is in it.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DriveSeed {
    pub name: String,
    pub members: Vec<MemberSeed>,
}

/// Somebody in a shared drive.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberSeed {
    /// A handle or an address.
    pub person: String,
    pub role: RoleSeed,
}

/// What somebody may do; `organizer` and `file_organizer` exist in shared drives only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoleSeed {
    Reader,
    Commenter,
    Writer,
    FileOrganizer,
    Organizer,
}

/// One file. Its content is one of `text`, `base64`, `markdown` and `sheets`, or none for a folder or a shortcut.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileSeed {
    /// A name that later files can refer to in `shortcut_to` and, if this is a folder, in `folder`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    pub name: String,
    /// A handle, or `Name <address>` for somebody outside. In a shared drive, whoever has put it there.
    pub owner: String,
    /// The folder it is in, e.g. `Projects/2026`, made as needed. A path may begin with the name of a shared drive, or
    /// with the `key` of an earlier folder, which may be somebody else's. Empty for the owner's My Drive itself.
    #[serde(default)]
    pub folder: String,
    /// The MIME type; by default that of the content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// A text file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Any other file, as standard base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
    /// A Google document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// A Google spreadsheet.
    #[serde(default)]
    pub sheets: Vec<SheetSeed>,
    /// What was said beside a document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<CommentSeed>,
    /// What is proposed to be changed in a document, and not decided yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<SuggestionSeed>,
    #[serde(default)]
    pub shared_with: Vec<SharedWith>,
    /// How long before the sandbox's start it was changed, e.g. `3d`; or an RFC 3339 time.
    #[serde(default = "super::an_hour")]
    pub modified: String,
    #[serde(default)]
    pub trashed: bool,
    /// The `key` of the file this one is a shortcut to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortcut_to: Option<String>,
    /// Starred by its owner.
    #[serde(default)]
    pub starred: bool,
}

/// One sheet of a spreadsheet.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetSeed {
    pub title: String,
    /// Texts, numbers, booleans and formulas such as `=SUM(B2:B6)`.
    pub rows: Vec<Vec<serde_json::Value>>,
}

/// A comment on a document.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommentSeed {
    /// Its id; one is chosen where none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// A handle, or `Name <address>` for somebody outside.
    pub by: String,
    /// Words of one paragraph of the document, as they stand there; where they stand first, they are meant.
    pub about: String,
    pub says: String,
}

/// A proposed change of a document.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuggestionSeed {
    /// Its id; one is chosen where none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// A handle, or `Name <address>` for somebody outside.
    pub by: String,
    /// Words of one paragraph of the document, as they stand there, that no earlier suggestion takes away; where they
    /// stand first, they are meant.
    pub find: String,
    /// What is to stand in their place. Empty to take them out.
    pub replace: String,
}

/// Somebody a file is shared with.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SharedWith {
    /// A handle, an address, `anyone` (who has the link) or `domain` (everybody of the company).
    pub person: String,
    pub role: RoleSeed,
}

impl FileSeed {
    /// Whoever says something beside it, or proposes something.
    pub fn voices(&self) -> impl Iterator<Item = &String> {
        let comments = self.comments.iter().map(|comment| &comment.by);
        comments.chain(self.suggestions.iter().map(|suggestion| &suggestion.by))
    }
}
