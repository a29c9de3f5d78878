//! What the guard lets through, what it refuses, and what leaves the house on the way.

mod addresses;
mod bodies;
mod encryption;
mod rebinding;
mod redirects;
mod requests;
mod stage;
