//! Drive: one tree of files for everybody, and who may see what of it.
//!
//! Knows names, folders and permissions. What is inside a Google document or a spreadsheet is `docs`' and `sheets`'
//! business; they ask here who may open it.

mod file;
mod tree;

use super::Google;
use super::api::{Answer, Call};
use super::refusal::Refusal;

pub(crate) use file::{DOCUMENT, FOLDER, File, SPREADSHEET};
pub(crate) use tree::{Closed, Role, Tree, Visitor};

/// Performs a checked call.
pub(crate) fn perform(_google: &Google, call: &Call) -> Result<Answer, Refusal> {
    Err(Refusal::not_implemented(&call.method))
}
