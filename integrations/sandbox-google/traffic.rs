//! How many requests of one person are being answered at the same time, and how many may be.

mod counts;

use std::sync::{Arc, PoisonError};

use axum::response::{IntoResponse as _, Response};
use http::header::AUTHORIZATION;
use http::request::Parts;
use sandbox_world::Noted;

pub(crate) use self::counts::InFlight;
pub use self::counts::Open;
pub(crate) use self::counts::Traffic;
use super::Google;
use super::refusal::Refusal;

impl Google {
    /// Notes that a request has come; `None` when nobody's token is on it. Gmail refuses too many at a time.
    #[expect(
        clippy::result_large_err,
        reason = "a response is what the caller sends on, and it is made rarely"
    )]
    pub fn enter(&self, request: &Parts) -> Result<Option<Open>, Response> {
        let token = request.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = token.and_then(|value| value.strip_prefix("Bearer "));
        let Some(bearer) = token.and_then(|token| self.bearer(token)) else { return Ok(None) };
        let mut counts = self.traffic.0.lock().unwrap_or_else(PoisonError::into_inner);
        let most = counts.most;
        let count = counts.people.entry(bearer.person.clone()).or_default();
        if is_gmail(request.uri.path()) && most.is_some_and(|most| count.now >= most) {
            drop(counts);
            let mut response = Refusal::too_many_at_once().into_response();
            let method = self.method_name(request).unwrap_or_default();
            response.extensions_mut().insert(Noted { method, caller: Some(bearer.person) });
            return Err(response);
        }
        count.now += 1;
        count.highest = count.highest.max(count.now);
        Ok(Some(Open { counts: Arc::clone(&self.traffic.0), person: bearer.person }))
    }

    /// How many of somebody's requests are open, and how many were at the most.
    pub fn in_flight(&self, person: &str) -> InFlight {
        let counts = self.traffic.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.people.get(person).copied().unwrap_or_default()
    }

    /// Sets how many of one person's requests Gmail answers at a time, and starts counting the highest anew.
    pub fn limit_in_flight(&self, most: Option<usize>) {
        let mut counts = self.traffic.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.most = most;
        for count in counts.people.values_mut() {
            count.highest = count.now;
        }
    }
}

fn is_gmail(path: &str) -> bool {
    let path = path.trim_start_matches('/');
    ["gmail/", "upload/gmail/", "resumable/upload/gmail/", "batch/gmail/"]
        .iter()
        .any(|start| path.starts_with(start))
}
