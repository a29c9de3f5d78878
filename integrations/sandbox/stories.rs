//! The sandbox from outside: started on a port of its own and spoken to over HTTP and WebSocket only.

mod attachments;
mod calendar;
mod clicking;
mod client;
mod commands;
mod documents;
mod durability;
mod faults;
mod files;
mod forms;
mod google;
mod page;
mod sheets;
mod sockets;
mod talking;
