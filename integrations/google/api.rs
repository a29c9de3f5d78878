//! The thin client of Google's APIs: one route, one answer, every failure in our own words.
//!
//! Knows tokens, quotas, patience and errors. Doesn't know what any route means.

mod ask;
mod id;
mod quota;
mod route;
mod trouble;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::{FutureExt as _, StreamExt as _, TryStreamExt as _, stream};
use kernel::{AccountId, Call, Failure, Scope, Secret};
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;
use wire::{Address, Again, Configured, Incoming, Method, Patience, Url, patiently};

use crate::GrantBook;
use crate::seam::{Tokens, token_from};
use ask::{Content, Repeat};

pub(crate) use ask::Ask;
pub(crate) use id::Id;
pub(crate) use quota::{Cost, Meter, Quota};
pub(crate) use route::{Route, Segment, routes};
pub(crate) use trouble::Trouble;

/// Google answers 429 to more at once for one user.
pub(crate) const AT_ONCE: usize = 10;
const ANSWER_WITHIN: Duration = Duration::from_secs(20);
/// A mail of 25 MB, encoded, and then some.
const LARGEST_ANSWER: usize = 48 * 1024 * 1024;

const PATIENCE: Patience = Patience {
    tries: 5,
    first: Duration::from_secs(1),
    longest: Duration::from_secs(32),
    total: Duration::from_secs(40),
};

/// The client for one account of one person.
#[derive(Clone)]
pub(crate) struct Api {
    wire: Configured,
    base: Address,
    account: AccountId,
    tokens: Tokens,
    traffic: Arc<Traffic>,
    places: Arc<Semaphore>,
}

/// What each account has under way and has used up, kept across calls.
pub(crate) struct Traffic {
    places: Mutex<HashMap<AccountId, Arc<Semaphore>>>,
    quota: Quota,
}

impl Traffic {
    pub(crate) fn new(quota: Quota) -> Self {
        Self { places: Mutex::default(), quota }
    }

    fn places_of(&self, account: &AccountId) -> Arc<Semaphore> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(places.entry(account.clone()).or_insert_with(|| Arc::new(Semaphore::new(AT_ONCE))))
    }
}

impl Api {
    pub(crate) fn new(
        wire: Configured,
        base: Address,
        book: &Arc<GrantBook>,
        traffic: &Arc<Traffic>,
        call: &Call,
    ) -> Self {
        let tokens = Tokens::new(Arc::clone(book), call.requester.clone(), call.account.clone());
        let places = traffic.places_of(&call.account);
        Self { wire, base, account: call.account.clone(), tokens, traffic: Arc::clone(traffic), places }
    }

    pub(crate) async fn ask<T: DeserializeOwned>(&self, ask: &Ask<'_>) -> Result<T, Trouble> {
        self.answer(ask, LARGEST_ANSWER).await?.json().map_err(|error| Trouble::of_wire(&error))
    }

    /// The same where nothing but success is answered.
    pub(crate) async fn tell(&self, ask: &Ask<'_>) -> Result<(), Trouble> {
        self.answer(ask, LARGEST_ANSWER).await.map(drop)
    }

    /// The same where the answer is the content of a file.
    pub(crate) async fn fetch(&self, ask: &Ask<'_>, at_most: usize) -> Result<Bytes, Trouble> {
        Ok(self.answer(ask, at_most).await?.body)
    }

    /// The answer with its headers.
    pub(crate) async fn answer(&self, ask: &Ask<'_>, at_most: usize) -> Result<Incoming, Trouble> {
        let doubtful = AtomicBool::new(false);
        let attempt = || async {
            let result = self.with_a_good_token(ask, at_most).await;
            if result.as_ref().is_err_and(Trouble::may_have_acted) {
                doubtful.store(true, Ordering::Relaxed);
            }
            result
        };
        let result = patiently(PATIENCE, attempt, |result| again(ask, result)).await;
        // The last attempt may have come to nothing, and yet an earlier one have done it.
        let in_doubt = ask.route.method != Method::GET && doubtful.load(Ordering::Relaxed);
        result.map_err(|trouble| if in_doubt { trouble.in_doubt() } else { trouble })
    }

