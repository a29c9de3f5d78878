//! Facts about somebody's account, remembered for a while so that Google is not asked again.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::{AccountId, Call, PersonId, Time};

/// The person who asks, the account, and the subject.
type Key = (PersonId, AccountId, String);

/// A fact is served only to the person whose grant has found it out.
pub(crate) struct Remembered<T> {
    known: Mutex<HashMap<Key, (Time, T)>>,
    lasts: Duration,
}

impl<T: Clone> Remembered<T> {
    pub(crate) fn lasting(lasts: Duration) -> Self {
        Self { known: Mutex::default(), lasts }
    }

    pub(crate) fn known(&self, call: &Call, about: &str, now: Time) -> Option<T> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, fact) = known.get(&key(call, about))?;
        (now.since(*since) < self.lasts).then(|| fact.clone())
    }

    pub(crate) fn remember(&self, call: &Call, about: &str, fact: T, now: Time) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (since, _)| now.since(*since) < self.lasts);
        known.insert(key(call, about), (now, fact));
    }
}

fn key(call: &Call, about: &str) -> Key {
    (call.requester.id.clone(), call.account.clone(), about.to_owned())
}
