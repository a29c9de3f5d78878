//! The button that connects. Until it is pressed, nothing is.

use axum::Form;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use kernel::ports::VaultError;
use kernel::{AccountId, ConsentId, Secret, ThreadId, Time};
use serde::{Deserialize, Serialize};

use super::pages::Page;
use super::reader::News;
use super::sign_ins::SignIns;
use crate::grant::Grant;
use crate::grants::{fingerprint, random_token};

const PREFIX: &str = "google/confirm/";

/// A sign-in that waits for the button.
#[derive(Serialize, Deserialize)]
pub(super) struct Confirmation {
    pub(super) thread: Option<ThreadId>,
    pub(super) consent: ConsentId,
    pub(super) stage: Stage,
    pub(super) expires: Time,
}

#[derive(Serialize, Deserialize)]
pub(super) enum Stage {
    Open(Box<Grant>),
    /// Pressed; a second press is answered and does nothing.
    Done(AccountId),
}

#[derive(Deserialize)]
pub(super) struct Pressed {
    token: String,
}

pub(super) async fn confirm(State(desk): State<SignIns>, Form(pressed): Form<Pressed>) -> Response {
    let _one_press_at_a_time = desk.confirming.lock().await;
    let found = desk.book.get_for_a_while::<Confirmation>(PREFIX, &pressed.token).await;
    let confirmation = match found {
        Ok(Some(confirmation)) if confirmation.expires > desk.book.clock.now() => confirmation,
        Ok(_) => return Page::Expired.into_response(),
        Err(error) => return Page::of_vault(&error).into_response(),
    };
    match connect(&desk, confirmation, Secret::new(pressed.token)).await {
        Ok(account) => Page::Connected { account: &account.0 }.into_response(),
        Err(page) => page.into_response(),
    }
}

/// The grant is sealed before the waiting turn hears of it, and the button works until it has heard: whatever
/// crash comes between, pressing again completes it.
async fn connect(
    desk: &SignIns,
    confirmation: Confirmation,
    token: Secret,
) -> Result<AccountId, Page<'static>> {
    let Confirmation { thread, consent, stage, expires } = confirmation;
    let grant = match stage {
        Stage::Done(account) => return Ok(account),
        Stage::Open(grant) => *grant,
    };
    let (person, account) = (grant.person.clone(), grant.account.clone());
    let earlier = desk.book.held(&person, &account).await.map_err(|error| Page::of_vault(&error))?;
    let (connection, allowed) = grant.news(earlier.as_ref());
    desk.book.keep(grant).await.map_err(|error| Page::of_vault(&error))?;
    let key = format!("connect/{consent}/{}", fingerprint(token.reveal()));
    let news =
        News::Connected { consent: consent.clone(), person, account: account.clone(), connection, allowed };
    desk.tell(key, &news).await?;
    let done = Confirmation { thread, consent, stage: Stage::Done(account.clone()), expires };
    desk.book.put_for_a_while(PREFIX, &token, &done).await.map_err(|error| Page::of_vault(&error))?;
    Ok(account)
}

impl SignIns {
    pub(super) async fn seal_confirmation(&self, confirmation: &Confirmation) -> Result<Secret, VaultError> {
        self.book.sweep(PREFIX).await?;
        let token = random_token();
        self.book.put_for_a_while(PREFIX, &token, confirmation).await?;
        Ok(token)
    }
}
