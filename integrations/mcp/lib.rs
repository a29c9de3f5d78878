//! MCP: tools of servers outside, brought in; and our own tools, offered to other people's clients.
//!
//! Knows the protocol, and how a server is reached. Doesn't know when somebody is asked: a tool from here says what it
//! is, cautiously, and takes the road of every other.

mod answer;
mod child;
mod connection;
mod disabled;
mod examining;
mod heeding;
mod known;
mod line;
mod listing;
mod login;
mod names;
mod noting;
mod offering;
mod pack;
mod plain;
mod posting;
mod reach;
mod schema;
mod serve;
mod servers;
mod settings;
mod sinks;
mod tool;
mod tool_refusal;
mod unreached;
mod versions;
mod ways;
mod words;

pub use connection::McpDeps;
pub use examining::examine;
pub use known::{Known, known, not_taken};
pub use login::{Login, LoginError};
pub use pack::{McpPack, McpServer};
pub use serve::{Answered, Asker, Errand, Gateway, Misunderstood, Said, over_stdio, routes};
pub use servers::Servers;
pub use settings::{Access, BadPattern, ClientIdentity, Patterns, Program, Reach, ServerSettings};
pub use ways::Ways;
pub use words::differences;
