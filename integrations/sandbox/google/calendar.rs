//! Calendar: calendars, events and what is mailed because of them.
//!
//! Knows its own content; routes, tokens and parameter types have been checked before anything here runs.

use super::Google;
use super::api::{Answer, Call};
use super::refusal::Refusal;

/// Performs a checked call.
pub(crate) fn perform(_google: &Google, call: &Call) -> Result<Answer, Refusal> {
    Err(Refusal::not_implemented(&call.method))
}
