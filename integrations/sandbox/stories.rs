//! The sandbox from outside: started on a port of its own and spoken to over HTTP and WebSocket only.

mod agent_blocks;
mod answers;
mod attached;
mod attachments;
mod beside;
mod bodies;
mod broken_sockets;
mod calendar;
mod canvases;
mod clicking;
mod client;
mod commands;
mod documents;
mod durability;
mod faults;
mod files;
mod forms;
mod google;
mod home;
mod installing;
mod limits;
mod listener;
mod looking;
mod membership;
mod mentions;
mod menus;
mod metadata;
mod outsiders;
mod page;
mod pressing;
mod rate_limits;
mod refusals;
mod request_urls;
mod seen;
mod sessions;
mod sheets;
mod sockets;
mod streaming;
mod streams_end;
mod talking;
/// The tests of the page have the same file. A crate exports no test code.
#[path = "../sandbox-page/tame.rs"]
mod tame;
