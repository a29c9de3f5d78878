//! Stand-ins for Slack and Google on 127.0.0.1, and the page to use them by.
//!
//! An outside world, not a mock: depends on no crate of the product and shares no code and no constants with it.

mod card;
mod control;
mod faults;
mod front;
mod requests;
mod serve;
mod start;
#[cfg(test)]
mod stories;

pub use card::{Card, CardPerson, CardWorkspace};
pub use sandbox_world::{
    AliasSeed, AnswerSeed, AppSeed, AttachmentSeed, BotKind, BotSeed, CalendarSeed, Changes, ChannelSeed,
    CommentSeed, ConnectSeed, DepartureSeed, DmarcSeed, DriveSeed, EventSeed, FileSeed, GuestSeed, MailSeed,
    MemberSeed, PersonSeed, RateLimitsSeed, RoleSeed, SandboxError, ShareSeed, SharedWith, SheetSeed,
    ShortcutKind, ShortcutSeed, StandingSeed, SuggestionSeed, TransportSeed, WorkspaceSeed, World,
    WorldFault, now, start_clock_at,
};
pub use start::{PortChoice, Sandbox, Settings, start};
