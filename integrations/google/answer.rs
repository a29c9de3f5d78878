//! The answer of a tool, written down.

use kernel::{Code, Done, Failure, Label, Labeled};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// The fields of an answer, in this order.
pub(crate) struct Fields<const N: usize>(pub(crate) [(&'static str, Value); N]);

impl<const N: usize> Serialize for Fields<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// An answer in which somebody else's words may stand.
pub(crate) fn labeled<T: Serialize>(answer: &T, label: Label) -> Result<Done, Failure> {
    let value = serde_json::to_string_pretty(answer).map_err(|error| {
        Failure::operator(Code::ExecutionFailed, format!("The answer could not be written down: {error}."))
    })?;
    Ok(Done::answer(Labeled { value, label }))
}

/// An answer in our own words and the requester's.
pub(crate) fn trusted<T: Serialize>(answer: &T) -> Result<Done, Failure> {
    labeled(answer, Label::trusted())
}
