//! What the journal of a thread means, and what is next. Pure.

pub(crate) mod next;
pub(crate) mod progress;
