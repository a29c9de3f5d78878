//! Sheets: grids of cells with formulas.
//!
//! Knows its own content; routes, tokens and parameter types have been checked before anything here runs.

use super::{Google, State};
use super::api::{Answer, Call};
use super::refusal::Refusal;

/// Performs a checked call.
pub(crate) fn perform(_google: &Google, call: &Call) -> Result<Answer, Refusal> {
    Err(Refusal::not_implemented(&call.method))
}

/// Makes the spreadsheet of a file that was just created, from CSV, as Drive's import does. Empty text makes one
/// empty sheet.
pub(crate) fn import(_state: &mut State, _id: &str, _title: &str, _csv: &str) {}

/// The spreadsheet as Drive exports it: `text/csv` (the first sheet only); nothing for other types.
pub(crate) fn export(_state: &State, _id: &str, _media_type: &str) -> Option<Vec<u8>> {
    None
}

/// Gives a copied file the same spreadsheet.
pub(crate) fn copy(_state: &mut State, _from: &str, _to: &str) {}
