//! Who signed in at Google.

use kernel::{AccountId, Secret};
use serde::Deserialize;
use serde_json::Value;
use wire::Method;

use crate::Google;
use crate::gmail::Mailbox;
use crate::gmail::text::from_base64;
use crate::oauth::Issued;

#[derive(Deserialize)]
struct Claims {
    email: Option<String>,
    #[serde(default)]
    email_verified: Value,
    /// For which client the statement was made; the user-info address does not say it.
    aud: Option<String>,
}

impl Google {
    /// The verified address of whoever signed in. Nothing if Google does not vouch for one.
    pub(super) async fn who(&self, issued: &Issued) -> Option<AccountId> {
        let claims = match &issued.id_token {
            Some(token) => stated(token)?,
            None => self.asked(&issued.access).await?,
        };
        let verified = claims.email_verified == true || claims.email_verified == "true";
        let settings = &self.book.settings;
        let mut ours = settings.client.iter().chain(&settings.device_client);
        let for_us = claims.aud.is_none_or(|client| ours.any(|key| key.id == client));
        let address = Mailbox::parse(&claims.email?).ok()?.address;
        (verified && for_us).then(|| AccountId(address.to_ascii_lowercase()))
    }

    async fn asked(&self, access: &Secret) -> Option<Claims> {
        let url = self.book.settings.userinfo.as_ref()?.url().clone();
        let answer = self.wire.request(Method::GET, url).bearer(access).send().await;
        answer.ok().filter(|answer| answer.status.is_success())?.json().ok()
    }
}

/// Read without checking its signature: it came straight from Google's token address, not by way of the browser.
fn stated(token: &Secret) -> Option<Claims> {
    let claims = token.reveal().split('.').nth(1)?;
    serde_json::from_slice(&from_base64(claims)?).ok()
}
