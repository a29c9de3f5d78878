//! What the tools of Drive, Docs and Sheets answered.

use serde::Deserialize;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct FileList {
    #[serde(alias = "spreadsheets")]
    pub(crate) files: Vec<File>,
    pub(crate) next_page: Option<String>,
    pub(crate) shared_drives: Vec<Title>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct File {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) modified: String,
    pub(crate) owner: Option<String>,
    pub(crate) link: String,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Title {
    #[serde(alias = "title")]
    pub(crate) name: String,
}

/// The text of a file or of a document.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Reading {
    pub(crate) file: File,
    pub(crate) remark: Option<String>,
    pub(crate) text: String,
    pub(crate) text_shown: String,
    pub(crate) continue_with: Option<super::Continuation>,
    pub(crate) hidden_removed: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Permissions {
    pub(crate) file: File,
    pub(crate) people: Vec<Permission>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Permission {
    pub(crate) who: String,
    pub(crate) name: Option<String>,
    pub(crate) role: String,
    pub(crate) inherited: bool,
}

/// What became of a file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Done {
    #[serde(alias = "document")]
    pub(crate) id: String,
    #[serde(alias = "title")]
    pub(crate) name: String,
    pub(crate) link: String,
    pub(crate) with: String,
    pub(crate) role: String,
    pub(crate) mode: String,
    pub(crate) replaced: Option<usize>,
    pub(crate) remark: Option<String>,
    pub(crate) remarks: Vec<String>,
    pub(crate) cells: usize,
    pub(crate) range: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct CommentList {
    pub(crate) file: File,
    pub(crate) comments: Vec<Comment>,
    pub(crate) total: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Comment {
    pub(crate) about: String,
    pub(crate) author: String,
    pub(crate) when: String,
    pub(crate) words: String,
    pub(crate) replies: Vec<Reply>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Reply {
    pub(crate) author: String,
    pub(crate) words: String,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct SuggestionList {
    pub(crate) file: File,
    pub(crate) suggestions: Vec<Suggestion>,
    pub(crate) total: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Suggestion {
    pub(crate) id: String,
    pub(crate) change: String,
    pub(crate) author: String,
    pub(crate) when: String,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Cells {
    pub(crate) title: String,
    pub(crate) link: String,
    pub(crate) sheets: Vec<Title>,
    pub(crate) ranges: Vec<Block>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Block {
    pub(crate) range: String,
    /// Markdown, with letters above and numbers beside.
    pub(crate) table: String,
    pub(crate) next_range: Option<String>,
}
