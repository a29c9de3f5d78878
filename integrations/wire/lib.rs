//! The one HTTP and WebSocket client of the house: timeouts, retries, caps, redaction.
//!
//! `Configured` is for the addresses our own configuration names. `Guarded` is for whatever a model or a stranger
//! names: it goes to the public internet only, and is not led anywhere else.
//!
//! And the contract of every integration that stands on it, [`Pack`].
//!
//! Knows bytes, addresses and patience. Doesn't know what any service means by its answers.

mod address;
mod carried;
mod client;
mod crypto;
mod error;
mod guarded;
mod morphism;
mod oauth;
mod pack;
mod patience;
mod setting_error;
mod socket;

pub use address::Address;
pub use client::{Configured, FormFile, HttpClient, Incoming, Outgoing, Streaming, Timeouts};
pub use crypto::install_crypto;
pub use error::WireError;
pub use guarded::{Errand, Guarded, Landed};
pub use morphism::{SlackConnector, never_left, slack_connector};
pub use oauth::{OauthAnswer, for_oauth, for_oauth_of_a_stranger};
pub use pack::{Accounts, Background, Opened, Pack, PackRuntime, PackServices, Variable, Variables};
pub use patience::{Again, Patience, patiently};
pub use setting_error::SettingError;
pub use socket::{Frame, Socket, SocketTimeouts, dial};

pub use http::{HeaderMap, Method, StatusCode};
pub use url::Url;
