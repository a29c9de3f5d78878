//! A story for every action: what is asked of Google, what becomes of it, and what it survives.

#[path = "actions/docs.rs"]
mod docs;
#[path = "actions/gmail.rs"]
mod gmail;
