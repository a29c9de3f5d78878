//! The scopes in which the service account may speak for people.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The scopes in which the service account may speak for the people of the company's domain.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) enum Delegation {
    #[default]
    Everything,
    Only(BTreeSet<String>),
}