    /// A token that is refused is renewed once.
    async fn with_a_good_token(&self, ask: &Ask<'_>, at_most: usize) -> Result<Incoming, Trouble> {
        let token = self.token(ask).await?;
        let answer = self.once(ask, &token, at_most).await?;
        if answer.status.as_u16() != 401 {
            return answered(ask, answer);
        }
        self.tokens.refused(&token).await;
        let token = self.token(ask).await?;
        answered(ask, self.once(ask, &token, at_most).await?)
    }

    /// Whether an address is where this API lives.
    pub(crate) fn is_at(&self, address: &Url) -> bool {
        address.origin() == self.base.url().origin()
    }

    /// Whether any one of these is granted.
    pub(crate) async fn allows(&self, any_of: &[Scope]) -> bool {
        let scopes: Vec<&str> = any_of.iter().map(|scope| scope.0).collect();
        token_from(&self.tokens, &scopes).await.is_ok()
    }

    async fn token(&self, ask: &Ask<'_>) -> Result<Secret, Failure> {
        let scopes: Vec<&str> = ask.route.any_of.iter().map(|scope| scope.0).collect();
        token_from(&self.tokens, &scopes).await
    }

    async fn once(&self, ask: &Ask<'_>, token: &Secret, at_most: usize) -> Result<Incoming, Trouble> {
        let _spending = self.traffic.quota.spend(&self.account, ask.route.cost).await;
        let _place = self.places.acquire().await.map_err(|_| Trouble::closed())?;
        let url = match &ask.elsewhere {
            Some(address) => address.clone(),
            None => ask.route.address(&self.base, &ask.places).map_err(|error| Trouble::of_wire(&error))?,
        };
        let query: Vec<(&str, &str)> =
            ask.query.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let mut outgoing = self
            .wire
            .request(ask.route.method.clone(), url)
            .bearer(token)
            .query(&query)
            .answer_within(ask.within.unwrap_or(ANSWER_WITHIN))
            .at_most(at_most);
        for (name, value) in &ask.headers {
            outgoing = outgoing.header(name, value);
        }
        outgoing = match &ask.content {
            Content::Nothing => outgoing,
            Content::Json(body) => outgoing.json(body),
            Content::Media { media_type, bytes } => {
                outgoing.header("Content-Type", media_type).body(bytes.clone())
            }
        };
        let answer = outgoing.send().await;
        let status = answer.as_ref().ok().map(|answer| answer.status.as_u16());
        tracing::debug!(route = ask.route.id, status, "asked Google");
        answer.map_err(|error| Trouble::of_wire(&error))
    }
}

fn answered(ask: &Ask<'_>, answer: Incoming) -> Result<Incoming, Trouble> {
    // 308 is how a resumable upload says that it is not complete.
    if answer.status.is_success() || answer.status.as_u16() == 308 {
        return Ok(answer);
    }
    let trouble = Trouble::of_answer(&answer);
    // Nobody knows what a server did before it broke; what may be repeated is as good as undone.
    Err(match ask.again {
        Repeat::Harmless => trouble,
        Repeat::Never => trouble.perhaps_done(),
    })
}

/// What is the same done twice may be asked again, and so may what never left.
fn again<T>(ask: &Ask<'_>, result: &Result<T, Trouble>) -> Again {
    match result {
        Err(Trouble::Unsent(_)) => Again::Soon,
        Err(Trouble::Later { after, .. }) if ask.again == Repeat::Harmless => {
            after.map_or(Again::Soon, Again::After)
        }
        Err(Trouble::Lost(_)) if ask.again == Repeat::Harmless => Again::Soon,
        Ok(_) | Err(Trouble::Later { .. } | Trouble::Lost(_) | Trouble::Missing(_) | Trouble::Refused(_)) => {
            Again::No
        }
    }
}

