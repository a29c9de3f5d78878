//! Access tokens: used while they last, renewed in time, by one caller for all.

use kernel::{AccountId, Code, Failure, PersonId, Secret, Time};

use super::{GrantBook, shelf, unreadable};
use crate::grant::{Access, Freshness, Grant, State};
use crate::oauth::{Issued, NoToken};

/// Refresh tokens of an app in Testing last this many days.
const TESTING_DAYS: u64 = 7;

impl GrantBook {
    /// A token for this account that allows any of `scopes`.
    pub(crate) async fn access(
        &self,
        person: &PersonId,
        account: &AccountId,
        scopes: &[&str],
    ) -> Result<Secret, Failure> {
        let name = Grant::name(person, account);
        let place = self.shelf.place(&name);
        let mut held = place.lock().await;
        if held.is_none() {
            *held = shelf::open(self.vault.as_ref(), &name).await.map_err(|error| unreadable(&error))?;
        }
        let grant = held.as_mut().ok_or_else(|| not_connected(account))?;
        if grant.state == State::Dead {
            return Err(over(grant, self.clock.now()));
        }
        if !scopes.is_empty() && !scopes.iter().any(|scope| grant.scopes.contains(*scope)) {
            return Err(scope_missing(account));
        }
        self.renew(&name, grant).await
    }

    /// Says that Google did not take this token, whatever its date says.
    pub(crate) async fn refused(&self, person: &PersonId, account: &AccountId, token: &Secret) {
        let place = self.shelf.place(&Grant::name(person, account));
        let mut held = place.lock().await;
        if let Some(grant) = held.as_mut()
            && grant.access.as_ref().is_some_and(|access| access.token == *token)
        {
            grant.access = None;
        }
    }

    async fn renew(&self, name: &str, grant: &mut Grant) -> Result<Secret, Failure> {
        let freshness = grant.freshness(self.clock.now());
        if let (Freshness::Fresh, Some(access)) = (&freshness, &grant.access) {
            return Ok(access.token.clone());
        }
        match (self.oauth.refresh(&grant.refresh).await, freshness, &grant.access) {
            (Ok(issued), ..) => self.renewed(name, grant, issued).await,
            (Err(NoToken::Over(why)), ..) => {
                tracing::info!(account = %grant.account, %why, "a grant is over");
                grant.state = State::Dead;
                grant.access = None;
                self.save(name, grant).await?;
                Err(over(grant, self.clock.now()))
            }
            (Err(_), Freshness::Ending, Some(access)) => Ok(access.token.clone()),
            (Err(error), ..) => Err(no_token(&error)),
        }
    }

    async fn renewed(&self, name: &str, grant: &mut Grant, issued: Issued) -> Result<Secret, Failure> {
        let expires = self.clock.now().plus(issued.lasts);
        grant.access = Some(Access { token: issued.access.clone(), expires });
        if let Some(refresh) = issued.refresh {
            grant.refresh = refresh;
        }
        if let Some(scopes) = issued.scopes {
            grant.scopes = scopes;
        }
        self.save(name, grant).await?;
        Ok(issued.access)
    }

    async fn save(&self, name: &str, grant: &Grant) -> Result<(), Failure> {
        shelf::seal(self.vault.as_ref(), name, grant).await.map_err(|error| unreadable(&error))
    }
}

fn not_connected(account: &AccountId) -> Failure {
    Failure::person(
        Code::AuthRequired,
        format!("The Google account {account} is not connected. Ask again, and connect it when I offer it."),
    )
}

fn over(grant: &Grant, now: Time) -> Failure {
    let days = now.since(grant.issued).as_secs() / 86_400;
    let why = if days == TESTING_DAYS {
        " It lasted seven days, which is how long Google gives an app in Testing mode; whoever runs this should \
         publish the app."
    } else {
        ""
    };
    Failure::person(
        Code::AuthRequired,
        format!(
            "Google no longer accepts my access to {}.{why} Ask again, and connect it when I offer it.",
            grant.account
        ),
    )
}

fn scope_missing(account: &AccountId) -> Failure {
    Failure::person(
        Code::ScopeMissing,
        format!("I lack the permission for this in {account}. Ask again, and allow it when I offer it."),
    )
}

fn no_token(error: &NoToken) -> Failure {
    match error {
        NoToken::Over(_) | NoToken::Unavailable(_) => Failure::person(
            Code::NotAvailable,
            "Google's sign-in cannot be reached just now. Your connection is kept; try again in a minute.",
        ),
        NoToken::Misconfigured(_) => Failure::operator(
            Code::NotAvailable,
            "Google refuses this installation's client id and secret. Check GOOGLE_CLIENT_ID and \
             GOOGLE_CLIENT_SECRET.",
        ),
    }
    .quoting(error.to_string())
}
