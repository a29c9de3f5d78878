//! The language models: one over the wire, and one that needs no key and rehearses.
//!
//! Knows how to put a conversation to a model. Doesn't know what tools do, nor who asks.

pub mod anthropic;
mod rehearsal;

pub use anthropic::Anthropic;
pub use rehearsal::Rehearsal;
