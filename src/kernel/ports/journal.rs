//! The journal of every thread, the lanes that say who works on which, and the approvals that wait.

use std::time::Duration;

use crate::ports::Soon;
use crate::{
    ApprovalId, Blob, Body, Deciders, Digest, Entry, InboundId, MessageRef, PersonId, Record, StandingRule,
    ThreadId, Time, Verdict,
};

pub trait Journal: Send + Sync {
    /// The records after number `after`, in order.
    fn read<'a>(&'a self, thread: &'a ThreadId, after: u64) -> Soon<'a, Result<Vec<Record>, StoreError>>;

    /// As much of a journal as can be read. For telling people that the rest cannot; nothing else may be decided by it.
    fn legible<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<Legible, StoreError>>;

    /// Appends, audits, and keeps the approvals in step, in one transaction; durable when it returns. Refused with
    /// [`StoreError::Fenced`] when the lane has gone to somebody else.
    fn append<'a>(&'a self, lane: &'a Lane, entries: Vec<Entry>) -> Soon<'a, Result<(), StoreError>>;

    /// The same blob with its bytes, unless they have been purged.
    fn fetch<'a>(&'a self, thread: &'a ThreadId, blob: &'a Blob) -> Soon<'a, Result<Blob, StoreError>>;
}

/// The records of a journal that can be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Legible {
    pub records: Vec<Record>,
    /// The number of the newest record, whether it can be read or not.
    pub last: u64,
}

pub trait Lanes: Send + Sync {
    /// Takes the threads that have waited longest for attention and that nobody holds, so many at most.
    fn claim(&self, lease: Duration, most: usize) -> Soon<'_, Result<Vec<Claim>, StoreError>>;
    fn renew<'a>(&'a self, lane: &'a Lane, lease: Duration) -> Soon<'a, Result<(), StoreError>>;
    /// Lets go. If something was journaled after `seen`, the thread is awake again at once.
    fn release<'a>(&'a self, lane: &'a Lane, seen: u64) -> Soon<'a, Result<(), StoreError>>;
    /// Lets go without having finished: whoever comes next finds it abandoned, and can come at once.
    fn abandon<'a>(&'a self, lane: &'a Lane) -> Soon<'a, Result<(), StoreError>>;
    /// Lets go of a thread that cannot go on. It rests until something is journaled after `seen`, and why it cannot is kept
    /// until a worker has finished there.
    fn park<'a>(&'a self, lane: &'a Lane, seen: u64, why: &'a str) -> Soon<'a, Result<(), StoreError>>;
    /// When the next lease of a thread that is awake runs out: its holder may have vanished.
    fn next_lapse(&self) -> Soon<'_, Result<Option<Time>, StoreError>>;
    /// Ends when a thread may have woken.
    fn woken(&self) -> Soon<'_, ()>;
    /// Forgets every lease: for the start of the only process that works on this store.
    fn reclaim_all(&self) -> Soon<'_, Result<(), StoreError>>;
}

/// The right to work on a thread, until the fence number is overtaken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    pub thread: ThreadId,
    pub fence: i64,
}

/// A lane, and whether its last holder vanished without letting go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub lane: Lane,
    /// The last step may have been done without having been written down.
    pub abandoned: bool,
}

pub trait Approvals: Send + Sync {
    /// Decides once. Everything a click can meet is an answer, and none but [`Decision::Taken`] has an effect
    /// on what it is about.
    fn decide<'a>(
        &'a self,
        approval: &'a ApprovalId,
        by: &'a PersonId,
        verdict: Verdict,
        inbound: InboundId,
    ) -> Soon<'a, Result<Decision, StoreError>>;
    /// The same for all of a group, in one transaction. What each of them met, in their order.
    fn decide_all<'a>(
        &'a self,
        approvals: &'a [ApprovalId],
        by: &'a PersonId,
        verdict: Verdict,
        inbound: InboundId,
    ) -> Soon<'a, Result<Vec<Decision>, StoreError>>;
    /// Takes in what somebody wrote about a card, once, as [`Approvals::decide`] does for a press.
    fn respond<'a>(
        &'a self,
        approval: &'a ApprovalId,
        by: &'a PersonId,
        response: Response,
        inbound: InboundId,
    ) -> Soon<'a, Result<Decision, StoreError>>;
    /// Takes back, for this reason, those that nothing has been done about yet. Gives the ones it took back.
    fn withdraw<'a>(
        &'a self,
        approvals: &'a [ApprovalId],
        why: &'a str,
        inbound: InboundId,
    ) -> Soon<'a, Result<Vec<Approval>, StoreError>>;
    /// Those that this message is the card of.
    fn on_card<'a>(&'a self, card: &'a MessageRef) -> Soon<'a, Result<Vec<ApprovalId>, StoreError>>;
    fn approval<'a>(&'a self, id: &'a ApprovalId) -> Soon<'a, Result<Option<Approval>, StoreError>>;
}

/// What somebody wrote about a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// The answers to what they were asked.
    Answer(Body),
    /// Other arguments for the call.
    Edit(Body),
    /// Denied, for this reason.
    Deny(Body),
    /// Approved, and from now on by this rule.
    Always(Box<StandingRule>),
}

/// An approval as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    pub id: ApprovalId,
    pub thread: ThreadId,
    pub requester: PersonId,
    pub state: ApprovalState,
    pub digest: Digest,
    pub expires: Time,
    /// When it runs, if it was countersigned and is held back.
    pub due: Option<Time>,
    pub decided_by: Option<PersonId>,
    pub deciders: Deciders,
    /// Who has signed while somebody else still has to.
    pub signed: Vec<PersonId>,
    pub card: Option<MessageRef>,
}

/// `pending → (held →) claimed → executing → done | failed | unknown`, or out of `pending` and `held` by denial, expiry
/// or voiding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovalState {
    Pending,
    /// Countersigned, and can still be taken back.
    Held,
    Claimed,
    Executing,
    Done,
    Failed,
    Unknown,
    Denied,
    Expired,
    Void,
}

impl ApprovalState {
    pub const ALL: [Self; 10] = [
        Self::Pending,
        Self::Held,
        Self::Claimed,
        Self::Executing,
        Self::Done,
        Self::Failed,
        Self::Unknown,
        Self::Denied,
        Self::Expired,
        Self::Void,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Held => "held",
            Self::Claimed => "claimed",
            Self::Executing => "executing",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
            Self::Denied => "denied",
            Self::Expired => "expired",
            Self::Void => "void",
        }
    }
}

/// What a click met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// This click decided.
    Taken,
    /// Noted, and somebody else must sign too.
    Signed,
    /// Somebody, or time, had decided before.
    TooLate { state: ApprovalState, by: Option<PersonId> },
    /// Only the requester may decide, and whom the policy names.
    NotYours { requester: PersonId },
    /// There is no such approval.
    NoSuch,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Somebody else works on this thread now. Stop working on it.
    #[error("another worker has taken over this thread")]
    Fenced,
    /// What is stored cannot be read by this build.
    #[error("the store holds something this build cannot read: {0}")]
    Unreadable(String),
    #[error("the store cannot be reached: {0}")]
    Unreachable(String),
}
