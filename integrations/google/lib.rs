//! Google: sign-in, grants, and the tools that work in people's own accounts.
//!
//! Knows Google and the ports. Doesn't know the chat, the store or the engine.

mod api;
mod docs;
mod drive;
mod gmail;
mod google;
mod grant;
mod grants;
mod oauth;
mod scopes;
mod sealing;
mod seam;
mod settings;
mod signin;
#[cfg(test)]
mod testing;
mod tools;

pub use google::Google;
pub use grants::GrantBook;
pub use settings::{Bases, CostTable, Identity, Settings};
pub use signin::{SignInReader, routes};
pub use tools::{definitions, tools};
