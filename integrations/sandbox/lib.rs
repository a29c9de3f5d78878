//! Stand-ins for Slack and Google on 127.0.0.1, and the page to use them by.
//!
//! An outside world, not a mock: depends on no crate of the product and shares no code and no constants with it.

mod card;
mod changes;
mod clock;
mod control;
mod durable;
mod error;
mod faults;
mod front;
mod google;
mod guard;
mod multipart;
mod noted;
mod page;
mod requests;
mod seed;
mod serve;
mod slack;
mod start;
#[cfg(test)]
mod stories;
mod world;

pub use card::{Card, CardPerson, CardWorkspace};
pub use changes::Changes;
pub use clock::{now, start_clock_at};
pub use error::SandboxError;
pub use seed::WorldFault;
pub use start::{PortChoice, Sandbox, Settings, start};
pub use world::{
    AliasSeed, AnswerSeed, AppSeed, AttachmentSeed, BotKind, BotSeed, CalendarSeed, ChannelSeed, CommentSeed,
    ConnectSeed, DepartureSeed, DmarcSeed, DriveSeed, EventSeed, FileSeed, GuestSeed, MailSeed, MemberSeed,
    PersonSeed, RateLimitsSeed, RoleSeed, ShareSeed, SharedWith, SheetSeed, ShortcutKind, ShortcutSeed,
    StandingSeed, SuggestionSeed, TransportSeed, WorkspaceSeed, World,
};
