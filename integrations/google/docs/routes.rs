//! The methods of Docs that we use.

use wire::Method;

use crate::api::{Cost, Meter, Route};
use crate::scopes::{EDIT_DOCUMENTS, READ_DOCUMENTS};

pub(super) const GET: Route = Route {
    id: "docs.documents.get",
    method: Method::GET,
    path: &["v1", "documents", "{documentId}"],
    any_of: READ_DOCUMENTS,
    cost: Cost::of(Meter::DocsReads, 1),
};

pub(super) const BATCH_UPDATE: Route = Route {
    id: "docs.documents.batchUpdate",
    method: Method::POST,
    path: &["v1", "documents", "{documentId}:batchUpdate"],
    any_of: EDIT_DOCUMENTS,
    cost: Cost::of(Meter::DocsWrites, 1),
};

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
