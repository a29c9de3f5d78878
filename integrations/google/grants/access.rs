//! Access tokens: used while they last, renewed in time, by one caller for all.

use kernel::{AccountId, Code, Failure, Person, Secret};

use super::{GrantBook, shelf, unreadable};
use crate::grant::{Access, Freshness, Grant, State};
use crate::oauth::{Issued, NoToken};

/// Said wherever an administrator has forbidden us.
pub(crate) const FORBIDDEN: &str = "The administrator of your organisation does not let this app work in Google accounts. \
     Ask them to allow it in the Admin console, under API controls, and then ask again.";

impl GrantBook {
    /// A token for this account that allows any of `scopes`.
    pub(crate) async fn access(
        &self,
        person: &Person,
        account: &AccountId,
        scopes: &[&str],
    ) -> Result<Secret, Failure> {
        let name = Grant::name(&person.id, account);
        let place = self.shelf.place(&name);
        let mut held = place.lock().await;
        if held.is_none() {
            *held = shelf::open(self.vault.as_ref(), &name).await.map_err(|error| unreadable(&error))?;
        }
        let allows =
            |grant: &Grant| scopes.is_empty() || scopes.iter().any(|scope| grant.scopes.contains(*scope));
        let lack = match held.as_mut() {
            None => not_connected(account),
            Some(grant) => match grant.trouble() {
                Some(trouble) => over(&trouble),
                None if !allows(grant) => scope_missing(account),
                None => match self.renew(&name, grant).await {
                    Err(failure) if !grant.is_alive() => failure,
                    renewed => return renewed,
                },
            },
        };
        drop(held);
        // The organisation may allow what the person has not, or does no longer.
        self.delegated_token(person, account, scopes).await.unwrap_or(Err(lack))
    }

