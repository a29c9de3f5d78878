//! The sandbox from outside: started on a port of its own and spoken to over HTTP and WebSocket only.

mod attachments;
mod broken_sockets;
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
mod installing;
mod limits;
mod listener;
mod looking;
mod outsiders;
mod page;
mod request_urls;
mod sheets;
mod sockets;
mod talking;
