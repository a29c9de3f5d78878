//! What people have allowed us to do in their accounts.

use crate::ports::Soon;
use crate::{AccountId, ConsentId, Failure, Person, PersonId, ThreadId};

pub trait Grants: Send + Sync {
    /// The account to use for this person, if it allows all of `needs` (all of, each any of).
    fn for_call<'a>(
        &'a self,
        person: &'a Person,
        needs: &'a [Vec<String>],
    ) -> Soon<'a, Result<AccountId, Lack>>;

    /// A fresh address at which the person can sign in, once and for a few minutes.
    fn offer<'a>(&'a self, offer: &'a ConsentOffer) -> Soon<'a, Result<String, Failure>>;

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
    pub thread: ThreadId,
    pub person: Person,
    pub needs: Vec<Vec<String>>,
}

/// Why a call cannot use an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The person must sign in, or allow more. The words say why.
    Consent { words: String },
    /// Signing in would not help; the failure says what would.
    Failure(Failure),
}
