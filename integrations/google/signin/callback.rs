//! Back from Google: whose account it is, and whether it may be connected.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use kernel::ports::VaultError;
use kernel::{AccountId, Secret};
use serde::Deserialize;

use super::Desk;
use super::confirm::{Confirmation, Stage};
use super::pages::Page;
use super::reader::News;
use crate::Identity;
use crate::grant::{Access, Grant, State as GrantState};
use crate::grants::Link;
use crate::oauth::{Issued, NoToken};

const TO_CONFIRM: Duration = Duration::from_mins(10);

#[derive(Deserialize)]
pub(super) struct Back {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
}

pub(super) async fn callback(State(desk): State<Desk>, Query(back): Query<Back>) -> Response {
    let Some(state) = back.state else { return Page::Expired.into_response() };
    let link = match desk.book.take_link(&state).await {
        Ok(Some(link)) => link,
        Ok(None) => return Page::Expired.into_response(),
        Err(error) => return Page::of_vault(&error).into_response(),
    };
    let Some(code) = back.code else {
        let (page, why) = match back.error.as_deref() {
            Some("access_denied") => (Page::Declined, "The sign-in was cancelled on Google's page."),
            _ => {
                (Page::Failed("Google did not complete the sign-in"), "Google did not complete the sign-in.")
            }
        };
        return declined(&desk, &link, why, page).await;
    };
    match desk.book.oauth.exchange(&code, &link.verifier).await {
        Ok(issued) => arrived(&desk, link, issued).await,
        Err(error) => {
            tracing::warn!(%error, "a sign-in could not be completed");
            let why = match error {
                NoToken::Over(_) => "Google took this sign-in for used or too old",
                NoToken::Unavailable(_) => "Google could not be reached",
                NoToken::Misconfigured(_) => "Google refuses this installation; tell whoever runs it",
            };
            Page::Failed(why).into_response()
        }
    }
}

async fn arrived(desk: &Desk, link: Link, issued: Issued) -> Response {
    let Some(account) = desk.who(&issued).await else {
        drop_token(desk, None, &issued.access).await;
        return Page::Failed("Google did not say with certainty whose account it is").into_response();
    };
    if !may_connect(desk.book.settings.identity, &link, &account) {
        drop_token(desk, Some(&account), &issued.access).await;
        let page = Page::Mismatch { account: &account.0, person: &link.person };
        let why = "Another Google account was chosen than the one in the profile.";
        return declined(desk, &link, why, page).await;
    }
    match to_confirm(desk, &link, issued, account).await {
        Ok(Some((token, grant, left_out))) => {
            Page::Confirm { token: token.reveal(), account: &grant.account.0, person: &link.person, left_out }
                .into_response()
        }
        Ok(None) => Page::NotLasting.into_response(),
        Err(error) => Page::of_vault(&error).into_response(),
    }
}

/// The waiting turn hears of it too.
async fn declined(desk: &Desk, link: &Link, why: &str, page: Page<'_>) -> Response {
    let (thread, consent) = (link.thread.clone(), link.consent.clone());
    let key = format!("declined/{consent}/{}", link.expires.0);
    match desk.tell(key, &News::Declined { thread, consent, why: why.to_owned() }).await {
        Ok(()) => page.into_response(),
        Err(page) => page.into_response(),
    }
}

fn may_connect(rule: Identity, link: &Link, account: &AccountId) -> bool {
    match rule {
        Identity::AnyAddress => true,
        Identity::SameAddress => link
            .person
            .address
            .as_ref()
            .is_some_and(|address| address.trim().eq_ignore_ascii_case(&account.0)),
    }
}

/// Seals what was given, for the button to connect. Nothing if Google gave no lasting permission and we have none.
async fn to_confirm(
    desk: &Desk,
    link: &Link,
    issued: Issued,
    account: AccountId,
) -> Result<Option<(Secret, Grant, BTreeSet<String>)>, VaultError> {
    let book = &desk.book;
    let earlier = book.held(&link.person.id, &account).await?;
    let Some(refresh) = issued.refresh.or_else(|| earlier.as_ref().map(|grant| grant.refresh.clone())) else {
        return Ok(None);
    };
    let now = book.clock.now();
    let before = earlier.as_ref().map(|grant| grant.scopes.clone()).unwrap_or_default();
    let scopes = issued.scopes.unwrap_or_else(|| before.union(&link.scopes).cloned().collect());
    // Google reports the short names of the sign-in scopes as others; nobody can untick those.
    let asked = link.scopes.iter().filter(|scope| scope.contains('/'));
    let left_out = asked.filter(|scope| !scopes.contains(*scope)).cloned().collect();
    let grant = Grant {
        person: link.person.id.clone(),
        account,
        refresh,
        access: Some(Access { token: issued.access, expires: now.plus(issued.lasts) }),
        scopes,
        connected: now,
        issued: now,
        state: GrantState::Alive,
    };
    let confirmation = Confirmation {
        thread: link.thread.clone(),
        consent: link.consent.clone(),
        stage: Stage::Open(Box::new(grant.clone())),
        expires: now.plus(TO_CONFIRM),
    };
    let token = desk.seal_confirmation(&confirmation).await?;
    Ok(Some((token, grant, left_out)))
}

/// Gives back what must not be kept, unless that would end a connection somebody else rightly has.
async fn drop_token(desk: &Desk, account: Option<&AccountId>, access: &Secret) {
    let in_use = match account {
        Some(account) => desk.book.is_in_use(account).await.unwrap_or(true),
        None => false,
    };
    if !in_use && let Err(error) = desk.book.oauth.revoke(access).await {
        tracing::warn!(%error, "a token that must not be kept could not be revoked");
    }
}
