//! Reading what somebody filled in while they still have it before them.

use std::collections::BTreeMap;

use super::Soon;
use crate::Delivery;

/// Looks at a form that has just been sent. What is wrong with it is said at its lines, and it stays open; nothing of it
/// is taken in.
pub trait Proof: Send + Sync {
    /// What must be different, by the names of its lines; nothing if it can be taken in, or if that takes too long to
    /// find out.
    fn wrong<'a>(&'a self, delivery: &'a Delivery) -> Soon<'a, Wrong>;
}

/// What is wrong with a form, by the names of its lines.
pub type Wrong = BTreeMap<String, String>;
