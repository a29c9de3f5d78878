//! The parts that the sandbox's Slack, Google and page share: the world they start with, the clock, the changes and the
//! state file.
//!
//! Knows no wire format of Slack or of Google, and no crate of the product.

mod changes;
mod clock;
pub mod durable;
mod error;
pub mod guard;
mod loopback;
pub mod multipart;
mod noted;
mod seed;
mod world;

pub use changes::Changes;
pub use clock::{now, start_clock_at};
pub use error::SandboxError;
pub use loopback::is_on_this_computer;
pub use noted::Noted;
pub use seed::{WorldFault, moment};
pub use world::{
    AliasSeed, AnswerSeed, AppSeed, AttachmentSeed, BotKind, BotSeed, CalendarSeed, ChannelSeed, CommentSeed,
    ConnectSeed, DepartureSeed, DmarcSeed, DriveSeed, EventSeed, FileSeed, GuestSeed, MailSeed, MemberSeed,
    PersonSeed, RateLimitsSeed, RoleSeed, ShareSeed, SharedWith, SheetSeed, ShortcutKind, ShortcutSeed,
    StandingSeed, SuggestionSeed, TransportSeed, WorkspaceSeed, World, days,
};