/// Asks for each of these, a few at once, in their order. One that has gone meanwhile is left out.
pub(crate) async fn ask_each<I, T, F>(items: Vec<I>, ask: impl Fn(I) -> F) -> Result<Vec<T>, Failure>
where
    F: Future<Output = Result<T, Trouble>>,
{
    let found: Vec<Option<T>> = stream::iter(items)
        .map(|item| {
            ask(item).map(|found| match found {
                Ok(found) => Ok(Some(found)),
                Err(Trouble::Missing(_)) => Ok(None),
                Err(trouble) => Err(Failure::from(trouble)),
            })
        })
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    Ok(found.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kernel::Code;
    use serde_json::json;

    use super::*;
    use crate::testing::{Answer, World, a_call, ok, refused};

    const LIST: &str = "/gmail/v1/users/me/messages";
    const HOUR: Duration = Duration::from_hours(1);

    async fn search(world: &World) -> Result<crate::gmail::Page, Failure> {
        world.google.gmail(&a_call("k")).search("x", 10, None).await.map_err(Failure::from)
    }

    #[tokio::test]
    async fn a_quota_is_waited_for_as_long_as_google_says() {
        let world = World::answering(|_, before| match before {
            0 => Answer(429, json!({}), Some("0.01")),
            1 => Answer(
                403,
                json!({ "error": { "errors": [{ "reason": "userRateLimitExceeded" }] } }),
                Some("0.01"),
            ),
            2 => Answer(503, json!("text"), Some("0.01")),
            _ => ok(json!({ "resultSizeEstimate": 7 })),
        })
        .await;
        world.connected(HOUR).await;
        assert_eq!(search(&world).await.unwrap().result_size_estimate, 7);
        assert_eq!(world.count("GET", LIST), 4);
    }

    #[tokio::test]
    async fn what_changes_something_is_not_asked_twice() {
        let world = World::answering(|_, _| Answer(503, json!({}), Some("0.01"))).await;
        world.connected(HOUR).await;
        let lost = world.google.gmail(&a_call("k")).create_draft(b"raw", None).await.unwrap_err();
        assert!(matches!(lost, Trouble::Lost(_)), "{lost:?}");
        assert_eq!(world.count("POST", "/gmail/v1/users/me/drafts"), 1);
    }

    #[tokio::test]
    async fn a_refused_token_is_renewed_once() {
        let world = World::answering(|seen, _| match seen.bearer.as_str() {
            _ if seen.is("POST", "/token") => {
                ok(json!({ "access_token": "access-2", "token_type": "Bearer", "expires_in": 3600 }))
            }
            "access-2" => ok(json!({ "resultSizeEstimate": 1 })),
            _ => refused(401, "authError"),
        })
        .await;
        world.connected(HOUR).await;
        assert_eq!(search(&world).await.unwrap().result_size_estimate, 1);
        assert_eq!((world.count("GET", LIST), world.count("POST", "/token")), (2, 1));
    }

    #[tokio::test]
    async fn a_token_refused_again_is_a_sign_in_to_be_asked_for() {
        let world = World::answering(|seen, _| {
            if seen.is("POST", "/token") {
                ok(json!({ "access_token": "access-2", "token_type": "Bearer", "expires_in": 3600 }))
            } else {
                refused(401, "authError")
            }
        })
        .await;
        world.connected(HOUR).await;
        let failure = search(&world).await.unwrap_err();
        assert_eq!((failure.code, failure.heard_by), (Code::AuthRequired, kernel::Hearer::Person));
        assert_eq!((world.count("GET", LIST), world.count("POST", "/token")), (2, 1));
    }

    #[tokio::test]
    async fn every_refusal_has_its_code_and_googles_words() {
        for (status, reason, code) in [
            (400, "invalidArgument", Code::InputInvalid),
            (403, "insufficientPermissions", Code::ScopeMissing),
            (403, "accessNotConfigured", Code::NotAvailable),
            (403, "domainPolicy", Code::NotAvailable),
            (404, "notFound", Code::NotFound),
            (409, "conflict", Code::Conflict),
            (412, "conditionNotMet", Code::StaleWrite),
        ] {
            let world = World::answering(move |_, _| refused(status, reason)).await;
            world.connected(HOUR).await;
            let failure = search(&world).await.unwrap_err();
            assert_eq!(failure.code, code, "{reason}");
            assert_eq!(failure.quote.as_deref(), Some("said Google"));
            assert_eq!(world.seen().len(), 1);
        }
    }
}
