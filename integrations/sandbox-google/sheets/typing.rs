//! Somebody edits a spreadsheet in their browser, past tokens and contract.

use serde_json::{Value, json};

use super::draft::Draft;
use super::objection::Objection;
use super::values::type_in;
use crate::State;
use crate::account::Account;
use crate::drive::Role;
use crate::sheets::access::keep;

/// Why somebody's edit did not work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoEdit {
    /// There is no such spreadsheet for them.
    Missing,
    /// In the words of the service.
    Refused(Objection),
}

/// Types values into a range, and gives the range that was written.
pub(crate) fn type_values(
    state: &mut State,
    account: &Account,
    id: &str,
    (range, values): (&str, Value),
) -> Result<String, NoEdit> {
    let file = state.drive.files.get(id).ok_or(NoEdit::Missing)?;
    let role = state.drive.role_of(file, &account.address);
    let book = state.sheets.get(id).filter(|_| role >= Some(Role::Writer)).ok_or(NoEdit::Missing)?;
    let mut draft = Draft::new(book, account, file);
    let written =
        type_in(&mut draft, &json!({ "range": range, "values": values })).map_err(NoEdit::Refused)?;
    keep(state, account, id, draft);
    Ok(written)
}
