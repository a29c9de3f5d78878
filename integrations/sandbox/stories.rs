//! The sandbox from outside: started on a port of its own and spoken to over HTTP and WebSocket only.

mod calendar;
mod clicking;
mod client;
mod durability;
mod faults;
mod page;
mod sockets;
mod talking;
