//! The seam to `google-apis-common`: who provides tokens, and how partial answers are asked for.

use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use google_apis_common::{FieldMask, GetToken};
use kernel::{AccountId, Code, Failure, Person, Secret};

use crate::GrantBook;

/// Tokens for one account of one person.
#[derive(Clone)]
pub(crate) struct Tokens {
    book: Arc<GrantBook>,
    person: Person,
    account: AccountId,
}

impl Tokens {
    pub(crate) fn new(book: Arc<GrantBook>, person: Person, account: AccountId) -> Self {
        Self { book, person, account }
    }

    /// Google did not take the token: the next one will be another.
    pub(crate) async fn refused(&self, token: &Secret) {
        self.book.refused(&self.person, &self.account, token).await;
    }
}

type Token<'a> =
    Pin<Box<dyn Future<Output = Result<Option<String>, Box<dyn Error + Send + Sync>>> + Send + 'a>>;

impl GetToken for Tokens {
    /// Any one of `scopes` is enough.
    fn get_token<'a>(&'a self, scopes: &'a [&str]) -> Token<'a> {
        Box::pin(async move {
            let token = self.book.access(&self.person, &self.account, scopes).await?;
            Ok(Some(token.reveal().to_owned()))
        })
    }
}

/// A token from whoever provides it, with our own words back when there is none.
pub(crate) async fn token_from(provider: &dyn GetToken, scopes: &[&str]) -> Result<Secret, Failure> {
    match provider.get_token(scopes).await {
        Ok(token) => Ok(Secret::new(token.unwrap_or_default())),
        Err(error) => Err(error.downcast::<Failure>().map_or_else(
            |other| Failure::operator(Code::NotAvailable, format!("There is no token for Google: {other}.")),
            |ours| *ours,
        )),
    }
}

/// The value of `fields`.
pub(crate) fn only(fields: &[&str]) -> String {
    FieldMask::new(fields).to_string()
}
