//! The sandbox from outside: started on a port of its own and spoken to over HTTP and WebSocket only.

mod clicking;
mod client;
mod documents;
mod durability;
mod faults;
mod page;
mod sheets;
mod sockets;
mod talking;
