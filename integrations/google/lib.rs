//! Google: sign-in, grants, and the tools that work in people's own accounts.
//!
//! Knows Google and the ports. Doesn't know the chat, the store or the engine.

mod acquaintances;
mod answer;
mod api;
mod attempt;
mod calendar;
mod digest;
mod docs;
mod drive;
mod examination;
mod gmail;
mod google;
mod grant;
mod grants;
mod json;
mod multipart;
mod oauth;
mod pack;
mod remembered;
mod scopes;
mod sealing;
mod seam;
mod service_account;
mod settings;
mod sheets;
mod signin;
#[cfg(test)]
mod testing;
mod tool;
mod tools;
mod undo;
mod way_back;

/// As people call it.
pub const NAME: &str = "Google";

pub use gmail::hygiene::words_of_html_mail;
pub use google::Google;
use grants::GrantBook;
pub use pack::GooglePack;
pub use scopes::BY_DEVICE;
pub use service_account::{ServiceAccount, UnusableKey};
pub use settings::{Bases, ClientKey, CostTable, Identity, Settings, UsualWay};
pub use signin::{Arrival, Connected, DeviceCode, Loopback, SignInReader, SignIns};
