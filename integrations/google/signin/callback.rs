//! Back from Google: whose account it is, and whether it may be connected.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use kernel::Secret;
use kernel::ports::VaultError;
use serde::Deserialize;

use super::confirm::{Confirmation, Stage};
use super::finish::Arrival;
use super::offer::not_completed;
use super::pages::Page;
use super::sign_ins::SignIns;
use crate::grant::Registered;
use crate::grants::{FORBIDDEN, Link};
use crate::oauth::{Issued, NoToken};

const TO_CONFIRM: Duration = Duration::from_mins(10);

#[derive(Deserialize)]
pub(super) struct Back {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
}

pub(super) async fn callback(State(desk): State<SignIns>, Query(back): Query<Back>) -> Response {
    let Some(state) = back.state else { return Page::Expired.into_response() };
    let link = match desk.book.take_link(&state).await {
        Ok(Some(link)) => link,
        Ok(None) => return Page::Expired.into_response(),
        Err(error) => return Page::of_vault(&error).into_response(),
    };
    let Some(code) = back.code else {
        let error = back.error.unwrap_or_default();
        let why = not_completed(&error);
        let page =
            if error == "access_denied" { Page::Declined } else { Page::Failed(why.trim_end_matches('.')) };
        return declined(&desk, &link, why, page).await;
    };
    match desk.book.oauth.exchange(&code, &link.verifier, &link.redirect).await {
        Ok(issued) => arrived(&desk, link, issued).await,
        Err(error) => {
            tracing::warn!(%error, "a sign-in could not be completed");
            let why = match error {
                NoToken::Over(_) => "Google took this sign-in for used or too old",
                NoToken::SessionOver(_) => "Your organisation wants you to sign in to Google anew",
                NoToken::Forbidden(_) => FORBIDDEN.trim_end_matches('.'),
                NoToken::Unavailable(_) => "Google could not be reached",
                NoToken::Misconfigured(_) => "Google refuses this installation; tell whoever runs it",
            };
            Page::Failed(why).into_response()
        }
    }
}

async fn arrived(desk: &SignIns, link: Link, issued: Issued) -> Response {
    let google = &desk.google;
    let Ok(arrival) = google.arrival(issued, &link.scopes, Registered::Usual).await else {
        return Page::Failed("Google did not say with certainty whose account it is").into_response();
    };
    let account = arrival.account.clone();
    if !google.may_connect(&link.person, &account) {
        google.give_back(Some(&account), &arrival.issued.access).await;
        let page = Page::Mismatch { account: &account.0, person: &link.person };
        let why = "Another Google account was chosen than the one in the profile.";
        return declined(desk, &link, why, page).await;
    }
    match to_confirm(desk, &link, arrival).await {
        Ok(Some((token, left_out))) => {
            Page::Confirm { token: token.reveal(), account: &account.0, person: &link.person, left_out }
                .into_response()
        }
        Ok(None) => Page::NotLasting.into_response(),
        Err(error) => Page::of_vault(&error).into_response(),
    }
}

/// The waiting turn hears of it too.
async fn declined(desk: &SignIns, link: &Link, why: &str, page: Page<'_>) -> Response {
    match desk.not_completed(link, why).await {
        Ok(()) => page.into_response(),
        Err(page) => page.into_response(),
    }
}

/// Seals what was given, for the button to connect. Nothing if Google gave no lasting permission and we have none.
async fn to_confirm(
    desk: &SignIns,
    link: &Link,
    arrival: Arrival,
) -> Result<Option<(Secret, BTreeSet<String>)>, VaultError> {
    let book = &desk.book;
    let earlier = book.held(&link.person.id, &arrival.account).await?;
    let Some(grant) = desk.google.grant(arrival, &link.person, earlier.as_ref()) else { return Ok(None) };
    // Google reports the short names of the sign-in scopes as others; nobody can untick those.
    let asked = link.scopes.iter().filter(|scope| scope.contains('/'));
    let left_out = asked.filter(|scope| !grant.scopes.contains(*scope)).cloned().collect();
    let confirmation = Confirmation {
        thread: link.thread.clone(),
        consent: link.consent.clone(),
        stage: Stage::Open(Box::new(grant)),
        expires: book.clock.now().plus(TO_CONFIRM),
    };
    let token = desk.seal_confirmation(&confirmation).await?;
    Ok(Some((token, left_out)))
}
