//! What lets us into a workspace: a token that was given to us, or one that we keep and renew.
//!
//! Doesn't know how a token is used.

use std::sync::Arc;

use kernel::Secret;

use crate::SlackError;
use crate::installation::Held;

/// Cloning gives another handle on the same token.
#[derive(Clone)]
pub struct Token(Kind);

#[derive(Clone)]
enum Kind {
    /// Of the environment; nobody renews it.
    Given(Secret),
    Held(Arc<Held>),
    /// For what needs none of a workspace.
    None,
}

impl Token {
    pub fn given(token: Secret) -> Self {
        Self(Kind::Given(token))
    }

    pub fn none() -> Self {
        Self(Kind::None)
    }

    pub(crate) fn held(held: Arc<Held>) -> Self {
        Self(Kind::Held(held))
    }

    /// One that works, as far as can be told from here.
    pub(crate) async fn current(&self) -> Result<Secret, SlackError> {
        match &self.0 {
            Kind::Given(token) => Ok(token.clone()),
            // Renewing takes much room, and hardly ever happens: every call would carry it about.
            Kind::Held(held) => Box::pin(held.current()).await,
            Kind::None => {
                let (method, code) = ("any method".to_owned(), "not_authed".to_owned());
                Err(SlackError::Refused { method, code })
            }
        }
    }

    /// Another one in place of one that Slack no longer takes; nothing if there can be no other.
    pub(crate) async fn instead_of(&self, expired: &Secret) -> Result<Option<Secret>, SlackError> {
        match &self.0 {
            Kind::Given(_) | Kind::None => Ok(None),
            Kind::Held(held) => Box::pin(held.instead_of(expired)).await.map(Some),
        }
    }

    /// Whether it came with the environment.
    pub(crate) fn is_given(&self) -> bool {
        matches!(self.0, Kind::Given(_))
    }
}
