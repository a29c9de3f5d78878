//! Who is served at the counter: one person, and the accounts they have connected elsewhere.

use std::sync::Arc;

use kernel::ports::{Account, Audience, ChatError, ConsentOffer, Directory, Grants, Lack, SignIn, Soon};
use kernel::{AccountId, Code, ConsentId, Failure, Person, PersonId, ThreadId};

/// The one person. Where there is a chat, it knows whether they are still who they were.
pub(crate) struct Register {
    pub(crate) person: Person,
    pub(crate) chat: Option<Arc<dyn Directory>>,
}

impl Register {
    fn known<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>> {
        let person = if *id == self.person.id {
            Ok(self.person.clone())
        } else {
            Err(ChatError::Refused("somebody else is served here".to_owned()))
        };
        Box::pin(std::future::ready(person))
    }
}

impl Directory for Register {
    fn person<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>> {
        self.chat.as_ref().map_or_else(|| self.known(id), |chat| chat.person(id))
    }

    fn person_lately<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>> {
        self.chat.as_ref().map_or_else(|| self.known(id), |chat| chat.person_lately(id))
    }

    fn person_now<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>> {
        self.chat.as_ref().map_or_else(|| self.known(id), |chat| chat.person_now(id))
    }

    fn everybody<'a>(&'a self, _: &'a ThreadId) -> Soon<'a, Result<Arc<[Person]>, ChatError>> {
        Box::pin(std::future::ready(Ok(Arc::from([self.person.clone()]))))
    }

    fn is_present<'a>(&'a self, id: &'a PersonId, _: &'a ThreadId) -> Soon<'a, Result<bool, ChatError>> {
        Box::pin(std::future::ready(Ok(*id == self.person.id)))
    }

    fn audience<'a>(&'a self, _: &'a ThreadId) -> Soon<'a, Result<Audience, ChatError>> {
        Box::pin(std::future::ready(Ok(Audience::Requester)))
    }

    fn acquaint<'a>(&'a self, _: &'a ThreadId) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(std::future::ready(Ok(())))
    }
}

/// What was connected elsewhere. Nobody signs in here: what is missing is said.
pub(crate) struct Signed(pub(crate) Arc<dyn Grants>);

fn elsewhere(words: &str) -> Failure {
    let next = "Connect the account in Slack, or with: countersign auth google";
    Failure::person(Code::NotAvailable, format!("{words} {next}"))
}

impl Grants for Signed {
    fn provider(&self) -> &'static str {
        self.0.provider()
    }

    fn organisation(&self, account: &AccountId) -> Option<String> {
        self.0.organisation(account)
    }

    fn for_call<'a>(
        &'a self,
        person: &'a Person,
        needs: &'a [Vec<String>],
    ) -> Soon<'a, Result<AccountId, Lack>> {
        Box::pin(async move {
            self.0.for_call(person, needs).await.map_err(|lack| match lack {
                Lack::Consent { words } => Lack::Failure(elsewhere(&words)),
                Lack::Failure(failure) if failure.lacks_consent() => Lack::Failure(elsewhere(&failure.words)),
                other @ Lack::Failure(_) => other,
            })
        })
    }

    fn offer<'a>(&'a self, _: &'a ConsentOffer) -> Soon<'a, Result<SignIn, Failure>> {
        Box::pin(std::future::ready(Err(elsewhere("Nobody can sign in here."))))
    }

    fn pasted<'a>(&'a self, _: &'a PersonId, _: &'a ConsentId, _: &'a str) -> Soon<'a, Result<(), Failure>> {
        Box::pin(std::future::ready(Err(elsewhere("Nobody can sign in here."))))
    }

    fn cancel<'a>(&'a self, person: &'a PersonId, consent: &'a ConsentId) -> Soon<'a, Result<(), Failure>> {
        self.0.cancel(person, consent)
    }

    fn accounts<'a>(&'a self, person: &'a Person) -> Soon<'a, Result<Vec<Account>, Failure>> {
        self.0.accounts(person)
    }

    fn prefer<'a>(&'a self, _: &'a PersonId, _: &'a AccountId) -> Soon<'a, Result<(), Failure>> {
        Box::pin(std::future::ready(Err(elsewhere("That cannot be chosen here."))))
    }

    fn disconnect<'a>(&'a self, _: &'a PersonId, _: &'a AccountId) -> Soon<'a, Result<(), Failure>> {
        Box::pin(std::future::ready(Err(elsewhere("That cannot be taken back here."))))
    }
}
