//! The language models: one over the wire, and one that needs no key and rehearses. And what writes down recordings.
//!
//! Knows how to put a conversation to a model. Doesn't know what tools do, nor who asks.

pub mod anthropic;
mod rehearsal;
mod transcription;

pub use anthropic::Anthropic;
pub use rehearsal::Rehearsal;
pub use transcription::{NoTranscription, Transcription, TranscriptionSettings};
