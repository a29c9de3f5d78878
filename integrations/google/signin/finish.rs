//! The end of every sign-in: whose account it is, whether it may be connected, and who is told.

use std::collections::BTreeSet;

use kernel::ports::{Accepted, Letter};
use kernel::{AccountId, Code, Connection, ConsentId, Delivery, Failure, Person, Raw, Secret};

use super::pages::Page;
use super::reader::{FROM, News};
use super::sign_ins::SignIns;
use crate::grant::{Access, Grant, Registered, State};
use crate::grants::{Link, unreadable};
use crate::oauth::Issued;
use crate::{Google, Identity};

/// A sign-in that has come back without our page having asked once more: pasted, or by a code.
pub(super) struct Waiting {
    pub(super) person: Person,
    pub(super) consent: ConsentId,
    pub(super) scopes: BTreeSet<String>,
    pub(super) to: Registered,
}

/// Somebody has signed in, and it is known as whom.
pub struct Arrival {
    pub account: AccountId,
    pub(super) issued: Issued,
    pub(super) scopes: BTreeSet<String>,
    pub(super) to: Registered,
}

/// An account that somebody has connected, how it was connected before, and in words what that newly allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connected {
    pub account: AccountId,
    pub connection: Connection,
    pub allowed: Vec<String>,
}

impl SignIns {
    /// Connects, and lets the waiting turn hear of it. `key` is the same for every attempt.
    pub(super) async fn finish(
        &self,
        waiting: &Waiting,
        issued: Issued,
        key: &str,
    ) -> Result<AccountId, Failure> {
        let arrival = self.google.arrival(issued, &waiting.scopes, waiting.to).await?;
        let Connected { account, connection, allowed } =
            self.google.connect(arrival, &waiting.person).await?;
        let news = News::Connected {
            consent: waiting.consent.clone(),
            person: waiting.person.id.clone(),
            account: account.clone(),
            connection,
            allowed,
        };
        self.tell(format!("connect/{key}"), &news).await.map_err(|_| {
            Failure::person(Code::NotAvailable, "It is connected, but could not be written down. Ask again.")
        })?;
        Ok(account)
    }

    /// The waiting turn hears of it.
    pub(super) async fn declined(&self, link: &Link, why: &str) -> Result<(), Failure> {
        self.not_completed(link, why).await.map_err(|_| {
            Failure::person(Code::NotAvailable, "It could not be written down. Ask again in a minute.")
        })
    }

    pub(super) async fn not_completed(&self, link: &Link, why: &str) -> Result<(), Page<'static>> {
        let news = News::Declined {
            thread: link.thread.clone(),
            person: link.person.id.clone(),
            consent: link.consent.clone(),
            why: why.to_owned(),
        };
        self.tell(format!("declined/{}/{}", link.consent, link.expires.0), &news).await
    }

    /// Puts news into the inbox, then hands it on.
    pub(super) async fn tell(&self, key: String, news: &News) -> Result<(), Page<'static>> {
        let raw = Raw::from(&serde_json::json!(news));
        let delivery = Delivery { from: FROM.to_owned(), key, raw };
        let accepted = self.inbox.accept(&delivery).await.map_err(|error| {
            tracing::error!(%error, "a sign-in could not be written down");
            Page::TryAgain
        })?;
        if let Accepted::New(id) = accepted
            && self.letters.send(Letter { id, from: delivery.from, raw: delivery.raw }).is_err()
        {
            // It is in the inbox: the next start takes it from there.
            tracing::warn!("nobody takes letters any more");
        }
        Ok(())
    }
}

impl Google {
    /// Who has signed in, if Google vouches for it.
    pub(super) async fn arrival(
        &self,
        issued: Issued,
        scopes: &BTreeSet<String>,
        to: Registered,
    ) -> Result<Arrival, Failure> {
        if let Some(account) = self.who(&issued).await {
            return Ok(Arrival { account, issued, scopes: scopes.clone(), to });
        }
        self.give_back(None, &issued.access).await;
        Err(Failure::person(
            Code::AuthRequired,
            "Google did not say with certainty whose account it is. Nothing was connected. Ask again.",
        ))
    }

