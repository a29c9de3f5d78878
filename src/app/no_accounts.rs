//! What stands in for accounts where no integration has any.

use std::sync::Arc;

use kernel::ports::{Account, Acquaintances, ConsentOffer, Contact, Grants, Lack, SignIn, Soon};
use kernel::{AccountId, Call, Code, ConsentId, Failure, Person, PersonId};
use wire::Accounts;

/// Stands in where no account can be connected because nothing of Google's is configured.
pub(crate) struct NoAccounts;

impl NoAccounts {
    pub(crate) fn accounts() -> Accounts {
        Accounts { grants: Arc::new(Self), acquaintances: Arc::new(Self) }
    }

    fn failed<T: Send + 'static>() -> Soon<'static, Result<T, Failure>> {
        Box::pin(std::future::ready(Err(Self::failure())))
    }

    fn failure() -> Failure {
        Failure::operator(
            Code::NotAvailable,
            "Google is not set up here. Whoever runs this must set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
        )
    }
}

impl Grants for NoAccounts {
    fn provider(&self) -> &'static str {
        google::NAME
    }

    fn organisation(&self, _: &AccountId) -> Option<String> {
        None
    }

    fn for_call<'a>(&'a self, _: &'a Person, _: &'a [Vec<String>]) -> Soon<'a, Result<AccountId, Lack>> {
        Box::pin(std::future::ready(Err(Lack::Failure(Self::failure()))))
    }

    fn offer<'a>(&'a self, _: &'a ConsentOffer) -> Soon<'a, Result<SignIn, Failure>> {
        Self::failed()
    }

    fn pasted<'a>(&'a self, _: &'a PersonId, _: &'a ConsentId, _: &'a str) -> Soon<'a, Result<(), Failure>> {
        Self::failed()
    }

    fn cancel<'a>(&'a self, _: &'a PersonId, _: &'a ConsentId) -> Soon<'a, Result<(), Failure>> {
        Self::failed()
    }

    fn accounts<'a>(&'a self, _: &'a Person) -> Soon<'a, Result<Vec<Account>, Failure>> {
        Self::failed()
    }

    fn prefer<'a>(&'a self, _: &'a PersonId, _: &'a AccountId) -> Soon<'a, Result<(), Failure>> {
        Self::failed()
    }

    fn disconnect<'a>(&'a self, _: &'a PersonId, _: &'a AccountId) -> Soon<'a, Result<(), Failure>> {
        Self::failed()
    }
}

impl Acquaintances for NoAccounts {
    fn written_to<'a>(&'a self, _: &'a Call, _: &'a [String]) -> Soon<'a, Vec<Contact>> {
        Box::pin(std::future::ready(Vec::new()))
    }
}
