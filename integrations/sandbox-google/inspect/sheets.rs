//! Spreadsheets, seen from inside.

use serde_json::Value;

use crate::Google;
use crate::drive::SPREADSHEET;
pub use crate::sheets::NoEdit;
pub use crate::sheets::view::{CellView, Look, SheetView, Trait, letters};
use crate::sheets::{self, Fetch};

/// A spreadsheet with one of its sheets open.
#[derive(Clone, Debug)]
pub struct OpenSheet {
    pub name: String,
    pub sheet: SheetView,
}

impl Google {
    /// A sheet of a spreadsheet that somebody can open, by title, or its first one.
    pub fn open_sheet(&self, handle: &str, id: &str, title: Option<&str>) -> Option<OpenSheet> {
        let account = self.account(handle)?;
        self.look_at(|state| {
            let file = state.drive.files.get(id).filter(|file| file.mime_type == SPREADSHEET)?;
            state.drive.role_of(file, &account.address)?;
            let sheet = state.sheets.get(id)?.view(title)?;
            Some(OpenSheet { name: file.name.clone(), sheet })
        })
    }

    /// A sheet of any spreadsheet, whoever it belongs to.
    pub fn sheet(&self, id: &str, title: Option<&str>) -> Option<SheetView> {
        self.look_at(|state| state.sheets.get(id)?.view(title))
    }

    /// What the formulas of a spreadsheet would have fetched, in order.
    pub fn fetches(&self, id: &str) -> Option<Vec<Fetch>> {
        self.look_at(|state| state.sheets.get(id).map(|book| book.fetches().to_vec()))
    }

    /// Somebody types values into a range, as in their browser; gives the range that was written.
    pub fn type_values(&self, handle: &str, id: &str, range: &str, values: Value) -> Result<String, NoEdit> {
        let account = self.account(handle).ok_or(NoEdit::Missing)?;
        let written = self.with(|state| sheets::type_values(state, account, id, (range, values)));
        self.changes.ring();
        written
    }
}
