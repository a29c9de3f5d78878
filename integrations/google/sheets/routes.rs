//! The methods of Sheets that we use.

use crate::api::{Cost, Meter, Route};
use crate::scopes::{READ_SHEETS, WRITE_SHEETS};

pub(super) static GET: Route = Route::get(
    "sheets.spreadsheets.get",
    "v4/spreadsheets/{spreadsheetId}",
    READ_SHEETS,
    one(Meter::SheetsReads),
);
pub(super) static VALUES_GET: Route = Route::get(
    "sheets.spreadsheets.values.batchGet",
    "v4/spreadsheets/{spreadsheetId}/values:batchGet",
    READ_SHEETS,
    one(Meter::SheetsReads),
);
pub(super) static BATCH_UPDATE: Route = Route::post(
    "sheets.spreadsheets.batchUpdate",
    "v4/spreadsheets/{spreadsheetId}:batchUpdate",
    WRITE_SHEETS,
    one(Meter::SheetsWrites),
);
pub(super) static VALUES_UPDATE: Route = Route::post(
    "sheets.spreadsheets.values.batchUpdate",
    "v4/spreadsheets/{spreadsheetId}/values:batchUpdate",
    WRITE_SHEETS,
    one(Meter::SheetsWrites),
);
pub(super) static VALUES_APPEND: Route = Route::post(
    "sheets.spreadsheets.values.append",
    "v4/spreadsheets/{spreadsheetId}/values/{range}:append",
    WRITE_SHEETS,
    one(Meter::SheetsWrites),
);

const fn one(meter: Meter) -> Cost {
    Cost::of(meter, 1)
}

/// All that are described in the contract of this API.
#[cfg(test)]
pub(crate) const ALL: &[&Route] = &[&GET, &VALUES_GET, &BATCH_UPDATE, &VALUES_UPDATE, &VALUES_APPEND];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_in_googles_contract_and_asks_for_the_least_scope() {
        crate::testing::in_contract("sheets.v4", ALL);
    }
}
