//! The ways to sign in that somebody is offered, and what they send back by way of the chat.

use kernel::ports::{Account, ConsentOffer, Grants, Lack, SignIn, Soon, Way};
use kernel::{AccountId, Code, ConsentId, Failure, Person, PersonId, Time};
use url::Url;

use super::finish::Waiting;
use super::sign_ins::SignIns;
use crate::grant::{Registered, organisation};
use crate::grants::{FORBIDDEN, Link, fingerprint, unreadable};
use crate::oauth::{NoToken, Question};
use crate::{UsualWay, scopes};

impl SignIns {
    pub(super) async fn usual(&self, offer: &ConsentOffer) -> Result<SignIn, Failure> {
        let (token, link) = self.book.mint_link(offer).await?;
        match self.book.settings.way {
            UsualWay::Callback => {
                let url = self.book.settings.connect(token.reveal()).map_err(|error| {
                    let words = format!("No sign-in can be offered: {error}. Check public_url.");
                    Failure::operator(Code::NotAvailable, words)
                })?;
                Ok(SignIn::Link { url: url.into() })
            }
            UsualWay::PasteBack => {
                let url = self.google_page(token.reveal(), &link).map_err(|error| unusable(&error))?;
                Ok(SignIn::PasteBack { url: url.into() })
            }
        }
    }

    /// Google's own page for this link.
    pub(super) fn google_page(&self, token: &str, link: &Link) -> Result<Url, NoToken> {
        self.book.oauth.address(&Question {
            state: token,
            verifier: &link.verifier,
            scopes: &link.scopes,
            login_hint: link.account.as_deref(),
            prompt: link.prompt,
            redirect: &link.redirect,
        })
    }

    /// Only the whole address will do: the state that travels in it says whose sign-in it is.
    async fn paste(&self, person: &PersonId, consent: &ConsentId, address: &str) -> Result<(), Failure> {
        let address: String = address.chars().filter(|sign| !sign.is_whitespace()).collect();
        let (state, code, refused) = taken_apart(&address).ok_or_else(not_the_address)?;
        let book = &self.book;
        let found = book.look_at_link(&state).await.map_err(|error| unreadable(&error))?;
        if !found.is_some_and(|link| link.person.id == *person && link.consent == *consent) {
            return Err(Failure::person(
                Code::AuthRequired,
                "This address belongs to another sign-in, or it was used before, or it is older than ten minutes. Ask \
                 again for a new one.",
            ));
        }
        let taken = book.take_link(&state).await.map_err(|error| unreadable(&error))?;
        let link = taken.ok_or_else(not_the_address)?;
        let Some(code) = code else {
            let why = not_completed(&refused);
            return self.declined(&link, why).await;
        };
        let issued = book.oauth.exchange(&code, &link.verifier, &link.redirect).await;
        let issued = issued.map_err(|error| unusable(&error))?;
        let waiting = Waiting {
            person: link.person.clone(),
            consent: link.consent.clone(),
            scopes: link.scopes.clone(),
            to: Registered::Usual,
        };
        self.finish(&waiting, issued, &format!("pasted/{}", fingerprint(&state))).await.map(drop)
    }

    async fn all_of(&self, person: &Person) -> Result<Vec<Account>, Failure> {
        let grants = self.book.of(&person.id).await.map_err(|error| unreadable(&error))?;
        let mut accounts: Vec<Account> = grants
            .iter()
            .map(|grant| Account {
                id: grant.account.clone(),
                preferred: false,
                own: true,
                connected: grant.connected,
                allows: scopes::all_in_words(&grant.scopes),
                trouble: grant.trouble().map(|trouble| format!("{trouble} Connect it again.")),
            })
            .collect();
        if let Some(delegated) = self.book.settings.service_account.as_ref().and_then(|it| it.covers(person))
            && !accounts.iter().any(|account| account.id.0 == delegated)
        {
            let allows = vec!["work for you by this organisation's own service account".to_owned()];
            let (id, trouble) = (AccountId(delegated), None);
            let connected = Time::default();
            accounts.push(Account { id, preferred: false, own: false, connected, allows, trouble });
        }
        if let Some(first) = accounts.first_mut() {
            first.preferred = true;
        }
        Ok(accounts)
    }
}

