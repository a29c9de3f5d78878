//! The real store, one call after the other: each is over before anybody else goes on, so that a seed gives the same
//! story again. The process can die before and after each of them.

use std::future::Future;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::Duration;

use kernel::ports::{
    Accepted, Approval, ApprovalState, Approvals, Claim, Decision, Inbox, Journal, Lane, Lanes, Legible,
    Letter, PersonIndex, Preferences, Response, RuleUse, Rules, Settled, Settlement, Soon, Spender, Spending,
    Spent, StoreError, Timers, Used, Vault, VaultError,
};
use kernel::{
    ApprovalId, Asking, Blob, CardEntry, Delivery, Digest, DryRun, Entry, InboundId, MessageRef, PersonId,
    Record, StandingRule, ThreadId, Time, Verdict,
};
use store::{Store, StorePaths};
use tokio::runtime::Handle;

use super::world::{Lie, World};

pub struct Stored {
    store: Store,
    world: Arc<World>,
    /// Where the store does what it does beside its callers.
    beside: Handle,
}

impl Stored {
    pub fn open(directory: &Path, world: &Arc<World>, beside: &Handle) -> Arc<Self> {
        let clock = Arc::clone(world);
        let opening = async {
            Store::open(&StorePaths::in_directory(directory), Arc::new(Seal), clock)
                .await
                .expect("the store opens")
        };
        let store = wait(beside, opening);
        Arc::new(Self { store, world: Arc::clone(world), beside: beside.clone() })
    }

    /// For whoever looks from outside: nobody dies of it.
    pub fn look<'a, T>(&'a self, what: impl FnOnce(&'a Store) -> Soon<'a, Result<T, StoreError>>) -> T {
        wait(&self.beside, what(&self.store)).expect("the store answers")
    }

    async fn call<T>(&self, work: Soon<'_, T>) -> T {
        self.world.passes().await;
        let done = wait(&self.beside, work);
        self.world.passes().await;
        done
    }
}

/// Lets this thread wait for the store, wherever it is.
fn wait<T>(beside: &Handle, work: impl Future<Output = T>) -> T {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let _inside = beside.enter();
    let mut work = pin!(tokio::task::unconstrained(work));
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        match work.as_mut().poll(&mut context) {
            Poll::Ready(done) => return done,
            Poll::Pending => std::thread::park(),
        }
    }
}

impl Journal for Stored {
    fn read<'a>(&'a self, thread: &'a ThreadId, after: u64) -> Soon<'a, Result<Vec<Record>, StoreError>> {
        Box::pin(async move {
            let mut records = self.call(self.store.read(thread, after)).await?;
            if let Some(lie) = self.world.state().lie {
                for record in &mut records {
                    forge(&mut record.entry, lie);
                }
            }
            Ok(records)
        })
    }

    fn legible<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<Legible, StoreError>> {
        Box::pin(self.call(self.store.legible(thread)))
    }

    fn append<'a>(&'a self, lane: &'a Lane, entries: Vec<Entry>) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(self.call(self.store.append(lane, entries)))
    }

    fn fetch<'a>(&'a self, thread: &'a ThreadId, blob: &'a Blob) -> Soon<'a, Result<Blob, StoreError>> {
        Box::pin(self.call(self.store.fetch(thread, blob)))
    }
}

impl Lanes for Stored {
    fn claim(&self, lease: Duration, most: usize) -> Soon<'_, Result<Vec<Claim>, StoreError>> {
        Box::pin(self.call(self.store.claim(lease, most)))
    }

    fn renew<'a>(&'a self, lane: &'a Lane, lease: Duration) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(self.call(self.store.renew(lane, lease)))
    }

    fn release<'a>(&'a self, lane: &'a Lane, seen: u64) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(self.call(self.store.release(lane, seen)))
    }

    fn abandon<'a>(&'a self, lane: &'a Lane) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(self.call(self.store.abandon(lane)))
    }

    fn park<'a>(&'a self, lane: &'a Lane, seen: u64, why: &'a str) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(self.call(self.store.park(lane, seen, why)))
    }

    fn next_lapse(&self) -> Soon<'_, Result<Option<Time>, StoreError>> {
        Box::pin(self.call(self.store.next_lapse()))
    }

    fn woken(&self) -> Soon<'_, ()> {
        self.store.woken()
    }

    fn reclaim_all(&self) -> Soon<'_, Result<(), StoreError>> {
        Box::pin(self.call(self.store.reclaim_all()))
    }
}

