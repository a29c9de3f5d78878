//! A stand-in for Slack: one workspace, one installed app, the Web API, Socket Mode, request URLs and interactions.
//!
//! Knows nothing of Google and nothing of the app it serves; what real Slack refuses, it refuses.

pub mod acts;
mod answer;
mod arguments;
mod avatars;
mod beside;
mod blocks;
mod bots;
mod callbacks;
mod canvases;
mod clockwork;
mod configuration;
mod cursor;
mod deliveries;
mod emoji;
mod events;
mod files;
mod handing_out;
mod homes;
mod ids;
mod installation;
mod markdown;
mod menus;
mod message;
mod methods;
mod modals;
mod oauth;
mod organisation;
mod people;
mod posting;
mod rate_limits;
mod response_urls;
mod routes;
mod scopes;
mod sessions;
mod slack;
mod sockets;
mod streams;
mod subscriptions;
mod text;
mod ts;
mod view;
mod workspace;

pub use blocks::interactive;
pub use callbacks::verification::Reach;
pub use clockwork::work_for_ever;
pub use deliveries::Timing;
pub use events::Order;
pub use files::{Attached, addresses::sign_in};
pub use modals::has_state;
pub use rate_limits::GivenLimit;
pub use routes::routes;
pub use slack::Slack;
pub use sockets::{Reason, SocketFault};
pub use subscriptions::FailureLimit;