impl Grants for SignIns {
    fn provider(&self) -> &'static str {
        crate::NAME
    }

    fn organisation(&self, account: &AccountId) -> Option<String> {
        organisation(account)
    }

    fn for_call<'a>(
        &'a self,
        person: &'a Person,
        needs: &'a [Vec<String>],
    ) -> Soon<'a, Result<AccountId, Lack>> {
        Box::pin(self.book.choose(person, needs))
    }

    fn offer<'a>(&'a self, offer: &'a ConsentOffer) -> Soon<'a, Result<SignIn, Failure>> {
        Box::pin(async move {
            match offer.way {
                Way::Usual => self.usual(offer).await,
                Way::Device => self.by_device(offer).await,
            }
        })
    }

    fn pasted<'a>(
        &'a self,
        person: &'a PersonId,
        consent: &'a ConsentId,
        address: &'a str,
    ) -> Soon<'a, Result<(), Failure>> {
        Box::pin(self.paste(person, consent, address))
    }

    fn cancel<'a>(&'a self, person: &'a PersonId, consent: &'a ConsentId) -> Soon<'a, Result<(), Failure>> {
        Box::pin(self.cancel_device(person, consent))
    }

    fn accounts<'a>(&'a self, person: &'a Person) -> Soon<'a, Result<Vec<Account>, Failure>> {
        Box::pin(self.all_of(person))
    }

    fn prefer<'a>(&'a self, person: &'a PersonId, account: &'a AccountId) -> Soon<'a, Result<(), Failure>> {
        Box::pin(self.book.make_preferred(person, account))
    }

    fn disconnect<'a>(
        &'a self,
        person: &'a PersonId,
        account: &'a AccountId,
    ) -> Soon<'a, Result<(), Failure>> {
        Box::pin(self.book.forget(person, account))
    }
}

/// State, code, and why there is none.
fn taken_apart(address: &str) -> Option<(String, Option<String>, String)> {
    let url = Url::parse(address).ok()?;
    let value =
        |name: &str| url.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value.into_owned());
    let (state, code, error) = (value("state")?, value("code"), value("error"));
    (code.is_some() || error.is_some()).then(|| (state, code, error.unwrap_or_default()))
}

fn not_the_address() -> Failure {
    Failure::person(
        Code::InputInvalid,
        "That is not the address the sign-in ended at. Copy the whole of it, from http://127.0.0.1 to its end: the \
         code alone is not enough.",
    )
}

/// Why Google sent somebody back without a code.
pub(super) fn not_completed(error: &str) -> &'static str {
    match error {
        "access_denied" => "The sign-in was cancelled on Google's page.",
        "admin_policy_enforced" => FORBIDDEN,
        _ => "Google did not complete the sign-in.",
    }
}

pub(super) fn unusable(error: &NoToken) -> Failure {
    match error {
        NoToken::Over(_) => Failure::person(
            Code::AuthRequired,
            "Google took this sign-in for used or too old. Ask again for a new one.",
        ),
        NoToken::SessionOver(_) => Failure::person(
            Code::AuthRequired,
            "Your organisation wants you to sign in to Google anew. Do that, and then ask again.",
        ),
        NoToken::Forbidden(_) => Failure::person(Code::NotAvailable, FORBIDDEN),
        NoToken::Unavailable(_) => {
            Failure::person(Code::NotAvailable, "Google could not be reached. Ask again in a minute.")
        }
        NoToken::Misconfigured(_) => Failure::operator(
            Code::NotAvailable,
            "Google refuses this installation. Whoever runs it must check the client id and secret, and that the \
             client is of the right kind.",
        ),
    }
    .quoting(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_address_is_taken() {
        let whole = "http://127.0.0.1:53682/?state=s&code=4%2F0a&scope=x";
        assert_eq!(taken_apart(whole), Some(("s".to_owned(), Some("4/0a".to_owned()), String::new())));
        for part in ["4/0a", "code=4%2F0a", "http://127.0.0.1/?code=4%2F0a", "http://127.0.0.1/?state=s", ""]
        {
            assert_eq!(taken_apart(part), None, "{part}");
        }
    }
}
