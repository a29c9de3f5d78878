//! Answers that are kept whole, of which a model is shown a part.

use serde::{Deserialize, Serialize};

use super::Body;

/// How much of an answer a model is shown. It is settled when the call ends and never again: what a model was shown
/// once reads the same in every later request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptAnswer {
    /// The tool it is from, as its fence names it.
    pub source: String,
    /// Characters that all answers to one reply share.
    pub budget: usize,
    /// Characters that this one may have of them at most.
    pub most: usize,
    /// Characters it had when it came.
    pub total: usize,
    /// Characters of it that are kept.
    pub kept: usize,
    /// What is shown in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced: Option<Body>,
    /// What was noticed in it, in our own words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub noticed: Vec<String>,
    /// Where it is a part of an earlier answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartOf>,
}

/// From where on an earlier answer is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartOf {
    /// The record of the earlier answer.
    pub record: u64,
    /// In characters.
    pub from: usize,
}
