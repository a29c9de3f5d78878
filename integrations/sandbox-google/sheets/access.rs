//! The spreadsheet of a file, opened and put back.

use super::draft::Draft;
use super::grid::Spreadsheet;
use crate::{
    State,
    account::Account,
    drive::{Closed, File, Role, SPREADSHEET, Visitor},
    refusal::Refusal,
};

/// Puts a changed spreadsheet in the place of the old one.
pub(crate) fn keep(state: &mut State, account: &Account, id: &str, mut draft: Draft) {
    draft.book.recalculate();
    state.sheets.insert(id.to_owned(), draft.book);
    if let Some(file) = state.drive.files.get_mut(id) {
        file.name = draft.title;
        file.comments.extend(draft.said);
    }
    state.drive.touch(id, account);
}

/// The spreadsheet of a file, if this visitor has this role on it.
pub(crate) fn open<'a>(
    state: &'a State,
    visitor: &Visitor<'_>,
    id: &str,
    role: Role,
) -> Result<(&'a File, &'a Spreadsheet), Refusal> {
    let file = state.drive.open(visitor, id, role).map_err(|closed| match closed {
        Closed::Missing if !state.drive.is_kept_from(visitor, id) => Refusal::not_found(),
        Closed::Missing | Closed::Forbidden => Refusal::forbidden("The caller does not have permission"),
    })?;
    if file.mime_type != SPREADSHEET {
        return Err(Refusal::precondition("This operation is not supported for this document"));
    }
    let book = state.sheets.get(id).ok_or_else(Refusal::not_found)?;
    Ok((file, book))
}
