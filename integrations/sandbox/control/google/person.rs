//! The person whose Google a call is about.

use serde::Deserialize;

use crate::control::{Desk, Failure};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Somebody {
    pub(super) person: String,
}

/// Refuses a handle that nobody has.
pub(super) fn known(desk: &Desk, handle: &str) -> Result<(), Failure> {
    if desk.slack.people().iter().any(|person| person.handle == handle) {
        return Ok(());
    }
    Err(Failure::missing(format!("Nobody has the handle `{handle}`. GET /control/people lists them.")))
}
