//! The sandbox from outside: started on a port of its own and spoken to over HTTP and WebSocket only.

mod agent_blocks;
mod attachments;
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
mod limits;
mod membership;
mod page;
mod pressing;
mod seen;
mod sessions;
mod sheets;
mod sockets;
mod streaming;
mod streams_end;
mod talking;
