//! A store that kills the process before or after it has written a journal entry.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::Ports;
use kernel::ports::{
    Accepted, Approval, Approvals, Decision, Inbox, Journal, Lane, Legible, Letter, Response, Settled,
    Settlement, Soon, StoreError,
};
use kernel::{ApprovalId, Blob, Delivery, Entry, InboundId, MessageRef, PersonId, Record, ThreadId, Verdict};

use super::child::report;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KillPoint {
    /// Only report the entries.
    Never,
    Before(usize),
    After(usize),
}

impl fmt::Display for KillPoint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Never => write!(out, "never 0"),
            Self::Before(number) => write!(out, "before {number}"),
            Self::After(number) => write!(out, "after {number}"),
        }
    }
}

impl KillPoint {
    pub fn parse(words: &str) -> Self {
        let (word, number) = words.split_once(' ').unwrap();
        let number = number.parse().unwrap();
        match word {
            "before" => Self::Before(number),
            "after" => Self::After(number),
            _ => Self::Never,
        }
    }
}

/// Counts what is written into the journal, by whichever port. Entries that are written at one go count as one.
pub struct Killing {
    inner: Ports,
    point: KillPoint,
    written: AtomicUsize,
}

impl Killing {
    pub fn around(ports: Ports, point: KillPoint) -> Ports {
        let killing = Arc::new(Self { inner: ports.clone(), point, written: AtomicUsize::new(0) });
        Ports { journal: killing.clone(), inbox: killing.clone(), approvals: killing, ..ports }
    }

    async fn around_entry<T>(&self, name: &str, write: impl Future<Output = T>) -> T {
        let number = self.written.fetch_add(1, Ordering::SeqCst) + 1;
        if self.point == KillPoint::Before(number) {
            die();
        }
        let written = write.await;
        report(name);
        if self.point == KillPoint::After(number) {
            die();
        }
        written
    }
}

fn die() {
    rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL).unwrap();
    loop {
        std::thread::park();
    }
}

fn name(entry: &Entry) -> String {
    let stored = serde_json::json!(entry);
    stored.as_object().and_then(|kinds| kinds.keys().next()).unwrap().clone()
}

impl Journal for Killing {
    fn read<'a>(&'a self, thread: &'a ThreadId, after: u64) -> Soon<'a, Result<Vec<Record>, StoreError>> {
        self.inner.journal.read(thread, after)
    }

    fn legible<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<Legible, StoreError>> {
        self.inner.journal.legible(thread)
    }

    fn append<'a>(&'a self, lane: &'a Lane, entries: Vec<Entry>) -> Soon<'a, Result<(), StoreError>> {
        let names = entries.iter().map(name).collect::<Vec<_>>().join("+");
        Box::pin(async move { self.around_entry(&names, self.inner.journal.append(lane, entries)).await })
    }

    fn fetch<'a>(&'a self, thread: &'a ThreadId, blob: &'a Blob) -> Soon<'a, Result<Blob, StoreError>> {
        self.inner.journal.fetch(thread, blob)
    }
}

impl Inbox for Killing {
    fn accept<'a>(&'a self, delivery: &'a Delivery) -> Soon<'a, Result<Accepted, StoreError>> {
        self.inner.inbox.accept(delivery)
    }

    fn backlog(&self) -> Soon<'_, Result<Vec<Letter>, StoreError>> {
        self.inner.inbox.backlog()
    }

    fn settle(&self, id: InboundId, settlement: Settlement) -> Soon<'_, Result<Settled, StoreError>> {
        match &settlement {
            Settlement::Ignored
            | Settlement::Connected { .. }
            | Settlement::Spent { .. }
            | Settlement::Stopped { .. } => self.inner.inbox.settle(id, settlement),
            Settlement::Journal { entry, .. } => {
                let name = name(entry);
                Box::pin(
                    async move { self.around_entry(&name, self.inner.inbox.settle(id, settlement)).await },
                )
            }
        }
    }

    fn tidy(&self) -> Soon<'_, Result<(), StoreError>> {
        self.inner.inbox.tidy()
    }

    fn knows<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<bool, StoreError>> {
        self.inner.inbox.knows(thread)
    }

    fn used_in<'a>(&'a self, once: &'a str) -> Soon<'a, Result<Option<ThreadId>, StoreError>> {
        self.inner.inbox.used_in(once)
    }
}

impl Approvals for Killing {
    fn decide<'a>(
        &'a self,
        approval: &'a ApprovalId,
        by: &'a PersonId,
        verdict: Verdict,
        inbound: InboundId,
    ) -> Soon<'a, Result<Decision, StoreError>> {
        Box::pin(async move {
            self.around_entry("Decided", self.inner.approvals.decide(approval, by, verdict, inbound)).await
        })
    }

    fn decide_all<'a>(
        &'a self,
        approvals: &'a [ApprovalId],
        by: &'a PersonId,
        verdict: Verdict,
        inbound: InboundId,
    ) -> Soon<'a, Result<Vec<Decision>, StoreError>> {
        self.inner.approvals.decide_all(approvals, by, verdict, inbound)
    }

    fn respond<'a>(
        &'a self,
        approval: &'a ApprovalId,
        by: &'a PersonId,
        response: Response,
        inbound: InboundId,
    ) -> Soon<'a, Result<Decision, StoreError>> {
        self.inner.approvals.respond(approval, by, response, inbound)
    }

    fn withdraw<'a>(
        &'a self,
        approvals: &'a [ApprovalId],
        why: &'a str,
        inbound: InboundId,
    ) -> Soon<'a, Result<Vec<Approval>, StoreError>> {
        self.inner.approvals.withdraw(approvals, why, inbound)
    }

    fn on_card<'a>(&'a self, card: &'a MessageRef) -> Soon<'a, Result<Vec<ApprovalId>, StoreError>> {
        self.inner.approvals.on_card(card)
    }

    fn approval<'a>(&'a self, id: &'a ApprovalId) -> Soon<'a, Result<Option<Approval>, StoreError>> {
        self.inner.approvals.approval(id)
    }
}
