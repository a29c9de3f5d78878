//! The text of documents people send or keep: PDF, Word, slides, sheets.

use std::sync::Arc;

use crate::Failure;
use crate::ports::Soon;

pub trait Documents: Send + Sync {
    /// Dropping the future gives up on the document.
    fn text<'a>(&'a self, document: &'a Document) -> Soon<'a, Result<Extract, Failure>>;
}

/// A file as it arrived. Nothing in it is to be believed, the name and the type included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    pub name: String,
    /// What whoever sent it says it is.
    pub media_type: Option<String>,
    pub bytes: Arc<[u8]>,
}

/// What could be read. A stranger's text, like the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extract {
    pub text: String,
    /// Pages, sheets or slides, if known.
    pub parts: Option<u32>,
    /// Whether text was left out because there is too much of it.
    pub cut: bool,
    /// Things left out because a person would not see them.
    pub hidden: usize,
    /// Our own words, if the document is not what it was said to be.
    pub remark: Option<String>,
}
