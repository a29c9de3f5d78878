//! The sandbox from outside: started on a port of its own and spoken to over HTTP and WebSocket only.

mod calendar;
mod clicking;
mod client;
mod documents;
mod durability;
mod faults;
mod files;
mod google;
mod page;
mod sheets;
mod sockets;
mod talking;
