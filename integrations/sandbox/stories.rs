//! The sandbox from outside: started on a port of its own and spoken to over HTTP and WebSocket only.

mod clicking;
mod client;
mod commands;
mod durability;
mod faults;
mod files;
mod forms;
mod page;
mod sockets;
mod talking;
