//! The language models: one over the wire, and one that needs no key and rehearses.
//!
//! Knows how to put a conversation to a model. Doesn't know what tools do, nor who asks.

pub mod anthropic;

pub use anthropic::Anthropic;
