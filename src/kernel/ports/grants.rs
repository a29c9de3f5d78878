//! What people have allowed us to do in their accounts.

use crate::ports::Soon;
use crate::{AccountId, ConsentId, Failure, Person, PersonId, ThreadId, Time};

pub trait Grants: Send + Sync {
    /// Whose accounts these are, as it stands on a button.
    fn provider(&self) -> &'static str;

    /// The domain of the organisation an account belongs to; nothing where anybody can have such an account.
    fn organisation(&self, account: &AccountId) -> Option<String>;

    /// The account to use for this person, if it allows all of `needs` (all of, each any of).
    fn for_call<'a>(
        &'a self,
        person: &'a Person,
        needs: &'a [Vec<String>],
    ) -> Soon<'a, Result<AccountId, Lack>>;

    /// A fresh way to sign in, once and for a few minutes.
    fn offer<'a>(&'a self, offer: &'a ConsentOffer) -> Soon<'a, Result<SignIn, Failure>>;

    /// The address at which a sign-in ended, pasted by the person it was offered to.
    fn pasted<'a>(
        &'a self,
        person: &'a PersonId,
        consent: &'a ConsentId,
        address: &'a str,
    ) -> Soon<'a, Result<(), Failure>>;

    /// Gives up a sign-in that is under way. Giving up what is not there is no error.
    fn cancel<'a>(&'a self, person: &'a PersonId, consent: &'a ConsentId) -> Soon<'a, Result<(), Failure>>;

    /// Every account of the person, the preferred one first.
    fn accounts<'a>(&'a self, person: &'a Person) -> Soon<'a, Result<Vec<Account>, Failure>>;

    /// Makes an account the one that is used where several would do.
    fn prefer<'a>(&'a self, person: &'a PersonId, account: &'a AccountId) -> Soon<'a, Result<(), Failure>>;

    /// Revokes and forgets a grant. Forgetting what is not there is no error.
    fn disconnect<'a>(
        &'a self,
        person: &'a PersonId,
        account: &'a AccountId,
    ) -> Soon<'a, Result<(), Failure>>;
}

/// Who is to sign in, for what, and which waiting call it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsentOffer {
    pub consent: ConsentId,
    /// Nothing when no call waits for it.
    pub thread: Option<ThreadId>,
    pub person: Person,
    /// Nothing in particular means what this installation asks for by itself.
    pub needs: Vec<Vec<String>>,
    pub way: Way,
}

/// How somebody wants to sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// As this installation is set up.
    Usual,
    /// By a code that is typed on another device.
    Device,
}

/// How somebody can sign in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignIn {
    /// By opening an address; the rest happens there.
    Link { url: String },
    /// By opening an address and pasting the one at which it ends.
    PasteBack { url: String },
    /// By typing a code at an address, on any device.
    Code { code: String, url: String, until: Time },
    /// Not in the way that was asked for, for this reason, but in this one.
    Instead { why: String, way: Box<SignIn> },
}

/// An account somebody has connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: AccountId,
    pub preferred: bool,
    /// Whether the person connected it themselves, and can take that back.
    pub own: bool,
    /// When they did.
    pub connected: Time,
    /// What we may do in it, in words.
    pub allows: Vec<String>,
    /// Why it does not work any more.
    pub trouble: Option<String>,
}

/// Why a call cannot use an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The person must sign in, or allow more. The words say why.
    Consent { words: String },
    /// Signing in would not help; the failure says what would.
    Failure(Failure),
}
