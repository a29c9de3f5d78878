//! The one HTTP and WebSocket client of the house: timeouts, retries, caps, redaction.
//!
//! Knows bytes, addresses and patience. Doesn't know what any service means by its answers.

mod address;
mod client;
mod crypto;
mod error;
mod oauth;
mod patience;

pub use address::Address;
pub use client::{Configured, Incoming, Outgoing, Streaming, Timeouts};
pub use crypto::install_crypto;
pub use error::WireError;
pub use oauth::{OauthAnswer, for_oauth};
pub use patience::{Again, Patience, patiently};

pub use http::{HeaderMap, Method, StatusCode};
pub use url::Url;
