//! The methods of Sheets that we use.

use crate::api::{Cost, Meter, routes};
use crate::scopes::{READ_SHEETS, WRITE_SHEETS};

routes! {
    GET: get "sheets.spreadsheets.get",
        "v4/spreadsheets/{spreadsheetId}", READ_SHEETS, one(Meter::SheetsReads);
    VALUES_GET: get "sheets.spreadsheets.values.batchGet",
        "v4/spreadsheets/{spreadsheetId}/values:batchGet", READ_SHEETS, one(Meter::SheetsReads);
    BATCH_UPDATE: post "sheets.spreadsheets.batchUpdate",
        "v4/spreadsheets/{spreadsheetId}:batchUpdate", WRITE_SHEETS, one(Meter::SheetsWrites);
    VALUES_UPDATE: post "sheets.spreadsheets.values.batchUpdate",
        "v4/spreadsheets/{spreadsheetId}/values:batchUpdate", WRITE_SHEETS, one(Meter::SheetsWrites);
    VALUES_APPEND: post "sheets.spreadsheets.values.append",
        "v4/spreadsheets/{spreadsheetId}/values/{range}:append", WRITE_SHEETS, one(Meter::SheetsWrites);
}

const fn one(meter: Meter) -> Cost {
    Cost::of(meter, 1)
}
