//! Names of things, each with a type of its own so that one cannot stand where another belongs.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(name: &str) -> Self {
                Self(name.to_owned())
            }
        }
    };
}

name!(
    /// A conversation with one order of events. Made and read by the chat integration; opaque to everyone else.
    ThreadId
);
name!(
    /// One human being in one workspace. Made and read by the chat integration.
    PersonId
);
name!(
    /// One message somebody can see. Made and read by the chat integration. Of two in a thread, the later one is greater.
    MessageRef
);
name!(
    /// A place where threads are. Made and read by the chat integration.
    ChannelId
);
name!(
    /// The moment in which a form can be opened before somebody. Made and read by the chat integration.
    Opening
);
name!(
    /// A file somebody put into the chat. Made and read by the chat integration.
    FileId
);
name!(
    /// The id the model gave a call; unique within its thread.
    CallId
);
name!(
    /// A question to countersign. Unguessable: it is all that a button carries.
    ApprovalId
);
name!(
    /// Something that is done without a question because somebody has said so beforehand.
    RuleId
);
name!(
    /// A sign-in somebody was asked for.
    ConsentId
);
name!(
    /// The account a call works in, e.g. an email address.
    AccountId
);

impl AccountId {
    /// For what works in no account.
    pub fn none() -> Self {
        Self("none".to_owned())
    }
}

/// The turn that the journal entry of this number opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TurnId(pub u64);

/// Something that arrived from outside and was written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InboundId(pub i64);
