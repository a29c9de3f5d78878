//! The answer of a tool, written down.

use kernel::{Code, Failure};
use serde::Serialize;

/// An answer as the model gets it.
pub(crate) fn written<T: Serialize>(answer: &T) -> Result<String, Failure> {
    serde_json::to_string_pretty(answer).map_err(|error| {
        Failure::operator(Code::ExecutionFailed, format!("The answer could not be written down: {error}."))
    })
}
