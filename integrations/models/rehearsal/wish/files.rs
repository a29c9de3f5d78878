//! What somebody wants of their files: those of Drive, documents, spreadsheets.

use super::mail::Recipient;
use super::named::{File, Kind};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Drive {
    /// Empty words are the files changed last.
    Find {
        words: String,
        kind: Option<Kind>,
    },
    /// What is in a folder; the top of the drive where none is named.
    Folder(Option<File>),
    Read(File),
    WhoCanOpen(File),
    Share {
        file: File,
        with: Sharer,
        role: Role,
    },
    Unshare {
        file: File,
        with: Sharer,
    },
    Rename {
        file: File,
        name: String,
    },
    Copy {
        file: File,
        name: Option<String>,
    },
    Move {
        file: File,
        folder: File,
    },
    Trash(File),
    /// The file itself, into the conversation.
    Fetch {
        file: File,
        format: Option<Format>,
    },
    /// What is attached to the message.
    Upload {
        folder: Option<File>,
    },
    /// A new file with this text.
    Write {
        name: String,
        content: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sharer {
    Person(Recipient),
    /// Whoever has the link.
    Anyone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Reader,
    Commenter,
    Writer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Pdf,
    Office,
    Markdown,
    Text,
    Csv,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Docs {
    Create {
        title: String,
        content: String,
    },
    Append {
        document: File,
        content: String,
        mode: Mode,
    },
    /// Below what stands under a heading.
    AddUnder {
        document: File,
        heading: String,
        content: String,
    },
    Replace {
        document: File,
        find: String,
        replace: String,
        mode: Mode,
    },
    Comments(File),
    Comment {
        document: File,
        about: String,
        words: String,
    },
    Suggestions(File),
    /// All suggestions of a document.
    Decide {
        document: File,
        decision: Decision,
    },
}

/// Whether a change is only proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Suggest,
    Edit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Accept,
    Reject,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sheets {
    List,
    Read { spreadsheet: File, part: Part },
    Write { spreadsheet: File, part: Part, value: String },
    Append { spreadsheet: File, row: Vec<String> },
    Style { spreadsheet: File, part: Part, look: Look },
    Create { title: String, columns: Vec<String> },
}

/// Which cells; all of the first sheet where nothing is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) sheet: Option<String>,
    pub(crate) range: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Bold,
    Italic,
    Underline,
    Strikethrough,
}

impl Drive {
    pub(super) fn files(&mut self) -> Vec<&mut File> {
        match self {
            Self::Folder(Some(file))
            | Self::Read(file)
            | Self::WhoCanOpen(file)
            | Self::Share { file, .. }
            | Self::Unshare { file, .. }
            | Self::Rename { file, .. }
            | Self::Copy { file, .. }
            | Self::Trash(file)
            | Self::Fetch { file, .. }
            | Self::Upload { folder: Some(file) } => vec![file],
            Self::Move { file, folder } => vec![file, folder],
            Self::Find { .. } | Self::Folder(None) | Self::Upload { folder: None } | Self::Write { .. } => {
                Vec::new()
            }
        }
    }
}

impl Docs {
    /// The one it is about.
    pub(super) fn document(&mut self) -> Option<&mut File> {
        match self {
            Self::Append { document, .. }
            | Self::AddUnder { document, .. }
            | Self::Replace { document, .. }
            | Self::Comments(document)
            | Self::Comment { document, .. }
            | Self::Suggestions(document)
            | Self::Decide { document, .. } => Some(document),
            Self::Create { .. } => None,
        }
    }
}

impl Sheets {
    /// The one it is about.
    pub(super) fn spreadsheet(&mut self) -> Option<&mut File> {
        match self {
            Self::Read { spreadsheet, .. }
            | Self::Write { spreadsheet, .. }
            | Self::Append { spreadsheet, .. }
            | Self::Style { spreadsheet, .. } => Some(spreadsheet),
            Self::List | Self::Create { .. } => None,
        }
    }
}
