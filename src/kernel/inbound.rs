//! What arrives from outside.

use serde::{Deserialize, Serialize};

use crate::{
    AccountId, ApprovalId, ChannelId, ConsentId, FileId, FilledIn, HomePress, MessageRef, Opening, PersonId,
    Press, Purpose, Raw, Tab, ThreadId, TurnId,
};

/// Something as it came, to be written down before it is acknowledged.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// The same for every redelivery of the same thing.
    pub key: String,
    /// Which integration can read it, e.g. `slack`.
    pub from: String,
    pub raw: Raw,
}

/// The same thing, understood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Inbound {
    /// Somebody wrote something where we can see it.
    Message {
        thread: ThreadId,
        message: MessageRef,
        from: PersonId,
        words: String,
        /// Whether it is meant for us by itself: a mention, or a direct message. Otherwise it counts only in a
        /// thread we take part in.
        addressed: bool,
        /// What was attached to it.
        files: Vec<SharedFile>,
        /// What came with it and others may have written: a message that was forwarded, a table that was pasted.
        quoted: Option<String>,
        mentions: Vec<Mention>,
    },
    /// Somebody pressed a button of a card.
    Click { thread: ThreadId, by: PersonId, approval: ApprovalId, verdict: Verdict },
    /// Somebody pressed another button, of the message named; of none if it stood in a form.
    Pressed { by: PersonId, press: Press, message: MessageRef, opening: Option<Opening> },
    /// Somebody filled in a form.
    Filled { by: PersonId, purpose: Purpose, answers: FilledIn },
    /// Somebody typed a command, e.g. `/google` with the words `auth device`.
    Command { by: PersonId, channel: ChannelId, command: String, words: String },
    /// Somebody finished signing in.
    Connected {
        consent: ConsentId,
        person: PersonId,
        account: AccountId,
        connection: Connection,
        /// In words: everything we may do in a new account, or what we may do beside what we could before.
        allowed: Vec<String>,
    },
    /// Somebody did not finish signing in; the words say why.
    Declined { thread: Option<ThreadId>, person: PersonId, consent: ConsentId, why: String },
    /// Somebody wants the work in a thread to end; by a message, or by a button.
    Stop { thread: ThreadId, message: Option<MessageRef>, by: PersonId, ends: Ends },
    /// Somebody rewrote a message of theirs.
    Revised {
        thread: ThreadId,
        message: MessageRef,
        from: PersonId,
        words: String,
        /// Whether it would be for us if it were new.
        addressed: bool,
        mentions: Vec<Mention>,
        /// Files that they took out of it.
        without: Vec<FileId>,
    },
    /// Somebody deleted a message of theirs.
    Withdrawn { thread: ThreadId, message: MessageRef },
    /// Something was written in a thread that is not for us.
    Overheard { thread: ThreadId, message: MessageRef },
    /// Somebody wants to ask about a message.
    AskAbout { by: PersonId, thread: ThreadId, message: MessageRef, opening: Opening },
    /// Somebody said what they think of the reply to a turn.
    Rated { thread: ThreadId, by: PersonId, turn: TurnId, rating: Rating },
    /// Somebody gave a thread a title of their own.
    Titled { thread: ThreadId, by: PersonId },
    /// Somebody deleted a message of ours.
    OursDeleted { message: MessageRef },
    /// Somebody looks at our own place; the channel is theirs with us.
    HomeOpened { by: PersonId, channel: ChannelId, tab: Tab },
    /// Somebody pressed a button on their own page.
    PressedAtHome { by: PersonId, press: HomePress },
    /// A message was deleted, and it was not said whose it was and where it stood.
    Deleted { message: MessageRef },
    /// Somebody has this before them while we stand open beside it; or nothing that we are told of.
    Views { by: PersonId, item: Option<ViewedItem> },
}

/// Somebody who is named in a message, and how they stand in its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mention {
    pub person: PersonId,
    pub written: String,
}

/// What somebody means who says stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ends {
    /// The work in this thread.
    Thread,
    /// Said outside of threads: whatever goes on for them there.
    Place,
}

/// What somebody has before them in the chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ViewedItem {
    /// A channel, by any thread in it.
    Channel(ThreadId),
    Message(ThreadId, MessageRef),
    Canvas,
    List,
}

/// A file in the chat, as its message names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedFile {
    pub id: FileId,
    pub name: String,
    pub media_type: String,
    pub size: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    Approve,
    Deny,
    /// This one, and for an hour the like of it in the same thread.
    ApproveAlike,
}

impl Verdict {
    pub fn approves(self) -> bool {
        match self {
            Self::Approve | Self::ApproveAlike => true,
            Self::Deny => false,
        }
    }
}

/// What somebody thinks of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rating {
    Good,
    Bad,
}

/// How an account was connected before a sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Connection {
    /// It was not, or that connection no longer worked.
    New,
    /// The stored name is from when we believed that every later sign-in allows more.
    #[serde(rename = "Widened")]
    Again,
}
