//! The document that a batch changes, and who changes it.

use crate::{
    account::Account,
    docs::{document::Document, pen::Pen},
    drive::{Role, Tree, Visitor},
};

/// What the requests of a batch work on.
pub(crate) struct Batch<'a> {
    pub(crate) document: Document,
    pub(crate) pen: Pen,
    pub(crate) author: &'a Account,
    /// What the author may do with the document.
    pub(crate) role: Role,
    pub(crate) files: &'a Tree,
    pub(crate) visitor: &'a Visitor<'a>,
    pub(crate) notes: Notes,
}

/// What the answer says beside the replies.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) accepted: Vec<String>,
    pub(crate) rejected: Vec<String>,
    pub(crate) deleted: Vec<String>,
    pub(crate) comments_saved: bool,
}

/// Who asks, and what they may see and do.
pub(crate) struct Asker<'a> {
    pub(crate) author: &'a Account,
    pub(crate) role: Role,
    pub(crate) files: &'a Tree,
    pub(crate) visitor: &'a Visitor<'a>,
}
