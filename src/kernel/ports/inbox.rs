//! Whatever comes from outside is written down here before it is acknowledged.

use serde_json::Value;

use crate::ports::{Soon, StoreError};
use crate::{AccountId, ConsentId, Delivery, Entry, Inbound, InboundId, PersonId, Raw, ThreadId};

pub trait Inbox: Send + Sync {
    /// Durable when it returns.
    fn accept<'a>(&'a self, delivery: &'a Delivery) -> Soon<'a, Result<Accepted, StoreError>>;
    /// Many at once, in their order; all of them or none.
    fn accept_all<'a>(&'a self, deliveries: &'a [Delivery]) -> Soon<'a, Result<Vec<Accepted>, StoreError>> {
        Box::pin(async move {
            let mut accepted = Vec::with_capacity(deliveries.len());
            for delivery in deliveries {
                accepted.push(self.accept(delivery).await?);
            }
            Ok(accepted)
        })
    }
    /// What was accepted and not settled, oldest first: the work a crash left behind.
    fn backlog(&self) -> Soon<'_, Result<Vec<Letter>, StoreError>>;
    /// Says what became of it, and does that, in one transaction, unless it was done before.
    fn settle(&self, id: InboundId, settlement: Settlement) -> Soon<'_, Result<Settled, StoreError>>;
    /// Says of each of these that it is not for us.
    fn ignore(&self, ids: Vec<InboundId>) -> Soon<'_, Result<(), StoreError>> {
        Box::pin(async move {
            for id in ids {
                self.settle(id, Settlement::Ignored).await?;
            }
            Ok(())
        })
    }
    /// Forgets what was settled so long ago that nobody delivers it again.
    fn tidy(&self) -> Soon<'_, Result<(), StoreError>>;
    /// Whether we take part in this thread.
    fn knows<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<bool, StoreError>>;
    /// The thread into which something was written that used this up.
    fn used_in<'a>(&'a self, once: &'a str) -> Soon<'a, Result<Option<ThreadId>, StoreError>>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    New(InboundId),
    Seen,
}

/// An accepted delivery that nobody has settled.
#[derive(Clone, Debug, PartialEq)]
pub struct Letter {
    pub id: InboundId,
    pub from: String,
    pub raw: Raw,
}

/// What becomes of something that arrived.
#[derive(Clone, Debug, PartialEq)]
pub enum Settlement {
    /// Not for us.
    Ignored,
    /// Goes into the journal of every thread in which this person was asked to sign in, and wakes them.
    Connected { person: PersonId, account: AccountId, consent: ConsentId },
    /// Goes into a thread's journal and wakes it.
    Journal {
        thread: ThreadId,
        entry: Box<Entry>,
        /// If another arrival has used this up before, nothing is written.
        once: Option<String>,
    },
    /// Nothing is written, and nothing that would use this up later is.
    Spent { once: String },
    /// Somebody has said stop: goes into the journal of each of these threads, and wakes them.
    Stopped { by: PersonId, threads: Vec<ThreadId> },
}

/// Whether a settlement was the one that did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    Now,
    /// The same had been settled before, or another arrival had used it up.
    Before,
}

/// Reads raw deliveries of one integration.
pub trait Reader: Send + Sync {
    /// `Delivery::from` of what it can read.
    fn from(&self) -> &str;
    /// Nothing if it is of no interest to us.
    fn read(&self, raw: &Value) -> Option<Inbound>;
}
