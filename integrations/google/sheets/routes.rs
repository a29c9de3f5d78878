//! The methods of Sheets that we use.

use wire::Method;

use crate::api::{Cost, Meter, Route};
use crate::scopes::{READ_SHEETS, WRITE_SHEETS};

pub(super) const GET: Route = Route {
    id: "sheets.spreadsheets.get",
    method: Method::GET,
    path: &["v4", "spreadsheets", "{spreadsheetId}"],
    any_of: READ_SHEETS,
    cost: one(Meter::SheetsReads),
};

pub(super) const VALUES_GET: Route = Route {
    id: "sheets.spreadsheets.values.batchGet",
    method: Method::GET,
    path: &["v4", "spreadsheets", "{spreadsheetId}", "values:batchGet"],
    any_of: READ_SHEETS,
    cost: one(Meter::SheetsReads),
};

pub(super) const BATCH_UPDATE: Route = Route {
    id: "sheets.spreadsheets.batchUpdate",
    method: Method::POST,
    path: &["v4", "spreadsheets", "{spreadsheetId}:batchUpdate"],
    any_of: WRITE_SHEETS,
    cost: one(Meter::SheetsWrites),
};

pub(super) const VALUES_UPDATE: Route = Route {
    id: "sheets.spreadsheets.values.batchUpdate",
    method: Method::POST,
    path: &["v4", "spreadsheets", "{spreadsheetId}", "values:batchUpdate"],
    any_of: WRITE_SHEETS,
    cost: one(Meter::SheetsWrites),
};

pub(super) const VALUES_APPEND: Route = Route {
    id: "sheets.spreadsheets.values.append",
    method: Method::POST,
    path: &["v4", "spreadsheets", "{spreadsheetId}", "values", "{range}:append"],
    any_of: WRITE_SHEETS,
    cost: one(Meter::SheetsWrites),
};

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
