//! The ports: what the engine needs from the world, in the engine's own words.

mod acquaintances;
mod attachments;
mod chat;
mod clock;
mod documents;
mod draft;
mod embedding;
mod grants;
mod history;
mod inbound_health;
mod inbox;
mod journal;
mod model;
mod person_index;
mod pins;
mod places;
mod proof;
mod rules;
mod spending;
mod timers;
mod toolshed;
mod vault;

use std::{future::Future, pin::Pin};

pub use acquaintances::{Acquaintances, Contact};
pub use attachments::{Attachments, Holds, Opened, Transcriber};
pub use chat::{Audience, Chat, ChatError, Directory, Files, NewFile, Post, Status, Telling, ThreadKind};
pub use clock::Clock;
pub use documents::{Document, Documents, Extract};
pub use draft::{Draft, Growth, Task, TaskState};
pub use embedding::{Embedder, EmbeddingError, Embeddings, Vector};
pub use grants::{Account, ConsentOffer, Grants, Lack, SignIn, Way};
pub use history::{History, Recalled, Stretch, Written};
pub use inbound_health::{InboundHealth, InboundState};
pub use inbox::{Accepted, Inbox, Letter, Reader, Settled, Settlement};
pub use journal::{
    Approval, ApprovalState, Approvals, Claim, Decision, Journal, Lane, Lanes, Legible, Response, StoreError,
};
pub use model::{Listener, Model, ModelError, Quiet};
pub use person_index::{PersonIndex, Preferences};
pub use pins::{Offered, PinStanding, Pinned, Pins};
pub use places::Places;
pub use proof::{Proof, Wrong};
pub use rules::{RuleUse, Rules, Used};
pub use spending::{Spender, Spending, Spent};
pub use timers::Timers;
pub use toolshed::{Refused, Toolshed};
pub use vault::{Vault, VaultError};

/// A future behind a port, boxed once at the seam.
pub type Soon<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
