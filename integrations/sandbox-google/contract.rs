//! What Google's discovery documents say of the five APIs: every route, parameter, body and scope.
//!
//! Knows only the documents in `contract/`; what a method does is somebody else's business.

mod body;
mod document;
mod query;
mod route;

use std::collections::BTreeSet;
use std::sync::LazyLock;

pub(crate) use body::read_bytes;
pub(crate) use document::{Api, Schema};
pub(crate) use query::Query;
use route::Route;
pub(crate) use route::{Entrance, Found, PathFault};

use super::refusal::Refusal;

/// The five documents and the table of their routes.
#[derive(Debug)]
pub(crate) struct Contract {
    apis: Vec<Api>,
    routes: Vec<Route>,
}

impl Contract {
    /// The one copy of the program: the documents never change while it runs.
    pub(crate) fn shared() -> &'static Self {
        static CONTRACT: LazyLock<Contract> = LazyLock::new(Contract::load);
        &CONTRACT
    }

    #[expect(
        clippy::expect_used,
        reason = "the documents are part of the program, and a test reads them all"
    )]
    fn load() -> Self {
        let texts = [
            include_str!("contract/gmail.v1.json"),
            include_str!("contract/drive.v3.json"),
            include_str!("contract/calendar.v3.json"),
            include_str!("contract/docs.v1.json"),
            include_str!("contract/sheets.v4.json"),
        ];
        let apis: Vec<Api> =
            texts.iter().map(|text| Api::read(text).expect("an embedded discovery document")).collect();
        let routes = route::table(&apis);
        Self { apis, routes }
    }

    /// Finds the method for a raw, undecoded path.
    pub(crate) fn find(&self, verb: &str, raw_path: &str) -> Result<Option<Found<'_>>, PathFault> {
        route::find(&self.apis, &self.routes, verb, raw_path)
    }

    /// Every scope that any of the five APIs declares.
    pub(crate) fn scopes(&self) -> BTreeSet<&str> {
        self.apis.iter().flat_map(|api| api.scopes.iter().map(String::as_str)).collect()
    }
}

impl Found<'_> {
    /// Checks the query string against the declared parameters.
    pub(crate) fn query(&self, raw: &str) -> Result<Query, Refusal> {
        query::check(self.api, self.method, raw)
    }

    /// Brings a request body into the form its method reads.
    pub(crate) fn flatten(&self, body: &mut serde_json::Value) {
        body::flatten(self.api, self.method, body);
    }

    /// Checks a request body against the declared schema.
    pub(crate) fn body(&self, body: &serde_json::Value) -> Result<(), Refusal> {
        body::check(self.api, self.method, body)
    }
}