impl Inbox for Stored {
    fn accept<'a>(&'a self, delivery: &'a Delivery) -> Soon<'a, Result<Accepted, StoreError>> {
        Box::pin(self.call(self.store.accept(delivery)))
    }

    fn backlog(&self) -> Soon<'_, Result<Vec<Letter>, StoreError>> {
        Box::pin(self.call(self.store.backlog()))
    }

    fn settle(&self, id: InboundId, settlement: Settlement) -> Soon<'_, Result<Settled, StoreError>> {
        Box::pin(self.call(Inbox::settle(&self.store, id, settlement)))
    }

    fn tidy(&self) -> Soon<'_, Result<(), StoreError>> {
        Box::pin(self.call(self.store.tidy()))
    }

    fn knows<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<bool, StoreError>> {
        Box::pin(self.call(self.store.knows(thread)))
    }

    fn used_in<'a>(&'a self, once: &'a str) -> Soon<'a, Result<Option<ThreadId>, StoreError>> {
        Box::pin(self.call(self.store.used_in(once)))
    }
}

impl Approvals for Stored {
    fn decide<'a>(
        &'a self,
        approval: &'a ApprovalId,
        by: &'a PersonId,
        verdict: Verdict,
        inbound: InboundId,
    ) -> Soon<'a, Result<Decision, StoreError>> {
        Box::pin(async move {
            self.world.passes().await;
            let decided = wait(&self.beside, self.store.decide(approval, by, verdict, inbound));
            if decided == Ok(Decision::Taken) {
                *self.world.state().decided.entry(by.clone()).or_default() += 1;
            }
            self.world.passes().await;
            decided
        })
    }

    fn decide_all<'a>(
        &'a self,
        approvals: &'a [ApprovalId],
        by: &'a PersonId,
        verdict: Verdict,
        inbound: InboundId,
    ) -> Soon<'a, Result<Vec<Decision>, StoreError>> {
        Box::pin(self.call(self.store.decide_all(approvals, by, verdict, inbound)))
    }

    fn respond<'a>(
        &'a self,
        approval: &'a ApprovalId,
        by: &'a PersonId,
        response: Response,
        inbound: InboundId,
    ) -> Soon<'a, Result<Decision, StoreError>> {
        Box::pin(self.call(self.store.respond(approval, by, response, inbound)))
    }

    fn withdraw<'a>(
        &'a self,
        approvals: &'a [ApprovalId],
        why: &'a str,
        inbound: InboundId,
    ) -> Soon<'a, Result<Vec<Approval>, StoreError>> {
        Box::pin(self.call(self.store.withdraw(approvals, why, inbound)))
    }

    fn on_card<'a>(&'a self, card: &'a MessageRef) -> Soon<'a, Result<Vec<ApprovalId>, StoreError>> {
        Box::pin(self.call(self.store.on_card(card)))
    }

    fn approval<'a>(&'a self, id: &'a ApprovalId) -> Soon<'a, Result<Option<Approval>, StoreError>> {
        Box::pin(async move {
            let found = self.call(self.store.approval(id)).await?;
            let lie = self.world.state().lie;
            Ok(found.map(|row| forged_row(row, lie)))
        })
    }
}

impl Timers for Stored {
    fn next(&self) -> Soon<'_, Result<Option<Time>, StoreError>> {
        Box::pin(self.call(self.store.next()))
    }

    fn fire(&self) -> Soon<'_, Result<usize, StoreError>> {
        Box::pin(self.call(self.store.fire()))
    }

    fn changed(&self) -> Soon<'_, ()> {
        Box::pin(self.store.changed())
    }
}

impl PersonIndex for Stored {
    fn waiting<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<Approval>, StoreError>> {
        Box::pin(self.call(self.store.waiting(person)))
    }

