//! Docs: documents as an indexed model, in UTF-16 units.
//!
//! Knows its own content; routes, tokens and parameter types have been checked before anything here runs.

use super::{Google, State};
use super::api::{Answer, Call};
use super::refusal::Refusal;

/// Performs a checked call.
pub(crate) fn perform(_google: &Google, call: &Call) -> Result<Answer, Refusal> {
    Err(Refusal::not_implemented(&call.method))
}

/// Makes the document of a file that was just created, from Markdown, as Drive's import does. Empty text makes an
/// empty document.
pub(crate) fn import(_state: &mut State, _id: &str, _title: &str, _markdown: &str) {}

/// The document as Drive exports it: `text/markdown`, `text/plain` or `text/html`; nothing for other types.
pub(crate) fn export(_state: &State, _id: &str, _media_type: &str) -> Option<Vec<u8>> {
    None
}

/// Gives a copied file the same document.
pub(crate) fn copy(_state: &mut State, _from: &str, _to: &str) {}
