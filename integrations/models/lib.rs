//! The language models: those over the wire, one that needs no key and rehearses, and one that obeys everybody. And what writes
//! down recordings, and what turns texts into vectors.
//!
//! Knows how to put a conversation to a model. Doesn't know what tools do, nor who asks.

pub mod anthropic;
mod embedding;
mod fallback;
mod hearing;
pub mod obedient;
pub mod openai;
mod providers;
mod rehearsal;
#[cfg(test)]
mod scripted;
mod text;
mod transcription;

pub use anthropic::Anthropic;
pub use embedding::{Embedding, EmbeddingSettings};
pub use fallback::WithFallback;
pub use obedient::Obedient;
pub use openai::OpenAi;
pub use providers::{Bill, PROVIDERS, Provider};
pub use rehearsal::{REHEARSAL, Rehearsal};
pub use text::TextMode;
pub use transcription::{NoTranscription, Transcription, TranscriptionSettings};
