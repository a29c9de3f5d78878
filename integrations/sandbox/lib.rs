//! Stand-ins for Slack and Google on 127.0.0.1, and the page to use them by.
//!
//! An outside world, not a mock: depends on no crate of the product and shares no code and no constants with it.

mod changes;
#[cfg_attr(not(test), expect(dead_code, reason = "plugged in by the start-up code"))]
mod google;
#[cfg_attr(not(test), expect(dead_code, reason = "plugged in by the start-up code"))]
mod noted;
mod seed;
mod world;

pub use changes::Changes;
pub use seed::WorldFault;
pub use world::{AttachmentSeed, ChannelSeed, MailSeed, PersonSeed, StandingSeed, World};