    fn signed<'a>(
        &'a self,
        person: &'a PersonId,
        most: usize,
    ) -> Soon<'a, Result<Vec<Approval>, StoreError>> {
        Box::pin(self.call(self.store.signed(person, most)))
    }

    fn reversible<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<Approval>, StoreError>> {
        Box::pin(self.call(self.store.reversible(person)))
    }

    fn orders<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<Approval>, StoreError>> {
        Box::pin(self.call(self.store.orders(person)))
    }

    fn threads<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<ThreadId>, StoreError>> {
        Box::pin(self.call(self.store.threads(person)))
    }
}

impl Preferences for Stored {
    fn asking<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Asking, StoreError>> {
        Box::pin(self.call(self.store.asking(person)))
    }

    fn ask<'a>(&'a self, person: &'a PersonId, asking: Asking) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(self.call(self.store.ask(person, asking)))
    }

    fn rehearses<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<DryRun, StoreError>> {
        Box::pin(self.call(self.store.rehearses(person)))
    }

    fn rehearse<'a>(&'a self, person: &'a PersonId, chosen: DryRun) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(self.call(self.store.rehearse(person, chosen)))
    }
}

impl Spending for Stored {
    fn spent<'a>(&'a self, by: &'a Spender) -> Soon<'a, Result<Vec<Spent>, StoreError>> {
        Box::pin(self.call(self.store.spent(by)))
    }

    fn latest<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Option<ThreadId>, StoreError>> {
        Box::pin(self.call(self.store.latest(person)))
    }
}

impl Rules for Stored {
    fn of<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Vec<StandingRule>, StoreError>> {
        Box::pin(self.call(self.store.of(person)))
    }

    fn used<'a>(&'a self, person: &'a PersonId, most: usize) -> Soon<'a, Result<Vec<Used>, StoreError>> {
        Box::pin(self.call(self.store.used(person, most)))
    }

    fn spend<'a>(&'a self, using: &'a RuleUse) -> Soon<'a, Result<bool, StoreError>> {
        Box::pin(self.call(self.store.spend(using)))
    }
}

/// A row as somebody who can write to the database would like it; only once it was claimed, so that the press counts.
fn forged_row(mut row: Approval, lie: Option<Lie>) -> Approval {
    if !matches!(row.state, ApprovalState::Claimed | ApprovalState::Executing) {
        return row;
    }
    match lie {
        Some(Lie::State(state)) => row.state = state,
        Some(Lie::Requester) => row.requester = PersonId::from("ben"),
        Some(Lie::Digest) => row.digest = Digest::of_words("another call"),
        Some(Lie::Plan | Lie::Account | Lie::Version) | None => {}
    }
    row
}

/// The same for what is written down.
fn forge(entry: &mut Entry, lie: Lie) {
    let Entry::Card(CardEntry::AwaitsApproval { planned, .. }) = entry else { return };
    match lie {
        Lie::Plan => {
            let plan = planned.plan.words().replace("kim@", "eve@");
            planned.plan.words = Some(plan);
        }
        Lie::Account => planned.account = "eve@firm.example".into(),
        Lie::Version => planned.version = 0,
        Lie::State(_) | Lie::Requester | Lie::Digest => {}
    }
}

/// Signs, and keeps nothing.
struct Seal;

impl Vault for Seal {
    fn put<'a>(&'a self, _: &'a str, _: &'a [u8]) -> Soon<'a, Result<(), VaultError>> {
        Box::pin(async { Ok(()) })
    }

    fn get<'a>(&'a self, _: &'a str) -> Soon<'a, Result<Option<Vec<u8>>, VaultError>> {
        Box::pin(async { Ok(None) })
    }

    fn remove<'a>(&'a self, _: &'a str) -> Soon<'a, Result<(), VaultError>> {
        Box::pin(async { Ok(()) })
    }

    fn names<'a>(&'a self, _: &'a str) -> Soon<'a, Result<Vec<String>, VaultError>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn sign(&self, words: &[u8]) -> [u8; 32] {
        let digest = Digest::of_bytes(words);
        digest.as_str().as_bytes()[..32].try_into().unwrap()
    }
}
