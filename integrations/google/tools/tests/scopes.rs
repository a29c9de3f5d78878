//! What tools ask for is what their routes take.

use super::*;
use crate::testing::in_contract;
use crate::{calendar, docs, drive, gmail, sheets};

#[test]
fn every_route_is_in_googles_contract_and_asks_for_the_least_scope() {
    in_contract("calendar.v3", calendar::routes::ALL);
    in_contract("docs.v1", docs::routes::ALL);
    in_contract("docs.v1", &[&drive::routes::DOCUMENTS_GET]);
    in_contract("drive.v3", drive::routes::ALL);
    in_contract("gmail.v1", gmail::routes::ALL);
    in_contract("sheets.v4", sheets::routes::ALL);
}

#[test]
fn every_scope_a_tool_asks_for_is_the_one_that_some_route_asks_for() {
    let services = [
        gmail::routes::ALL,
        calendar::routes::ALL,
        drive::routes::ALL,
        docs::routes::ALL,
        sheets::routes::ALL,
    ];
    let taken: Vec<Vec<&str>> = services
        .into_iter()
        .flatten()
        .map(|route| route.any_of.iter().map(|scope| scope.0).collect())
        .collect();
    for definition in definitions() {
        assert!(!definition.needs.is_empty(), "{}", definition.name);
        for need in &definition.needs {
            let known = taken.iter().any(|any_of| any_of == need);
            assert!(known, "{} needs {need:?}, which no route asks for", definition.name);
        }
    }
}
