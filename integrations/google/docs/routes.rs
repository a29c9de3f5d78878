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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_and_every_scope_alternative_is_in_googles_contract() {
        crate::testing::in_contract("docs.v1", &[&GET, &BATCH_UPDATE]);
    }
}
