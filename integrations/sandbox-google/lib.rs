//! Google on 127.0.0.1: sign-in, and the five APIs behind the contract of their discovery documents.
//!
//! An outside world with its own state; knows nothing of Slack, of the page, or of the product that calls it.

mod account;
mod api;
mod batch;
mod calendar;
mod call;
mod clock;
mod contract;
mod docs;
mod drive;
mod fields;
mod gmail;
mod google;
pub mod inspect;
mod methods;
mod notices;
mod oauth;
mod quota;
mod range;
mod received;
mod refusal;
mod resumable;
mod routes;
mod sheets;
mod state;
#[cfg(test)]
mod tests;
mod traffic;
mod upload;
mod version;

pub use docs::{inspect as documents, paper};
pub use drive::views as files;
pub use gmail::Alias;
pub use google::{Google, GoogleClient, Switch, registered_name};
pub use oauth::{Credentials, DeviceDecision, NoKey, Publishing, RefreshFailure, Timing};
pub use quota::{Excess, Table};
pub use refusal::scripted as scripted_refusal;
pub use routes::routes;
pub use traffic::Open;

use state::State;
