//! The language models: those over the wire, one that needs no key and rehearses, and one that obeys everybody. And what writes
//! down recordings, and what turns texts into vectors.
//!
//! Knows how to put a conversation to a model. Doesn't know what tools do, nor who asks.

pub mod anthropic;
mod catalogue;
mod embedding;
mod ending;
mod fallback;
#[cfg(test)]
mod hostile;
pub mod obedient;
pub mod ollama;
pub mod openai;
mod prices;
mod providers;
mod rehearsal;
#[cfg(test)]
mod scripted;
mod stream;
mod text;
mod thoughts;
mod tiers;
mod transcription;

pub use anthropic::{Anthropic, Domains, WebSearch};
pub use catalogue::{CatalogueEntry, Effort};
pub use embedding::{Embedding, EmbeddingSettings};
pub use ending::{ListedEnding, ListingKey, ModelEnding, ModelListing, Nearness};
pub use fallback::WithFallback;
pub use obedient::Obedient;
pub use openai::OpenAi;
pub use prices::Prices;
pub use providers::{Billing, PROVIDERS, Provider};
pub use rehearsal::{REHEARSAL, Rehearsal};
pub use text::TextMode;
pub use tiers::{Tiered, Tiers};
pub use transcription::{NoTranscription, Transcription, TranscriptionSettings};
