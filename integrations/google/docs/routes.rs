//! The methods of Docs that we use.

use crate::api::{Cost, Meter, Route};
use crate::scopes::{EDIT_DOCUMENTS, READ_DOCUMENTS};

pub(super) static GET: Route = Route::get(
    "docs.documents.get",
    "v1/documents/{documentId}",
    READ_DOCUMENTS,
    Cost::of(Meter::DocsReads, 1),
);
pub(super) static BATCH_UPDATE: Route = Route::post(
    "docs.documents.batchUpdate",
    "v1/documents/{documentId}:batchUpdate",
    EDIT_DOCUMENTS,
    Cost::of(Meter::DocsWrites, 1),
);

/// All that are described in the contract of this API.
#[cfg(test)]
pub(crate) const ALL: &[&Route] = &[&GET, &BATCH_UPDATE];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_in_googles_contract_and_asks_for_the_least_scope() {
        crate::testing::in_contract("docs.v1", ALL);
    }
}