    /// Keeps what was given, for this person, if it is theirs.
    pub async fn connect(&self, arrival: Arrival, person: &Person) -> Result<Connected, Failure> {
        let (account, access) = (arrival.account.clone(), arrival.issued.access.clone());
        if !self.may_connect(person, &account) {
            self.give_back(Some(&account), &access).await;
            return Err(Failure::person(
                Code::Denied,
                format!(
                    "You signed in to Google as {account}, but Slack knows {} as {}. These must be the same, so that \
                     nobody can connect somebody else's mailbox. Nothing was kept.",
                    person.name,
                    person.address.as_deref().unwrap_or("no address that I may see")
                ),
            ));
        }
        let earlier = self.book.held(&person.id, &account).await.map_err(|error| unreadable(&error))?;
        if let Some(earlier) = &earlier
            && would_lose(earlier, &arrival)
        {
            return Err(Failure::person(
                Code::Conflict,
                format!(
                    "{account} is connected already, and in that way I may do more. Nothing was changed. To connect it \
                     by a code all the same, disconnect it first."
                ),
            ));
        }
        let Some(grant) = self.grant(arrival, person, earlier.as_ref()) else {
            return Err(Failure::person(
                Code::AuthRequired,
                "Google gave a permission that does not last. Remove this app at \
                 https://myaccount.google.com/permissions, then ask again.",
            ));
        };
        let (connection, allowed) = grant.news(earlier.as_ref());
        self.book.keep(grant).await.map_err(|error| unreadable(&error))?;
        Ok(Connected { account, connection, allowed })
    }

    /// Gives back what was given, because there is nobody it could be kept for.
    pub async fn decline(&self, arrival: Arrival) {
        self.give_back(Some(&arrival.account), &arrival.issued.access).await;
    }

    pub(super) fn may_connect(&self, person: &Person, account: &AccountId) -> bool {
        match self.book.settings.identity {
            Identity::AnyAddress => true,
            Identity::SameAddress => {
                person.address.as_ref().is_some_and(|address| address.trim().eq_ignore_ascii_case(&account.0))
            }
        }
    }

    /// What was given, as it is kept. Nothing if it does not last and we hold nothing that does.
    pub(super) fn grant(&self, arrival: Arrival, person: &Person, earlier: Option<&Grant>) -> Option<Grant> {
        let Arrival { account, issued, scopes: asked, to } = arrival;
        // A refresh token belongs to the client it was given to.
        let kept = earlier.filter(|grant| grant.to == to && grant.state == State::Alive);
        let refresh = issued.refresh.or_else(|| kept.map(|grant| grant.refresh.clone()))?;
        let before = kept.map(|grant| grant.scopes.clone()).unwrap_or_default();
        let scopes = issued.scopes.unwrap_or_else(|| before.union(&asked).cloned().collect());
        let now = self.book.clock.now();
        Some(Grant {
            person: person.id.clone(),
            account,
            refresh,
            access: Some(Access { token: issued.access, expires: now.plus(issued.lasts) }),
            scopes,
            connected: now,
            issued: now,
            state: State::Alive,
            to,
        })
    }

    /// Gives back what must not be kept, unless that would end a connection somebody else rightly has.
    pub(super) async fn give_back(&self, account: Option<&AccountId>, access: &Secret) {
        let in_use = match account {
            Some(account) => self.book.is_in_use(account).await.unwrap_or(true),
            None => false,
        };
        if !in_use && let Err(error) = self.book.oauth.revoke(access).await {
            tracing::warn!(%error, "a token that must not be kept could not be revoked");
        }
    }
}

/// By a code Google allows only a little. An account has one grant, and that little must not take the place of more.
fn would_lose(earlier: &Grant, arrival: &Arrival) -> bool {
    let by_code = arrival.to == Registered::Device && earlier.to == Registered::Usual;
    let given = arrival.issued.scopes.as_ref().unwrap_or(&arrival.scopes);
    by_code && earlier.state == State::Alive && !earlier.scopes.is_subset(given)
}