    /// Says that Google did not take this token, whatever its date says.
    pub(crate) async fn refused(&self, person: &Person, account: &AccountId, token: &Secret) {
        self.minted.refused(&account.0, token).await;
        let place = self.shelf.place(&Grant::name(&person.id, account));
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
        match (self.oauth.refresh(&grant.refresh, grant.to).await, freshness, &grant.access) {
            (Ok(issued), ..) => self.renewed(name, grant, issued).await,
            (Err(NoToken::Over(why)), ..) => {
                let state = grant.ended(self.clock.now());
                self.end(name, grant, state, &why).await
            }
            (Err(NoToken::SessionOver(why)), ..) => self.end(name, grant, State::SessionOver, &why).await,
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

    /// Only a sign-in brings it back.
    async fn end(&self, name: &str, grant: &mut Grant, state: State, why: &str) -> Result<Secret, Failure> {
        tracing::info!(account = %grant.account, %why, "a grant is over");
        grant.state = state;
        grant.access = None;
        self.save(name, grant).await?;
        Err(over(&grant.trouble().unwrap_or_default()))
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

fn over(trouble: &str) -> Failure {
    Failure::person(Code::AuthRequired, format!("{trouble} Connect it again, and I go on."))
}

fn scope_missing(account: &AccountId) -> Failure {
    Failure::person(
        Code::ScopeMissing,
        format!("I lack the permission for this in {account}. Ask again, and allow it when I offer it."),
    )
}

fn no_token(error: &NoToken) -> Failure {
    match error {
        NoToken::Forbidden(_) => Failure::person(Code::NotAvailable, FORBIDDEN),
        NoToken::Over(_) | NoToken::SessionOver(_) | NoToken::Unavailable(_) => Failure::person(
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::future::join_all;
    use kernel::Hearer;
    use kernel::ports::Lack;
    use serde_json::json;

    use super::*;
    use crate::scopes::{GMAIL_MODIFY, GMAIL_READONLY};
    use crate::testing::{Answer, World, ana, ok};

    async fn access(world: &World) -> Result<String, Failure> {
        let token = world.google.book.access(&ana(), &"ana@example.com".into(), &[]).await?;
        Ok(token.reveal().to_owned())
    }

    fn a_token(number: usize) -> Answer {
        ok(json!({ "access_token": format!("new-{number}"), "token_type": "Bearer", "expires_in": 3600 }))
    }

    fn needs(scope: &str) -> Vec<Vec<String>> {
        vec![vec![scope.to_owned()]]
    }

    #[tokio::test]
    async fn a_good_token_is_used_and_many_calls_at_once_renew_it_once() {
        let world = World::answering(|_, before| a_token(before)).await;
        world.connected(Duration::from_hours(1)).await;
        assert_eq!(access(&world).await.unwrap(), "access-1");
        world.clock.pass(Duration::from_mins(57));
        let tokens = join_all((0..50).map(|_| access(&world))).await;
        assert!(tokens.iter().all(|token| token.as_deref() == Ok("new-0")), "{tokens:?}");
        let [renewal] = world.seen().try_into().unwrap();
        for part in
            ["grant_type=refresh_token", "refresh_token=refresh-1", "client_id=client", "client_secret=hush"]
        {
            assert!(renewal.body.contains(part), "{}", renewal.body);
        }
    }

    #[tokio::test]
    async fn a_grant_that_is_over_is_kept_as_dead_and_asks_for_a_sign_in() {
        let world = World::answering(|_, _| {
            Answer(
                400,
                json!({ "error": "invalid_grant", "error_description": "Token has been revoked." }),
                None,
            )
        })
        .await;
        world.connected(Duration::ZERO).await;
        world.clock.pass(Duration::from_hours(24 * 7));
        for _ in 0..2 {
            let failure = access(&world).await.unwrap_err();
            assert_eq!((failure.code, failure.heard_by), (Code::AuthRequired, Hearer::Person));
            assert!(failure.words.contains("in Testing"), "{}", failure.words);
        }
        assert_eq!(world.seen().len(), 1);
        let held = world.google.book.held(&ana().id, &"ana@example.com".into()).await.unwrap().unwrap();
        assert_eq!(held.state, State::TestingOver);
        let lack = world.google.book.choose(&ana(), &needs(GMAIL_READONLY.0)).await.unwrap_err();
        assert!(matches!(lack, Lack::Consent { words } if words.contains("connect it again")));
    }

    #[tokio::test]
    async fn a_session_that_the_organisation_limits_asks_for_a_sign_in_in_its_own_words() {
        let world = World::answering(|_, _| {
            Answer(400, json!({ "error": "invalid_grant", "error_subtype": "invalid_rapt" }), None)
        })
        .await;
        world.connected(Duration::ZERO).await;
        let failure = access(&world).await.unwrap_err();
        assert_eq!((failure.code, failure.heard_by), (Code::AuthRequired, Hearer::Person));
        assert!(failure.words.contains("session control"), "{}", failure.words);
        let lack = world.google.book.choose(&ana(), &needs(GMAIL_READONLY.0)).await.unwrap_err();
        assert!(matches!(lack, Lack::Consent { words } if words.contains("session control")));
    }

    #[tokio::test]
    async fn what_a_sign_in_cannot_mend_asks_for_none_and_loses_no_grant() {
        for (error, hearer, words) in [
            ("invalid_client", Hearer::Operator, "GOOGLE_CLIENT_ID"),
            ("deleted_client", Hearer::Operator, "GOOGLE_CLIENT_ID"),
            ("unauthorized_client", Hearer::Operator, "GOOGLE_CLIENT_ID"),
            ("admin_policy_enforced", Hearer::Person, "API controls"),
            ("internal_failure", Hearer::Person, "try again in a minute"),
        ] {
            let world = World::answering(move |_, _| Answer(400, json!({ "error": error }), None)).await;
            world.connected(Duration::ZERO).await;
            let failure = access(&world).await.unwrap_err();
            assert_eq!((failure.code, failure.heard_by), (Code::NotAvailable, hearer), "{error}");
            assert!(failure.words.contains(words), "{error}: {}", failure.words);
            assert!(failure.quote.as_deref().unwrap_or_default().contains(error), "{error}");
            assert!(world.google.book.choose(&ana(), &needs(GMAIL_READONLY.0)).await.is_ok(), "{error}");
        }
    }

    #[tokio::test]
    async fn trouble_at_google_loses_no_grant() {
        let world = World::answering(|_, before| match before {
            0..3 => Answer(503, json!({ "error": "internal_failure" }), None),
            _ => a_token(1),
        })
        .await;
        world.connected(Duration::from_mins(2)).await;
        assert_eq!(access(&world).await.unwrap(), "access-1", "still good for two minutes");
        assert_eq!(access(&world).await.unwrap(), "new-1");
    }

    #[tokio::test]
    async fn an_account_is_chosen_by_what_it_allows() {
        let world = World::answering(|_, _| ok(json!({}))).await;
        let book = &world.google.book;
        let lack = book.choose(&ana(), &needs(GMAIL_READONLY.0)).await.unwrap_err();
        assert!(matches!(lack, Lack::Consent { words } if words.contains("not connected")));
        world.connected(Duration::from_hours(1)).await;
        assert_eq!(book.choose(&ana(), &needs(GMAIL_READONLY.0)).await.unwrap().0, "ana@example.com");
        let lack = book.choose(&ana(), &needs(GMAIL_MODIFY.0)).await.unwrap_err();
        assert!(matches!(lack, Lack::Consent { words } if words.contains("also need")));
    }

    #[tokio::test]
    async fn disconnecting_revokes_and_forgets() {
        let world = World::answering(|_, _| ok(json!({}))).await;
        world.connected(Duration::from_hours(1)).await;
        let account: AccountId = "ana@example.com".into();
        world.google.book.forget(&ana().id, &account).await.unwrap();
        world.google.book.forget(&ana().id, &account).await.unwrap();
        let [revoked] = world.seen().try_into().unwrap();
        assert!(revoked.is("POST", "/revoke") && revoked.body == "token=refresh-1", "{revoked:?}");
        assert!(world.google.book.held(&ana().id, &account).await.unwrap().is_none());
    }
}
