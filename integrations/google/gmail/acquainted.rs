//! Whom an account has written to before, as its mailbox says.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::{AccountId, Call, Failure, PersonId, Time};

use super::Gmail;
use super::address::{Mailbox, named_in};
use crate::api::Id;

/// How long it is remembered that somebody is known.
const REMEMBERED: Duration = Duration::from_mins(10);
/// So many letters are opened to see whether one of them really went there.
const OPENED: u32 = 3;

/// Those who are known. That somebody is not can be over with the next letter, so it is never remembered; and nobody is
/// served what somebody else's grant has found out.
#[derive(Default)]
pub(crate) struct Acquainted(Mutex<HashMap<(PersonId, AccountId, String), Time>>);

impl Acquainted {
    pub(crate) fn knows(&self, call: &Call, address: &str, now: Time) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&key(call, address)).is_some_and(|since| now.since(*since) < REMEMBERED)
    }

    pub(crate) fn remember(&self, call: &Call, address: &str, now: Time) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, since| now.since(*since) < REMEMBERED);
        known.insert(key(call, address), now);
    }
}

fn key(call: &Call, address: &str) -> (PersonId, AccountId, String) {
    (call.requester.id.clone(), call.account.clone(), address.to_lowercase())
}

impl Gmail {
    /// Whether a letter was sent to exactly this address. Gmail's search takes an address for a few words in a row, and
    /// finds them in longer addresses too: what it finds is looked at.
    pub(crate) async fn has_written_to(&self, address: &str) -> Result<bool, Failure> {
        let Mailbox { address, .. } = Mailbox::parse(address)?;
        let query = format!("in:sent {{to:\"{address}\" cc:\"{address}\" bcc:\"{address}\"}}");
        for listed in self.search(&query, OPENED, None).await?.messages {
            let id = Id::parse("message", &listed.id)?;
            let letter = self.headers(&id, &["To", "Cc", "Bcc"]).await?;
            let lines = ["To", "Cc", "Bcc"].into_iter().flat_map(|name| letter.payload.all(name));
            if lines.flat_map(named_in).any(|named| named.address.eq_ignore_ascii_case(&address)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
